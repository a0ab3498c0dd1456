//! Armor on and off: it takes its minutes, and helps when they are over.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::{awake, known};
use crate::fact::GearFact;
use crate::rules;
use crate::state::{Place, Size, State, Ware};
use crate::time;

/// Puts something on, or takes it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wear {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// Minutes after which it is broken off; whole if nothing is said.
    #[serde(default)]
    pub broken_off: Option<u8>,
}

fn wearable(state: &State, wear: Wear, worn: bool) -> Result<(u64, bool), Refusal> {
    let rule = rules::DT_ARM_05;
    known(state, wear.who)?;
    awake(state, wear.who)?;
    let one = state.one(wear.who);
    let at = usize::from(wear.item);
    let (Some(thing), Some(now)) = (one.sheet.items.get(at), one.live.items.get(at)) else {
        let sentence = format!("{} has no such thing.", state.name(wear.who));
        return Err(Refusal::new(rule, "no-such-thing", sentence));
    };
    let minutes = match (&thing.ware, worn) {
        (Ware::Armor(armor), false) => u64::from(armor.minutes),
        (Ware::Armor(_), true) => 1,
        (Ware::Artifact, _) => 0,
        _ => {
            let sentence = format!("The {} is not worn.", thing.name);
            return Err(Refusal::new(rule, "not-worn", sentence));
        }
    };
    let armor = matches!(thing.ware, Ware::Armor(_));
    if thing.small && !worn && one.sheet.size > Size::Small {
        let sentence = format!("The {} was made for somebody Small.", thing.name);
        return Err(Refusal::new(rules::DT_CRE_08H, "too-small", sentence));
    }
    if armor && state.battle.is_some() {
        let sentence = "Armor is not put on or taken off in a fight.";
        return Err(Refusal::new(rule, "fighting", sentence));
    }
    if !now.place.is_carried() || (now.place == Place::Worn) != worn {
        let sentence = format!("The {} is {}.", thing.name, now.place.name());
        return Err(Refusal::new(rule, "not-there", sentence));
    }
    let other = one.sheet.items.iter().zip(&one.live.items);
    let mut other =
        other.filter(|(thing, item)| matches!(thing.ware, Ware::Armor(_)) && item.place == Place::Worn);
    if armor && !worn && other.next().is_some() {
        let sentence = "Nobody wears two armors.";
        return Err(Refusal::new(rules::DT_ARM_01, "two-armors", sentence));
    }
    Ok((minutes, armor))
}

/// Puts something on.
pub fn put_on(cx: &mut Cx<'_, DieTrying>, wear: Wear) -> Flow {
    let (minutes, armor) = wearable(cx.state(), wear, false)?;
    change(cx, wear, minutes, armor, Place::Worn)
}

/// Takes something off.
pub fn take_off(cx: &mut Cx<'_, DieTrying>, wear: Wear) -> Flow {
    let (minutes, armor) = wearable(cx.state(), wear, true)?;
    change(cx, wear, minutes, armor, Place::Pack)
}

fn change(cx: &mut Cx<'_, DieTrying>, wear: Wear, minutes: u64, armor: bool, to: Place) -> Flow {
    let rule = rules::DT_ARM_05;
    let spent = wear.broken_off.map_or(minutes, |after| u64::from(after).min(minutes));
    if wear.broken_off.is_some() && !armor {
        return refuse(Refusal::new(rule, "at-once", "That takes no time."));
    }
    cx.cite(rule);
    if armor {
        cx.cite(rules::DT_ARM_01);
        cx.cite(rules::DT_ARM_04);
    }
    if spent >= minutes {
        cx.record(rule, GearFact::Placed { who: wear.who, item: wear.item, to }.into());
    }
    let until = cx.state().now.later(spent * 60);
    time::advance(cx, until)
}
