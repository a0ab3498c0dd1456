//! Conditions and other short-lived marks, each with its source and its end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed, Tone};
use super::msg::{Msg, MsgValue};

/// Marks side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chips {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The marks.
    pub chips: Vec<Chip>,
}

/// One mark. Its frame's key and label name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chip {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// How many of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// How strong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Whose doing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Msg>,
    /// When it ends: "until you escape".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Msg>,
    /// Whether it is welcome.
    #[serde(default)]
    pub tone: Tone,
    /// Whether it stays for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub permanent: bool,
}

impl Chips {
    /// No marks yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Chips { frame: Frame::new(key, label), chips: Vec::new() }
    }

    /// Adds a mark.
    #[must_use]
    pub fn chip(mut self, chip: Chip) -> Self {
        self.chips.push(chip.settled());
        self
    }
}

impl Chip {
    /// A mark.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, tone: Tone) -> Self {
        let frame = Frame::new(key, label);
        Chip { frame, count: None, level: None, source: None, ends: None, tone, permanent: false }
    }

    /// How many of it.
    #[must_use]
    pub fn count(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// How strong.
    #[must_use]
    pub fn level(mut self, level: u32) -> Self {
        self.level = Some(level);
        self
    }

    /// Whose doing.
    #[must_use]
    pub fn source(mut self, source: impl Into<Msg>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// When it ends.
    #[must_use]
    pub fn ends(mut self, ends: impl Into<Msg>) -> Self {
        self.ends = Some(ends.into());
        self
    }

    /// It stays for good.
    #[must_use]
    pub fn permanent(mut self) -> Self {
        self.permanent = true;
        self
    }
}

impl Framed for Chips {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        if self.chips.is_empty() {
            return Msg::new("{label}: none.").with("label", &self.frame.label);
        }
        let names = MsgValue::list(self.chips.iter().map(|chip| &chip.frame.label));
        Msg::new("{label}: {names}.").with("label", &self.frame.label).with("names", names)
    }
}

impl Framed for Chip {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let mut about: Vec<Msg> = Vec::new();
        about.extend(self.count.map(|n| Msg::new("{n} times").with("n", n)));
        about.extend(self.level.map(|n| Msg::new("level {n}").with("n", n)));
        about.extend(self.source.as_ref().map(|source| Msg::new("by {source}").with("source", source)));
        about.extend(self.ends.clone());
        about.extend(self.permanent.then(|| Msg::from("for good")));
        let msg = Msg::new(if about.is_empty() { "{label}." } else { "{label}, {about}." });
        let msg = msg.with("label", &self.frame.label);
        if about.is_empty() { msg } else { msg.with("about", MsgValue::list(about)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_told_with_whose_doing_it_is_and_when_it_ends() {
        let chip = Chip::new("grappled", "Grappled", Tone::Bad).source("the ogre").ends("until you escape");
        assert_eq!(chip.sentence().text(), "Grappled, by the ogre, until you escape.");
        assert_eq!(Chips::new("conditions", "Conditions").sentence().text(), "Conditions: none.");
    }
}
