//! `boneyard hero`: a hero made by chance, or by the one who types.

use std::io::{self, BufRead, IsTerminal, Write};

use boneyard_dice::Rng;
use boneyard_registry::Settled;
use boneyard_table::view::Plain;
use serde_json::json;

use super::{Done, write_json};
use crate::cli::Hero;
use crate::making::{self, Workshop};
use crate::terminal::Guide;
use crate::{Failure, games, random};

pub(super) fn run(args: &Hero, out: &mut dyn Write) -> Result<Done, Failure> {
    let entry = games::find(&args.game)?;
    let seed = args.seed.map_or_else(random::number, Ok)?;
    let mut workshop = Workshop::new(entry, random::seeds_of(seed))?;
    if args.guided {
        workshop = match guided(workshop, out)? {
            Some(made) => made,
            None => return Ok(Done::Badly),
        };
    } else {
        let settled = Settled::read(&args.set).map_err(Failure::said)?;
        making::by_chance(&mut workshop, Rng::new(seed), settled)?;
    }
    let name = workshop.name();
    if args.json {
        let values = workshop.table.values().get(&name).cloned().unwrap_or_default();
        let made = json!({
            "game": entry.game.name(), "seed": seed, "name": name, "credits": entry.credits,
            "sheet": workshop.sheet(), "values": values,
        });
        write_json(out, &made)?;
        return Ok(Done::Well);
    }
    for line in workshop.sheet().iter().flat_map(Plain::lines) {
        writeln!(out, "{}", super::harmless(&line))?;
    }
    write!(out, "{}", entry.game.title())?;
    if !args.guided {
        write!(out, ", hero {seed}")?;
    }
    writeln!(out)?;
    if let Some(credits) = entry.credits {
        writeln!(out, "{credits}")?;
    }
    Ok(Done::Well)
}

/// Asks until the hero is done; `None` if the one who typed went away before that.
fn guided(workshop: Workshop, out: &mut dyn Write) -> Result<Option<Workshop>, Failure> {
    let mut guide = Guide::new(workshop);
    let mut input = io::stdin().lock();
    let by_hand = input.is_terminal();
    let mut said = guide.greet();
    loop {
        for line in said {
            writeln!(out, "{}", super::harmless(&line))?;
        }
        if guide.done() {
            writeln!(out)?;
            return Ok(Some(guide.into_workshop()));
        }
        write!(out, "{}> ", guide.asks())?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = input.read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| Failure::said(format!("Cannot read the input: {error}.")))?;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if read == 0 || line == "quit" {
            writeln!(out, "\nNo hero was made.")?;
            return Ok(None);
        }
        if !by_hand {
            writeln!(out, "{line}")?;
        }
        said = guide.hear(line)?;
    }
}
