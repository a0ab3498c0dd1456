//! Things that change hands. Every move is one fact; things come from and go to `Outside` alone.

use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};

use super::fact::WorldFact;
use super::world::{PlaceKey, Where, World};
use super::worldly::{Stack, Worldly};

/// Most heaps of one table.
const MOST_HEAPS: usize = 2_000;

/// Records that a thing, or so many of several alike, is elsewhere.
pub(super) fn shift<G: Worldly>(
    cx: &mut Cx<'_, G>,
    thing: G::Thing,
    (from, heap): (Where, Option<u32>),
    to: Where,
    found: bool,
) {
    let world = G::world(cx.state());
    let into = matches!(to, Where::Place(_) | Where::In { .. }).then_some(world.next);
    let fact = WorldFact::Moved { thing, from, heap, to, into, found };
    cx.record(G::RULES.things, fact.into());
}

/// Makes a thing, from nowhere.
pub(super) fn make<G: Worldly>(cx: &mut Cx<'_, G>, thing: G::Thing, to: Where, found: bool) {
    if G::world(cx.state()).heaps.len() < MOST_HEAPS && thing.number() > 0 {
        shift(cx, thing, (Where::Outside, None), to, found);
    }
}

/// What lies in a place or a holder: the number of each heap and what it is.
pub fn things_of<'w, G: Worldly>(
    world: &'w World<G>,
    at: &'w Where,
) -> impl Iterator<Item = (u32, &'w G::Thing)> + 'w {
    world.heaps.iter().filter(move |(_, heap)| heap.at == *at).map(|(number, heap)| (*number, &heap.what))
}

/// Somebody takes from a heap that is here or in an opened holder here: all of it if no number is said.
pub fn take<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, heap: u32, number: Option<u32>) -> Flow {
    // The same words for what is not there and for what nobody found.
    let no = || refuse(Refusal::new(G::RULES.things, "no-such-thing", "There is no such thing here."));
    let Some(here) = place_of(cx.at(), who) else { return no() };
    let Some(lies) = G::world(cx.state()).heaps.get(&heap) else { return no() };
    if !lies.found || !within_reach(cx.at(), &lies.at, &here) {
        return no();
    }
    let many = number.unwrap_or(lies.what.number());
    if many == 0 || many > lies.what.number() {
        let sentence = format!("There are {} of them.", lies.what.number());
        return refuse(Refusal::new(G::RULES.things, "so-many", sentence).with("most", lies.what.number()));
    }
    let (thing, from) = (lies.what.of(many), lies.at.clone());
    shift(cx, thing, (from, Some(heap)), Where::Carried(who), true);
    Ok(())
}

/// Somebody lays down something they carry: here, in an opened holder here, or with somebody here.
pub fn put<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, name: &str, number: Option<u32>, to: Where) -> Flow {
    let Some(here) = place_of(cx.at(), who) else {
        return refuse(Refusal::new(G::RULES.things, "nowhere", "They are nowhere."));
    };
    let carried =
        G::carried(cx.at(), who).into_iter().find(|thing| thing.name() == name || thing.tag() == Some(name));
    let Some(thing) = carried else {
        return refuse(Refusal::new(G::RULES.things, "not-carried", format!("They have no {name}.")));
    };
    let many = number.unwrap_or(thing.number());
    if many == 0 || many > thing.number() {
        let sentence = format!("They have {} of them.", thing.number());
        return refuse(Refusal::new(G::RULES.things, "so-many", sentence).with("most", thing.number()));
    }
    let reached = match &to {
        Where::Carried(other) => place_of(cx.at(), *other).as_ref() == Some(&here),
        to => within_reach(cx.at(), to, &here),
    };
    if !reached {
        return refuse(Refusal::new(G::RULES.things, "out-of-reach", "That is not within reach."));
    }
    if matches!(to, Where::Place(_) | Where::In { .. }) && G::world(cx.state()).heaps.len() >= MOST_HEAPS {
        return refuse(Refusal::new(G::RULES.things, "too-many", "Too many things lie about already."));
    }
    shift(cx, thing.of(many), (Where::Carried(who), None), to, true);
    Ok(())
}

/// Where somebody is.
pub(super) fn place_of<G: Worldly>(at: At<'_, G>, who: Who) -> Option<PlaceKey> {
    G::world(at.state).stands.get(&who).map(|stand| stand.place.clone())
}

/// Whether something is in a place, or in a holder there that is open.
fn within_reach<G: Worldly>(at: At<'_, G>, is: &Where, here: &PlaceKey) -> bool {
    match is {
        Where::Place(place) => place == here,
        Where::In { adventure, holder } => {
            let Some(running) = G::world(at.state).running(adventure) else { return false };
            let Some(file) = G::adventure(at.book, &running.file) else { return false };
            let there = file.holder.iter().find(|row| row.id.as_str() == &**holder);
            *adventure == here.adventure
                && running.opened.contains(holder)
                && there.is_some_and(|row| row.r#where.as_str() == &*here.place)
        }
        Where::Carried(_) | Where::Outside => false,
    }
}
