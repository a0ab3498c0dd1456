//! What a player may not know does not reach them. Two tables that differ only in hidden things (doom, omens,
//! what waits and lies about, traps nobody found, the numbers of the GM's creatures) are the same to a
//! player, byte for byte: views, offers, questions, lines, refusals and odds, over random play.

use std::collections::BTreeSet;

use boneyard_table::story::Expected;
use boneyard_table::table::{OddsAsk, Op};
use boneyard_table::{ActionId, Seat, Who};
use boneyard_testkit::{Lurking, hidden_is_as_good_as_absent};
use dead_weight::DeadWeight;
use serde_json::{Value, json};

use crate::arena::{ANN, Arena, Chance, GM, answer, filled, said};

/// Every byte a seat gets.
fn everything(arena: &Arena, seat: Seat) -> String {
    let actors = (0..=arena.table.creatures(GM).len() as u16).map(|who| Some(Who(who)));
    let offers: Vec<_> =
        [None].into_iter().chain(actors).flat_map(|actor| arena.table.offers(seat, actor)).collect();
    let lines = arena.table.lines(seat, ActionId(0));
    let all = (arena.table.view(seat), offers, arena.table.prompts(seat), lines, arena.table.creatures(seat));
    serde_json::to_string(&all).expect("views can be written")
}

/// Whether something that is only in hidden things is among these words. A digest may hold any digits.
fn sings(seen: &str) -> bool {
    let seen = seen.to_lowercase();
    seen.contains("canary") || seen.split(|part: char| !part.is_alphanumeric()).any(|word| word == "4711")
}

/// A party on the way, in camp or in town, with secrets around it.
fn party(hidden: bool, trackers: &Value, seed: u64) -> Arena {
    let hero = |name: &str, more: Value| {
        let mut set = json!({ "insight": 2, "renown": 3, "silver": 70, "lessons": { "STR": 9 }, "wounds": { "PRE": 1 } });
        set.as_object_mut().expect("a map").extend(more.as_object().expect("a map").clone());
        let items = ["rations", "bandages", "first aid kit", "torches", "candlesticks"];
        json!({ "like": name, "set": set, "add": { "items": items } })
    };
    let flags = json!(["lit", "exit", "dry", "safe"]);
    let room = if hidden {
        let trap = json!({ "name": "Canary trap", "when": "touch", "attack": "DEX 1+1", "state": "hidden" });
        let waits = json!({ "foe": "Canary", "at": ["A1"], "hidden": true, "wakes": ["cross"] });
        let loot = json!([{ "item": "canary egg", "count": 1 }]);
        json!({ "flags": flags, "traps": [trap], "waits": [waits], "loot": loot })
    } else {
        json!({ "flags": flags })
    };
    let (doom, omens) = if hidden { (141, [2, 12]) } else { (2, [0, 11]) };
    let mut all = trackers.clone();
    let map = all.as_object_mut().expect("a map");
    map.insert("omens".into(), json!({ "value": omens[0], "size": omens[1] }));
    if !map.contains_key("interlude") {
        map.insert("doom".into(), json!({ "value": doom, "most": 250 }));
        map.insert("room".into(), room);
    }
    let stage = json!({
        "seats": { "Ann": ["Gerda Holt", "Ansgar Vane"] },
        "heroes": {
            "Gerda Holt": hero("Gerda Holt", json!({ "skills": ["Crafting", "Survivalist", "Shield master"] })),
            "Ansgar Vane": hero("Ansgar Vane", json!({})),
            "Mother Runa": hero("Mother Runa", json!({})),
        },
        "trackers": all,
    });
    Arena::scene(stage, seed)
}

/// Two adventurers against creatures whose numbers nobody knows; none of them matters to what is seen.
fn fight(hidden: bool, seed: u64) -> Arena {
    let (wounds, resistance, movement, hits) = if hidden { (98, 71, 3, 11) } else { (90, 55, 3, 0) };
    let foe = |like: &str| {
        let set = json!({ "wounds": wounds, "resistance": resistance, "movement": movement, "hits": hits, "armor": 0 });
        json!({ "like": like, "set": set })
    };
    let stage = json!({
        "seats": { "Ann": ["Gerda Holt", "Ansgar Vane"] },
        "heroes": {
            "Gerda Holt": { "like": "Gerda Holt", "set": { "insight": 3 } },
            "Ansgar Vane": { "like": "Ansgar Vane", "set": { "insight": 3 } },
        },
        "creatures": { "Corpse": foe("Freshly Risen Corpse"), "Snatcher": foe("Goblin Snatcher") },
    });
    let mut arena = Arena::scene(stage, seed);
    let all = json!({ "fight": { "fighters": ["Gerda Holt", "Ansgar Vane", "Corpse", "Snatcher"] } });
    arena.op(GM, Op::Command(all)).expect("a fight can be set up");
    arena
}

/// What players may try without finding anything that was hidden.
fn tells(command: &str) -> bool {
    ["loot", "look_for_traps", "disarm", "veteran", "go", "house", "add", "add_ally", "draft"]
        .contains(&command)
}

/// The GM's part: moves that are the same in both worlds, and time.
const GMS: [&str; 14] = [
    "pass_turns",
    "next_step",
    "return_home",
    "call_test",
    "tire",
    "heal",
    "afflict",
    "cure",
    "risk",
    "session",
    "start_fight",
    "begin_turn",
    "end_turn",
    "place",
];

/// What somebody does in both worlds alike; outside a fight mostly something that was not tried yet.
fn next(arena: &Arena, chance: &mut Chance, tried: &BTreeSet<String>) -> Option<(Seat, Op)> {
    let table = &*arena.table;
    if let Some(card) = table.prompts(GM).into_iter().next() {
        let seat = card.asks.first().copied().unwrap_or(GM);
        let say = if seat.is_gm() { card.default.clone() } else { said(&card, chance) };
        return Some((seat, answer(&card.id, say?)));
    }
    if chance.one_in(12) && arena.table.awaits().creatures.is_empty() {
        let doom = json!({ "move_tracker": { "tracker": "doom", "by": 1 } });
        return Some((GM, Op::Command(doom)));
    }
    // The GM's creatures and those of absent players go by instinct, which knows only what all see of others.
    let acting = table.awaits().creatures.first().copied();
    let fighting = table.values()["doing"] == "combat";
    if fighting && chance.one_in(2) {
        let moves = table.awaits().creatures.iter().find_map(|who| table.instinct(*who));
        return moves.map(|command| (GM, Op::Command(command)));
    }
    let seat = if chance.one_in(4) { GM } else { ANN };
    let somebody = Who(chance.below(3) as u16);
    let actor = if chance.one_in(4) { None } else { acting.filter(|_| fighting).or(Some(somebody)) };
    let offers = table.offers(seat, actor);
    let open: Vec<_> = offers
        .iter()
        .filter(|offer| offer.refusal.is_none() && !tells(&offer.command))
        .filter(|offer| !seat.is_gm() || GMS.contains(&offer.command.as_str()))
        .collect();
    let new: Vec<_> = open.iter().copied().filter(|offer| !tried.contains(&offer.command)).collect();
    let among = if fighting || new.is_empty() || chance.one_in(3) { &open } else { &new };
    let offer = chance.pick(among)?;
    Some((seat, Op::Command(filled(offer, chance)?)))
}

/// What a player may try out without anybody noticing.
fn probes(arena: &Arena) -> Vec<Value> {
    let tried = [
        json!({ "disarm": { "who": 0, "trap": "Canary trap" } }),
        json!({ "look_for_traps": { "who": 1 } }),
        json!({ "show_tracker": { "tracker": "doom" } }),
        json!({ "show_tracker": { "tracker": "omens" } }),
        json!({ "move_tracker": { "tracker": "doom", "by": 100 } }),
        json!({ "veteran": { "who": 0 } }),
        json!({ "go": { "to": "Vault" } }),
        json!({ "loot": {} }),
        json!({ "parley": { "who": 0 } }),
        json!("start_combat"),
        json!({ "enemy_test": { "who": 3 } }),
        json!({ "attack": { "who": 0, "target": 3 } }),
        json!({ "attack": { "who": 0, "target": 4 } }),
        json!({ "combat_move": { "who": 3, "to": "A1" } }),
        json!({ "foe_act": { "who": 3, "action": "bite", "target": 0 } }),
        json!({ "level_up": { "who": 0, "third_eye": true } }),
    ];
    tried.into_iter().map(|command| json!(arena.table.probe(ANN, command))).collect()
}

/// Odds of what Ann could do: equal wherever they are told.
fn odds(arena: &Arena) -> Vec<String> {
    let asks = [
        (json!({ "test": { "who": 0, "attribute": "STR", "dice": 1 } }), "last.outcome", json!("success")),
        (json!({ "test": { "who": 1, "attribute": "INT", "dice": 1 } }), "last.great", json!(true)),
        (json!("coin"), "last.outcome", json!("heads")),
    ];
    let told = asks.map(|(command, path, value)| {
        let outcome = vec![(path.to_owned(), Expected::Is(value))];
        let ask = OddsAsk {
            script: vec![(ANN, command)],
            outcome,
            best: true,
            side: 0,
            as_soon: false,
            given: Vec::new(),
        };
        format!("{:?}", arena.table.odds_for(ANN, &ask).map(|told| told.chance.to_string()))
    });
    told.to_vec()
}

fn play(mut here: Arena, mut there: Arena, seed: u64, deeds: usize, words: &mut BTreeSet<String>) {
    let mut chance = Chance::new(seed);
    for nth in 0..deeds {
        let Some((seat, op)) = next(&here, &mut chance, words) else { continue };
        if let Op::Command(command) = &op {
            words.extend(command.as_str().map(str::to_owned));
            words.extend(command.as_object().into_iter().flat_map(|map| map.keys().cloned()));
        }
        let told =
            [&mut here, &mut there].map(|arena| arena.op(seat, op.clone()).map(|planned| planned.waits));
        assert_eq!(told[0], told[1], "seed {seed}: {op:?}");
        let seen = everything(&here, ANN);
        assert_eq!(seen, everything(&there, ANN), "seed {seed}: after {op:?}");
        assert!(!sings(&seen), "seed {seed}: something hidden is told after {op:?}");
        assert_eq!(probes(&here), probes(&there), "seed {seed}: found out by trying after {op:?}");
        if nth % 8 == 0 && here.table.waits().is_empty() {
            assert_eq!(odds(&here), odds(&there), "seed {seed}: odds after {op:?}");
        }
    }
}

#[test]
fn two_expeditions_camps_and_weeks_that_differ_only_in_hidden_things_look_the_same() {
    let scenes = [
        json!({}),
        json!({ "camp": { "points": 6, "fire": true, "supplies": 1 } }),
        json!({ "interlude": 1 }),
        json!({ "interlude": 5 }),
        json!({ "interlude": 6 }),
        json!({ "decay": 3, "turn": 4 }),
    ];
    let mut words = BTreeSet::new();
    for seed in 0..18 {
        let scene = &scenes[seed as usize % scenes.len()];
        play(party(true, scene, seed), party(false, scene, seed), seed, 30, &mut words);
    }
    for telling in ["rest", "catch_breath", "activity", "carry", "search", "use_item"] {
        assert!(words.contains(telling), "nobody tried {telling}: {words:?}");
    }
    assert!(words.len() > 25, "{words:?}");
}

#[test]
fn two_fights_that_differ_only_in_the_numbers_of_enemies_look_the_same() {
    let mut words = BTreeSet::new();
    let tellings = ["attack", "foe_act", "cast"];
    for seed in 0..24 {
        // Eight fights, and more until everything that could tell was tried.
        if seed < 8 || !tellings.iter().all(|telling| words.contains(*telling)) {
            play(fight(true, seed), fight(false, seed), seed, 45, &mut words);
        }
    }
    for telling in tellings {
        assert!(words.contains(telling), "nobody tried {telling}: {words:?}");
    }
}

#[test]
fn the_gm_reads_what_players_do_not() {
    let arena = party(true, &json!({}), 1);
    let seen = everything(&arena, GM);
    for known in ["canary egg", "141"] {
        assert!(seen.contains(known), "the GM does not see {known}");
    }
    let told = everything(&fight(true, 1), GM);
    assert!(told.contains("98") && told.contains("71"), "the GM reads the numbers of enemies");
}

#[test]
fn a_players_odds_go_by_what_the_player_knows() {
    let chance = |arena: &Arena, seat: Seat| {
        let script = vec![(seat, json!({ "attack": { "who": 0, "item": "falchion", "target": 1 } }))];
        let outcome = vec![(
            "Corpse.hits".to_owned(),
            serde_json::from_value(json!({ "at_least": 1 })).expect("a bound"),
        )];
        let ask = OddsAsk { script, outcome, best: false, side: 0, as_soon: false, given: Vec::new() };
        arena.table.odds_for(seat, &ask).map(|told| told.chance.to_string())
    };
    let duel = |armor: u8| {
        let stage = json!({
            "seats": { "Ann": ["Gerda Holt"] },
            "heroes": { "Gerda Holt": { "like": "Gerda Holt" } },
            "creatures": { "Snatcher": { "like": "Goblin Snatcher" }, "Corpse": { "like": "Freshly Risen Corpse", "set": { "armor": armor } } },
            "at": { "Gerda Holt": "C3", "Corpse": "C4", "Snatcher": "F6" },
            "battle": { "order": ["Gerda Holt", "Corpse", "Snatcher"], "turn": "Gerda Holt" },
        });
        Arena::scene(stage, 1)
    };
    let (bare, clad) = (duel(0), duel(6));
    assert_eq!(chance(&bare, ANN), chance(&clad, ANN), "armor nobody knows of");
    assert_ne!(chance(&bare, GM), chance(&clad, GM), "the GM knows of it");
}

#[test]
fn whoever_and_whatever_is_hidden_is_answered_for_like_nothing() {
    let lurking = Lurking {
        scene: json!({
            "seats": { "Ann": ["Gerda Holt", "Ansgar Vane"] },
            "heroes": { "Gerda Holt": { "like": "Gerda Holt" }, "Ansgar Vane": { "like": "Ansgar Vane" } },
            "trackers": { "site": "The Drowned Chapel" },
            "at": { "party": "Ossuary" },
        }),
        deeds: &[],
        hidden: None,
        things: &[
            // A secret way leads there from here; and traps lie in other rooms that nobody found. A refusal may repeat the
            // beginning of what was typed, so both begin alike.
            ("to", json!("Smugglers' Tunnel"), json!("Smugglers' Treasury")),
            ("place", json!("Smugglers' Tunnel"), json!("Smugglers' Treasury")),
            ("trap", json!("Choking dust"), json!("Falling star")),
        ],
    };
    let tried = hidden_is_as_good_as_absent::<DeadWeight>(env!("CARGO_MANIFEST_DIR"), &lurking);
    assert!(tried > 50, "{tried} fields");
}
