//! What a seat may ask for, one file per family: each has its commands, their addresses and how
//! they are carried out. Stories and clients write a command by its own name, whatever its family.

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

pub use camp::CampCommand;
pub use expedition::ExpeditionCommand;
pub use fight::{Doer, FightCommand};
pub use gear::GearCommand;
pub use hero::HeroCommand;
pub use hurt::HurtCommand;
pub use interlude::InterludeCommand;
pub use magic::MagicCommand;
pub use roll::RollCommand;
pub use table::TableCommand;

use boneyard_table::commands;

use crate::DeadWeight;

commands! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command of DeadWeight {
        /// The table itself: house switches, who is there, the party list, sessions.
        Table(TableCommand) in table;
        /// Rolls that are called for.
        Roll(RollCommand) in roll;
        /// What the GM says befalls people.
        Hurt(HurtCommand) in hurt;
        /// Things.
        Gear(GearCommand) in gear;
        /// A fight.
        Fight(FightCommand) in fight;
        /// Making an adventurer.
        Hero(HeroCommand) in hero;
        /// Spells, prayers, scrolls, sacrifices.
        Magic(MagicCommand) in magic;
        /// The week between expeditions.
        Interlude(InterludeCommand) in interlude;
        /// Exploring.
        Expedition(ExpeditionCommand) in expedition;
        /// Camping.
        Camp(CampCommand) in camp;
    }
}
