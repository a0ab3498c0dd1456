//! Crossings as offers.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing};
use boneyard_table::{At, Who};
use serde_json::json;

use super::work::ship_of;
use crate::DirkRules;

/// What somebody could do with a ship.
pub(crate) fn offers(at: At<'_, DirkRules>, who: Who) -> Option<OfferCard> {
    let trades = at.state.battle.is_none() && at.state.sheet(who).hero;
    if trades { crossings(at, who) } else { None }
}

/// Crossings in a ship that somebody rides in.
fn crossings(at: At<'_, DirkRules>, who: Who) -> Option<OfferCard> {
    let ship = at.state.live(who).rides?;
    let row = ship_of(at, ship)?;
    let seat = at.state.sheet(who).seat;
    let aboard = at.state.everybody().filter(|&one| {
        at.state.live(one).rides == Some(ship) && at.state.sheet(one).seat == seat && !at.state.live(one).dead
    });
    let of = aboard.map(|one| {
        let name = at.state.sheet(one).name.clone();
        Thing { what: Candidate::new(name.clone(), name), cost: 0 }
    });
    let card = OfferCard::new("voyage", "Cross to another world", "Time")
        .fixed("ship", json!(ship))
        .rule(row.id)
        .param(Param::new(
            "who",
            "Who",
            Domain::Subset { of: of.collect(), least: 1, most: 60, budget: None },
        ));
    Some(card)
}
