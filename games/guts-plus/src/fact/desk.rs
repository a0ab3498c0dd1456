//! Facts of the GM's desk.

use boneyard_table::Who;
use boneyard_table::change::{Change, Telling};
use boneyard_table::view::{Line, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::state::{Card, Challenge, Desk, Outlined, Power, State};
use crate::tell::{Teller, change};

/// Something that lies on the desk from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeskFact {
    /// A point of the checklist is ticked, or not any more.
    Ticked {
        /// Its heading.
        heading: String,
        /// Its number, from 1.
        point: u8,
        /// Whether ticked.
        done: bool,
    },
    /// A note.
    Noted {
        /// Under which heading.
        heading: String,
        /// The words.
        text: String,
    },
    /// A place of the outline is so now.
    Place {
        /// All of it.
        place: Outlined,
    },
    /// A card is so now.
    Card {
        /// All of it.
        card: Box<Card>,
    },
    /// An ordinary person has a level above 5.
    HighLevel {
        /// Who.
        name: String,
        /// Which quality.
        quality: String,
        /// Its level.
        level: u8,
    },
    /// A challenge is so now.
    Challenge {
        /// All of it.
        challenge: Challenge,
    },
    /// A challenge is over.
    ChallengeOver {
        /// Which.
        name: String,
    },
    /// A power is so now.
    Power {
        /// All of it.
        power: Power,
    },
    /// A power was used.
    UsedPower {
        /// By whom.
        who: Who,
        /// Which.
        name: String,
        /// Uses left today.
        left: u8,
    },
    /// An award would spill over.
    WouldSpill {
        /// Whose.
        who: Who,
        /// So many would be lost.
        lost: u16,
    },
}

fn set<T: Clone>(all: &mut Vec<T>, new: &T, same: impl Fn(&T) -> bool) {
    match all.iter_mut().find(|known| same(known)) {
        Some(known) => known.clone_from(new),
        None => all.push(new.clone()),
    }
}

impl Change<GutsPlus> for DeskFact {
    fn apply(&self, state: &mut State) {
        let desk: &mut Desk = state.desk.change();
        match self {
            DeskFact::Ticked { heading, point, done } => {
                desk.ticks.retain(|(known, nth)| known != heading || nth != point);
                if *done {
                    desk.ticks.push((heading.clone(), *point));
                }
            }
            DeskFact::Noted { heading, text } => desk.notes.push((heading.clone(), text.clone())),
            DeskFact::Place { place } => set(&mut desk.places, place, |known| known.name == place.name),
            DeskFact::Card { card } => set(&mut desk.cards, &**card, |known| known.name == card.name),
            DeskFact::Challenge { challenge } => {
                set(&mut desk.challenges, challenge, |known| known.name == challenge.name);
            }
            DeskFact::ChallengeOver { name } => desk.challenges.retain(|known| known.name != *name),
            DeskFact::Power { power } => {
                set(&mut desk.powers, power, |known| known.who == power.who && known.name == power.name);
            }
            DeskFact::HighLevel { .. } | DeskFact::UsedPower { .. } | DeskFact::WouldSpill { .. } => {}
        }
    }

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who| teller.name(who);
        let plain = |say: String| Some(Line::change(say));
        match self {
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
                format!(
                    "{} has {}, {} a day.",
                    name(power.who),
                    power.name,
                    count(power.most, "time", "times")
                ),
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
}
