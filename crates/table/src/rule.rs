//! The name of a rule in a game's rulebook. The rule's text is in the rulebook;
//! here is only what facts, rolls, prompts and refusals carry to cite it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Cites one rule, such as `DK-BATTLE-11`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(&'static str);

impl RuleId {
    /// The longest id there may be.
    pub const LONGEST: usize = 40;

    /// For the constants made from a rulebook.
    pub const fn of(id: &'static str) -> Self {
        Self(id)
    }

    /// The id as text.
    #[inline]
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// An id read from a file. Ids of packs and old journals are not known at
    /// compile time, and rules must stay free to copy: each distinct id is kept once, for good.
    pub fn read(id: &str) -> Option<Self> {
        static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let formed = |c: u8| c.is_ascii_uppercase() || c.is_ascii_digit() || c == b'-';
        if id.is_empty() || id.len() > Self::LONGEST || !id.bytes().all(formed) {
            return None;
        }
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(id) {
            return Some(Self(known));
        }
        let id: &'static str = Box::leak(id.to_owned().into_boxed_str());
        kept.insert(id);
        Some(Self(id))
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = Cow::<'de, str>::deserialize(deserializer)?;
        Self::read(&id).ok_or_else(|| de::Error::custom(format!("`{id}` is not a rule id")))
    }
}

impl JsonSchema for RuleId {
    fn schema_name() -> Cow<'static, str> {
        "RuleId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Z0-9-]{1,40}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_read_from_a_file_equals_the_constant() {
        assert_eq!(RuleId::read("DK-BATTLE-11"), Some(RuleId::of("DK-BATTLE-11")));
    }

    #[test]
    fn what_is_no_id_is_not_read() {
        for bad in ["", "dk-battle-11", "DK BATTLE", &"A".repeat(41)] {
            assert_eq!(RuleId::read(bad), None, "{bad}");
        }
    }
}
