//! The world beyond the fight: what tables bring, weather, hazards, loot, threats that grow. What a
//! table brought lies at the referee's hand, unseen, until they bring it in, hand it out or put it aside.

mod dialect;
mod draw;
mod encounter;
mod hazard;
mod loot;
mod market;
mod question;
mod rows;
mod show;
mod threat;
mod weather;

pub use dialect::{Asks, Befalls, Does, Gets, Part, Roll, Worn};
pub use draw::{Draw, PutAside};
pub(crate) use draw::{arrive, details, draw, lay_out, sign};
pub(crate) use encounter::attitude;
pub use encounter::{Attitude, Meet};
pub(crate) use hazard::caught_by;
pub use hazard::{Befall, Hazard, Mishap};
pub use loot::{Grant, HandOut, Search, Take, TakeGems, worth};
pub(crate) use loot::{new_thing, things_kept};
pub use market::{BlackMarket, FindAt};
pub use question::{Drawn, Draws, HoursOut, Region, Shown, SignOf, ThreatGrows};
pub use rows::{
    Brings, DetailRow, Follows, HazardRow, Hit, Hurt, RegionRow, SignRow, Table, WeatherRow, key, rule_of,
};
pub(crate) use show::{show, tell, values};
pub use threat::{Threat, Threaten};
pub(crate) use threat::{grow, stands_at};
pub use weather::{Ford, SetWeather, weather_now};
pub(crate) use weather::{hours_ahead, weather_due, weather_passes};

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::State;

/// What a table remembers of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct World {
    /// The weather, if it is extreme.
    pub weather: Option<Weather>,
    /// What the referee has at hand.
    pub at_hand: Vec<AtHand>,
    /// Threats, and how far they have grown.
    pub threats: Vec<Threat>,
    /// Whose pockets have been gone through.
    pub searched: Vec<Who>,
    /// Things on no list, as this table knows them.
    pub odd: Vec<Odd>,
}

/// Extreme weather.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Weather {
    /// Which.
    pub is: RuleId,
    /// Since when, in seconds.
    pub since: u32,
    /// Until when, in seconds.
    pub until: u32,
}

/// Something a table brought.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct AtHand {
    /// The rule of the table it comes from.
    pub from: RuleId,
    /// What the row said.
    pub text: String,
    /// What it is.
    pub what: What,
}

/// What a table can bring.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Creatures, who are nobody yet.
    Creatures {
        /// Their entry.
        like: RuleId,
        /// How many.
        count: u8,
        /// How they meet people, where it is settled.
        attitude: Option<Attitude>,
    },
    /// A thing, or several alike.
    Thing {
        /// Which.
        name: String,
        /// How many.
        count: u8,
        /// What its pool or its AP hold, if it is not new.
        left: Option<u8>,
    },
    /// Gems.
    Gems(u32),
    /// So much ammo or so many charges.
    Refill(u8),
    /// Weather that has yet to set in.
    Weather {
        /// Which.
        is: RuleId,
        /// For how long, in seconds.
        seconds: u32,
    },
    /// Something that befalls people; which is said by the row of a table.
    Harm {
        /// The table.
        table: String,
        /// The row, counted from 0.
        row: u16,
    },
    /// Words for the referee.
    Note,
}

/// A thing on no list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Odd {
    /// What it is called.
    pub name: String,
    /// Its weight.
    pub weight: u8,
    /// What it is worth.
    pub gems: u32,
}

/// Something about the world that became true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorldFact {
    /// The dice fell on a row of a table, or the referee put one there.
    Drawn {
        /// The table, by name.
        table: String,
        /// What the dice came to; absent where the referee chose.
        rolled: Option<u16>,
        /// What the row says.
        text: String,
    },
    /// Something lies at the referee's hand.
    AtHand(AtHand),
    /// It does no longer.
    Gone {
        /// Its place among what is at hand.
        at: u8,
    },
    /// Something that is still to come can be noticed.
    Sign {
        /// How.
        sign: String,
    },
    /// Weather sets in.
    Weather(Weather),
    /// The weather is over.
    WeatherOver {
        /// Which.
        is: RuleId,
    },
    /// A threat stands at this step.
    Threat {
        /// Its place among the threats.
        at: u8,
        /// All of it.
        threat: Threat,
    },
    /// Somebody's pockets were gone through.
    Searched {
        /// By whom.
        who: Who,
        /// Whose.
        body: Who,
    },
    /// Gems were found.
    Gems {
        /// By whom.
        who: Who,
        /// From.
        from: u32,
        /// To.
        to: u32,
    },
    /// Gems were paid.
    Paid {
        /// By whom.
        who: Who,
        /// From.
        from: u32,
        /// To.
        to: u32,
    },
    /// A thing on no list is known at this table.
    Odd(Odd),
    /// Something befell somebody that only words can tell.
    Befell {
        /// Whom.
        who: Who,
        /// What.
        text: String,
    },
}

/// Writes a fact down.
pub(crate) fn apply(state: &mut State, fact: &WorldFact) {
    let world = &mut state.world;
    match fact {
        WorldFact::Drawn { .. } | WorldFact::Sign { .. } | WorldFact::Befell { .. } => {}
        WorldFact::AtHand(thing) => world.at_hand.push(thing.clone()),
        WorldFact::Gone { at } => {
            if usize::from(*at) < world.at_hand.len() {
                world.at_hand.remove((*at).into());
            }
        }
        WorldFact::Weather(weather) => world.weather = Some(*weather),
        WorldFact::WeatherOver { .. } => world.weather = None,
        WorldFact::Threat { at, threat } => match world.threats.get_mut(usize::from(*at)) {
            Some(known) => known.clone_from(threat),
            None => world.threats.push(threat.clone()),
        },
        WorldFact::Searched { body, .. } => world.searched.push(*body),
        WorldFact::Odd(odd) => match world.odd.iter_mut().find(|known| known.name == odd.name) {
            Some(known) => known.clone_from(odd),
            None => world.odd.push(odd.clone()),
        },
        WorldFact::Gems { who, to, .. } | WorldFact::Paid { who, to, .. } => {
            if let Some(sheet) = state.sheet_mut(*who) {
                sheet.gems = *to;
            }
        }
    }
}
