//! The smallest true statements, one file per family, each with its `apply`. A fact carries its
//! results; applying it works nothing out. How facts are told is in `tell/`, by the same families.

mod camp;
mod expedition;
mod fight;
mod gear;
mod hero;
mod hurt;
mod interlude;
mod magic;
mod roll;
mod table;

pub use camp::CampFact;
pub use expedition::ExpeditionFact;
pub use fight::{Effort, FightFact, Outcome as FightOutcome};
pub use gear::GearFact;
pub use hero::HeroFact;
pub use hurt::HurtFact;
pub use interlude::InterludeFact;
pub use magic::MagicFact;
pub use roll::RollFact;
pub use table::TableFact;

use boneyard_table::{Who, facts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Live, Sheet, State};

facts! {
    /// Something that became true.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Fact on State {
        /// Who is there, house switches, overruling, the session.
        Table(TableFact) in table;
        /// A roll and its exchange.
        Roll(RollFact) in roll;
        /// Fatigue, wounds, armor, afflictions, death.
        Hurt(HurtFact) in hurt;
        /// Things and coins.
        Gear(GearFact) in gear;
        /// An adventurer being made, and growing.
        Hero(HeroFact) in hero;
        /// A fight.
        Fight(FightFact) in fight;
        /// Places, turns, trackers, camp.
        Expedition(ExpeditionFact) in expedition;
        /// A camp.
        Camp(CampFact) in camp;
        /// Spells, prayers, what lasts and what was used.
        Magic(MagicFact) in magic;
        /// The week between expeditions.
        Interlude(InterludeFact) in interlude;
    }
}

/// Writes a fact down that nobody keeps: what a roll holds is moved, not copied.
#[inline]
pub fn apply_owned(state: &mut State, fact: Fact) {
    match fact {
        Fact::Roll(fact) => roll::apply_owned(state, fact),
        fact => apply(state, &fact),
    }
}

#[inline]
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
