//! Reading what a story or a client wrote into a field: by the number, or by the name that the form lists.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::filling::NOBODY;
use super::{Filled, Named, Unfilled};
use crate::{At, Playable, Seat, Who};

pub(super) fn wanted(fields: &mut Map<String, Value>, name: &str) -> Filled<Value> {
    fields.remove(name).ok_or_else(|| Unfilled::Unread(format!("missing field `{name}`")))
}

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` hands over")]
pub(super) fn unread(error: serde_json::Error) -> Unfilled {
    Unfilled::Unread(error.to_string())
}

pub(super) fn read_one<T: DeserializeOwned, L: Into<Named>>(
    value: &Value,
    among: impl IntoIterator<Item = (T, L)>,
    also: impl FnOnce(&str) -> Option<T>,
) -> Filled<T> {
    let read = serde_json::from_value::<T>(value.clone());
    let Some(said) = value.as_str() else { return read.map_err(unread) };
    read.or_else(|error| {
        let mut among = among.into_iter().map(|(pick, label)| (pick, label.into()));
        let known = among.find(|(_, label): &(T, Named)| label.name.text() == said).map(|(pick, _)| pick);
        // Things are picked by their numbers in words.
        let numbered = || serde_json::from_str::<T>(said).ok();
        known.or_else(|| also(said)).or_else(numbered).ok_or(error)
    })
    .map_err(unread)
}

/// Creatures by their numbers or names; one alone needs no list.
pub(super) fn several<G: Playable>(at: At<'_, G>, seat: Seat, value: &Value) -> Filled<Vec<Who>> {
    match value {
        Value::Array(list) => list.iter().map(|one| somebody::<G>(at, seat, one)).collect(),
        one => somebody::<G>(at, seat, one).map(|who| vec![who]),
    }
}

/// A creature by its number or its name. Whom the seat does not know of is nobody: a name nobody has and one the seat
/// may not know read alike.
pub(super) fn somebody<G: Playable>(at: At<'_, G>, seat: Seat, value: &Value) -> Filled<Who> {
    match value {
        Value::String(name) => {
            let all = G::creatures(at, seat);
            Ok(all.into_iter().find(|(_, known)| known == name).map_or(NOBODY, |(who, _)| who))
        }
        _ => {
            let who: Who = serde_json::from_value(value.clone()).map_err(unread)?;
            Ok(if seat.is_gm() || G::called(at, who, seat).is_some() { who } else { NOBODY })
        }
    }
}
