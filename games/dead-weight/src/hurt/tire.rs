//! Fatigue: one mark at a time, and where it goes when there is no room.

use boneyard_table::{Cx, Flow, RuleId, Who};

use super::place::place_at;
use crate::DeadWeight;
use crate::fact::HurtFact;
use crate::question::TireWhere;
use crate::rules;
use crate::state::{Affliction, Attribute};

/// Marks one fatigue on an attribute. Where no die is left, or by plague, it is a wound instead.
pub fn tire(cx: &mut Cx<'_, DeadWeight>, who: Who, attribute: Attribute, rule: RuleId) -> Flow {
    let one = cx.state().one(who);
    if one.live.dead {
        return Ok(());
    }
    let silent = if one.live.suffers(Affliction::Plagued) { super::ring(cx, who) } else { None };
    silent.into_iter().for_each(|ring| cx.cite(ring));
    let one = cx.state().one(who);
    if one.live.suffers(Affliction::Plagued) && silent.is_none() {
        cx.cite(rule);
        return place_at(cx, who, attribute, rules::DW_AFFL_12);
    }
    if one.available(attribute) == 0 {
        cx.cite(rule);
        return place_at(cx, who, attribute, rules::DW_HURT_04);
    }
    let (from, presence) = (one.live.fatigue[attribute], one.available(Attribute::Pre));
    cx.cite(rules::DW_HURT_01);
    cx.record(rule, HurtFact::Fatigue { who, attribute, from, to: from + 1 }.into());
    crate::combat::presence(cx, who, presence);
    Ok(())
}

/// Marks one fatigue where the player wants it.
pub fn tire_chosen(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) -> Flow {
    if cx.state().live(who).dead {
        return Ok(());
    }
    let attribute = cx.ask(who, TireWhere { who })?;
    cx.within((who, attribute), |cx| tire(cx, who, attribute, rule))
}
