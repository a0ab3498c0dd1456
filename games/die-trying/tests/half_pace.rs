//! Going at half pace: a trap may be noticed before it goes off, and what is known is stepped over (DT-HOUSE-15H). And
//! a wish that moves one thing among several (DT-HOUSE-10H).

use boneyard_table::table::Op;
use serde_json::json;

use crate::arena::{Arena, GM};

/// Two with Perception +3 on a map with a pit before each of them, and a goblin far away.
fn pits() -> Arena {
    let sharp =
        json!({ "set": { "wisdom": 3, "perception": "Trained", "max_hp": 20, "hp": 20, "dexterity": 0 } });
    let mut arena = Arena::scene(
        json!({
            "heroes": { "Quill": sharp, "Ana": sharp },
            "creatures": { "Goblin": { "set": { "max_hp": 9, "perception_bonus": 0 } } },
            "trackers": { "board": { "light": "normal", "width": 20, "height": 9 } },
            "at": { "Quill": "A1", "Ana": "A3", "Goblin": "T9" },
        }),
        1,
    );
    arena.does(json!({ "lay_trap": { "trap": "Pit", "at": "C1" } }), &[]);
    arena.does(json!({ "lay_trap": { "trap": "Pit", "at": "C3" } }), &[]);
    arena
}

#[test]
fn whoever_goes_slowly_may_notice_a_trap_and_stops_there() {
    let mut arena = pits();
    // +3, at -2, and a 4: 5 beats 4.
    arena.does(json!({ "move": { "who": "Quill", "to": "F1", "slowly": true } }), &[4]);
    let all = arena.values();
    assert_eq!((&all["Quill"]["at"], &all["Quill"]["hp"]), (&json!("C1"), &json!(20)));
    assert_eq!(all["traps"][0], json!({ "name": "Pit", "found": true, "spent": false }));
    // Known, and stepped over with care.
    arena.does(json!({ "move": { "who": "Quill", "to": "B1" } }), &[]);
    let by = ["C1", "D1", "E1", "F1"];
    arena.does(json!({ "move": { "who": "Quill", "to": "F1", "by": by, "slowly": true } }), &[]);
    let all = arena.values();
    assert_eq!((&all["Quill"]["at"], &all["Quill"]["hp"]), (&json!("F1"), &json!(20)));
}

#[test]
fn whoever_notices_nothing_falls_in_all_the_same() {
    let mut arena = pits();
    // A 3 is 4, which does not beat 4; a save of 5 does not beat 5, and the fall takes 2.
    arena.does(json!({ "move": { "who": "Ana", "to": "F3", "slowly": true } }), &[3, 5, 2]);
    let all = arena.values();
    assert_eq!((&all["Ana"]["at"], &all["Ana"]["hp"]), (&json!("C3"), &json!(18)));
    // The TS may say that somebody went slowly where no map does: 5 and 1 beat 5.
    arena.does(json!({ "lay_trap": { "trap": "Dart slit" } }), &[]);
    arena.does(json!({ "spring_trap": { "trap": 2, "who": "Quill", "slowly": true } }), &[5]);
    assert_eq!(arena.values()["Quill"]["hp"], json!(20));
}

#[test]
fn half_pace_costs_double() {
    let mut arena = pits();
    arena.does(json!({ "fight": { "fighters": ["Ana", "Goblin"] } }), &[9, 1]);
    let far = json!({ "move": { "who": "Ana", "to": "A7", "slowly": true } });
    let refusal = arena.op(GM, Op::Command(far)).expect_err("twenty feet are forty");
    assert_eq!(refusal.code(), "too-far");
    arena.does(json!({ "move": { "who": "Ana", "to": "A6", "slowly": true } }), &[]);
    assert_eq!(arena.values()["Ana"]["feet"], json!(0));
}

#[test]
fn a_wish_moves_what_a_third_of_its_power_can_carry() {
    let mut arena = Arena::scene(
        json!({
            "heroes": {
                "Ana": { "set": { "intelligence": 3, "arcana": "Expert", "magic_dice": 1 } },
                "Bea": { "set": { "items": ["Tinderbox", "Rope"], "Rope.place": "floor" } },
            },
            "trackers": { "board": { "light": "normal", "width": 12, "height": 4 } },
            "at": { "Ana": "A1", "Bea": "E1" },
        }),
        1,
    );
    // P 5, +4 and a 2: a third of 5 is Bulk 1, and so is a rope.
    let wish = json!({ "improvise": { "who": "Ana", "wish": "the rope", "dice": 1, "skill": "arcana", "like": "Move",
        "target": "Bea", "item": 1 } });
    arena.does(wish, &[5, 2]);
    assert_eq!(arena.values()["Bea"]["Rope"]["at"], json!("A1"));
}
