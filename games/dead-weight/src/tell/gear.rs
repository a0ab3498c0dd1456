//! What becomes of things, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::GearFact;
use crate::state::Place;

pub(super) fn tell(teller: Teller<'_>, fact: &GearFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let thing = |who, item| teller.thing(who, item);
    match fact {
        GearFact::Got { who, sheet, .. } => change(format!("{} has now: {}.", name(*who), sheet.name), *who),
        GearFact::Placed { who, item, to: Place::Gone, .. } => {
            change(format!("{} parts with the {}.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Placed { who, item, to, .. } => {
            change(format!("{}: {} now {}.", name(*who), thing(*who, *item), to.name()), *who)
        }
        GearFact::Count { who, item, from, to } => {
            change(format!("{}: {} {from} to {to}.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Die { who, item, to: 0, .. } => {
            change(format!("That was the last of the {} of {}.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Die { who, item, from, to } => {
            change(format!("{}: {} Ud{from} to Ud{to}.", name(*who), thing(*who, *item)), *who)
        }
        GearFact::Broken { who, item, broken } => {
            let how = if *broken { "breaks" } else { "works again" };
            change(format!("The {} of {} {how}.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Spilled { who, item } => {
            change(format!("The {} of {} is spilled.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Unready { who, item, actions: 0 } => {
            change(format!("The {} of {} is ready.", thing(*who, *item), name(*who)), *who)
        }
        GearFact::Unready { who, item, actions } => {
            let told = format!(
                "The {} of {} needs {}.",
                thing(*who, *item),
                name(*who),
                count(*actions, "action", "actions")
            );
            change(told, *who)
        }
        GearFact::Sheet { who, sheet, .. } => {
            let how: Vec<&str> = sheet.awkward.iter().map(|how| how.name()).collect();
            change(format!("{}: the {} is {}.", name(*who), sheet.name, how.join(", ")), *who)
        }
        GearFact::Explained { notation, parts } => {
            Some(Line::change(format!("{notation}: {}.", parts.join("; "))))
        }
        GearFact::Coins { who, silver, gold, counterfeit } => {
            let told = format!("{}: {silver} silver, {gold} gold, {counterfeit} counterfeit.", name(*who));
            change(told, *who)
        }
    }
}
