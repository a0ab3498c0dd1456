//! The smallest true statements, one file per family, each with what it changes and how it is told. A fact carries its
//! results; applying it works nothing out.

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

use boneyard_table::change::Change;
use boneyard_table::{Who, changes};

use crate::GutsPlus;
use crate::state::{Live, Sheet, State};

changes! {
    /// Something that became true.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Fact of GutsPlus {
        "table" => TableFact,
        "roll" => RollFact,
        "growth" => GrowthFact,
        "health" => HealthFact,
        "fight" => FightFact,
        "hero" => HeroFact,
        "gear" => GearFact,
        "essence" => EssenceFact,
        "desk" => DeskFact,
        "ship" => ShipFact,
    }
}

/// Writes a fact down that nobody keeps: what is large is moved, not copied. Where it is known which fact it is, only
/// that remains of it.
#[inline]
pub fn apply_owned(state: &mut State, fact: Fact) {
    match fact {
        Fact::RollFact(fact) => roll::apply_owned(state, fact),
        Fact::HealthFact(fact) => health::apply_owned(state, fact),
        fact => fact.apply(state),
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
