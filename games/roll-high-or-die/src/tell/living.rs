//! Watches and days, told.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::LivingFact;

pub(super) fn living(teller: Teller<'_>, fact: &LivingFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        LivingFact::Planned { plan } => Some(Line::change(format!(
            "The Day is planned, {} of it.",
            count(plan.len() as u32, "Watch", "Watches")
        ))),
        LivingFact::Declared { who, spend } => {
            change(format!("{} {} in the next Watch.", name(*who), spend.name()), *who)
        }
        LivingFact::Began { watch } => {
            let all: Vec<String> =
                watch.spends.iter().map(|(who, spend)| format!("{} {}", name(*who), spend.name())).collect();
            Some(Line::time(format!("A Watch begins: {}.", all.join(", "))))
        }
        LivingFact::Sheltered { who } => {
            let all: Vec<&str> = who.iter().map(|who| name(*who)).collect();
            Some(Line::change(format!("In the tent: {}.", all.join(", "))))
        }
        LivingFact::Visited { .. } => Some(Line::time("Something comes upon the camp.")),
        LivingFact::Ended { spent } => Some(Line::time(format!("Watch {spent} of the Day is over."))),
        LivingFact::Broken { rounds } => {
            Some(Line::time(format!("The Watch was broken into, for {}.", count(*rounds, "Round", "Rounds"))))
        }
        LivingFact::Ate { who, meals, .. } => {
            change(format!("{} has eaten {} this Day.", name(*who), count(*meals, "meal", "meals")), *who)
        }
        LivingFact::Drank { who, water } => {
            change(format!("{} has drunk {} this Day.", name(*who), gallons(*water)), *who)
        }
        LivingFact::Slept { who, hours } => {
            change(format!("{} has rested {} this Day.", name(*who), count(*hours, "hour", "hours")), *who)
        }
        LivingFact::Walked { who, watches } if *watches >= 3 => {
            change(format!("{} travels for the {watches}. Watch of the Day.", name(*who)), *who)
        }
        LivingFact::Walked { .. } | LivingFact::Worked { .. } | LivingFact::Fought { .. } => None,
        LivingFact::Miles { miles } => {
            Some(Line::change(format!("{} behind the party.", count(*miles, "mile lies", "miles lie"))))
        }
        LivingFact::Tended { who } => change(format!("The wounds of {} are tended.", name(*who)), *who),
        LivingFact::Logged { who, skill, watches } => change(
            format!("{} has spent {} on {}.", name(*who), count(*watches, "Watch", "Watches"), skill.name()),
            *who,
        ),
        LivingFact::Source { who, skill, approved: true } => {
            change(format!("{} has a source for {}.", name(*who), skill.name()), *who)
        }
        LivingFact::Source { .. } => None,
        LivingFact::Season { season } => Some(Line::change(format!("It is {season:?}.").to_lowercase())),
        LivingFact::Weather { weather } => {
            Some(Line::change(format!("The weather: {}.", teller.at.book.name_of(*weather))))
        }
        LivingFact::Passed { day } => Some(Line::time(format!("Day {day} is settled."))),
        LivingFact::Settled { who, had } => {
            let text = format!(
                "{} had {}, {} of water and {} of rest.",
                name(*who),
                count(had.meals, "meal", "meals"),
                gallons(had.water),
                count(had.slept, "hour", "hours")
            );
            change(text, *who)
        }
        LivingFact::Awarded { threat, strength, name } => {
            Some(Line::change(format!("Threat {threat} against a strength of {strength}: {name}.")))
        }
    }
}

/// Sixths of a gallon in words.
fn gallons(sixths: u8) -> String {
    match (sixths / 6, sixths % 6) {
        (0, 0) => "nothing".into(),
        (0, 3) => "half a gallon".into(),
        (whole, 0) => count(whole, "gallon", "gallons"),
        (0, part) => format!("{part}/6 gallon"),
        (whole, part) => format!("{whole} {part}/6 gallons"),
    }
}
