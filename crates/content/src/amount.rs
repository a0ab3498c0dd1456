//! A number in content: dice and what they count, so that it can be halved, doubled or turned round later.

use serde::{Deserialize, Serialize};

/// Dice with a kind, such as `{ dice = "2d6", kind = "damage fire" }`.
///
/// A game reads the dice into its own type `D` (`#[serde(try_from = "String")]`): what that type refuses is
/// told with file, line, column and field like any other mistake. As plain text they can be checked later.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amount<D = String> {
    /// The dice expression.
    pub dice: D,
    /// What the number counts: "damage fire", "healing", "rounds", "feet".
    pub kind: String,
}

impl<D> Amount<D> {
    /// The first word of the kind: "damage" of "damage fire".
    pub fn counts(&self) -> &str {
        self.kind.split(' ').next().unwrap_or_default()
    }

    /// Whether a word is among those of the kind.
    pub fn is(&self, word: &str) -> bool {
        self.kind.split(' ').any(|one| one == word)
    }
}

impl Amount {
    /// Checks the dice with a parser and that a kind is given; the error says what is wrong.
    pub fn validate(&self, dice: &dyn Fn(&str) -> Result<(), String>) -> Result<(), String> {
        if self.kind.trim().is_empty() {
            return Err("the amount has no kind, such as \"damage\" or \"feet\"".to_owned());
        }
        dice(&self.dice)
    }
}
