//! Commands of a fight.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::combat::{self, Attack};

/// A command of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FightCommand {
    /// The GM begins a fight.
    BeginCombat {
        /// Who takes part.
        fighters: Vec<Who>,
    },
    /// Somebody else comes into it.
    JoinCombat {
        /// Who.
        who: Who,
    },
    /// Somebody takes their turn.
    TakeTurn {
        /// Who.
        who: Who,
    },
    /// Somebody's turn is over.
    EndTurn {
        /// Whose.
        who: Who,
    },
    /// An attack.
    Attack(Box<Attack>),
    /// Another active action.
    Act {
        /// Who.
        who: Who,
        /// What.
        what: String,
    },
    /// A passive action.
    Passive {
        /// Who.
        who: Who,
        /// What.
        what: String,
    },
    /// Movement.
    Go {
        /// Who.
        who: Who,
        /// How many feet.
        feet: u16,
    },
    /// Getting up.
    StandUp {
        /// Who.
        who: Who,
    },
    /// Running from the fight.
    Flee {
        /// Who.
        who: Who,
    },
    /// The GM takes somebody out of the fight.
    Leave {
        /// Whom.
        who: Who,
        /// Counts as beaten.
        #[serde(default)]
        beaten: bool,
    },
    /// The GM ends the round.
    EndRound,
    /// The GM ends the fight.
    EndCombat,
}

pub(super) fn address(command: &FightCommand) -> Address {
    use FightCommand as F;
    let by = match command {
        F::Attack(attack) => By::Actor(attack.who),
        F::TakeTurn { who }
        | F::EndTurn { who }
        | F::Act { who, .. }
        | F::Passive { who, .. }
        | F::Go { who, .. }
        | F::StandUp { who }
        | F::Flee { who } => By::Actor(*who),
        // The rules refuse by name where it is not the GM.
        F::BeginCombat { .. } | F::JoinCombat { .. } | F::Leave { .. } | F::EndRound | F::EndCombat => {
            By::Anyone
        }
    };
    Address { lane: Lane::Scene, by }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: FightCommand) -> Flow {
    use FightCommand as F;
    match command {
        F::BeginCombat { fighters } => combat::begin(cx, by, &fighters),
        F::JoinCombat { who } => combat::join(cx, by, who),
        F::TakeTurn { who } => combat::take_turn(cx, who),
        F::EndTurn { who } => combat::end_turn(cx, who),
        F::Attack(attack) => combat::attack(cx, by, &attack),
        F::Act { who, what } => combat::act(cx, who, &what),
        F::Passive { who, what } => combat::passive(cx, who, &what),
        F::Go { who, feet } => combat::go(cx, who, feet),
        F::StandUp { who } => combat::stand_up(cx, who),
        F::Flee { who } => combat::flees(cx, who),
        F::Leave { who, beaten } => combat::leave(cx, by, who, beaten),
        F::EndRound => combat::end_round(cx, by),
        F::EndCombat => combat::end_combat(cx, by),
    }
}
