//! Commands of essence: the aura, skills learned and used, what is kept up, what gets in the way.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::essence;
use crate::state::Halves;

/// What is done with essence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EssenceCommand {
    /// Throws the die for the aura.
    RollAura {
        /// Whose.
        who: Who,
    },
    /// Chooses the aura, if nobody minds.
    ChooseAura {
        /// Whose.
        who: Who,
        /// Which.
        aura: String,
    },
    /// Learns a skill.
    Learn {
        /// Who.
        who: Who,
        /// Which.
        skill: String,
    },
    /// Uses a skill.
    Essence(Box<essence::Use>),
    /// Lets go of what is kept up.
    LetGo {
        /// Who.
        who: Who,
        /// Which skill; all if none is named.
        #[serde(default)]
        skill: Option<String>,
    },
    /// Pushes aside what another essence holds still.
    PushAside {
        /// Who.
        who: Who,
        /// Whose.
        target: Who,
    },
    /// Outside a fight, so many times five seconds went by while something was kept up.
    GoesOn {
        /// Whose.
        who: Who,
        /// How many times.
        times: u8,
    },
    /// The GM puts something in the way, or takes it away.
    Obstruct {
        /// Whose.
        who: Who,
        /// How far from the head; nothing if the way is free again.
        #[serde(default)]
        feet: Option<Halves>,
        /// How long the way around would be.
        #[serde(default)]
        detour: Option<Halves>,
    },
    /// The GM changes or ends strain.
    Unstrain {
        /// Whose.
        who: Who,
    },
    /// The GM forgets how often a mind withstood.
    ForgetTries {
        /// Whose essence.
        who: Who,
        /// Whose mind.
        target: Who,
    },
}

pub(super) fn address(command: &EssenceCommand) -> Address {
    match command {
        EssenceCommand::GoesOn { .. }
        | EssenceCommand::Obstruct { .. }
        | EssenceCommand::Unstrain { .. }
        | EssenceCommand::ForgetTries { .. } => Address { lane: Lane::Scene, by: By::Gm },
        EssenceCommand::RollAura { who } | EssenceCommand::Learn { who, .. } => {
            Address { lane: Lane::Hero(*who), by: By::Actor(*who) }
        }
        EssenceCommand::ChooseAura { who, .. }
        | EssenceCommand::LetGo { who, .. }
        | EssenceCommand::PushAside { who, .. } => Address { lane: Lane::Scene, by: By::Actor(*who) },
        EssenceCommand::Essence(used) => Address { lane: Lane::Scene, by: By::Actor(used.who) },
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, _by: Seat, command: EssenceCommand) -> Flow {
    match command {
        EssenceCommand::RollAura { who } => essence::roll_aura(cx, who),
        EssenceCommand::ChooseAura { who, aura } => essence::choose_aura(cx, who, &aura),
        EssenceCommand::Learn { who, skill } => essence::learn(cx, who, &skill),
        EssenceCommand::Essence(used) => essence::use_skill(cx, &used),
        EssenceCommand::LetGo { who, skill } => essence::let_go(cx, who, skill.as_deref()),
        EssenceCommand::PushAside { who, target } => essence::push_aside(cx, who, target),
        EssenceCommand::GoesOn { who, times } => essence::goes_on(cx, who, times),
        EssenceCommand::Obstruct { who, feet, detour } => essence::obstruct(cx, who, feet, detour),
        EssenceCommand::Unstrain { who } => essence::unstrain(cx, who),
        EssenceCommand::ForgetTries { who, target } => essence::forget_tries(cx, who, target),
    }
}
