//! Things in rows: gear, shops, loot, ammunition; and the terse notations games write them in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};
use super::offer::Cost;
use crate::RuleId;

/// Things in rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ItemList {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// The things.
    pub items: Vec<Item>,
}

/// One thing, or several alike. Its frame's key and label name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// How many.
    pub count: u32,
    /// What matters about it: "in hand", "two-handed".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Msg>,
    /// Its durability, charges or ammunition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wear: Option<Wear>,
    /// How large or heavy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Msg>,
    /// What it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Its line in the game's own notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notation: Vec<NotationPart>,
}

/// What an item has left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wear {
    /// What it is: durability, ammunition, charges.
    pub label: Msg,
    /// What is left.
    pub now: u32,
    /// What it can hold.
    pub max: u32,
}

/// A price, fixed or rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Price {
    /// What is asked.
    pub cost: Cost,
    /// Whether it was rolled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rolled: bool,
    /// Who set it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Msg>,
}

/// A line in the game's own notation, taken apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Notation {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// Its parts in order.
    pub parts: Vec<NotationPart>,
}

/// One part of a notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotationPart {
    /// As written.
    pub text: String,
    /// What it means.
    pub meaning: Msg,
    /// The rule that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

impl ItemList {
    /// An empty list.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        ItemList { frame: Frame::new(key, label), items: Vec::new() }
    }

    /// Adds a thing.
    #[must_use]
    pub fn item(mut self, item: Item) -> Self {
        self.items.push(item.settled());
        self
    }
}

impl Item {
    /// One thing.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Item {
            frame: Frame::new(key, label),
            count: 1,
            tags: Vec::new(),
            wear: None,
            size: None,
            price: None,
            notation: Vec::new(),
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(mut self, count: u32) -> Self {
        self.count = count;
        self
    }

    /// Adds something that matters about it.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<Msg>) -> Self {
        self.tags.push(tag.into());
        self
    }

    /// What it has left.
    #[must_use]
    pub fn wear(mut self, label: impl Into<Msg>, now: u32, max: u32) -> Self {
        self.wear = Some(Wear { label: label.into(), now, max });
        self
    }

    /// How large or heavy it is.
    #[must_use]
    pub fn size(mut self, size: impl Into<Msg>) -> Self {
        self.size = Some(size.into());
        self
    }

    /// What it costs.
    #[must_use]
    pub fn price(mut self, amount: u32, unit: impl Into<Msg>) -> Self {
        self.price = Some(Price { cost: Cost::new(amount, unit), rolled: false, by: None });
        self
    }

    /// What it costs, as somebody rolled it.
    #[must_use]
    pub fn rolled_price(mut self, amount: u32, unit: impl Into<Msg>, by: impl Into<Msg>) -> Self {
        let cost = Cost::new(amount, unit);
        self.price = Some(Price { cost, rolled: true, by: Some(by.into()) });
        self
    }

    /// Adds a part of its line in the game's own notation.
    #[must_use]
    pub fn part(mut self, part: NotationPart) -> Self {
        self.notation.push(part);
        self
    }
}

impl Notation {
    /// A line without parts yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>) -> Self {
        Notation { frame: Frame::new(key, label), parts: Vec::new() }
    }

    /// Adds a part.
    #[must_use]
    pub fn part(mut self, part: NotationPart) -> Self {
        self.parts.push(part);
        self
    }
}

impl NotationPart {
    /// A part as written, and what it means.
    pub fn new(text: impl Into<String>, meaning: impl Into<Msg>) -> Self {
        NotationPart { text: text.into(), meaning: meaning.into(), rule: None }
    }

    /// Names the rule.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }
}

impl Framed for ItemList {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        if self.items.is_empty() {
            return Msg::new("{label}: nothing.").with("label", &self.frame.label);
        }
        let names = MsgValue::list(self.items.iter().map(|item| &item.frame.label));
        Msg::new("{label}: {names}.").with("label", &self.frame.label).with("names", names)
    }
}

impl Framed for Item {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let mut about: Vec<Msg> = self.tags.clone();
        if let Some(wear) = &self.wear {
            let left = Msg::new("{label} {now} of {max}").with("label", &wear.label);
            about.push(left.with("now", wear.now).with("max", wear.max));
        }
        let msg = match (self.count, about.is_empty()) {
            (1, true) => Msg::new("{label}."),
            (1, false) => Msg::new("{label}, {about}."),
            (n, true) => Msg::new("{n} {label}.").with("n", n),
            (n, false) => Msg::new("{n} {label}, {about}.").with("n", n),
        };
        let msg = msg.with("label", &self.frame.label);
        if about.is_empty() { msg } else { msg.with("about", MsgValue::list(about)) }
    }
}

impl Framed for Notation {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let meanings = MsgValue::list(self.parts.iter().map(|part| &part.meaning));
        Msg::new("{label}: {meanings}.").with("label", &self.frame.label).with("meanings", meanings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sword_is_told_with_where_it_is_and_what_it_has_left() {
        let sword = Item::new("sword", "Short sword").tag("in hand").wear("durability", 2, 3);
        assert_eq!(sword.sentence().text(), "Short sword, in hand, durability 2 of 3.");
        assert_eq!(Item::new("torch", "torches").count(3).sentence().text(), "3 torches.");
    }

    #[test]
    fn a_terse_line_is_read_out_part_by_part() {
        let line = Notation::new("attack", "Claw")
            .part(NotationPart::new("STR 3", "Strength, 3 wounds"))
            .part(NotationPart::new("X+1", "critical plus 1"));
        assert_eq!(line.sentence().text(), "Claw: Strength, 3 wounds, critical plus 1.");
    }
}
