//! What a seat may ask for, one file per family: each has its commands, their addresses and how
//! they are carried out. Stories and clients write a command by its own name, whatever its family.

mod check;
mod dungeon;
mod fight;
mod gear;
mod hero;
mod hurt;
mod magic;
mod rest;
mod table;
mod talent;
mod trap;

pub use check::CheckCommand;
pub use dungeon::DungeonCommand;
pub use fight::FightCommand;
pub use gear::GearCommand;
pub use hero::{HeroCommand, Own};
pub use hurt::HurtCommand;
pub use magic::MagicCommand;
pub use rest::RestCommand;
pub use table::{AddCreature, LookUp, SetHouse, SetLight, TableCommand, WaitFor};
pub use talent::TalentCommand;
pub use trap::TrapCommand;

use boneyard_table::commands;

use crate::DieTrying;

commands! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command of DieTrying {
        /// The table itself: house switches, who is there, the map, time.
        Table(TableCommand) in table;
        /// Checks that are called for.
        Check(CheckCommand) in check;
        /// What befalls bodies.
        Hurt(HurtCommand) in hurt;
        /// Things and lights.
        Gear(GearCommand) in gear;
        /// A fight.
        Fight(FightCommand) in fight;
        /// Heroes made and raised.
        Hero(HeroCommand) in hero;
        /// Magic.
        Magic(MagicCommand) in magic;
        /// Rests and exploration.
        Rest(RestCommand) in rest;
        /// Traps, locks, caches.
        Trap(TrapCommand) in trap;
        /// Talents.
        Talent(TalentCommand) in talent;
        /// Dungeons.
        Dungeon(DungeonCommand) in dungeon;
    }
}
