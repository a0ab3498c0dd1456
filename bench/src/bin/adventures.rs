//! Reading and checking an adventure of 500 places with 1,000 events, as the program does it for an author. Prints a Markdown
//! report; ends with an error if the bar is missed.

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
    let holds = ms(&whole) <= BAR && ms(&mistaken) <= BAR;
    println!("\nThe bar ({BAR} ms) {}.", if holds { "holds" } else { "is missed" });
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
