//! What a seat could do now: forms with domains, in a fixed order, made per actor on demand.

use boneyard_table::deed;
use boneyard_table::view::OfferCard;
use boneyard_table::{At, Seat, Who};

use crate::DirkRules;
use crate::command::DEEDS;
use crate::scenario;
use crate::time::leisure;
use crate::trade;

/// Commands a seat could give now, for one actor or for itself.
pub fn offers(at: At<'_, DirkRules>, seat: Seat, actor: Option<Who>) -> Vec<OfferCard> {
    let one = actor.and_then(|who| at.state.creature(who));
    if actor.is_some() && !one.is_some_and(|one| seat.is_gm() || one.sheet.seat == seat) {
        return Vec::new();
    }
    let draft = one.and_then(|one| one.sheet.draft.as_ref());
    let mut all = deed::offers(DEEDS, at, seat, actor, draft.is_some());
    match (actor, draft) {
        (Some(_), Some(_)) => {}
        (Some(who), None) => {
            all.extend(leisure::acting(at, who));
            all.extend(trade::offers(at, who));
        }
        (None, _) if seat.is_gm() => {
            all.extend(leisure::referee(at));
            all.extend(scenario::offers(at));
            all.extend(scenario::referee_offers(at));
        }
        (None, _) => all.extend(scenario::offers(at)),
    }
    all
}
