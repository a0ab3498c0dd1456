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
    let (games, words) = match of_game(&args.words.join(" ")) {
        Some((entry, words)) => (vec![entry], words),
        None => (games::chosen(None)?, args.words.join(" ")),
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
    let named = of_game(words);
    let (games, words) = match &named {
        Some((entry, words)) => (std::slice::from_ref(entry), words.as_str()),
        None => (games, words),
    };
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
        lines.push(format!("And {} more; add words to narrow the search.", found.len() - SHOWN));
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

/// The rules that hold all the words; if there are none, those that hold them as parts of words.
fn search(games: &[&'static GameEntry], words: &str) -> Vec<(&'static GameEntry, &'static Rule)> {
    let one = |entry: &&'static GameEntry| {
        let entry = *entry;
        entry.rulebook.search(words).into_iter().map(move |rule| (entry, rule))
    };
    let found: Vec<_> = games.iter().flat_map(one).collect();
    if !found.is_empty() {
        return found;
    }
    let parts: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let holds = |rule: &Rule| {
        let text = format!("{} {}", rule.title, rule.text).to_lowercase();
        !parts.is_empty() && parts.iter().all(|part| text.contains(part.as_str()))
    };
    let all = |entry: &&'static GameEntry| {
        let entry = *entry;
        entry.rulebook.rules().chain(entry.rulebook.entries()).map(move |rule| (entry, rule))
    };
    games.iter().flat_map(all).filter(|(_, rule)| holds(rule)).collect()
}

/// The game that the words begin with, by its name or its title, and the words after it.
fn of_game(words: &str) -> Option<(&'static GameEntry, String)> {
    let spaced = |text: &str| -> Vec<String> {
        text.split(|letter: char| letter.is_whitespace() || letter == '-').map(str::to_lowercase).collect()
    };
    let typed: Vec<&str> = words.split_whitespace().collect();
    games::GAMES.iter().find_map(|entry| {
        [entry.game.name(), entry.game.title()].into_iter().find_map(|name| {
            let name = spaced(name);
            // `die-trying hide` is two words and `die trying hide` three.
            let begins = (1..typed.len()).find(|taken| spaced(&typed[..*taken].join(" ")) == name)?;
            Some((entry, typed[begins..].join(" ")))
        })
    })
}

fn by_id(games: &[&'static GameEntry], id: &str) -> Option<(&'static GameEntry, &'static Rule)> {
    let id = id.trim().to_ascii_uppercase();
    games.iter().find_map(|entry| Some((*entry, entry.rulebook.get(&id)?)))
}
