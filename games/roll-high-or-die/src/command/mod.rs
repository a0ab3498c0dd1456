//! What a seat may ask for, one file per family: each has its commands, their addresses and how they are carried out.
//! Stories and clients write a command by its own name, whatever its family.

mod check;
mod fight;
mod hero;
mod hurt;
mod inventory;
mod living;
mod scenario;
mod table;

pub use check::CheckCommand;
pub use fight::FightCommand;
pub use hero::{HeroCommand, Own};
pub use hurt::HurtCommand;
pub use inventory::InventoryCommand;
pub use living::LivingCommand;
pub use scenario::ScenarioCommand;
pub use table::{AddCreature, Considers, Grant, SetDoor, SetFloor, SetHouse, SetLight, TableCommand};

use boneyard_table::commands;

use crate::RollHighOrDie;

commands! {
    /// A command.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command of RollHighOrDie {
        /// The table itself: house switches, who is there, the map, who regards whom how.
        Table(TableCommand) in table;
        /// Checks that are called for.
        Check(CheckCommand) in check;
        /// What befalls bodies.
        Hurt(HurtCommand) in hurt;
        /// An Encounter.
        Fight(FightCommand) in fight;
        /// Characters made and raised.
        Hero(HeroCommand) in hero;
        /// Things.
        Inventory(InventoryCommand) in inventory;
        /// Watches and days.
        Living(LivingCommand) in living;
        /// A scenario.
        Scenario(ScenarioCommand) in scenario;
    }
}
