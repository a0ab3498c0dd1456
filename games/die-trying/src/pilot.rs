//! What creatures may do while they play themselves: every command, and whether a person has to give it.

use boneyard_table::{At, Pilot, Who};

use crate::DieTrying;
use crate::bots;
use crate::combat::Go;
use crate::command::{
    CheckCommand, Command, DungeonCommand, FightCommand, GearCommand, HeroCommand, HurtCommand, MagicCommand,
    RestCommand, TableCommand, TalentCommand, TrapCommand,
};
use crate::instinct;

type Here<'a> = At<'a, DieTrying>;

/// The round of the fight under way.
pub fn round(at: Here<'_>) -> Option<u16> {
    let battle = at.state.battle.as_ref()?;
    Some(u16::try_from(battle.order.round()).unwrap_or(u16::MAX))
}

/// The heroes in play.
pub fn party(at: Here<'_>) -> Vec<Who> {
    at.state.heroes().filter(|who| at.state.sheet(*who).draft.is_none()).collect()
}

/// In a fight as instinct says; outside somebody gets up, gets free, and keeps up with those whom people play.
pub fn by_itself(at: Here<'_>, who: Who, led: &[Who]) -> Option<Command> {
    match round(at) {
        Some(_) => instinct::command(at, who),
        None => bots::keeps_up(at, who, led),
    }
}

/// Whether a creature that plays itself may give a command.
pub fn class(at: Here<'_>, command: &Command) -> Pilot {
    match command {
        Command::Fight(command) => fight(at, command),
        Command::Magic(command) => magic(command),
        Command::Hurt(command) => hurt(command),
        Command::Gear(command) => gear(command),
        Command::Table(command) => table(command),
        Command::Check(command) => check(command),
        Command::Hero(command) => hero(command),
        Command::Rest(command) => rest(command),
        Command::Trap(command) => trap(command),
        Command::Talent(command) => talent(command),
        Command::Dungeon(command) => dungeon(command),
    }
}

fn fight(at: Here<'_>, command: &FightCommand) -> Pilot {
    use FightCommand as F;
    match command {
        F::Move(go) => walk(at, go),
        F::Stand(_) | F::Escape(_) | F::DouseSelf(_) => Pilot::Travel,
        F::EndTurn(_)
        | F::Strike(_)
        | F::Special(_)
        | F::Dash(_)
        | F::Dodge(_)
        | F::Hide(_)
        | F::Sneak(_)
        | F::Shove(_)
        | F::Seek(_)
        | F::Help(_)
        | F::Ready(_)
        | F::Morale(_) => Pilot::Fight,
        F::Leave(_) => Pilot::Foes,
        F::Fight(_) => Pilot::Opens,
        F::JoinFight(_) | F::StopFight | F::Spring(_) | F::Door(_) => Pilot::Never,
    }
}

/// Outside a fight nobody goes anywhere by themselves but to another hero.
fn walk(at: Here<'_>, go: &Go) -> Pilot {
    if round(at).is_some() || bots::joins(at, go) { Pilot::Travel } else { Pilot::Never }
}

fn magic(command: &MagicCommand) -> Pilot {
    match command {
        MagicCommand::Cast(_) | MagicCommand::Earth(_) => Pilot::Fight,
        MagicCommand::Improvise(_) => Pilot::Never,
    }
}

fn hurt(command: &HurtCommand) -> Pilot {
    match command {
        HurtCommand::Stabilise(_) => Pilot::Fight,
        HurtCommand::Harm(_)
        | HurtCommand::Heal(_)
        | HurtCommand::Inflict(_)
        | HurtCommand::RoundsPass(_)
        | HurtCommand::SettleDying => Pilot::Never,
    }
}

fn gear(command: &GearCommand) -> Pilot {
    match command {
        GearCommand::Draw(_) | GearCommand::Stow(_) => Pilot::Fight,
        GearCommand::DropItem(_)
        | GearCommand::PickUp(_)
        | GearCommand::LightUp(_)
        | GearCommand::SetAlight(_)
        | GearCommand::PutOut(_)
        | GearCommand::Hood(_)
        | GearCommand::AimLamp(_)
        | GearCommand::Refill(_) => Pilot::Never,
    }
}

fn table(command: &TableCommand) -> Pilot {
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

fn check(command: &CheckCommand) -> Pilot {
    match command {
        CheckCommand::CallCheck(_)
        | CheckCommand::Attempt(_)
        | CheckCommand::Contest(_)
        | CheckCommand::RollDice(_) => Pilot::Never,
    }
}

fn hero(command: &HeroCommand) -> Pilot {
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

fn rest(command: &RestCommand) -> Pilot {
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

fn trap(command: &TrapCommand) -> Pilot {
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

fn talent(command: &TalentCommand) -> Pilot {
    match command {
        TalentCommand::TakeStyle(_) | TalentCommand::RecallCreature(_) | TalentCommand::EndScene => {
            Pilot::Never
        }
    }
}

fn dungeon(command: &DungeonCommand) -> Pilot {
    match command {
        DungeonCommand::EnterDungeon(_) | DungeonCommand::ClimbOut(_) => Pilot::Never,
    }
}
