//! Fights by instinct come to an end, and random play leaves the table sound. `BONEYARD_SEEDS` plays more.

use std::collections::BTreeSet;

use boneyard_table::table::{AnyGame, Op};
use boneyard_table::{RuleId, Seat};
use dead_weight::rules;
use dead_weight::state::{Attribute, State};
use serde_json::json;

use crate::arena::{ANN, Arena, Chance, GAME, GM, answer, by_instinct, filled, moves, said, start};

fn seeds() -> u64 {
    std::env::var("BONEYARD_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(24)
}

#[test]
fn ready_fights_come_to_an_end_by_instinct_on_both_sides() {
    for number in 0..4 {
        for seed in 0..2 {
            let mut arena = Arena::set(&start(number), seed);
            let everybody: Vec<String> =
                arena.table.creatures(GM).into_iter().map(|(_, name)| name).collect();
            let begin = json!({ "fight": { "fighters": everybody } });
            arena.op(GM, Op::Command(begin)).expect("a fight can be set up");
            let mut left = 4000;
            while arena.state().battle.is_some() {
                let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
                let (seat, op) = next.expect("somebody is waited for and knows what to do");
                arena.op(seat, op).expect("instinct is legal");
                left -= 1;
                assert!(left > 0, "start {number}, seed {seed}: the fight does not end");
            }
            assert_eq!(arena.rebuilt(), arena.raw(), "facts rebuild the state");
        }
    }
}

/// What must hold of every state.
fn sound(state: &State) {
    for who in state.everybody() {
        let one = state.one(who);
        let name = &one.sheet.name;
        for attribute in Attribute::ALL {
            let marks = one.live.fatigue[attribute] + one.live.wounds[attribute];
            assert!(
                !one.sheet.is_hero() || marks <= one.sheet.hero.score[attribute],
                "{name} has too many marks"
            );
        }
        assert!(one.live.tokens.shield <= 5 || !one.sheet.is_hero(), "{name} has too many shields");
        assert!(!(one.live.dead && one.live.mortal), "{name} is dead and dying");
        assert_eq!(one.sheet.items.len(), one.live.items.len(), "{name}'s things are known twice");
        let Some(battle) = &state.battle else {
            assert_eq!(one.live.tokens, Default::default(), "{name} kept tokens");
            assert_eq!(one.live.held_by, None, "{name} is still held");
            continue;
        };
        if battle.acting() == Some(who) {
            assert!(!one.live.dead && !one.live.mortal && !one.live.away, "{name} acts and cannot");
        }
        if let Some(by) = one.live.held_by {
            assert!(!state.live(by).dead, "{name} is held by the dead");
        }
    }
    let Some(battle) = &state.battle else { return };
    for one in &battle.fighters {
        for other in &battle.fighters {
            let apart = one.at.is_none() || one.at != other.at;
            let (here, there) = (state.sheet(one.who).side, state.sheet(other.who).side);
            let up = |who| !state.live(who).dead && !state.live(who).mortal && !state.live(who).away;
            assert!(apart || here == there || !up(one.who) || !up(other.who), "two sides on one tile");
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
    if chance.one_in(2)
        && let Some(op) = moves(table)
    {
        return Some((GM, op));
    }
    let acting = table.awaits().creatures.first().copied();
    let somebody = chance.pick(&table.creatures(GM)).map(|(who, _)| *who);
    let actor = match chance.below(8) {
        0 => None,
        1 => somebody,
        _ => acting,
    };
    let seat = if chance.one_in(3) { ANN } else { GM };
    let offers = table.offers(seat, actor);
    // Setting house rules, making heroes and ending the fight are not what these scenes are about.
    let dull = ["house", "draft", "session", "stop_fight", "add", "add_ally", "return_home", "next_step"];
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

/// Two who dodge against two that last.
fn duel() -> serde_json::Value {
    let hero = |shield: &str| {
        json!({ "set": {
            "score": { "STR": 4, "DEX": 4, "INT": 3, "PRE": 3 },
            "items": ["quarterstaff", shield],
            "quarterstaff.place": "right hand", "quarterstaff.wielded": true,
        } })
    };
    json!({
        "seats": { "Ann": ["Bo"] },
        "heroes": { "Bo": hero("rope"), "Cy": hero("torches") },
        "creatures": {
            "Bones": { "like": "Dry Bones", "set": { "wounds": 30 } },
            "Rattle": { "like": "Dry Bones", "set": { "wounds": 30 } },
        },
    })
}

fn scene(seed: u64) -> BTreeSet<RuleId> {
    let mut chance = Chance::new(seed);
    // Eight fighters seldom see the end of a round; every third scene is small enough for several.
    let mut arena = match seed % 3 {
        0 => Arena::scene(duel(), seed),
        _ => Arena::set(&start(chance.below(4)), seed),
    };
    let everybody: Vec<String> = arena.table.creatures(GM).into_iter().map(|(_, name)| name).collect();
    arena.op(GM, Op::Command(json!({ "fight": { "fighters": everybody } }))).expect("a fight can be set up");
    for _ in 0..90 {
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
    arena.cited
}

#[test]
fn whatever_people_do_in_a_fight_the_table_stays_sound() {
    let mut cited = BTreeSet::new();
    for seed in 0..seeds() {
        let told = std::panic::catch_unwind(|| scene(seed));
        let Ok(more) = told else { panic!("the scene of seed {seed} went wrong, see above") };
        cited.extend(more);
    }
    // The scenes are worth something only if they get around.
    let known =
        [rules::DW_ACT_01, rules::DW_COMB_10, rules::DW_ACT_04, rules::DW_ENEMY_08, rules::DW_MORALE_03];
    for rule in known.into_iter().chain([rules::DW_ACT_06, rules::DW_ACT_05, rules::DW_COMB_07]) {
        assert!(cited.contains(&rule) || seeds() < 24, "no scene came to {rule}");
    }
}

/// Every byte a seat gets.
fn everything(arena: &Arena, seat: Seat) -> String {
    let everybody = arena.table.creatures(GM).into_iter().map(|(who, _)| Some(who));
    let offers: Vec<_> =
        [None].into_iter().chain(everybody).flat_map(|actor| arena.table.offers(seat, actor)).collect();
    let lines = arena.table.lines(seat, boneyard_table::live::ActionId(0));
    let all = (arena.table.view(seat), offers, arena.table.prompts(seat), lines, arena.table.creatures(seat));
    serde_json::to_string(&all).expect("views can be written")
}

#[test]
fn numbers_of_foes_never_reach_a_player() {
    let scene = |hidden: serde_json::Value| {
        Arena::scene(
            json!({
                "seats": { "Ann": ["Bo"] },
                "heroes": { "Bo": { "set": { "score": { "STR": 2, "DEX": 2 }, "skills": ["Bash"] } } },
                "creatures": { "Thing": { "like": "Barrow Knight", "set": hidden } },
                "at": { "Bo": "C3", "Thing": "C4" },
                "battle": { "order": ["Bo", "Thing"], "turn": "Bo" },
            }),
            3,
        )
    };
    let mut fresh = scene(json!({ "armor": 0 }));
    let mut hurt = scene(json!({ "armor": 0, "hits": 4, "wounds": 17, "level": 3, "movement": 6 }));
    assert_eq!(everything(&fresh, ANN), everything(&hurt, ANN));
    assert_ne!(everything(&fresh, GM), everything(&hurt, GM));
    // A miss, and the enemy's turn: told the same.
    for arena in [&mut fresh, &mut hurt] {
        arena.does(json!({ "attack": { "who": "Bo", "target": "Thing" } }), &[2, 3]);
        arena.does(json!({ "end_turn": { "who": "Bo" } }), &[]);
        arena.does(json!({ "begin_turn": { "who": "Thing" } }), &[]);
        arena.does(json!({ "foe_act": { "who": "Thing", "action": "Stare", "target": "Bo" } }), &[5]);
    }
    assert_eq!(everything(&fresh, ANN), everything(&hurt, ANN));
}
