//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand; one
//! file per family.

mod activity;
mod camp;
mod expedition;
mod gear;
mod grow;
mod interlude;
mod magic;
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
        Some(who) => {
            let own = deeds.into_iter().chain(magic::acting(at, who)).chain(expedition::acting(at, who));
            own.chain(interlude::acting(at, who)).collect()
        }
        None if seat.is_gm() => {
            let way = expedition::party(at, seat).into_iter().chain(site::gm(at));
            deeds.into_iter().chain(way).chain([gear::explain()]).collect()
        }
        None => deeds.into_iter().chain(expedition::party(at, seat)).chain([gear::explain()]).collect(),
    }
}
