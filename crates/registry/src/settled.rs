//! Choices for a hero that are made before chance fills in the rest.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::view::{Domain, Param, Picks};
use serde_json::{Value, json};

/// Choices made beforehand, by the field they fill.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    choices: BTreeMap<String, String>,
    used: BTreeSet<String>,
}

/// Why a choice cannot be made beforehand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSettled {
    /// It is not written as one.
    #[error("\"{0}\" sets nothing: write FIELD=CHOICE.")]
    Unreadable(String),
    /// The field is filled in otherwise.
    #[error("{0} cannot be set beforehand.")]
    NoChoice(String),
    /// There is no such choice.
    #[error("{field} cannot be \"{wanted}\". There is {known}.")]
    Unknown {
        /// The field.
        field: String,
        /// What it was to be.
        wanted: String,
        /// What it may be.
        known: String,
    },
    /// There is no such field.
    #[error("No step has a field {0} to set.")]
    NoField(String),
}

impl Settled {
    /// Reads choices written as `field=choice`.
    pub fn read(given: &[String]) -> Result<Self, NotSettled> {
        let mut choices = BTreeMap::new();
        for text in given {
            let Some((field, choice)) = text.split_once('=').filter(|(field, _)| !field.is_empty()) else {
                return Err(NotSettled::Unreadable(text.clone()));
            };
            choices.insert(field.trim().to_owned(), choice.trim().to_owned());
        }
        Ok(Self { choices, used: BTreeSet::new() })
    }

    /// Whether every choice found its field.
    pub fn all_used(&self) -> Result<(), NotSettled> {
        match self.choices.keys().find(|field| !self.used.contains(*field)) {
            Some(field) => Err(NotSettled::NoField(field.clone())),
            None => Ok(()),
        }
    }

    /// A step was taken with these picks.
    pub(crate) fn took(&mut self, picks: &Picks) {
        self.used.extend(picks.keys().cloned());
    }

    /// What a field must hold, if that was said beforehand.
    pub(crate) fn pick(&self, param: &Param) -> Result<Option<Value>, NotSettled> {
        let Some(wanted) = self.choices.get(&param.name) else { return Ok(None) };
        let options: Vec<(Value, String)> = match &param.domain {
            Domain::OneOf { options } => {
                options.iter().map(|one| (one.pick.clone(), one.name.text().to_owned())).collect()
            }
            Domain::Text { .. } => return Ok(Some(json!(wanted))),
            _ => return Err(NotSettled::NoChoice(param.name.clone())),
        };
        let fits = |one: &&(Value, String)| {
            one.1.eq_ignore_ascii_case(wanted)
                || one.0.as_str().is_some_and(|pick| pick.eq_ignore_ascii_case(wanted))
        };
        match options.iter().find(fits) {
            Some((pick, _)) => Ok(Some(pick.clone())),
            None => {
                let known = options.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
                Err(NotSettled::Unknown { field: param.name.clone(), wanted: wanted.clone(), known })
            }
        }
    }
}
