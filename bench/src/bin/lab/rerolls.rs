//! The best rerolls of a test with five dice and two of them to roll again, asked three ways: through the rules of
//! Dead Weight, through the dice crate, and by backward induction in Python around icepool.

use boneyard_bench::peer::Peer;
use boneyard_bench::timing::Times;
use boneyard_dice::{Natural, Ratio};
use boneyard_table::odds::{Effort, Explorer, Odds, Play, Query, Worth};
use boneyard_table::stage::{Being, Stage};
use boneyard_table::{At, Cx, Flow, Playable, Who};
use dead_weight::DeadWeight;
use dead_weight::book::Book;
use dead_weight::question::Declared;
use dead_weight::roll::{self, Rolling};
use dead_weight::rules;
use dead_weight::state::{Attribute, State};
use serde_json::json;

// The other questions have other answers.
#[allow(dead_code)]
#[path = "../../../../crates/dice/tests/questions/answers.rs"]
mod answers;

use answers::{Answer, QUESTIONS};

const ROUNDS: usize = 9;
/// How many times faster than Python.
const BY_RULES: f64 = 5.0;
const BY_DICE: f64 = 200.0;

/// How a test came out: its level, 0 for a critical failure to 3 for a great success, and whether it tired.
type Told = (u8, bool);

/// A question by its name, and what an outcome is worth in it.
type Asked = (&'static str, fn(&Told) -> Worth);

const ASKED: [Asked; 3] = [
    ("Q5a", |&(level, tired)| {
        let parts = [i64::from(level >= 2), i64::from(level == 3), -i64::from(level == 0), -i64::from(tired)];
        parts.into_iter().collect()
    }),
    ("Q5b", |&(level, _)| [i64::from(level == 3)].into_iter().collect()),
    ("Q5c", |&(level, tired)| [[-2, 0, 2, 4][usize::from(level)] - i64::from(tired)].into_iter().collect()),
];

/// Prints the table; whether the bars hold.
pub(super) fn rerolls() -> Result<bool, String> {
    println!(
        "The best rerolls: five dice, two may be rolled again, one at a time. All three are equal to the last digit."
    );
    println!("Microseconds, medians of {ROUNDS} interleaved batches; nothing is remembered between calls.\n");
    println!(
        "| question | by the rules of Dead Weight | by the dice crate | Python with icepool | times | times |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    let mut python = Peer::start("icepool_odds.py", "icepool")?;
    let book = DeadWeight::book(&[]).map_err(|error| error.to_string())?;
    let state = yard(&book)?;
    let mut holds = true;
    for (name, worth) in ASKED {
        let Some((_, dice)) = QUESTIONS.into_iter().find(|(known, _)| *known == name) else {
            return Err(format!("nobody asks {name}"));
        };
        let Answer::Worth(known) = dice() else { return Err(format!("{name} asks for something else")) };
        let found = means(&odds(&state, &book, worth), worth);
        if found != known || python.ask(&format!("check {name}"))? != "right" {
            return Err(format!("{name}: {found:?} by the rules, {known:?} by the dice"));
        }
        let (mut ours, mut crate_s, mut theirs) = (Times::default(), Times::default(), Times::default());
        for _ in 0..ROUNDS {
            ours.batch(|| odds(&state, &book, worth));
            crate_s.batch(dice);
            let microseconds = python.ask(name)?.parse::<f64>().map_err(|error| error.to_string())?;
            theirs.note(microseconds * 1_000.0);
        }
        let median = |times: &Times| times.median().unwrap_or(f64::NAN) / 1_000.0;
        let (ours, crate_s, theirs) = (median(&ours), median(&crate_s), median(&theirs));
        let (by_rules, by_dice) = (theirs / ours, theirs / crate_s);
        holds &= by_rules >= BY_RULES && by_dice >= BY_DICE;
        println!("| {name} | {ours:.1} | {crate_s:.1} | {theirs:.0} | {by_rules:.1} | {by_dice:.0} |");
    }
    println!(
        "\nThe bars ({BY_RULES} times by the rules, {BY_DICE} times by the dice crate) {}.\n",
        if holds { "hold" } else { "are missed" }
    );
    Ok(holds)
}

fn yard(book: &Book) -> Result<State, String> {
    let mut stage = Stage::default();
    let set = json!({ "set": { "score": { "DEX": 5 }, "proficiency": { "DEX": 2 } } });
    let being: Being = serde_json::from_value(set).map_err(|error| error.to_string())?;
    stage.heroes.insert("Brack".into(), being);
    DeadWeight::stage(book, &stage, &Default::default()).map_err(|error| error.to_string())
}

fn odds(state: &State, book: &Book, worth: fn(&Told) -> Worth) -> Odds<Told> {
    let declared = Some(Declared { dice: Some(5), ..Declared::default() });
    let rolling = Rolling { declared, ..Rolling::test(Who(0), Attribute::Dex, rules::DW_TEST_13) };
    let script = |cx: &mut Cx<'_, DeadWeight>| -> Flow { roll::make(cx, &rolling).map(|_| ()) };
    let play = Play::Best { side: 0, worth: &worth };
    let query = Query { start: At { state, book }, script: &script, outcome: &told, play };
    let effort = Effort { marks: true, audit: false, most_runs: 10_000_000, rounds: 4 };
    Explorer::new(query, effort).odds().expect("small enough to explore")
}

fn told(at: At<'_, DeadWeight>) -> Told {
    let level = at.state.last.as_ref().map_or(0, |last| match (&*last.outcome, last.great, last.critical) {
        ("success", true, _) => 3,
        ("success", ..) => 2,
        (_, _, true) => 0,
        _ => 1,
    });
    (level, at.state.live(Who(0)).fatigue.each().any(|(_, marks)| marks > 0))
}

/// What each part of the worth comes to on average.
fn means(odds: &Odds<Told>, worth: fn(&Told) -> Worth) -> Vec<Ratio> {
    let parts = odds.outcomes.first().map_or(0, |(told, _)| worth(told).len());
    let sum = |nth: usize, negative: bool| -> Natural {
        let all = odds.outcomes.iter().map(|(told, weight)| (worth(told)[nth], weight));
        let wanted = all.filter(|(part, _)| (*part < 0) == negative);
        wanted.map(|(part, weight)| weight * &Natural::from(part.unsigned_abs())).sum()
    };
    let mean = |nth: usize| {
        let (more, less) = (sum(nth, false), sum(nth, true));
        let (negative, size) = match more.checked_sub(&less) {
            Some(size) => (false, size),
            None => (true, less.checked_sub(&more).unwrap_or_default()),
        };
        Ratio::signed(negative, size, odds.total.clone()).unwrap_or(Ratio::ZERO)
    };
    (0..parts).map(mean).collect()
}
