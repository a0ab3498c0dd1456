//! The Drowned Chapel as its entries have it, and parties left to themselves that play it through.

use std::collections::BTreeMap;

use boneyard_table::table::Op;
use dead_weight::book::{Book, LootRow};
use dead_weight::combat::drawn_chart;
use dead_weight::gear::ware;
use dead_weight::state::Doing;
use serde_json::{Value, json};

use crate::arena::{Arena, GM, by_instinct, moves};

fn book() -> Book {
    Book::read(&[]).expect("the content can be read")
}

#[test]
fn the_treasure_comes_to_325_silver() {
    let book = book();
    let (mut goods, mut coin) = (0, 0);
    for loot in book.rooms.iter().flat_map(|room| &room.loot) {
        let name = match loot {
            LootRow::Coins { silver } => {
                coin += u32::from(*silver);
                continue;
            }
            LootRow::One(item) | LootRow::More { item, .. } => item,
        };
        assert!(ware(&book, name).is_some(), "{name} is in no list");
        let worth = book.treasure.named(name).and_then(|row| row.value.as_ref());
        goods += worth.and_then(|worth| worth.dice.parse::<u32>().ok()).unwrap_or(0);
    }
    assert_eq!((goods, coin), (207, 88));
    assert!(book.weapons.named("grave-iron sword").is_some());
}

#[test]
fn every_room_has_a_map_on_which_those_who_wait_can_stand() {
    let book = book();
    for room in book.rooms.iter() {
        let chart = drawn_chart(&room.map).unwrap_or_else(|why| panic!("{}: {why}", room.name));
        for square in
            room.waits.iter().flat_map(|waits| &waits.at).chain(room.ways.iter().flat_map(|way| &way.squares))
        {
            let tile: dead_weight::state::Tile = square.parse().expect("a square has a name");
            assert!(chart.grid.bars(tile.square()).is_none(), "{}: {square} is no floor", room.name);
        }
        for foe in &room.waits {
            assert!(book.foes.named(&foe.who).is_some(), "{} is in no list", foe.who);
        }
    }
    let scenario = book.scenarios.iter().next().expect("there is a scenario");
    assert_eq!(scenario.wandering.len(), 6);
    for foe in scenario.wandering.iter().flatten() {
        assert!(book.foes.named(&foe.foe).is_some(), "{} is in no list", foe.foe);
    }
}

/// What became of a party left to itself.
fn played(seed: u64) -> &'static str {
    let (_, stage) = dead_weight::starts().remove(0);
    let mut arena = Arena::set(&stage, seed);
    for _ in 0..6000 {
        if let Some((seat, op)) = by_instinct(&*arena.table) {
            arena.op(seat, op).expect("instinct is legal");
            continue;
        }
        let state = arena.state();
        if state.doing() == Doing::Interlude {
            return "left";
        }
        if state.heroes().next().is_none() {
            return "dead";
        }
        let Some(op) = moves(&*arena.table) else {
            let down = state.heroes().all(|who| state.live(who).mortal);
            assert!(down, "seed {seed}: nobody moves at {} in {:?}", state.expedition.here, state.doing());
            return "captured";
        };
        let told = json!(op);
        arena.op(GM, op).unwrap_or_else(|refusal| panic!("seed {seed}: {told} is refused: {refusal}"));
    }
    panic!("seed {seed}: no end after 6000 steps");
}

/// Two of three parties that play with care get out.
#[test]
fn parties_left_to_themselves_mostly_come_home() {
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..24 {
        *ends.entry(played(seed)).or_default() += 1;
    }
    assert_eq!(ends.values().sum::<usize>(), 24, "{ends:?}");
    assert!(ends.get("left").is_some_and(|left| *left >= 16), "too bold: {ends:?}");
}

#[test]
fn a_site_is_stored_and_read_again() {
    let (_, stage) = dead_weight::starts().remove(0);
    let mut arena = Arena::set(&stage, 3);
    for command in [json!({ "go": { "to": "Nave of Salt" } }), json!({ "go": { "to": "Vestry" } })] {
        arena.op(GM, Op::Command(command)).expect("the way is open");
        while let Some((seat, op)) = by_instinct(&*arena.table) {
            arena.op(seat, op).expect("instinct is legal");
        }
    }
    assert_eq!(arena.rebuilt(), arena.raw());
    assert_ne!(arena.raw()["expedition"], Value::Null);
}
