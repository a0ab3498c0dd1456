//! The GM's desk, told to the GM; places that were shown and powers, to all.

use boneyard_table::view::{Line, count};

use super::{Teller, change};
use crate::fact::DeskFact;

pub(super) fn tell(teller: Teller<'_>, fact: &DeskFact) -> Option<Line> {
    let name = |who| teller.name(who);
    let plain = |say: String| Some(Line::change(say));
    match fact {
        DeskFact::Ticked { heading, point, done } => {
            plain(format!("{heading} {point}: {}.", if *done { "done" } else { "to do" }))
        }
        DeskFact::Noted { heading, text } => plain(format!("{heading}: {text}")),
        DeskFact::Place { place } => match (&place.at, place.seen) {
            (Some(at), true) => plain(format!("{} comes into view: {at}.", place.name)),
            (Some(at), false) => plain(format!("{} lies {at}.", place.name)),
            (None, _) => plain(format!("{} is outlined and nowhere yet.", place.name)),
        },
        DeskFact::Card { card } => plain(format!("Card: {} ({}).", card.name, card.kind)),
        DeskFact::HighLevel { name, quality, level } => {
            plain(format!("{name} has {quality} {level}: above 5 are leading professionals."))
        }
        DeskFact::Challenge { challenge } => {
            let all: Vec<String> =
                challenge.rolled.iter().map(|(who, sum)| format!("{} {sum}", name(*who))).collect();
            let worth = challenge.worth.map_or(String::new(), |worth| format!(", worth {worth} XP"));
            let rolled = if all.is_empty() { String::new() } else { format!(": {}", all.join(", ")) };
            plain(format!("Challenge {}{worth}{rolled}.", challenge.name))
        }
        DeskFact::ChallengeOver { name } => plain(format!("Challenge {name} is over.")),
        DeskFact::Power { power } => change(
            format!("{} has {}, {} a day.", name(power.who), power.name, count(power.most, "time", "times")),
            power.who,
        ),
        DeskFact::UsedPower { who, name: power, left } => {
            change(format!("{} uses {power}; {left} left today.", name(*who)), *who)
        }
        DeskFact::WouldSpill { who, lost } => {
            change(format!("Of this award {lost} XP are lost to {}: 100 is the mark.", name(*who)), *who)
        }
    }
}
