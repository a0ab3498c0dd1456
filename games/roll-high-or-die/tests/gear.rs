//! Every piece of equipment used, step by step, by each of its ways; and everything of the lists made once.

use boneyard_table::Playable;
use boneyard_table::table::Op;
use roll_high_or_die::RollHighOrDie;
use roll_high_or_die::book::{Book, GearRow};
use roll_high_or_die::inventory::recipe;
use serde_json::{Value, json};

use crate::arena::{Arena, GM, by_instinct};

const SEEDS: u64 = 3;

fn book() -> Book {
    RollHighOrDie::book(&[]).expect("ours")
}

fn does(arena: &mut Arena, command: Value) {
    let told = command.to_string();
    if let Err(refusal) = arena.op(GM, Op::Command(command)) {
        panic!("{told} is refused: {refusal}");
    }
    while let Some((seat, op)) = by_instinct(&*arena.table) {
        arena.op(seat, op).expect("instinct is legal");
    }
}

/// Somebody with a thing to use, a friend who lets them, and a locked door.
fn camp(row: &GearRow, seed: u64) -> Arena {
    let things = [row.name.as_str(), "Tinderbox", "Oil Flask", "Gambeson", "Dagger"];
    Arena::scene(
        json!({
            "heroes": {
                "User": {
                    "set": {
                        "strength": 14, "constitution": 14, "tmk": 4, "vitality": 1, "items": things,
                        "worn": ["Gambeson"], "Gambeson.lost": 1,
                    },
                },
                "Friend": { "set": { "constitution": 14, "tmk": 4, "vitality": 1 }, "effects": ["Poisoned"] },
            },
            "trackers": { "board": { "map": ". . . . . .\n. . . . . .\n. . . + . .\n. . . . . .", "locks": [["D3", 12]] } },
            "at": { "User": "C3", "Friend": "C2" },
        }),
        seed,
    )
}

fn used(arena: &mut Arena, row: &GearRow, steps: &[String], bound: bool) {
    for step in steps {
        let verb = step.trim_end_matches('*').split(['|', '*']).next().unwrap_or_default().to_lowercase();
        let mut act = json!({ "who": "User", "verb": verb, "item": row.name });
        if row.hook.as_deref() == Some("poison") {
            act["thing"] = json!("Dagger");
        }
        match row.target.as_deref() {
            _ if bound => act["target"] = json!("Friend"),
            Some("creature") if verb != "inject" => act["target"] = json!("Friend"),
            Some("space") => act["at"] = json!("B3"),
            Some("object") => act["at"] = json!("D3"),
            _ => {}
        }
        does(arena, json!({ "interact": act }));
    }
}

#[test]
fn every_piece_of_equipment_is_used_by_its_steps() {
    for row in book().gear.iter().filter(|row| !row.steps.is_empty()) {
        for seed in 0..SEEDS {
            let mut arena = camp(row, seed);
            used(&mut arena, row, &row.steps, false);
            assert!(arena.cited.contains(&row.id), "{}", row.name);
            assert_eq!(arena.raw(), arena.rebuilt(), "{} with seed {seed}", row.name);
            if !row.other.is_empty() {
                let mut arena = camp(row, seed);
                used(&mut arena, row, &row.other, true);
                let bound = &arena.values()["Friend"]["conditions"]["Restrained"];
                assert_eq!(bound, &json!(1), "{}", row.name);
            }
        }
    }
}

#[test]
fn everything_of_the_lists_is_made_once() {
    let book = book();
    let weapons = book.weapons.iter().filter(|row| !row.body).map(|row| (row.id, row.name.clone()));
    let shots =
        book.ammunition.iter().filter(|row| row.made_of.is_some()).map(|row| (row.id, row.name.clone()));
    let armors = book.armors.iter().map(|row| (row.id, row.name.clone()));
    let gear = book.gear.iter().map(|row| (row.id, row.name.clone()));
    let tools: Vec<String> = book.tools.iter().filter(|row| !row.place).map(|row| row.name.clone()).collect();
    for (id, name) in weapons.chain(shots).chain(armors).chain(gear) {
        let recipe = recipe(&book, &name).expect("made");
        let mut things = tools.clone();
        for (material, count) in &recipe.materials {
            things.extend(std::iter::repeat_n(material.clone(), usize::from(*count)));
        }
        let skill = recipe.skills[0].key();
        let mut set = json!({ "strength": 30, "dexterity": 30, "constitution": 30, "intelligence": 30, "wisdom": 30, "items": things });
        set[skill] = json!("Master");
        let mut arena = Arena::scene(json!({ "heroes": { "Maker": { "set": set } } }), 1);
        let mut watches = 0;
        while !arena.values()["Maker"]["items"].as_array().is_some_and(|items| items.contains(&json!(name))) {
            watches += 1;
            assert!(watches <= 12, "{name} is never done");
            does(&mut arena, json!({ "begin_watch": { "spend": "active", "fire": true } }));
            does(&mut arena, json!({ "craft": { "who": "Maker", "what": name } }));
            does(&mut arena, json!({ "end_watch": {} }));
        }
        assert!(watches >= recipe.watches, "{name} was done too soon");
        assert!(arena.cited.contains(&id), "{name}");
    }
}
