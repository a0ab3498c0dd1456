//! Commands of growth.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{GutsPlus, growth};

/// A command of growth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GrowthCommand {
    /// The GM awards experience.
    Award {
        /// To whom.
        to: Vec<Who>,
        /// How much.
        xp: i32,
        /// For what.
        #[serde(default)]
        why: String,
    },
    /// Somebody makes the choice a hundred points bring.
    Grow {
        /// Who.
        who: Who,
        /// The quality that rises.
        #[serde(default)]
        raise: Option<String>,
        /// The quality that is new.
        #[serde(default)]
        gain: Option<String>,
        /// What the new one covers.
        #[serde(default)]
        about: String,
    },
}

pub(super) fn address(command: &GrowthCommand) -> Address {
    match command {
        GrowthCommand::Award { .. } => Address { lane: Lane::Scene, by: By::Anyone },
        GrowthCommand::Grow { who, .. } => Address { lane: Lane::Hero(*who), by: By::Actor(*who) },
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: GrowthCommand) -> Flow {
    match command {
        GrowthCommand::Award { to, xp, why } => growth::award(cx, by, &to, xp, &why),
        GrowthCommand::Grow { who, raise, gain, about } => {
            growth::grow(cx, who, raise.as_deref(), gain.as_deref(), &about)
        }
    }
}
