//! What creatures may do while they play themselves: every command, and whether a person has to give it.

use boneyard_table::{At, Pilot, Who};

use crate::GutsPlus;
use crate::command::{
    Command, DeskCommand, EssenceCommand, FightCommand, GearCommand, GrowthCommand, HealthCommand,
    HeroCommand, RollCommand, ShipCommand, TableCommand,
};
use crate::instinct;

/// The heroes in play.
pub fn party(at: At<'_, GutsPlus>) -> Vec<Who> {
    let plays = |who: &Who| at.state.sheet(*who).draft.is_none() && !at.state.live(*who).dead;
    at.state.heroes().filter(plays).collect()
}

/// In a fight as instinct says, without the help of those whom people play: nobody spends their action but they.
pub fn by_itself(at: At<'_, GutsPlus>, who: Who, led: &[Who]) -> Option<Command> {
    at.state.battle.as_ref()?;
    let mut command = instinct::command(at, who)?;
    if let Command::Fight(FightCommand::Attack(attack)) = &mut command
        && let Some(named) = &mut attack.quality
    {
        named.help.retain(|helper| !led.contains(helper));
    }
    Some(command)
}

/// Whether a creature that plays itself may give a command.
pub fn class(command: &Command) -> Pilot {
    match command {
        Command::Fight(command) => fight(command),
        Command::Ship(command) => ship(command),
        Command::Table(command) => table(command),
        Command::Roll(command) => roll(command),
        Command::Growth(command) => growth(command),
        Command::Health(command) => health(command),
        Command::Hero(command) => hero(command),
        Command::Gear(command) => gear(command),
        Command::Essence(command) => essence(command),
        Command::Desk(command) => desk(command),
    }
}

fn fight(command: &FightCommand) -> Pilot {
    use FightCommand as F;
    match command {
        F::TakeTurn { .. } | F::EndTurn { .. } | F::Attack(_) | F::Go { .. } | F::StandUp { .. } => {
            Pilot::Fight
        }
        // Instinct ends a round only after everybody has acted, and a fight only once one side is done for.
        F::Flee { .. } | F::EndRound | F::EndCombat => Pilot::Foes,
        F::BeginCombat { .. } => Pilot::Opens,
        F::JoinCombat { .. } | F::Leave { .. } | F::Act { .. } | F::Passive { .. } => Pilot::Never,
    }
}

fn ship(command: &ShipCommand) -> Pilot {
    use ShipCommand as S;
    match command {
        // The key is charged again.
        S::Arc { .. } => Pilot::Fight,
        // A task and idling both let the watch go by.
        S::Task(_) | S::Idle { .. } | S::EndWatch => Pilot::Never,
        S::CrewRole { .. }
        | S::WakeCrew
        | S::Lull { .. }
        | S::Search { .. }
        | S::LookOver { .. }
        | S::Reveal { .. }
        | S::Boss { .. }
        | S::Recharge { .. }
        | S::ComeOut { .. }
        | S::CreatureMoves { .. }
        | S::CreatureSize { .. }
        | S::KillCreature { .. }
        | S::ShowGoals
        | S::MarkGoal { .. }
        | S::EndShip => Pilot::Never,
    }
}

fn table(command: &TableCommand) -> Pilot {
    match command {
        TableCommand::House { .. }
        | TableCommand::Add { .. }
        | TableCommand::Speak { .. }
        | TableCommand::Correct { .. }
        | TableCommand::Session => Pilot::Never,
    }
}

fn roll(command: &RollCommand) -> Pilot {
    match command {
        RollCommand::Check(_) | RollCommand::Contest(_) | RollCommand::Attempt(_) => Pilot::Never,
    }
}

fn growth(command: &GrowthCommand) -> Pilot {
    match command {
        GrowthCommand::Award { .. } | GrowthCommand::Grow { .. } => Pilot::Never,
    }
}

fn health(command: &HealthCommand) -> Pilot {
    use HealthCommand as H;
    match command {
        H::Injure(_)
        | H::Inflict { .. }
        | H::EndCondition { .. }
        | H::StillSo { .. }
        | H::Readjust { .. }
        | H::Repair { .. }
        | H::Treat { .. }
        | H::Stabilise { .. }
        | H::Meal { .. }
        | H::HealsIn { .. }
        | H::Wake { .. }
        | H::Time(_)
        | H::Scene => Pilot::Never,
    }
}

fn hero(command: &HeroCommand) -> Pilot {
    use HeroCommand as H;
    match command {
        H::Draft { .. }
        | H::Biography(_)
        | H::Invent { .. }
        | H::Forget { .. }
        | H::Points { .. }
        | H::Dress(_)
        | H::Undress { .. }
        | H::Own { .. }
        | H::Disown { .. }
        | H::Chart(_)
        | H::ApproveChart { .. }
        | H::LiveWith { .. }
        | H::Random { .. }
        | H::Ready { .. } => Pilot::Never,
    }
}

fn gear(command: &GearCommand) -> Pilot {
    use GearCommand as G;
    match command {
        G::Hold { .. } | G::Stow { .. } => Pilot::Fight,
        G::Take { .. }
        | G::PutDown { .. }
        | G::Give { .. }
        | G::Wear { .. }
        | G::TakeOff { .. }
        | G::Drink { .. }
        | G::TakeAway { .. }
        | G::Define { .. }
        | G::Meet { .. } => Pilot::Never,
    }
}

fn essence(command: &EssenceCommand) -> Pilot {
    use EssenceCommand as E;
    match command {
        E::RollAura { .. }
        | E::ChooseAura { .. }
        | E::Learn { .. }
        | E::Essence(_)
        | E::LetGo { .. }
        | E::PushAside { .. }
        | E::GoesOn { .. }
        | E::Obstruct { .. }
        | E::Unstrain { .. }
        | E::ForgetTries { .. } => Pilot::Never,
    }
}

fn desk(command: &DeskCommand) -> Pilot {
    use DeskCommand as D;
    match command {
        D::Tick { .. }
        | D::Note { .. }
        | D::Outline { .. }
        | D::SetDown { .. }
        | D::ShowPlace { .. }
        | D::Card(_)
        | D::Link { .. }
        | D::Npc(_)
        | D::AwardCombat { .. }
        | D::AwardLe { .. }
        | D::Challenge { .. }
        | D::EndChallenge { .. }
        | D::Power { .. }
        | D::UsePower { .. } => Pilot::Never,
    }
}
