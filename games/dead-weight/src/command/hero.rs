//! Commands that make an adventurer, each a short step in the adventurer's own lane.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::hero;

/// A step of making an adventurer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroCommand {
    /// Begins an adventurer.
    Draft {
        /// Their name.
        name: String,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
}

pub(super) fn address(command: &HeroCommand) -> Address {
    match command {
        HeroCommand::Draft { .. } => Address { lane: Lane::Scene, by: By::Anyone },
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, DeadWeight>, by: Seat, command: HeroCommand) -> Flow {
    match command {
        HeroCommand::Draft { name, seat } => hero::draft(cx, by, &name, seat),
    }
}
