//! A scenario in play: where the party is, who still waits where, what was found, where the hands of
//! the clocks stand. Who waits is nobody yet: creatures come to be when the referee reveals them, so
//! nothing at the table can give them away.

mod clocks;
mod play;
mod reveal;
mod rows;
mod show;
mod tries;

pub use clocks::advance;
pub(crate) use clocks::{turn_hands, watch};
pub(crate) use play::stands;
pub use play::{Fate, fate, flag, go, loot, set_out};
pub(crate) use reveal::free_name;
pub use reveal::reveal;
pub use rows::{
    BroodRow, ComesRow, LinkRow, LootRow, PlaceHazardRow, PlaceRow, ScenarioRow, SleeperRow, ThreatRow,
    TryRow, Turns, WaitsRow,
};
pub(crate) use show::{offers, referee_offers, show, tell, values};
pub use tries::attempt;
pub(crate) use tries::shattered;

use std::collections::{BTreeMap, BTreeSet};

use boneyard_board::{PlaceId, Places};
use boneyard_table::Who;
use boneyard_table::tracker::Tracker;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Item, ItemSheet, Shared, State};

/// A scenario in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Land {
    /// Which scenario.
    pub name: String,
    /// Its places and the ways between them.
    pub places: Places,
    /// Where the party is.
    pub party: PlaceId,
    /// Where it has been.
    pub been: BTreeSet<PlaceId>,
    /// Who still waits, and where.
    pub waits: Vec<Waits>,
    /// What can still be found, and where.
    pub loot: Vec<Lies>,
    /// The brood's clock and the sleeper's.
    pub clocks: Vec<Tracker>,
    /// What has become of those on whom the end depends.
    pub fates: BTreeMap<String, Fate>,
}

/// Somebody who still waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Waits {
    /// The number of the place.
    pub place: u16,
    /// What they are called.
    pub who: String,
    /// How many were added to those the entry tells of.
    pub added: u8,
    /// Asleep.
    pub asleep: bool,
}

/// Something that can still be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lies {
    /// The number of the place.
    pub place: u16,
    /// What the referee calls it.
    pub what: String,
}

/// Something about the scenario that became true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SceneFact {
    /// It begins.
    Began {
        /// As it stands then.
        #[schemars(with = "serde_json::Value")]
        land: Box<Land>,
    },
    /// The party is at another place.
    Went {
        /// From, by number.
        from: u16,
        /// To, by number.
        to: u16,
    },
    /// Those who waited are here.
    Revealed {
        /// What they were called.
        who: String,
    },
    /// Something was found.
    Found {
        /// The number of the place.
        place: u16,
        /// What the referee called it.
        what: String,
    },
    /// Gems were found or paid.
    Gems {
        /// By or to whom.
        who: Who,
        /// From.
        from: u32,
        /// To.
        to: u32,
    },
    /// A thing was found.
    Got {
        /// By whom.
        who: Who,
        /// What.
        sheet: ItemSheet,
        /// How it is.
        item: Item,
    },
    /// The hand of a clock moved.
    Hand {
        /// Which clock.
        clock: String,
        /// Where it stands now.
        to: u8,
    },
    /// More of them wait now.
    Added {
        /// Of whom.
        who: String,
        /// How many were added in all.
        added: u8,
    },
    /// A sleeper woke.
    Woke {
        /// Who.
        who: String,
    },
    /// Something is so at a place, or no longer.
    Flag {
        /// The number of the place.
        place: u16,
        /// What.
        flag: String,
        /// Whether it is so.
        on: bool,
    },
    /// What became of somebody.
    Fate {
        /// Of whom.
        of: String,
        /// What.
        is: Fate,
    },
    /// All that the end depends on is done.
    Over,
}

/// Writes a fact down.
pub(crate) fn apply(state: &mut State, fact: &SceneFact) {
    if let SceneFact::Gems { who, to, .. } = fact {
        if let Some(sheet) = state.sheet_mut(*who) {
            sheet.gems = *to;
        }
        return;
    }
    if let SceneFact::Got { who, sheet: got, item } = fact {
        if let Some(sheet) = state.sheet_mut(*who) {
            sheet.items.push(got.clone());
        }
        if let Some(live) = state.live_mut(*who) {
            live.items.push(*item);
        }
        return;
    }
    if let SceneFact::Began { land } = fact {
        state.land = Some(Shared::new((**land).clone()));
        return;
    }
    let Some(land) = state.land_mut() else { return };
    match fact {
        SceneFact::Went { to, .. } => {
            land.party = PlaceId(*to);
            land.been.insert(PlaceId(*to));
        }
        SceneFact::Revealed { who } => land.waits.retain(|waits| waits.who != *who),
        SceneFact::Found { place, what } => {
            if let Some(at) = land.loot.iter().position(|lies| lies.place == *place && lies.what == *what) {
                land.loot.remove(at);
            }
        }
        SceneFact::Hand { clock, to } => {
            if let Some(clock) = land.clocks.iter_mut().find(|known| known.name() == clock) {
                // A hand never passes the end: whoever recorded this has seen to it.
                let _ = clock.set((*to).into());
            }
        }
        SceneFact::Added { who, added } => land.waiting_mut(who, |waits| waits.added = *added),
        SceneFact::Woke { who } => land.waiting_mut(who, |waits| waits.asleep = false),
        SceneFact::Flag { place, flag, on } => {
            // The place was looked up when this was recorded.
            let _ = land.places.set_flag(PlaceId(*place), flag, *on);
        }
        SceneFact::Fate { of, is } => {
            land.fates.insert(of.clone(), *is);
        }
        SceneFact::Began { .. } | SceneFact::Gems { .. } | SceneFact::Got { .. } | SceneFact::Over => {}
    }
}

impl Land {
    /// Those who wait under this name.
    pub fn waiting(&self, who: &str) -> Option<&Waits> {
        self.waits.iter().find(|waits| waits.who == who)
    }

    fn waiting_mut(&mut self, who: &str, change: impl FnOnce(&mut Waits)) {
        if let Some(waits) = self.waits.iter_mut().find(|waits| waits.who == who) {
            change(waits);
        }
    }

    /// The name of a place.
    pub fn place_name(&self, number: u16) -> &str {
        self.places.place(PlaceId(number)).map_or("somewhere", |place| &place.name)
    }
}
