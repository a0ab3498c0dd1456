//! `boneyard adventure`: what stands against adventure files, a first one to begin with, and their schema.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use boneyard_uvtt::{MOST_BYTES, Picture, VttMap};
use boneyard_world::Checked;
use serde::Serialize;
use serde_json::json;
use toml::{Table, Value};

use super::{Done, harmless, write_json};
use crate::adventures::{self, ADVENTURES, Adventures};
use crate::cli::{Adventure, AdventureCheck};
use crate::{Failure, games};

/// No longer file is read; the reader of content says so in its own words.
const MOST_TEXT: u64 = 2 << 20;

pub(super) fn run(args: &Adventure, out: &mut dyn Write) -> Result<Done, Failure> {
    match args {
        Adventure::Check(args) => check(args, out),
        Adventure::New { game } => {
            write!(out, "{}", of(game)?.dialect.sample())?;
            Ok(Done::Well)
        }
        Adventure::Schema { game } => {
            write_json(out, &of(game)?.dialect.schema())?;
            Ok(Done::Well)
        }
    }
}

fn of(game: &str) -> Result<&'static Adventures, Failure> {
    let entry = games::find(game)?;
    adventures::of(entry).ok_or_else(|| Failure::said(format!("{} reads no adventures.", entry.game.title())))
}

/// Something that was found, once however many games found it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Found {
    line: u32,
    column: u32,
    field: String,
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<String>,
    #[serde(skip)]
    shown: String,
}

/// What was found in one file.
#[derive(Debug, Default, Serialize)]
struct Told {
    file: String,
    games: Vec<&'static str>,
    #[serde(skip)]
    holds: Vec<(&'static str, usize)>,
    mistakes: BTreeSet<Found>,
    warnings: BTreeSet<Found>,
    without_gm: BTreeSet<Found>,
}

fn check(args: &AdventureCheck, out: &mut dyn Write) -> Result<Done, Failure> {
    let mut all = Vec::new();
    for path in &args.files {
        all.push(one(path)?);
    }
    let sound = all.iter().all(|told| told.mistakes.is_empty());
    if args.json {
        write_json(out, &json!({ "files": all }))?;
    } else {
        for told in &all {
            say(told, out)?;
        }
    }
    Ok(if sound { Done::Well } else { Done::Badly })
}

fn one(path: &Path) -> Result<Told, Failure> {
    let text = read(path)?;
    let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut told = Told { file: path.display().to_string(), ..Told::default() };
    // A file that does not say its games is told what is wrong with it by whichever reads it.
    let named = games_of(&text);
    let wanted: Vec<&Adventures> =
        ADVENTURES.iter().filter(|one| named.iter().any(|game| game == one.dialect.game())).collect();
    for adventures in if wanted.is_empty() { ADVENTURES.iter().take(1).collect() } else { wanted } {
        let checked = adventures.dialect.check(&file, &text, &adventures.dictionary());
        if named.iter().any(|game| game == adventures.dialect.game()) {
            told.games.push(adventures.dialect.game());
        }
        told.take(path, &file, &text, checked);
    }
    Ok(told)
}

impl Told {
    fn take(&mut self, path: &Path, file: &str, text: &str, checked: Checked) {
        let Checked { findings, holds, beside } = checked;
        let found = |all: Vec<boneyard_world::ContentError>| {
            all.into_iter().map(|mistake| Found {
                shown: mistake.render(),
                line: mistake.line,
                column: mistake.column,
                field: mistake.field,
                what: mistake.what,
                allowed: mistake.allowed,
            })
        };
        self.mistakes.extend(found(findings.mistakes));
        self.warnings.extend(found(findings.warnings));
        self.without_gm.extend(found(findings.undecided));
        if !holds.is_empty() {
            self.holds = holds;
        }
        let missing = beside.into_iter().filter_map(|(field, name)| {
            let fault = look_at(path, &name).err()?;
            Some(boneyard_world::ContentError::in_field(file, text, &field, fault))
        });
        self.mistakes.extend(found(missing.collect()));
    }
}

/// Whether a file beside the adventure is what it must be.
fn look_at(path: &Path, name: &str) -> Result<(), String> {
    let place = path.with_file_name(name);
    let mut bytes = Vec::new();
    let most = MOST_BYTES as u64;
    File::open(&place)
        .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::unread(&place, &error).to_string())?;
    if name.ends_with("vtt") {
        VttMap::read(&bytes).map(drop).map_err(|fault| format!("{name} is refused. {fault}"))
    } else {
        Picture::of_bytes(bytes).map(drop).map_err(|fault| format!("{name} is refused. {fault}"))
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| Failure::unread(path, &error))?;
    file.take(MOST_TEXT).read_to_end(&mut bytes).map_err(|error| Failure::unread(path, &error))?;
    String::from_utf8(bytes).map_err(|_| Failure::said(format!("{} is no text in UTF-8.", path.display())))
}

/// The games a file says it is for, as far as it can be read.
fn games_of(text: &str) -> Vec<String> {
    let table: Table = text.parse().unwrap_or_default();
    let games = table.get("adventure").and_then(|head| head.get("games")).and_then(Value::as_array);
    games.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn say(told: &Told, out: &mut dyn Write) -> Result<(), Failure> {
    let holds: Vec<String> = told.holds.iter().map(|(what, many)| format!("{many} {what}")).collect();
    let games = if told.games.is_empty() { "no game".to_owned() } else { told.games.join(", ") };
    let holds = if holds.is_empty() { "it cannot be read".to_owned() } else { holds.join(", ") };
    writeln!(out, "{}: for {games}; {holds}.", harmless(&told.file))?;
    for mistake in &told.mistakes {
        writeln!(out, "\n{}", harmless(&mistake.shown))?;
    }
    for (title, found) in [("Warning", &told.warnings), ("Without a game master", &told.without_gm)] {
        for one in found {
            writeln!(out, "\n{title}: {}", harmless(&one.shown))?;
        }
    }
    match told.mistakes.len() {
        0 => writeln!(out, "No mistakes."),
        1 => writeln!(out, "\n1 mistake."),
        many => writeln!(out, "\n{many} mistakes."),
    }?;
    Ok(())
}
