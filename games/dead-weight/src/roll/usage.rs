//! Usage dice that step down, and risk dice.

use boneyard_table::{Cx, Flow, Group, Party, RuleId, Who};

use crate::DeadWeight;
use crate::fact::GearFact;
use crate::rules;

/// The usage die one size smaller; 0 where that was the last of the stock.
pub fn next_size(sides: u8) -> u8 {
    match sides {
        20 => 12,
        12 => 10,
        10 => 8,
        8 => 6,
        6 => 4,
        _ => 0,
    }
}

/// Rolls the usage die of a stock that was just used: on 1 or 2 it steps down.
pub fn use_stock(cx: &mut Cx<'_, DeadWeight>, who: Who, item: u8) -> Flow {
    let from = cx.state().live(who).items.get(usize::from(item)).map_or(0, |item| item.die);
    if from == 0 {
        return Ok(());
    }
    let low = cx.dice_read(rules::DW_DICE_03, who, Group::new(1, from).named("usage"), |f| f.first() <= 2)?;
    if low {
        let to = next_size(from);
        let rule = if to == 0 { rules::DW_DICE_04 } else { rules::DW_DICE_03 };
        cx.record(rule, GearFact::Die { who, item, from, to }.into());
    }
    Ok(())
}

/// Risk dice: whether any of so many d6 shows a 1.
pub fn risk(cx: &mut Cx<'_, DeadWeight>, rule: RuleId, by: impl Into<Party>, dice: u8) -> Flow<bool> {
    cx.cite(rules::DW_DICE_05);
    cx.dice_read(rule, by, Group::new(dice, 6).named("risk"), |faces| faces.iter().any(|face| face == 1))
}
