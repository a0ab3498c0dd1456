//! Exact odds of a Dead Weight test with rerolls on both sides, both at their best: the game's own rules behind the
//! kernel's odds against dynamic programming in Python around icepool, in one run, equal to the last digit.

use std::process::ExitCode;

use boneyard_bench::peer::Peer;
use boneyard_bench::timing::{Times, machine};
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

const ROUNDS: usize = 9;
const CALLS: usize = 8;
/// How many times faster than Python the last question must be.
const BAR: f64 = 5.0;
/// Dice, proficiency, disadvantages; the last one is the one with the bar.
const QUESTIONS: [[u8; 3]; 3] = [[2, 1, 1], [3, 1, 1], [4, 2, 1]];

fn main() -> ExitCode {
    match report() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn report() -> Result<bool, String> {
    let mut python = Peer::start("exchange_odds.py", "icepool")?;
    let book = DeadWeight::book(&[]).map_err(|error| error.to_string())?;
    println!("## Rerolls on both sides\n\n{}\n", machine());
    println!(
        "A test of Dead Weight: one side wants success, then great success, then no critical failure, then no"
    );
    println!(
        "fatigue, the other the opposite; both play their best. All four chances are equal in both. Microseconds of"
    );
    println!(
        "processor time, medians of {ROUNDS} interleaved batches; nothing is remembered between calls.\n"
    );
    println!("| dice | proficiency | disadvantages | Boneyard | Python with icepool | times |");
    println!("|--:|--:|--:|--:|--:|--:|");
    let mut holds = false;
    for question @ [dice, proficiency, disadvantages] in QUESTIONS {
        let line = format!("{dice} {proficiency} {disadvantages}");
        let state = yard(&book, dice, proficiency)?;
        let ours = worth_of(&odds(&state, &book, question));
        let theirs = python.ask(&format!("worth {line}"))?;
        if ours != theirs {
            return Err(format!("{line}: {ours} here, {theirs} in Python"));
        }
        let (mut mine, mut other) = (Times::default(), Times::default());
        for _ in 0..ROUNDS {
            mine.alone(CALLS, || odds(&state, &book, question));
            let microseconds = python.ask(&line)?.parse::<f64>().map_err(|error| error.to_string())?;
            other.note(microseconds * 1_000.0);
        }
        let (mine, other) =
            (mine.median().unwrap_or(f64::INFINITY) / 1_000.0, other.median().unwrap_or(0.0) / 1_000.0);
        holds = other / mine >= BAR;
        println!(
            "| {dice} | {proficiency} | {disadvantages} | {mine:.0} | {other:.0} | {:.1} |",
            other / mine
        );
    }
    println!("\nThe bar ({BAR} times, the last row) {}.", if holds { "holds" } else { "is missed" });
    Ok(holds)
}

/// How a test came out: its level, 0 for a critical failure to 3 for a great success, and whether it tired.
type Told = (u8, bool);

fn yard(book: &Book, dice: u8, proficiency: u8) -> Result<State, String> {
    let mut stage = Stage::default();
    let set = json!({ "set": { "score": { "DEX": dice }, "proficiency": { "DEX": proficiency } } });
    let being: Being = serde_json::from_value(set).map_err(|error| error.to_string())?;
    stage.heroes.insert("Brack".into(), being);
    DeadWeight::stage(book, &stage, &Default::default()).map_err(|error| error.to_string())
}

fn odds(state: &State, book: &Book, [dice, _, disadvantages]: [u8; 3]) -> Odds<Told> {
    let declared = Some(Declared { dice: Some(dice), ..Declared::default() });
    let test = Rolling::test(Who(0), Attribute::Dex, rules::DW_TEST_13);
    let rolling = Rolling { disadvantages, declared, ..test };
    let script = |cx: &mut Cx<'_, DeadWeight>| -> Flow { roll::make(cx, &rolling).map(|_| ()) };
    let query = Query {
        start: At { state, book },
        script: &script,
        outcome: &told,
        play: Play::Best { side: 0, worth: &worth },
    };
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

fn worth(&(level, tired): &Told) -> Worth {
    [level >= 2, level == 3, level != 0, !tired].into_iter().map(i64::from).collect()
}

fn worth_of(odds: &Odds<Told>) -> String {
    let chances = [
        odds.chance(|told| told.0 >= 2),
        odds.chance(|told| told.0 == 3),
        odds.chance(|told| told.0 != 0),
        odds.chance(|told| !told.1),
    ];
    chances.map(|chance| chance.to_string()).join(" ")
}
