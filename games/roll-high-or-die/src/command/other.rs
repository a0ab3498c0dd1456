//! What is not yet a deed, one file per family: each has its commands, their addresses and how they are carried out.

use boneyard_table::{At, Pilot, commands};

use super::{
    CheckCommand, HeroCommand, HurtCommand, InventoryCommand, LivingCommand, ScenarioCommand, TableCommand,
};
use super::{check, hero, hurt, inventory, living, scenario, table};
use crate::RollHighOrDie;

commands! {
    /// What is not yet a deed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum OtherCommand of RollHighOrDie {
        /// The table itself: house switches, who is there, the map, who regards whom how.
        Table(TableCommand) in table;
        /// Checks that are called for.
        Check(CheckCommand) in check;
        /// What befalls bodies.
        Hurt(HurtCommand) in hurt;
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

/// Whether a creature that plays itself may give a command.
pub fn pilot(_at: At<'_, RollHighOrDie>, command: &OtherCommand) -> Pilot {
    use InventoryCommand as I;
    match command {
        OtherCommand::Inventory(I::Stow(_) | I::Grip(_) | I::Reload(_) | I::Unjam(_)) => Pilot::Fight,
        _ => Pilot::Never,
    }
}
