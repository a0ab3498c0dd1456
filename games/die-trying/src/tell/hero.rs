//! Heroes being made and raised, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::HeroFact;
use crate::state::{Ability, MarkOn};

pub(super) fn hero(teller: Teller<'_>, fact: &HeroFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        HeroFact::Draft { who, draft: None } => change(format!("{} is ready to go down.", name(*who)), *who),
        HeroFact::Draft { .. } => None,
        HeroFact::Kin { who, species, size } => {
            change(format!("{}: {species}, {}.", name(*who), size.name()), *who)
        }
        HeroFact::NotAllowed { who, what } => change(format!("{}: not {what}.", name(*who)), *who),
        HeroFact::Rolled { who, results } => {
            let all: Vec<String> = results.iter().map(|result| format!("{result:+}")).collect();
            change(format!("{} rolls {}.", name(*who), all.join(", ")), *who)
        }
        HeroFact::Scores { who, scores } => {
            let all: Vec<String> = Ability::ALL
                .iter()
                .map(|ability| format!("{} {}", ability.name(), scores[*ability]))
                .collect();
            change(format!("{}: {}.", name(*who), all.join(", ")), *who)
        }
        HeroFact::Trained { who, what, level } => {
            change(format!("{}: {} {}.", name(*who), what.name(), level.name()), *who)
        }
        HeroFact::Advanced { who, weapon, level } => {
            let weapon = teller.at.book.name_of(*weapon);
            change(format!("{}: {weapon} {}.", name(*who), level.name()), *who)
        }
        HeroFact::Talent { who, talent, level } => {
            change(format!("{}: {} {level}.", name(*who), teller.at.book.name_of(*talent)), *who)
        }
        HeroFact::Spells { who, all } => {
            let spells: Vec<&str> = all.iter().map(|known| teller.at.book.name_of(known.spell)).collect();
            change(format!("{} knows {}.", name(*who), spells.join(", ")), *who)
        }
        HeroFact::Points { who, points, reason, .. } => {
            let reason = if reason.is_empty() { String::new() } else { format!(" for {reason}") };
            let points = count(*points, "Point", "Points");
            change(format!("{} gains {points}{reason}.", name(*who)), *who)
        }
        HeroFact::Marks { who, on, marks, .. } => {
            let on = match on {
                MarkOn::Ability(ability) => ability.name(),
                MarkOn::Proficiency(what) => what.name(),
                MarkOn::Advanced(what) | MarkOn::Talent(what) => teller.at.book.name_of(*what),
            };
            let told = match marks {
                0 => format!("The third mark raises {on} of {}.", name(*who)),
                marks => format!("{}: {marks} of 3 marks on {on}.", name(*who)),
            };
            change(told, *who)
        }
    }
}
