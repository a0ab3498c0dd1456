//! How many whole fights are fought in a second, on one core and on two.

use std::time::Instant;

use boneyard_lab::{Go, Plan, run};
use boneyard_table::encounter::{Encounter, Ground, prepare};
use boneyard_table::stage::{Being, Stage};
use dead_weight::DeadWeight;
use die_trying::DieTrying;
use dirk_rules::DirkRules;
use guts_plus::GutsPlus;

/// Fights for one measurement.
const FIGHTS: u64 = 20_000;
/// Interleaved measurements of each.
const ROUNDS: usize = 5;

/// Prints the table; whether the bars hold.
pub(super) fn fights() -> bool {
    println!(
        "Whole fights, four against four, by the full rules and by instinct. Medians of {ROUNDS} interleaved rounds.\n"
    );
    println!("| game | fights a second on one core | commands a fight | on two | times |");
    println!("|---|--:|--:|--:|--:|");
    let mut dirk = Stage::default();
    for (number, id) in ["DK-HERO-01H", "DK-HERO-02H", "DK-HERO-03H", "DK-HERO-04H"].iter().enumerate() {
        dirk.heroes.insert(format!("Hero {number}"), like(id));
    }
    for (number, id) in ["DK-FOE-02H", "DK-FOE-01H", "DK-FOE-05H", "DK-FOE-03H"].iter().enumerate() {
        dirk.creatures.insert(format!("Foe {number}"), like(id));
    }
    let dead = four("Freshly Risen Corpse", &dead_weight::starts());
    let die = four("Goblin Stickfighter", &die_trying::starts());
    let guts = four("Street Tough", &guts_plus::starts());
    let mut rates = [
        rate::<DirkRules>("DIRK RULES!", &dirk),
        rate::<DeadWeight>("Dead Weight", &dead),
        rate::<DieTrying>("Die Trying", &die),
        rate::<GutsPlus>("GUTS+", &guts),
    ];
    rates.sort_by(|one, other| one.0.total_cmp(&other.0));
    // Of four the lower of the two in the middle.
    let median = rates[(rates.len() - 1) / 2].0;
    let threads = rates.iter().all(|(_, times)| *times >= 1.6);
    let holds = median >= 25_000.0 && threads;
    println!(
        "\nThe bars (25,000 a second for the median game, two threads at least 1.6 times one) {}.",
        if holds { "hold" } else { "are missed" }
    );
    holds
}

fn like(id: &str) -> Being {
    Being { like: Some(id.to_owned()), ..Being::default() }
}

/// Four ready heroes against four of a kind.
fn four(kind: &str, starts: &[(&'static str, Stage)]) -> Stage {
    let ready = starts.iter().find(|(_, stage)| stage.heroes.len() >= 4).expect("ready heroes");
    let mut stage = Stage::default();
    stage.heroes.extend(ready.1.heroes.iter().take(4).map(|(name, being)| (name.clone(), being.clone())));
    stage.creatures.extend((0..4).map(|number| (format!("Foe {number}"), like(kind))));
    stage
}

fn rate<G: Encounter>(game: &str, stage: &Stage) -> (f64, f64) {
    let encounter = prepare::<G>(Ground::Stage(stage, &[])).expect("these can fight");
    let (mut one, mut two) = (Vec::new(), Vec::new());
    let mut acts = 0.0;
    for _ in 0..ROUNDS {
        for (threads, rates) in [(1, &mut one), (2, &mut two)] {
            let plan = Plan { fights: FIGHTS, seed: 1, threads, sure: None, strong: None };
            let began = Instant::now();
            let ran = run(&*encounter, plan, &mut |_| Go::On);
            rates.push(FIGHTS as f64 / began.elapsed().as_secs_f64());
            acts = ran.tally.acts as f64 / FIGHTS as f64;
            assert_eq!(ran.tally.stuck + ran.tally.endless, 0, "{game}: a fight does not end");
        }
    }
    one.sort_by(f64::total_cmp);
    two.sort_by(f64::total_cmp);
    let (one, two) = (one[ROUNDS / 2], two[ROUNDS / 2]);
    println!("| {game} | {one:.0} | {acts:.1} | {two:.0} | {:.2} |", two / one);
    (one, two / one)
}
