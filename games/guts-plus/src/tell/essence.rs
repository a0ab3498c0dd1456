//! Essence, told.

use boneyard_table::RuleId;
use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::EssenceFact;

pub(super) fn tell(teller: Teller<'_>, fact: &EssenceFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let skill = |id: &RuleId| {
        teller.at.book.skills.get(id.as_str()).map_or_else(|| id.to_string(), |row| row.name.clone())
    };
    match fact {
        EssenceFact::Essence { who, essence } => {
            let say = match essence {
                None => format!("{} cannot move their essence.", name(*who)),
                Some(essence) => match &essence.aura {
                    Some(aura) if essence.rolled => format!("The die says: {}'s aura is {aura}.", name(*who)),
                    Some(aura) => format!("{}'s aura is {aura}.", name(*who)),
                    None if essence.objected => {
                        format!("{} resists. Aura roll.", name(*who))
                    }
                    None => format!("{} can move their essence; its aura is open.", name(*who)),
                },
            };
            change(say, *who)
        }
        EssenceFact::Learned { who, skill: id } => {
            change(format!("{} learns {}.", name(*who), skill(id)), *who)
        }
        EssenceFact::Merged { who, skills, allowed } => {
            let all: Vec<String> = skills.iter().map(skill).collect();
            let how = if *allowed { "together" } else { "together, but that cannot be" };
            change(format!("{} would use {} {how}.", name(*who), all.join(" and ")), *who)
        }
        EssenceFact::Used { who, skill: id, target, what, outcome, worked, words } => {
            let on = target.map_or(String::new(), |target| format!(" on {}", name(target)));
            let what = if what.is_empty() { String::new() } else { format!(" ({what})") };
            let came = if *worked { "works" } else { "does nothing" };
            let words = if words.is_empty() { String::new() } else { format!(" {words}") };
            change(
                format!("{}'s {}{on}{what} {came}: {}.{words}", name(*who), skill(id), outcome.name()),
                *who,
            )
        }
        EssenceFact::Holding { who, holding } => {
            let all: Vec<String> = holding.iter().map(|held| skill(&held.skill)).collect();
            let say = if all.is_empty() {
                format!("{} keeps nothing up any more.", name(*who))
            } else {
                format!("{} keeps up {}.", name(*who), all.join(" and "))
            };
            change(say, *who)
        }
        EssenceFact::Strain { who, strain: Some(_) } => change(format!("{} is strained.", name(*who)), *who),
        EssenceFact::Strain { who, strain: None } => {
            change(format!("{} is not strained any more.", name(*who)), *who)
        }
        EssenceFact::Warned { who, goes_on } => {
            let does = if *goes_on { "goes on all the same" } else { "lets it be" };
            change(format!("{} is strained and {does}.", name(*who)), *who)
        }
        EssenceFact::Cut { who, feet: Some(feet) } => change(
            format!("Something is in the way: {}'s essence ends at {}.", name(*who), feet.feet()),
            *who,
        ),
        EssenceFact::Cut { who, feet: None } => {
            change(format!("Nothing holds {}'s essence back.", name(*who)), *who)
        }
        EssenceFact::Checked { .. } => None,
        EssenceFact::Owes { who, owes } => {
            let say = match owes.last() {
                Some(owes) => {
                    format!(
                        "{}'s next {} roll has {} fewer.",
                        name(*who),
                        owes.base.name(),
                        count(owes.dice, "die", "dice")
                    )
                }
                None => format!("{} has paid for the lent dice.", name(*who)),
            };
            change(say, *who)
        }
        EssenceFact::Withstood { count: met } => {
            let say = format!(
                "{} has withstood {} {} and is the better prepared.",
                name(met.target),
                name(met.user),
                count(met.times, "time", "times")
            );
            change(say, met.target)
        }
        EssenceFact::Lingers { lingers } => {
            let until = crate::publish::clock(lingers.until);
            change(
                format!("{} holds {} until {until}.", skill(&lingers.skill), name(lingers.target)),
                lingers.target,
            )
        }
        EssenceFact::Over { lingers } => change(
            format!("{} no longer holds {}.", skill(&lingers.skill), name(lingers.target)),
            lingers.target,
        ),
    }
}
