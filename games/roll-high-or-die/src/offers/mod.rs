//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand; one file per family.

mod check;
mod hero;
mod interact;
mod inventory;
mod living;
mod scenario;
mod table;

use boneyard_table::deed;
use boneyard_table::view::{Candidate, Domain, OfferCard};
use boneyard_table::{At, Seat, Who};

use crate::RollHighOrDie;
use crate::command::DEEDS;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, RollHighOrDie>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.and_then(|who| at.state.creature(who));
    if actor.is_some() && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == seat) {
        return Vec::new();
    }
    let draft = one.and_then(|one| one.sheet.draft.as_ref());
    let deeds = deed::offers(DEEDS, at, seat, actor, draft.is_some());
    match (actor, draft) {
        (Some(who), Some(draft)) => hero::making(at, who, draft),
        (Some(who), None) => {
            let things = inventory::acting(at, who).into_iter().chain(living::acting(at, seat, who));
            let things = things.chain(scenario::acting(at, who)).chain(hero::learning(at, who));
            deeds.into_iter().chain(things).chain(check::acting(at, who)).collect()
        }
        (None, _) if seat.is_gm() => {
            let first = if at.state.here().all(|who| at.state.sheet(who).side == 0) {
                scenario::gm(at).into_iter().chain(deeds).collect::<Vec<_>>()
            } else {
                deeds.into_iter().chain(scenario::gm(at)).collect()
            };
            let scene = first.into_iter().chain(table::gm(at));
            scene.chain(living::referee(at)).chain([hero::begin()]).chain(check::gm(at)).collect()
        }
        (None, _) => vec![hero::begin()],
    }
}

fn people(at: At<'_, RollHighOrDie>, who: impl IntoIterator<Item = Who>) -> Domain {
    Domain::creature(who.into_iter().map(|who| Candidate::new(who, at.state.name(who).to_owned())))
}
