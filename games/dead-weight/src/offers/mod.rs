//! What a seat could do now: the cards of its deeds, and by hand those of what is not yet a deed.

mod expedition;
mod site;
mod things;

pub(crate) use things::pieces_of;

use boneyard_table::deed;
use boneyard_table::view::OfferCard;
use boneyard_table::{At, Seat, Who};

use crate::DeadWeight;
use crate::command::DEEDS;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DeadWeight>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.and_then(|who| at.state.creature(who));
    if actor.is_some() && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == seat) {
        return Vec::new();
    }
    let making = one.is_some_and(|one| one.sheet.draft.is_some());
    let deeds = deed::offers(DEEDS, at, seat, actor, making);
    match actor {
        Some(_) if making => deeds,
        Some(who) => deeds.into_iter().chain(expedition::acting(at, who)).collect(),
        None if seat.is_gm() => {
            let way = expedition::party(at, seat).into_iter().chain(site::gm(at));
            deeds.into_iter().chain(way).collect()
        }
        None => deeds.into_iter().chain(expedition::party(at, seat)).collect(),
    }
}
