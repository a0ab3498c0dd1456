//! Tending wounds.

use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{affords, campers, spend};
use crate::DeadWeight;
use crate::expedition::{pieces, spend_one, supply};
use crate::fact::HurtFact;
use crate::question::{Owned, short};
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
#[serde(try_from = "TreatedSay")]
#[schemars(with = "TreatedSay")]
pub struct Treated {
    /// Whose wound.
    pub target: Who,
    /// On which attribute.
    pub attribute: Attribute,
    /// The supply; any of the party's if none is named.
    #[serde(flatten)]
    pub supply: Option<Owned>,
}

/// As it is written: in full, or as forms give it, whose wound and where with a point between.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say whose wound it is and on which attribute")]
enum TreatedSay {
    Full(FullyTreated),
    Short(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FullyTreated {
    /// Whose wound.
    target: Who,
    /// On which attribute.
    attribute: Attribute,
    /// Whose supply.
    #[serde(default)]
    who: Option<Who>,
    /// Which thing.
    #[serde(default)]
    item: Option<u8>,
}

impl TryFrom<TreatedSay> for Treated {
    type Error = String;

    fn try_from(say: TreatedSay) -> Result<Self, String> {
        match say {
            TreatedSay::Full(FullyTreated { target, attribute, who, item }) => {
                let supply = who.zip(item).map(|(who, item)| Owned { who, item });
                Ok(Self { target, attribute, supply })
            }
            TreatedSay::Short(text) => {
                let read = short(&text).and_then(|(target, on)| {
                    let attribute = Attribute::ALL.into_iter().find(|known| known.name() == on)?;
                    Some(Self { target, attribute, supply: None })
                });
                read.ok_or_else(|| format!("`{text}` is nobody's wound"))
            }
        }
    }
}

/// Every wound with a supply for it: those not named are taken from what the party has.
fn supplied(at: At<'_, DeadWeight>, wounds: &[Treated]) -> Result<Vec<(Treated, Owned)>, Refusal> {
    let mut there = pieces(at.state, at.book, "medical-supply");
    there.retain(|owned| !at.state.live(owned.who).mortal);
    for named in wounds.iter().filter_map(|one| one.supply) {
        if let Some(nth) = there.iter().position(|owned| *owned == named) {
            there.remove(nth);
        }
    }
    let mut rest = there.into_iter();
    let none = || Refusal::new(rules::DW_CAMP_10, "no-supply", "Every wound takes a medical supply.");
    wounds.iter().map(|one| Ok((*one, one.supply.or_else(|| rest.next()).ok_or_else(none)?))).collect()
}

/// Tends wounds: a supply for each, one on each attribute.
pub fn tend(cx: &mut Cx<'_, DeadWeight>, by: Seat, tend: &Tend) -> Flow {
    let rule = rules::DW_CAMP_10;
    affords(cx, by, 1)?;
    let here = campers(cx.state());
    if tend.wounds.is_empty() {
        return refuse(Refusal::new(rule, "nothing", "Say which wounds are tended."));
    }
    let wounds = supplied(cx.at(), &tend.wounds)?;
    for (one, from) in &wounds {
        if !here.contains(&one.target) {
            return refuse(Refusal::new(rule, "not-here", "Only those in the camp are tended."));
        }
        supply(cx, from.who, from.item)?;
        let asked = wounds.iter().filter(|(_, other)| other == from).count();
        let left = cx.state().live(from.who).items[usize::from(from.item)].count;
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
    cx.cite(rules::DW_HOUSE_19H);
    for (one, from) in &wounds {
        spend_one(cx, from.who, from.item, rule)?;
        let (who, attribute) = (one.target, one.attribute);
        let live = cx.state().live(who);
        let (from, fatigue) = (live.wounds[attribute], live.fatigue[attribute]);
        cx.record(rule, HurtFact::Wounds { who, attribute, from, to: from - 1, fatigue }.into());
    }
    Ok(())
}
