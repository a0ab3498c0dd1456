//! Fights by instinct come to an end, and random play leaves the table sound. `BONEYARD_SEEDS` plays more.

mod arena;

use arena::{ANN, Arena, Chance, GM, by_instinct, moves, start};
use boneyard_table::table::Op;
use guts_plus::state::State;
use serde_json::json;

fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(4)
}

/// What must hold of every state.
fn sound(state: &State) {
    for who in state.everybody() {
        let one = state.one(who);
        let name = &one.sheet.name;
        assert!(one.live.parts.iter().all(|part| part.lines <= 2), "{name} has a third line");
        assert!(one.live.items.iter().all(|item| item.marks <= 2), "{name} has a third mark");
        assert_eq!(one.sheet.items.len(), one.live.items.len(), "{name}'s things are known twice");
        assert_eq!(one.sheet.qualities.len(), one.live.le.len(), "{name}'s qualities are known twice");
        assert!(one.sheet.qualities.iter().all(|own| (1..=10).contains(&own.level)), "{name}'s levels");
        assert!(one.live.le.iter().all(|le| *le <= 10), "{name} learned too much");
        let kinds: Vec<_> = one.live.conditions.iter().map(|own| (&own.kind, own.part)).collect();
        assert!(
            kinds.iter().enumerate().all(|(nth, kind)| !kinds[..nth].contains(kind)),
            "{name}: {kinds:?}"
        );
    }
}

#[test]
fn ready_fights_come_to_an_end_by_instinct_on_both_sides() {
    for seed in 0..seeds() {
        let mut arena = Arena::set(&start(0), seed);
        let everybody: Vec<u16> = arena.table.creatures(GM).into_iter().map(|(who, _)| who.0).collect();
        let begin = json!({ "begin_combat": { "fighters": everybody } });
        arena.op(GM, Op::Command(begin)).expect("a fight can begin");
        let mut left = 4000;
        loop {
            let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
            let Some((seat, op)) = next else { break };
            arena.op(seat, op).expect("instinct is legal");
            left -= 1;
            assert!(left > 0, "seed {seed}: the fight does not end");
        }
        assert!(arena.state().battle.is_none(), "seed {seed}: nobody knows how to go on");
        sound(&arena.state());
        assert_eq!(arena.rebuilt(), arena.raw(), "facts rebuild the state");
    }
}

#[test]
fn whatever_is_offered_and_answered_leaves_the_table_sound() {
    for seed in 0..seeds() {
        let mut arena = Arena::set(&start(0), seed);
        let mut chance = Chance::new(seed);
        for _ in 0..120 {
            if let Some((seat, op)) = by_instinct(&*arena.table) {
                arena.op(seat, op).expect("instinct is legal");
                continue;
            }
            let seat = if chance.one_in(3) { ANN } else { GM };
            let actor = arena.table.creatures(GM).get(chance.below(5)).map(|(who, _)| *who);
            let offers = arena.table.offers(seat, actor);
            let Some(offer) = chance.pick(&offers).filter(|offer| offer.refusal.is_none()).cloned() else {
                continue;
            };
            let command = arena::filled(&offer, &mut chance);
            let before = arena.raw();
            if let Some(command) = command
                && arena.op(seat, Op::Command(command)).is_err()
            {
                assert_eq!(arena.raw(), before, "refused, and yet it changed something: {}", offer.command);
            }
            sound(&arena.state());
        }
        assert_eq!(arena.rebuilt(), arena.raw(), "facts rebuild the state");
    }
}
