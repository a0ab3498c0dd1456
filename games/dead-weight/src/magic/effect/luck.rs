//! Effects on numbers that belong to nobody: doom, omens, morale; insight and silver too.

use boneyard_content::Amount;
use boneyard_table::{Cx, Flow, RuleId, Who};

use super::{Source, number};
use crate::DeadWeight;
use crate::camp;
use crate::combat;
use crate::fact::{FightFact, HurtFact, MagicFact};
use crate::magic::world;
use crate::rules;
use crate::state::{Lasting, Morale, Span};

pub(super) fn shift(
    cx: &mut Cx<'_, DeadWeight>,
    source: Source<'_>,
    target: Who,
    amount: &Amount<String>,
) -> Flow {
    let Source { by, rule, .. } = source;
    let change = i8::try_from(number(cx, &amount.dice, by, rule)?).unwrap_or(0);
    match () {
        () if amount.is("doom") => world::doom(cx, change, rule),
        () if amount.is("omens") => world::omens(cx, change, rule)?,
        () if amount.is("ambush") => camp::ambush_dice(cx, change, rule),
        () if amount.is("morale") => morale(cx, by, change, u8::from(amount.is("enemies")), rule),
        () if amount.is("insight") => {
            let from = cx.state().live(target).insight;
            let to = from.saturating_add_signed(change).min(3);
            cx.record(rule, HurtFact::Insight { who: target, from, to }.into());
        }
        () if amount.is("silver") => {
            crate::interlude::earn(cx, target, u32::try_from(change).unwrap_or(0), rule);
        }
        () => {}
    }
    Ok(())
}

/// Morale up to 6, or down step by step; where there is no fight it waits for the next.
fn morale(cx: &mut Cx<'_, DeadWeight>, by: Who, change: i8, side: u8, rule: RuleId) {
    let Some(battle) = &cx.state().battle else {
        let amount = u8::try_from(change).unwrap_or(0);
        let lasting = Lasting { by: rules::DW_PRAY_08, from: Some(by), amount, ends: Span::Expedition };
        cx.record(rule, MagicFact::Lasts { who: by, lasting }.into());
        return;
    };
    let from = battle.morale[usize::from(side)];
    if change < 0 {
        (change..0).for_each(|_| combat::lower_morale(cx, side, rule));
    } else if !from.broken {
        let to = Morale { value: from.value.saturating_add_signed(change).min(6), ..from };
        cx.record(rule, FightFact::Morale { side, from, to }.into());
    }
}
