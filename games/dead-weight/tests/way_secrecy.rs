//! What a player may not know on the way does not reach them: two tables that differ only in doom, omens,
//! traps nobody found and rooms nobody has seen are the same to a player, byte for byte.

mod arena;

use arena::{ANN, Arena, GM, by_instinct};
use boneyard_table::table::Op;
use boneyard_table::{ActionId, Seat, Who};
use serde_json::{Value, json};

fn everything(arena: &Arena, seat: Seat) -> String {
    let actors = (0..=arena.table.creatures(GM).len() as u16).map(|who| Some(Who(who)));
    let offers: Vec<_> =
        [None].into_iter().chain(actors).flat_map(|actor| arena.table.offers(seat, actor)).collect();
    let lines = arena.table.lines(seat, ActionId(0));
    let all = (arena.table.view(seat), offers, arena.table.prompts(seat), lines, arena.table.creatures(seat));
    serde_json::to_string(&all).expect("views can be written")
}

fn party(doom: u8, omens: [u8; 2], room: &Value, seed: u64) -> Arena {
    let hero = |name: &str| json!({ "like": name });
    let stage = json!({
        "seats": { "Ann": ["Gerda Holt", "Bo Tarrow"] },
        "heroes": { "Gerda Holt": hero("Gerda Holt"), "Bo Tarrow": hero("Bo Tarrow") },
        "trackers": {
            "doom": { "value": doom, "most": 60 }, "omens": { "value": omens[0], "size": omens[1] }, "room": room,
        },
    });
    Arena::scene(stage, seed)
}

/// A room full of secrets, and one without.
fn here(seed: u64) -> Arena {
    let trap = json!({ "name": "Canary trap", "when": "touch", "attack": "DEX 1+1", "state": "hidden" });
    let waits = json!({ "foe": "Canary", "at": ["A1"], "hidden": true, "wakes": ["cross"] });
    let loot = json!([{ "item": "canary egg", "count": 1 }]);
    let flags = ["lit", "exit", "dry", "safe"];
    party(41, [3, 11], &json!({ "flags": flags, "traps": [trap], "waits": [waits], "loot": loot }), seed)
}

fn there(seed: u64) -> Arena {
    party(2, [1, 12], &json!({ "flags": ["lit", "exit", "dry", "safe"] }), seed)
}

/// What is done in both places alike; nothing of it finds anything.
fn deeds() -> Vec<(Seat, Value)> {
    vec![
        (ANN, json!({ "catch_breath": {} })),
        (GM, json!({ "pass_turns": { "turns": 3 } })),
        (GM, json!({ "move_tracker": { "tracker": "doom", "by": 1 } })),
        (ANN, json!({ "freeform": { "who": 0, "about": "listen at the wall" } })),
        (ANN, json!({ "search": { "who": 1 } })),
        (GM, json!({ "place_flag": { "flag": "filthy", "on": true } })),
        (GM, json!({ "move_tracker": { "tracker": "omens", "by": 1 } })),
        (ANN, json!({ "pitch_camp": { "long_rest": true } })),
        (ANN, json!("lookout")),
        (ANN, json!("break_camp")),
        (GM, json!({ "pass_turns": { "turns": 2 } })),
    ]
}

fn probes(arena: &Arena) -> Vec<Value> {
    let tried = [
        json!({ "disarm": { "who": 0, "trap": "Canary trap" } }),
        json!({ "look_for_traps": { "who": 1 } }),
        json!({ "show_tracker": { "tracker": "doom" } }),
        json!({ "show_tracker": { "tracker": "omens" } }),
        json!({ "veteran": { "who": 0 } }),
        json!({ "go": { "to": "Vault" } }),
        json!({ "loot": {} }),
        json!({ "parley": { "who": 0 } }),
        json!("start_combat"),
    ];
    tried.into_iter().map(|command| json!(arena.table.probe(ANN, command))).collect()
}

#[test]
fn two_expeditions_that_differ_only_in_hidden_things_look_the_same() {
    for seed in 0..16 {
        let (mut here, mut there) = (here(seed), there(seed));
        for (seat, deed) in deeds() {
            let told = [&mut here, &mut there].map(|arena| {
                let told = arena.op(seat, Op::Command(deed.clone())).map(|_| ());
                while let Some((seat, op)) = by_instinct(&*arena.table) {
                    arena.op(seat, op).expect("instinct is legal");
                }
                told
            });
            assert_eq!(told[0], told[1], "seed {seed}: {deed}");
            let seen = everything(&here, ANN);
            assert_eq!(seen, everything(&there, ANN), "seed {seed}: after {deed}");
            assert!(!seen.to_lowercase().contains("canary"), "seed {seed}: after {deed}");
            assert_eq!(probes(&here), probes(&there), "seed {seed}: found out by trying after {deed}");
        }
    }
}

#[test]
fn the_gm_reads_what_players_do_not() {
    let arena = here(1);
    let seen = everything(&arena, GM);
    for known in ["canary egg", "41"] {
        assert!(seen.contains(known), "the GM does not see {known}");
    }
}
