//! `boneyard games`: what there is to play.

use std::io::Write;

use serde_json::json;

use super::{Done, write_json};
use crate::Failure;
use crate::cli::Games;
use crate::games::GAMES;

pub(super) fn run(args: &Games, out: &mut dyn Write) -> Result<Done, Failure> {
    let mut all = Vec::new();
    for entry in GAMES {
        let starts: Vec<&str> = (entry.starts)().into_iter().map(|(title, _)| title).collect();
        let (rules, content) = (entry.rulebook.rules().count(), entry.rulebook.entries().count());
        if args.json {
            all.push(json!({
                "name": entry.game.name(),
                "title": entry.game.title(),
                "rules_version": entry.game.rules(),
                "rules": rules,
                "content": content,
                "scenarios": starts,
            }));
            continue;
        }
        writeln!(out, "{} ({})", entry.game.title(), entry.game.name())?;
        writeln!(out, "  {rules} rules, {content} content entries, {}", scenarios(starts.len()))?;
        for title in starts {
            writeln!(out, "    {title}")?;
        }
    }
    if args.json {
        write_json(out, &all)?;
    }
    Ok(Done::Well)
}

fn scenarios(count: usize) -> String {
    if count == 1 { "1 scenario".into() } else { format!("{count} scenarios") }
}
