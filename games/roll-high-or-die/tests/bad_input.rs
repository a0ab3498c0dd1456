//! Every command the stories give, bent out of shape and given by the wrong people at the wrong time: refused, or
//! legal by chance; never a panic, and a refusal changes nothing.

mod arena;

use std::path::Path;

use arena::{ANN, Arena, Chance, GM, by_instinct, start};
use boneyard_table::table::Op;
use serde_json::{Value, json};

/// What the stories do, with the table's own requests among it: those are refused as no command.
fn every_command(folder: &Path, all: &mut Vec<Value>) {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("stories").map(|file| file.expect("a file").path()).collect();
    files.sort();
    for file in files {
        if file.is_dir() {
            every_command(&file, all);
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a story");
        let story: Value = toml::from_str(&text).expect("a story");
        let steps = story["step"].as_array().cloned().unwrap_or_default();
        all.extend(steps.into_iter().map(|step| step["do"].clone()).filter(|command| !command.is_null()));
    }
}

/// One part of a command becomes something it should not be.
fn bend(command: &mut Value, chance: &mut Chance) {
    let wrong = [
        json!(0),
        json!(3),
        json!(7),
        json!(200),
        json!(255),
        json!(65_535),
        json!(-1),
        json!(9_999_999_999u64),
        json!("nobody"),
        json!(""),
        json!("x".repeat(5_000)),
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([0, 1, 2, 65_535]),
        json!("Z99"),
        json!("Stealth"),
    ];
    let mut at = command;
    loop {
        let deeper = match &*at {
            Value::Object(fields) => fields.len(),
            Value::Array(parts) => parts.len(),
            _ => 0,
        };
        if deeper == 0 || chance.one_in(6) {
            break;
        }
        let nth = chance.below(deeper);
        at = match at {
            Value::Object(fields) => fields.values_mut().nth(nth).expect("a field"),
            Value::Array(parts) => &mut parts[nth],
            _ => break,
        };
    }
    *at = chance.pick(&wrong).cloned().unwrap_or_default();
}

/// Names of the stories become creatures of this table.
fn here(value: &mut Value, chance: &mut Chance) {
    match value {
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                let names =
                    ["who", "of", "target", "to", "from", "against", "navigator"].contains(&key.as_str());
                if names && field.is_string() {
                    *field = json!(chance.below(8));
                } else {
                    here(field, chance);
                }
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| here(part, chance)),
        _ => {}
    }
}

#[test]
fn commands_bent_out_of_shape_are_refused_and_change_nothing() {
    let mut all = Vec::new();
    every_command(&Path::new(env!("CARGO_MANIFEST_DIR")).join("stories"), &mut all);
    assert!(all.len() > 300, "{} commands", all.len());
    let dark = serde_json::from_value(json!({
        "seats": { "Ann": ["Deke Lowe", "Brother Osk"] },
        "heroes": { "Deke Lowe": { "like": "Deke Lowe" }, "Brother Osk": { "like": "Brother Osk" } },
        "creatures": { "Cut": { "like": "Bandit Cutthroat" }, "Ogre": { "like": "Ogre" } },
        "trackers": { "board": "The Weir House" },
        "at": { "Deke Lowe": "P9", "Brother Osk": "Q9", "Cut": "P10", "Ogre": "R9" },
        "battle": { "order": ["Deke Lowe", "Cut", "Brother Osk", "Ogre"], "turn": "Deke Lowe" },
    }));
    let calm = serde_json::from_value(json!({
        "seats": { "Ann": ["Ilse Karr", "Marta Voss"] },
        "heroes": { "Ilse Karr": { "like": "Ilse Karr" }, "Marta Voss": { "like": "Marta Voss", "set": { "wounds": 1 } } },
    }));
    let stages = [start(0), dark.expect("a stage"), calm.expect("a stage")];
    let (mut done, mut refused) = (0, 0);
    for seed in 0..3 {
        let stage = &stages[seed % stages.len()];
        let mut chance = Chance::new(seed as u64);
        let mut arena = Arena::set(stage, 5);
        for command in &all {
            let mut command = command.clone();
            here(&mut command, &mut chance);
            for _ in 0..chance.below(3) {
                bend(&mut command, &mut chance);
            }
            let seat = if chance.one_in(3) { ANN } else { GM };
            let before = arena.raw();
            match arena.op(seat, Op::Command(command.clone())) {
                Ok(_) => done += 1,
                Err(_) => {
                    refused += 1;
                    assert_eq!(arena.raw(), before, "refused, and yet it changed something: {command}");
                }
            }
            for _ in 0..60 {
                let Some((seat, op)) = by_instinct(&*arena.table) else { break };
                arena.op(seat, op).expect("instinct is legal");
            }
            // A table that has wandered far is no longer the one the commands are for.
            if done % 40 == 39 {
                arena = Arena::set(stage, 5);
            }
        }
    }
    assert!(done > 100 && refused > 1_000, "{done} done, {refused} refused");
}
