//! What the GM has decided once is not asked again and again.

use boneyard_table::table::Op;
use serde_json::json;

use crate::arena::{Arena, GM, answer};

#[test]
fn four_who_run_are_one_question() {
    let mut arena = Arena::scene(
        json!({ "heroes": { "Ash": {} }, "creatures": { "A": {}, "B": {}, "C": {}, "D": {} } }),
        1,
    );
    arena.does(json!({ "begin_combat": { "fighters": ["Ash", "A", "B", "C", "D"] } }), &[6, 5, 4, 3, 2]);
    arena.does(json!({ "take_turn": { "who": "Ash" } }), &[]);
    arena.does(json!({ "end_turn": { "who": "Ash" } }), &[]);
    let mut asked = Vec::new();
    for who in ["A", "B", "C", "D"] {
        arena.does(json!({ "take_turn": { "who": who } }), &[]);
        arena.op(GM, Op::Command(json!({ "flee": { "who": who } }))).expect("anybody may run");
        while let Some(card) = arena.table.prompts(GM).into_iter().next() {
            let say = if card.name == "flee" { json!("yes") } else { json!("end") };
            arena.op(GM, answer(&card.id, say)).expect("the GM lets them go");
            asked.push((who, card.name));
        }
    }
    // The others are let go as the first was; then nobody is left to fight.
    assert_eq!(asked, [("A", "flee".to_owned()), ("D", "end_fight".to_owned())]);
}
