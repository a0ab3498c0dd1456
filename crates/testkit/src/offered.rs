//! Offers as a page sends them: whatever stands open must at least be understood. Whether the rules then allow it is
//! another question.

use boneyard_table::Seat;
use boneyard_table::table::AnyTable;
use boneyard_table::view::{OfferCard, Picks};

/// The offer, which must be understood as it stands if it asks for nothing.
pub fn understood(table: &dyn AnyTable, seat: Seat, offer: OfferCard) -> OfferCard {
    if offer.refusal.is_none() && offer.params.iter().all(|param| param.optional) {
        let sent = table.probe(seat, offer.filled(&Picks::new()));
        let refused = sent.err().filter(|refusal| refusal.code() == "unreadable");
        assert!(refused.is_none(), "{} is offered and not understood: {refused:?}", offer.command);
    }
    offer
}
