//! Ready fights by instinct on all sides come to an end, each in its own way. `BONEYARD_SEEDS` plays more.

use std::collections::BTreeMap;

use boneyard_table::encounter::{End, Ground, Standing, prepare};
use boneyard_table::table::Op;
use guts_plus::GutsPlus;
use serde_json::json;

use crate::arena::{Arena, GM, by_instinct, moves, sound, start};

fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(6)
}

#[test]
fn ready_fights_come_to_an_end_by_instinct_on_both_sides() {
    for seed in 0..seeds() {
        let mut arena = Arena::set(&start(seed as usize), seed);
        let everybody: Vec<u16> = arena.table.creatures(GM).into_iter().map(|(who, _)| who.0).collect();
        let begin = json!({ "begin_combat": { "fighters": everybody } });
        arena.op(GM, Op::Command(begin)).expect("a fight can begin");
        let mut left = 4000;
        loop {
            let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
            let Some((seat, op)) = next else { break };
            let told = format!("{op:?}");
            arena.op(seat, op).unwrap_or_else(|refusal| panic!("seed {seed}: {told} is refused: {refusal}"));
            left -= 1;
            assert!(left > 0, "seed {seed}: the fight does not end");
        }
        assert!(arena.state().battle.is_none(), "seed {seed}: nobody knows how to go on");
        sound::state(&arena.state());
        assert_eq!(arena.rebuilt(), arena.raw(), "facts rebuild the state");
    }
}

#[test]
fn toughs_fight_until_somebody_is_out_or_runs() {
    let starts = guts_plus::starts();
    let (_, stage) = starts.iter().find(|(title, _)| *title == "Toughs in the alley").expect("it is there");
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..30 {
        let mut arena = Arena::set(stage, seed);
        let everybody: Vec<u16> = arena.table.creatures(GM).into_iter().map(|(who, _)| who.0).collect();
        arena.op(GM, Op::Command(json!({ "begin_combat": { "fighters": everybody } }))).expect("it begins");
        for step in 0.. {
            let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
            let Some((seat, op)) = next else { break };
            arena.op(seat, op).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}"));
            assert!(step < 4000, "seed {seed}: they fight on for ever");
        }
        let ending = arena.values()["ending"].as_str().expect("in words").to_owned();
        assert!(!ending.starts_with("it is broken off"), "seed {seed}: {ending}");
        *ends.entry(ending).or_default() += 1;
    }
    println!("{ends:#?}");
    // Both sides win now and then, and the one who loses has run or lies there.
    let some = |words: &str| ends.keys().any(|ending| ending.contains(words));
    assert!(some("the heroes win") && some("the heroes lose") && some("1 gone"), "{ends:?}");
}

#[test]
fn the_lab_counts_the_creature_against_the_crew() {
    let starts = guts_plus::starts();
    let (_, stage) =
        starts.iter().find(|(title, _)| *title == "Cornered in the Kitchen").expect("it is there");
    let fight = prepare::<GutsPlus>(Ground::Stage(stage, &[])).expect("it can be fought");
    assert_eq!(fight.fighters().len(), 5);
    let mut ends: BTreeMap<Standing, u32> = BTreeMap::new();
    for seed in 0..40 {
        let fought = fight.fight(seed);
        assert_eq!(fought.end, End::Over, "seed {seed}");
        let creature = fight.fighters().iter().position(|one| !one.hero).expect("there is one");
        *ends.entry(fought.after[creature].standing).or_default() += 1;
    }
    // Sometimes it is struck down, sometimes the crew runs.
    assert!(ends.len() > 1, "{ends:?}");
}
