//! Things in places, on bodies, in holders; coins; shops.

use serde_json::json;

use super::{ADA, BO, Evening};

#[test]
fn a_dropped_sword_is_there_tomorrow() {
    let mut evening = Evening::begins();
    evening.granted(ADA, "sword", 1);
    evening.does("drop", json!({ "who": "Ada", "item": "sword" }));
    evening.gm("pass", json!({ "span": "1 day" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.does("go", json!({ "who": "Ada", "to": "The inn" }));
    evening.does("take", json!({ "who": "Ada", "what": "sword" }));
    assert_eq!((evening.has(ADA, "sword"), evening.lies("inn", "sword")), (1, 0));
}

#[test]
fn a_dead_friends_purse_is_shared_out() {
    let mut evening = Evening::begins();
    evening.granted(BO, "coins", 7);
    evening.granted(ADA, "coins", 1);
    evening.refused("not-helpless", "loot", json!({ "who": "Ada", "target": "Bo", "item": "coins" }));
    evening.gm("bleed", json!({ "who": "Bo", "by": 9 }));
    evening.does("loot", json!({ "who": "Ada", "target": "Bo", "item": "coins", "number": 5 }));
    assert_eq!((evening.has(ADA, "coins"), evening.has(BO, "coins")), (6, 2));
    let place = super::at("inn");
    evening.gm("join", json!({ "name": "Cy", "place": place }));
    evening.does("share_out", json!({ "who": "Ada", "coins": 5 }));
    let cy = evening.who("Cy");
    // Three stand there. Odd ones go to those who have fewest: Cy has none, Ada one of her own, Bo two.
    assert_eq!((evening.has(ADA, "coins"), evening.has(BO, "coins"), evening.has(cy, "coins")), (3, 3, 2));
}

#[test]
fn coins_nobody_has_are_not_paid() {
    let mut evening = Evening::begins();
    evening.granted(ADA, "coins", 3);
    evening.refused("too-few", "pay", json!({ "who": "Ada", "target": "Bo", "coins": 4 }));
    evening.refused("too-few", "pay", json!({ "who": "Ada", "target": "Bo", "coins": 0 }));
    evening.refused("no-coins", "pay", json!({ "who": "Ada", "target": "Bo", "coins": 1, "of": "shells" }));
    evening.does("pay", json!({ "who": "Ada", "target": "Bo", "coins": 3 }));
    assert_eq!((evening.has(ADA, "coins"), evening.has(BO, "coins")), (0, 3));
}

#[test]
fn what_is_given_to_somebody_who_went_stays() {
    let mut evening = Evening::begins();
    evening.granted(ADA, "sword", 1);
    evening.does("go", json!({ "who": "Bo", "to": "The barn" }));
    evening.refused("not-here", "give", json!({ "who": "Ada", "item": "sword", "target": "Bo" }));
    evening.refused("not-carried", "give", json!({ "who": "Ada", "item": 9, "target": "Bo" }));
}

#[test]
fn somebody_elses_cup_is_stolen_once_and_the_hearth_stays() {
    let mut evening = Evening::begins();
    evening.refused("fixed", "take", json!({ "who": "Ada", "what": "hearth" }));
    evening.does("take", json!({ "who": "Ada", "what": "silver cup" }));
    assert_eq!(evening.told(), ["Thief!"]);
    evening.does("drop", json!({ "who": "Ada", "item": "silver cup" }));
    evening.does("take", json!({ "who": "Ada", "what": "silver cup" }));
    assert!(evening.told().is_empty(), "it was not the host's any more");
}

#[test]
fn what_is_hidden_has_no_number_until_it_is_found() {
    let mut evening = Evening::begins();
    let before = evening.seen("inn");
    assert!(before.lies.iter().all(|lies| lies.name != "knife"));
    let numbers: Vec<u32> = before.lies.iter().map(|lies| lies.what).collect();
    assert_eq!(numbers, [1, 2], "no gap gives it away");
    evening.refused("no-such-thing", "take", json!({ "who": "Ada", "what": 3 }));
    evening.does("search", json!({ "who": "Ada" }));
    evening.does("take", json!({ "who": "Ada", "what": 3 }));
    assert_eq!(evening.has(ADA, "knife"), 1);
}

#[test]
fn a_cart_has_room_for_so_much_and_goes_where_it_is_led() {
    let mut evening = Evening::begins();
    evening.granted(ADA, "stone", 5);
    evening.refused("no-room", "stash", json!({ "who": "Ada", "item": "stone", "into": "cart" }));
    evening.refused("out-of-reach", "stash", json!({ "who": "Ada", "item": "stone", "into": "box" }));
    evening.does("stash", json!({ "who": "Ada", "item": "stone", "into": "cart", "number": 2 }));
    evening.does("take", json!({ "who": "Ada", "what": "silver cup" }));
    evening.does("stash", json!({ "who": "Ada", "item": "silver cup", "into": "cart" }));
    assert_eq!(evening.told(), ["It rattles."]);
    evening.refused("no-such-thing", "lead", json!({ "who": "Ada", "what": "box" }));
    evening.does("lead", json!({ "who": "Ada", "what": "cart" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    assert_eq!((evening.lies("barn", "stone"), evening.lies("inn", "stone")), (2, 0));
    evening.does("lead", json!({ "who": "Ada", "what": "cart", "stop": true }));
    evening.does("go", json!({ "who": "Ada", "to": "The inn" }));
    assert_eq!(evening.lies("barn", "stone"), 2);
    evening.refused("no-such-thing", "take", json!({ "who": "Ada", "what": "stone" }));
}

#[test]
fn a_box_is_trapped_until_the_dart_is_found_and_made_safe() {
    let mut evening = Evening::begins();
    for who in ["Ada", "Bo"] {
        evening.does("go", json!({ "who": who, "to": "The barn" }));
    }
    evening.refused("no-such-trap", "disarm", json!({ "who": "Ada", "trap": "dart" }));
    evening.granted(ADA, "brass key", 1);
    evening.refused("locked", "open", json!({ "who": "Bo", "what": "box" }));
    let mut careless = Evening { state: evening.state.clone(), ..Evening::begins() };
    careless.does("open", json!({ "who": "Ada", "what": "box" }));
    assert_eq!(careless.state.bodies[&ADA].points, 4);
    evening.does("search", json!({ "who": "Ada" }));
    evening.does("disarm", json!({ "who": "Ada", "trap": "dart" }));
    evening.does("unlock", json!({ "who": "Ada", "what": "box" }));
    assert_eq!(evening.lies("barn", "Torch"), 0, "an open lock shows nothing yet");
    evening.does("open", json!({ "who": "Bo", "what": "box" }));
    assert_eq!((evening.state.bodies[&BO].points, evening.lies("barn", "Torch")), (6, 1));
    evening.does("take", json!({ "who": "Bo", "what": "Torch" }));
    assert_eq!(evening.has(BO, "Torch"), 1);
}

#[test]
fn the_inn_sells_dearer_and_only_while_the_host_is_up() {
    let mut evening = Evening::begins();
    evening.refused("too-few", "buy", json!({ "who": "Ada", "what": "Rope" }));
    evening.granted(ADA, "coins", 20);
    evening.refused("not-sold", "buy", json!({ "who": "Ada", "what": "a ship" }));
    evening.does("buy", json!({ "who": "Ada", "what": "Rope" }));
    // 3 at 150 hundredths is 4½, and shops round up.
    assert_eq!((evening.has(ADA, "Rope"), evening.has(ADA, "coins")), (1, 15));
    evening.does("buy", json!({ "who": "Ada", "what": "Torch", "number": 3 }));
    assert_eq!((evening.has(ADA, "Torch"), evening.has(ADA, "coins")), (3, 9));
    evening.gm("bleed", json!({ "who": "Ada", "by": 3 }));
    evening.does("buy", json!({ "who": "Ada", "what": "a bed" }));
    assert_eq!((evening.state.bodies[&ADA].points, evening.has(ADA, "coins")), (6, 6));
    evening.refused("not-wanted", "sell", json!({ "who": "Ada", "item": "Torch" }));
    evening.does("sell", json!({ "who": "Ada", "item": "Rope" }));
    assert_eq!((evening.has(ADA, "Rope"), evening.has(ADA, "coins")), (0, 7));
    evening.gm("bleed", json!({ "who": "The host", "by": 9 }));
    evening.refused("not-sold", "buy", json!({ "who": "Ada", "what": "Torch" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.refused("not-bought", "sell", json!({ "who": "Ada", "item": "Torch" }));
}
