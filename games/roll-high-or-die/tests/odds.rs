//! Exact numbers that no single command shows: six scores, their mean and their sum (RH-ABIL-02, RH-ABIL-04), five Death
//! Calls in a row (RH-DEATH-01). Chances of one command are in stories.

use std::collections::BTreeMap;
use std::hash::Hash;

use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query};
use boneyard_table::table::Op;
use boneyard_table::{At, Cx, Flow, Playable, Who};
use roll_high_or_die::fact::HeroFact;
use roll_high_or_die::state::{Condition, State};
use roll_high_or_die::{RollHighOrDie, hero, hurt, rules};
use serde_json::json;

use crate::arena::{Arena, GM};

const EFFORT: Effort = Effort { marks: true, audit: true, most_runs: 100_000, rounds: 4 };

fn explored<O: Clone + Ord + Hash>(
    state: &State,
    script: &dyn Fn(&mut Cx<'_, RollHighOrDie>) -> Flow,
    outcome: &dyn Fn(At<'_, RollHighOrDie>) -> O,
) -> Odds<O> {
    let book = RollHighOrDie::book(&[]).expect("ours");
    let start = At { state, book: &book };
    let query = Query { start, script, outcome, play: Play::Instinct };
    Explorer::new(query, EFFORT).odds().expect("small enough to explore")
}

/// How often each score comes, of all the ways four dice fall.
fn score() -> BTreeMap<u16, u128> {
    let mut arena = Arena::scene(json!({}), 1);
    arena.op(GM, Op::Command(json!({ "begin_hero": { "name": "Mab" } }))).expect("a Character begins");
    let script = |cx: &mut Cx<'_, RollHighOrDie>| -> Flow {
        let results = vec![hero::score(cx, Who(0), 4, rules::RH_ABIL_02)?];
        cx.record(rules::RH_ABIL_02, HeroFact::Rolled { who: Who(0), results, flagged: false }.into());
        Ok(())
    };
    let result = |at: At<'_, RollHighOrDie>| -> u16 {
        at.state
            .sheet(Who(0))
            .draft
            .iter()
            .flat_map(|draft| &draft.results)
            .map(|score| u16::from(*score))
            .sum()
    };
    let odds = explored(&arena.state(), &script, &result);
    let whole = |number: String| number.parse::<u128>().expect("a small number");
    let scale = 1296 / whole(odds.total.to_string());
    odds.outcomes.into_iter().map(|(score, weight)| (score, whole(weight.to_string()) * scale)).collect()
}

#[test]
fn one_score_is_18_in_21_ways_of_1296_and_12_and_a_quarter_on_average() {
    let ways = score();
    assert_eq!(ways.keys().copied().collect::<Vec<_>>(), (3..=18).collect::<Vec<_>>());
    assert_eq!(ways.values().sum::<u128>(), 1296);
    assert_eq!(ways[&18], 21);
    assert_eq!(ways.iter().map(|(score, ways)| u128::from(*score) * ways).sum::<u128>(), 15869);
}

#[test]
fn six_scores_add_up_to_57_to_87_in_so_many_ways() {
    let one = score();
    let mut sums: BTreeMap<u16, u128> = BTreeMap::from([(0, 1)]);
    for _ in 0..6 {
        let mut more = BTreeMap::new();
        for (sum, ways) in &sums {
            for (score, times) in &one {
                *more.entry(sum + score).or_default() += ways * times;
            }
        }
        sums = more;
    }
    // Six scores that add up to this: what is looked at is the sum alone.
    let array = |sum: u16| (0..6).map(|nth| ((sum + nth) / 6) as u8).collect::<Vec<u8>>();
    let stands = sums.iter().filter(|(sum, _)| !hero::flagged(&array(**sum)));
    assert_eq!(sums.values().sum::<u128>(), 4_738_381_338_321_616_896);
    assert_eq!(stands.map(|(_, ways)| ways).sum::<u128>(), 4_609_101_668_691_856_331);
}

#[test]
fn five_death_calls_are_survived_in_2476099_of_3200000() {
    let arena = Arena::scene(json!({ "heroes": { "Gil": { "set": { "wounds": 1, "tmk": 4 } } } }), 1);
    let calls = |times: u8| {
        let script = move |cx: &mut Cx<'_, RollHighOrDie>| -> Flow {
            for nth in 0..times {
                if !cx.state().live(Who(0)).dead {
                    cx.within(nth, |cx| hurt::death_call(cx, Who(0)))?;
                }
            }
            Ok(())
        };
        let end = |at: At<'_, RollHighOrDie>| {
            let live = at.state.live(Who(0));
            (live.dead, live.is(Condition::Exhausted))
        };
        explored(&arena.state(), &script, &end)
    };
    let once = calls(1);
    assert_eq!(once.chance(|end| *end == (false, false)).to_string(), "11/20");
    assert_eq!(once.chance(|end| *end == (false, true)).to_string(), "2/5");
    assert_eq!(once.chance(|(dead, _)| *dead).to_string(), "1/20");
    assert_eq!(calls(5).chance(|(dead, _)| !dead).to_string(), "2476099/3200000");
}
