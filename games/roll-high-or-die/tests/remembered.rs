//! Ground that changes where nobody of the players' side looks: their seats have it as they last saw it, byte for byte,
//! until one of them looks again (RH-LOS-01). The Referee has it as it is.

use boneyard_table::table::Op;
use serde_json::{Value, json};

use crate::arena::{ANN, Arena, GM, by_instinct};

fn does(arena: &mut Arena, command: Value) {
    let told = command.to_string();
    arena.op(GM, Op::Command(command)).unwrap_or_else(|refusal| panic!("{told}: {refusal}"));
    while let Some((seat, op)) = by_instinct(&*arena.table) {
        arena.op(seat, op).expect("instinct is legal");
    }
}

/// A corridor around a corner; Cy has been there and is back, and B3 is out of sight.
fn corner(seed: u64) -> Arena {
    let mut arena = Arena::scene(
        json!({
            "seats": { "Ann": ["Cy"] },
            "heroes": { "Cy": { "set": { "dexterity": 14, "tmk": 3, "traits": ["Fleet"] } } },
            "creatures": { "Far": { "like": "Wolf" } },
            "trackers": { "board": { "map": "
                . . . .
                # # # .
                . . . .
                . . . .
                . . . .
                # # # #
                . . . .
            " } },
            "at": { "Cy": "D3", "Far": "A7" },
            "battle": { "order": ["Cy", "Far"], "turn": "Cy" },
        }),
        seed,
    );
    does(&mut arena, json!({ "place": { "who": "Cy", "at": "D4" } }));
    does(&mut arena, json!({ "place": { "who": "Cy", "at": "C1" } }));
    arena
}

/// What Ann hears when she tries things that depend on the ground.
fn probes(arena: &Arena) -> Vec<Value> {
    let tried = [
        json!({ "run": { "who": 0, "to": "B3" } }),
        json!({ "run": { "who": 0, "to": "C3" } }),
        json!({ "measure": { "from": "C1", "to": "A3" } }),
        json!({ "measure": { "from": "A3", "to": "C3" } }),
    ];
    tried.into_iter().map(|command| json!(arena.table.probe(ANN, command))).collect()
}

fn place(arena: &Arena) -> Value {
    arena.values()["Cy"]["at"].clone()
}

#[test]
fn ground_that_changes_in_the_fog_is_as_it_was_last_seen() {
    for is in ["Deep Water", "Rubble", "Mud"] {
        let (mut changed, mut same) = (corner(3), corner(3));
        assert_eq!(changed.everything(ANN), same.everything(ANN));
        does(&mut changed, json!({ "floor": { "at": "B3", "is": is } }));
        assert_eq!(changed.everything(ANN), same.everything(ANN), "{is}");
        assert_eq!(probes(&changed), probes(&same), "{is}");
        assert!(changed.everything(GM).contains(is), "the Referee sees {is}");
        // Back at the corner it is there for all to see.
        for arena in [&mut changed, &mut same] {
            does(arena, json!({ "place": { "who": "Cy", "at": "D4" } }));
        }
        assert!(changed.everything(ANN).contains(is) && !same.everything(ANN).contains(is), "{is}");
        assert!(changed.state().remembered.is_empty());
    }
}

#[test]
fn whoever_runs_where_ground_is_otherwise_than_they_remember_stops_before_it() {
    let (mut changed, mut same) = (corner(3), corner(3));
    does(&mut changed, json!({ "floor": { "at": "B3", "is": "Deep Water" } }));
    for arena in [&mut changed, &mut same] {
        does(arena, json!({ "stance": { "who": "Cy", "stance": "High Ready" } }));
        does(arena, json!({ "run": { "who": "Cy", "to": "B3" } }));
    }
    assert_eq!((place(&changed), place(&same)), (json!("C3"), json!("B3")));
    assert!(changed.everything(ANN).contains("Deep Water"), "and now they know");
    assert_eq!(changed.rebuilt(), changed.raw(), "facts rebuild the state");
}

/// Two doors in a row: the second is seen through the first.
fn doors() -> Arena {
    let mut arena = Arena::scene(
        json!({
            "seats": { "Ann": ["Cy"] },
            "heroes": { "Cy": { "like": "Deke Lowe" } },
            "trackers": { "board": { "map": "
                # # # # # # #
                . . + . + . .
                # # # # # # #
            " } },
            "at": { "Cy": "A2" },
        }),
        5,
    );
    does(&mut arena, json!({ "door": { "at": "C2", "open": true } }));
    does(&mut arena, json!({ "door": { "at": "C2", "open": false } }));
    arena
}

#[test]
fn a_door_that_opens_in_the_fog_is_closed_to_those_who_saw_it_so() {
    let (mut changed, same) = (doors(), doors());
    assert_eq!(changed.everything(ANN), same.everything(ANN));
    does(&mut changed, json!({ "door": { "at": "E2", "open": true } }));
    assert_eq!(changed.everything(ANN), same.everything(ANN));
    assert_eq!(changed.state().remembered.len(), 1);
    // Closed again it is as they remember, and still they have not seen it.
    does(&mut changed, json!({ "door": { "at": "E2", "open": false } }));
    assert_eq!(changed.everything(ANN), same.everything(ANN));
    does(&mut changed, json!({ "door": { "at": "E2", "open": true } }));
    does(&mut changed, json!({ "door": { "at": "C2", "open": true } }));
    assert_ne!(changed.everything(ANN), same.everything(ANN), "through the open door it is seen");
    assert!(changed.state().remembered.is_empty());
}

#[test]
fn what_changes_in_plain_view_is_known_at_once() {
    let (mut changed, same) = (corner(3), corner(3));
    does(&mut changed, json!({ "floor": { "at": "A1", "is": "Mud" } }));
    assert_ne!(changed.everything(ANN), same.everything(ANN));
    assert!(changed.everything(ANN).contains("Mud") && changed.state().remembered.is_empty());
}
