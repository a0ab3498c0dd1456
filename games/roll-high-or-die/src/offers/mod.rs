//! What a seat could do now, made per actor on demand: every deed in the order of the list, and scenarios.

mod scenario;

use boneyard_table::deed;
use boneyard_table::view::OfferCard;
use boneyard_table::{At, Seat, Who};

use crate::RollHighOrDie;
use crate::command::DEEDS;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, RollHighOrDie>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.and_then(|who| at.state.creature(who));
    if actor.is_some() && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == seat) {
        return Vec::new();
    }
    let being_made = one.is_some_and(|one| one.sheet.draft.is_some());
    let deeds = deed::offers(DEEDS, at, seat, actor, being_made);
    match actor {
        Some(_) if being_made => deeds,
        Some(who) => deeds.into_iter().chain(scenario::acting(at, who)).collect(),
        None if seat.is_gm() => {
            let nobody_else = at.state.here().all(|who| at.state.sheet(who).side == 0);
            match nobody_else {
                true => scenario::gm(at).into_iter().chain(deeds).collect(),
                false => deeds.into_iter().chain(scenario::gm(at)).collect(),
            }
        }
        None => deeds,
    }
}
