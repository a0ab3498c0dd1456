//! The party's money, market and Guild by the paths that stories use.

use boneyard_table::At;
use serde_json::{Map, Value, json};

use super::name_of;
use crate::DeadWeight;

/// What stories may ask of the party between expeditions.
pub fn values(at: At<'_, DeadWeight>) -> Value {
    let party = &at.state.party;
    let market: Map<String, Value> = party
        .market
        .iter()
        .map(|good| (name_of(at.book, good.ware), json!({ "found": good.found, "price": good.price })))
        .collect();
    json!({
        "legacy": party.legacy, "returned": party.returned, "found": party.found, "sold": party.sold, "market": market,
    })
}
