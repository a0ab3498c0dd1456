//! What players see on the way: who stands before the party, and how they are disposed, but nobody who is still hidden.

use serde_json::{Value, json};

use crate::arena::{ANN, Arena, GM};

/// A party in a place with two foes, one of them dead, and one that nobody has found.
fn met(more: &Value) -> Arena {
    let waits = json!({ "foe": "Plague Ghoul", "at": ["A1"], "hidden": true });
    let mut room = json!({ "flags": ["lit"], "foes": ["Snatcher", "Fallen", "Corpse"], "waits": [waits] });
    room.as_object_mut().expect("a map").extend(more.as_object().expect("a map").clone());
    Arena::scene(
        json!({
            "seats": { "Ann": ["Gerda Holt"] },
            "heroes": { "Gerda Holt": { "like": "Gerda Holt" } },
            "creatures": {
                "Snatcher": { "like": "Goblin Snatcher" },
                "Fallen": { "like": "Goblin Snatcher", "set": { "dead": true } },
                "Corpse": { "like": "Freshly Risen Corpse" },
            },
            "trackers": { "doom": { "value": 2, "most": 12 }, "room": room },
        }),
        1,
    )
}

/// The place as a player reads of it.
fn told(arena: &Arena) -> String {
    arena.table.view(ANN).scene.expect("an expedition is a scene").say.text().to_owned()
}

#[test]
fn players_see_their_foes_while_they_explore() {
    for (how, words) in [
        (json!({}), "Here, against you: Snatcher, Corpse."),
        (json!({ "unaware": true }), "Here, unaware of you: Snatcher, Corpse."),
        (json!({ "peace": true, "unaware": true }), "Here, in peace with you: Snatcher, Corpse."),
    ] {
        let arena = met(&how);
        assert_eq!(told(&arena), words);
        let seen = arena.everything(ANN);
        assert!(!seen.contains("Plague Ghoul"), "who is still hidden is in no list: {seen}");
        assert!(arena.everything(GM).contains("Plague Ghoul"), "the GM knows who waits");
    }
    assert_eq!(told(&met(&json!({ "foes": [] }))), "", "where nobody is, nobody is listed");
}

#[test]
fn foes_are_listed_in_the_chapel_as_soon_as_they_are_met() {
    let (_, stage) = dead_weight::starts().remove(0);
    let mut arena = Arena::set(&stage, 3);
    assert!(!told(&arena).contains("Dry Bones"), "{}", told(&arena));
    arena.does(json!({ "go": { "to": "Nave of Salt" } }), &[]);
    let text = told(&arena);
    assert!(text.contains("Here, unaware of you: Dry Bones, Dry Bones 2, Dry Bones 3."), "{text}");
}
