//! Reading and checking an adventure of 500 places with 1,000 events, as the program does it for an author; and settling what
//! happens in one that is played. Prints a Markdown report; ends with an error if a bar is missed.

#[path = "../../../crates/world/tests/tiny/mod.rs"]
#[expect(dead_code, reason = "the tests of the world use the rest of the tiny game")]
mod tiny;

use std::process::ExitCode;

use boneyard_bench::large_adventure;
use boneyard_bench::timing::{Times, machine};
use boneyard_world::check::{Findings, check};
use boneyard_world::{Dictionary, schema};
use dirk_rules::DirkRules;

const PLACES: usize = 500;
const EVENTS: usize = 1_000;
const ROUNDS: usize = 20;
/// Milliseconds.
const BAR: f64 = 50.0;
/// Microseconds for a signal nobody waits for, and for one that ten events wait for.
const QUIET_BAR: f64 = 20.0;
const HEARD_BAR: f64 = 1_000.0;

fn main() -> ExitCode {
    println!("## Adventures\n\n{}\n", machine());
    let text = large_adventure::of_dirk_rules(PLACES, EVENTS);
    let known = Dictionary::of(dirk_rules::rules::CONTENT.iter().map(|(_, text)| *text));
    let (read, found) = check::<DirkRules>("large.toml", &text, &known);
    if read.is_none() || found != Findings::default() {
        println!("The adventure is not sound: {found:?}");
        return ExitCode::FAILURE;
    }
    let broken = text.replacen("\"place-250\"", "\"place-x\"", 1);
    let (mut whole, mut read, mut mistaken, mut names) =
        (Times::default(), Times::default(), Times::default(), Times::default());
    for _ in 0..ROUNDS {
        whole.alone(1, || check::<DirkRules>("large.toml", &text, &known));
        read.alone(1, || {
            boneyard_content::read::<boneyard_world::adventure::Adventure<DirkRules>>("large.toml", &text)
        });
        mistaken.alone(1, || check::<DirkRules>("large.toml", &broken, &known));
        names.alone(1, || Dictionary::of(dirk_rules::rules::CONTENT.iter().map(|(_, text)| *text)));
    }
    let ms = |times: &Times| times.median().unwrap_or(f64::NAN) / 1e6;
    println!(
        "{PLACES} places, {EVENTS} events, {} KB; medians of {ROUNDS}, time this thread spent.\n",
        text.len() / 1024
    );
    println!("| | ms |\n|---|--:|");
    println!("| read and checked | {:.1} |", ms(&whole));
    println!("| of it read | {:.1} |", ms(&read));
    println!("| read and checked, with mistakes | {:.1} |", ms(&mistaken));
    println!("| the names of the game's content, once | {:.1} |", ms(&names));
    println!("\nThe schema has {} KB.", schema::<DirkRules>().to_string().len() / 1024);
    let mut large = tiny::large::Large::opened();
    let (mut quiet, mut heard) = (Times::default(), Times::default());
    for _ in 0..ROUNDS {
        quiet.batch(|| large.noise(tiny::large::PLACES - 1));
        heard.batch(|| large.noise(0));
    }
    let us = |times: &Times| times.median().unwrap_or(f64::NAN) / 1e3;
    println!("\n{} places, {} events, played:\n", tiny::large::PLACES, tiny::large::EVENTS);
    println!("| settled | µs | bar |\n|---|--:|--:|");
    println!("| a noise nobody waits for | {:.1} | {QUIET_BAR} |", us(&quiet));
    println!("| a noise {} events wait for | {:.1} | {HEARD_BAR} |", tiny::large::WAIT, us(&heard));
    let settles = us(&quiet) <= QUIET_BAR && us(&heard) <= HEARD_BAR;
    let holds = settles && ms(&whole) <= BAR && ms(&mistaken) <= BAR;
    println!("\nThe bars ({BAR} ms to read and check) {}.", if holds { "hold" } else { "are missed" });
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
