//! Hitpoints, dying and what lasts, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::{AffectFact, HurtFact};
use crate::state::{Affect, Kind, What};

pub(super) fn hurt(teller: Teller<'_>, fact: &HurtFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        HurtFact::Hurt { who, amount, kind, to } => {
            let left = if teller.open(*who) { format!(", {to} HP left") } else { String::new() };
            change(format!("{} takes {amount} {} damage{left}.", name(*who), kind.name()), *who)
        }
        HurtFact::Unhurt { who, kind } => {
            change(format!("The {} damage does nothing to {}.", kind.name(), name(*who)), *who)
        }
        HurtFact::Healed { who, amount, to } => {
            let now = if teller.open(*who) { format!(", {to} HP now") } else { String::new() };
            change(format!("{} regains {amount} HP{now}.", name(*who)), *who)
        }
        HurtFact::Throw { who, degree, to } => {
            change(format!("{}: {}, now at {to} HP.", name(*who), degree.name()), *who)
        }
        HurtFact::Dropped { who } => change(format!("{} drops and is dying.", name(*who)), *who),
        HurtFact::Stable { who, .. } => {
            change(format!("{} is stable and out cold for hours.", name(*who)), *who)
        }
        HurtFact::CameRound { who } => change(format!("{} comes round.", name(*who)), *who),
        HurtFact::Died { who } => {
            let object = teller.at.state.creature(*who).is_some_and(|one| one.sheet.kind == Kind::Object);
            let what = if object { "breaks" } else { "is dead" };
            change(format!("{} {what}.{}", name(*who), teller.what_now(*who)), *who)
        }
        HurtFact::Fell { who } => change(format!("{} falls Prone.", name(*who)), *who),
        HurtFact::Stood { who } => change(format!("{} stands up.", name(*who)), *who),
    }
}

pub(super) fn affect(teller: Teller<'_>, fact: &AffectFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        AffectFact::Begins { who, affect, .. } => {
            change(format!("{}: {}.", name(*who), told(teller, affect)), *who)
        }
        AffectFact::Ends { who, affect, .. } => {
            change(format!("{}: no longer {}.", name(*who), told(teller, affect)), *who)
        }
        AffectFact::Passed { .. } => None,
        AffectFact::Magic { who, magic_dice, instability } => {
            let dice = count(*instability, "Instability Die", "Instability Dice");
            let more = if *magic_dice > 0 {
                format!(", {} more", count(*magic_dice, "Magic Die", "Magic Dice"))
            } else {
                String::new()
            };
            change(format!("{}: {dice}{more}.", name(*who)), *who)
        }
    }
}

/// What lasts, in a few words.
fn told(teller: Teller<'_>, affect: &Affect) -> String {
    match &affect.what {
        What::Is(condition, _) => condition.name().to_owned(),
        What::Cursed(curse) => format!("cursed with {}", teller.at.book.name_of(*curse)),
        What::Adjust(on, by) => format!("{by:+} to {on}"),
        What::Knows(other) => format!("shown where to hit {}", teller.name(*other)),
        What::Helped(_) => "helped with the next try".to_owned(),
        What::Glowing => "glowing".to_owned(),
        What::Shines(..) => "shedding light".to_owned(),
        What::Darkens(_) => "spreading Darkness".to_owned(),
        What::Called => "here for a while".to_owned(),
        What::Forbids(what) => format!("cannot {what}"),
    }
}
