//! Notations explained, for anybody.

use boneyard_table::view::{Domain, OfferCard, Param};

use crate::rules;

/// A notation in words, for anybody.
pub(super) fn explain() -> OfferCard {
    OfferCard::new("explain", "Explain a weapon's notation", "Things")
        .rule(rules::DW_WEAP_01)
        .param(Param::new("notation", "Notation", Domain::text(40)))
        .param(Param::new("enemy", "Of an enemy", Domain::yes_no()).optional())
}
