//! Exact odds, side by side: Boneyard, xdy and icepool answer the same questions in turn, in one run.
//! Prints a Markdown report; ends with an error if an answer is wrong or a bar is missed.

use std::process::ExitCode;

use boneyard_bench::peer::Peer;
use boneyard_bench::timing::{Times, machine};
use boneyard_dice::{Dist, Ratio};
use xdy::{Budget, Evaluator, Unobserved, compile};

#[path = "../../../crates/dice/tests/questions/answers.rs"]
mod answers;

use answers::{Answer, QUESTIONS};

const ROUNDS: usize = 15;
/// How many times faster than icepool every question must be.
const BAR: f64 = 40.0;

/// The questions xdy can be asked (the third without its bands).
const XDY: [(&str, &str); 5] = [
    ("Q1", "4D6 drop lowest"),
    ("Q2", "18D6"),
    ("Q3", "6D6 - 5D6"),
    ("Q8", "(2D20 drop lowest) + 5 - (1D20 + 3)"),
    ("Q10", "10D10 drop lowest 5"),
];

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
    let mut icepool = Peer::start("icepool_odds.py", "icepool")?;
    for (name, ask) in QUESTIONS {
        check(name, &ask())?;
        if icepool.ask(&format!("check {name}"))? == "wrong" {
            return Err(format!("{name}: icepool is asked something else"));
        }
        if let Some(text) = xdy_text(name) {
            check_xdy(name, text, &ask())?;
        }
    }
    let mut times: Vec<[Times; 3]> = QUESTIONS.iter().map(|_| Default::default()).collect();
    for _ in 0..ROUNDS {
        for ((name, ask), [ours, xdy, theirs]) in QUESTIONS.iter().zip(&mut times) {
            ours.batch(ask);
            if let Some(text) = xdy_text(name) {
                xdy.batch(|| ask_xdy(text));
            }
            if let Ok(microseconds) = icepool.ask(name)?.parse::<f64>() {
                theirs.note(microseconds * 1_000.0);
            }
        }
    }
    println!("## Exact odds\n\n{}\n", machine());
    println!(
        "Every answer is checked outcome by outcome first. Times are medians of {ROUNDS} interleaved batches, in"
    );
    println!(
        "microseconds, each from text or a new pool to the finished distribution. icepool {} is warm, its",
        icepool.ask("version")?
    );
    println!(
        "memory of answers cleared between calls; it has no question Q6r. xdy 0.14 answers Q3 without the bands.\n"
    );
    println!("| question | Boneyard | xdy | icepool | times xdy | times icepool |");
    println!("|---|--:|--:|--:|--:|--:|");
    let mut holds = true;
    for ((name, _), [ours, xdy, theirs]) in QUESTIONS.iter().zip(&times) {
        let mine = ours.median().unwrap_or(f64::INFINITY);
        let (xdy, theirs) = (xdy.median(), theirs.median());
        let factor = |peer: Option<f64>| peer.map(|time| time / mine);
        holds &= factor(xdy).is_none_or(|factor| factor >= 1.0)
            && factor(theirs).is_none_or(|factor| factor >= BAR);
        let show =
            |number: Option<f64>, digits: usize| number.map_or("–".to_owned(), |n| format!("{n:.digits$}"));
        let micro = |time: Option<f64>| show(time.map(|t| t / 1_000.0), 2);
        println!(
            "| {name} | {} | {} | {} | {} | {} |",
            micro(Some(mine)),
            micro(xdy),
            micro(theirs),
            show(factor(xdy), 1),
            show(factor(theirs), 0)
        );
    }
    let verdict = if holds { "holds" } else { "is missed" };
    println!("\nThe bar ({BAR} times icepool, no slower than xdy) {verdict}.");
    Ok(holds)
}

fn check(name: &str, answer: &Answer) -> Result<(), String> {
    let known = include_str!("../../../crates/dice/tests/data/odds.txt");
    let known = known.lines().find(|line| line.split(' ').next() == Some(name)).unwrap_or_default();
    let given = match answer {
        Answer::Numbers(dist) => told(dist, |n| n.to_string()),
        Answer::Pairs(dist) => told(dist, |(a, b)| format!("{a},{b}")),
        Answer::Worth(worth) => {
            format!("worth {}", worth.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        }
    };
    if format!("{name} {given}") == known {
        Ok(())
    } else {
        Err(format!("{name}: {given} is not what is known"))
    }
}

fn told<T: Ord + Clone>(dist: &Dist<T>, name: impl Fn(&T) -> String) -> String {
    let dist = dist.reduced();
    let pairs: Vec<String> =
        dist.iter().map(|(outcome, weight)| format!("{}:{weight}", name(outcome))).collect();
    format!("{} {}", dist.total(), pairs.join(" "))
}

fn xdy_text(name: &str) -> Option<&'static str> {
    XDY.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn ask_xdy(text: &str) -> Option<xdy::Distribution> {
    let evaluator = Evaluator::new(compile(text).ok()?);
    let plan = evaluator.plan_distribution([]).ok()?;
    plan.build(Budget { steps: u64::MAX, cells: u64::MAX }, &Unobserved).ok()
}

/// The same number of outcomes and the same mean: enough to know that the same was asked.
fn check_xdy(name: &str, text: &str, ours: &Answer) -> Result<(), String> {
    let theirs = ask_xdy(text).ok_or_else(|| format!("{name}: xdy does not answer"))?;
    let Answer::Numbers(ours) = ours else { return Ok(()) };
    let mean = theirs.mean().to_string().parse::<Ratio>().map_err(|error| error.to_string())?;
    if name != "Q3" && (mean != ours.mean() || theirs.iter().count() != ours.len()) {
        return Err(format!("{name}: xdy is asked something else"));
    }
    Ok(())
}
