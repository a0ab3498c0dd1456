//! Skills, spells, powers and features as cards in a list, and choices with a current value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};
use super::offer::Cost;
use super::term::Value;

/// Cards in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EntryList {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The cards.
    pub entries: Vec<Entry>,
    /// Whether the list is long enough to be searched.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub filter: bool,
}

/// One card. Its frame's key and label name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// How well it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Msg>,
    /// What it adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Value>,
    /// What it costs to use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// Whether it can be used now.
    pub ready: bool,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Msg>,
    /// What it does.
    pub text: Msg,
}

/// One of several, and which one it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// What can be chosen.
    pub options: Vec<ChoiceOption>,
    /// The key of the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
}

/// Something to choose. Its frame's key and label name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceOption {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// What it changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Msg>,
}

impl EntryList {
    /// An empty list.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        EntryList { frame: Frame::new(key, label), entries: Vec::new(), filter: false }
    }

    /// Adds a card.
    #[must_use]
    pub fn entry(mut self, entry: Entry) -> Self {
        self.entries.push(entry.settled());
        self
    }

    /// The list can be searched.
    #[must_use]
    pub fn filtered(mut self) -> Self {
        self.filter = true;
        self
    }
}

impl Entry {
    /// A card that is ready.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, text: impl Into<Msg>) -> Self {
        Entry {
            frame: Frame::new(key, label),
            rank: None,
            bonus: None,
            cost: None,
            ready: true,
            reason: None,
            text: text.into(),
        }
    }

    /// How well it is known.
    #[must_use]
    pub fn rank(mut self, rank: impl Into<Msg>) -> Self {
        self.rank = Some(rank.into());
        self
    }

    /// What it adds.
    #[must_use]
    pub fn bonus(mut self, bonus: impl Into<Value>) -> Self {
        self.bonus = Some(bonus.into());
        self
    }

    /// What it costs to use.
    #[must_use]
    pub fn cost(mut self, amount: u32, unit: impl Into<Msg>) -> Self {
        self.cost = Some(Cost::new(amount, unit));
        self
    }

    /// It cannot be used now.
    #[must_use]
    pub fn not_ready(mut self, reason: impl Into<Msg>) -> Self {
        self.ready = false;
        self.reason = Some(reason.into());
        self
    }
}

impl Choice {
    /// Nothing to choose yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Choice { frame: Frame::new(key, label), options: Vec::new(), now: None }
    }

    /// Adds something to choose.
    #[must_use]
    pub fn option(mut self, option: ChoiceOption) -> Self {
        self.options.push(option.settled());
        self
    }

    /// Names the current one.
    #[must_use]
    pub fn now(mut self, key: impl Into<String>) -> Self {
        self.now = Some(key.into());
        self
    }
}

impl ChoiceOption {
    /// Something to choose.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        ChoiceOption { frame: Frame::new(key, label), effects: Vec::new() }
    }

    /// Adds something it changes.
    #[must_use]
    pub fn effect(mut self, effect: impl Into<Msg>) -> Self {
        self.effects.push(effect.into());
        self
    }
}

impl Framed for EntryList {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        if self.entries.is_empty() {
            return Msg::new("{label}: none.").with("label", &self.frame.label);
        }
        let names = MsgValue::list(self.entries.iter().map(|entry| &entry.frame.label));
        Msg::new("{label}: {names}.").with("label", &self.frame.label).with("names", names)
    }
}

impl Framed for Entry {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let mut about: Vec<Msg> = Vec::new();
        about.extend(self.rank.clone());
        about.extend(self.bonus.as_ref().map(|bonus| Msg::from(format!("{:+}", bonus.total))));
        about.extend(
            self.cost
                .as_ref()
                .map(|cost| Msg::new("{n} {unit}").with("n", cost.amount).with("unit", &cost.unit)),
        );
        about.extend(self.reason.clone());
        let msg = Msg::new(if about.is_empty() { "{label}." } else { "{label}, {about}." });
        let msg = msg.with("label", &self.frame.label);
        if about.is_empty() { msg } else { msg.with("about", MsgValue::list(about)) }
    }
}

impl Framed for Choice {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let at = self.now.as_ref().and_then(|now| self.options.iter().position(|o| o.frame.key == *now));
        match at {
            Some(at) => Msg::new("{label}: {name}, {at} of {of}.")
                .with("name", &self.options[at].frame.label)
                .with("at", at + 1)
                .with("of", self.options.len()),
            None => Msg::new("{label}: nothing chosen, {of} to choose from.").with("of", self.options.len()),
        }
        .with("label", &self.frame.label)
    }
}

impl Framed for ChoiceOption {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        if self.effects.is_empty() {
            return Msg::new("{label}.").with("label", &self.frame.label);
        }
        let effects = MsgValue::list(self.effects.iter());
        Msg::new("{label}: {effects}.").with("label", &self.frame.label).with("effects", effects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spell_is_told_with_its_price_and_why_it_must_wait() {
        let spell = Entry::new("bolt", "Bolt", "A bolt flies.").cost(1, "action").not_ready("exhausted");
        assert_eq!(spell.sentence().text(), "Bolt, 1 action, exhausted.");
    }

    #[test]
    fn a_stance_is_told_by_its_place_among_the_others() {
        let stance = Choice::new("stance", "Stance")
            .option(ChoiceOption::new("standing", "standing"))
            .option(ChoiceOption::new("crouched", "crouched").effect("half speed"))
            .now("crouched");
        assert_eq!(stance.sentence().text(), "Stance: crouched, 2 of 2.");
    }
}
