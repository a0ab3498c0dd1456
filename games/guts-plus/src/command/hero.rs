//! Commands that make a character, each a short step in the character's own lane. Until it is ready
//! every step can be done again or undone.

use std::collections::BTreeMap;

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::hero;

/// A step of making a character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeroCommand {
    /// Begins a character.
    Draft {
        /// Their name.
        name: String,
        /// Which seat they are for; the one who asks if none is named.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Says who they are; what is left out stays.
    Biography(hero::Told),
    /// Invents a custom quality; the first is the primary one.
    Invent {
        /// Whose.
        who: Who,
        /// What it is called.
        name: String,
        /// What it covers.
        #[serde(default)]
        about: String,
    },
    /// Drops a custom quality again.
    Forget {
        /// Whose.
        who: Who,
        /// Which.
        name: String,
    },
    /// Spreads the three points.
    Points {
        /// Whose.
        who: Who,
        /// How many for which quality.
        spend: BTreeMap<String, u8>,
    },
    /// Puts something on.
    Dress(hero::Worn),
    /// Takes something off again.
    Undress {
        /// Who.
        who: Who,
        /// What.
        thing: String,
    },
    /// Owns something more.
    Own {
        /// Who.
        who: Who,
        /// What.
        thing: String,
        /// The GM allows more than the usual number.
        #[serde(default)]
        allow: bool,
    },
    /// Leaves something at home after all.
    Disown {
        /// Who.
        who: Who,
        /// What.
        thing: String,
    },
    /// Gives them a body of their own.
    Chart(hero::ChartChange),
    /// The GM approves the chart that was proposed.
    ApproveChart {
        /// Whose.
        who: Who,
        /// Crossed-out parts that knock out, if another number than usual.
        #[serde(default)]
        limit: Option<u8>,
    },
    /// Lets them live with a condition.
    LiveWith {
        /// Who.
        who: Who,
        /// Which.
        condition: String,
        /// What it does, where it is none of the known ones.
        #[serde(default)]
        effect: String,
    },
    /// Draws a whole character by dice.
    Random {
        /// Whom.
        who: Who,
    },
    /// Finishes a character.
    Ready {
        /// Who.
        who: Who,
    },
}

pub(super) fn address(command: &HeroCommand) -> Address {
    match command {
        HeroCommand::Draft { .. } => Address { lane: Lane::Scene, by: By::Anyone },
        HeroCommand::ApproveChart { .. } => Address { lane: Lane::Scene, by: By::Gm },
        HeroCommand::Ready { who } => Address { lane: Lane::Scene, by: By::Actor(*who) },
        HeroCommand::Biography(hero::Told { who, .. })
        | HeroCommand::Chart(hero::ChartChange { who, .. })
        | HeroCommand::Dress(hero::Worn { who, .. })
        | HeroCommand::Invent { who, .. }
        | HeroCommand::Forget { who, .. }
        | HeroCommand::Points { who, .. }
        | HeroCommand::Undress { who, .. }
        | HeroCommand::Own { who, .. }
        | HeroCommand::Disown { who, .. }
        | HeroCommand::LiveWith { who, .. }
        | HeroCommand::Random { who } => Address { lane: Lane::Hero(*who), by: By::Actor(*who) },
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: HeroCommand) -> Flow {
    match command {
        HeroCommand::Draft { name, seat } => hero::draft(cx, by, &name, seat),
        HeroCommand::Biography(told) => hero::biography(cx, told),
        HeroCommand::Invent { who, name, about } => hero::invent(cx, who, &name, &about),
        HeroCommand::Forget { who, name } => hero::forget(cx, who, &name),
        HeroCommand::Points { who, spend } => hero::points(cx, who, &spend),
        HeroCommand::Dress(worn) => hero::dress(cx, by, &worn),
        HeroCommand::Undress { who, thing } => hero::undress(cx, who, &thing),
        HeroCommand::Own { who, thing, allow } => hero::own(cx, who, &thing, allow && by.is_gm()),
        HeroCommand::Disown { who, thing } => hero::disown(cx, who, &thing),
        HeroCommand::Chart(change) => hero::chart(cx, by, &change),
        HeroCommand::ApproveChart { who, limit } => hero::approve_chart(cx, who, limit),
        HeroCommand::LiveWith { who, condition, effect } => hero::live_with(cx, who, &condition, &effect),
        HeroCommand::Random { who } => hero::random(cx, who),
        HeroCommand::Ready { who } => hero::ready(cx, who),
    }
}
