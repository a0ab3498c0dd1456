//! What is not yet a deed: exploring. Its commands, their addresses and how they are carried out are in `expedition`.

use boneyard_table::{At, Pilot, commands};

use super::{ExpeditionCommand, expedition};
use crate::DeadWeight;

commands! {
    /// What is not yet a deed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum OtherCommand of DeadWeight {
        /// Exploring.
        Expedition(ExpeditionCommand) in expedition;
    }
}

/// Whether a creature that plays itself may give a command.
pub fn pilot(_at: At<'_, DeadWeight>, command: &OtherCommand) -> Pilot {
    match command {
        OtherCommand::Expedition(ExpeditionCommand::StartCombat) => Pilot::Opens,
        OtherCommand::Expedition(_) => Pilot::Never,
    }
}
