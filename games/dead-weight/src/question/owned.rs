//! A thing of somebody's, as answers and commands name it: in full, or short as forms give it.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A thing of somebody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "OwnedSay")]
#[schemars(with = "OwnedSay")]
pub struct Owned {
    /// Whose.
    pub who: Who,
    /// Which.
    pub item: u8,
}

/// As it is written: in full, or in short with a point between both numbers. What stands behind a second
/// point tells pieces of one stack apart.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say whose thing it is and which")]
enum OwnedSay {
    Full(FullyOwned),
    Short(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FullyOwned {
    /// Whose.
    who: Who,
    /// Which.
    item: u8,
}

impl TryFrom<OwnedSay> for Owned {
    type Error = String;

    fn try_from(say: OwnedSay) -> Result<Self, String> {
        match say {
            OwnedSay::Full(FullyOwned { who, item }) => Ok(Self { who, item }),
            OwnedSay::Short(text) => {
                let short = short(&text).and_then(|(who, rest)| Some(Self { who, item: first(rest)? }));
                short.ok_or_else(|| format!("`{text}` is nobody's thing"))
            }
        }
    }
}

impl Owned {
    /// In short, the nth piece of it.
    pub fn short(self, nth: usize) -> String {
        let Self { who, item } = self;
        if nth == 0 { format!("{}.{item}", who.0) } else { format!("{}.{item}.{nth}", who.0) }
    }
}

/// Who stands before the first point, and what stands behind it.
pub fn short(text: &str) -> Option<(Who, &str)> {
    let (who, rest) = text.split_once('.')?;
    Some((Who(who.parse().ok()?), rest))
}

fn first(rest: &str) -> Option<u8> {
    rest.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_named_in_full_or_in_short() {
        let read = |text: &str| serde_json::from_str::<Owned>(text);
        let thing = Owned { who: Who(2), item: 5 };
        for text in [r#"{"who":2,"item":5}"#, r#""2.5""#, r#""2.5.1""#] {
            assert_eq!(read(text).expect("a thing"), thing, "{text}");
        }
        assert_eq!(thing.short(0), "2.5");
        for text in [r#""2""#, r#""2.""#, r#""x.5""#, r#""2.900""#, "7", r#"{"who":2}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
