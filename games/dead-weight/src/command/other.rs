//! What is not yet a deed, one file per family: each has its commands, their addresses and how they are carried out.

use boneyard_table::{At, Pilot, commands};

use super::{CampCommand, ExpeditionCommand, GearCommand, InterludeCommand, MagicCommand};
use super::{camp, expedition, gear, interlude, magic};
use crate::DeadWeight;

commands! {
    /// What is not yet a deed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum OtherCommand of DeadWeight {
        /// Things.
        Gear(GearCommand) in gear;
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

/// Whether a creature that plays itself may give a command.
pub fn pilot(_at: At<'_, DeadWeight>, command: &OtherCommand) -> Pilot {
    match command {
        OtherCommand::Expedition(ExpeditionCommand::StartCombat) => Pilot::Opens,
        _ => Pilot::Never,
    }
}
