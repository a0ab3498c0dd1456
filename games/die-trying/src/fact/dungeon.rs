//! Facts of a dungeon: opened, found room by room, an alarm, the way out.

use boneyard_table::clock::Time;
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Dungeon, State};

/// Something that became true of a dungeon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DungeonFact {
    /// The heroes are in one.
    Opened {
        /// Which.
        dungeon: Dungeon,
    },
    /// They have come to a room.
    Room {
        /// Which.
        room: RuleId,
    },
    /// A door nobody saw was found.
    Door {
        /// By its number on the map.
        door: u16,
        /// By whom.
        by: Who,
    },
    /// Those of another room are on the way.
    Coming {
        /// Which room's.
        room: RuleId,
        /// When they are there.
        at: Time,
    },
    /// They are there.
    Came,
    /// The heroes have left it.
    Left {
        /// With what they came for.
        brought: bool,
        /// Which it was.
        #[serde(default)]
        place: Option<RuleId>,
        /// What they came for.
        #[serde(default)]
        won: Option<String>,
        /// Heroes who died.
        #[serde(default)]
        dead: Vec<Who>,
    },
}

pub(super) fn apply(state: &mut State, fact: &DungeonFact) {
    match fact {
        DungeonFact::Opened { dungeon } => state.dungeon = Some(dungeon.clone()),
        DungeonFact::Room { room } => change(state, |dungeon| dungeon.seen.push(*room)),
        DungeonFact::Door { door, .. } => {
            change(state, |dungeon| dungeon.secret.retain(|(secret, _)| secret != door));
        }
        DungeonFact::Coming { room, at } => change(state, |dungeon| dungeon.coming = Some((*room, *at))),
        DungeonFact::Came => change(state, |dungeon| dungeon.coming = None),
        DungeonFact::Left { brought, .. } => {
            state.left = Some(*brought);
            (state.dungeon, state.board) = (None, None);
            state.traps.clear();
            state.known_traps.clear();
            state.locks.clear();
            state.caches.clear();
            state.known_caches.clear();
        }
    }
}

fn change(state: &mut State, change: impl FnOnce(&mut Dungeon)) {
    if let Some(dungeon) = &mut state.dungeon {
        change(dungeon);
    }
}
