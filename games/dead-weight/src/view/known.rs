//! The table as a player knows it, for the odds players ask for: what they may not know is left out or is
//! as it seems, so that no number tells more than they see.

use std::sync::Arc;

use boneyard_table::{At, Seat, Sees};

use super::numbers_visible;
use crate::DeadWeight;
use crate::roll::omen_readers;
use crate::state::{Creature, Expedition, FoeSheet, Omens, Room, Shared, Sheet, Site, State, TrapState};

/// Wounds a creature takes that nobody knows anything about: as many as it takes.
const UNKNOWN: u8 = 99;

/// The state as a seat knows it.
pub fn known(at: At<'_, DeadWeight>, seat: Seat) -> State {
    let mut state = at.state.clone();
    if seat.is_gm() {
        return state;
    }
    for who in at.state.everybody().filter(|who| !numbers_visible(at.state, *who, seat)) {
        let one = &mut state.creatures[usize::from(who.0)];
        *one = Arc::new(as_it_seems(at.state.one(who)));
    }
    if omen_readers(at.state).sees(seat) != Sees::Whole {
        Arc::make_mut(&mut state.party).omens = Omens { value: 0, size: at.state.party.omens.size.min(1) };
    }
    let way = Arc::make_mut(&mut state.expedition);
    let sites = std::mem::take(&mut way.sites);
    let here = sites.get(&way.site).map(|site| (way.site.clone(), seen(site)));
    *way = Expedition {
        rising: Vec::new(),
        coming: Vec::new(),
        sites: here.into_iter().collect(),
        ..way.clone()
    };
    state
}

/// A creature of the GM's: what anybody sees of it, with no armor, no grit and no end of blood.
fn as_it_seems(one: &Creature) -> Creature {
    let Sheet { name, kind, side, seat, .. } = (*one.sheet).clone();
    let foe = FoeSheet { level: 1, wounds: UNKNOWN, actions: 2, movement: 1, ..FoeSheet::default() };
    let (like, hero, items, draft) = (None, Default::default(), Vec::new(), None);
    let sheet = Sheet { name, kind, side, seat, like, hero, foe, items, draft };
    let mut live = one.live.clone();
    (live.hits, live.armor) = (0, 0);
    live.used.clear();
    live.items.clear();
    live.memorised.clear();
    Creature { live, sheet: Shared::new(sheet) }
}

/// A site as far as it was walked through. Doom has no events before they come.
fn seen(site: &Site) -> Site {
    let been = |name: &str| site.rooms.get(name).is_some_and(|room| room.visited);
    let ways = site.ways.iter().filter(|way| !way.secret && way.between.iter().any(|name| been(name)));
    let ways: Vec<_> = ways.cloned().collect();
    let near = |name: &str| ways.iter().any(|way| way.from(name).is_some());
    let rooms = site.rooms.iter().filter(|(name, _)| been(name) || near(name));
    let rooms = rooms.map(|(name, room)| (name.clone(), bare(room)));
    Site {
        like: None,
        doom: 0,
        most: u8::MAX,
        events: Vec::new(),
        ambush: 0,
        flood: site.flood,
        again: 0,
        wandering: Vec::new(),
        rooms: rooms.collect(),
        ways,
        twist: None,
    }
}

fn bare(room: &Room) -> Room {
    if !room.visited {
        return Room::default();
    }
    Room {
        loot: Vec::new(),
        waits: Vec::new(),
        wakes: Vec::new(),
        wants: Vec::new(),
        parley: false,
        traps: room.traps.iter().filter(|trap| trap.state != TrapState::Hidden).cloned().collect(),
        ..room.clone()
    }
}
