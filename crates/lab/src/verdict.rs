//! How deadly an encounter is, in a word. The bounds are ours; the numbers stand beside it.

use serde::Serialize;

use crate::Tally;

/// How deadly an encounter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Hardly anybody is ever lost.
    Safe,
    /// Somebody may die.
    Risky,
    /// More often than not somebody dies, or the party is lost one time in ten.
    Deadly,
    /// The party is lost one time in three.
    Grim,
    /// The party is lost more often than not.
    Hopeless,
}

impl Verdict {
    /// What the counted fights come to.
    pub fn of(tally: &Tally) -> Self {
        let wiped = tally.share(tally.wiped).value();
        let death = tally.share(tally.death).value();
        match () {
            () if wiped > 0.5 => Self::Hopeless,
            () if wiped > 1.0 / 3.0 => Self::Grim,
            () if wiped > 0.1 || death > 0.5 => Self::Deadly,
            () if wiped > 0.02 || death > 0.1 => Self::Risky,
            () => Self::Safe,
        }
    }

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Safe => "Safe",
            Self::Risky => "Risky",
            Self::Deadly => "Deadly",
            Self::Grim => "Grim",
            Self::Hopeless => "Hopeless",
        }
    }

    /// In a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Safe => "The party comes through, and seldom loses anybody.",
            Self::Risky => "The party usually comes through, but somebody may die.",
            Self::Deadly => "Expect to lose somebody, and now and then everybody.",
            Self::Grim => "The whole party falls more than one time in three.",
            Self::Hopeless => "The whole party falls more often than not.",
        }
    }
}
