//! The smallest true statements, one file per family, each with its `apply`. A fact carries its results; applying it
//! works nothing out. How facts are told is in `tell/`, by the same families.

mod board;
mod check;
mod condition;
mod fight;
mod gear;
mod hero;
mod hurt;
mod inventory;
mod living;
mod table;

pub use board::{BoardFact, RUBBLE};
pub use check::CheckFact;
pub use condition::ConditionFact;
pub use fight::{FightFact, Outcome};
pub use gear::GearFact;
pub use hero::HeroFact;
pub use hurt::HurtFact;
pub use inventory::InventoryFact;
pub use living::LivingFact;
pub use table::TableFact;

use boneyard_table::{Who, facts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Item, Live, Sheet, State};

facts! {
    /// Something that became true.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Fact on State {
        /// Who is there, house switches, overruling, time.
        Table(TableFact) in table;
        /// Checks and contests.
        Check(CheckFact) in check;
        /// Armoring, Vitality, Wounds, death.
        Hurt(HurtFact) in hurt;
        /// Conditions.
        Condition(ConditionFact) in condition;
        /// Things.
        Gear(GearFact) in gear;
        /// The map.
        Board(BoardFact) in board;
        /// An Encounter.
        Fight(FightFact) in fight;
        /// Characters made and raised.
        Hero(HeroFact) in hero;
        /// Things in use.
        Inventory(InventoryFact) in inventory;
        /// Watches and days.
        Living(LivingFact) in living;
    }
}

/// Writes down a fact nobody keeps; what is large moves.
pub fn apply_owned(state: &mut State, fact: Fact) {
    match fact {
        Fact::Board(BoardFact::Laid { board }) => board::lay(state, *board),
        Fact::Condition(ConditionFact::Gains { who, ailment, until }) => {
            condition::gain(state, who, ailment, until);
        }
        fact => apply(state, &fact),
    }
}

fn live(state: &mut State, who: Who, change: impl FnOnce(&mut Live)) {
    if let Some(live) = state.live_mut(who) {
        change(live);
    }
}

fn sheet(state: &mut State, who: Who, change: impl FnOnce(&mut Sheet)) {
    if let Some(sheet) = state.sheet_mut(who) {
        change(sheet);
    }
}

fn item(state: &mut State, who: Who, number: u8, change: impl FnOnce(&mut Item)) {
    live(state, who, |live| {
        if let Some(item) = live.items.get_mut(usize::from(number)) {
            change(item);
        }
    });
}
