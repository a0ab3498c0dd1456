//! The odds of castings and of new heroes, from the rules themselves: how often dice miscast, what kills a
//! caster, the joint table of Power and matching dice, and the six scores.

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_dice::Ratio;
use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::{At, Cx, Flow, Game, Playable, Seat, Who};
use die_trying::DieTrying;
use die_trying::book::Book;
use die_trying::command::Command;
use die_trying::house::{House, MiscastModifier};
use die_trying::magic::{rolled_row, throw};
use die_trying::state::{Creature, Kind, Shared, Sheet, State};
use serde_json::json;

const EFFORT: Effort = Effort { marks: true, audit: false, most_runs: 3_000_000, rounds: 4 };
const CASTER: Who = Who(0);

fn table() -> State {
    let caster = Creature::blank("Oswin", Kind::Hero);
    let target = Creature::blank("Goblin", Kind::Creature);
    State { creatures: vec![Arc::new(caster), Arc::new(target)], ..State::default() }
}

fn odds<O: Clone + Ord + std::hash::Hash>(
    state: &State,
    script: &dyn Fn(&mut Cx<'_, DieTrying>) -> Flow,
    outcome: &dyn Fn(At<'_, DieTrying>) -> O,
) -> Odds<O> {
    let book: Book = DieTrying::book(&[]).expect("ours");
    let query = Query { start: At { state, book: &book }, script, outcome, play: Play::Instinct };
    Explorer::new(query, EFFORT).odds().expect("small enough to explore")
}

fn part(of: u64, all: u64) -> Ratio {
    Ratio::new(of.into(), all.into()).expect("not of nothing")
}

fn last(at: At<'_, DieTrying>) -> String {
    at.state.last.as_ref().map_or_else(String::new, |last| last.outcome.clone().into_owned())
}

#[test]
fn how_often_dice_miscast() {
    for (dice, of, all) in [(2, 1, 6), (3, 4, 9), (4, 13, 18), (5, 49, 54), (6, 319, 324), (7, 1, 1)] {
        let script = |cx: &mut Cx<'_, DieTrying>| throw(cx, CASTER, dice, 0).map(|_| ());
        let odds = odds(&table(), &script, &last);
        assert_eq!(odds.chance(|outcome| outcome != "cast"), part(of, all), "{dice} dice");
    }
}

#[test]
fn several_castings_in_a_row_without_a_miscast() {
    for (castings, of, all) in [(2, 25, 108), (3, 125, 34_992)] {
        let script = |cx: &mut Cx<'_, DieTrying>| -> Flow {
            for nth in 0..castings {
                let (_, matching) = cx.within(nth, |cx| throw(cx, CASTER, 2, 2 * nth))?;
                if matching > 0 {
                    break;
                }
                cx.mark(die_trying::rules::DT_MAG_03, nth)?;
            }
            Ok(())
        };
        // What the dice came to no longer matters once they are read.
        let odds = odds(&table(), &script, &|at| last(at) == "cast");
        assert_eq!(odds.chance(|held| *held), part(of, all), "{castings} castings");
    }
}

#[test]
fn how_often_the_caster_dies_of_it() {
    for (unstable, of, all) in [(0, 1, 60), (2, 13, 180)] {
        let script = |cx: &mut Cx<'_, DieTrying>| -> Flow {
            let (_, matching) = throw(cx, CASTER, 2, unstable)?;
            // Only a pair leads to 11 by a 10; larger groups go by 9 and less.
            cx.mark(die_trying::rules::DT_MIS_02, matching)?;
            if matching > 0 {
                rolled_row(cx, CASTER, Some(matching), 0)?;
            }
            Ok(())
        };
        let odds = odds(&table(), &script, &last);
        assert_eq!(odds.chance(|outcome| outcome == "miscast 11"), part(of, all), "{unstable} ID");
    }
}

#[test]
fn an_improvised_casting_of_one_die() {
    let mut state = table();
    // Intelligence 3, Untrained: +2.
    let mut sheet = Sheet { name: "Oswin".into(), ..Sheet::default() };
    (sheet.scores.intelligence, sheet.fixed.magic_dice) = (3, 1);
    Arc::make_mut(&mut state.creatures[0]).sheet = Shared::new(sheet);
    let wish: Command = serde_json::from_value(json!({ "improvise": {
        "who": 0, "wish": "frost", "dice": 1, "skill": "arcana", "like": "Mend", "target": 1
    } }))
    .expect("a command");
    let script = |cx: &mut Cx<'_, DieTrying>| DieTrying::resolve(cx, Seat::GM, wish.clone());
    // What a miscast's siphon casts again is another casting, and leaves more instability.
    let first =
        |at: At<'_, DieTrying>| last(at).ends_with("success") && at.state.creatures[0].live.instability == 2;
    let odds = odds(&state, &script, &first);
    assert_eq!(odds.chance(|worked| *worked), part(4, 5));
}

#[test]
fn power_and_matching_dice_of_four_and_three() {
    let mut state = table();
    state.house = Arc::new(House { miscast_modifier: MiscastModifier::AllMatching, ..House::default() });
    let script = |cx: &mut Cx<'_, DieTrying>| throw(cx, CASTER, 4, 3).map(|_| ());
    let outcome = |at: At<'_, DieTrying>| {
        let last = at.state.last.as_ref().expect("dice were rolled");
        let matching: u8 = last.outcome.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
        (last.total, matching)
    };
    let odds = odds(&state, &script, &outcome);
    // Every throw of seven dice, counted one by one.
    let mut counted: BTreeMap<(i16, u8), u64> = BTreeMap::new();
    for throw in 0..6_u32.pow(7) {
        let faces: Vec<u32> = (0..7).map(|nth| throw / 6_u32.pow(nth) % 6 + 1).collect();
        let power: u32 = faces[..4].iter().sum();
        let matching =
            faces.iter().filter(|face| faces.iter().filter(|other| other == face).count() > 1).count();
        *counted.entry((power as i16, matching as u8)).or_default() += 1;
    }
    assert_eq!(counted[&(4, 4)], 60);
    assert_eq!(counted[&(4, 6)], 75);
    assert_eq!(counted[&(5, 5)], 336);
    assert_eq!(odds.outcomes.len(), counted.len());
    for (outcome, count) in counted {
        assert_eq!(odds.chance(|known| *known == outcome), part(count, 279_936), "{outcome:?}");
    }
}

#[test]
fn the_six_scores_of_a_new_hero() {
    let draft: Command = serde_json::from_value(json!({ "draft": { "name": "Bob" } })).expect("a command");
    let kin: Command =
        serde_json::from_value(json!({ "kin": { "who": 2, "species": "human", "size": "medium" } }))
            .expect("one");
    let roll: Command = serde_json::from_value(json!({ "roll_scores": { "who": 2 } })).expect("a command");
    let script = |cx: &mut Cx<'_, DieTrying>| -> Flow {
        [&draft, &kin, &roll].into_iter().try_for_each(|step| DieTrying::resolve(cx, Seat::GM, step.clone()))
    };
    let outcome = |at: At<'_, DieTrying>| {
        let results =
            at.state.creatures[2].sheet.draft.as_ref().map_or_else(Vec::new, |draft| draft.results.clone());
        (results[0], results.contains(&3), results.iter().all(|result| *result <= 0))
    };
    let odds = odds(&table(), &script, &outcome);
    for (score, of, all) in [(-1, 1, 6), (0, 1, 6), (1, 1, 6), (2, 1, 6), (3, 1, 3)] {
        assert_eq!(odds.chance(|(first, ..)| *first == score), part(of, all), "{score}");
    }
    assert_eq!(odds.chance(|(_, three, _)| *three), part(665, 729));
    assert_eq!(odds.chance(|(_, _, none)| *none), part(1, 729));
}
