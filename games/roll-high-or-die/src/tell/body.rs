//! Bodies and Conditions, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::{ConditionFact, HurtFact};

pub(super) fn hurt(teller: Teller<'_>, fact: &HurtFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        HurtFact::Unhurt { who } => change(format!("It does nothing to {}.", name(*who)), *who),
        HurtFact::Armor { who, item, lost } => {
            let piece = item.map_or("hide", |item| teller.thing(*who, item));
            if teller.open(*who) {
                change(format!("The {piece} of {} has lost {lost} Armoring.", name(*who)), *who)
            } else {
                change(format!("The {piece} of {} takes some of it.", name(*who)), *who)
            }
        }
        HurtFact::Lost { who, amount, to } if teller.open(*who) => {
            change(format!("{} loses {amount} Vitality and has {to}.", name(*who)), *who)
        }
        HurtFact::Lost { who, .. } => change(format!("{} is hurt.", name(*who)), *who),
        HurtFact::Regained { who, amount, to } if teller.open(*who) => {
            change(format!("{} regains {amount} Vitality and has {to}.", name(*who)), *who)
        }
        HurtFact::Regained { who, .. } => change(format!("{} looks better.", name(*who)), *who),
        HurtFact::Wounded { who, wounds } if teller.open(*who) => {
            change(format!("{} takes a Wound and has {wounds}.", name(*who)), *who)
        }
        HurtFact::Wounded { who, .. } => change(format!("{} takes a Wound.", name(*who)), *who),
        HurtFact::Mended { who, .. } => change(format!("A Wound of {} is resolved.", name(*who)), *who),
        HurtFact::HitDice { who, left } => teller.open(*who).then(|| {
            let dice = count(*left, "Hit Die", "Hit Dice");
            Line::change(format!("{} has {dice} left.", name(*who))).who(*who)
        }),
        HurtFact::DeathCall { who, face } => {
            change(format!("{} makes a Death Call: {face}.", name(*who)), *who)
        }
        HurtFact::Died { who } => change(format!("{} dies.{}", name(*who), teller.what_now(*who)), *who),
        HurtFact::Air { who, airless } => {
            let how = if *airless { "has no air" } else { "breathes" };
            change(format!("{} {how}.", name(*who)), *who)
        }
    }
}

pub(super) fn condition(teller: Teller<'_>, fact: &ConditionFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let told = |ailment: &crate::state::Ailment| {
        let from = ailment.from.map_or_else(String::new, |from| format!(" by {}", name(from)));
        let stacks = if ailment.stacks > 1 { format!(" {}", ailment.stacks) } else { String::new() };
        format!("{}{stacks}{from}", ailment.what.name())
    };
    match fact {
        ConditionFact::Gains { who, ailment, .. } => {
            change(format!("{} is {}.", name(*who), told(ailment)), *who)
        }
        ConditionFact::Eases { who, ailment, .. } => {
            change(format!("{} is only {} now.", name(*who), told(ailment)), *who)
        }
        ConditionFact::Ends { who, ailment, .. } => {
            change(format!("{} is no longer {}.", name(*who), ailment.what.name()), *who)
        }
        ConditionFact::Passed { .. } => None,
    }
}
