//! What befalls a body, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::HurtFact;

pub(super) fn tell(teller: Teller<'_>, fact: &HurtFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        HurtFact::Fatigue { who, attribute, from, to } => {
            change(format!("{}: {} fatigue {from} to {to}.", name(*who), attribute.name()), *who)
        }
        HurtFact::Wounds { who, attribute, from, to, .. } => {
            change(format!("{}: {} wounds {from} to {to}.", name(*who), attribute.name()), *who)
        }
        HurtFact::Reduced { who, .. } if !teller.open(*who) => None,
        HurtFact::Reduced { who, from, to } => {
            let off = match from.saturating_sub(*to) {
                0 => "none".to_owned(),
                off => off.to_string(),
            };
            change(format!("{} shrugs off {off} of {}.", name(*who), wounds_in_words(*from)), *who)
        }
        HurtFact::Lost { who, wounds } => {
            let fit = if *wounds == 1 { "fits" } else { "fit" };
            change(format!("{}: {} {fit} nowhere.", name(*who), wounds_in_words(*wounds)), *who)
        }
        HurtFact::Ap { who, item, from, to } => {
            change(format!("{}: {} AP {from} to {to}.", name(*who), teller.thing(*who, *item)), *who)
        }
        HurtFact::FoeArmor { who, .. } if !teller.open(*who) => {
            change(format!("The armor of {} suffers.", name(*who)), *who)
        }
        HurtFact::FoeArmor { who, from, to } => {
            change(format!("{}: armor {from} to {to}.", name(*who)), *who)
        }
        HurtFact::Hits { who, .. } if !teller.open(*who) => {
            change(format!("{} is wounded.", name(*who)), *who)
        }
        HurtFact::Hits { who, from, to } => change(format!("{}: wounds {from} to {to}.", name(*who)), *who),
        HurtFact::Mortal { who, mortal: true } => {
            change(format!("{} is mortally wounded.", name(*who)), *who)
        }
        HurtFact::Mortal { who, mortal: false } => change(format!("{} is stabilised.", name(*who)), *who),
        HurtFact::Revived { who } => change(format!("{} is back from the dead.", name(*who)), *who),
        HurtFact::Died { who } => change(format!("{} dies.{}", name(*who), teller.what_now(*who)), *who),
        HurtFact::Afflicted { who, what } => change(format!("{} is {} now.", name(*who), what.name()), *who),
        HurtFact::Cured { who, what } => {
            change(format!("{} is no longer {}.", name(*who), what.name()), *who)
        }
        HurtFact::Insight { who, from, to } => {
            change(format!("{}: insight {from} to {to}.", name(*who)), *who)
        }
        HurtFact::Nothing { who, why } if why == NO_WOUNDS => {
            change(format!("Nothing gets through to {}.", name(*who)), *who)
        }
        HurtFact::Nothing { who, why } => change(format!("Nothing happens to {}: {why}.", name(*who)), *who),
    }
}

/// What hits say of which nothing is left.
const NO_WOUNDS: &str = "no wounds are left";

fn wounds_in_words(wounds: u8) -> String {
    count(wounds, "wound", "wounds")
}
