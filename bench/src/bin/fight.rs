//! A simulated fight of Dead Weight, four against four with the full rules, through the host as the lab runs it, against
//! the same fight written by hand without one: the same dice in the same order, the same end fight by fight.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use boneyard_bench::fight_by_hand;
use boneyard_bench::timing::{Busy, machine};
use boneyard_dice::Rng;
use boneyard_table::stage::{BattleStage, Being, Stage};
use boneyard_table::{At, Ended, Playable, Seat, Sim, Who};
use dead_weight::DeadWeight;
use dead_weight::book::Book;
use dead_weight::combat::{
    Attack, BeginTurn, EndTurn, FoeAct, able, arms_in_hand, candidates, check_foe_act, defends_with, entry,
    opponents,
};
use dead_weight::command::{Command, Doer, FightCommand};
use dead_weight::state::State;

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
const FIGHTS: u64 = 100;
/// How much dearer than by hand a fight through the host may be.
const BAR: f64 = 1.6;
/// A fight that takes more actions than this will hardly end.
const LONGEST: u64 = 4_000;

fn main() -> ExitCode {
    println!("## A fight\n\n{}\n", machine());
    if fights() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Two with falchion, shield and scale, two with spear, shield and padding, against two corpses and two in bones and
/// rust. Friends share a tile, so that all of them are Close.
fn stage() -> Stage {
    let mut stage = Stage::default();
    let like = |id: &str| Being { like: Some(id.to_owned()), ..Being::default() };
    let sides =
        [(true, ["Gerda Holt", "Keth Wrack"], "C3"), (false, ["Freshly Risen Corpse", "Dry Bones"], "C4")];
    let mut order = Vec::new();
    for (hero, kinds, tile) in sides {
        for number in 0..4 {
            let name = format!("{} {number}", if hero { "Hero" } else { "Foe" });
            let being = like(kinds[number % 2]);
            if hero { &mut stage.heroes } else { &mut stage.creatures }.insert(name.clone(), being);
            stage.at.insert(name.clone(), tile.to_owned());
            order.push(name);
        }
    }
    stage.battle = Some(BattleStage { order, ..BattleStage::default() });
    stage
}

/// One thing somebody does.
enum Deed<'a> {
    Begin(Who),
    Defend(Who),
    Attack(Attack),
    Bite(&'a FoeAct),
    End(Who),
}

/// What everybody fights with, found out once.
struct Ready {
    arms: Vec<Option<u8>>,
    bites: Vec<Option<FoeAct>>,
}

impl Ready {
    fn new(state: &State, book: &Book) -> Self {
        let at = At::<DeadWeight> { state, book };
        let arms = state.everybody().map(|who| arms_in_hand(at, who).into_iter().find_map(|(item, _)| item));
        let bites = state.everybody().map(|who| {
            let action = entry(at, who)?.actions.first()?.name.clone();
            Some(FoeAct { who, action, target: None, to: None })
        });
        Self { arms: arms.collect(), bites: bites.collect() }
    }
}

/// Fights to the end: each adventurer covers up once the shield is bare and strikes, each foe bites whoever is first and
/// up.
fn fight<S>(table: &mut S, book: &Book, ready: &mut Ready, on: Host<S>) -> u64 {
    let mut acts = 0;
    while acts < LONGEST {
        let state = (on.state)(table);
        let Some(battle) = &state.battle else { break };
        let deed = match battle.acting() {
            None => match candidates(state).first() {
                Some(who) => Deed::Begin(*who),
                None => break,
            },
            Some(who) => next(At { state, book }, who, ready),
        };
        (on.act)(table, book, deed);
        acts += 1;
    }
    acts
}

fn next<'a>(at: At<'_, DeadWeight>, who: Who, ready: &'a mut Ready) -> Deed<'a> {
    let state = at.state;
    let live = state.live(who);
    let target = opponents(state, who).find(|foe| able(state, *foe));
    let Some(target) = target.filter(|_| live.turn.actions > 0) else { return Deed::End(who) };
    if let Some(bite) = &mut ready.bites[usize::from(who.0)] {
        bite.target = Some(target);
        return if check_foe_act(at, bite).is_ok() { Deed::Bite(bite) } else { Deed::End(who) };
    }
    if live.tokens.shield == 0 && live.turn.actions == 2 && defends_with(at, who).is_some() {
        return Deed::Defend(who);
    }
    Deed::Attack(Attack { who, target, item: ready.arms[usize::from(who.0)], way: None, backstab: false })
}

/// How a way of fighting shows its table and does a deed.
struct Host<S> {
    state: fn(&S) -> &State,
    act: fn(&mut S, &Book, Deed<'_>),
}

fn simulated(table: &mut (State, Sim), book: &Book, deed: Deed<'_>) {
    let command = match deed {
        Deed::Begin(who) => FightCommand::BeginTurn(BeginTurn { who }),
        Deed::Defend(who) => FightCommand::Defend(Doer { who }),
        Deed::Attack(attack) => FightCommand::Attack(attack),
        Deed::Bite(bite) => FightCommand::FoeAct(bite.clone()),
        Deed::End(who) => FightCommand::EndTurn(EndTurn { who }),
    };
    let (state, sim) = table;
    let ended = sim.act::<DeadWeight>(state, book, Seat::GM, Command::Fight(command));
    assert!(matches!(ended, Ended::Done), "{ended:?}");
}

fn by_hand(fight: &mut fight_by_hand::Fight<'_>, _book: &Book, deed: Deed<'_>) {
    let done = match deed {
        Deed::Begin(who) => fight.begin(who),
        Deed::Defend(who) => fight.defend(who),
        Deed::Attack(attack) => fight.attack(&attack),
        Deed::Bite(bite) => fight.bite(bite),
        Deed::End(who) => fight.end(who),
    };
    assert!(done, "what is legal through the host is legal by hand");
}

/// A state of which nothing is shared, as a simulation owns it.
fn own(state: &State) -> State {
    let mut state = state.clone();
    for creature in &mut state.creatures {
        Arc::make_mut(creature);
    }
    state
}

fn through_host(start: State, book: &Book, ready: &mut Ready, seed: u64) -> (State, u64) {
    let mut table = (start, Sim::new(seed));
    let acts = fight(&mut table, book, ready, Host { state: |table| &table.0, act: simulated });
    (table.0, acts)
}

fn hand_written(mut start: State, book: &Book, ready: &mut Ready, seed: u64) -> (State, u64, u64) {
    let rng = Rng::new(seed);
    let mut table = fight_by_hand::Fight { state: &mut start, book, rng, throws: 0 };
    let acts = fight(&mut table, book, ready, Host { state: |table| &*table.state, act: by_hand });
    let throws = table.throws;
    (start, acts, throws)
}

fn fights() -> bool {
    let book = DeadWeight::book(&[]).expect("the game's own content is sound");
    let start = DeadWeight::stage(&book, &stage(), &Default::default()).expect("the stage can be set");
    let ready = &mut Ready::new(&start, &book);

    // Both ways must come to the same end, fight by fight, before their times mean anything.
    let (mut won, mut acts, mut throws) = (0, 0, 0);
    let sample = 500;
    for seed in 0..sample {
        let (mut simulated, these) = through_host(own(&start), &book, ready, seed);
        let (by_hand, those, thrown) = hand_written(own(&start), &book, ready, seed);
        simulated.last = None;
        assert!(simulated == by_hand, "the two ways part in fight {seed}");
        assert_eq!(these, those, "fight {seed}");
        assert!(these < LONGEST, "fight {seed} does not end");
        won += u32::from(simulated.heroes().any(|who| !simulated.live(who).mortal));
        acts += these;
        throws += thrown;
    }

    let (mut ratios, mut nanos, mut allocated, mut counted) = (Vec::new(), Vec::new(), 0, 0);
    for round in 0..ROUNDS as u64 {
        let seeds = round * FIGHTS..(round + 1) * FIGHTS;
        let host = |ready: &mut Ready| {
            measure(&start, seeds.clone(), |state, seed| through_host(state, &book, ready, seed).1)
        };
        let hand = |ready: &mut Ready| {
            measure(&start, seeds.clone(), |state, seed| hand_written(state, &book, ready, seed).1)
        };
        let (host, hand) = if round % 2 == 0 {
            let host = host(ready);
            (host, hand(ready))
        } else {
            let hand = hand(ready);
            (host(ready), hand)
        };
        ratios.push(host.nanos / hand.nanos);
        nanos.push(host.nanos);
        allocated += host.allocations;
        counted += host.acts;
    }
    let ratio = median(&mut ratios);
    let action = median(&mut nanos);
    let roll = action * acts as f64 / throws as f64;
    println!(
        "Four against four: falchion and scale, spear and padding, shields, against corpses and dry bones. Armor,"
    );
    println!(
        "toughening up, tokens, morale, rerolls, plague and bleeding. {sample} fights come to the same end in both ways,"
    );
    println!(
        "{won} of them won by the adventurers; {acts} actions and {throws} throws in all. Processor time, medians of\n{ROUNDS} turns about.\n"
    );
    println!("| what | measured | bar |\n|---|--:|--:|");
    println!("| a simulated fight against the same by hand | {ratio:.2} times | {BAR:.2} |");
    println!("| an action (attack, defence, beginning or ending a turn) | {action:.0} ns | |");
    println!("| a throw, its share of everything | {roll:.0} ns | |");
    println!("| allocations per action | {:.2} | |", allocated as f64 / counted as f64);
    ratio <= BAR
}

struct Measured {
    nanos: f64,
    acts: u64,
    allocations: u64,
}

/// The time and the allocations of the fights alone.
fn measure(start: &State, seeds: std::ops::Range<u64>, mut fight: impl FnMut(State, u64) -> u64) -> Measured {
    let states: Vec<State> = seeds.clone().map(|_| own(start)).collect();
    let mut acts = 0;
    let before = ALLOCATIONS.load(Relaxed);
    let busy = Busy::begin();
    for (state, seed) in states.into_iter().zip(seeds) {
        acts += black_box(fight(state, seed));
    }
    let nanos = busy.so_far().as_nanos() as f64 / acts as f64;
    Measured { nanos, acts, allocations: ALLOCATIONS.load(Relaxed) - before }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
