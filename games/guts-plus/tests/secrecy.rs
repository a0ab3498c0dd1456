//! What a player may not know does not reach them: two tables that differ only in what the GM keeps hidden
//! are the same to a player, byte for byte, also in the middle of a roll.

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

/// A thug with qualities nobody has met, and a check with a demand nobody is told of.
fn scene(secret: bool, seed: u64) -> Arena {
    let thug = if secret {
        json!({ "thought": 7, "qualities": { "Canary": 4 }, "xp": 40, "backstory": "canary" })
    } else {
        json!({})
    };
    let stage = json!({
        "seats": { "Ann": ["Maria"] },
        "heroes": { "Maria": { "set": { "thought": 2 } }, "Bo": {} },
        "creatures": { "Thug": { "set": thug } },
    });
    Arena::scene(stage, seed)
}

fn deeds(secret: bool) -> Vec<(Seat, Value)> {
    let mut search = json!({ "who": "Maria", "what": "search the room", "quality": "Thought" });
    if secret {
        search["needs"] = json!("positive");
        search["hidden"] = json!(true);
        search["on_failure"] = json!("");
    }
    let shove = json!({
        "who": "Maria", "what": "shove", "quality": "Gumption", "against": [{ "who": "Thug", "quality": "Gumption" }],
    });
    vec![
        (GM, json!({ "check": search })),
        (GM, json!({ "contest": shove })),
        (ANN, json!({ "attempt": { "who": "Maria", "what": "sing" } })),
        (GM, json!({ "injure": { "who": "Thug", "part": "Left Arm", "cause": "chair" } })),
        (GM, json!("scene")),
    ]
}

#[test]
fn hidden_demands_and_unmet_qualities_look_like_nothing() {
    for seed in 0..6 {
        let (mut here, mut there) = (scene(true, seed), scene(false, seed));
        for ((seat, secret), (_, plain)) in deeds(true).into_iter().zip(deeds(false)) {
            here.op(seat, Op::Command(secret)).expect("a legal command");
            there.op(seat, Op::Command(plain)).expect("a legal command");
            loop {
                assert_eq!(everything(&here, ANN), everything(&there, ANN), "seed {seed}");
                let (Some((seat, say)), Some((_, same))) =
                    (by_instinct(&*here.table), by_instinct(&*there.table))
                else {
                    break;
                };
                // A near success with a demand is not decided: only one of the two waits.
                here.op(seat, say).expect("instinct is legal");
                there.op(seat, same).expect("instinct is legal");
            }
            while let Some((seat, say)) = by_instinct(&*there.table) {
                there.op(seat, say).expect("instinct is legal");
            }
        }
        assert!(!everything(&here, ANN).to_lowercase().contains("canary"));
        assert!(everything(&here, GM).contains("Canary"), "the GM sees it");
    }
}
