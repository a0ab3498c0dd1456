//! Trackers and the party as a stage wants them.

use std::sync::Arc;

use boneyard_table::stage::{Stage, StageError};
use serde_json::Value;

use super::field;
use crate::book::Book;
use crate::rules;
use crate::state::{Kind, Omens, Party, Span, State, Used};

pub(super) fn set(_book: &Book, stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let party = Arc::make_mut(&mut state.party);
    party.session = 1;
    let mut step_begun = None;
    for (name, value) in &stage.trackers {
        match name.as_str() {
            "omens" => {
                let why = "write { value = 3, size = 7 } with numbers up to 12";
                party.omens = omens(value).ok_or_else(|| field("trackers.omens", value, why))?;
            }
            // Set with the fight.
            "chart" | "morale" => {}
            "guild" => guild(party, value).ok_or_else(|| {
                field("trackers.guild", value, "write { legacy = 9, found = 8, challenging = true }")
            })?,
            "interlude" => {
                let step = value.as_u64().and_then(|step| u8::try_from(step).ok());
                let step = step.filter(|step| (1..=8).contains(step));
                step_begun =
                    Some(step.ok_or_else(|| field("trackers.interlude", value, "give a step from 1 to 8"))?);
            }
            // Set with the expedition.
            name if super::expedition::NAMES.contains(&name) => {}
            _ => {
                let why = format!("there are omens, {}", super::expedition::NAMES.join(", "));
                return Err(field(&format!("trackers.{name}"), value, &why));
            }
        }
    }
    if let Some(step) = step_begun {
        party.returned = true;
        party.used.push(Used { what: rules::DW_HOUSE_36H, until: Span::Interlude });
        state.interlude = Some(step);
    }
    let heroes = state.creatures.iter().enumerate().filter(|(_, one)| one.sheet.kind == Kind::Hero);
    let list = heroes.map(|(number, _)| boneyard_table::Who(number as u16)).collect();
    Arc::make_mut(&mut state.party).list = list;
    Ok(())
}

fn omens(value: &Value) -> Option<Omens> {
    let number = |key: &str| value.get(key)?.as_u64().and_then(|number| u8::try_from(number).ok());
    let omens = Omens { value: number("value")?, size: number("size")? };
    (omens.size <= 12 && omens.value <= omens.size).then_some(omens)
}

fn guild(party: &mut Party, value: &Value) -> Option<()> {
    for (key, value) in value.as_object()? {
        match key.as_str() {
            "legacy" => party.legacy = u16::try_from(value.as_u64()?).ok()?,
            "found" => party.found = u32::try_from(value.as_u64()?).ok()?,
            "challenging" => party.challenging = value.as_bool()?,
            "returned" => party.returned = value.as_bool()?,
            _ => return None,
        }
    }
    Some(())
}
