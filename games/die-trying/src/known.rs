//! The table as a player knows it, for the odds players ask for: what they may not know is left out or is as
//! middling as can be, so that no number tells more than they see.

use std::sync::Arc;

use boneyard_table::{At, Seat, Who};

use crate::DieTrying;
use crate::state::{Creature, Fixed, Item, ItemSheet, Live, Place, Shared, Sheet, State, What};
use crate::trap::SEARCHED;
use crate::view::{numbers_visible, shown};

/// The AC of somebody nobody knows anything about.
const MIDDLING: i8 = 6;
/// And it stands for as long as it does.
const UNKNOWN: i16 = 999;

/// The state as a seat knows it.
pub fn known(at: At<'_, DieTrying>, seat: Seat) -> State {
    let mut state = at.state.clone();
    if seat.is_gm() {
        return state;
    }
    for who in at.state.everybody().filter(|who| !numbers_visible(at.state, *who, seat)) {
        let one = at.state.one(who);
        let seems = if shown(at.state, who, seat) { as_it_seems(one) } else { nobody(&mut state, who, one) };
        if let Some(place) = state.place(who) {
            state.creatures[place] = Arc::new(seems);
        }
    }
    for laid in state.traps.iter_mut().filter(|laid| !laid.found) {
        (laid.spent, laid.at, laid.door, laid.rounds) = (true, None, None, 0);
    }
    for cache in state.caches.iter_mut().filter(|cache| !cache.found || !cache.empty) {
        (cache.silver, cache.disguises) = (0, None);
        cache.things.clear();
    }
    if let Some(dungeon) = &mut state.dungeon {
        dungeon.coming = None;
    }
    state
}

/// A creature of the TS's as anybody sees it: where it stands, what ails it, no numbers.
fn as_it_seems(one: &Creature) -> Creature {
    let own = &one.sheet;
    let fixed = Fixed { hp: Some(UNKNOWN), ac: Some(MIDDLING), ..Fixed::default() };
    // What lies about is seen; what somebody has is not.
    let things = own.items.iter().zip(&one.live.items).map(|(thing, item)| match item.place {
        Place::Floor(_) => (thing.clone(), *item),
        // What burns is seen by its light.
        _ if item.lit.is_some() => (thing.clone(), *item),
        _ => (ItemSheet::default(), Item { place: Place::Gone, ..Item::default() }),
    });
    let (things, items): (Vec<_>, Vec<_>) = things.unzip();
    let sheet = Sheet {
        items: things.into_iter().collect(),
        name: own.name.clone(),
        kind: own.kind,
        side: own.side,
        seat: own.seat,
        size: own.size,
        fixed,
        ..Sheet::default()
    };
    let mut affects = one.live.affects.clone();
    let secret: Vec<u32> = affects
        .iter()
        .filter(|affect| !matches!(affect.what.what, What::Is(..) | What::Glowing | What::Shines(..)))
        .map(|affect| affect.id)
        .collect();
    for id in secret {
        affects.end(id);
    }
    let seen = &one.live;
    let searched = seen.used.iter().filter(|used| used.what == SEARCHED).copied();
    let live = Live {
        items: items.into_iter().collect(),
        hp: if seen.hp > 0 { UNKNOWN } else { seen.hp },
        fate: seen.fate,
        at: seen.at,
        prone: seen.prone,
        away: seen.away,
        hidden: seen.hidden.clone(),
        veiled: seen.veiled,
        turn: seen.turn,
        used: searched.collect(),
        affects,
        ..Live::default()
    };
    Creature { live, sheet: Shared::new(sheet) }
}

/// Somebody nobody has noticed is not there.
fn nobody(state: &mut State, who: Who, one: &Creature) -> Creature {
    if let Some(battle) = &mut state.battle {
        battle.order.remove(who);
        battle.fighters.retain(|known| *known != who);
    }
    let mut creature = Creature::blank("somebody", one.sheet.kind);
    (creature.live.away, creature.live.unseen) = (true, true);
    creature
}
