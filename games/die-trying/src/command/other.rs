//! What a seat may ask for that is not yet written as a deed, by family.

use boneyard_table::{At, Pilot, commands};

use super::{DungeonCommand, RestCommand, dungeon, rest};
use crate::DieTrying;

commands! {
    /// A command that is not yet a deed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum OtherCommand of DieTrying {
        /// Rests and exploration.
        Rest(RestCommand) in rest;
        /// Dungeons.
        Dungeon(DungeonCommand) in dungeon;
    }
}

/// Whether a creature that plays itself may give a command.
pub fn pilot(_at: At<'_, DieTrying>, command: &OtherCommand) -> Pilot {
    match command {
        OtherCommand::Rest(command) => pilot_rest(command),
        OtherCommand::Dungeon(command) => pilot_dungeon(command),
    }
}

fn pilot_rest(command: &RestCommand) -> Pilot {
    use RestCommand as R;
    match command {
        R::Rest(_)
        | R::Explore(_)
        | R::Treat(_)
        | R::LiftCurse(_)
        | R::PutOn(_)
        | R::TakeOff(_)
        | R::Fall(_)
        | R::Climb(_)
        | R::Craft(_)
        | R::Forage(_)
        | R::Track(_)
        | R::Find(_)
        | R::Encounter
        | R::Heap(_) => Pilot::Never,
    }
}

fn pilot_dungeon(command: &DungeonCommand) -> Pilot {
    match command {
        DungeonCommand::EnterDungeon(_) | DungeonCommand::ClimbOut(_) => Pilot::Never,
    }
}
