//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand.

use boneyard_table::deed;
use boneyard_table::view::OfferCard;
use boneyard_table::{At, Seat, Who};

use crate::DirkRules;
use crate::command::DEEDS;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DirkRules>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.and_then(|who| at.state.creature(who));
    if actor.is_some() && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == seat) {
        return Vec::new();
    }
    let draft = one.is_some_and(|one| one.sheet.draft.is_some());
    deed::offers(DEEDS, at, seat, actor, draft)
}
