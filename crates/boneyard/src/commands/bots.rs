//! `boneyard bots`: fights on the ready-made starts, with instinct on all sides.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZero;
use std::thread;

use boneyard_table::stage::Stage;
use serde_json::{Value, json};

use super::{Done, write_json};
use crate::bot::{self, End, Fight};
use crate::cli::Bots;
use crate::games::GameEntry;
use crate::{Failure, games, random};

/// What came of the fights on one start.
#[derive(Debug, Default)]
struct Tally {
    outcomes: BTreeMap<String, u32>,
    rounds: BTreeMap<u64, u32>,
    requests: u64,
    stuck: Vec<String>,
    endless: u32,
    broken: Vec<String>,
}

/// Stuck or broken fights are shown by their seeds; a few are enough to find the cause.
const SHOWN: usize = 5;

pub(super) fn run(args: &Bots, out: &mut dyn Write) -> Result<Done, Failure> {
    let entry = games::find(&args.game)?;
    let starts = (entry.starts)();
    if starts.is_empty() {
        return Err(Failure::said(format!("{} has no ready-made start yet.", entry.game.title())));
    }
    let mut all = Vec::new();
    let mut well = true;
    for (title, stage) in starts {
        let mut tally = Tally::default();
        for (seed, fight) in (0..).zip(fights(entry, title, &stage, args.seeds)) {
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

/// The fights of all seeds in their order, played on every core there is.
fn fights(entry: &GameEntry, title: &str, stage: &Stage, seeds: u32) -> Vec<Fight> {
    let hands = thread::available_parallelism().map_or(1, NonZero::get);
    let part = |first: usize| {
        let own = (first..seeds as usize).step_by(hands);
        own.map(|seed| bot::fight(entry, title, stage, random::seeds_of(seed as u64))).collect::<Vec<_>>()
    };
    let mut parts: Vec<_> = thread::scope(|scope| {
        let part = &part;
        let hands: Vec<_> = (0..hands).map(|first| scope.spawn(move || part(first))).collect();
        let done = hands.into_iter().map(|hand| match hand.join() {
            Ok(part) => part.into_iter(),
            // A fight that panics is a fault of the program, and is to be seen as one.
            Err(fault) => std::panic::resume_unwind(fault),
        });
        done.collect()
    });
    (0..seeds as usize).filter_map(|seed| parts[seed % hands].next()).collect()
}

fn write_tally(out: &mut dyn Write, title: &str, fights: u32, tally: &Tally) -> Result<(), Failure> {
    writeln!(out, "{title}: {fights} fights, {} requests", tally.requests)?;
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
        "fights": fights,
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
