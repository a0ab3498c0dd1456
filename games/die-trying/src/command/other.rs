//! What a seat may ask for that is not yet written as a deed, by family.

use boneyard_table::{At, Pilot, commands};

use super::{
    DungeonCommand, HeroCommand, MagicCommand, RestCommand, TableCommand, TalentCommand, TrapCommand,
    dungeon, hero, magic, rest, table, talent, trap,
};
use crate::DieTrying;

commands! {
    /// A command that is not yet a deed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum OtherCommand of DieTrying {
        /// The table itself: house switches, who is there, the map, time.
        Table(TableCommand) in table;
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

/// Whether a creature that plays itself may give a command.
pub fn pilot(_at: At<'_, DieTrying>, command: &OtherCommand) -> Pilot {
    match command {
        OtherCommand::Magic(command) => pilot_magic(command),
        OtherCommand::Table(command) => pilot_table(command),
        OtherCommand::Hero(command) => pilot_hero(command),
        OtherCommand::Rest(command) => pilot_rest(command),
        OtherCommand::Trap(command) => pilot_trap(command),
        OtherCommand::Talent(command) => pilot_talent(command),
        OtherCommand::Dungeon(command) => pilot_dungeon(command),
    }
}

fn pilot_magic(command: &MagicCommand) -> Pilot {
    match command {
        MagicCommand::Cast(_) | MagicCommand::Earth(_) => Pilot::Fight,
        MagicCommand::Improvise(_) => Pilot::Never,
    }
}

fn pilot_table(command: &TableCommand) -> Pilot {
    use TableCommand as T;
    match command {
        T::House(_)
        | T::AddCreature(_)
        | T::Board(_)
        | T::Place(_)
        | T::SetLight(_)
        | T::Haze(_)
        | T::Conceal(_)
        | T::Glare(_)
        | T::LookUp(_)
        | T::Wait(_)
        | T::BringIn(_) => Pilot::Never,
    }
}

fn pilot_hero(command: &HeroCommand) -> Pilot {
    use HeroCommand as H;
    match command {
        H::Draft(_)
        | H::Kin(_)
        | H::RollScores(_)
        | H::Assign(_)
        | H::Raise(_)
        | H::Lower(_)
        | H::Learn(_)
        | H::Unlearn(_)
        | H::Buy(_)
        | H::GiveBack(_)
        | H::Sell(_)
        | H::DoneShopping(_)
        | H::FinishHero(_)
        | H::GrantPoints(_)
        | H::AwardFight
        | H::AwardTraps
        | H::PlaceMark(_) => Pilot::Never,
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

fn pilot_trap(command: &TrapCommand) -> Pilot {
    match command {
        TrapCommand::LayTrap(_)
        | TrapCommand::SpringTrap(_)
        | TrapCommand::Disarm(_)
        | TrapCommand::PickLock(_)
        | TrapCommand::ForceLock(_)
        | TrapCommand::ForceDoors(_)
        | TrapCommand::OpenCache(_)
        | TrapCommand::SearchBody(_) => Pilot::Never,
    }
}

fn pilot_talent(command: &TalentCommand) -> Pilot {
    match command {
        TalentCommand::EndScene => Pilot::Never,
    }
}

fn pilot_dungeon(command: &DungeonCommand) -> Pilot {
    match command {
        DungeonCommand::EnterDungeon(_) | DungeonCommand::ClimbOut(_) => Pilot::Never,
    }
}
