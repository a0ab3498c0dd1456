//! A hit on somebody without attributes: armor dice, resistance, counting.

use boneyard_table::{Cx, Flow, Group, RuleId, Seat, Who};

use super::place::dies;
use crate::DeadWeight;
use crate::fact::HurtFact;
use crate::house::EnemyDiesAt;
use crate::rules;
use crate::state::State;

/// Wounds on their way to somebody without attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    /// Whom they reach.
    pub who: Who,
    /// How many.
    pub wounds: u8,
    /// Whether armor is rolled.
    pub armor: bool,
    /// Whether resistance counts.
    pub resistance: bool,
    /// Never kills.
    pub non_lethal: bool,
    /// At most so many get through, counted after armor and resistance.
    pub at_most: Option<u8>,
    /// Where they come from.
    pub rule: RuleId,
}

/// Lets a creature take a hit. Gives the wounds that got through.
pub fn strike(cx: &mut Cx<'_, DeadWeight>, strike: Strike) -> Flow<u8> {
    let Strike { who, .. } = strike;
    if cx.state().live(who).dead {
        return Ok(0);
    }
    cx.cite(strike.rule);
    let mut left = strike.wounds;
    let armor = cx.state().live(who).armor;
    if strike.armor && armor > 0 {
        let group = Group::new(armor, 6).named("armor");
        let (cancelled, worn) = cx.dice_read(rules::DW_ENEMY_12, Seat::GM, group, |faces| {
            (faces.count(|face| face >= 4).min(left), faces.iter().any(|face| matches!(face, 1 | 4)))
        })?;
        cx.note(rules::DW_ENEMY_12, |_| HurtFact::Reduced { who, from: left, to: left - cancelled }.into());
        left -= cancelled;
        if worn {
            cx.record(rules::DW_ENEMY_12, HurtFact::FoeArmor { who, from: armor, to: armor - 1 }.into());
        }
    }
    let resistance = cx.state().sheet(who).foe.resistance;
    if strike.resistance && resistance > 0 && left > 0 {
        let to = left.saturating_sub(resistance);
        cx.note(rules::DW_ENEMY_12, |_| HurtFact::Reduced { who, from: left, to }.into());
        left = to;
    }
    left = left.min(strike.at_most.unwrap_or(left));
    count(cx, strike, left)
}

fn count(cx: &mut Cx<'_, DeadWeight>, strike: Strike, wounds: u8) -> Flow<u8> {
    let Strike { who, .. } = strike;
    if wounds == 0 {
        let why = "no wounds are left";
        cx.note(rules::DW_HURT_18, |_| HurtFact::Nothing { who, why: why.into() }.into());
        return Ok(0);
    }
    let from = cx.state().live(who).hits;
    let mut to = from.saturating_add(wounds);
    let end = dies_at(cx.state(), who);
    if strike.non_lethal && to >= end {
        to = end.saturating_sub(1).max(from);
        cx.cite(rules::DW_HURT_17);
    }
    cx.record(rules::DW_HURT_22, HurtFact::Hits { who, from, to }.into());
    if to >= end {
        dies(cx, who, rules::DW_HURT_22)?;
    }
    Ok(to - from)
}

/// The number of wounds at which a creature dies.
pub(super) fn dies_at(state: &State, who: Who) -> u8 {
    let wounds = state.sheet(who).foe.wounds;
    match state.house.enemy_dies_at {
        EnemyDiesAt::MoreThan => wounds.saturating_add(1),
        EnemyDiesAt::Equal => wounds.max(1),
    }
}
