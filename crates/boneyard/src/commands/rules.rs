//! `boneyard rules`: one rule by its id, or all that hold the words.

use std::io::Write;

use boneyard_rulebook::Rule;
use serde_json::{Value, json};

use super::Done;
use crate::cli::Rules;
use crate::games::{self, GameEntry};
use crate::{Failure, tell};

/// More than anybody reads; narrower words find less.
const SHOWN: usize = 20;

pub(super) fn run(args: &Rules, out: &mut dyn Write) -> Result<Done, Failure> {
    let (games, words) = match args.words.split_first() {
        Some((first, rest)) if !rest.is_empty() && games::find(first).is_ok() => {
            (vec![games::find(first)?], rest.join(" "))
        }
        _ => (games::chosen(None)?, args.words.join(" ")),
    };
    let told =
        if args.json { json(&games, &words)? } else { look_up(&games, &words).map(|lines| lines.join("\n")) };
    match told {
        Some(told) => writeln!(out, "{told}")?,
        None => return Err(Failure::said(format!("No rule has all of the words \"{words}\"."))),
    }
    Ok(Done::Well)
}

/// One rule by its id, or a list of those that hold all the words; `None` if there is none.
pub(crate) fn look_up(games: &[&'static GameEntry], words: &str) -> Option<Vec<String>> {
    if let Some((_, rule)) = by_id(games, words) {
        return Some(tell::rule(rule));
    }
    let found = search(games, words);
    let mut lines = Vec::new();
    for (entry, rule) in found.iter().take(SHOWN) {
        lines.push(format!("{} · {} ({}, {})", rule.id, rule.title, entry.game.title(), rule.section));
        lines.extend(rule.text.lines().next().map(|first| format!("    {first}")));
    }
    if found.len() > SHOWN {
        lines.push(format!("And {} more; more words find fewer.", found.len() - SHOWN));
    }
    (!lines.is_empty()).then_some(lines)
}

fn json(games: &[&'static GameEntry], words: &str) -> Result<Option<String>, Failure> {
    let found = match by_id(games, words) {
        Some(one) => vec![one],
        None => search(games, words),
    };
    let all: Vec<Value> =
        found.iter().map(|(entry, rule)| json!({ "game": entry.game.name(), "rule": rule })).collect();
    if all.is_empty() {
        Ok(None)
    } else {
        serde_json::to_string_pretty(&all).map(Some).map_err(Failure::said)
    }
}

fn search(games: &[&'static GameEntry], words: &str) -> Vec<(&'static GameEntry, &'static Rule)> {
    let one = |entry: &&'static GameEntry| {
        let entry = *entry;
        entry.rulebook.search(words).into_iter().map(move |rule| (entry, rule))
    };
    games.iter().flat_map(one).collect()
}

fn by_id(games: &[&'static GameEntry], id: &str) -> Option<(&'static GameEntry, &'static Rule)> {
    let id = id.trim().to_ascii_uppercase();
    games.iter().find_map(|entry| Some((*entry, entry.rulebook.get(&id)?)))
}
