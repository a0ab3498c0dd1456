//! A bot for all sides: instinct says what each creature does, the proposal what the GM rules.
//! It only chooses; the host of the table plans and follows.

use std::collections::BTreeSet;

use boneyard_table::frame::Seeds;
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyTable, Op};
use boneyard_table::view::{Domain, Picks};
use boneyard_table::{RuleId, Seat};
use serde_json::{Value, json};

use crate::games::GameEntry;

/// What comes next at a table of bots.
#[derive(Debug)]
pub(crate) enum Next {
    /// This seat does this.
    Do(Seat, Op),
    /// The table waits for nobody any more.
    Over,
    /// The table waits for somebody, and instinct has no answer.
    Stuck(String),
}

/// A fight in memory, played to its end.
#[derive(Debug)]
pub(crate) struct Fight {
    /// How it ended.
    pub(crate) end: End,
    /// How many requests it took.
    pub(crate) requests: u32,
    /// Every rule and entry that was cited.
    pub(crate) cited: BTreeSet<RuleId>,
    /// The laws of every table that this fight broke.
    pub(crate) broken: Vec<String>,
}

/// How a fight ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The table waits for nobody any more.
    Over {
        /// Who is left.
        outcome: String,
        /// The round, if the game publishes one.
        round: Option<u64>,
    },
    /// It got stuck.
    Stuck(String),
    /// It took too many requests.
    Endless,
}

/// A fight that takes more requests than this will hardly end.
const LONGEST: u32 = 5_000;
/// An adventure that takes more than this will hardly end.
const LONGEST_EVENING: u32 = 12_000;

/// An adventure in memory, played to its end by heroes whom nobody leads.
#[derive(Debug)]
pub(crate) struct Evening {
    /// How it went.
    pub(crate) play: Fight,
    /// The events that happened, by their ids.
    pub(crate) fired: BTreeSet<String>,
}

/// What a table of bots does next, in a fight that begins at once.
pub(crate) fn next(table: &dyn AnyTable) -> Next {
    next_or(table, &mut opening)
}

/// What a table of bots does next; where nobody is waited for, somebody says.
fn next_or(table: &dyn AnyTable, idle: &mut dyn FnMut(&dyn AnyTable) -> Option<Value>) -> Next {
    if let Some((action, _)) = table.waits().into_iter().find(|(_, fits)| !fits) {
        return Next::Do(Seat::GM, Op::Afresh { action });
    }
    if let Some(prompt) = table.prompts(Seat::GM).into_iter().next() {
        let seat = prompt.asks.first().copied().unwrap_or(Seat::GM);
        return match (prompt.id.parse(), prompt.default) {
            (Ok(id), Some(say)) => Next::Do(seat, Op::Answer { prompt: id, say, table_rule: false }),
            _ => Next::Stuck(format!("instinct does not answer {}: {}", prompt.name, prompt.question)),
        };
    }
    let awaits = table.awaits();
    let command = awaits.creatures.iter().find_map(|who| table.instinct(*who));
    match command.or_else(|| idle(table)) {
        Some(command) => Next::Do(Seat::GM, Op::Command(command)),
        None if awaits.creatures.is_empty() => Next::Over,
        None => Next::Stuck(format!("nobody acts although somebody is waited for: {}", awaits.why)),
    }
}

/// How the GM starts a fresh table: the first offer, with everybody in it.
fn opening(table: &dyn AnyTable) -> Option<Value> {
    if !table.done().is_empty() {
        return None;
    }
    let offer = table.offers(Seat::GM, None).into_iter().find(|offer| offer.refusal.is_none())?;
    let mut picks = Picks::new();
    for param in offer.params.iter().filter(|param| !param.optional) {
        let Domain::Subset { of, .. } = &param.domain else { return None };
        let all: Vec<&str> = of.iter().map(|thing| thing.what.pick.as_str()).collect();
        picks.insert(param.name.clone(), json!(all));
    }
    Some(offer.filled(&picks))
}

/// Plays a start to its end, and checks on the way that the records match the play.
pub(crate) fn fight(entry: &GameEntry, title: &str, stage: &Stage, seeds: Seeds) -> Fight {
    let mut fight = Fight { end: End::Endless, requests: 0, cited: BTreeSet::new(), broken: Vec::new() };
    let mut over = |table: &dyn AnyTable| (outcome(table), round(table));
    let mut how = How { most: LONGEST, idle: &mut opening, over: &mut over };
    if let Err(stuck) = play(entry, title, stage, seeds, &mut how, &mut fight) {
        fight.end = End::Stuck(stuck);
    }
    fight
}

/// Plays an adventure to an end: fights by instinct, and between them what people with a purpose do. `number` is what they choose by.
pub(crate) fn evening(
    entry: &GameEntry,
    title: &str,
    stage: &Stage,
    id: &str,
    seeds: Seeds,
    number: u64,
) -> Evening {
    let mut play_of = Fight { end: End::Endless, requests: 0, cited: BTreeSet::new(), broken: Vec::new() };
    let mut fired = BTreeSet::new();
    let mut turn = 0_u64;
    let mut idle = |table: &dyn AnyTable| {
        turn += 1;
        table.purpose(number.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(turn))
    };
    let mut over = |table: &dyn AnyTable| {
        let published = table.values();
        let adventure = published.get("adventures").and_then(|all| all.get(id));
        let all = adventure.and_then(|adventure| adventure.get("fired")).and_then(Value::as_array);
        fired = all.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        let ended = adventure.and_then(|adventure| adventure.get("ended")).and_then(Value::as_str);
        (ended.unwrap_or("nobody lives").to_owned(), None)
    };
    let mut how = How { most: LONGEST_EVENING, idle: &mut idle, over: &mut over };
    if let Err(stuck) = play(entry, title, stage, seeds, &mut how, &mut play_of) {
        play_of.end = End::Stuck(stuck);
    }
    Evening { play: play_of, fired }
}

/// How a table of bots is played.
struct How<'a> {
    /// Most requests.
    most: u32,
    /// What is done where nobody is waited for.
    idle: &'a mut dyn FnMut(&dyn AnyTable) -> Option<Value>,
    /// What came of it, and in which round.
    over: &'a mut dyn FnMut(&dyn AnyTable) -> Came,
}

/// How it ended, and in which round.
type Came = (String, Option<u64>);

fn play(
    entry: &GameEntry,
    title: &str,
    stage: &Stage,
    seeds: Seeds,
    how: &mut How<'_>,
    fight: &mut Fight,
) -> Result<(), String> {
    let words = |error: &dyn std::fmt::Display| error.to_string();
    let first = entry.game.stage(title, stage, Vec::new(), seeds).map_err(|error| words(&error))?;
    let mut table = entry.game.open(&first).map_err(|error| words(&error))?;
    let mut records = vec![first];
    let mut checked_waiting = false;
    while fight.requests < how.most {
        let (seat, op) = match next_or(&*table, how.idle) {
            Next::Do(seat, op) => (seat, op),
            Next::Over => {
                let (outcome, round) = (how.over)(&*table);
                fight.end = End::Over { outcome, round };
                check(entry, &*table, &records, &mut fight.broken);
                return Ok(());
            }
            Next::Stuck(why) => return Err(why),
        };
        let asked = format!("{op:?}");
        let planned = table.plan(seat, op, None).map_err(|refusal| format!("{refusal} ({asked})"))?;
        table.apply_record(&planned.record).map_err(|error| words(&error))?;
        fight.cited.extend(planned.cited);
        fight.requests += 1;
        records.push(planned.record);
        // Once in the middle of an action, where most could go missing.
        if planned.waits && !checked_waiting {
            checked_waiting = true;
            check(entry, &*table, &records, &mut fight.broken);
        }
    }
    (how.over)(&*table);
    Ok(())
}

/// The law of every table: its records rebuild it, and so does its save.
fn check(entry: &GameEntry, table: &dyn AnyTable, records: &[String], broken: &mut Vec<String>) {
    let again = || -> Result<(), String> {
        let words = |error: boneyard_table::table::Corrupt| error.to_string();
        let live = table.save().map_err(words)?;
        let (first, rest) = records.split_first().ok_or("there are no records")?;
        let mut replayed = entry.game.open(first).map_err(words)?;
        for record in rest {
            replayed.apply_record(record).map_err(words)?;
        }
        if replayed.state().map_err(words)? != table.state().map_err(words)? {
            return Err("the records give another state than was played".into());
        }
        if replayed.save().map_err(words)? != live {
            return Err("the records give another table than was played".into());
        }
        let loaded = entry.game.load(&live).map_err(words)?;
        if loaded.save().map_err(words)? != live {
            return Err("a table loaded from its save is saved differently".into());
        }
        let cards =
            |table: &dyn AnyTable| serde_json::to_string(&table.prompts(Seat::GM)).unwrap_or_default();
        if cards(&*loaded) != cards(table) {
            return Err("a table loaded from its save asks something else".into());
        }
        Ok(())
    };
    broken.extend(again().err());
}

/// How the game says it ended, if it does; who is left standing, where the game publishes each creature's `side` and whether it is `out`;
/// otherwise the last thing told.
fn outcome(table: &dyn AnyTable) -> String {
    let published = table.values();
    if let Some(ending) = published.get("ending").and_then(Value::as_str) {
        return ending.to_owned();
    }
    let mut left: BTreeSet<u64> = BTreeSet::new();
    let mut sided = false;
    for (_, name) in table.creatures(Seat::GM) {
        let creature = published.get(&name);
        let side = creature.and_then(|creature| creature.get("side")).and_then(Value::as_u64);
        let out = creature.and_then(|creature| creature.get("out")).and_then(Value::as_bool);
        if let (Some(side), Some(out)) = (side, out) {
            sided = true;
            if !out {
                left.insert(side);
            }
        }
    }
    let left: Vec<u64> = left.into_iter().collect();
    match left.as_slice() {
        [] if sided => "nobody is left".into(),
        [0] => "the heroes win".into(),
        [_] => "the heroes lose".into(),
        [_, ..] => "both sides are left".into(),
        [] => {
            let last = table.done().last().copied().unwrap_or_default();
            let lines = table.lines(Seat::GM, last);
            lines.last().map_or_else(|| "nothing happened".into(), |line| line.say.to_string())
        }
    }
}

fn round(table: &dyn AnyTable) -> Option<u64> {
    table.values().get("battle")?.get("round")?.as_u64()
}
