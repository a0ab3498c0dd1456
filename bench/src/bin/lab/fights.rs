//! How many whole fights are fought in a second, on one core and on two, and what a command allocates.

use std::time::Instant;

use super::Games;
use boneyard_bench::counting::allocations;
use boneyard_lab::{Go, Plan, run};
use boneyard_table::encounter::{AnyEncounter, Encounter, Ground, prepare};
use boneyard_table::stage::{Being, Stage};
use boneyard_table::{At, Ended, Seat, Sim};
use dead_weight::DeadWeight;
use die_trying::DieTrying;
use dirk_rules::DirkRules;
use guts_plus::GutsPlus;
use roll_high_or_die::RollHighOrDie;

/// Seconds one measurement takes about, and how many fights it has at least.
const SECONDS: f64 = 0.8;
const FEWEST: u64 = 400;
/// Interleaved measurements of each.
const ROUNDS: usize = 5;
/// Fights in which allocations are counted.
const COUNTED: u64 = 200;
/// Commands of a fight that will hardly end.
const LONGEST: u64 = 5_000;
/// The bars.
const FASTEST: f64 = 25_000.0;
const TIMES: f64 = 1.6;

/// What was measured of one game.
struct Measured {
    one: f64,
    two: f64,
    acts: f64,
    begins: f64,
    chooses: f64,
    acts_allocate: f64,
    unended: u64,
}

/// Prints the table; whether the bars hold.
pub(super) fn fights(games: &Games) -> bool {
    println!(
        "Whole fights, four against four, by the full rules and by instinct. Medians of {ROUNDS} interleaved rounds.\n\
         Allocations are counted in {COUNTED} fights: for the beginning of one, and per command for choosing it and\n\
         for carrying it out.\n"
    );
    println!(
        "| game | fights a second on one core | on two | times | commands a fight | allocated: beginning | choosing | carrying out |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    let all = [
        measured::<DirkRules>(games, &dirk()),
        measured::<DeadWeight>(games, &four("Freshly Risen Corpse", &dead_weight::starts())),
        measured::<DieTrying>(games, &four("Goblin Stickfighter", &die_trying::starts())),
        measured::<GutsPlus>(games, &four("Street Tough", &guts_plus::starts())),
        measured::<RollHighOrDie>(games, &four("Bandit Cutthroat", &roll_high_or_die::starts())),
    ];
    let mut all: Vec<Measured> = all.into_iter().flatten().collect();
    if all.is_empty() {
        return true;
    }
    let threads = all.iter().all(|one| one.two / one.one >= TIMES);
    all.sort_by(|one, other| one.one.total_cmp(&other.one));
    let median = all[all.len() / 2].one;
    let holds = median >= FASTEST && threads;
    println!(
        "\nThe median game comes to {median:.0} a second. The bars ({FASTEST} a second for it, two threads at least \
         {TIMES} times one) {}.",
        if holds { "hold" } else { "are missed" }
    );
    holds
}

fn tell(game: &str, one: &Measured) {
    println!(
        "| {game} | {:.0} | {:.0} | {:.2} | {:.1} | {:.0} | {:.2} | {:.2} |",
        one.one,
        one.two,
        one.two / one.one,
        one.acts,
        one.begins,
        one.chooses,
        one.acts_allocate
    );
    if one.unended > 0 {
        println!("\n{} of {FEWEST} fights of {game} did not come to an end by instinct.\n", one.unended);
    }
}

fn like(id: &str) -> Being {
    Being { like: Some(id.to_owned()), ..Being::default() }
}

/// The heroes of the book against one of each of four kinds.
pub(super) fn dirk() -> Stage {
    let mut stage = Stage::default();
    for (number, id) in ["DK-HERO-01H", "DK-HERO-02H", "DK-HERO-03H", "DK-HERO-04H"].iter().enumerate() {
        stage.heroes.insert(format!("Hero {number}"), like(id));
    }
    for (number, id) in ["DK-FOE-02H", "DK-FOE-01H", "DK-FOE-05H", "DK-FOE-03H"].iter().enumerate() {
        stage.creatures.insert(format!("Foe {number}"), like(id));
    }
    stage
}

/// Four ready heroes against four of a kind.
pub(super) fn four(kind: &str, starts: &[(&'static str, Stage)]) -> Stage {
    let ready = starts.iter().find(|(_, stage)| stage.heroes.len() >= 4).expect("ready heroes");
    let mut stage = Stage::default();
    stage.heroes.extend(ready.1.heroes.iter().take(4).map(|(name, being)| (name.clone(), being.clone())));
    stage.creatures.extend((0..4).map(|number| (format!("Foe {number}"), like(kind))));
    stage
}

fn measured<G: Encounter>(games: &Games, stage: &Stage) -> Option<Measured> {
    if !games.wants(G::NAME) {
        return None;
    }
    let encounter = prepare::<G>(Ground::Stage(stage, &[])).expect("these can fight");
    let (mut acts, mut unended) = (0.0, None);
    let mut rate = |fights: u64, threads: usize| {
        let plan = Plan { fights, seed: 1, threads, sure: None, strong: None };
        let began = Instant::now();
        let ran = run(&*encounter as &dyn AnyEncounter, plan, &mut |_| Go::On);
        let rate = fights as f64 / began.elapsed().as_secs_f64();
        acts = ran.tally.acts as f64 / fights as f64;
        unended.get_or_insert(ran.tally.stuck + ran.tally.endless);
        rate
    };
    // As many fights as take long enough to be measured.
    let fights = ((rate(FEWEST, 1) * SECONDS) as u64).max(FEWEST);
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        one.push(rate(fights, 1));
        two.push(rate(fights, 2));
    }
    one.sort_by(f64::total_cmp);
    two.sort_by(f64::total_cmp);
    let (begins, chooses, acts_allocate) = allocated::<G>(stage);
    let (one, two, unended) = (one[ROUNDS / 2], two[ROUNDS / 2], unended.unwrap_or(0));
    let measured = Measured { one, two, acts, begins, chooses, acts_allocate, unended };
    tell(G::TITLE, &measured);
    Some(measured)
}

/// What is allocated for beginning a fight, for choosing a command and for carrying one out, on average.
fn allocated<G: Encounter>(stage: &Stage) -> (f64, f64, f64) {
    let book = G::book(&[]).expect("the game's own content is sound");
    let start = G::stage(&book, stage, &Default::default()).expect("the stage can be set");
    let opening = G::opening(At { state: &start, book: &book });
    let (mut begins, mut chooses, mut carries, mut commands) = (0, 0, 0, 0);
    for seed in 0..COUNTED {
        let mut sim = Sim::new(seed);
        let mut before = allocations();
        let mut since = || {
            let now = allocations();
            let more = now - before;
            before = now;
            more
        };
        let mut state = start.clone();
        let began = sim.act::<G>(&mut state, &book, Seat::GM, opening.clone());
        assert!(matches!(began, Ended::Done), "{began:?}");
        begins += since();
        while let Some(who) = G::acts(At { state: &state, book: &book }) {
            if !G::fighting(At { state: &state, book: &book }) {
                break;
            }
            let Some(command) = G::instinct(At { state: &state, book: &book }, who) else { break };
            chooses += since();
            let done = sim.act::<G>(&mut state, &book, Seat::GM, command);
            carries += since();
            commands += 1;
            if !matches!(done, Ended::Done) || commands > COUNTED * LONGEST {
                break;
            }
        }
    }
    let per = |count: u64, of: u64| count as f64 / of.max(1) as f64;
    (per(begins, COUNTED), per(chooses, commands), per(carries, commands))
}
