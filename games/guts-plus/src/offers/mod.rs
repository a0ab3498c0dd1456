//! What a seat could do now, made per actor on demand: the cards of all deeds, and what can be done aboard the ship.

mod ship;

use boneyard_table::deed;
use boneyard_table::view::OfferCard;
use boneyard_table::{At, Seat, Who};

use crate::GutsPlus;
use crate::command::DEEDS;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, GutsPlus>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.and_then(|who| at.state.creature(who));
    if actor.is_some() && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == Some(seat)) {
        return Vec::new();
    }
    let made = one.is_some_and(|one| one.sheet.draft.is_some());
    let mut all = deed::offers(DEEDS, at, seat, actor, made);
    match actor {
        Some(who) if !made => all.extend(ship::acting(at, who)),
        Some(_) => {}
        None => {
            if seat.is_gm() {
                all.extend(ship::gm(at));
            }
            all.extend(ship::roles(at));
        }
    }
    all
}
