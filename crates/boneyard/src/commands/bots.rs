//! `boneyard bots`: fights on the ready-made starts, with instinct on all sides.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use boneyard_table::stage::Stage;
use serde_json::{Value, json};

use super::{Done, write_json};
use crate::bot::{self, End, Fight};
use crate::cli::Bots;
use crate::games::GameEntry;
use crate::wait::Wait;
use crate::{Failure, games, random};

/// What came of the fights on one start.
#[derive(Debug, Default)]
struct Tally {
    fights: u32,
    outcomes: BTreeMap<String, u32>,
    rounds: BTreeMap<u64, u32>,
    requests: u64,
    stuck: Vec<String>,
    endless: u32,
    broken: Vec<String>,
}

/// Stuck or broken fights are shown by their seeds; a few are enough to find the cause.
pub(super) const SHOWN: usize = 5;

pub(super) fn run(args: &Bots, out: &mut dyn Write) -> Result<Done, Failure> {
    let entry = games::find(&args.game)?;
    if let Some(id) = &args.adventure {
        return super::evenings::run(entry, id, args, out);
    }
    let starts = (entry.starts)();
    if starts.is_empty() {
        return Err(Failure::said(format!("{} has no ready-made start yet.", entry.game.title())));
    }
    let mut all = Vec::new();
    let mut well = true;
    let wait = Wait::begin();
    for (title, stage) in starts {
        if wait.stopped() {
            if !args.json {
                writeln!(out, "{title}: not begun")?;
            }
            continue;
        }
        let mut tally = Tally::default();
        for (seed, fight) in fights(entry, title, &stage, args.seeds, &wait) {
            tally.fights += 1;
            tally.requests += u64::from(fight.requests);
            match fight.end {
                End::Over { outcome, round } => {
                    *tally.outcomes.entry(outcome).or_default() += 1;
                    if let Some(round) = round {
                        *tally.rounds.entry(round).or_default() += 1;
                    }
                }
                End::Stuck(why) => tally.stuck.push(format!("seed {seed}: {why}")),
                End::Endless => tally.endless += 1,
            }
            tally.broken.extend(fight.broken.into_iter().map(|what| format!("seed {seed}: {what}")));
        }
        well &= tally.stuck.is_empty() && tally.broken.is_empty() && tally.endless == 0;
        if args.json {
            all.push(as_json(title, args.seeds, &tally));
        } else {
            write_tally(out, title, args.seeds, &tally)?;
        }
    }
    if args.json {
        write_json(out, &all)?;
    }
    Ok(if well { Done::Well } else { Done::Badly })
}

/// The fights of all seeds in their order, played on every core there is; of those who had enough, the fights so far.
fn fights(entry: &GameEntry, title: &str, stage: &Stage, seeds: u32, wait: &Wait) -> Vec<(u32, Fight)> {
    side_by_side(seeds, wait, (title, "fights"), |seed| {
        bot::fight(entry, title, stage, random::seeds_of(u64::from(seed)))
    })
}

/// What comes of all seeds in their order, on every core there is; of those who had enough, what came so far.
pub(super) fn side_by_side<T: Send>(
    seeds: u32,
    wait: &Wait,
    (title, what): (&str, &str),
    of: impl Fn(u32) -> T + Sync,
) -> Vec<(u32, T)> {
    let hands = thread::available_parallelism().map_or(1, NonZero::get);
    let done = AtomicU32::new(0);
    let part = |first: usize| {
        let own = (first as u32..seeds).step_by(hands).take_while(|_| !wait.stopped());
        let came = own.map(|seed| {
            let came = of(seed);
            let number = done.fetch_add(1, Ordering::Relaxed) + 1;
            wait.show(|seconds| {
                let left = seconds_left(seconds, number, seeds);
                format!("{title}: {number} of {seeds} {what}, about {left:.0} s left")
            });
            (seed, came)
        });
        came.collect::<Vec<_>>()
    };
    let mut all: Vec<(u32, T)> = thread::scope(|scope| {
        let part = &part;
        let hands: Vec<_> = (0..hands).map(|first| scope.spawn(move || part(first))).collect();
        let done = hands.into_iter().map(|hand| match hand.join() {
            Ok(part) => part,
            // A fight that panics is a fault of the program, and is to be seen as one.
            Err(fault) => std::panic::resume_unwind(fault),
        });
        done.flatten().collect()
    });
    wait.clear();
    all.sort_by_key(|(seed, _)| *seed);
    all
}

/// How long the fights of this start may still take, going by those that were fought.
fn seconds_left(seconds: f64, done: u32, of: u32) -> f64 {
    seconds * f64::from(of - done.min(of)) / f64::from(done.max(1))
}

fn write_tally(out: &mut dyn Write, title: &str, fights: u32, tally: &Tally) -> Result<(), Failure> {
    let stopped = if tally.fights < fights { format!(" of {fights}, then stopped") } else { String::new() };
    writeln!(out, "{title}: {} fights{stopped}, {} requests", tally.fights, tally.requests)?;
    for (outcome, count) in &tally.outcomes {
        writeln!(out, "  {count:>6}  {outcome}")?;
    }
    if let (Some((first, _)), Some((last, _))) =
        (tally.rounds.first_key_value(), tally.rounds.last_key_value())
    {
        let (fights, rounds) = tally.rounds.iter().fold((0, 0), |(n, sum), (round, count)| {
            (n + u64::from(*count), sum + round * u64::from(*count))
        });
        writeln!(out, "  rounds: {first} to {last}, {} on average", tenths(rounds, fights))?;
    }
    for (name, list) in [("stuck", &tally.stuck), ("broken", &tally.broken)] {
        writeln!(out, "  {name}: {}", list.len())?;
        for line in list.iter().take(SHOWN) {
            writeln!(out, "    {line}")?;
        }
    }
    writeln!(out, "  endless: {}", tally.endless)?;
    Ok(())
}

fn as_json(title: &str, fights: u32, tally: &Tally) -> Value {
    json!({
        "start": title,
        "fights": tally.fights,
        "stopped": tally.fights < fights,
        "requests": tally.requests,
        "outcomes": tally.outcomes,
        "rounds": tally.rounds,
        "stuck": tally.stuck,
        "broken": tally.broken,
        "endless": tally.endless,
    })
}

fn tenths(sum: u64, count: u64) -> String {
    let tenths = sum * 10 / count.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}
