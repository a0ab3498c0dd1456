//! The one who shoots by instinct uses Cover (RH-HOUSE-23H, RH-COVER-01): counted over seeded fights, of the turns of
//! shooters who could end behind something with a line to somebody, most do.

use boneyard_board::{Cover, Relief, Stand};
use boneyard_table::table::Op;
use boneyard_table::{At, Playable, Who};
use roll_high_or_die::book::Book;
use roll_high_or_die::combat::{free_spaces, opponents};
use roll_high_or_die::state::{Condition, State};
use roll_high_or_die::{RollHighOrDie, sight};
use serde_json::json;

use crate::arena::{Arena, GM, by_instinct, moves};

fn yard(seed: u64) -> Arena {
    let mut arena = Arena::scene(
        json!({
            "heroes": { "Cy": { "like": "Deke Lowe" }, "Marda": { "like": "Marta Voss" } },
            "creatures": {
                "One": { "like": "Bandit Crossbowman" },
                "Two": { "like": "Bandit Crossbowman" },
            },
            "trackers": { "board": { "map": "
                . . . . . . . . . . . . . .
                . . . . . . . . . . c . . .
                . . . . c . . . . . . . . .
                . . . . . . . . . . . . c .
                . . . . c . . . . . c . . .
                . . . . . . . . . . . . . .
            " } },
            "at": { "Cy": "A3", "Marda": "A5", "One": "N2", "Two": "N5" },
        }),
        seed,
    );
    let everybody = json!({ "call": { "fighters": ["Cy", "Marda", "One", "Two"] } });
    arena.op(GM, Op::Command(everybody)).expect("an Encounter can begin");
    arena
}

/// Whether nobody who looks there sees it uncovered, and somebody can be shot at from there.
fn good(state: &State, relief: &Relief, who: Who, there: Stand) -> bool {
    let rule = sight::cover_rule(state);
    let foes: Vec<Stand> = opponents(state, who).filter_map(|foe| sight::stand(state, relief, foe)).collect();
    let open = |foe: &Stand| relief.cover(*foe, there, rule).is_some_and(|found| found.cover == Cover::No);
    !foes.iter().any(open) && foes.iter().any(|foe| relief.sees(there, *foe))
}

/// Whether somebody could get to a good space, and whether they are in one.
fn looked_at(state: &State, book: &Book, who: Who) -> (bool, bool) {
    let relief = sight::relief(state, book).expect("a map");
    let own = sight::stand(state, &relief, who).is_some_and(|own| good(state, &relief, who, own));
    let size = state.sheet(who).size;
    let reached = free_spaces(At { state, book }, who)
        .into_iter()
        .any(|(spot, _)| good(state, &relief, who, relief.stand(spot.footprint(size.spaces()), size.tall())));
    (own || reached, own)
}

#[test]
fn shooters_end_their_turns_behind_something_where_they_can() {
    let book = RollHighOrDie::book(&[]).expect("the game's own content is sound");
    let (mut could, mut did) = (0, 0);
    for seed in 0..6 {
        let mut arena = yard(seed);
        let (mut turn, mut able, mut covered) = (None, false, false);
        for _ in 0..400 {
            let next = by_instinct(&*arena.table).or_else(|| moves(&*arena.table).map(|op| (GM, op)));
            let Some((seat, op)) = next else { break };
            let state = arena.state();
            let acting = state.acting();
            if acting != turn {
                could += usize::from(able);
                did += usize::from(able && covered);
                (turn, able, covered) = (acting, false, false);
            }
            let shooter = acting.filter(|who| {
                let one = state.one(*who);
                one.sheet.side != 0 && !one.live.is(Condition::Engaged)
            });
            if let Some(who) = shooter {
                let (can, is) = looked_at(&state, &book, who);
                (able, covered) = (able || can, is);
            }
            arena.op(seat, op).expect("instinct is legal");
        }
    }
    println!("{did} of {could} turns of shooters who could end behind something do");
    assert!(could >= 8, "only {could} turns of shooters who could");
    assert!(did * 10 >= could * 7, "{did} of {could} turns end behind something");
}
