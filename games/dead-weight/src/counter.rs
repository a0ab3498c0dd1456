//! Counters of the table that the game master may set against the rules, by the paths that `values` gives
//! them: decay, doom, omens, morale. Only the number changes; what a rule would do on the way does not happen.

use boneyard_table::{At, Audience};
use serde_json::Value;

use crate::DeadWeight;
use crate::fact::{ExpeditionFact, Fact, FightFact};
use crate::state::{Morale, Omens};

/// Where decay is kept.
pub const DECAY: &str = "expedition.decay";
/// Where doom is kept.
pub const DOOM: &str = "doom.value";
/// Where the omens are kept.
pub const OMENS: &str = "omens.value";
/// Where morale is kept, the adventurers' first.
pub const MORALE: [&str; 2] = ["battle.morale.adventurers", "battle.morale.enemies"];

/// Who may learn that a value was set: what players cannot see they are not told of.
pub fn audience(path: &str) -> Audience {
    match path {
        DOOM | OMENS => Audience::GM,
        _ => Audience::ALL,
    }
}

/// The fact that sets a counter; nothing where the path is none of theirs, a sentence where it cannot be so.
pub fn set(at: At<'_, DeadWeight>, path: &str, value: &Value) -> Option<Result<Fact, String>> {
    let state = at.state;
    let within = |most: u8| {
        let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
        number.filter(|number| *number <= most).ok_or(format!("it is a number from 0 to {most}"))
    };
    let fact = match path {
        DECAY => within(5).map(|to| ExpeditionFact::Decay { from: state.expedition.decay, to }.into()),
        DOOM => {
            let site = state.expedition.at_site()?;
            within(site.most).map(|to| ExpeditionFact::Doom { from: site.doom, to }.into())
        }
        OMENS => {
            let from = state.party.omens;
            within(from.size).map(|value| ExpeditionFact::Omens { from, to: Omens { value, ..from } }.into())
        }
        _ => {
            let side = MORALE.iter().position(|known| *known == path)?;
            let from = state.battle.as_ref()?.morale[side];
            let to = |value: u8| Morale { value, broken: value == 0 };
            within(6).map(|value| FightFact::Morale { side: side as u8, from, to: to(value) }.into())
        }
    };
    Some(fact)
}
