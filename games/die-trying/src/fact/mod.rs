//! The smallest true statements, one file per family, each with its `apply`. A fact carries its
//! results; applying it works nothing out. How facts are told is in `tell/`, by the same families.

mod affect;
mod board;
mod check;
mod dungeon;
mod fight;
mod gear;
mod hero;
mod hurt;
mod magic;
mod rest;
mod sight;
mod table;
mod trap;

pub use affect::AffectFact;
pub use board::BoardFact;
pub use check::CheckFact;
pub use dungeon::DungeonFact;
pub use fight::{FightFact, Outcome as FightOutcome, Spending};
pub use gear::GearFact;
pub use hero::HeroFact;
pub use hurt::HurtFact;
pub use magic::MagicFact;
pub use rest::RestFact;
pub use sight::SightFact;
pub use table::TableFact;
pub use trap::TrapFact;

use boneyard_table::{Who, facts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Live, Sheet, State};

facts! {
    /// Something that became true.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    pub enum Fact on State {
        /// Who is there, house switches, overruling, time.
        Table(TableFact) in table;
        /// Checks and what was ruled about them.
        Check(CheckFact) in check;
        /// Hitpoints, dying, death.
        Hurt(HurtFact) in hurt;
        /// Conditions and whatever else lasts.
        Affect(AffectFact) in affect;
        /// Things.
        Gear(GearFact) in gear;
        /// The map and its light.
        Board(BoardFact) in board;
        /// Who is hidden from whom.
        Sight(SightFact) in sight;
        /// A fight.
        Fight(FightFact) in fight;
        /// Heroes made and raised.
        Hero(HeroFact) in hero;
        /// Magic.
        Magic(MagicFact) in magic;
        /// Rests and exploration.
        Rest(RestFact) in rest;
        /// Traps, locks, caches.
        Trap(TrapFact) in trap;
        /// Dungeons.
        Dungeon(DungeonFact) in dungeon;
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
