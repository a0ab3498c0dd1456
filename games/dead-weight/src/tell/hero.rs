//! Making an adventurer, told.

use boneyard_table::RuleId;
use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::HeroFact;
use crate::view::name_of;

pub(super) fn tell(teller: Teller<'_>, fact: &HeroFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let entry = |id: &RuleId| name_of(teller.at.book, *id);
    match fact {
        HeroFact::Handed { who, to } if to.is_gm() => change(format!("{} is the GM's.", name(*who)), *who),
        HeroFact::Handed { who, .. } => change(format!("{} has another player now.", name(*who)), *who),
        HeroFact::Draft { who, draft: None } => change(format!("{} is ready to play.", name(*who)), *who),
        HeroFact::Draft { who, draft: Some(draft) } => {
            let [first, second] = draft.dice?;
            change(format!("{} rolls {first} and {second}.", name(*who)), *who)
        }
        HeroFact::Path { who, row } => change(format!("{}: {}.", name(*who), entry(row)), *who),
        HeroFact::Scores { who, score, proficiency, lost } => {
            let all: Vec<String> = score
                .each()
                .map(|(attribute, number)| {
                    format!("{} {number} (proficiency {})", attribute.name(), proficiency[attribute])
                })
                .collect();
            let lost = if *lost > 0 { format!("; {lost} beyond the limit") } else { String::new() };
            change(format!("{}: {}{lost}.", name(*who), all.join(", ")), *who)
        }
        HeroFact::Skill { who, skill, replaces: Some(old) } => {
            change(format!("{}: {} becomes {}.", name(*who), entry(old), entry(skill)), *who)
        }
        HeroFact::Skill { who, skill, .. } => {
            change(format!("{} gains the skill {}.", name(*who), entry(skill)), *who)
        }
        HeroFact::Trait { who, name: given } => {
            change(format!("{} gains the trait {}.", name(*who), entry(given)), *who)
        }
        HeroFact::Class { who, class } => change(format!("{} is a {}.", name(*who), entry(class)), *who),
        HeroFact::School { who, school } => {
            change(format!("{} joins the school {}.", name(*who), entry(school)), *who)
        }
        HeroFact::God { who, god } => change(format!("{} follows {}.", name(*who), entry(god)), *who),
        HeroFact::Knows { who, all } => {
            let names: Vec<String> = all.iter().map(entry).collect();
            change(format!("{} knows {}.", name(*who), names.join(", ")), *who)
        }
    }
}
