//! Whole fights through the rules against the same fights written by hand: the same dice in the same order, the same
//! instinct, the same end.

use std::hint::black_box;

use super::Games;
use boneyard_bench::counting::allocations;
use boneyard_bench::timing::Busy;
use boneyard_bench::{die_trying_by_hand, dirk_rules_by_hand, guts_plus_by_hand, roll_high_or_die_by_hand};
use boneyard_table::encounter::Encounter;
use boneyard_table::stage::Stage;
use boneyard_table::{At, Ended, Seat, Sim};
use die_trying::DieTrying;
use dirk_rules::DirkRules;
use guts_plus::GutsPlus;
use roll_high_or_die::RollHighOrDie;

/// Fights that must come to the same end both ways.
const SAMPLE: u64 = 1_000;
/// Rounds turn about, and the fights of one.
const ROUNDS: u64 = 31;
const FIGHTS: u64 = 300;
/// Commands of a fight that will hardly end.
const LONGEST: u64 = 5_000;
/// The bar.
const TIMES: f64 = 1.6;

/// Prints the table; whether the bar holds for all.
pub(super) fn by_hand(games: &Games) -> bool {
    println!(
        "The same fights by hand: four against four, nearly all of them in melee, who choose by instinct in both ways.\n\
         {SAMPLE} fights come to the same end in both. Processor time of whole fights, their beginning included;\n\
         medians of {ROUNDS} rounds turn about. What is allocated is told for the rules, and by hand.\n"
    );
    println!(
        "| game | times by hand | bar | commands a fight | a command | by hand | allocated a command | by hand |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    let all = [dirk_rules(games), die_trying(games), guts_plus(games), roll_high_or_die(games)];
    let holds = all.into_iter().flatten().all(|times| times <= TIMES);
    println!("\nThe bar {}.\n", if holds { "holds" } else { "is missed" });
    holds
}

fn dirk_rules(games: &Games) -> Option<f64> {
    let stage = super::fights::dirk();
    compared::<DirkRules, _>(games, &stage, |start, book| {
        let known = dirk_rules_by_hand::Known::new(start, book).expect("the book knows what fear is");
        move |start, seed| dirk_rules_by_hand::fight(start, &known, seed, LONGEST)
    })
}

fn guts_plus(games: &Games) -> Option<f64> {
    let stage = super::fights::four("Street Tough", &guts_plus::starts());
    compared::<GutsPlus, _>(games, &stage, |start, book| {
        let known = guts_plus_by_hand::Known::new(start, book).expect("the book knows what blows leave");
        move |start, seed| guts_plus_by_hand::fight(start, &known, seed, LONGEST)
    })
}

fn die_trying(games: &Games) -> Option<f64> {
    let stage = die_trying_by_hand::stage();
    compared::<DieTrying, _>(games, &stage, |start, book| {
        let known = die_trying_by_hand::Known::new(start, book);
        move |start, seed| die_trying_by_hand::fight(start, &known, seed, LONGEST)
    })
}

fn roll_high_or_die(games: &Games) -> Option<f64> {
    let stage = super::fights::four("Bandit Cutthroat", &roll_high_or_die::starts());
    compared::<RollHighOrDie, _>(games, &stage, |start, book| {
        let known = roll_high_or_die_by_hand::Known::new(start, book).expect("an open map can be laid out");
        move |start, seed| roll_high_or_die_by_hand::fight(start, &known, seed, LONGEST)
    })
}

/// What a way of fighting takes.
#[derive(Clone, Copy)]
struct Took {
    nanos: f64,
    acts: u64,
    allocated: u64,
}

/// Fights both ways; how many times as long it takes through the rules.
fn compared<'b, G: Encounter, H>(
    games: &Games,
    stage: &Stage,
    hand: impl FnOnce(&G::State, &'b G::Book) -> H,
) -> Option<f64>
where
    G::Book: 'b,
    H: Fn(G::State, u64) -> (G::State, u64),
{
    if !games.wants(G::NAME) {
        return None;
    }
    // Kept for as long as the program runs: what is written by hand looks things up in it once.
    let book: &'b G::Book = Box::leak(Box::new(G::book(&[]).expect("the game's own content is sound")));
    let start = G::stage(book, stage, &Default::default()).expect("the stage can be set");
    let by_hand = hand(&start, book);
    let opening = G::opening(At { state: &start, book });
    let through = |start: G::State, seed: u64| through_rules::<G>(start, book, opening.clone(), seed);
    for seed in 0..SAMPLE {
        let (mut rules, acts) = through(start.clone(), seed);
        let (mut hand, by_hand) = by_hand(start.clone(), seed);
        // What was rolled last is only told.
        G::forget(&mut rules);
        G::forget(&mut hand);
        assert!(rules == hand, "{}: the two ways part in fight {seed}\n{rules:#?}\n{hand:#?}", G::TITLE);
        assert_eq!(acts, by_hand, "{}: fight {seed}", G::TITLE);
        assert!(acts < LONGEST, "{}: fight {seed} does not end", G::TITLE);
    }
    let (mut times, mut rules, mut hand) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let seeds = round * FIGHTS..(round + 1) * FIGHTS;
        let one = || took(seeds.clone(), |seed| through(start.clone(), seed).1);
        let other = || took(seeds.clone(), |seed| by_hand(start.clone(), seed).1);
        let (one, other) = if round % 2 == 0 {
            let one = one();
            (one, other())
        } else {
            let other = other();
            (one(), other)
        };
        times.push(one.nanos / other.nanos);
        rules.push(one);
        hand.push(other);
    }
    times.sort_by(f64::total_cmp);
    let times = times[times.len() / 2];
    let per = |all: &[Took]| {
        let mut nanos: Vec<f64> = all.iter().map(|took| took.nanos / took.acts as f64).collect();
        nanos.sort_by(f64::total_cmp);
        let acts: u64 = all.iter().map(|took| took.acts).sum();
        let allocated: u64 = all.iter().map(|took| took.allocated).sum();
        (nanos[nanos.len() / 2], allocated as f64 / acts as f64, acts as f64 / (ROUNDS * FIGHTS) as f64)
    };
    let ((rules, rules_allocate, acts), (hand, hand_allocates, _)) = (per(&rules), per(&hand));
    println!(
        "| {} | {times:.2} | {TIMES:.2} | {acts:.1} | {rules:.0} ns | {hand:.0} ns | {rules_allocate:.2} | {hand_allocates:.2} |",
        G::TITLE
    );
    Some(times)
}

fn took(seeds: std::ops::Range<u64>, fight: impl Fn(u64) -> u64) -> Took {
    let before = allocations();
    let busy = Busy::begin();
    let acts = seeds.map(|seed| black_box(fight(seed))).sum();
    let nanos = busy.so_far().as_nanos() as f64;
    Took { nanos, acts, allocated: allocations() - before }
}

/// A fight as simulations play it.
fn through_rules<G: Encounter>(
    mut state: G::State,
    book: &G::Book,
    opening: G::Command,
    seed: u64,
) -> (G::State, u64) {
    let mut sim = Sim::new(seed);
    let began = sim.act::<G>(&mut state, book, Seat::GM, opening);
    assert!(matches!(began, Ended::Done), "{began:?}");
    let mut acts = 0;
    while acts < LONGEST && G::fighting(At { state: &state, book }) {
        let at = At::<G> { state: &state, book };
        let Some(command) = G::acts(at).and_then(|who| G::instinct(at, who)) else { break };
        let done = sim.act::<G>(&mut state, book, Seat::GM, command);
        assert!(matches!(done, Ended::Done), "{done:?}");
        acts += 1;
    }
    (state, acts)
}
