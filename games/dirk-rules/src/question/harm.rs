//! What the one who is hurt holds back, at tables that ask.

use boneyard_table::view::Stakes;
use boneyard_table::{Asked, Pick, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Here;
use crate::DirkRules;
use crate::rules;

/// What is held back of HP and AP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spared {
    /// Nothing.
    Nothing,
    /// HP.
    Hp,
    /// AP.
    Ap,
    /// Both.
    Both,
}

impl Spared {
    /// Whether HP take damage.
    pub fn uses_hp(self) -> bool {
        matches!(self, Self::Nothing | Self::Ap)
    }

    /// Whether AP take damage.
    pub fn uses_ap(self) -> bool {
        matches!(self, Self::Nothing | Self::Hp)
    }
}

/// Whether to hold back HP or AP from damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HoldBack {
    /// Who is hurt.
    pub who: Who,
    /// How much damage.
    pub amount: u16,
}

impl Pick<DirkRules> for HoldBack {
    type Answer = Spared;

    fn asked(&self, _at: Here<'_>) -> Asked<Spared> {
        let options = [
            (Spared::Nothing, "Use both"),
            (Spared::Hp, "Hold back HP"),
            (Spared::Ap, "Hold back AP"),
            (Spared::Both, "Hold back both"),
        ];
        Asked::one_of("soak", rules::DK_HARM_03, format!("{} damage. What takes it?", self.amount), options)
            .at_stake(Stakes::Costly)
    }

    fn instinct(&self, _at: Here<'_>) -> Spared {
        Spared::Nothing
    }
}
