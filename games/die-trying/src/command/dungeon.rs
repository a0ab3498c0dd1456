//! Commands of dungeons.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::dungeon::{self, ClimbOut, EnterDungeon};

/// A command of dungeons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DungeonCommand {
    /// The TS opens a dungeon.
    EnterDungeon(EnterDungeon),
    /// Somebody climbs out.
    ClimbOut(ClimbOut),
}

pub(super) fn address(command: &DungeonCommand) -> Address {
    let by = match command {
        // The rules refuse by name where it is not the TS.
        DungeonCommand::EnterDungeon(_) => By::Anyone,
        DungeonCommand::ClimbOut(climb) => By::Actor(climb.who),
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: DungeonCommand) -> Flow {
    match command {
        DungeonCommand::EnterDungeon(enter) => dungeon::enter(cx, by, &enter),
        DungeonCommand::ClimbOut(climb) => dungeon::climb_out(cx, climb),
    }
}
