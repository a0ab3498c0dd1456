//! Placing wounds that are there to stay, and what comes when they no longer fit.

use boneyard_table::{Cx, Flow, RuleId, Who};

use crate::DeadWeight;
use crate::combat;
use crate::expedition;
use crate::fact::{HurtFact, MagicFact};
use crate::gear::{carried, jolted};
use crate::house::OverflowStrict;
use crate::question::PlaceWounds;
use crate::rules;
use crate::state::{Affliction, Attribute, Span, Used};

/// Places one wound that has its attribute: unreducible, taking over fatigue. Where it does not
/// fit it goes elsewhere; where it fits nowhere, or the table is strict, the bearer goes down.
pub fn place_at(cx: &mut Cx<'_, DeadWeight>, who: Who, attribute: Attribute, rule: RuleId) -> Flow {
    let one = cx.state().one(who);
    if one.live.mortal {
        return dies(cx, who, rules::DW_HURT_16);
    }
    if one.room(attribute) > 0 {
        cx.cite(rules::DW_HURT_19);
        put(cx, who, attribute, 1, rule);
        return jolted(cx, who, 1);
    }
    let anywhere = Attribute::ALL.into_iter().any(|other| one.room(other) > 0);
    if !anywhere || cx.state().house.overflow_strict == OverflowStrict::On {
        cx.note(rule, |_| HurtFact::Lost { who, wounds: 1 }.into());
        return falls(cx, who, rule);
    }
    let question = PlaceWounds { who, wounds: 1, rule };
    let attribute = only(cx, question)?;
    put(cx, who, attribute, 1, rule);
    jolted(cx, who, 1)
}

/// Where wounds go: asked only where there is a choice.
pub(super) fn only(cx: &mut Cx<'_, DeadWeight>, question: PlaceWounds) -> Flow<Attribute> {
    match question.open(cx.at())[..] {
        [one] => Ok(one),
        _ => cx.ask(question.who, question),
    }
}

/// Puts wounds on an attribute that has room for them, each taking over a fatigue mark.
pub(super) fn put(cx: &mut Cx<'_, DeadWeight>, who: Who, attribute: Attribute, wounds: u8, rule: RuleId) {
    let live = cx.state().live(who);
    let (from, tired) = (live.wounds[attribute], live.fatigue[attribute]);
    if tired > 0 {
        cx.cite(rules::DW_HURT_13);
    }
    let fatigue = tired.saturating_sub(wounds);
    let fact = HurtFact::Wounds { who, attribute, from, to: from + wounds, fatigue };
    let presence = cx.state().one(who).available(Attribute::Pre);
    cx.record(rule, fact.into());
    combat::presence(cx, who, presence);
    wake(cx, who);
}

/// A wound in a fight wakes the Sleepy.
fn wake(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    if cx.state().battle.is_some() {
        super::cured(cx, who, Affliction::Sleepy, rules::DW_AFFL_05);
    }
}

/// Somebody goes down, mortally wounded.
pub fn falls(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) -> Flow {
    if cx.state().live(who).mortal {
        return dies(cx, who, rules::DW_HURT_16);
    }
    if let Some(amulet) = amulet(cx, who) {
        let used = Used { what: amulet, until: Span::Expedition };
        cx.record(amulet, MagicFact::Used { who, used }.into());
        return Ok(());
    }
    cx.cite(rule);
    cx.record(rules::DW_HURT_15, HurtFact::Mortal { who, mortal: true }.into());
    combat::fallen(cx, who);
    Ok(())
}

/// The amulet that keeps somebody up once in an expedition.
fn amulet(cx: &Cx<'_, DeadWeight>, who: Who) -> Option<RuleId> {
    let amulet = rules::DW_GEAR_62H;
    let worn = carried(cx.at(), who).any(|row| row.id == amulet);
    (worn && !cx.state().live(who).has_used(amulet)).then_some(amulet)
}

/// Somebody dies.
pub fn dies(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) -> Flow {
    if !cx.state().live(who).dead {
        cx.record(rule, HurtFact::Died { who }.into());
        combat::died(cx, who);
        expedition::died(cx, who)?;
    }
    Ok(())
}
