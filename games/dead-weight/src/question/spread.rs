//! Points spread over attributes: how many on each, or one entry for each of them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::Attribute;

/// Points spread over attributes, one entry for each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "SpreadSay", into = "BTreeMap<Attribute, u8>")]
#[schemars(with = "SpreadSay")]
pub struct Spread(pub Vec<Attribute>);

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "say how many on each attribute")]
enum SpreadSay {
    Each(BTreeMap<Attribute, u8>),
    List(Vec<Attribute>),
}

impl From<SpreadSay> for Spread {
    fn from(say: SpreadSay) -> Self {
        match say {
            SpreadSay::List(list) => Self(list),
            SpreadSay::Each(each) => {
                let all = each.into_iter();
                Self(all.flat_map(|(one, count)| std::iter::repeat_n(one, count.into())).collect())
            }
        }
    }
}

impl From<Spread> for BTreeMap<Attribute, u8> {
    fn from(spread: Spread) -> Self {
        let mut each = Self::new();
        for attribute in spread.0 {
            let count: &mut u8 = each.entry(attribute).or_default();
            *count = count.saturating_add(1);
        }
        each
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_or_listed() {
        let read = |text: &str| serde_json::from_str::<Spread>(text).expect("points");
        let both = Spread(vec![Attribute::Str, Attribute::Str, Attribute::Pre]);
        assert_eq!(read(r#"{"STR":2,"PRE":1}"#), both);
        assert_eq!(read(r#"["STR","STR","PRE"]"#), both);
        assert_eq!(serde_json::to_string(&both).expect("plain"), r#"{"STR":2,"PRE":1}"#);
    }
}
