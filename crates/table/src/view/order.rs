//! Whose turn it is, who comes next, and what is still to be resolved, as it is drawn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::{Frame, Framed};
use super::msg::{Msg, MsgValue};
use crate::Who;

/// The order of turns, of phases, or of pending effects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Order {
    /// What all blocks share.
    #[serde(flatten)]
    pub frame: Frame,
    /// How to read it.
    pub mode: OrderMode,
    /// Which round it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The phases of a round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// Who is in it, in order.
    pub entries: Vec<OrderEntry>,
}

/// How an order is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderMode {
    /// One after the other.
    Line,
    /// By phases, free inside each.
    Phases,
    /// Whoever has not acted may.
    Free,
    /// Pending effects, last in first out.
    Stack,
}

/// A phase of the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Phase {
    /// Its name.
    pub label: Msg,
    /// Whether it is this one.
    pub now: bool,
}

/// One place in the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OrderEntry {
    /// Who, where it is a creature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// Their name.
    pub name: Msg,
    /// What put them here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Whether it is their turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub now: bool,
    /// Whether they have acted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// For the GM: players do not see this entry.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

impl Order {
    /// An order without entries yet.
    pub fn new(key: impl Into<String>, label: impl Into<Msg>, mode: OrderMode) -> Self {
        Order { frame: Frame::new(key, label), mode, round: None, phases: Vec::new(), entries: Vec::new() }
    }

    /// Which round it is.
    #[must_use]
    pub fn round(mut self, round: u32) -> Self {
        self.round = Some(round);
        self
    }

    /// Adds a phase.
    #[must_use]
    pub fn phase(mut self, label: impl Into<Msg>, now: bool) -> Self {
        self.phases.push(Phase { label: label.into(), now });
        self
    }

    /// Adds an entry.
    #[must_use]
    pub fn entry(mut self, entry: OrderEntry) -> Self {
        self.entries.push(entry);
        self
    }
}

impl OrderEntry {
    /// A creature's place.
    pub fn new(who: Who, name: impl Into<Msg>) -> Self {
        OrderEntry { who: Some(who), ..OrderEntry::effect(name) }
    }

    /// A pending effect's place.
    pub fn effect(name: impl Into<Msg>) -> Self {
        OrderEntry { who: None, name: name.into(), score: None, now: false, done: false, hidden: false }
    }

    /// What put them here.
    #[must_use]
    pub fn score(mut self, score: i32) -> Self {
        self.score = Some(score);
        self
    }

    /// Says whether it is their turn.
    #[must_use]
    pub fn now(mut self, now: bool) -> Self {
        self.now = now;
        self
    }

    /// Says whether they have acted.
    #[must_use]
    pub fn done(mut self, done: bool) -> Self {
        self.done = done;
        self
    }

    /// Players do not see it.
    #[must_use]
    pub fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }
}

impl Framed for Order {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn sentence(&self) -> Msg {
        let now: Vec<&Msg> = self.entries.iter().filter(|entry| entry.now).map(|entry| &entry.name).collect();
        let first = self.entries.iter().position(|entry| entry.now).map_or(0, |at| at + 1);
        let next: Vec<&Msg> = match self.mode {
            OrderMode::Line => {
                let (before, after) = self.entries.split_at(first);
                after.iter().chain(before).filter(|entry| !entry.now).map(|entry| &entry.name).collect()
            }
            OrderMode::Stack => self.entries.iter().map(|entry| &entry.name).collect(),
            OrderMode::Phases | OrderMode::Free => self
                .entries
                .iter()
                .filter(|entry| !entry.done && !entry.now)
                .map(|entry| &entry.name)
                .collect(),
        };
        let named = |names: Vec<&Msg>| MsgValue::list(names);
        match (self.mode, now.is_empty(), next.is_empty()) {
            (OrderMode::Stack, _, false) => {
                Msg::new("Still to come, the first first: {next}.").with("next", named(next))
            }
            (OrderMode::Stack, _, true) => Msg::from("Nothing is pending."),
            (OrderMode::Line, false, false) => {
                Msg::new("{now} acts. Then {next}.").with("now", named(now)).with("next", named(next))
            }
            (_, false, false) => Msg::new("{now} acts. Still to act: {next}.")
                .with("now", named(now))
                .with("next", named(next)),
            (_, false, true) => Msg::new("{now} acts.").with("now", named(now)),
            (_, true, false) => Msg::new("Still to act: {next}.").with("next", named(next)),
            (_, true, true) => Msg::from("Everyone has acted."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three(mode: OrderMode) -> Order {
        Order::new("order", "Order", mode)
            .entry(OrderEntry::new(Who(1), "Isolde").done(true))
            .entry(OrderEntry::new(Who(2), "Brack").now(true))
            .entry(OrderEntry::new(Who(3), "goblin"))
    }

    #[test]
    fn in_a_line_the_next_ones_wrap_around() {
        assert_eq!(three(OrderMode::Line).sentence().text(), "Brack acts. Then goblin, Isolde.");
    }

    #[test]
    fn in_free_order_only_those_who_have_not_acted_are_told() {
        assert_eq!(three(OrderMode::Free).sentence().text(), "Brack acts. Still to act: goblin.");
    }

    #[test]
    fn an_empty_stack_says_so() {
        assert_eq!(Order::new("stack", "Pending", OrderMode::Stack).sentence().text(), "Nothing is pending.");
    }
}
