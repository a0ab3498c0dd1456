//! Commands of talents, and the end of a scene.

use boneyard_table::moment::Moment;
use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::combat::{self, RecallCreature, TakeStyle, gm, out_of_fight};
use crate::fact::TableFact;
use crate::hurt::moment_passes;
use crate::rules;
use crate::state::Span;

/// A command of talents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TalentCommand {
    /// Takes up a Fighting Style.
    TakeStyle(TakeStyle),
    /// Remembers what is known of a Creature.
    RecallCreature(RecallCreature),
    /// The TS says that a scene is over.
    EndScene,
}

pub(super) fn address(command: &TalentCommand) -> Address {
    let by = match command {
        TalentCommand::TakeStyle(take) => By::Actor(take.who),
        TalentCommand::RecallCreature(recall) => By::Actor(recall.who),
        // The rules refuse by name where it is not the TS.
        TalentCommand::EndScene => By::Anyone,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: TalentCommand) -> Flow {
    match command {
        TalentCommand::TakeStyle(take) => combat::take_style(cx, &take),
        TalentCommand::RecallCreature(recall) => combat::recall_creature(cx, recall),
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
