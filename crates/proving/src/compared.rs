//! Odds of offers met in play: exact ones against plain counting and against playing it out, offer by offer.

use std::collections::BTreeMap;

use boneyard_dice::Ratio;
use boneyard_table::encounter::Encounter;
use boneyard_table::stage::Stage;
use boneyard_table::table::{Bounds, Op, Prospect};
use boneyard_table::view::Found;
use boneyard_table::{At, Cx, Playable, Seat};
use serde_json::Value;

use crate::{Bench, Chance, by_instinct, enumerated, filled, moves};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Offers on which something hangs on the dice.
    pub offers: u32,
    /// Of those, offers counted out face by face as well.
    pub counted: u32,
    /// Shares found by playing it out.
    pub shares: u32,
    /// Of those, shares within the error that was stated with them.
    pub within: u32,
    /// Offers that were too large to be told exactly.
    pub too_large: u32,
}

/// Enough for most offers, and little enough for a test.
const EXACT: Bounds = Bounds { runs: 1_500, steps: u64::MAX, plays: 1 };
const PLAYED: Bounds = Bounds { runs: 0, steps: u64::MAX, plays: 300 };
/// Ways that are counted one by one: four dice of six sides.
const WAYS: u32 = 1_296;
/// The same few commands come up again and again: each is compared so often at the most, and given up once it was too
/// large so much more often than not.
const OFTEN: u32 = 60;
const HOPELESS: u32 = 8;

impl Compared {
    /// So many offers were compared, a fair part of them with plain counting, and nineteen shares in twenty lie within
    /// the error that was stated with them.
    pub fn holds(&self, offers: u32) {
        assert!(self.offers >= offers && self.counted * 10 >= offers, "{self:?}");
        assert!(self.within * 100 >= self.shares * 94, "{self:?}");
    }
}

/// How often a command was compared, and how often it was too large.
type Seen = BTreeMap<String, (u32, u32)>;

/// Compares so many offers met in fights on these stages, bots moving everybody on.
pub fn odds_of_offers<G: Encounter>(stages: &[Stage], wanted: u32) -> Compared {
    let book = G::book(&[]).expect("our own content can be read");
    let mut all = Compared::default();
    let mut chance = Chance::new(11);
    let mut seen = Seen::new();
    for seed in 0.. {
        assert!(seed < 400, "too few offers are met: {all:?}");
        let mut bench = Bench::<G>::set(&stages[seed as usize % stages.len()], seed);
        begin(&mut bench, &book);
        for _ in 0..120 {
            look::<G>(&bench, &book, &mut chance, &mut seen, &mut all);
            if all.offers >= wanted {
                return all;
            }
            let next = by_instinct(&*bench.table).or_else(|| moves(&*bench.table).map(|op| (Seat::GM, op)));
            let Some((seat, op)) = next else { break };
            if bench.op(seat, op).is_err() {
                break;
            }
        }
    }
    all
}

/// Everybody who is there begins to fight.
fn begin<G: Encounter>(bench: &mut Bench<G>, book: &G::Book) {
    let state = bench.state();
    let at = At::<G> { state: &state, book };
    if !G::fighting(at) {
        let opening = serde_json::to_value(G::opening(at)).expect("a command can be written");
        bench.op(Seat::GM, Op::Command(opening)).expect("a fight can begin");
    }
}

fn look<G: Playable + 'static>(
    bench: &Bench<G>,
    book: &G::Book,
    chance: &mut Chance,
    seen: &mut Seen,
    all: &mut Compared,
) {
    if !bench.table.waits().is_empty() {
        return;
    }
    let actors = bench.table.awaits().creatures.into_iter().map(Some).chain([None]);
    for actor in actors {
        for offer in bench.table.offers(Seat::GM, actor) {
            let (often, large) = seen.entry(offer.command.clone()).or_default();
            if offer.refusal.is_some() || *often >= OFTEN || *large >= *often + HOPELESS {
                continue;
            }
            let Some(command) = filled(&offer, chance) else { continue };
            if bench.table.probe(Seat::GM, command.clone()).is_err() {
                continue;
            }
            match compare::<G>(bench, book, &command, all) {
                Comparison::Done => *often += 1,
                Comparison::TooLarge => *large += 1,
                Comparison::Certain => {}
            }
        }
    }
}

enum Comparison {
    Done,
    TooLarge,
    Certain,
}

fn compare<G: Playable + 'static>(
    bench: &Bench<G>,
    book: &G::Book,
    command: &Value,
    all: &mut Compared,
) -> Comparison {
    let ask = |bounds| {
        let task = bench.table.prospect_task(Seat::GM, command.clone(), false, bounds);
        task.and_then(|task| task()).unwrap_or_else(|error| panic!("{command}: {error}"))
    };
    let exact = ask(EXACT);
    if exact.found != Found::Exact {
        all.too_large += 1;
        return Comparison::TooLarge;
    }
    if exact.outcomes.len() < 2 {
        return Comparison::Certain;
    }
    all.offers += 1;
    let shares = shares(&exact);
    if let Some(counted) = counted::<G>(bench, book, command) {
        assert_eq!(shares, counted, "{command}");
        all.counted += 1;
    }
    let played = ask(PLAYED);
    let Found::Simulated { err } = played.found else { panic!("{command} was not played out") };
    for one in &played.outcomes {
        let true_share = shares.get(&one.words).unwrap_or(&Ratio::ZERO).to_f64();
        let off = (one.chance.to_f64() - true_share).abs() * 10_000.0;
        all.shares += 1;
        all.within += u32::from(off <= f64::from(err));
        assert!(off <= 2.5 * f64::from(err), "{command}: {} is {true_share}, not {}", one.words, one.chance);
    }
    Comparison::Done
}

fn shares(told: &Prospect) -> BTreeMap<String, Ratio> {
    told.outcomes.iter().map(|one| (one.words.clone(), one.chance.clone())).collect()
}

fn counted<G: Playable + 'static>(
    bench: &Bench<G>,
    book: &G::Book,
    command: &Value,
) -> Option<BTreeMap<String, Ratio>> {
    let mut state = bench.state();
    G::forget(&mut state);
    let start = At::<G> { state: &state, book };
    let command: G::Command = serde_json::from_value(G::spell(start, command.clone())).expect("a command");
    let side = match G::address(&command).by {
        boneyard_table::By::Actor(who) => G::side(&state, who),
        _ => 1,
    };
    let script = |cx: &mut Cx<'_, G>| G::resolve(cx, Seat::GM, command.clone());
    enumerated(start, script, |at| G::upshot(start, at, Seat::GM, side).words, WAYS)
}
