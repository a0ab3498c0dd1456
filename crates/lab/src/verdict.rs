//! How deadly an encounter is, in a word. The bounds are ours; the numbers stand beside it.

use serde::Serialize;

use crate::Tally;

/// How deadly an encounter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Hardly anybody is ever lost.
    Safe,
    /// Somebody may die, or one in ten is not won.
    Risky,
    /// More often than not somebody dies, the party is lost one time in ten, or it wins fewer than seven in ten.
    Deadly,
    /// The party is lost one time in three, or wins fewer than four in ten.
    Grim,
    /// The party is lost more often than not, or wins fewer than one in five.
    Hopeless,
}

impl Verdict {
    /// What the counted fights come to.
    pub fn of(tally: &Tally) -> Self {
        let share = |count| tally.share(count).value();
        Self::by(share(tally.won), share(tally.wiped), share(tally.death))
    }

    /// By the shares of fights that are won, in which the whole party falls, and in which somebody dies. The one who
    /// runs or gets nowhere has not won, however few die of it.
    pub fn by(won: f64, wiped: f64, death: f64) -> Self {
        match () {
            () if wiped > 0.5 || won < 0.2 => Self::Hopeless,
            () if wiped > 1.0 / 3.0 || won < 0.4 => Self::Grim,
            () if wiped > 0.1 || death > 0.5 || won < 0.7 => Self::Deadly,
            () if wiped > 0.02 || death > 0.1 || won < 0.9 => Self::Risky,
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
            Self::Safe => "They should win. Deaths are rare.",
            Self::Risky => "They should win, but somebody may die.",
            Self::Deadly => "They may win. Expect to lose somebody.",
            Self::Grim => "They may well lose.",
            Self::Hopeless => "They will hardly win.",
        }
    }
}
