//! What a player may not know does not reach them. Two tables that differ only in the numbers,
//! moods and packs of the referee's creatures are the same to a player, byte for byte.

use boneyard_testkit::{Chance, Lurking, answer, filled, hidden_is_as_good_as_absent, said};
use std::collections::BTreeSet;

use boneyard_table::table::{OddsAsk, Op};
use boneyard_table::{Seat, Who};
use dirk_rules::DirkRules;
use serde_json::{Value, json};

use crate::support::{BO, DI, GM, TestTable};

/// Two heroes against an ogre, a spider and a raider, whose secrets are these.
fn yard(seed: u64, hp: [u16; 3], scores: [u8; 2], ap: u8, tag: &str, hidden: &str) -> TestTable {
    let secret = |like: &str, hp: u16, hands: &[&str]| {
        let set = json!({
            "hp": hp, "full_hp": hp, "str": scores[0], "wil": scores[1], "ap": ap, "tags": [tag],
            "items": [hands.first().copied().unwrap_or("sack"), hidden], "hands": hands,
        });
        json!({ "like": like, "set": set })
    };
    TestTable::scene(
        json!({
            "seats": { "Bo": ["Brack"], "Di": ["Isolde"] },
            "heroes": {
                "Brack": { "like": "DK-HERO-01H", "set": { "hp": 60 } },
                "Isolde": { "like": "DK-HERO-02H", "set": { "hp": 60 } },
            },
            "creatures": {
                "Ogre": secret("DK-FOE-06H", hp[0], &[]),
                "Spider": secret("DK-FOE-04H", hp[1], &[]),
                "Raider": secret("DK-FOE-12H", hp[2], &["laser pistol"]),
            },
            "apart": [["Brack", "Ogre", "5 ft"], ["Isolde", "Raider", "30 ft"], ["Isolde", "Spider", "5 ft"]],
        }),
        seed,
    )
}

/// Enough HP that no difference below them matters, and scores on which every save passes.
fn here(seed: u64) -> TestTable {
    yard(seed, [4711, 4712, 4713], [251, 252], 253, "canarytag", "canary egg")
}

fn there(seed: u64) -> TestTable {
    yard(seed, [6003, 6002, 6001], [201, 202], 1, "glum", "sealed letter")
}

const CREATURES: [Who; 3] = [Who(2), Who(3), Who(4)];

/// What somebody does in both yards alike. The referee's creatures make no save on a score that differs.
fn next(bench: &TestTable, chance: &mut Chance) -> Option<(Seat, Op)> {
    if let Some(card) = bench.table.prompts(GM).into_iter().next() {
        let seat = card.asks.first().copied().unwrap_or(GM);
        let ours = card.who.is_some_and(|who| CREATURES.contains(&who));
        let say = match card.name.as_str() {
            "ability" if ours => json!("DEX"),
            "bid" if ours => json!(chance.below(4)),
            _ => said(&card, chance)?,
        };
        return Some((seat, answer(&card.id, say)));
    }
    let battle = bench.table.awaits().creatures.first().copied();
    let seat = match battle {
        Some(Who(0)) => BO,
        Some(Who(1)) => DI,
        Some(_) => GM,
        None => [GM, BO, DI][chance.below(3)],
    };
    let offers = bench.table.offers(seat, battle.filter(|_| !chance.one_in(8)));
    let known = |command: &str| {
        let moved =
            ["attack", "move", "full_defense", "end_turn", "stand", "begin", "end_battle", "add", "name"];
        if seat.is_gm() { moved.contains(&command) } else { command != "draft" }
    };
    let open: Vec<_> =
        offers.iter().filter(|offer| known(&offer.command) && offer.refusal.is_none()).collect();
    // Without a battle there is little to keep secret.
    let begins = open.iter().find(|offer| offer.command == "begin").filter(|_| chance.one_in(2)).copied();
    let offer = begins.or_else(|| chance.pick(&open).copied())?;
    Some((seat, Op::Command(filled(offer, chance)?)))
}

/// What a player may try out without anybody noticing.
fn probes(bench: &TestTable, seat: Seat, chance: &mut Chance) -> Vec<Value> {
    let mut told = Vec::new();
    let own = Who(u16::from(seat.0) - 1);
    for target in 0..6 {
        let with = [json!("fists"), json!({ "item": 0 }), json!({ "item": 1 })][chance.below(3)].clone();
        for command in [
            json!({ "attack": { "who": own, "with": with, "target": target } }),
            json!({ "grapple": { "who": own, "target": target } }),
            json!({ "attack": { "who": target, "with": { "item": 1 }, "target": own } }),
            json!({ "hold": { "who": target, "item": 1, "place": "hand" } }),
            json!({ "move": { "who": own, "from": target, "heading": "away", "feet": 1 + chance.below(90) } }),
            json!({ "save": { "who": target, "ability": "STR" } }),
            json!({ "taunt": { "who": own, "target": target } }),
            json!({ "route": { "who": own, "target": target } }),
            json!({ "called_shot": { "who": own, "with": with, "target": target, "part": "LEG" } }),
            json!({ "search": { "who": own, "body": target } }),
            json!({ "take": { "who": own, "from": target, "item": 1 } }),
        ] {
            told.push(json!(bench.table.probe(seat, command)));
        }
    }
    told
}

#[test]
fn two_tables_that_differ_only_in_hidden_things_look_the_same() {
    let mut fought = 0;
    let mut words = BTreeSet::new();
    for seed in 0..30 {
        let (mut here, mut there) = (here(seed), there(seed));
        let mut chance = Chance::new(seed);
        for _ in 0..40 {
            let Some((seat, op)) = next(&here, &mut chance) else { continue };
            if let Op::Command(Value::Object(command)) = &op {
                words.extend(command.keys().cloned());
            }
            let told =
                [&mut here, &mut there].map(|bench| bench.op(seat, op.clone()).map(|planned| planned.waits));
            if !seat.is_gm() || told[0].is_ok() {
                assert_eq!(told[0], told[1], "seed {seed}: {op:?}");
            }
            for seat in [BO, DI] {
                let seen = here.everything(seat);
                assert_eq!(seen, there.everything(seat), "seed {seed}: after {op:?}");
                for canary in ["canary", "4711", "4712", "4713"] {
                    assert!(!seen.contains(canary), "seed {seed}: {seat} reads {canary} after {op:?}");
                }
                let probed = [&here, &there].map(|bench| probes(bench, seat, &mut chance.clone()));
                assert_eq!(probed[0], probed[1], "seed {seed}: {seat} finds out by trying after {op:?}");
            }
        }
        fought += usize::from(here.table.values()["battle"]["round"].as_u64() > Some(1));
    }
    assert!(fought > 5, "only {fought} scenes came to blows");
    for telling in ["called_shot", "taunt", "route"] {
        assert!(words.contains(telling), "nobody tried {telling}");
    }
}

/// Moods, wounds and natures that decide whether words work: a player learns of none of them by asking.
#[test]
fn no_refusal_tells_a_mood_or_a_wound() {
    let scene = |tags: Value, like: &str, arm: &str, str: u8| {
        let foe = json!({ "like": like, "set": { "tags": tags, "ARM": arm, "str": str, "full_str": 10, "dex": 10,
            "hp": 5, "speed": 1, "items": [], "wil": 9, "full_wil": 9, "full_dex": 10, "full_hp": 5, "ap": 0, "named": false } });
        TestTable::scene(
            json!({
                "seats": { "Bo": ["Brack"] },
                "heroes": { "Brack": { "like": "DK-HERO-01H" } },
                "creatures": { "Somebody": foe },
                "battle": { "order": ["Brack", "Somebody"] },
            }),
            1,
        )
    };
    let scenes = [
        scene(json!([]), "DK-FOE-02H", "whole", 10),
        scene(json!(["disciplined"]), "DK-FOE-02H", "whole", 10),
        scene(json!(["angry"]), "DK-FOE-02H", "whole", 10),
        scene(json!(["fearful"]), "DK-FOE-02H", "whole", 10),
        scene(json!(["undisciplined"]), "DK-FOE-02H", "injured", 10),
        scene(json!(["disciplined"]), "DK-FOE-02H", "whole", 7),
    ];
    let tried = [
        json!({ "taunt": { "who": 0, "target": 1 } }),
        json!({ "route": { "who": 0, "target": 1 } }),
        json!({ "called_shot": { "who": 0, "with": { "item": 0 }, "target": 1, "part": "ARM" } }),
    ];
    for scene in &scenes {
        assert_eq!(scene.everything(BO), scenes[0].everything(BO));
        for command in &tried {
            assert_eq!(scene.table.probe(BO, command.clone()), Ok(()), "{command}");
        }
    }
    // A part that is gone is plain to see, and so it may be refused.
    let maimed = scene(json!([]), "DK-FOE-02H", "lost", 10);
    assert!(maimed.everything(BO).contains("missing") && maimed.everything(BO) != scenes[0].everything(BO));
    let refusal = maimed.table.probe(BO, tried[2].clone()).expect_err("there is no arm");
    assert_eq!(refusal.code(), "no-such-part");
}

/// What tables brought, threats and stored signs are the referee's; weather is everybody's.
#[test]
fn what_the_tables_bring_reaches_no_player_before_it_is_there() {
    let set = |canary: bool| {
        let mut bench = yard(5, [40, 40, 40], [10, 10], 0, "glum", "letter");
        let (table, threat) =
            if canary { ("DK-ENC-01H", "canary raiders") } else { ("DK-LOOT-04H", "wolves") };
        settle(&mut bench, json!({ "draw": { "table": table } }));
        settle(&mut bench, json!({ "threat": { "name": threat, "step": if canary { 3 } else { 1 } } }));
        bench
    };
    let (here, there) = (set(true), set(false));
    for seat in [BO, DI] {
        assert_eq!(here.everything(seat), there.everything(seat));
        let tried = [
            json!({ "meet": { "at": 0 } }),
            json!({ "hand_out": { "at": 0, "who": 0 } }),
            json!({ "befall": { "at": 0, "who": [0] } }),
            json!({ "put_aside": { "at": 0 } }),
            json!({ "threat": { "name": "canary raiders", "step": 4 } }),
            json!({ "draw": { "table": "DK-LOOT-01H" } }),
        ];
        for command in tried {
            let told = [&here, &there].map(|bench| bench.table.probe(seat, command.clone()));
            assert!(told[0] == told[1] && told[0].is_err(), "{seat} finds out by {command}");
        }
    }
    assert!(here.everything(GM).contains("canary raiders") && here.everything(GM).contains("At hand"));
    let mut foggy = set(true);
    settle(&mut foggy, json!({ "weather": { "is": "fog", "hours": 3 } }));
    assert!(foggy.everything(BO).contains("Weather: fog, hours left"));
}

/// Carries out what the referee does, with every question answered by instinct.
fn settle(bench: &mut TestTable, command: Value) {
    bench.op(GM, Op::Command(command)).expect("the referee may");
    while let Some((seat, op)) = boneyard_testkit::by_instinct(&*bench.table) {
        bench.op(seat, op).expect("instinct is legal");
    }
}

/// What a seat is told of the chances of Brack's blows.
fn odds(bench: &TestTable, seat: Seat, ogre: Value) -> Vec<String> {
    let asks = [
        (json!({ "attack": { "who": 0, "with": "fists", "target": "Ogre" } }), "Ogre.hp", ogre),
        (
            json!({ "attack": { "who": 0, "with": { "item": 0 }, "target": "Ogre" } }),
            "Ogre.hp",
            json!({ "at_most": 990 }),
        ),
    ];
    let told = asks.map(|(command, path, value)| {
        let expected = serde_json::from_value(value).expect("a bound or a value");
        let outcome = vec![(path.to_owned(), expected)];
        let ask = OddsAsk {
            script: vec![(seat, command)],
            outcome,
            best: true,
            side: 0,
            as_soon: false,
            given: Vec::new(),
        };
        format!("{:?}", bench.table.odds_for(seat, &ask).map(|told| told.chance.to_string()))
    });
    told.to_vec()
}

#[test]
fn odds_told_to_a_player_do_not_tell_the_referees_numbers() {
    let scene = |hp: u16, scores: u8, tag: &str| {
        let set =
            json!({ "hp": hp, "full_hp": hp, "str": scores, "dex": scores, "ap": scores, "tags": [tag] });
        TestTable::scene(
            json!({
                "seats": { "Bo": ["Brack"] },
                "heroes": { "Brack": { "like": "DK-HERO-01H" } },
                "creatures": { "Ogre": { "like": "DK-FOE-06H", "set": set } },
                "battle": { "order": ["Brack", "Ogre"], "turn": "Brack" },
            }),
            1,
        )
    };
    let (here, there) = (scene(4711, 3, "fearful"), scene(6003, 18, "angry"));
    for least in [500, 5000] {
        let bound = json!({ "at_least": least });
        let told = odds(&here, BO, bound.clone());
        assert_eq!(told, odds(&there, BO, bound));
        assert!(told.iter().all(|odds| odds.starts_with("Ok")), "chances are told: {told:?}");
    }
    let bound = json!({ "at_least": 5000 });
    let told = [odds(&here, GM, bound.clone()), odds(&there, GM, bound)];
    assert_ne!(told[0], told[1], "the referee's chances are those of the creatures as they are");
}

#[test]
fn the_referee_reads_what_players_do_not() {
    let bench = here(1);
    let seen = bench.everything(GM);
    for known in ["canary egg", "4711", "251"] {
        assert!(seen.contains(known), "the referee does not see {known}");
    }
}

#[test]
fn a_save_of_the_referees_creature_is_told_without_its_score() {
    let mut bench = here(1);
    bench.does(json!({ "save": { "who": "Ogre", "ability": "STR" } }), &[7]);
    let told = |seat| {
        let lines = bench.table.lines(seat, boneyard_table::ActionId(0));
        serde_json::to_string(&lines).expect("lines can be written")
    };
    for seat in [BO, DI] {
        assert!(told(seat).contains("Ogre passes a STR save: 7."));
        assert!(!told(seat).contains("251"), "neither in the sentence nor in the terms");
    }
    assert!(told(GM).contains("against 251"));
    bench.does(json!({ "save": { "who": "Brack", "ability": "STR" } }), &[7]);
    let lines = bench.table.lines(DI, boneyard_table::ActionId(0));
    let why = lines.iter().rev().find_map(|line| line.why.as_ref()).expect("a hero's terms are open");
    assert!(serde_json::to_string(why).expect("plain data").contains("12"));
}

#[test]
fn overruling_a_creatures_numbers_is_told_to_the_referee_alone() {
    let mut bench = here(1);
    let before = bench.everything(BO);
    let op = Op::Overrule { path: "Ogre.hp".into(), value: json!(4000), reason: "wounded earlier".into() };
    bench.op(GM, op).expect("the referee may");
    assert_eq!(bench.everything(BO), before);
    let told = bench.table.lines(GM, boneyard_table::ActionId(0));
    assert!(told.iter().any(|line| line.say.text().contains("Ogre.hp from 4711 to 4000")));
    let op = Op::Overrule { path: "Brack.hp".into(), value: json!(3), reason: "a thorn".into() };
    bench.op(GM, op).expect("the referee may");
    let told = bench.table.lines(DI, boneyard_table::ActionId(0));
    assert!(
        told.iter().any(|line| line.say.text().contains("Brack.hp from 60 to 3")),
        "heroes are open to all"
    );
}

#[test]
fn what_a_hero_would_do_by_instinct_does_not_tell_who_is_weakest() {
    let shot = |weak: &str| {
        let hp = |name: &str| if name == weak { 1 } else { 9 };
        let mut bench = TestTable::scene(
            json!({
                "seats": { "Bo": ["Isolde"] },
                "heroes": { "Isolde": { "like": "DK-HERO-02H" } },
                "creatures": {
                    "Left": { "set": { "hp": hp("Left"), "dex": 1 } },
                    "Right": { "set": { "hp": hp("Right"), "dex": 2 } },
                },
                "house": { "advanced_initiative": "off" },
            }),
            3,
        );
        bench
            .op(GM, Op::Command(json!({ "begin": { "fighters": ["Isolde", "Left", "Right"] } })))
            .expect("legal");
        bench.everything(BO)
    };
    assert!(shot("Left").contains("quickfire"));
    assert_eq!(shot("Left"), shot("Right"));
}

#[test]
fn whoever_is_not_there_is_answered_for_alike_by_number_and_by_name() {
    let lurking = Lurking {
        scene: json!({
            "seats": { "Ann": ["Brack"] },
            "heroes": { "Brack": {}, "Dara": {} },
            "creatures": { "Raider": { "like": "DK-FOE-02H" } },
        }),
        deeds: &[],
        hidden: None,
        things: &[],
    };
    let tried = hidden_is_as_good_as_absent::<DirkRules>(env!("CARGO_MANIFEST_DIR"), &lurking);
    assert!(tried > 40, "{tried} fields");
}
