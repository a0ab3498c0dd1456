//! Commands and answers bent out of shape: refused, or legal by chance; never a panic, and a
//! refusal changes nothing.

use boneyard_testkit::{Chance, answer, prompt_id, said};
use std::collections::BTreeSet;

use boneyard_table::table::Op;
use boneyard_table::{Seat, Who};
use dirk_rules::book::Book;
use dirk_rules::state::Place;
use serde_json::{Value, json};

use crate::support::{self, BO, DI, GM, TestTable, sound, start};

/// One of every command, legal somewhere.
fn every_command() -> Vec<Value> {
    vec![
        json!({ "house": { "switch": "hands", "value": "off" } }),
        json!({ "add": { "like": "DK-FOE-01H", "name": "Another" } }),
        json!({ "name": { "who": "Bandit", "name": "Rask" } }),
        json!({ "apart": { "one": 0, "other": 4, "feet": 5 } }),
        json!({ "save": { "who": 0, "ability": "STR", "difficulty": "legendary", "complicated": true, "second": "WIL", "about": "climb" } }),
        json!({ "contest": { "sides": [{ "who": 0, "ability": "STR" }, { "who": 4, "ability": "DEX" }] } }),
        json!({ "begin": { "fighters": [0, 1, 4], "ambushed": [4] } }),
        json!({ "move": { "who": 0, "from": 4, "heading": "towards", "feet": 10 } }),
        json!({ "attack": { "who": 0, "with": { "item": 0 }, "target": 4, "let_break": true } }),
        json!({ "attack": { "who": 4, "with": "fists", "target": 0 } }),
        json!({ "full_defense": { "who": 0 } }),
        json!({ "grapple": { "who": 0, "target": 4 } }),
        json!({ "stand": { "who": 0, "with_action": true } }),
        json!({ "hold": { "who": 0, "item": 1, "place": "hand" } }),
        json!({ "end_turn": { "who": 0 } }),
        json!("end_battle"),
        json!({ "draw": { "table": "DK-LOOT-04H" } }),
        json!({ "meet": { "at": 0, "attitude": "wary", "feet": 30 } }),
        json!({ "hand_out": { "at": 0, "who": 0, "item": 1 } }),
        json!({ "befall": { "at": 0, "who": [0, 1] } }),
        json!({ "put_aside": { "at": 0 } }),
        json!({ "search": { "who": 0, "body": 4 } }),
        json!({ "take": { "who": 0, "from": 4, "item": 0 } }),
        json!({ "grant": { "who": 0, "thing": "stuffed pike", "weight": 2, "gems": 3 } }),
        json!({ "find_at": { "who": 0, "place": "a kitchen aboard a wreck" } }),
        json!({ "black_market": { "who": 0, "class": "wild" } }),
        json!({ "weather": { "is": "fog", "hours": 4 } }),
        json!({ "ford": { "who": [0, 1] } }),
        json!({ "hazard": { "is": "fall", "who": [0], "size": 20, "warned": true } }),
        json!({ "mishap": { "what": "a falling shelf", "who": [0, 1] } }),
        json!({ "threat": { "name": "raiders", "step": 2 } }),
        json!({ "event": { "scale": "days" } }),
        json!({ "pass": { "scale": "hours", "count": 3 } }),
        json!({ "draft": { "name": "Nell", "seat": 1 } }),
        json!({ "roll_totals": { "who": 8 } }),
        json!({ "assign": { "who": 8, "slots": { "str": 9, "dex": 9, "wil": 9, "hp": 9, "gems": 9 } } }),
        json!({ "learn": { "who": 8, "kind": "advanced degree", "of": "law" } }),
        json!({ "buy": { "who": 8, "thing": "knife" } }),
        json!({ "ready": { "who": 8 } }),
        json!({ "shop": { "who": 0, "thing": "torches", "count": 2 } }),
        json!({ "sell": { "who": 0, "item": 1 } }),
        json!({ "hand_on": { "who": 0, "item": 1, "target": 1 } }),
        json!({ "drop": { "who": 0, "item": 2 } }),
        json!({ "fix": { "who": 0, "fix": "mend", "item": 0 } }),
        json!({ "work": { "who": 0, "count": 1, "skilled": false } }),
        json!({ "voyage": { "who": [0, 1], "ship": 4 } }),
        json!({ "apprentice": { "who": 0, "teacher": 1, "what": "Knit", "of": null } }),
        json!({ "train": { "lesson": 0, "weeks": 1 } }),
        json!({ "lesson_needs": { "lesson": 0, "what": "a pelt", "of": 1 } }),
        json!({ "lesson_meets": { "lesson": 0, "what": "a pelt", "count": 1 } }),
        json!({ "leave_lesson": { "lesson": 0 } }),
        json!({ "use": { "who": 3, "power": "torches", "say": "x" } }),
    ]
}

fn junk(chance: &mut Chance) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(255),
        json!(256),
        json!(65535),
        json!(65536),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("Brack"),
        json!("nobody"),
        json!("\u{0}"),
        json!([]),
        json!({}),
        json!([[[[0]]]]),
        json!({ "item": 255 }),
        json!({ "natural": 7 }),
        json!("x".repeat(5000)),
        json!("STR"),
        json!([0, 0, 0]),
        json!({ "who": 0, "ability": "STR" }),
    ];
    all[chance.below(all.len())].clone()
}

/// Every place in a value that can be bent.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, inner)| places(inner, &format!("{at}/{key}"), found));
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(n, inner)| places(inner, &format!("{at}/{n}"), found));
        }
        _ => {}
    }
}

fn bent(mut value: Value, chance: &mut Chance) -> Value {
    for _ in 0..=chance.below(2) {
        let mut found = Vec::new();
        places(&value, "", &mut found);
        let place = found[chance.below(found.len())].clone();
        let Some(inner) = value.pointer_mut(&place) else { continue };
        match (inner, chance.below(4)) {
            (Value::Object(map), 0) => {
                let key = map.keys().nth(chance.below(map.len())).cloned();
                key.map(|key| map.remove(&key));
            }
            (Value::Object(map), 1) => {
                map.insert("twice".into(), junk(chance));
            }
            (Value::Array(list), 0) => list.push(junk(chance)),
            (Value::Array(list), 1) => list.truncate(chance.below(3)),
            (inner, _) => *inner = junk(chance),
        }
    }
    value
}

/// A table in the middle of things: a hero half made, a battle, and a question open.
fn lived_in(seed: u64) -> TestTable {
    let mut bench = TestTable::set(&start(0, seed.is_multiple_of(3)), seed);
    bench.op(BO, Op::Command(json!({ "draft": { "name": "Nell" } }))).expect("legal");
    if seed.is_multiple_of(2) {
        bench.op(GM, Op::Command(json!({ "begin": { "fighters": [0, 1, 2, 3, 4, 5, 6] } }))).expect("legal");
        let mut chance = Chance::new(seed);
        for _ in 0..chance.below(30) {
            let Some((seat, op)) = support::by_instinct_or_move(&bench, &mut chance) else { break };
            bench.op(seat, op).expect("legal");
        }
    }
    bench
}

#[test]
fn bent_commands_and_answers_are_refused_and_change_nothing() {
    let book = Book::read(&[]).expect("the game's own content");
    let (mut refused, mut taken) = (BTreeSet::new(), 0);
    for seed in 0..40 {
        let mut chance = Chance::new(1000 + seed);
        let mut bench = lived_in(seed);
        for _ in 0..60 {
            let seat = [GM, GM, BO, DI, Seat(7), Seat(255)][chance.below(6)];
            let cards = bench.table.prompts(GM);
            let op = match chance.pick(&cards).filter(|_| chance.one_in(2)) {
                Some(card) => {
                    let say = said(card, &mut chance).unwrap_or(Value::Null);
                    answer(&card.id, bent(say, &mut chance))
                }
                None => {
                    let all = every_command();
                    Op::Command(bent(all[chance.below(all.len())].clone(), &mut chance))
                }
            };
            let before = bench.raw();
            if let Op::Command(command) = &op {
                // Looking does not break anything either.
                let _ = bench.table.probe(seat, command.clone());
            }
            match bench.op(seat, op) {
                Ok(_) => {
                    taken += 1;
                    let state = bench.state();
                    sound::state(&state, &book, &BTreeSet::new());
                    sound::not_stuck(&*bench.table, &state);
                }
                Err(refusal) => {
                    assert!(!refusal.to_string().is_empty());
                    assert_eq!(bench.raw(), before);
                    refused.insert(refusal.code().to_owned());
                }
            }
        }
        let replayed = bench.replayed();
        assert_eq!(replayed.save().expect("a save"), bench.save(), "refusals leave no trace");
    }
    for code in ["unreadable", "no-such-seat", "not-yours", "only-gm", "no-such-creature"] {
        assert!(refused.contains(code), "nothing was refused as {code}, only as {refused:?}");
    }
    assert!(taken > 0, "some bent commands are legal all the same");
}

#[test]
fn absurd_overrulings_are_refused_or_harmless() {
    let mut chance = Chance::new(7);
    let mut bench = lived_in(2);
    let mut paths = Vec::new();
    places(&bench.table.values(), "", &mut paths);
    let mut set = 0;
    for _ in 0..400 {
        let path = paths[chance.below(paths.len())].trim_start_matches('/').replace('/', ".");
        let op = Op::Overrule { path, value: junk(&mut chance), reason: "why not".into() };
        let before = bench.raw();
        if bench.op(GM, op).is_err() {
            assert_eq!(bench.raw(), before);
            continue;
        }
        set += 1;
        // Whatever was set, everybody can look, and whoever is waited for has a way on.
        for seat in [GM, BO, DI] {
            assert!(!bench.everything(seat).is_empty());
        }
        for who in bench.table.awaits().creatures {
            assert!(bench.table.instinct(who).is_some());
        }
    }
    assert!(set > 5, "only {set} values could be set");
}

#[test]
fn a_creature_beyond_all_measure_still_moves_and_holds() {
    let hundred: Vec<&str> = vec!["sword"; 100];
    let mut bench = TestTable::set(&start(0, false), 1);
    let mut set = |path: &str, value: Value| {
        let op = Op::Overrule { path: path.into(), value, reason: "a titan".into() };
        bench.op(GM, op).map(|_| ()).map_err(|refusal| refusal.code().to_owned())
    };
    assert_eq!(set("Bandit.items", json!(hundred)), Ok(()));
    assert_eq!(set("Bandit.items", json!(vec!["sword"; 101])), Err("not-so".into()));
    assert_eq!(set("Bandit.hands", json!(["sword"])), Ok(()));
    assert_eq!(set("Bandit.hands", json!(["sword", "greatsword"])), Err("not-so".into()));
    assert_eq!(set("Bandit.speed", json!(255)), Ok(()));
    assert_eq!(set("Bandit.dex", json!(255)), Ok(()));
    bench.does(json!({ "house": { "switch": "advanced_initiative", "value": "off" } }), &[]);
    bench.does(json!({ "house": { "switch": "quickfire", "value": "off" } }), &[]);
    bench.does(json!({ "begin": { "fighters": ["Bandit", "Brack"] } }), &[]);
    let far = json!({ "move": { "who": "Bandit", "from": "Brack", "heading": "away", "feet": 65535 } });
    bench.does(far.clone(), &[]);
    assert_eq!(bench.table.probe(GM, far).expect_err("the move is used up").code(), "too-far");
    let hold = json!({ "hold": { "who": "Bandit", "item": 0, "place": "pack" } });
    bench.does(hold, &[]);
    assert_eq!(bench.state().live(Who(4)).items[0].place, Place::Pack);
}

#[test]
fn every_kind_of_nonsense_has_its_own_refusal() {
    let mut bench = TestTable::set(&start(0, false), 1);
    let cases = [
        (GM, json!({ "begin": { "fighters": [0] } }), "fighters"),
        (GM, json!({ "begin": { "fighters": [0, 0] } }), "twice"),
        (GM, json!({ "begin": { "fighters": [0, 99] } }), "no-such-creature"),
        (GM, json!({ "begin": { "fighters": [0, 4], "ambushed": [1] } }), "not-fighting"),
        (GM, json!({ "contest": { "sides": [{ "who": 0, "ability": "STR" }] } }), "sides"),
        (
            GM,
            json!({ "contest": { "sides": [{ "who": 0, "ability": "STR" }, { "who": 0, "ability": "DEX" }] } }),
            "sides",
        ),
        (GM, json!({ "save": { "who": 0, "ability": "LCK" } }), "unreadable"),
        (GM, json!({ "save": { "who": 0 } }), "unreadable"),
        (GM, json!({ "save": { "who": 0, "ability": "STR", "difficulty": "hard" } }), "unreadable"),
        (GM, json!({ "save": { "who": 0, "ability": "STR", "about": "x".repeat(61) } }), "words"),
        (GM, json!({ "apart": { "one": 0, "other": 0, "feet": 5 } }), "no-such-creature"),
        (GM, json!({ "apart": { "one": 0, "other": 4, "feet": 10001 } }), "too-far"),
        (GM, json!({ "add": { "name": "Brack" } }), "name-taken"),
        (GM, json!({ "add": { "name": "A.B" } }), "name"),
        (GM, json!({ "add": { "name": "Rask", "like": "DK-FOE-99H" } }), "no-such-entry"),
        (GM, json!({ "house": { "switch": "gravity", "value": "off" } }), "no-such-switch"),
        (GM, json!({ "house": { "switch": "hands", "value": "many" } }), "no-such-value"),
        (GM, json!({ "pass": { "scale": "hours", "count": -1 } }), "unreadable"),
        (GM, json!({ "mishap": { "what": " ", "who": [0] } }), "words"),
        (GM, json!({ "mishap": { "what": "a falling shelf", "who": [0, 0] } }), "who"),
        (BO, json!({ "mishap": { "what": "a falling shelf", "who": [4] } }), "only-gm"),
        (GM, json!("end_battle"), "no-battle"),
        (BO, json!("end_battle"), "only-gm"),
        (BO, json!({ "save": { "who": 0, "ability": "STR" } }), "only-gm"),
        (BO, json!({ "full_defense": { "who": 2 } }), "not-yours"),
        (BO, json!({ "full_defense": { "who": 0 } }), "no-battle"),
        (BO, json!({ "draft": { "name": "Nell", "seat": 2 } }), "not-yours"),
        (BO, json!({ "roll_totals": { "who": 0 } }), "not-being-made"),
        (BO, json!({ "hold": { "who": 0, "item": 77, "place": "hand" } }), "no-such-thing"),
        (BO, json!({ "hold": { "who": 0, "item": 0, "place": "worn" } }), "no-place"),
    ];
    let before = bench.save();
    for (seat, command, code) in cases {
        let refusal = bench.op(seat, Op::Command(command.clone())).expect_err("nonsense");
        assert_eq!(refusal.code(), code, "{command}: {refusal}");
    }
    assert_eq!(bench.save(), before, "refusals leave no trace");
}

#[test]
fn an_answer_to_nothing_is_refused() {
    let mut bench = lived_in(1);
    for prompt in ["1.0.0", "9999.9.9"] {
        let op = Op::Answer { prompt: prompt_id(prompt), say: json!("pass"), table_rule: false };
        assert!(bench.op(GM, op).is_err());
    }
}
