//! A played table written down as a story: how it began, what everybody did, which dice fell, what was answered, and
//! what was different then. It is told again at once, so that the one who reads it knows whether it stands by itself.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde_json::{Value, json};
use toml::Table;

use super::run::asked_name;
use super::seated::Seated;
use super::{Story, run_story};
use crate::frame::Seeds;
use crate::live::ActionId;
use crate::stage::Stage;
use crate::table::{AnyGame, AnyTable, Corrupt, Op};
use crate::view::PromptCard;
use crate::{Seat, Who};

/// A story made of what was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// As TOML. What does not hold when it is told again is said in a comment at its top.
    pub text: String,
    /// What goes wrong when it is told again; empty if it stands by itself.
    pub failures: Vec<String>,
}

/// Seeds of scenes that are only compared.
const SEEDS: Seeds = Seeds { open: [0; 32], secret: [0; 32] };
/// What is expected after a step at the most: the rest follows from it.
const MOST_EXPECTED: usize = 12;

/// What the records of a table tell, as a story: all of it, or what had happened before an action was done. `starts`
/// are the scenes a table of this game may have begun with.
pub fn write_story(
    game: &dyn AnyGame,
    title: &str,
    records: &[&str],
    starts: &[Stage],
    before: Option<ActionId>,
) -> Result<Written, Corrupt> {
    let Some((first, rest)) = records.split_first() else { return Err(Corrupt::Order("there is no record")) };
    let mut table = game.open(first)?;
    let began = scene(game, &*table, starts)?;
    let asks = table.frame().asks;
    let seated = Seated::of(&*table, rest);
    let mut steps = Steps::default();
    for record in rest {
        let body: Value = serde_json::from_str(record)?;
        let Some((kind, body)) = body.as_object().and_then(|body| body.iter().next()) else { continue };
        let acted = (kind == "acted").then(|| body.get("id").and_then(Value::as_u64)).flatten();
        // What came after is another story, whether or not it was taken back.
        if acted.is_some() && acted == before.map(|before| before.0.into()) {
            break;
        }
        let stood = acted.map(|_| (table.values(), speakers(&*table)));
        steps.hear(&Told { table: &*table, seated: &seated }, kind, body);
        let held = table.frame().held.clone();
        table.apply_record(record)?;
        steps.held(&Told { table: &*table, seated: &seated }, &held);
        if let Some((published, speakers)) = stood {
            steps.handed(&Told { table: &*table, seated: &seated }, body, &speakers);
            steps.expect(acted, &published, &table.values());
        }
    }
    let mut stage = began.clone().unwrap_or_default();
    stage.asks = Some(asks);
    stage.seats = seated.stage(&stage.seats);
    let mut file = Table::new();
    file.insert("story".into(), title.into());
    file.insert("game".into(), game.name().into());
    file.insert(
        "proves".into(),
        toml_of(&json!(steps.cited())).unwrap_or_else(|| toml::Value::Array(vec![])),
    );
    if let Ok(toml::Value::Table(stage)) = toml::Value::try_from(&stage) {
        file.extend(stage.into_iter().filter_map(|(key, value)| Some((key, full(value)?))));
    }
    let done = steps.done.iter().filter_map(|step| toml_of(&step.written())).collect();
    file.insert("step".into(), toml::Value::Array(done));
    let text = toml::to_string(&file).map_err(|_| Corrupt::Order("it cannot be written down"))?;
    let mut failures = match Story::read(&text) {
        Ok(story) => run_story(game, &story, &|name| Err(format!("{name} is not here"))).failures,
        Err(error) => vec![error.to_string()],
    };
    if began.is_none() {
        failures.insert(0, "how the table began is no ready scene: write it down above the steps".into());
    }
    let remarks: String = failures
        .iter()
        .flat_map(|failure| failure.lines())
        .map(|line| format!("# Told again: {line}\n"))
        .collect();
    Ok(Written { text: format!("{remarks}{text}"), failures })
}

/// The ready scene a table began with: one of these, or a blank one, with the house rules of the table.
fn scene(game: &dyn AnyGame, table: &dyn AnyTable, starts: &[Stage]) -> Result<Option<Stage>, Corrupt> {
    let state = table.state()?;
    let published = table.values();
    let house = |switch: &crate::Switch| {
        let value = published.get("house")?.get(switch.name)?;
        let default = switch.values.first().is_some_and(|default| value.as_str() == Some(default));
        (!default && !value.is_null()).then(|| (switch.name.to_owned(), value.clone()))
    };
    let house: IndexMap<String, Value> = game.switches().iter().filter_map(house).collect();
    for stage in starts.iter().cloned().chain([Stage::default()]) {
        let numbers = game.switches().iter().filter(|switch| switch.values.is_empty());
        let numbers: BTreeSet<&str> = numbers.map(|switch| switch.name).collect();
        // A number that was never set is its own default, whatever that is.
        let named = house.iter().filter(|(name, _)| !numbers.contains(name.as_str()));
        let named: IndexMap<String, Value> =
            named.map(|(name, value)| (name.clone(), value.clone())).collect();
        for house in [named, house.clone()] {
            let mut stage = stage.clone();
            stage.house.extend(house);
            let Ok(first) = game.stage("", &stage, Vec::new(), SEEDS) else { continue };
            if game.open(&first)?.state()? == state {
                return Ok(Some(stage));
            }
        }
    }
    Ok(None)
}

fn json_of(standing: &crate::frame::Standing) -> Option<Value> {
    serde_json::to_value(standing).ok()
}

/// Which seat speaks for whom.
fn speakers(table: &dyn AnyTable) -> BTreeMap<Who, Seat> {
    let seats = table.frame().seats.keys().copied();
    seats.flat_map(|seat| table.speaks_for(seat).into_iter().map(move |who| (who, seat))).collect()
}

/// A table as it stands, and what its seats are called.
struct Told<'a> {
    table: &'a dyn AnyTable,
    seated: &'a Seated,
}

/// What was done so far, and what waits for an answer.
#[derive(Default)]
struct Steps {
    done: Vec<Done>,
    waiting: BTreeMap<u64, Done>,
    /// Taken back, branch by branch: what went last comes back first.
    undone: Vec<Vec<Done>>,
}

/// One step in the making.
#[derive(Clone, Default)]
struct Done {
    action: Option<u64>,
    seat: String,
    does: Value,
    dice: Vec<Value>,
    answers: Vec<Value>,
    expect: IndexMap<String, Value>,
    cited: BTreeSet<String>,
}

impl Steps {
    fn hear(&mut self, at: &Told<'_>, kind: &str, body: &Value) {
        let number = |key: &str| body.get(key).and_then(Value::as_u64);
        match kind {
            "waiting" => {
                let mut step = begun(at, body);
                step.hear(at, body);
                self.waiting.extend(step.action.map(|id| (id, step)));
            }
            "told" => {
                if let Some(step) = number("action").and_then(|id| self.waiting.get_mut(&id)) {
                    step.hear(at, body);
                }
            }
            "acted" => {
                let begun_before = number("id").and_then(|id| self.waiting.remove(&id));
                let mut step = begun_before.unwrap_or_else(|| begun(at, body));
                step.hear(at, body);
                step.end(body);
                if !step.does.is_null() {
                    self.done.push(step);
                }
            }
            "cancelled" => drop(number("action").and_then(|id| self.waiting.remove(&id))),
            "undone" => {
                let from = number("from");
                self.undone.push(self.done.extract_if(.., |step| step.action >= from).collect());
            }
            "goes_on" => {
                let who = body["who"].as_array().into_iter().flatten().filter_map(Value::as_u64);
                for who in who.filter_map(|who| u16::try_from(who).ok()) {
                    let stands = at.table.frame().pilot(Who(who)).and_then(json_of);
                    stands.into_iter().for_each(|stands| self.hear(at, "stands", &stands));
                }
            }
            "redone" => self.done.extend(self.undone.pop().into_iter().flatten()),
            "stands" => {
                let mut stand = body.clone();
                let answer = match &body["answer"] {
                    Value::Object(answer) => answer.keys().next().cloned().unwrap_or_default(),
                    answer => answer.as_str().unwrap_or_default().to_owned(),
                };
                stand["answer"] = answer.into();
                stand["creature"] = creature_of(at.table, body);
                let seat = at.seated.named(&body["seat"]);
                if let Value::Object(stand) = &mut stand {
                    stand.remove("seat");
                }
                self.done.push(Done { seat, does: json!({ "stand": stand }), ..Done::default() });
            }
            "stands_no_more" => {
                let does = json!({ "stand_no_more": { "creature": creature_of(at.table, body) } });
                let seat = at.seated.named(&body["seat"]);
                self.done.push(Done { seat, does, ..Done::default() });
            }
            "asks" => {
                let seat = at.seated.named(&body["seat"]);
                let does = match body["seat"] {
                    Value::Null => json!({ kind: { "asks": body["asks"], "everybody": true } }),
                    _ => json!({ kind: body["asks"] }),
                };
                self.done.push(Done { seat, does, ..Done::default() });
            }
            "beforehand" | "beforehand_no_more" => {
                let seat = at.seated.named(&body["seat"]);
                let mut word = json!({ "question": body["question"], "id": body["id"] });
                if kind == "beforehand" {
                    word["until"] = body["until"].clone();
                }
                self.done.push(Done { seat, does: json!({ kind: word }), ..Done::default() });
            }
            "level" | "review" | "play_on" => {
                let does = if kind == "level" { body.clone() } else { body["on"].clone() };
                self.done.push(Done { seat: "gm".into(), does: json!({ kind: does }), ..Done::default() });
            }
            _ => {}
        }
    }

    /// Creatures that played themselves and are held now: told again, they do no more until they go on.
    fn held(&mut self, at: &Told<'_>, before: &BTreeSet<Who>) {
        for who in at.table.frame().held.difference(before) {
            let Some(stands) = at.table.frame().pilot(*who).and_then(json_of) else { continue };
            self.hear(at, "stands_no_more", &stands);
        }
    }

    /// A hero that somebody else speaks for now, where nothing but that was done.
    fn handed(&mut self, at: &Told<'_>, body: &Value, before: &BTreeMap<Who, Seat>) {
        if !body["command"].is_null() {
            return;
        }
        let now = speakers(at.table);
        let handed = now.iter().find(|(who, to)| before.get(*who) != Some(*to));
        let Some((who, to)) = handed else { return };
        let Some(name) = name_of(at.table, u64::from(who.0)) else { return };
        let does = json!({ "hand": { "who": name, "to": at.seated.name(*to) } });
        // No matter who took it, the GM may: in the story seats are taken that were free then.
        let (action, seat) = (body["id"].as_u64(), "gm".to_owned());
        self.done.push(Done { action, seat, does, ..Done::default() });
    }

    fn expect(&mut self, action: Option<u64>, before: &Value, after: &Value) {
        let Some(step) = self.done.last_mut().filter(|step| step.action == action) else { return };
        differences("", before, after, &mut step.expect);
    }

    fn cited(&self) -> BTreeSet<&String> {
        self.done.iter().flat_map(|step| &step.cited).collect()
    }
}

impl Done {
    /// Answers and rulings among what it was told, as far as somebody was really asked.
    fn hear(&mut self, at: &Told<'_>, body: &Value) {
        let open = at.table.prompts(Seat::GM);
        for told in body["told"].as_array().into_iter().flatten() {
            let Some((kind, told)) = told.as_object().and_then(|told| told.iter().next()) else { continue };
            let nth = told["nth"].as_u64().unwrap_or(0);
            let id = format!("{}.{}.{nth}", self.action.unwrap_or(0), told["ask"].as_u64().unwrap_or(0));
            let Some(card) = open.iter().find(|card| card.id == id) else { continue };
            let (say, by) = match kind.as_str() {
                "answer" => (inner(&told["answer"]), told["by"].clone()),
                "ruling" => (told["record"]["key"].clone(), told["record"]["by"].clone()),
                _ => continue,
            };
            self.answers.push(answer(at, card, say, &by, &told["record"]["table_rule"]));
        }
    }

    /// Dice and rules of what happened; a value that was overruled is a step of its own.
    fn end(&mut self, body: &Value) {
        for entry in body["log"].as_array().into_iter().flatten() {
            let Some((kind, entry)) = entry.as_object().and_then(|entry| entry.iter().next()) else {
                continue;
            };
            self.cited.extend(entry["rule"].as_str().map(str::to_owned));
            match kind.as_str() {
                "roll" => {
                    let groups = entry["groups"].as_array().into_iter().flatten();
                    self.dice.extend(groups.flat_map(|group| group["faces"].as_array().cloned()).flatten());
                }
                "overruled" if self.does.is_null() => {
                    let (path, value, reason) = (&entry["path"], &entry["new"], &entry["reason"]);
                    self.does = json!({ "overrule": { "path": path, "value": value, "reason": reason } });
                }
                _ => {}
            }
        }
    }

    fn written(&self) -> Value {
        let mut step = json!({ "seat": self.seat, "do": self.does });
        if !self.dice.is_empty() {
            step["dice"] = self.dice.clone().into();
        }
        if !self.answers.is_empty() {
            step["answers"] = self.answers.clone().into();
        }
        if !self.expect.is_empty() {
            step["expect"] = json!(self.expect);
        }
        step
    }
}

fn begun(at: &Told<'_>, body: &Value) -> Done {
    let by = &body["by"];
    let seat = Seat(by.as_u64().and_then(|seat| seat.try_into().ok()).unwrap_or_default());
    let does = named(at.table, seat, &body["command"]);
    Done { action: body["id"].as_u64(), seat: at.seated.named(by), does, ..Done::default() }
}

/// The creature a record names, by its name.
fn creature_of(table: &dyn AnyTable, body: &Value) -> Value {
    body["creature"].as_u64().and_then(|who| name_of(table, who)).map_or(Value::Null, Value::String)
}

fn answer(at: &Told<'_>, card: &PromptCard, say: Value, by: &Value, table_rule: &Value) -> Value {
    let asked = card.asks.first().map(|seat| Value::from(seat.0));
    // A story has no word for nothing but this.
    let say = if say.is_null() { "nobody".into() } else { say };
    let seat = card.asks.first().copied().unwrap_or(Seat::GM);
    let asked_by_name = match card.who {
        Some(_) => asked_name(at.table, card),
        None => at.seated.name(seat),
    };
    let mut told = json!({ "by": asked_by_name, "to": card.name, "say": say });
    if asked.as_ref() != Some(by) {
        told["from"] = at.seated.named(by).into();
    }
    if table_rule == &Value::Bool(true) {
        told["table_rule"] = true.into();
    }
    told
}

/// An answer is kept under the name of its kind.
fn inner(answer: &Value) -> Value {
    match answer {
        Value::Object(kinds) if kinds.len() == 1 => kinds.values().next().cloned().unwrap_or_default(),
        other => other.clone(),
    }
}

fn name_of(table: &dyn AnyTable, who: u64) -> Option<String> {
    table.creatures(Seat::GM).into_iter().find(|(known, _)| u64::from(known.0) == who).map(|(_, name)| name)
}

/// A command with names in the place of numbers, wherever the game reads the name as that number.
fn named(table: &dyn AnyTable, seat: Seat, command: &Value) -> Value {
    let command = without_null(command);
    let Some((word, fields)) = command.as_object().and_then(|command| command.iter().next()) else {
        return command;
    };
    let mut spelled = fields.clone();
    for (key, value) in fields.as_object().into_iter().flatten() {
        let Some(name) = value.as_u64().and_then(|who| name_of(table, who)) else { continue };
        let mut tried = spelled.clone();
        tried[key] = name.into();
        let planned = table.plan(seat, Op::Command(json!({ word: tried })), None);
        let read = planned.ok().and_then(|planned| serde_json::from_str::<Value>(&planned.record).ok());
        let read = read.and_then(|record| Some(record.as_object()?.values().next()?["command"].clone()));
        if read.is_some_and(|read| without_null(&read) == command) {
            spelled = tried;
        }
    }
    json!({ word: spelled })
}

/// Plain values that are different, by their paths.
fn differences(path: &str, before: &Value, after: &Value, found: &mut IndexMap<String, Value>) {
    let Some(fields) = after.as_object() else {
        let plain = after.is_number() || after.is_string() || after.is_boolean();
        if before != after && plain && found.len() < MOST_EXPECTED {
            found.insert(path.to_owned(), after.clone());
        }
        return;
    };
    for (key, value) in fields.iter().filter(|(key, _)| !key.contains('.')) {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        differences(&path, before.get(key).unwrap_or(&Value::Null), value, found);
    }
}

fn without_null(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(_, value)| !value.is_null());
            kept.map(|(key, value)| (key.clone(), without_null(value))).collect()
        }
        Value::Array(list) => list.iter().map(without_null).collect(),
        other => other.clone(),
    }
}

fn toml_of(value: &Value) -> Option<toml::Value> {
    toml::Value::try_from(without_null(value)).ok()
}

/// Without what is empty.
fn full(value: toml::Value) -> Option<toml::Value> {
    match value {
        toml::Value::Table(table) if table.is_empty() => None,
        toml::Value::Array(list) if list.is_empty() => None,
        // Somebody of whom nothing is said is still there.
        toml::Value::Table(table) => Some(toml::Value::Table(
            table
                .into_iter()
                .map(|(key, value)| match value {
                    toml::Value::Table(inner) => {
                        let inner = inner.into_iter().filter_map(|(key, value)| Some((key, full(value)?)));
                        (key, toml::Value::Table(inner.collect()))
                    }
                    other => (key, other),
                })
                .collect(),
        )),
        other => Some(other),
    }
}
