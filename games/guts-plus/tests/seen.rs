//! What players see: in a fight whose turn it is, also where anybody may take it; of a character being made what is
//! still missing.

use boneyard_table::view::Owner;
use boneyard_table::{Seat, Who};
use serde_json::{Value, json};

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

#[test]
fn the_sheet_says_what_a_character_sets_out_without() {
    let mut arena = Arena::scene(json!({ "seats": { "Bo": [] } }), 1);
    arena.does(json!({ "draft": { "name": "Ash" } }), &[]);
    let lacks = |arena: &Arena| {
        let view = arena.table.view(Seat::GM);
        let block = view.block(&Owner::Hero { who: Who(0) }, "lacks");
        block.map(|block| serde_json::to_value(block).expect("plain data").to_string()).unwrap_or_default()
    };
    let does = |arena: &mut Arena, command: Value| arena.does(command, &[]);
    assert_eq!(lacks(&arena), "", "much else is still to be chosen");
    does(
        &mut arena,
        json!({ "biography": { "who": "Ash", "height": "tall", "weight": 150, "build": "slim" } }),
    );
    does(&mut arena, json!({ "invent": { "who": "Ash", "name": "Botany" } }));
    does(&mut arena, json!({ "points": { "who": "Ash", "spend": { "Botany": 2, "Utility": 1 } } }));
    let bare = lacks(&arena);
    assert!(bare.contains("No clothes on the torso and the legs and the feet."), "{bare}");
    assert!(bare.contains("No things yet"), "{bare}");
    for (place, thing) in [("torso", "shirt"), ("legs", "jeans"), ("feet", "clogs")] {
        does(&mut arena, json!({ "dress": { "who": "Ash", "place": place, "thing": thing } }));
    }
    does(&mut arena, json!({ "own": { "who": "Ash", "thing": "harmonica" } }));
    let unarmed = lacks(&arena);
    assert!(!unarmed.contains("No ") && unarmed.contains("Nothing that can injure"), "{unarmed}");
    does(&mut arena, json!({ "own": { "who": "Ash", "thing": "pocket knife" } }));
    assert_eq!(lacks(&arena), "");
}
