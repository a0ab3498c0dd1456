//! Getting better: fatigue recovered, wounds healed, and what stands against it.

use boneyard_table::{Cx, Flow, RuleId, Who};

use crate::DeadWeight;
use crate::book::Passive;
use crate::fact::HurtFact;
use crate::gear::carries;
use crate::question::Heal;
use crate::rules;
use crate::state::{Affliction, Attribute};

/// Recovers fatigue on an attribute. A Parched adventurer recovers none.
pub fn recover(cx: &mut Cx<'_, DeadWeight>, who: Who, attribute: Attribute, most: u8, rule: RuleId) -> u8 {
    let live = cx.state().live(who);
    let from = live.fatigue[attribute];
    if from == 0 {
        return 0;
    }
    if live.suffers(Affliction::Parched) {
        cx.cite(rules::DW_AFFL_03);
        return 0;
    }
    let to = from.saturating_sub(most);
    cx.cite(rules::DW_HURT_03);
    cx.record(rule, HurtFact::Fatigue { who, attribute, from, to }.into());
    from - to
}

/// Recovers fatigue on each attribute.
pub fn recover_each(cx: &mut Cx<'_, DeadWeight>, who: Who, most: u8, rule: RuleId) {
    for attribute in Attribute::ALL {
        recover(cx, who, attribute, most, rule);
    }
}

/// Heals wounds where the player wants it. `resting` is the healing that camp and interlude offer
/// to everybody. Gives how many healed.
pub fn heal(cx: &mut Cx<'_, DeadWeight>, who: Who, most: u8, resting: bool, rule: RuleId) -> Flow<u8> {
    let live = cx.state().live(who);
    let wounded: u8 = live.wounds.each().map(|(_, wounds)| wounds).sum();
    let cursed = carries(cx.at(), who, &Passive::Forbid("heal-by-rest".into()));
    let kept = if live.suffers(Affliction::Hungry) {
        Some(rules::DW_AFFL_02)
    } else if resting && live.suffers(Affliction::Cursed) {
        Some(rules::DW_AFFL_11)
    } else if resting && cursed.is_some() {
        cursed
    } else {
        None
    };
    if let Some(by) = kept {
        let why = "these wounds do not heal";
        cx.record(by, HurtFact::Nothing { who, why: why.into() }.into());
        return Ok(0);
    }
    let healed = most.min(wounded);
    if healed == 0 {
        return Ok(0);
    }
    let wounds = live.wounds;
    let mut places = wounds.each().filter(|(_, wounds)| *wounds > 0).map(|(attribute, _)| attribute);
    let chosen = match (places.next(), places.next()) {
        (Some(attribute), None) => vec![attribute; usize::from(healed)],
        _ if healed == wounded => {
            wounds.each().flat_map(|(attribute, wounds)| vec![attribute; usize::from(wounds)]).collect()
        }
        _ => cx.ask(who, Heal { who, wounds: healed })?.0,
    };
    cx.cite(rules::DW_HURT_21);
    for attribute in Attribute::ALL {
        let off = chosen.iter().filter(|known| **known == attribute).count() as u8;
        if off > 0 {
            let live = cx.state().live(who);
            let (from, fatigue) = (live.wounds[attribute], live.fatigue[attribute]);
            let fact = HurtFact::Wounds { who, attribute, from, to: from.saturating_sub(off), fatigue };
            cx.record(rule, fact.into());
        }
    }
    Ok(healed)
}
