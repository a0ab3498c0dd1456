//! Usage dice that step down, risk dice and the coin.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Party, Refusal, RuleId, Seat, Who, deed};
use smallvec::SmallVec;

use crate::DeadWeight;
use crate::fact::{GearFact, RollFact};
use crate::rules;
use crate::state::Last;

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

/// A coin, thrown as a d6: 4 and more is heads.
pub fn coin(cx: &mut Cx<'_, DeadWeight>, rule: RuleId, by: impl Into<Party>) -> Flow<bool> {
    cx.cite(rules::DW_DICE_06);
    cx.dice_read(rule, by, Group::new(1, 6).named("coin"), |faces| faces.first() >= 4)
}

deed! {
    /// Risk dice the GM throws.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Risk(form: DeadWeight) {
        /// How many.
        dice: u8 = form.amount("dice", "How many", 1..=20)?,
    }
}

impl Deed<DeadWeight> for Risk {
    const CARD: Card = Card::gm("Throw risk dice", "Roll").rule(rules::DW_DICE_05);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may.not_if(!(1..=20).contains(&self.dice), || {
            let sentence = "Throw 1 to 20 risk dice.";
            Refusal::new(rules::DW_DICE_05, "how-many", sentence).with("dice", self.dice)
        })
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let rule = rules::DW_DICE_05;
        let happens = risk(cx, rule, by, self.dice)?;
        came_out(cx, rule, if happens { "it happens" } else { "it does not happen" });
        Ok(())
    }
}

deed! {
    /// A coin is flipped for everybody to see.
    #[derive(Copy)]
    pub struct Coin(_form: DeadWeight) {}
}

impl Deed<DeadWeight> for Coin {
    const CARD: Card = Card::anyone("Flip a coin", "Roll").rule(rules::DW_DICE_06);

    fn may(&self, _may: May<'_, DeadWeight>) -> Lawful {
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, by: Seat) -> Flow {
        let heads = coin(cx, rules::DW_DICE_06, by)?;
        came_out(cx, rules::DW_DICE_06, if heads { "heads" } else { "tails" });
        Ok(())
    }
}

fn came_out(cx: &mut Cx<'_, DeadWeight>, rule: RuleId, word: &'static str) {
    let last = Last { outcome: word.into(), great: false, critical: false, dice: SmallVec::new() };
    cx.record(rule, RollFact::CameOut(last).into());
}
