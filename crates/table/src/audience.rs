//! Who may know a roll, a fact, a prompt or a ruling, and how much of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Seat;

/// The seats that see a thing whole, and those that only see that it happened.
/// The game master always sees everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Audience {
    whole: u32,
    happened: u32,
}

/// How much of a thing a seat may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sees {
    /// Not even that it happened.
    Nothing,
    /// That it happened, no more.
    Happened,
    /// All of it.
    Whole,
}

impl Audience {
    /// Everybody sees everything.
    pub const ALL: Self = Self { whole: u32::MAX, happened: u32::MAX };
    /// Only the game master sees it.
    pub const GM: Self = Self { whole: 1, happened: 1 };
    /// Everybody sees that it happened, only the game master what.
    pub const BLIND: Self = Self { whole: 1, happened: u32::MAX };

    /// The game master and these seats.
    pub fn seats(seats: impl IntoIterator<Item = Seat>) -> Self {
        let whole = seats.into_iter().fold(1, |set, seat| set | bit(seat));
        Self { whole, happened: whole }
    }

    /// Lets everybody know that it happened.
    #[must_use]
    pub fn noticed(self) -> Self {
        Self { happened: u32::MAX, ..self }
    }

    /// How much `seat` sees.
    pub fn sees(self, seat: Seat) -> Sees {
        if self.whole & bit(seat) != 0 || seat.is_gm() {
            Sees::Whole
        } else if self.happened & bit(seat) != 0 {
            Sees::Happened
        } else {
            Sees::Nothing
        }
    }

    /// What both let a seat see.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { whole: self.whole & other.whole, happened: self.happened & other.happened }
    }

    /// Whether everybody sees everything.
    pub fn is_open(&self) -> bool {
        *self == Self::ALL
    }
}

impl Default for Audience {
    fn default() -> Self {
        Self::ALL
    }
}

fn bit(seat: Seat) -> u32 {
    1u32.checked_shl(seat.0.into()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_for_one_player_is_seen_by_that_player_and_the_gm() {
        let secret = Audience::seats([Seat(2)]);
        assert_eq!(
            [0, 1, 2, 31, 40].map(|seat| secret.sees(Seat(seat))),
            [Sees::Whole, Sees::Nothing, Sees::Whole, Sees::Nothing, Sees::Nothing]
        );
        assert_eq!(secret.noticed().sees(Seat(1)), Sees::Happened);
    }
}
