//! Commands of traps, locks and caches.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::trap::{
    self, Disarm, ForceDoors, ForceLock, LayTrap, OpenCache, PickLock, SearchBody, SpringTrap,
};

/// A command of traps, locks and caches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrapCommand {
    /// The TS lays a trap.
    LayTrap(LayTrap),
    /// The TS lets one go off.
    SpringTrap(SpringTrap),
    /// Disarms a trap.
    Disarm(Disarm),
    /// Picks a lock.
    PickLock(PickLock),
    /// Forces a lock.
    ForceLock(ForceLock),
    /// Forces the doors of a room that closes in.
    ForceDoors(ForceDoors),
    /// Opens a cache.
    OpenCache(OpenCache),
    /// Searches somebody dead.
    SearchBody(SearchBody),
}

pub(super) fn address(command: &TrapCommand) -> Address {
    let by = match command {
        // The rules refuse by name where it is not the TS.
        TrapCommand::LayTrap(_) | TrapCommand::SpringTrap(_) => By::Anyone,
        TrapCommand::Disarm(deed) => By::Actor(deed.who),
        TrapCommand::PickLock(deed) => By::Actor(deed.who),
        TrapCommand::ForceLock(deed) => By::Actor(deed.who),
        TrapCommand::ForceDoors(deed) => By::Actor(deed.who),
        TrapCommand::OpenCache(deed) => By::Actor(deed.who),
        TrapCommand::SearchBody(deed) => By::Actor(deed.who),
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, DieTrying>, by: Seat, command: TrapCommand) -> Flow {
    match command {
        TrapCommand::LayTrap(lay) => trap::lay_trap(cx, by, &lay),
        TrapCommand::SpringTrap(spring) => trap::spring_trap(cx, by, spring),
        TrapCommand::Disarm(deed) => trap::disarm(cx, deed),
        TrapCommand::PickLock(deed) => trap::pick_lock(cx, deed),
        TrapCommand::ForceLock(deed) => trap::force_lock(cx, deed),
        TrapCommand::ForceDoors(deed) => trap::force_doors(cx, deed),
        TrapCommand::OpenCache(deed) => trap::open_cache(cx, deed),
        TrapCommand::SearchBody(deed) => trap::search_body(cx, deed),
    }
}
