//! What a seat may ask for, one file per family: each has its commands, their addresses and how
//! they are carried out. Stories and clients write a command by its own name, whatever its family.

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

pub use desk::DeskCommand;
pub use essence::EssenceCommand;
pub use fight::FightCommand;
pub use gear::GearCommand;
pub use growth::GrowthCommand;
pub use health::HealthCommand;
pub use hero::HeroCommand;
pub use roll::RollCommand;
pub use ship::ShipCommand;
pub use table::TableCommand;

use boneyard_table::commands;

use crate::GutsPlus;

commands! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command of GutsPlus {
        /// The table itself: house switches, who is there, words, scenes, time.
        Table(TableCommand) in table;
        /// Rolls.
        Roll(RollCommand) in roll;
        /// Growing.
        Growth(GrowthCommand) in growth;
        /// Bodies.
        Health(HealthCommand) in health;
        /// Fights.
        Fight(FightCommand) in fight;
        /// Making a character.
        Hero(HeroCommand) in hero;
        /// Things.
        Gear(GearCommand) in gear;
        /// Essence.
        Essence(EssenceCommand) in essence;
        /// The GM's desk.
        Desk(DeskCommand) in desk;
        /// The supply ship.
        Ship(ShipCommand) in ship;
    }
}
