//! How much a seat wants to be asked, and what it has said beforehand to questions of a name. Only a live table looks at
//! this: rules, odds and simulations know nothing of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Seat;
use crate::frame::{Frame, StandingUntil};

/// How much a seat wants to be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// Every time there is a question.
    Every,
    /// Where there is something to choose.
    #[default]
    Matters,
    /// Only where a hero may die; instinct answers the rest.
    Mortal,
}

impl Asks {
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Something a seat has said beforehand to all questions of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SaidBefore {
    /// Whose it is.
    pub seat: Seat,
    /// The questions, by their name.
    pub question: String,
    /// What, by its id.
    pub id: String,
    /// In words, as the question had it.
    pub label: String,
    /// When it ends.
    pub until: StandingUntil,
}

impl SaidBefore {
    /// Whether it is this one.
    pub(crate) fn is(&self, seat: Seat, question: &str, id: &str) -> bool {
        self.seat == seat && self.question == question && self.id == id
    }
}

impl Frame {
    /// How much a seat wants to be asked: what it said itself, or what the table does.
    pub fn asks_for(&self, seat: Seat) -> Asks {
        self.asks_of.get(&seat).copied().unwrap_or(self.asks)
    }

    /// What a seat has said beforehand to questions of a name.
    pub(crate) fn said_to<'a>(&'a self, seat: Seat, question: &'a str) -> impl Iterator<Item = &'a str> {
        let own = self.said_before.iter().filter(move |said| said.seat == seat && said.question == question);
        own.map(|said| said.id.as_str())
    }
}
