//! What a player may not know does not reach them. Two tables that differ only in what the GM keeps hidden (levels
//! nobody has met, demands, notes, what lodges in the ducts, clocks) are the same to a player, byte for byte:
//! views, offers, questions, lines, refusals and odds, also in the middle of a roll.

use std::collections::BTreeSet;

use boneyard_table::story::Expected;
use boneyard_table::table::{OddsAsk, Op};
use boneyard_table::{Seat, Who};
use boneyard_testkit::{Lurking, hidden_is_as_good_as_absent};
use guts_plus::GutsPlus;
use serde_json::{Value, json};

use crate::arena::{ANN, Arena, Chance, GM, answer, by_instinct, filled, said};

/// A thug with qualities nobody has met, and a plan behind the screen.
fn street(hidden: bool, seed: u64) -> Arena {
    let thug = if hidden {
        json!({ "thought": 7, "qualities": { "Canary": 4 }, "xp": 40, "backstory": "canary", "items": ["canary cage"] })
    } else {
        json!({})
    };
    let stage = json!({
        "seats": { "Ann": ["Maria"] },
        "heroes": { "Maria": { "like": "Maria Castillo", "set": { "gumption": 1 } }, "Bo": { "set": { "parts": { "Torso": 1 } } } },
        "creatures": { "Thug": { "set": thug } },
    });
    Arena::scene(stage, seed)
}

/// The crew in its first watches, and clocks that run behind the screen.
fn ship(hidden: bool, seed: u64) -> Arena {
    let (breach, crates, size) = if hidden { (4, 9, 6) } else { (1, 12, 3) };
    let stage = json!({
        "seats": { "Ann": ["Ruth", "Ansel"] },
        "heroes": { "Ruth": { "like": "Engineer" }, "Ansel": { "like": "Manager" }, "Dacre": { "like": "Pilot" } },
        "trackers": { "ship": { "breach": breach, "crates": crates, "food": crates - 8, "creature": { "size": size } } },
    });
    Arena::scene(stage, seed)
}

/// What the GM does behind the screen, in one of the two worlds alone.
fn behind_the_screen(nth: usize) -> Value {
    match nth % 4 {
        0 => json!({ "note": { "heading": "Signposting", "text": "the canary sings at dawn" } }),
        1 => json!({ "outline": { "place": format!("Canary Street {nth}") } }),
        2 => json!({ "card": { "name": format!("Canary {nth}"), "kind": "person" } }),
        _ => json!({ "tick": { "heading": "Signposting", "point": 1, "done": nth % 8 == 3 } }),
    }
}

/// What players may try without finding out anything that differs.
const OPEN: [&str; 14] = [
    "attempt",
    "speak",
    "attack",
    "take",
    "drop",
    "give",
    "wear",
    "take_off",
    "hold",
    "stow",
    "treat",
    "task",
    "idle",
    "look_over",
];

/// The GM's part: what is the same in both worlds.
const GMS: [&str; 8] = ["check", "contest", "injure", "inflict", "end_condition", "time", "meal", "boss"];

/// What somebody does in both worlds alike.
#[derive(Debug)]
enum Deed {
    Command(Value),
    /// To the question that is open first: its number is the GM's, and tells of what was done in secret.
    Answer(Value),
}

impl Deed {
    fn op(&self, arena: &Arena) -> Op {
        match self {
            Self::Command(command) => Op::Command(command.clone()),
            Self::Answer(say) => {
                let card = arena.table.prompts(GM).into_iter().next().expect("it is open in both");
                answer(&card.id, say.clone())
            }
        }
    }
}

fn next(arena: &Arena, chance: &mut Chance) -> Option<(Seat, Deed)> {
    let table = &*arena.table;
    if let Some(card) = table.prompts(GM).into_iter().next() {
        let seat = card.asks.first().copied().unwrap_or(GM);
        let chosen = if seat.is_gm() || chance.one_in(2) { None } else { said(&card, chance) };
        return Some((seat, Deed::Answer(chosen.or(card.default)?)));
    }
    let seat = if chance.one_in(3) { GM } else { ANN };
    let actor = if seat.is_gm() { None } else { Some(Who(chance.below(2) as u16)) };
    let offers = table.offers(seat, actor);
    let known = if seat.is_gm() { &GMS[..] } else { &OPEN[..] };
    let open: Vec<_> = offers
        .iter()
        .filter(|offer| offer.refusal.is_none() && known.contains(&offer.command.as_str()))
        .collect();
    let offer = chance.pick(&open)?;
    let mut command = filled(offer, chance)?;
    // Only what has been met counts: heroes roll, and what the thug rolls is the same in both worlds.
    for name in ["check", "contest"] {
        let Some(fields) = command.get_mut(name).and_then(Value::as_object_mut) else { continue };
        fields.retain(|key, _| !["with", "add"].contains(&key.as_str()));
        fields.insert("who".into(), json!(1));
        if name == "contest" {
            fields.insert("against".into(), json!([{ "who": 2, "quality": "Gumption" }]));
        }
    }
    Some((seat, Deed::Command(command)))
}

/// What a player may try out without anybody noticing.
fn probes(arena: &Arena) -> Vec<Value> {
    let tried = [
        json!({ "check": { "who": 0, "what": "spy", "quality": "Thought" } }),
        json!({ "contest": { "who": 2, "what": "spy", "quality": "Thought", "with": "Canary", "against": [{ "who": 0, "quality": "Thought" }] } }),
        json!({ "attack": { "who": 0, "target": 2, "means": "canary cage" } }),
        json!({ "attack": { "who": 2, "target": 0, "means": "canary cage" } }),
        json!({ "take_away": { "who": 2, "thing": "canary cage" } }),
        json!({ "show_place": { "place": "Canary Street 1" } }),
        json!({ "reveal": { "what": "the draught" } }),
        json!({ "lull": { "event": "hull alarm" } }),
        json!({ "come_out": { "room": "Kitchen" } }),
        json!({ "creature_size": { "step": 2 } }),
        json!({ "task": { "who": 1, "task": "Catch" } }),
        json!({ "task": { "who": 1, "task": "Drive out" } }),
        json!({ "correct": { "decision": 0, "choice": "full" } }),
        json!("show_goals"),
        json!("end_ship"),
    ];
    tried.into_iter().map(|command| json!(arena.table.probe(ANN, command))).collect()
}

/// Odds of what Ann could do, also against the thug: equal wherever they are told.
fn odds(arena: &Arena) -> Vec<String> {
    let asks = [
        (json!({ "attempt": { "who": 0, "what": "sing" } }), "full"),
        (json!({ "attack": { "who": 0, "target": 2, "means": "fists", "part": "Torso" } }), "positive"),
    ];
    let told = asks.map(|(command, outcome)| {
        let outcome = vec![("last.outcome".to_owned(), Expected::Is(json!(outcome)))];
        let ask = OddsAsk {
            script: vec![(ANN, command)],
            outcome,
            best: false,
            side: 0,
            as_soon: false,
            given: Vec::new(),
        };
        format!("{:?}", arena.table.odds_for(ANN, &ask).map(|told| told.chance.to_string()))
    });
    told.to_vec()
}

fn same(here: &Arena, there: &Arena, after: &str) {
    let seen = here.everything(ANN);
    assert_eq!(seen, there.everything(ANN), "{after}");
    assert!(!seen.to_lowercase().contains("canary"), "a canary {after}");
    assert_eq!(probes(here), probes(there), "found out by trying {after}");
}

/// Plays both worlds alike, with secrets of their own in the first.
fn play(mut here: Arena, mut there: Arena, seed: u64, watches: u64, words: &mut BTreeSet<String>) {
    let mut chance = Chance::new(seed);
    for nth in 0..36 {
        if nth % 5 == 4 {
            here.op(GM, Op::Command(behind_the_screen(nth))).expect("the GM may always write");
        }
        let watch = |arena: &Arena| arena.values()["ship"]["watch"].as_u64();
        // What it does once it is out shows, and is meant to.
        if watch(&here).is_some_and(|watch| watch > watches) {
            break;
        }
        let Some((seat, deed)) = next(&here, &mut chance) else { continue };
        if let Deed::Command(command) = &deed {
            words.extend(command.as_object().into_iter().flat_map(|map| map.keys().cloned()));
        }
        let told = [&mut here, &mut there].map(|arena| {
            let op = deed.op(arena);
            arena.op(seat, op).map(|planned| planned.waits)
        });
        assert_eq!(told[0], told[1], "seed {seed}: {deed:?}");
        same(&here, &there, &format!("seed {seed}: after {deed:?}"));
        if nth == 9 && here.table.waits().is_empty() {
            assert_eq!(odds(&here), odds(&there), "seed {seed}: odds after {deed:?}");
        }
    }
}

#[test]
fn two_streets_that_differ_only_in_hidden_things_look_the_same() {
    let mut words = BTreeSet::new();
    for seed in 0..16 {
        play(street(true, seed), street(false, seed), seed, u64::MAX, &mut words);
    }
    for telling in ["attempt", "check", "contest", "injure", "take"] {
        assert!(words.contains(telling), "nobody tried {telling}: {words:?}");
    }
}

#[test]
fn two_ships_that_differ_only_in_their_clocks_and_lodgers_look_the_same() {
    let mut words = BTreeSet::new();
    for seed in 0..12 {
        play(ship(true, seed), ship(false, seed), seed, 1, &mut words);
    }
    for telling in ["task", "look_over"] {
        assert!(words.contains(telling), "nobody tried {telling}: {words:?}");
    }
}

#[test]
fn hidden_demands_look_like_none() {
    for seed in 0..6 {
        let (mut here, mut there) = (street(true, seed), street(false, seed));
        let mut search = json!({ "who": "Maria", "what": "search the room", "quality": "Thought" });
        let plain = json!({ "check": search });
        search["needs"] = json!("positive");
        search["hidden"] = json!(true);
        here.op(GM, Op::Command(json!({ "check": search }))).expect("a legal command");
        there.op(GM, Op::Command(plain)).expect("a legal command");
        loop {
            assert_eq!(here.everything(ANN), there.everything(ANN), "seed {seed}");
            let both = (by_instinct(&*here.table), by_instinct(&*there.table));
            let (Some((seat, say)), Some((_, too))) = both else { break };
            here.op(seat, say).expect("instinct is legal");
            there.op(seat, too).expect("instinct is legal");
        }
        assert!(by_instinct(&*there.table).is_none(), "both are done alike");
    }
}

#[test]
fn the_gm_reads_what_players_do_not() {
    assert!(street(true, 1).everything(GM).contains("Canary"), "qualities nobody has met");
    let told = ship(true, 1).everything(GM);
    assert!(told.contains("person-sized") && told.contains("9 stacks of crates"), "what lodges in the ducts");
}

#[test]
fn a_players_odds_go_by_what_the_player_knows() {
    let chance = |arena: &Arena, seat: Seat| {
        let attack = json!({ "attack": { "who": 0, "target": 1, "means": "fists", "part": "Torso" } });
        let outcome = vec![("last.outcome".to_owned(), Expected::Is(json!("positive")))];
        let ask = OddsAsk {
            script: vec![(seat, attack)],
            outcome,
            best: false,
            side: 0,
            as_soon: false,
            given: Vec::new(),
        };
        arena.table.odds_for(seat, &ask).map(|told| told.chance.to_string())
    };
    let duel = |gumption: u8| {
        let stage = json!({
            "seats": { "Ann": ["Maria"] },
            "heroes": { "Maria": { "like": "Maria Castillo", "set": { "gumption": 1 } } },
            "creatures": { "Thug": { "set": { "gumption": gumption } } },
        });
        Arena::scene(stage, 1)
    };
    let (weak, strong) = (duel(1), duel(2));
    assert_eq!(chance(&weak, ANN), chance(&strong, ANN), "strength nobody has met");
    assert_ne!(chance(&weak, GM), chance(&strong, GM), "the GM knows of it");
}

#[test]
fn whoever_and_whatever_is_hidden_is_answered_for_like_nothing() {
    let lurking = Lurking {
        scene: json!({
            "seats": { "Ann": ["Ruth"] },
            "heroes": { "Ruth": { "like": "Engineer" }, "Dacre": { "like": "Pilot" } },
            "creatures": { "Thug": {} },
            "trackers": { "ship": {} },
        }),
        deeds: &[],
        hidden: None,
        things: &[],
    };
    let tried = hidden_is_as_good_as_absent::<GutsPlus>(env!("CARGO_MANIFEST_DIR"), &lurking);
    assert!(tried > 40, "{tried} fields");
}
