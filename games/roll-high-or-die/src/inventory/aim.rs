//! What a small act with a thing can be aimed at beside the thing itself, so that forms ask for no more than that.

use super::carry::carried;
use super::chain::next_step;
use super::interact::{Interact, Verb};
use crate::book::{Book, Effect};
use crate::rules;
use crate::state::State;

/// What an act can be aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aims {
    /// Somebody beside the one who acts.
    pub somebody: bool,
    /// A space.
    pub space: bool,
    /// Another thing of one's own.
    pub thing: bool,
}

/// What an act can be aimed at as far as its thing has come.
pub fn aims(state: &State, book: &Book, act: &Interact) -> Aims {
    let found = act.item.and_then(|item| carried(state, act.who, item, rules::RH_ACT_10).ok());
    let Some((thing, now)) = found.filter(|(_, now)| now.place.is_held()) else { return Aims::default() };
    let row = thing.like.and_then(|like| book.gear.get(like.as_str()));
    let next = row.and_then(|row| Some((row, next_step(row, now, act.verb)?)));
    let Some((row, (_, _, star, bound))) = next else {
        return Aims { space: act.verb == Verb::Place, ..Aims::default() };
    };
    if !star {
        return Aims::default();
    }
    let mends = row.effects.iter().any(|effect| matches!(effect, Effect::Armoring(_)));
    match row.target.as_deref() {
        _ if bound => Aims { somebody: true, ..Aims::default() },
        Some("creature") => Aims { somebody: true, ..Aims::default() },
        Some("space" | "object") => Aims { space: true, ..Aims::default() },
        Some("item") => Aims { thing: true, somebody: mends, ..Aims::default() },
        _ => Aims::default(),
    }
}
