//! Commands aboard the supply ship.

use boneyard_table::{Address, At, By, Cx, Flow, Lane, Pilot, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::ship;
use crate::state::Mark;

/// What is done aboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShipCommand {
    /// Takes a role of the crew.
    CrewRole {
        /// Which.
        role: String,
        /// What they are called; somebody is proposed.
        #[serde(default)]
        name: Option<String>,
        /// The colour of the jumpsuit.
        #[serde(default)]
        jumpsuit: Option<String>,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// BOSS wakes the crew.
    WakeCrew,
    /// Does a task of this watch.
    Task(ship::Doing),
    /// Lets a watch go by without a task.
    Idle {
        /// Who.
        who: Who,
    },
    /// The GM ends the watch, even if some have done nothing yet.
    EndWatch,
    /// The GM lets the creature cause trouble.
    Lull {
        /// Which.
        event: String,
    },
    /// Looks something up in the Datadex.
    Search {
        /// Who.
        who: Who,
        /// For what.
        terms: String,
    },
    /// Looks the Cargo Bay over.
    LookOver {
        /// Who.
        who: Who,
    },
    /// The GM reveals something.
    Reveal {
        /// What, by its name.
        what: String,
    },
    /// BOSS says something.
    Boss {
        /// The words.
        says: String,
    },
    /// Lets the charge of the key leap out.
    Arc {
        /// Who.
        who: Who,
        /// At whom.
        target: Who,
    },
    /// Charges the key again.
    Recharge {
        /// Who.
        who: Who,
    },
    /// The GM lets the creature come out.
    ComeOut {
        /// Where; by the die if nothing is said.
        #[serde(default)]
        room: Option<String>,
    },
    /// The GM moves the creature.
    CreatureMoves {
        /// Where to.
        room: String,
        /// It has just met a wall.
        at_wall: bool,
        /// Through the ducts: only to a neighbour.
        #[serde(default)]
        by_duct: bool,
    },
    /// The GM says how large the creature is.
    CreatureSize {
        /// The step, from 1 to 6.
        step: u8,
    },
    /// The GM says that the creature, knocked out, dies.
    KillCreature {
        /// By a blow or a cut: it splashes.
        splashes: bool,
    },
    /// Tells the players how to win.
    ShowGoals,
    /// Marks a condition of winning.
    MarkGoal {
        /// Which.
        goal: String,
        /// How.
        mark: Mark,
    },
    /// Ends the scenario.
    EndShip,
}

pub(super) fn address(command: &ShipCommand) -> Address {
    let by = match command {
        ShipCommand::CrewRole { .. } => By::Anyone,
        ShipCommand::Task(doing) => By::Actor(doing.who),
        ShipCommand::Idle { who }
        | ShipCommand::Search { who, .. }
        | ShipCommand::LookOver { who }
        | ShipCommand::Arc { who, .. }
        | ShipCommand::Recharge { who } => By::Actor(*who),
        _ => By::Gm,
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: ShipCommand) -> Flow {
    match command {
        ShipCommand::CrewRole { role, name, jumpsuit, seat } => {
            ship::crew_role(cx, by, &role, name.as_deref(), jumpsuit.as_deref(), seat)
        }
        ShipCommand::WakeCrew => ship::wake_crew(cx),
        ShipCommand::Task(doing) => ship::task(cx, &doing),
        ShipCommand::Idle { who } => ship::idle(cx, who),
        ShipCommand::EndWatch => ship::end_watch(cx),
        ShipCommand::Lull { event } => ship::lull(cx, &event),
        ShipCommand::Search { who, terms } => ship::search(cx, who, &terms),
        ShipCommand::LookOver { who } => ship::look_over(cx, who),
        ShipCommand::Reveal { what } => ship::reveal(cx, &what),
        ShipCommand::Boss { says } => ship::boss(cx, &says),
        ShipCommand::Arc { who, target } => ship::arc(cx, who, target),
        ShipCommand::Recharge { who } => ship::recharge(cx, who),
        ShipCommand::ComeOut { room } => ship::come_out(cx, room.as_deref()),
        ShipCommand::CreatureMoves { room, at_wall, by_duct } => {
            ship::creature_moves(cx, &room, at_wall, by_duct)
        }
        ShipCommand::CreatureSize { step } => ship::creature_size(cx, step),
        ShipCommand::KillCreature { splashes } => ship::kill(cx, splashes),
        ShipCommand::ShowGoals => ship::show_goals(cx),
        ShipCommand::MarkGoal { goal, mark } => ship::mark_goal(cx, &goal, mark),
        ShipCommand::EndShip => ship::end_ship(cx),
    }
}

/// Whether a creature that plays itself may give a command. The key is charged again; a task and idling both let the
/// watch go by.
pub(super) fn pilot(_at: At<'_, GutsPlus>, command: &ShipCommand) -> Pilot {
    if matches!(command, ShipCommand::Arc { .. }) { Pilot::Fight } else { Pilot::Never }
}
