//! The table as a player knows it, for the odds players ask for: what they may not know is left out or is as
//! middling as can be, so that no number tells more than they see.

use std::sync::Arc;

use boneyard_table::{At, Seat, Who};

use crate::RollHighOrDie;
use crate::remembered;
use crate::state::{Creature, Fixed, Item, ItemSheet, Live, Place, Shared, Sheet, Size, State, Ware};
use crate::view::{numbers_visible, placed, shown};

/// The Defenses of somebody nobody knows anything about.
const MIDDLING: i16 = 10;
/// And it stands for as long as it does.
const UNKNOWN: i16 = 999;

/// The state as a seat knows it.
pub fn known(at: At<'_, RollHighOrDie>, seat: Seat) -> State {
    if seat.is_gm() {
        return at.state.clone();
    }
    let mut state = remembered::known(at.state).into_owned();
    state.remembered.clear();
    for who in at.state.everybody().filter(|who| !numbers_visible(at.state, *who, seat)) {
        let one = at.state.one(who);
        let seems = if shown(at.state, who, seat) {
            as_it_seems(one, placed(at, who, seat))
        } else {
            nobody(&mut state, who, one)
        };
        if let Some(place) = state.place(who) {
            state.creatures[place] = Arc::new(seems);
        }
    }
    if state.board.iter().any(|board| board.traps.iter().any(|trap| !trap.noticed))
        && let Some(board) = &mut state.board
    {
        board.change().traps.retain(|trap| trap.noticed);
    }
    state
}

/// A creature of the Referee's as anybody sees it: where it stands if it is seen, what ails it, no numbers.
fn as_it_seems(one: &Creature, seen: bool) -> Creature {
    let own = &one.sheet;
    let middling = Some(MIDDLING);
    let fixed = Fixed { vitality: Some(UNKNOWN), defenses: [middling; 3], ..Fixed::default() };
    let sheet = Sheet {
        name: own.name.clone(),
        rank: own.rank,
        side: own.side,
        seat: own.seat,
        size: own.size,
        fixed,
        items: dropped(one).map(|(thing, _)| thing).collect(),
        ..Sheet::default()
    };
    let was = &one.live;
    let mut live = Live { vitality: UNKNOWN, dead: was.dead, away: was.away || !seen, ..Live::default() };
    live.items = dropped(one).map(|(_, now)| now).collect();
    if seen {
        live.stance = was.stance;
        (live.at, live.lift) = (was.at, was.lift);
        live.conditions = was.conditions.clone();
        live.turn = was.turn;
    }
    Creature { live, sheet: Shared::new(sheet) }
}

/// What somebody has dropped lies there for everybody, under its number; nobody knows of anything else they have.
fn dropped(one: &Creature) -> impl Iterator<Item = (ItemSheet, Item)> {
    let lies = |now: &&Item| matches!(now.place, Place::Floor(_));
    let last = one.live.items.iter().rposition(|now| lies(&now)).map_or(0, |last| last + 1);
    one.sheet.items.iter().zip(&one.live.items).take(last).map(move |(thing, now)| {
        if lies(&now) {
            return (thing.clone(), Item::new(now.place, now.count));
        }
        let name = String::new();
        let thing = ItemSheet { name, like: None, size: Size::Tiny, stack: 1, ware: Ware::Plain };
        (thing, Item::new(Place::Gone, 0))
    })
}

/// Somebody nobody knows of is not there.
fn nobody(state: &mut State, who: Who, one: &Creature) -> Creature {
    if let Some(encounter) = &mut state.encounter {
        encounter.order.remove(who);
        encounter.fighters.retain(|known| *known != who);
    }
    let mut creature = Creature::blank("somebody", one.sheet.rank);
    creature.live.away = true;
    creature
}
