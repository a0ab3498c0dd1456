//! Commands about things: take, put down, hand on, wear, hold, and what the GM makes of them.

use boneyard_table::{Address, By, Cx, Flow, Lane, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::gear;

fn one() -> u8 {
    1
}

/// What is done with things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearCommand {
    /// Takes something along.
    Take {
        /// Who.
        who: Who,
        /// What.
        thing: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// Puts something down.
    PutDown {
        /// Who.
        who: Who,
        /// What.
        thing: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// Hands something on.
    Give {
        /// Who.
        who: Who,
        /// To whom.
        to: Who,
        /// What.
        thing: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// Puts something on.
    Wear {
        /// Who.
        who: Who,
        /// What.
        thing: String,
        /// Where; where it belongs if nothing is said.
        #[serde(default)]
        place: Option<String>,
        /// Over what is there already.
        #[serde(default)]
        over: bool,
    },
    /// Takes something off.
    TakeOff {
        /// Who.
        who: Who,
        /// What.
        thing: String,
    },
    /// Takes something in hand.
    Hold {
        /// Who.
        who: Who,
        /// What.
        thing: String,
    },
    /// Puts away what is in hand.
    Stow {
        /// Who.
        who: Who,
        /// What.
        thing: String,
    },
    /// Drinks something that heals.
    Drink {
        /// Who.
        who: Who,
        /// What.
        thing: String,
        /// Which part is to heal.
        part: String,
    },
    /// The GM takes something from somebody.
    TakeAway {
        /// From whom.
        who: Who,
        /// What.
        thing: String,
    },
    /// The GM says what a thing does.
    Define {
        /// Whose.
        who: Who,
        /// Which.
        thing: String,
        /// What it does, in words.
        #[serde(default)]
        text: Option<String>,
        /// Slots it adds or takes while worn.
        #[serde(default)]
        slots: Option<i8>,
    },
    /// Somebody new meets a character: the GM sees what is worn.
    Meet {
        /// Who is met.
        who: Who,
        /// Who looks.
        npc: Who,
    },
}

pub(super) fn address(command: &GearCommand) -> Address {
    match command {
        GearCommand::TakeAway { .. } | GearCommand::Define { .. } | GearCommand::Meet { .. } => {
            Address { lane: Lane::Scene, by: By::Gm }
        }
        GearCommand::Take { who, .. }
        | GearCommand::Drink { who, .. }
        | GearCommand::PutDown { who, .. }
        | GearCommand::Give { who, .. }
        | GearCommand::Wear { who, .. }
        | GearCommand::TakeOff { who, .. }
        | GearCommand::Hold { who, .. }
        | GearCommand::Stow { who, .. } => Address { lane: Lane::Scene, by: By::Actor(*who) },
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, GutsPlus>, by: Seat, command: GearCommand) -> Flow {
    match command {
        GearCommand::Take { who, thing, count } => gear::take(cx, by, who, &thing, count),
        GearCommand::PutDown { who, thing, count } => gear::put_down(cx, who, &thing, count),
        GearCommand::Give { who, to, thing, count } => gear::give(cx, who, to, &thing, count),
        GearCommand::Wear { who, thing, place, over } => gear::wear(cx, who, &thing, place.as_deref(), over),
        GearCommand::TakeOff { who, thing } => gear::take_off(cx, who, &thing),
        GearCommand::Hold { who, thing } => gear::hold(cx, who, &thing),
        GearCommand::Stow { who, thing } => gear::stow(cx, who, &thing),
        GearCommand::Drink { who, thing, part } => gear::drink(cx, who, &thing, &part),
        GearCommand::TakeAway { who, thing } => gear::take_away(cx, who, &thing),
        GearCommand::Define { who, thing, text, slots } => gear::define(cx, who, &thing, text, slots),
        GearCommand::Meet { who, npc } => gear::meet(cx, who, npc),
    }
}
