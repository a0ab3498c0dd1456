//! Ready fights by instinct on all sides come to an end, each in its own way. `BONEYARD_SEEDS` plays more.

mod arena;

use std::collections::BTreeMap;

use arena::{Arena, GM, by_instinct, moves, sound, start};
use boneyard_table::encounter::{End, Ground, Standing, prepare};
use boneyard_table::table::Op;
use guts_plus::GutsPlus;
use serde_json::json;

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
