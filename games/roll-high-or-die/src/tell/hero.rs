//! Characters being made and raised, told.

use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::HeroFact;

pub(super) fn hero(teller: Teller<'_>, fact: &HeroFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        HeroFact::Draft { draft: Some(_), .. } => None,
        HeroFact::Draft { who, draft: None } => change(format!("{} is ready.", name(*who)), *who),
        HeroFact::Concept { who, concept } => change(format!("{}: {}.", name(*who), concept.line), *who),
        HeroFact::NotYet { who, what } => {
            change(format!("The Referee asks {} for {what}.", name(*who)), *who)
        }
        HeroFact::Rolled { who, results, flagged } => {
            let told: Vec<String> = results.iter().map(u8::to_string).collect();
            let far = if *flagged { " That is far from the middle." } else { "" };
            change(format!("{} has {} to place.{far}", name(*who), told.join(", ")), *who)
        }
        HeroFact::Scores { who, .. } => change(format!("{} has placed the scores.", name(*who)), *who),
        HeroFact::Degree { who, skill, degree } => {
            change(format!("{} is {} in {}.", name(*who), degree.name(), skill.name()), *who)
        }
        HeroFact::Feature { who, feature, known } => {
            let how = if *known { "learns" } else { "gives back" };
            change(format!("{} {how} {}.", name(*who), teller.at.book.name_of(*feature)), *who)
        }
        HeroFact::Traits { who, which, all } => {
            let how = if all.iter().any(|own| own.what == *which) { "has" } else { "gives back" };
            change(format!("{} {how} {}.", name(*who), teller.at.book.name_of(*which)), *who)
        }
        HeroFact::Size { who, size } => change(format!("{} is {}.", name(*who), size.name()), *who),
        HeroFact::Exp { who, to } => change(format!("{} has {to} Experience.", name(*who)), *who),
        HeroFact::Warned { who, text } => change(format!("{}: {text}.", name(*who)), *who),
    }
}
