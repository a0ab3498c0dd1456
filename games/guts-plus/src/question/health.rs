//! Questions about bodies: which piece takes a mark, which injury heals next.

use boneyard_table::{Asked, Pick, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Here;
use crate::GutsPlus;
use crate::rules;

/// Which piece of protection takes the mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PickPiece {
    /// Whose.
    pub who: Who,
    /// Pieces that could.
    pub pieces: Vec<u8>,
}

impl PickPiece {
    fn names(&self, at: Here<'_>) -> Vec<String> {
        let items = &at.state.sheet(self.who).items;
        let pieces = self.pieces.iter().filter_map(|nth| items.get(usize::from(*nth)));
        pieces.map(|item| item.name.clone()).collect()
    }
}

impl Pick<GutsPlus> for PickPiece {
    type Answer = String;

    fn asked(&self, at: Here<'_>) -> Asked<String> {
        let question = format!("{}: which piece takes the mark?", at.state.name(self.who));
        let answers = self.names(at).into_iter().map(|name| (name.clone(), name));
        Asked::one_of("piece", rules::GP_PROT_06, question, answers)
    }

    fn instinct(&self, at: Here<'_>) -> String {
        self.names(at).into_iter().next().unwrap_or_default()
    }
}

/// Which injury heals next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HealNext {
    /// Whose.
    pub who: Who,
    /// Parts that could.
    pub parts: Vec<u8>,
}

impl HealNext {
    fn names(&self, at: Here<'_>) -> Vec<String> {
        let sheet = at.state.sheet(self.who);
        self.parts.iter().map(|nth| sheet.part_name(*nth).to_owned()).collect()
    }
}

impl Pick<GutsPlus> for HealNext {
    type Answer = String;

    fn asked(&self, at: Here<'_>) -> Asked<String> {
        let question = format!("{}: which injury heals next?", at.state.name(self.who));
        let answers = self.names(at).into_iter().map(|name| (name.clone(), name));
        Asked::one_of("heals_next", rules::GP_RECV_01, question, answers)
    }

    fn instinct(&self, at: Here<'_>) -> String {
        self.names(at).into_iter().next().unwrap_or_default()
    }
}
