//! The ways into and out of a dungeon.

use boneyard_table::view::OfferCard;
use boneyard_table::{At, Who};

use crate::DieTrying;
use crate::combat::{Cost, legal};
use crate::dungeon::room_at;
use crate::rules;

const GROUP: &str = "Exploring";

pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    if legal(state, at.book, who, Cost::Free).is_err() {
        return Vec::new();
    }
    let mut cards = Vec::new();
    let out = state
        .live(who)
        .at
        .and_then(|spot| room_at(at.book, spot))
        .is_some_and(|room| state.dungeon.is_some() && room.exits.iter().any(|exit| exit.to == "out"));
    if out && state.battle.is_none() {
        cards.push(
            OfferCard::new("climb_out", "Climb out", GROUP).actor("who", who).rule(rules::DT_HOUSE_13H),
        );
    }
    cards
}

/// How the TS brings a party into a dungeon.
pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let state = at.state;
    let ready = state.dungeon.is_none() && state.battle.is_none() && state.heroes().next().is_some();
    // Where somebody waits to be fought, that comes first.
    let calm = state.beings().all(|who| state.sheet(who).side == 0);
    let mut cards = Vec::new();
    if ready && calm && state.left.is_none() {
        cards.push(OfferCard::new("enter_dungeon", "Open the dungeon", "Scene").rule(rules::DT_SCENARIO_01H));
    }
    cards
}
