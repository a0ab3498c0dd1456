//! What no story is long enough for: a table that is full. And who can be handed to a seat.

use boneyard_table::Who;
use boneyard_table::table::Op;
use serde_json::json;

use crate::arena::{ANN, Arena, GM};

#[test]
fn a_table_keeps_track_of_four_hundred_creatures_and_no_more() {
    let mut arena = Arena::scene(json!({}), 1);
    let comes = |nth: usize| Op::Command(json!({ "add_creature": { "name": format!("Rat {nth}") } }));
    for nth in 0..400 {
        arena.op(GM, comes(nth)).unwrap_or_else(|refusal| panic!("rat {nth}: {refusal}"));
    }
    let before = arena.raw();
    let refusal = arena.op(GM, comes(400)).expect_err("one too many");
    assert_eq!(refusal.code(), "too-many");
    assert_eq!(arena.raw(), before);
}

#[test]
fn only_heroes_are_played_from_a_seat_of_their_own() {
    let stage = json!({
        "seats": { "Ann": ["Ana"] },
        "heroes": { "Ana": {} },
        "creatures": { "Goblin": { "like": "Goblin Stickfighter" } },
    });
    let mut arena = Arena::scene(stage, 1);
    let refusal = arena.op(GM, Op::Hand { who: Who(1), to: ANN }).expect_err("a goblin is the TS's");
    assert_eq!(refusal.code(), "no-hero");
}
