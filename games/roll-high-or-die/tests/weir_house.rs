//! The Weir House by itself: four ready Characters go in, and come back or do not. `BONEYARD_SEEDS` plays more of them.

use std::collections::BTreeMap;

use boneyard_table::stage::Seating;
use boneyard_table::table::Op;
use serde_json::json;

use crate::arena::{ANN, Arena, GM, by_instinct, moves};

fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(1)
}

/// Requests after which it will hardly end.
const LONGEST: u32 = 3_000;

/// Plays the scenario to its end, and says how it came out.
fn expedition(seed: u64) -> (String, Arena) {
    let (_, stage) = roll_high_or_die::starts().into_iter().next().expect("there are beginnings");
    let mut arena = Arena::set(&stage, seed);
    arena.op(GM, Op::Command(json!({ "enter": {} }))).expect("the scenario opens");
    for _ in 0..LONGEST {
        let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
        let Some((seat, op)) = next else {
            let awaits = arena.table.awaits();
            assert!(awaits.creatures.is_empty(), "seed {seed} is stuck: {}", awaits.why);
            let ending = arena.values()["ending"].as_str().map(str::to_owned);
            return (ending.unwrap_or_else(|| panic!("seed {seed} ends without a word")), arena);
        };
        if let Err(refusal) = arena.op(seat, op.clone()) {
            panic!("seed {seed}: {refusal} ({op:?})");
        }
    }
    panic!("seed {seed} does not end");
}

/// What players read of the Weir House is what Harl tells them; the notes are the Referee's.
#[test]
fn everybody_reads_what_is_known_and_the_notes_are_the_referees() {
    let (_, mut stage) = roll_high_or_die::starts().into_iter().next().expect("there are beginnings");
    stage.seats.insert("Ann".into(), Seating::Creatures(stage.heroes.keys().take(2).cloned().collect()));
    let mut arena = Arena::set(&stage, 1);
    arena.op(GM, Op::Command(json!({ "enter": {} }))).expect("the scenario opens");
    let [ann, gm] = [ANN, GM].map(|seat| serde_json::to_string(&arena.table.view(seat)).expect("plain data"));
    let book = roll_high_or_die::book::Book::read(&[]).expect("our own content can be read");
    let row = book.scenarios.iter().next().expect("there is a scenario");
    let read = |view: &str, text: &str| view.contains(&json!(text).to_string()[1..text.len() + 1]);
    for known in &row.known {
        assert!(read(&ann, known) && read(&gm, known), "{known}");
    }
    for note in &row.gm {
        assert!(!read(&ann, note) && read(&gm, note), "{note}");
    }
}

#[test]
fn parties_left_to_themselves_come_to_an_end() {
    let mut outcomes: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..seeds() {
        let (outcome, arena) = expedition(seed);
        assert_eq!(arena.rebuilt(), arena.raw(), "seed {seed}: facts rebuild the state");
        *outcomes.entry(outcome).or_default() += 1;
    }
    println!("{outcomes:#?}");
}
