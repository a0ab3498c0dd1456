//! What players see of a fight: whose turn it is, also where anybody may take it.

use boneyard_table::Seat;
use serde_json::json;

use crate::arena::Arena;

#[test]
fn in_later_rounds_it_is_the_turn_of_everybody_who_has_not_acted() {
    let scene = json!({
        "heroes": { "Ash": {} },
        "creatures": { "Wolf": { "like": "GP-FOE-09H" } },
        "battle": { "order": ["Ash", "Wolf"], "round": 2 },
    });
    let mut arena = Arena::scene(scene, 1);
    let up = |arena: &Arena| -> Vec<String> {
        let order = arena.table.view(Seat(1)).order.expect("a fight has an order");
        order.entries.iter().filter(|one| one.now).map(|one| one.name.text().to_owned()).collect()
    };
    assert_eq!(up(&arena), ["Ash", "Wolf"]);
    arena.does(json!({ "take_turn": { "who": "Ash" } }), &[]);
    assert_eq!(up(&arena), ["Ash"], "whoever takes the turn has it");
    arena.does(json!({ "end_turn": { "who": "Ash" } }), &[]);
    assert_eq!(up(&arena), ["Wolf"]);
}
