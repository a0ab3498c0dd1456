//! What the kernel costs: a simulated action against the same rules written by hand, allocations
//! in simulation, and a re-run at a large table against one at a small one.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use boneyard_bench::by_hand;
use boneyard_bench::timing::machine;
use boneyard_dice::Rng;
use boneyard_table::frame::Seeds;
use boneyard_table::live::Scripted;
use boneyard_table::stage::{BattleStage, Being, Stage};
use boneyard_table::table::{AnyGame, AnyTable, GameOf, Op};
use boneyard_table::{Ended, Playable, Seat, Sim, Who};
use dirk_rules::DirkRules;
use dirk_rules::book::Book;
use dirk_rules::combat::Strike;
use dirk_rules::command::Command;
use dirk_rules::state::{State, Turn};
use serde_json::json;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// Counts, and otherwise leaves everything to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

const ROUNDS: usize = 31;
const FIGHTS: u64 = 400;

fn main() -> ExitCode {
    println!("## Kernel\n\n{}\n", machine());
    let cost = simulated_action();
    let growth = rerun();
    if cost && growth { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Heroes against bandits, goblins, bone guards and wolves, all within reach.
fn stage(heroes: usize, raiders: usize) -> Stage {
    let mut stage = Stage::default();
    let like = |id: &str| Being { like: Some(id.to_owned()), ..Being::default() };
    let ids = ["DK-HERO-01H", "DK-HERO-02H", "DK-HERO-04H"];
    let foes = ["DK-FOE-02H", "DK-FOE-01H", "DK-FOE-05H", "DK-FOE-03H"];
    let mut order = Vec::new();
    for number in 0..heroes {
        stage.heroes.insert(format!("Hero {number}"), like(ids[number % 3]));
        order.push(format!("Hero {number}"));
    }
    for number in 0..raiders {
        stage.creatures.insert(format!("Foe {number}"), like(foes[number % 4]));
        order.push(format!("Foe {number}"));
    }
    stage.battle = Some(BattleStage { order, ..BattleStage::default() });
    stage
}

/// Fights until one side is down, each in turn striking the first enemy who is up.
fn fight(state: &mut State, book: &Book, mut act: impl FnMut(&mut State, Who, Strike)) -> u64 {
    let mut attacks = 0;
    let count = state.creatures.len() as u16;
    for turn in 0..count * 40 {
        let who = Who(turn % count);
        let side = state.sheet(who).side;
        let up = |state: &State, who: Who| !dirk_rules::health::out(state, who);
        if !up(state, who) {
            continue;
        }
        let Some(target) = state.everybody().find(|&foe| state.sheet(foe).side != side && up(state, foe))
        else {
            break;
        };
        if let Some(battle) = &mut state.battle {
            battle.turn = Some(who.0 as u8);
        }
        let own = &mut Arc::make_mut(&mut state.creatures[usize::from(who.0)]).live;
        (own.turn, own.reactions) = (Turn::default(), 1);
        let at = boneyard_table::At::<DirkRules> { state, book };
        let with = dirk_rules::gear::all_arms(at, who)
            .map(|(with, _)| with)
            .find(|&with| dirk_rules::combat::strike_bar(at, who, Strike { with, target }).is_none());
        let Some(with) = with else { continue };
        act(state, who, Strike { with, target });
        attacks += 1;
    }
    attacks
}

/// A state of which nothing is shared, as a simulation owns it.
fn own(state: &State) -> State {
    let mut state = state.clone();
    for creature in &mut state.creatures {
        Arc::make_mut(creature);
    }
    state
}

fn simulated_action() -> bool {
    let book = DirkRules::book(&[]).expect("the game's own content is sound");
    let start = DirkRules::stage(&book, &stage(4, 4), &Default::default()).expect("the stage can be set");

    // Both ways must come to the same end, fight by fight, before their times mean anything.
    for seed in 0..500 {
        let (mut simulated, mut by_hand) = (own(&start), own(&start));
        let mut sim = Sim::new(seed);
        fight(&mut simulated, &book, |state, who, strike| simulate(&mut sim, state, &book, who, strike));
        let mut rng = Rng::new(seed);
        fight(&mut by_hand, &book, |state, who, strike| {
            by_hand::attack(state, &book, &mut rng, who, strike);
        });
        simulated.last = None;
        assert!(simulated == by_hand, "the two ways part in fight {seed}");
    }

    let (mut ratios, mut nanos, mut allocated, mut attacks_made) = (Vec::new(), Vec::new(), 0, 0);
    for round in 0..ROUNDS as u64 {
        let seeds = round * FIGHTS..(round + 1) * FIGHTS;
        let (kernel, hand) = if round % 2 == 0 {
            let kernel = measure(&start, &book, seeds.clone(), true);
            (kernel, measure(&start, &book, seeds, false))
        } else {
            let hand = measure(&start, &book, seeds.clone(), false);
            (measure(&start, &book, seeds, true), hand)
        };
        ratios.push(kernel.nanos / hand.nanos);
        nanos.push(kernel.nanos);
        allocated += kernel.allocations;
        attacks_made += kernel.attacks;
    }
    let ratio = median(&mut ratios);
    println!("| what | measured | bar |\n|---|--:|--:|");
    println!("| a simulated attack against the same by hand | {ratio:.2} times | 1.60 |");
    println!("| a simulated attack | {:.0} ns | |", median(&mut nanos));
    println!("| allocations in {attacks_made} simulated attacks | {allocated} | none per roll or ask |");
    // What is left are lists of distances that outgrow their place: once in many fights, not per roll or ask.
    ratio <= 1.6 && allocated * 10_000 < attacks_made
}

struct Measured {
    nanos: f64,
    attacks: u64,
    allocations: u64,
}

/// The time and the allocations of the attacks alone.
fn measure(start: &State, book: &Book, seeds: std::ops::Range<u64>, kernel: bool) -> Measured {
    let mut states: Vec<State> = seeds.clone().map(|_| own(start)).collect();
    let mut attacks = 0;
    let before = ALLOCATIONS.load(Relaxed);
    let clock = Instant::now();
    for (state, seed) in states.iter_mut().zip(seeds) {
        attacks += if kernel {
            let mut sim = Sim::new(seed);
            fight(state, book, |state, who, strike| simulate(&mut sim, state, book, who, strike))
        } else {
            let mut rng = Rng::new(seed);
            fight(state, book, |state, who, strike| {
                black_box(by_hand::attack(state, book, &mut rng, who, strike));
            })
        };
    }
    let nanos = clock.elapsed().as_nanos() as f64 / attacks as f64;
    Measured { nanos, attacks, allocations: ALLOCATIONS.load(Relaxed) - before }
}

fn simulate(sim: &mut Sim, state: &mut State, book: &Book, who: Who, strike: Strike) {
    let Strike { with, target } = strike;
    let ended =
        sim.act::<DirkRules>(state, book, Seat::GM, Command::Attack { who, with, target, let_break: false });
    debug_assert!(matches!(ended, Ended::Done | Ended::Refused(_)));
    black_box(&ended);
}

/// An answer in the middle of an attack: the action runs again from its start.
fn rerun() -> bool {
    let small = waiting(4);
    let large = waiting(40);
    let (mut ratios, mut nanos) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let one = answer(&*small);
        let other = answer(&*large);
        ratios.push(other / one);
        nanos.push(one);
    }
    let ratio = median(&mut ratios);
    println!("| a re-run at a table of 40 against one of 4 | {ratio:.2} times | 2.00 |");
    println!("| a re-run at a table of 4, its record written | {:.0} ns | |", median(&mut nanos));
    ratio <= 2.0
}

/// A table at which an attack waits for its first window.
fn waiting(creatures: usize) -> Box<dyn AnyTable> {
    let game = GameOf::<DirkRules>::new();
    let seeds = Seeds { open: [1; 32], secret: [2; 32] };
    let first = game
        .stage("bench", &stage(creatures / 2, creatures / 2), Vec::new(), seeds)
        .expect("the stage can be set");
    let mut table = game.open(&first).expect("the table opens");
    let attack =
        Op::Command(json!({ "attack": { "who": "Hero 0", "with": "greatsword", "target": "Foe 0" } }));
    let planned = table.plan(Seat::GM, attack, Some(&mut Scripted::new([]))).expect("the attack is legal");
    table.apply_record(&planned.record).expect("the record follows");
    table
}

fn answer(table: &dyn AnyTable) -> f64 {
    let prompt = table.prompts(Seat::GM)[0].id.parse().expect("a prompt has a number");
    let op = Op::Answer { prompt, say: json!("pass"), table_rule: false };
    let calls = 200;
    let clock = Instant::now();
    for _ in 0..calls {
        let mut dice = Scripted::new([4, 2]);
        black_box(table.plan(Seat::GM, op.clone(), Some(&mut dice)).expect("a pass is legal"));
    }
    clock.elapsed().as_nanos() as f64 / f64::from(calls)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
