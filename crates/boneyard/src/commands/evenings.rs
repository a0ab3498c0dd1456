//! `boneyard bots --adventure`: an adventure played from its beginning to an end, many times over, by heroes whom nobody leads.

use std::collections::BTreeMap;
use std::io::Write;

use boneyard_table::stage::Stage;
use serde_json::json;

use super::bots::{SHOWN, side_by_side};
use super::{Done, write_json};
use crate::bot::{self, End, Evening};
use crate::cli::Bots;
use crate::games::GameEntry;
use crate::wait::Wait;
use crate::{Failure, adventures, encounter, random};

/// What came of the evenings.
#[derive(Debug, Default)]
struct Tally {
    evenings: u32,
    requests: u64,
    ends: BTreeMap<String, u32>,
    fired: BTreeMap<String, u32>,
    stuck: Vec<String>,
    broken: Vec<String>,
    endless: Vec<String>,
}

impl Tally {
    fn add(&mut self, seed: u32, evening: Evening) {
        let Evening { play, fired } = evening;
        self.evenings += 1;
        self.requests += u64::from(play.requests);
        match play.end {
            End::Over { outcome, .. } => *self.ends.entry(outcome).or_default() += 1,
            End::Stuck(why) => self.stuck.push(format!("seed {seed}: {why}")),
            End::Endless => self.endless.push(format!("seed {seed}: after {} requests", play.requests)),
        }
        for event in fired {
            *self.fired.entry(event).or_default() += 1;
        }
        self.broken.extend(play.broken.into_iter().map(|what| format!("seed {seed}: {what}")));
    }
}

pub(super) fn run(entry: &GameEntry, id: &str, args: &Bots, out: &mut dyn Write) -> Result<Done, Failure> {
    let outline = adventures::read(entry)?.outline(id)?;
    let mut stage = Stage { heroes: encounter::ready(entry)?.heroes, ..Stage::default() };
    stage.at.insert("party".into(), format!("{}/{}", outline.id, outline.start));
    let wait = Wait::begin();
    let mut tally = Tally::default();
    let all = side_by_side(args.seeds, &wait, (&outline.title, "evenings"), |seed| {
        let number = u64::from(seed);
        bot::evening(entry, &outline.title, &stage, &outline.id, random::seeds_of(number), number)
    });
    all.into_iter().for_each(|(seed, evening)| tally.add(seed, evening));
    let never: Vec<&String> =
        outline.events.iter().filter(|event| !tally.fired.contains_key(*event)).collect();
    if args.json {
        let told = json!({
            "adventure": outline.id,
            "evenings": tally.evenings,
            "stopped": tally.evenings < args.seeds,
            "requests": tally.requests,
            "ends": tally.ends,
            "fired": tally.fired,
            "never": never,
            "stuck": tally.stuck,
            "broken": tally.broken,
            "endless": tally.endless,
        });
        write_json(out, &told)?;
    } else {
        let (evenings, requests) = (tally.evenings, tally.requests);
        let stopped =
            if evenings < args.seeds { format!(" of {}, then stopped", args.seeds) } else { String::new() };
        writeln!(out, "{}: {evenings} evenings{stopped}, {requests} requests", outline.title)?;
        for (end, many) in &tally.ends {
            let share = u64::from(*many) * 1_000 / u64::from(evenings.max(1));
            writeln!(out, "  {many:>6}  {end} ({}.{} %)", share / 10, share % 10)?;
        }
        let fired: Vec<String> = tally.fired.iter().map(|(event, many)| format!("{event} {many}")).collect();
        writeln!(out, "  events, by the evenings in which they happened: {}", fired.join(", "))?;
        let never: Vec<&str> = never.iter().map(|event| event.as_str()).collect();
        writeln!(out, "  never: {}", if never.is_empty() { "none".to_owned() } else { never.join(", ") })?;
        for (name, list) in [("stuck", &tally.stuck), ("broken", &tally.broken), ("endless", &tally.endless)]
        {
            writeln!(out, "  {name}: {}", list.len())?;
            for line in list.iter().take(SHOWN) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    let well = tally.stuck.is_empty() && tally.broken.is_empty() && tally.endless.is_empty();
    Ok(if well { Done::Well } else { Done::Badly })
}
