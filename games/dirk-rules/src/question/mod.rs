//! Every question the rules of this game put, each whole in one place.

mod begin;
mod harm;
mod hold;
mod power;
mod react;
mod words;

pub use begin::{Bid, NextTarget, QuickShot, Swap};
pub use harm::{HoldBack, Spared};
pub use hold::{Bond, EscapeBy, EscapeFrom, Hold, Upkeep};
pub use power::{Foresee, Strain, Swallow};
pub use react::{BreakThrough, Displace, Displaced, Keep, KeepWhat, React, WindowName};
pub use words::{Flee, Flight, RallySave, WhoseWil};

use boneyard_table::view::Stakes;
use boneyard_table::{At, Who, answers, questions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::combat::Strike;
use crate::gear::protecting;
use crate::lesson::{LessonWeeks, Mood, Willing};
use crate::state::{Ability, Reaction, With};
use crate::time::{Announced, Farther, Interrupt, Interrupted, Minutes, Rolls, WhatHint, WhetherRolls};
use crate::trade::Fetches;
use crate::world::{Drawn, Draws, HoursOut, Region, Shown, SignOf, ThreatGrows};

type Here<'a> = At<'a, DirkRules>;

questions! {
    /// Every question, as it is stored and sent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Prompt of DirkRules {
        Bid,
        Swap,
        QuickShot,
        NextTarget,
        React,
        Keep,
        Displace,
        EscapeFrom,
        EscapeBy,
        Upkeep,
        WhetherRolls,
        WhatHint,
        Announced,
        Interrupt,
        Drawn,
        Region,
        SignOf,
        ThreatGrows,
        HoursOut,
        Minutes,
        Farther,
        Flee,
        RallySave,
        WhoseWil,
        BreakThrough,
        HoldBack,
        Swallow,
        Strain,
        Foresee,
        Fetches,
        LessonWeeks,
        Willing,
    }
}

answers! {
    /// Every answer, as it is stored.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
    pub enum Answer {
        Number(u16),
        YesNo(bool),
        Strike(Option<Strike>),
        Target(Option<Who>),
        Reaction(Reaction),
        Displaced(Displaced),
        Ability(Ability),
        Hold(Hold),
        Draws(Draws),
        Shown(Shown),
        Rolls(Rolls),
        Interrupted(Interrupted),
        Bond(Bond),
        Flight(Flight),
        Spared(Spared),
        Mood(Mood),
    }
}

/// Damage that gets past HP and AP may kill.
fn stakes_of(at: Here<'_>, who: Who, damage: u16) -> Stakes {
    let live = at.state.live(who);
    let armor: u16 = protecting(at, who).map(|(_, item, _)| u16::from(item.ap)).sum();
    let cushion = live.temp_hp + live.hp + u16::from(live.ap) + armor;
    if damage > cushion { Stakes::Mortal } else { Stakes::Costly }
}

fn weapon_name<'a>(at: Here<'a>, who: Who, with: With) -> &'a str {
    crate::gear::arms(at, who, with).map_or("weapon", |arms| arms.name)
}
