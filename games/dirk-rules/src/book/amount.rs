//! Dice and damage as the rows state them.

use boneyard_content::Amount;
use serde::Deserialize;

use crate::state::Ability;

/// A die such as `1d6`, read from content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct OneDie(pub u8);

/// Damage as content states it: one die, and the score it lowers in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Amount<OneDie>")]
pub struct Damage {
    /// The die.
    pub dice: OneDie,
    /// The score.
    pub harms: Ability,
    /// It burns.
    pub fire: bool,
}

impl TryFrom<Amount<OneDie>> for Damage {
    type Error = String;

    fn try_from(amount: Amount<OneDie>) -> Result<Self, String> {
        let harms = match amount.kind.as_str() {
            "damage" | "damage STR" | "damage acid" | "damage fire" | "damage blast" => Ability::Str,
            "damage DEX" => Ability::Dex,
            "damage WIL" => Ability::Wil,
            other => {
                return Err(format!("`{other}` is no damage: write damage, damage DEX or damage WIL"));
            }
        };
        Ok(Self { dice: amount.dice, harms, fire: amount.kind.ends_with("fire") })
    }
}

impl TryFrom<String> for OneDie {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let sides =
            text.strip_prefix("1d").or_else(|| text.strip_prefix('d')).and_then(|sides| sides.parse().ok());
        match sides {
            Some(sides @ (4 | 6 | 8 | 10 | 12 | 20)) => Ok(Self(sides)),
            _ => Err(format!("`{text}` is not one die: write 1d4, 1d6, 1d8, 1d10, 1d12 or 1d20")),
        }
    }
}
