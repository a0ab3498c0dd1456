//! An encounter as people name it: a ready-made start, a file, or a list such as "3 wolf, ogre"; and the party that
//! meets it.

use std::fs;
use std::path::Path;

use boneyard_table::stage::{Being, Stage};

use crate::games::GameEntry;
use crate::sheet::put;
use crate::{Failure, adventures};

/// An encounter with its title.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// What it is called.
    pub(crate) title: String,
    /// Who is there.
    pub(crate) stage: Stage,
}

/// Most creatures of a kind in a list.
const MOST: u32 = 40;

/// Finds an encounter and puts a party into it: `ready`, or a file with heroes.
pub(crate) fn find(entry: &GameEntry, wanted: &str, party: &str) -> Result<Named, Failure> {
    let mut found = named(entry, wanted)?;
    if party != "ready" {
        found.stage.heroes = read(Path::new(party))?.heroes;
        forget_strangers(&mut found.stage);
    } else if found.stage.heroes.is_empty() {
        found.stage.heroes = ready(entry)?.heroes;
    }
    if found.stage.heroes.is_empty() {
        return Err(Failure::said(format!("There are no heroes in {party}.")));
    }
    Ok(found)
}

/// The fight that waits in a place of an adventure, written `adventure/place`: everybody who waits there is met, the hidden too.
pub(crate) fn at_place(entry: &GameEntry, wanted: &str, party: &str) -> Result<Named, Failure> {
    let (id, place) = wanted.split_once('/').ok_or_else(|| {
        Failure::said(format!(
            "\"{wanted}\" is no place. Write an adventure and a place of it: saint-aurelia/road."
        ))
    })?;
    let outline = adventures::read(entry)?.outline(id)?;
    let found = outline.places.iter().find(|(known, _)| known == place).ok_or_else(|| {
        let known: Vec<&str> = outline.places.iter().map(|(id, _)| id.as_str()).collect();
        Failure::said(format!("There is no place \"{place}\" in {id}. There is {}.", known.join(", ")))
    })?;
    let heroes = if party == "ready" { ready(entry)?.heroes } else { read(Path::new(party))?.heroes };
    let mut stage = Stage { heroes, ..Stage::default() };
    for what in ["party", "foes"] {
        stage.at.insert(what.into(), wanted.into());
    }
    Ok(Named { title: format!("{}: {}", outline.title, found.1), stage })
}

/// The encounter without one of its creatures.
pub(crate) fn without(stage: &Stage, name: &str) -> Stage {
    let mut stage = stage.clone();
    stage.creatures.shift_remove(name);
    forget_strangers(&mut stage);
    stage
}

/// The encounter with one value changed: `heroes.Quill.add.items=["Torch"]`.
pub(crate) fn changed(stage: &Stage, change: &str) -> Result<Stage, Failure> {
    let bad = |why: &str| Failure::said(format!("\"{change}\" changes nothing: {why}."));
    let (path, value) = change.split_once('=').ok_or_else(|| bad("write PATH=VALUE"))?;
    let (path, value) = (path.trim(), value.trim());
    // What is no number, list or table is a word.
    let read = toml::from_str::<toml::Table>(&format!("value = {value}")).ok();
    let read = read.and_then(|mut table| table.remove("value").filter(|_| table.is_empty()));
    let value = read.unwrap_or_else(|| toml::Value::String(value.to_owned()));
    let mut whole = toml::Value::try_from(stage).map_err(|error| bad(&error.to_string()))?;
    if let ["heroes" | "creatures", name, ..] = path.split('.').collect::<Vec<_>>()[..]
        && !stage.heroes.contains_key(name)
        && !stage.creatures.contains_key(name)
    {
        let there: Vec<&str> =
            stage.heroes.keys().chain(stage.creatures.keys()).map(String::as_str).collect();
        return Err(bad(&format!("nobody is called {name}; there are {}", there.join(", "))));
    }
    put(&mut whole, path, &value)?;
    let stage: Stage = whole.try_into().map_err(|error: toml::de::Error| bad(error.message()))?;
    Ok(stage)
}

fn named(entry: &GameEntry, wanted: &str) -> Result<Named, Failure> {
    let path = Path::new(wanted);
    if path.extension().is_some_and(|end| end == "toml") {
        let title = path.file_stem().map_or_else(|| wanted.to_owned(), |stem| stem.to_string_lossy().into());
        return Ok(Named { title, stage: read(path)? });
    }
    let starts: Vec<_> =
        (entry.starts)().into_iter().filter(|(_, stage)| !stage.creatures.is_empty()).collect();
    let lower = wanted.to_lowercase();
    let whole = starts.iter().find(|(title, _)| title.to_lowercase() == lower);
    let mut part = starts.iter().filter(|(title, _)| title.to_lowercase().contains(&lower));
    let only = || part.next().filter(|_| part.next().is_none());
    if let Some((title, stage)) = whole.or_else(only) {
        return Ok(Named { title: (*title).to_owned(), stage: stage.clone() });
    }
    let titles: Vec<&str> = starts.iter().map(|(title, _)| *title).collect();
    listed(entry, wanted).map_err(|stranger| {
        let known = titles.join("; ");
        Failure::said(format!(
            "\"{stranger}\" is no creature of {}, and \"{wanted}\" no encounter. There are: {known}. Or write a list \
             such as \"3 wolf, ogre\", or name a TOML file.",
            entry.game.title()
        ))
    })
}

/// Reads a list of creatures with their numbers; names that no creature has come back.
fn listed(entry: &GameEntry, wanted: &str) -> Result<Named, String> {
    let mut stage = Stage::default();
    for part in wanted.split(',').map(str::trim) {
        let (count, name) = match part.split_once(' ') {
            Some((count, name)) if count.parse::<u32>().is_ok_and(|count| (1..=MOST).contains(&count)) => {
                (count.parse::<u32>().unwrap_or(1), name.trim())
            }
            _ => (1, part),
        };
        let known = entry.entries(entry.creatures).find(|row| row.title.eq_ignore_ascii_case(name));
        let row = known.ok_or_else(|| part.to_owned())?;
        for _ in 0..count {
            let nth = (1..).find(|nth| !stage.creatures.contains_key(&numbered(row.title, *nth)));
            let being = Being { like: Some(row.id.to_owned()), ..Being::default() };
            stage.creatures.insert(numbered(row.title, nth.unwrap_or(1)), being);
        }
    }
    Ok(Named { title: wanted.to_owned(), stage })
}

fn numbered(title: &str, nth: u32) -> String {
    if nth == 1 { title.to_owned() } else { format!("{title} {nth}") }
}

/// A start with ready heroes.
pub(crate) fn ready(entry: &GameEntry) -> Result<Stage, Failure> {
    let starts = (entry.starts)();
    let start = starts.into_iter().map(|(_, stage)| stage).find(|stage| !stage.heroes.is_empty());
    start.ok_or_else(|| Failure::said(format!("{} has no ready heroes yet.", entry.game.title())))
}

fn read(path: &Path) -> Result<Stage, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::unread(path, &error))?;
    toml::from_str(&text).map_err(|error| Failure::said(format!("{}: {error}", path.display())))
}

/// Distances, places and seats of people who are not there.
fn forget_strangers(stage: &mut Stage) {
    let (heroes, creatures) = (stage.heroes.clone(), stage.creatures.clone());
    let there = |name: &str| heroes.contains_key(name) || creatures.contains_key(name);
    stage.apart.retain(|(one, other, _)| there(one) && there(other));
    stage.at.retain(|name, _| there(name) || name == "party");
    stage.seats.clear();
    if let Some(battle) = &mut stage.battle {
        battle.order.retain(|name| there(name));
        battle.sides.retain(|name, _| there(name));
    }
}
