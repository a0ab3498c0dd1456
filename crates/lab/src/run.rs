//! Many fights over the cores there are. The same seed gives the same result whatever their number: each fight has
//! dice of its own, counting does not mind the order, and whether it is enough is asked at fixed places only.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use boneyard_table::encounter::AnyEncounter;
use boneyard_table::lookahead::Effort;

use crate::Tally;

/// How many fights, and with which dice.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// At most so many.
    pub fights: u64,
    /// The same number gives the same fights.
    pub seed: u64,
    /// Over so many threads.
    pub threads: usize,
    /// Stops once every share is within so much to either side, if that is wanted.
    pub sure: Option<f64>,
    /// The side that looks ahead before it acts, if one does: everybody else goes by instinct.
    pub strong: Option<u8>,
}

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// What was counted so far.
    pub tally: &'a Tally,
    /// At most so many fights.
    pub fights: u64,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// On.
    On,
    /// Enough: what was counted stands.
    Stop,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// What was counted.
    pub tally: Tally,
    /// Whether somebody stopped it before its time.
    pub cancelled: bool,
}

/// How often it is looked whether that is enough.
struct Pace {
    /// Fights before the first look: the one who waits learns something soon.
    first: u64,
    /// Fights between two later looks.
    stretch: u64,
    /// Fights one thread takes at a time.
    handful: u64,
}

const BY_INSTINCT: Pace = Pace { first: 200, stretch: 1_000, handful: 10 };
/// Looking ahead, one fight takes as long as hundreds by instinct.
const LOOKING_AHEAD: Pace = Pace { first: 2, stretch: 4, handful: 1 };

/// Fights it out. `watch` hears of every stretch and may stop it; it is called where `run` was.
pub fn run(encounter: &dyn AnyEncounter, plan: Plan, watch: &mut dyn FnMut(Progress<'_>) -> Go) -> Ran {
    let mut tally = Tally::of(encounter);
    let mut cancelled = false;
    let pace = if plan.strong.is_some() { LOOKING_AHEAD } else { BY_INSTINCT };
    while tally.fights < plan.fights {
        let from = tally.fights;
        let to = (from + if from == 0 { pace.first } else { pace.stretch }).min(plan.fights);
        tally.add(&stretch(encounter, plan, pace.handful, from, to));
        if plan.sure.is_some_and(|sure| tally.error() <= sure) {
            break;
        }
        if watch(Progress { tally: &tally, fights: plan.fights }) == Go::Stop && tally.fights < plan.fights {
            cancelled = true;
            break;
        }
    }
    Ran { tally, cancelled }
}

fn stretch(encounter: &dyn AnyEncounter, plan: Plan, handful: u64, from: u64, to: u64) -> Tally {
    let next = AtomicU64::new(from);
    let failed = AtomicBool::new(false);
    let work = || {
        let mut tally = Tally::of(encounter);
        loop {
            let first = next.fetch_add(handful, Ordering::Relaxed);
            if first >= to {
                return tally;
            }
            for number in first..(first + handful).min(to) {
                let seed = seed_of(plan.seed, number);
                let fought = match plan.strong {
                    Some(side) => encounter.fight_strongly(seed, side, Effort::default()),
                    None => encounter.fight(seed),
                };
                tally.count(encounter, &fought);
            }
        }
    };
    let mut all = Tally::of(encounter);
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        all.add(&work());
        for helper in helpers {
            match helper.join() {
                Ok(tally) => all.add(&tally),
                Err(_) => failed.store(true, Ordering::Relaxed),
            }
        }
    });
    assert!(!failed.load(Ordering::Relaxed), "a thread broke off in the middle of a fight");
    all
}

/// The dice of one fight of many (splitmix64: neighbours have nothing to do with each other).
pub(crate) fn seed_of(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
