//! Versions of what a game writes down. A record says of which version its facts are, unless it is the first; older ones are brought
//! up to date as they are read, one version after the other, and newer ones are refused with a sentence. Nothing on disk changes.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Corrupt;
use crate::Playable;

/// How a text of a later version than the first begins.
const MARK: &str = "{\"facts\":";

/// Writes a record or a save down, with its version.
pub(super) fn write<G: Playable>(record: &impl Serialize) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string(record)?;
    Ok(match (G::FACTS, text.strip_prefix('{')) {
        (2.., Some(fields)) => format!("{MARK}{},{fields}", G::FACTS),
        _ => text,
    })
}

/// Reads one, of this version or an older one.
pub(super) fn read<G: Playable, T: DeserializeOwned>(text: &str) -> Result<T, Corrupt> {
    let marked = text.strip_prefix(MARK).and_then(|rest| rest.split_once(','));
    let (version, fields) = match marked {
        None => (1, None),
        Some((number, fields)) => (number.parse().unwrap_or(u16::MAX), Some(fields)),
    };
    if version > G::FACTS {
        return Err(Corrupt::Newer { written: version, known: G::FACTS });
    }
    let plain = fields.map(|fields| format!("{{{fields}"));
    let plain = plain.as_deref().unwrap_or(text);
    if version == G::FACTS {
        return Ok(serde_json::from_str(plain)?);
    }
    let mut record: Value = serde_json::from_str(plain)?;
    for older in version..G::FACTS {
        G::newer(older, &mut record).map_err(Corrupt::Older)?;
    }
    Ok(serde_json::from_value(record)?)
}

/// Changes everything that stands under a name in a record, wherever it is: what a reader of older facts mostly does.
pub fn each_named(record: &mut Value, name: &str, change: &mut dyn FnMut(&mut Value)) {
    match record {
        Value::Object(fields) => {
            for (field, value) in fields {
                each_named(value, name, change);
                if field == name {
                    change(value);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| each_named(value, name, change)),
        _ => {}
    }
}

/// Gives what stands under a name another name, wherever it is.
pub fn rename(record: &mut Value, old: &str, new: &str) {
    match record {
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| rename(value, old, new));
            if let Some(value) = fields.remove(old) {
                fields.insert(new.to_owned(), value);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, old, new)),
        _ => {}
    }
}
