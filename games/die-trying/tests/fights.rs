//! Fights by instinct come to an end, and random play leaves the table sound. `BONEYARD_SEEDS` plays more.

use boneyard_table::Seat;
use boneyard_table::table::{AnyGame, Op};
use serde_json::json;

use crate::arena::sound::sound;
use crate::arena::{ANN, Arena, Chance, GAME, GM, answer, by_instinct, filled, moves, said, start};

fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(12)
}

fn begin(arena: &mut Arena) {
    let everybody: Vec<String> = arena.table.creatures(GM).into_iter().map(|(_, name)| name).collect();
    let begin = json!({ "fight": { "fighters": everybody } });
    arena.op(GM, Op::Command(begin)).expect("a fight can begin");
}

/// How often each outcome came.
#[test]
fn ready_fights_come_to_an_end_by_instinct_on_both_sides() {
    let mut survivors = 0;
    for number in 0..3 {
        for seed in 0..4 {
            let mut arena = Arena::set(&start(number), seed);
            begin(&mut arena);
            let mut left = 2000;
            while arena.state().battle.is_some() {
                let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
                let (seat, op) = next.expect("somebody is waited for and knows what to do");
                arena.op(seat, op).expect("instinct is legal");
                left -= 1;
                assert!(left > 0, "start {number}, seed {seed}: the fight does not end");
            }
            sound(&arena.state());
            survivors += arena.state().heroes().count();
            assert_eq!(arena.rebuilt(), arena.raw(), "facts rebuild the state");
        }
    }
    assert!(survivors > 0, "somebody gets through a fight");
}

/// Something somebody could do: an answer, a move by instinct, or anything that is offered.
fn deed(arena: &Arena, chance: &mut Chance) -> Option<(Seat, Op)> {
    let table = &*arena.table;
    let cards = table.prompts(GM);
    if let Some(card) = chance.pick(&cards) {
        let seat = if chance.one_in(6) { GM } else { card.asks.first().copied().unwrap_or(GM) };
        let say = card.default.clone().filter(|_| chance.one_in(3)).or_else(|| said(card, chance));
        return Some((seat, answer(&card.id, say.or(card.default.clone())?)));
    }
    if chance.one_in(3)
        && let Some(op) = moves(table)
    {
        return Some((GM, op));
    }
    let acting = table.awaits().creatures.first().copied();
    let somebody = chance.pick(&table.creatures(GM)).map(|(who, _)| *who);
    let actor = match chance.below(8) {
        0 => None,
        1 => somebody,
        _ => acting.or(somebody),
    };
    let seat = if chance.one_in(3) { ANN } else { GM };
    let offers = table.offers(seat, actor);
    // Setting house rules and ending the fight are not what these scenes are about.
    let dull = ["house", "stop_fight", "add_creature", "board", "place", "heal"];
    let open: Vec<_> = offers
        .iter()
        .filter(|offer| {
            let lively = !dull.contains(&offer.command.as_str()) || chance.one_in(30);
            lively && (offer.refusal.is_none() || chance.one_in(8))
        })
        .collect();
    let offer = chance.pick(&open)?;
    Some((seat, Op::Command(filled(offer, chance)?)))
}

fn scene(seed: u64) {
    let mut chance = Chance::new(seed);
    let mut stage = start(chance.below(3));
    let light = ["normal", "dim", "darkness", "complete_darkness"][chance.below(4)];
    stage.trackers.insert("board".into(), json!({ "light": light, "width": 14, "height": 12 }));
    let mut arena = Arena::set(&stage, seed);
    begin(&mut arena);
    for _ in 0..80 {
        let Some((seat, op)) = deed(&arena, &mut chance) else { continue };
        if chance.one_in(12) {
            let saved = arena.table.save().expect("a table can be saved");
            let again = GAME.load(&saved).expect("a saved table opens");
            let plan = |table: &dyn boneyard_table::table::AnyTable| {
                table.plan(seat, op.clone(), None).map(|planned| planned.record)
            };
            assert_eq!(plan(&*again), plan(&*arena.table), "it goes on as it would have");
        }
        let before = chance.one_in(4).then(|| arena.raw());
        match arena.op(seat, op.clone()) {
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty(), "a refusal says why");
                assert!(before.is_none_or(|before| before == arena.raw()), "a refusal changes nothing");
            }
            Ok(_) => sound(&arena.state()),
        }
        for seat in [GM, ANN] {
            if chance.one_in(10) {
                assert!(!arena.table.view(seat).sheets.is_empty());
            }
        }
        let stuck = arena.state().battle.is_some()
            && arena.table.prompts(GM).is_empty()
            && arena.table.awaits().creatures.is_empty();
        assert!(!stuck, "nobody is waited for in the middle of a fight after {op:?}");
    }
    assert_eq!(arena.rebuilt(), arena.raw(), "facts rebuild the state");
}

#[test]
fn random_play_leaves_the_table_sound() {
    for seed in 0..seeds() {
        scene(seed);
    }
}
