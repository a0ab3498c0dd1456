//! The smallest true statements, one file per family, each with its `apply`. A fact carries its
//! results; applying it works nothing out. How facts are told is in `tell/`, by the same families.

mod desk;
mod essence;
mod fight;
mod gear;
mod growth;
mod health;
mod hero;
mod roll;
mod ship;
mod table;

pub use desk::DeskFact;
pub use essence::EssenceFact;
pub use fight::FightFact;
pub use gear::GearFact;
pub use growth::GrowthFact;
pub use health::HealthFact;
pub use hero::HeroFact;
pub use roll::RollFact;
pub use ship::ShipFact;
pub use table::TableFact;

use boneyard_table::{Who, facts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Live, Sheet, State};

facts! {
    /// Something that became true.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Fact on State {
        /// Who is there, house switches, decisions, words, time.
        Table(TableFact) in table;
        /// A roll from its call to what came of it.
        Roll(RollFact) in roll;
        /// Experience and levels.
        Growth(GrowthFact) in growth;
        /// Injuries, protection, conditions, recovery.
        Health(HealthFact) in health;
        /// A fight.
        Fight(FightFact) in fight;
        /// Making a character.
        Hero(HeroFact) in hero;
        /// Things.
        Gear(GearFact) in gear;
        /// Essence.
        Essence(EssenceFact) in essence;
        /// The GM's desk.
        Desk(DeskFact) in desk;
        /// The supply ship.
        Ship(ShipFact) in ship;
    }
}

/// Writes a fact down that nobody keeps: what is large is moved, not copied. Where it is known which fact it is, only
/// that remains of it.
#[inline]
pub fn adopt(state: &mut State, fact: Fact) {
    match fact {
        Fact::Roll(fact) => roll::adopt(state, fact),
        Fact::Health(fact) => health::adopt(state, fact),
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
