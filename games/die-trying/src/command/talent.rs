//! The end of a scene.

use boneyard_table::moment::Moment;
use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::{gm, out_of_fight};
use crate::fact::TableFact;
use crate::hurt::moment_passes;
use crate::rules;
use crate::state::Span;

/// A command of scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TalentCommand {
    /// The TS says that a scene is over.
    EndScene,
}

pub(super) fn address(_command: &TalentCommand) -> Address {
    // The rules refuse by name where it is not the TS.
    Address { lane: Lane::Scene, by: By::Anyone }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: TalentCommand) -> Flow {
    match command {
        TalentCommand::EndScene => {
            gm(by, rules::DT_CORE_01, "Only the Trapsetter ends a scene.")?;
            out_of_fight(cx.state(), rules::DT_CORE_03)?;
            for who in cx.state().everybody() {
                cx.record(rules::DT_CORE_03, TableFact::Fresh { who, span: Span::Scene }.into());
            }
            moment_passes(cx, Moment::SceneEnd);
            Ok(())
        }
    }
}
