//! Things that change hands. Every move is one fact; things come from and go to `Outside` alone.

use boneyard_table::{At, Cx, Who};

use super::fact::WorldFact;
use super::fill::{file_at, holder_at, is_open};
use super::world::{PlaceKey, Where, World};
use super::worldly::{Stack, Worldly};
use crate::part::Spot;

/// Most heaps of one table.
pub(super) const MOST_HEAPS: usize = 2_000;

/// Records that a thing, or so many of several alike, is elsewhere. What lies with its like is one heap with it, unless it is to
/// be told apart. Says in which heap it is, if it lies anywhere.
pub(super) fn shift<G: Worldly>(
    cx: &mut Cx<'_, G>,
    thing: G::Thing,
    (from, heap): (Where, Option<u32>),
    to: Where,
    found: bool,
    apart: bool,
) -> Option<u32> {
    let world = G::world(cx.state());
    let lies = !matches!(to, Where::Carried(_) | Where::Outside);
    let like = |number: u32, other: &super::world::Heap<G>| {
        let plain = other.owner.is_none() && !other.fixed && other.found.is_some() == found;
        plain && other.at == to && Some(number) != heap && other.what.of(1) == thing.of(1)
    };
    let like = || world.heaps.iter().find(|(number, other)| like(**number, other)).map(|(number, _)| *number);
    let into = match (lies, apart) {
        (false, _) => None,
        (true, true) => Some(world.next),
        (true, false) => Some(like().unwrap_or(world.next)),
    };
    cx.record(G::CITES.things, WorldFact::Moved { thing, from, heap, to, into, found }.into());
    into
}

/// Makes a thing, from nowhere. Says in which heap it is, if it lies anywhere.
pub(super) fn make<G: Worldly>(
    cx: &mut Cx<'_, G>,
    thing: G::Thing,
    to: Where,
    found: bool,
    apart: bool,
) -> Option<u32> {
    let room = G::world(cx.state()).heaps.len() < MOST_HEAPS && thing.number() > 0;
    if room { shift(cx, thing, (Where::Outside, None), to, found, apart) } else { None }
}

/// What lies in a place or a holder: the number of each heap and what it is.
pub fn things_of<'w, G: Worldly>(
    world: &'w World<G>,
    at: &'w Where,
) -> impl Iterator<Item = (u32, &'w G::Thing)> + 'w {
    world.heaps.iter().filter(move |(_, heap)| heap.at == *at).map(|(number, heap)| (*number, &heap.what))
}

/// Where somebody is.
pub fn place_of<G: Worldly>(at: At<'_, G>, who: Who) -> Option<PlaceKey> {
    G::world(at.state).stands.get(&who).map(|stand| stand.place.clone())
}

/// Where somebody lays what they drop: on their square, or in their place.
pub(super) fn at_the_feet_of<G: Worldly>(at: At<'_, G>, who: Who) -> Option<Where> {
    let place = place_of(at, who)?;
    Some(match G::square(at, who) {
        Some(square) => Where::Square { place, square: Spot(square) },
        None => Where::Place(place),
    })
}

/// Whether something is in a place, or in a holder there that people see into.
pub(super) fn is_within<G: Worldly>(at: At<'_, G>, is: &Where, here: &PlaceKey) -> bool {
    match is {
        Where::Place(place) | Where::Square { place, .. } => place == here,
        Where::In { adventure, holder } => {
            let Some(running) = G::world(at.state).running(adventure) else { return false };
            let Some(file) = file_at(at, adventure) else { return false };
            let row = file.holder.iter().find(|row| row.id.as_str() == &**holder);
            row.is_some_and(|row| holder_at(running, adventure, row) == *here && is_open(running, row))
        }
        Where::Carried(_) | Where::Outside => false,
    }
}
