//! Trackers and the party as a stage wants them.

use std::sync::Arc;

use boneyard_table::stage::{Stage, StageError};
use serde_json::Value;

use super::field;
use crate::book::Book;
use crate::state::{Kind, Omens, State};

pub(super) fn set(_book: &Book, stage: &Stage, state: &mut State) -> Result<(), StageError> {
    let party = Arc::make_mut(&mut state.party);
    party.session = 1;
    for (name, value) in &stage.trackers {
        match name.as_str() {
            "omens" => {
                let why = "write { value = 3, size = 7 } with numbers up to 12";
                party.omens = omens(value).ok_or_else(|| field("trackers.omens", value, why))?;
            }
            // Set with the fight.
            "chart" | "morale" => {}
            // Set with the expedition.
            name if super::expedition::NAMES.contains(&name) => {}
            _ => {
                let why = format!("there are omens, {}", super::expedition::NAMES.join(", "));
                return Err(field(&format!("trackers.{name}"), value, &why));
            }
        }
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
