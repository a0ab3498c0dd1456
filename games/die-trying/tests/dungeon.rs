//! The Tithe Hole by itself: four ready heroes go down the well, and come out again or do not.
//! `BONEYARD_SEEDS` plays more of them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use boneyard_table::stage::Seating;
use boneyard_table::table::Op;
use serde_json::{Value, json};

use crate::arena::sound::sound;
use crate::arena::{ANN, Arena, GM, by_instinct, moves};

fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(8)
}

/// Requests after which an expedition will hardly end.
const LONGEST: u32 = 2_000;

/// Plays one expedition to its end, and says how it came out.
fn expedition(seed: u64) -> (String, Arena) {
    let (_, stage) = die_trying::starts().into_iter().next().expect("there are beginnings");
    let mut arena = Arena::set(&stage, seed);
    arena.op(GM, Op::Command(json!({ "enter_dungeon": {} }))).expect("the dungeon opens");
    match plays(&mut arena, seed) {
        Some(ending) => (ending, arena),
        None => panic!("seed {seed} does not end"),
    }
}

/// Plays on to the end, and says how it came out; nothing where it does not end.
fn plays(arena: &mut Arena, seed: u64) -> Option<String> {
    let mut last: VecDeque<Op> = VecDeque::new();
    for _ in 0..LONGEST {
        let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
        let Some((seat, op)) = next else {
            let awaits = arena.table.awaits();
            assert!(awaits.creatures.is_empty(), "seed {seed} is stuck: {}", awaits.why);
            let ending = arena.values()["ending"].as_str().map(str::to_owned);
            return Some(ending.unwrap_or_else(|| panic!("seed {seed} ends without a word")));
        };
        last.push_back(op.clone());
        if last.len() > 12 {
            last.pop_front();
        }
        if let Err(refusal) = arena.op(seat, op.clone()) {
            panic!("seed {seed}: {refusal} ({op:?})");
        }
    }
    let state = arena.state();
    let heroes = state.everybody().filter(|who| state.sheet(*who).is_hero());
    let told: Vec<String> = heroes.map(|who| format!("{}: {:?}", state.name(who), state.live(who))).collect();
    let next: Vec<_> = last.iter().map(|op| format!("{op:?}")).collect();
    println!("seed {seed} does not end:\n{}\n{}", told.join("\n"), next.join("\n"));
    None
}

/// Marda alone in the Ratway without any light, and goblins who see as little as she does on both sides of her.
#[test]
fn whoever_is_hemmed_in_by_what_nobody_sees_fights_their_way_out() {
    for seed in 0..4 {
        let (_, mut stage) = die_trying::starts().into_iter().next().expect("there are beginnings");
        stage.heroes.retain(|name, _| name == "Marda Pell");
        let mut arena = Arena::set(&stage, seed);
        let goblin = |nth: usize, at: &str| {
            let name = format!("Goblin {nth}");
            json!({ "add_creature": { "name": name, "like": "Goblin Stickfighter", "at": at } })
        };
        let mut before =
            vec![json!({ "enter_dungeon": {} }), json!({ "place": { "who": "Marda Pell", "at": "I11" } })];
        before.extend(["H11", "H12", "J11", "J12"].into_iter().enumerate().map(|(nth, at)| goblin(nth, at)));
        for command in before {
            arena.op(GM, Op::Command(command.clone())).unwrap_or_else(|why| panic!("{command}: {why}"));
        }
        assert!(arena.state().battle.is_none(), "nobody has begun yet");
        let next = moves(&*arena.table).expect("somebody is waited for");
        let Op::Command(next) = next else { panic!("a move is a command") };
        assert!(next.get("fight").is_some(), "those who touch begin to fight, and nobody waits: {next}");
        let ending = plays(&mut arena, seed);
        assert!(ending.is_some(), "seed {seed} does not end");
    }
}

type Squares = BTreeSet<(u64, u64)>;

/// The squares of the players' fog, and those of everything else that lies on their map: ground, light, somebody.
fn on_the_map(arena: &Arena) -> (Squares, Squares) {
    let view = serde_json::to_value(arena.table.view(ANN)).expect("views can be written");
    let number = |of: &Value, name: &str| of[name].as_u64().expect("a number");
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    let square = |of: &Value| (number(of, "x"), number(of, "y"));
    let (mut fog, mut shown) = (Squares::new(), Squares::new());
    for layer in list(&view["scene"]["map"]["layers"]) {
        for run in list(&layer["unseen"]) {
            let (x, y) = square(&run);
            fog.extend((x..x + number(&run, "n")).map(|x| (x, y)));
        }
        for patch in list(&layer["squares"]) {
            shown.extend(list(&patch["squares"]).iter().map(square));
        }
        for token in list(&layer["tokens"]) {
            let ((x, y), size) = (square(&token["at"]), number(&token, "size"));
            shown.extend((x..x + size).flat_map(|x| (y..y + size).map(move |y| (x, y))));
        }
    }
    (fog, shown)
}

/// What the party has not found lies in the fog; the fog only gives way, and hides nobody whom a player sees.
#[test]
fn the_fog_lifts_room_by_room_and_covers_nothing_that_is_shown() {
    let (_, mut stage) = die_trying::starts().into_iter().next().expect("there are beginnings");
    stage.seats.insert("Ann".into(), Seating::Creatures(stage.heroes.keys().take(2).cloned().collect()));
    let mut arena = Arena::set(&stage, 1);
    arena.op(GM, Op::Command(json!({ "enter_dungeon": {} }))).expect("the dungeon opens");
    let (mut most, mut least) = (0, usize::MAX);
    for step in 0..400 {
        let (fog, shown) = on_the_map(&arena);
        let covered: Vec<_> = fog.intersection(&shown).collect();
        assert_eq!(covered, Vec::<&(u64, u64)>::new(), "after {step} requests");
        for (x, y) in offered(&arena).intersection(&fog) {
            let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
            let mut around =
                around.filter_map(|(dx, dy)| Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?)));
            assert!(
                around.any(|square| !fog.contains(&square)),
                "{x}, {y} is far in the fog, after {step} requests"
            );
        }
        (most, least) = (most.max(fog.len()), least.min(fog.len()));
        let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
        let Some((seat, op)) = next else { break };
        arena.op(seat, op).expect("instinct does what is allowed");
    }
    assert!(least < most * 3 / 4, "{most} squares in the fog at the most, {least} at the least");
    let open = serde_json::to_string(&arena.table.view(GM)).expect("views can be written");
    assert!(!open.contains("\"fog\""), "the Trapsetter sees it all");
}

/// Squares that Ann's characters could be told to go to, or to do something at.
fn offered(arena: &Arena) -> BTreeSet<(u64, u64)> {
    let state = arena.state();
    let own = state.everybody().filter(|who| state.sheet(*who).seat == ANN);
    let cards = own.flat_map(|who| arena.table.offers(ANN, Some(who)));
    let params = cards.flat_map(|card| card.params).map(|param| json!(param.domain));
    let squares = params
        .filter(|domain| domain["type"] == "square")
        .flat_map(|domain| domain["among"].as_array().cloned().unwrap_or_default());
    squares.filter_map(|square| Some((square["x"].as_u64()?, square["y"].as_u64()?))).collect()
}

/// What players read of the Tithe Hole is what everybody knows and where they have been; the notes are the Trapsetter's.
#[test]
fn everybody_reads_what_is_known_and_the_notes_are_the_trapsetters() {
    let (_, mut stage) = die_trying::starts().into_iter().next().expect("there are beginnings");
    stage.seats.insert("Ann".into(), Seating::Creatures(stage.heroes.keys().take(2).cloned().collect()));
    let mut arena = Arena::set(&stage, 1);
    arena.op(GM, Op::Command(json!({ "enter_dungeon": {} }))).expect("the dungeon opens");
    let [ann, gm] = [ANN, GM].map(|seat| serde_json::to_string(&arena.table.view(seat)).expect("plain data"));
    let book = die_trying::book::Book::read(&[]).expect("our own content can be read");
    let row = book.scenarios.iter().next().expect("there is an adventure");
    let (first, last) = (book.rooms.iter().next(), book.rooms.iter().last());
    let (first, last) = first.zip(last).expect("there are rooms");
    let read = |view: &str, text: &str| view.contains(&json!(text).to_string()[1..text.len() + 1]);
    for known in &row.known {
        assert!(read(&ann, known) && read(&gm, known), "{known}");
    }
    for note in &row.gm {
        assert!(!read(&ann, note) && read(&gm, note), "{note}");
    }
    assert!(read(&ann, &first.text) && !read(&ann, &last.text), "they stand in {}", first.name);
}

#[test]
fn parties_left_to_themselves_come_to_an_end() {
    let mut outcomes: BTreeMap<String, u32> = BTreeMap::new();
    let mut rooms = 0;
    let only = std::env::var("BONEYARD_ONLY").ok().and_then(|seed| seed.parse::<u64>().ok());
    let all = only.map_or(0..seeds(), |seed| seed..seed + 1);
    for seed in all {
        let (outcome, arena) = expedition(seed);
        sound(&arena.state());
        assert_eq!(arena.rebuilt(), arena.raw(), "seed {seed}: facts rebuild the state");
        rooms = rooms.max(arena.cited.iter().filter(|rule| rule.as_str().starts_with("DT-DUN")).count());
        *outcomes.entry(outcome).or_default() += 1;
    }
    println!("{outcomes:#?}");
    assert!(rooms >= 6, "no party saw more than {rooms} rooms");
    assert!(outcomes.len() > 1, "all the same: {outcomes:?}");
}
