//! Reading and checking an adventure of 500 places with 1,000 events, as the program does it for an author; settling what happens in
//! one that is played; and a fight in a place of an adventure beside the same fight without one. Prints a Markdown report; ends with
//! an error if a bar is missed.

#[path = "../../../crates/world/tests/tiny/mod.rs"]
#[expect(dead_code, reason = "the tests of the world use the rest of the tiny game")]
mod tiny;

use std::process::ExitCode;

use boneyard_bench::large_adventure;
use boneyard_bench::timing::{Times, machine};
use boneyard_table::encounter::{AnyEncounter, Ground, prepare};
use boneyard_table::stage::Stage;
use boneyard_world::check::{Findings, check};
use boneyard_world::{Dictionary, schema};
use dirk_rules::DirkRules;
use serde_json::json;

const PLACES: usize = 500;
const EVENTS: usize = 1_000;
const ROUNDS: usize = 20;
/// Milliseconds.
const BAR: f64 = 50.0;
/// Microseconds for a signal nobody waits for, and for one that ten events wait for.
const QUIET_BAR: f64 = 20.0;
const HEARD_BAR: f64 = 1_000.0;
/// How much dearer a fight in a place of an adventure may be.
const FIGHT_BAR: f64 = 1.05;
/// Fights that are timed at once, on either side in turns.
const FIGHTS: u64 = 100;
const TURNS: usize = 40;

fn main() -> ExitCode {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').take(3).collect::<Vec<_>>().join(", ");
    println!("## Adventures\n\n{}; load {load}\n", machine());
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
    let dearer = fights();
    let holds = settles && dearer <= FIGHT_BAR && ms(&whole) <= BAR && ms(&mistaken) <= BAR;
    println!("\nThe bars ({BAR} ms to read and check) {}.", if holds { "hold" } else { "are missed" });
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Four heroes and three bandits, on a road of the Saint Aurelia or nowhere in particular.
fn bandits(place: Option<&str>) -> Box<dyn AnyEncounter> {
    let heroes = ["DK-HERO-01H", "DK-HERO-02H", "DK-HERO-03H", "DK-HERO-04H"];
    let heroes = heroes.map(|like| (like.to_owned(), json!({ "like": like })));
    let foes = ["First", "Second", "Third"].map(|name| (name.to_owned(), json!({ "like": "DK-FOE-02H" })));
    let named = |name: &str| (name.to_owned(), json!(place));
    let at = ["party", "First", "Second", "Third"].map(named).into_iter().filter(|_| place.is_some());
    let map = |all: Vec<(String, serde_json::Value)>| all.into_iter().collect::<serde_json::Map<_, _>>();
    let stage =
        json!({ "heroes": map(heroes.to_vec()), "creatures": map(foes.to_vec()), "at": map(at.collect()) });
    let stage: Stage = serde_json::from_value(stage).expect("a stage");
    prepare::<DirkRules>(Ground::Stage(&stage, &[])).expect("a fight")
}

/// The same fights by the same dice with and without an adventure around them; how much dearer they are with one.
fn fights() -> f64 {
    let (without, within) = (bandits(None), bandits(Some("saint-aurelia/road")));
    let told = |fight: &dyn AnyEncounter, seed| format!("{:?}", fight.fight(seed));
    let same = (0..FIGHTS).filter(|seed| told(&*without, *seed) == told(&*within, *seed)).count();
    let (mut plain, mut placed) = (Times::default(), Times::default());
    for turn in 0..TURNS as u64 {
        let all = |fight: &dyn AnyEncounter| {
            (0..FIGHTS).map(|seed| fight.fight(turn * FIGHTS + seed)).fold(0, |sum, _| sum + 1)
        };
        // Who is first changes from turn to turn, so that neither always meets a warm cache.
        if turn % 2 == 0 {
            plain.alone(1, || all(&*without));
            placed.alone(1, || all(&*within));
        } else {
            placed.alone(1, || all(&*within));
            plain.alone(1, || all(&*without));
        }
    }
    let us = |times: &Times| times.median().unwrap_or(f64::NAN) / 1e3 / FIGHTS as f64;
    let ratio = us(&placed) / us(&plain);
    println!(
        "\nFour heroes of DIRK RULES! against three bandits; {same} of {FIGHTS} fights end alike on both sides.\n"
    );
    println!("| a fight | µs |\n|---|--:|");
    println!("| without an adventure | {:.1} |", us(&plain));
    println!("| in a place of the Saint Aurelia | {:.1} |", us(&placed));
    println!("| ratio (bar {FIGHT_BAR}) | {ratio:.3} |");
    ratio
}
