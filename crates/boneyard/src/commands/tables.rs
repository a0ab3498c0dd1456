//! `boneyard tables`: what is saved.

use std::io::Write;

use serde_json::json;

use super::{Done, write_json};
use crate::cli::Tables;
use crate::{Failure, save};

pub(super) fn run(args: &Tables, out: &mut dyn Write) -> Result<Done, Failure> {
    let folder = save::folder(args.data.folder.as_deref())?;
    let tables = save::open(&folder)?.tables()?;
    if args.json {
        let all: Vec<_> = tables
            .iter()
            .map(|info| {
                json!({
                    "id": info.id,
                    "title": info.title,
                    "game": info.game,
                    "rules_version": info.rules_version,
                    "records": info.last.0,
                    "created_at": info.created_at,
                    "last_at": info.last_at,
                    "archived": info.archived,
                })
            })
            .collect();
        write_json(out, &all)?;
        return Ok(Done::Well);
    }
    if tables.is_empty() {
        writeln!(out, "No tables yet. `boneyard play` starts one.")?;
    }
    for info in tables {
        writeln!(out, "{}  {} ({}, {} records)", info.id, info.title, info.game, info.last)?;
    }
    Ok(Done::Well)
}
