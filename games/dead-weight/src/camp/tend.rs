//! Tending wounds.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{affords, campers, spend};
use crate::DeadWeight;
use crate::expedition::{spend_one, supply};
use crate::fact::HurtFact;
use crate::rules;
use crate::state::{Affliction, Attribute};

/// Wounds are tended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tend {
    /// One entry for each wound.
    pub wounds: Vec<Treated>,
}

/// One wound and the supply it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Treated {
    /// Whose wound.
    pub target: Who,
    /// On which attribute.
    pub attribute: Attribute,
    /// Whose supply.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

/// Tends wounds: a supply for each, one on each attribute.
pub fn tend(cx: &mut Cx<'_, DeadWeight>, by: Seat, tend: &Tend) -> Flow {
    let rule = rules::DW_CAMP_10;
    affords(cx, by, 1)?;
    let here = campers(cx.state());
    if tend.wounds.is_empty() {
        return refuse(Refusal::new(rule, "nothing", "Say which wounds are tended."));
    }
    for one in &tend.wounds {
        if !here.contains(&one.target) {
            return refuse(Refusal::new(rule, "not-here", "Only those in the camp are tended."));
        }
        supply(cx, one.who, one.item)?;
        let asked = tend.wounds.iter().filter(|other| (other.who, other.item) == (one.who, one.item)).count();
        let left = cx.state().live(one.who).items[usize::from(one.item)].count;
        if usize::from(left) < asked {
            return refuse(
                Refusal::new(rule, "no-supply", "Every wound takes a medical supply.").with("left", left),
            );
        }
        let (name, live) = (cx.state().name(one.target), cx.state().live(one.target));
        let kept = [(Affliction::Hungry, rules::DW_AFFL_02), (Affliction::Cursed, rules::DW_AFFL_11)];
        if let Some((what, cited)) = kept.into_iter().find(|(what, _)| live.suffers(*what)) {
            let sentence = format!("{name} is {}: these wounds do not heal.", what.name());
            return refuse(
                Refusal::new(cited, "does-not-heal", sentence).and(Refusal::new(rule, "tend", "No use.")),
            );
        }
        if live.wounds[one.attribute] == 0 {
            let sentence = format!("{name} has no wound on {}.", one.attribute.name());
            return refuse(Refusal::new(rule, "no-wound", sentence));
        }
        let same = |other: &&Treated| (other.target, other.attribute) == (one.target, one.attribute);
        if tend.wounds.iter().filter(same).count() > 1 {
            let sentence = "One wound on each attribute for one action.";
            return refuse(Refusal::new(rule, "twice", sentence));
        }
    }
    if !spend(cx, by, 1, "tending wounds", rule)? {
        return Ok(());
    }
    cx.cite(rules::DW_ITEM_02);
    cx.cite(rules::DW_HOUSE_19H);
    for one in &tend.wounds {
        spend_one(cx, one.who, one.item, rule)?;
        let (who, attribute) = (one.target, one.attribute);
        let live = cx.state().live(who);
        let (from, fatigue) = (live.wounds[attribute], live.fatigue[attribute]);
        cx.record(rule, HurtFact::Wounds { who, attribute, from, to: from - 1, fatigue }.into());
    }
    Ok(())
}
