//! A sentence for people: the English text, and the key and values a translation needs.
//! Only whole sentences live here; nothing in a view is glued together from pieces.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A whole sentence or a name. Without a key the text is its own key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Msg {
    text: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<Cow<'static, str>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<Cow<'static, str>, MsgValue>,
}

/// What stands in the place of a `{name}` of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MsgValue {
    /// A number, written in the reader's way.
    Number(i32),
    /// A proper name or another word that is not translated.
    Text(Cow<'static, str>),
    /// Several of them, joined in the reader's way. Before the word: a struct can be read from a list.
    List(Vec<MsgValue>),
    /// A word of the game, translated on its own.
    Msg(Box<Msg>),
}

/// So many of something, in words: `1 wound`, `2 wounds`.
pub fn count(number: impl Into<i64>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

impl Msg {
    /// A sentence whose `{names}` are filled by `with`.
    pub fn new(template: impl Into<Cow<'static, str>>) -> Self {
        Msg { text: template.into(), key: None, values: BTreeMap::new() }
    }

    /// Fills one `{name}` of the sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<MsgValue>) -> Self {
        let key = self.key.take().unwrap_or_else(|| self.text.clone());
        self.values.insert(Cow::Borrowed(name), value.into());
        self.text = Cow::Owned(filled(&key, &self.values));
        self.key = Some(key);
        self
    }

    /// The English sentence with its values in place.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The key of the sentence in a catalogue of translations.
    pub fn key(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.text)
    }

    /// The values of the sentence by name.
    pub fn values(&self) -> &BTreeMap<Cow<'static, str>, MsgValue> {
        &self.values
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl MsgValue {
    /// A list of names or words, joined where it is read.
    pub fn list<T: Into<MsgValue>>(parts: impl IntoIterator<Item = T>) -> Self {
        MsgValue::List(parts.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for Msg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Display for MsgValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MsgValue::Number(n) => n.fmt(f),
            MsgValue::Text(text) => f.write_str(text),
            MsgValue::Msg(msg) => f.write_str(msg.text()),
            MsgValue::List(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    part.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

impl From<&'static str> for Msg {
    fn from(text: &'static str) -> Self {
        Msg::new(text)
    }
}

impl From<String> for Msg {
    fn from(text: String) -> Self {
        Msg::new(text)
    }
}

impl From<&Msg> for Msg {
    fn from(msg: &Msg) -> Self {
        msg.clone()
    }
}

impl From<i32> for MsgValue {
    fn from(n: i32) -> Self {
        MsgValue::Number(n)
    }
}

impl From<u32> for MsgValue {
    fn from(n: u32) -> Self {
        MsgValue::Number(i32::try_from(n).unwrap_or(i32::MAX))
    }
}

impl From<usize> for MsgValue {
    fn from(n: usize) -> Self {
        MsgValue::Number(i32::try_from(n).unwrap_or(i32::MAX))
    }
}

impl From<&'static str> for MsgValue {
    fn from(text: &'static str) -> Self {
        MsgValue::Text(Cow::Borrowed(text))
    }
}

impl From<String> for MsgValue {
    fn from(text: String) -> Self {
        MsgValue::Text(Cow::Owned(text))
    }
}

impl From<Msg> for MsgValue {
    fn from(msg: Msg) -> Self {
        MsgValue::Msg(Box::new(msg))
    }
}

impl From<&Msg> for MsgValue {
    fn from(msg: &Msg) -> Self {
        MsgValue::Msg(Box::new(msg.clone()))
    }
}

/// One pass over the template, so that braces inside a value are never filled in turn.
fn filled(template: &str, values: &BTreeMap<Cow<'static, str>, MsgValue>) -> String {
    use fmt::Write as _;
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        text.push_str(&rest[..open]);
        rest = &rest[open..];
        let found = rest.find('}').and_then(|close| Some((close, values.get(&rest[1..close])?)));
        match found {
            Some((close, value)) => {
                write!(text, "{value}").ok();
                rest = &rest[close + 1..];
            }
            None => {
                text.push('{');
                rest = &rest[1..];
            }
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_keeps_its_key_and_its_values_for_the_translator() {
        let msg = Msg::new("{who} loses {n} hit points.").with("who", "Brack").with("n", 3);
        assert_eq!(msg.text(), "Brack loses 3 hit points.");
        assert_eq!(msg.key(), "{who} loses {n} hit points.");
        assert_eq!(msg.values()["n"], MsgValue::Number(3));
    }

    #[test]
    fn a_hero_named_like_a_placeholder_breaks_no_sentence() {
        let msg = Msg::new("{who} has {max} left.").with("who", String::from("{max}")).with("max", 2);
        assert_eq!(msg.text(), "{max} has 2 left.");
    }

    #[test]
    fn a_sentence_without_values_is_its_own_key_and_short_on_the_wire() {
        let msg = Msg::from("Hit points");
        assert_eq!(msg.key(), "Hit points");
        assert_eq!(serde_json::to_string(&msg).expect("plain data"), r#"{"text":"Hit points"}"#);
    }

    #[test]
    fn what_is_missing_stays_visible_instead_of_vanishing() {
        assert_eq!(Msg::new("{a} and {b").with("a", 1).text(), "1 and {b");
        assert_eq!(Msg::new("{a} and {b}").with("a", 1).text(), "1 and {b}");
    }

    #[test]
    fn a_sentence_with_words_lists_and_numbers_comes_back_from_json_whole() {
        let msg = Msg::new("{label}: {n}, {who}.")
            .with("label", Msg::from("Hit points"))
            .with("n", -2)
            .with("who", MsgValue::list(["Bo", "Cy"]));
        assert_eq!(msg.text(), "Hit points: -2, Bo, Cy.");
        let back: Msg =
            serde_json::from_str(&serde_json::to_string(&msg).expect("plain data")).expect("same");
        assert_eq!(back, msg);
    }
}
