//! Watches and days, told.

use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::LivingFact;

pub(super) fn living(teller: Teller<'_>, fact: &LivingFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        LivingFact::Planned { plan } => {
            Some(Line::change(format!("The Day is planned, {} Watches of it.", plan.len())))
        }
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
            Some(Line::time(format!("The Watch was broken into, for {rounds} Rounds.")))
        }
        LivingFact::Ate { who, meals, .. } => {
            change(format!("{} has eaten {meals} meals this Day.", name(*who)), *who)
        }
        LivingFact::Drank { who, water } => {
            change(format!("{} has drunk {} this Day.", name(*who), gallons(*water)), *who)
        }
        LivingFact::Slept { who, hours } => {
            change(format!("{} has rested {hours} hours this Day.", name(*who)), *who)
        }
        LivingFact::Walked { who, watches } if *watches >= 3 => {
            change(format!("{} travels for the {watches}. Watch of the Day.", name(*who)), *who)
        }
        LivingFact::Walked { .. } | LivingFact::Worked { .. } | LivingFact::Fought { .. } => None,
        LivingFact::Miles { miles } => Some(Line::change(format!("{miles} miles lie behind the party."))),
        LivingFact::Tended { who } => change(format!("The wounds of {} are tended.", name(*who)), *who),
        LivingFact::Logged { who, skill, watches } => {
            change(format!("{} has spent {watches} Watches on {}.", name(*who), skill.name()), *who)
        }
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
                "{} had {} meals, {} of water and {} hours of rest.",
                name(*who),
                had.meals,
                gallons(had.water),
                had.slept
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
        (whole, 0) => format!("{whole} gallons"),
        (0, part) => format!("{part}/6 gallon"),
        (whole, part) => format!("{whole} {part}/6 gallons"),
    }
}
