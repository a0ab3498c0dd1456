//! What a step asks of the table: a command of the game or one of the table's own.

use serde_json::Value;

use super::StoryAnswer;
use crate::frame::{StandingAnswer, StandingUntil};
use crate::judge::Level;
use crate::live::ActionId;
use crate::table::{AnyTable, Op};
use crate::{RuleId, Seat, Who};

/// A step, read.
pub(super) enum Does {
    /// Something to plan.
    Plan(Op),
    /// Save, close and open again.
    Reopen,
    /// Open a fork under this title and go on there.
    Fork { title: String, before: Option<ActionId> },
    /// One answer, before those of the step.
    Answer(Box<StoryAnswer>),
    /// Only answers.
    Nothing,
}

pub(super) fn read(table: &dyn AnyTable, value: &Value) -> Result<Does, String> {
    let waiting = || table.waits().first().map(|(id, _)| *id).ok_or_else(|| "no action waits".to_owned());
    match value {
        Value::Null => return Ok(Does::Nothing),
        Value::String(word) => match word.as_str() {
            "go_on" => return Ok(Does::Plan(Op::GoOn)),
            "undo" => return Ok(Does::Plan(Op::Undo { from: None, reason: None })),
            "cancel" => return Ok(Does::Plan(Op::Cancel { action: waiting()? })),
            "afresh" => return Ok(Does::Plan(Op::Afresh { action: waiting()? })),
            "reopen" => return Ok(Does::Reopen),
            _ => {}
        },
        Value::Object(map) if map.len() == 1 => {
            if let Some(overrule) = map.get("overrule") {
                return Ok(Does::Plan(Op::Overrule {
                    path: text(overrule, "path")?,
                    value: overrule.get("value").cloned().unwrap_or_default(),
                    reason: text(overrule, "reason").unwrap_or_default(),
                }));
            }
            if map.contains_key("answer") {
                return Ok(Does::Answer(Box::new(part(value, "answer")?)));
            }
            if let Some(fork) = map.get("fork") {
                let before = fork.get("before").and_then(Value::as_u64).map(|id| ActionId(id as u32));
                return Ok(Does::Fork { title: text(fork, "title")?, before });
            }
            // A game may have a `stand` of its own, such as getting up.
            if let Some(stand) = map.get("stand").filter(|stand| stand.get("answer").is_some()) {
                return stands(table, stand).map(Does::Plan);
            }
            if let Some(no_more) = map.get("stand_no_more") {
                return Ok(Does::Plan(Op::StandNoMore { creature: creature(table, no_more, "creature")? }));
            }
            // A game may have a `hand` of its own.
            if let Some(hand) = map.get("hand").filter(|hand| hand.get("to").is_some()) {
                let who = creature(table, hand, "who")?.ok_or("`who` is missing")?;
                let to = text(hand, "to")?;
                let seat = table.frame().seat_named(&to).ok_or(format!("nobody sits here as {to}"))?;
                return Ok(Does::Plan(Op::Hand { who, to: seat }));
            }
            if let Some(level) = map.get("level") {
                let rule = level.get("rule").and_then(Value::as_str).and_then(RuleId::read);
                let level: Level = part(level, "level")?;
                return Ok(Does::Plan(Op::Level { rule, level }));
            }
            if let Some(asks) = map.get("asks") {
                let everybody = asks.get("everybody") == Some(&Value::Bool(true));
                let asks = if everybody { part(asks, "asks")? } else { part(value, "asks")? };
                return Ok(Does::Plan(Op::Asks { asks, everybody }));
            }
            if let Some(word) = map.get("beforehand") {
                let (question, id) = (text(word, "question")?, text(word, "id")?);
                return Ok(Does::Plan(Op::Beforehand { question, id, until: part(word, "until")? }));
            }
            if let Some(word) = map.get("beforehand_no_more") {
                let (question, id) = (text(word, "question")?, text(word, "id")?);
                return Ok(Does::Plan(Op::BeforehandNoMore { question, id }));
            }
            if map.contains_key("write_row") {
                return Ok(Does::Plan(Op::WriteRow(part(value, "write_row")?)));
            }
            if let Some(on) = map.get("review").and_then(Value::as_bool) {
                return Ok(Does::Plan(Op::Review { on }));
            }
            if let Some(on) = map.get("play_on").and_then(Value::as_bool) {
                return Ok(Does::Plan(Op::PlayOn { on }));
            }
            if let Some(undo) = map.get("undo") {
                let from = undo.get("from").and_then(Value::as_u64).map(|id| ActionId(id as u32));
                return Ok(Does::Plan(Op::Undo { from, reason: text(undo, "reason").ok() }));
            }
        }
        _ => {}
    }
    Ok(Does::Plan(Op::Command(value.clone())))
}

fn stands(table: &dyn AnyTable, stand: &Value) -> Result<Op, String> {
    let creature = creature(table, stand, "creature")?;
    let answer = match text(stand, "answer")?.as_str() {
        "pass" => {
            StandingAnswer::Pass { even_if_mortal: stand.get("even_if_mortal") == Some(&Value::Bool(true)) }
        }
        "instinct" => StandingAnswer::Instinct,
        "ahead" => StandingAnswer::Ahead,
        "proposal" => StandingAnswer::Proposal,
        other => return Err(format!("`{other}` is no standing answer: pass, instinct, ahead or proposal")),
    };
    let until = stand.get("until").cloned().unwrap_or_else(|| "my_turn".into());
    let until: StandingUntil = serde_json::from_value(until).map_err(|error| error.to_string())?;
    Ok(Op::Stand { creature, answer, until })
}

/// Somebody by name, if anybody is named.
fn creature(table: &dyn AnyTable, value: &Value, key: &str) -> Result<Option<Who>, String> {
    let Some(name) = value.get(key).and_then(Value::as_str) else { return Ok(None) };
    let known = table.creatures(Seat::GM);
    let found = known.iter().find(|(_, known)| known == name).map(|(who, _)| *who);
    found.map(Some).ok_or_else(|| format!("nobody is called {name}"))
}

fn text(value: &Value, key: &str) -> Result<String, String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| format!("`{key}` is missing"))
}

fn part<T: serde::de::DeserializeOwned>(value: &Value, key: &str) -> Result<T, String> {
    serde_json::from_value(value.get(key).cloned().unwrap_or_default())
        .map_err(|error| format!("{key}: {error}"))
}
