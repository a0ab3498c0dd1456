//! Fights by instinct come to an end, and random play leaves the table sound. `BONEYARD_SEEDS` plays more.

use boneyard_table::Seat;
use boneyard_table::table::{AnyGame, AnyTable, Op};
use roll_high_or_die::state::State;
use serde_json::json;

use crate::arena::{ANN, Arena, Chance, GAME, GM, answer, by_instinct, filled, moves, said, start};

fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(6)
}

fn begin(arena: &mut Arena) {
    let everybody: Vec<String> = arena.table.creatures(GM).into_iter().map(|(_, name)| name).collect();
    arena.op(GM, Op::Command(json!({ "call": { "fighters": everybody } }))).expect("an Encounter can begin");
}

#[test]
fn ready_fights_come_to_an_end_by_instinct_on_both_sides() {
    let mut survivors = 0;
    for number in 0..4 {
        for seed in 0..2 {
            let mut arena = Arena::set(&start(number), seed);
            begin(&mut arena);
            let mut left = 1500;
            let next = |arena: &Arena| {
                by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)))
            };
            while let Some((seat, op)) = next(&arena) {
                arena.op(seat, op).expect("instinct is legal");
                left -= 1;
                assert!(left > 0, "start {number}, seed {seed}: the fight does not end");
            }
            assert!(arena.state().encounter.is_none(), "whoever is waited for knows what to do");
            sound(&arena.state());
            survivors += arena.state().heroes().count();
            assert_eq!(arena.rebuilt(), arena.raw(), "facts rebuild the state");
        }
    }
    assert!(survivors > 0, "somebody gets through a fight");
}

/// What must hold of every state.
fn sound(state: &State) {
    for who in state.everybody() {
        let one = state.one(who);
        let name = &one.sheet.name;
        assert_eq!(one.sheet.items.len(), one.live.items.len(), "{name}'s things are known twice");
        let hands: u8 =
            one.live.items.iter().filter(|item| item.count > 0).map(|item| item.place.hands()).sum();
        assert!(hands <= 2, "{name} has more than two hands");
        assert!(one.live.vitality >= 0, "{name} has {} Vitality", one.live.vitality);
        if one.live.dead {
            assert!(hands == 0 && one.live.ap == 0, "the dead hold nothing");
        }
        if state.acting() == Some(who) {
            assert!(!one.live.dead && !one.live.away, "{name} acts and cannot");
        }
        if state.encounter.is_none() {
            assert_eq!(one.live.ap, 0, "{name} kept AP");
        }
    }
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
    let actor = if chance.one_in(8) { None } else { acting.or(somebody) };
    let seat = if chance.one_in(3) { ANN } else { GM };
    let offers = table.offers(seat, actor);
    // Setting house rules and ending the fight are not what these scenes are about.
    let dull = ["house", "end_encounter", "add_creature", "restore"];
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

#[test]
fn random_play_leaves_the_table_sound() {
    for seed in 0..seeds() {
        let mut chance = Chance::new(seed);
        let mut arena = Arena::set(&start(chance.below(4)), seed);
        begin(&mut arena);
        for _ in 0..60 {
            let Some((seat, op)) = deed(&arena, &mut chance) else { continue };
            if chance.one_in(12) {
                let saved = arena.table.save().expect("a table can be saved");
                let again = GAME.load(&saved).expect("a saved table opens");
                let plan =
                    |table: &dyn AnyTable| table.plan(seat, op.clone(), None).map(|planned| planned.record);
                assert_eq!(plan(&*again), plan(&*arena.table), "it goes on as it would have");
            }
            let before = chance.one_in(4).then(|| arena.raw());
            let quiet = matches!(op, Op::Command(_)) && arena.table.prompts(GM).is_empty();
            match arena.op(seat, op.clone()) {
                Ok(planned) if quiet && !planned.waits && before.is_some() && chance.one_in(3) => {
                    let undo = Op::Undo { from: None, reason: Some("that was not meant".into()) };
                    arena.op(GM, undo).expect("the Referee may always take back");
                    assert_eq!(before, Some(arena.raw()), "undo gives back exactly what was before");
                }
                Err(refusal) => {
                    assert!(!refusal.to_string().is_empty(), "a refusal says why");
                    assert!(before.is_none_or(|before| before == arena.raw()), "a refusal changes nothing");
                }
                Ok(_) => sound(&arena.state()),
            }
            if chance.one_in(12) {
                assert!(!arena.table.view(ANN).sheets.is_empty());
            }
            let stuck = arena.state().encounter.is_some()
                && arena.table.prompts(GM).is_empty()
                && arena.table.awaits().creatures.is_empty();
            assert!(!stuck, "nobody is waited for in the middle of an Encounter after {op:?}");
        }
        assert_eq!(arena.rebuilt(), arena.raw(), "facts rebuild the state");
    }
}
