//! Odds of offers met in play: exact ones against plain counting and against playing it out, offer by offer, in what is
//! told of them and in everything they leave behind.

use std::collections::BTreeMap;

use boneyard_dice::Ratio;
use boneyard_table::encounter::Encounter;
use boneyard_table::stage::Stage;
use boneyard_table::table::{Bounds, Op, Prospect};
use boneyard_table::view::{Found, Tone};
use boneyard_table::{At, Cx, Playable, Seat};
use serde_json::Value;

use crate::scene::Scene;
use crate::{Bench, Chance, by_instinct, enumerated, filled, moves};

/// What was compared.
#[derive(Clone, Debug, Default)]
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
    /// Offers of which everything they leave behind was compared.
    pub ends: u32,
    /// What was told of offers, and how welcome it was when it was told first.
    pub told: BTreeMap<String, Tone>,
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
/// Whole ends take longer than words, and a mark that forgets something shows soon.
const ENDS: u32 = 8;

impl Compared {
    /// So many offers were compared, a fair part of them with plain counting, and nineteen shares in twenty lie within
    /// the error that was stated with them.
    pub fn holds(&self, offers: u32) {
        assert!(self.offers >= offers && self.counted * 10 >= offers, "{self:?}");
        assert!(self.within * 100 >= self.shares * 94, "{self:?}");
        assert!(self.ends * 10 >= offers, "{self:?}");
    }

    /// These words were told of offers, and are as welcome. Every way to find odds goes by the same words, so that
    /// none of them would notice wrong ones.
    pub fn tells(&self, words: &[(&str, Tone)]) {
        for (words, tone) in words {
            assert_eq!(self.told.get(*words), Some(tone), "{words} in {:?}", self.told);
        }
    }
}

/// How often a command was compared, how often it was too large, and how often its ends were looked at.
type Seen = BTreeMap<String, (u32, u32, u32)>;

/// Compares so many offers met in fights on these stages, bots moving everybody on; on every other one only the first
/// of each side fight, for what few do is small enough to be counted.
pub fn odds_of_offers<G: Encounter>(stages: &[Stage], wanted: u32) -> Compared {
    let stages: Vec<Stage> = stages.iter().flat_map(|stage| [stage.clone(), duel(stage.clone())]).collect();
    let book = G::book(&[]).expect("our own content can be read");
    let mut all = Compared::default();
    let mut chance = Chance::new(11);
    let mut seen = Seen::new();
    for seed in 0.. {
        assert!(seed < 400, "too few offers are met: {all:?}");
        let mut bench = Bench::<G>::set(&stages[seed as usize % stages.len()], seed);
        begin(&mut bench, &book, &mut seen, &mut all);
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

/// The first hero against the first creature.
fn duel(mut stage: Stage) -> Stage {
    let (heroes, creatures) = (stage.heroes.len().min(1), stage.creatures.len().min(1));
    let spare = [stage.heroes.split_off(heroes), stage.creatures.split_off(creatures)];
    let gone = |name: &String| spare.iter().any(|spare| spare.contains_key(name));
    stage.apart.retain(|(one, other, _)| !gone(one) && !gone(other));
    stage.at.retain(|name, _| !gone(name));
    stage
}

/// Everybody who is there begins to fight.
fn begin<G: Encounter>(bench: &mut Bench<G>, book: &G::Book, seen: &mut Seen, all: &mut Compared) {
    let state = bench.state();
    let at = At::<G> { state: &state, book };
    if !G::fighting(at) {
        let opening = serde_json::to_value(G::opening(at)).expect("a command can be written");
        let (_, _, looked) = seen.entry("the opening".into()).or_default();
        look_at_ends::<G>(bench, book, &opening, looked, all);
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
            let (often, large, looked) = seen.entry(offer.command.clone()).or_default();
            if offer.refusal.is_some() || *often >= OFTEN || *large >= *often + HOPELESS {
                continue;
            }
            let Some(command) = filled(&offer, chance) else { continue };
            if bench.table.probe(Seat::GM, command.clone()).is_err() {
                continue;
            }
            look_at_ends::<G>(bench, book, &command, looked, all);
            match compare::<G>(bench, book, &command, all) {
                Comparison::Done => *often += 1,
                Comparison::TooLarge => *large += 1,
                Comparison::Certain => {}
            }
        }
    }
}

/// Everything a command leaves behind, with marks, without them and face by face: what is told of it is less, and where
/// marks forget something odds are played out as if they were too large.
fn look_at_ends<G: Playable + 'static>(
    bench: &Bench<G>,
    book: &G::Book,
    command: &Value,
    looked: &mut u32,
    all: &mut Compared,
) {
    if *looked >= ENDS {
        return;
    }
    *looked += 1;
    let mut state = bench.state();
    G::forget(&mut state);
    let start = At::<G> { state: &state, book };
    match Scene::new(start, read::<G>(start, command)).holds() {
        Ok(held) => all.ends += u32::from(held),
        Err(wrong) => panic!("{command}: {wrong}"),
    }
}

fn read<G: Playable>(at: At<'_, G>, command: &Value) -> G::Command {
    serde_json::from_value(G::spell(at, command.clone())).expect("a command")
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
    for one in &exact.outcomes {
        all.told.entry(one.words.clone()).or_insert(one.tone);
    }
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
    let command = read::<G>(start, command);
    let side = match G::address(&command).by {
        boneyard_table::By::Actor(who) => G::side(&state, who),
        _ => 1,
    };
    let script = |cx: &mut Cx<'_, G>| G::resolve(cx, Seat::GM, command.clone());
    enumerated(start, script, |at| G::upshot(start, at, Seat::GM, side).words, WAYS)
}
