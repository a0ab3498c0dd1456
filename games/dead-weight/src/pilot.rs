//! What creatures may do while they play themselves: every command, and whether a person has to give it. On the way and in
//! camp the party decides, so nothing there is a creature's own.

use boneyard_table::{At, Pilot};

use crate::DeadWeight;
use crate::command::{
    CampCommand, Command, ExpeditionCommand, FightCommand, GearCommand, HeroCommand, HurtCommand,
    InterludeCommand, MagicCommand, RollCommand, TableCommand,
};

/// The round of a fight that has begun; while it is set up nobody fights yet.
pub fn round(at: At<'_, DeadWeight>) -> Option<u16> {
    let battle = at.state.battle.as_ref().filter(|battle| !battle.setup)?;
    Some(u16::try_from(battle.order.round()).unwrap_or(u16::MAX))
}

/// Whether a creature that plays itself may give a command.
pub fn class(command: &Command) -> Pilot {
    match command {
        Command::Fight(command) => fight(command),
        Command::Magic(command) => magic(command),
        Command::Expedition(command) => expedition(command),
        Command::Gear(command) => gear(command),
        Command::Camp(command) => camp(command),
        Command::Table(command) => table(command),
        Command::Roll(command) => roll(command),
        Command::Hurt(command) => hurt(command),
        Command::Hero(command) => hero(command),
        Command::Interlude(command) => interlude(command),
    }
}

fn fight(command: &FightCommand) -> Pilot {
    use FightCommand as F;
    match command {
        F::BeginTurn(_)
        | F::EndTurn(_)
        | F::Attack(_)
        | F::CombatMove(_)
        | F::Face(_)
        | F::CombatRecover(_)
        | F::CombatBreath(_)
        | F::Defend(_)
        | F::Dodge(_)
        | F::HelpAnother(_)
        | F::Equip(_)
        | F::CombatUse(_)
        | F::Reload(_)
        | F::BreakFree(_)
        | F::CutLoose(_)
        | F::Bash(_)
        | F::Feint(_)
        | F::Fearless(_)
        | F::Intimidate(_)
        | F::BanishUndead(_)
        | F::FoeAct(_)
        | F::PetAct(_) => Pilot::Fight,
        F::LeaveFight(_) => Pilot::Foes,
        F::Fight(_) | F::StartFight => Pilot::Opens,
        // Who fights where is set up by people; so are things that change hands, and what no rule knows.
        F::Place(_)
        | F::Stalk(_)
        | F::JoinFight(_)
        | F::AddAlly(_)
        | F::StopFight
        | F::FightDoor(_)
        | F::CombatGive(_)
        | F::ThrowItem(_)
        | F::PickUp(_)
        | F::CombatFreeform(_) => Pilot::Never,
    }
}

fn magic(command: &MagicCommand) -> Pilot {
    match command {
        MagicCommand::Cast(_) | MagicCommand::Pray(_) => Pilot::Fight,
        // A scroll and a sacrifice do not come back.
        MagicCommand::ReadScroll(_) | MagicCommand::Sacrifice(_) | MagicCommand::Memorise(_) => Pilot::Never,
    }
}

fn expedition(command: &ExpeditionCommand) -> Pilot {
    use ExpeditionCommand as E;
    match command {
        E::StartCombat => Pilot::Opens,
        E::SetOut(_)
        | E::AddPlace(_)
        | E::PlaceFlag(_)
        | E::PassTurns(_)
        | E::MoveTracker(_)
        | E::SetDoom(_)
        | E::BringEvent(_)
        | E::ShowTracker(_)
        | E::Go(_)
        | E::Loot(_)
        | E::Parley(_)
        | E::CatchBreath(_)
        | E::LookForTraps(_)
        | E::Disarm(_)
        | E::UseItem(_)
        | E::Freeform(_)
        | E::Search(_)
        | E::Unlock(_)
        | E::Veteran(_)
        | E::Kindle(_)
        | E::Snuff
        | E::Stabilise(_)
        | E::ImproviseSymbol(_)
        | E::MakeSite(_)
        | E::LayToRest(_)
        | E::Leave => Pilot::Never,
    }
}

fn gear(command: &GearCommand) -> Pilot {
    match command {
        GearCommand::Carry(_)
        | GearCommand::Give(_)
        | GearCommand::Drop(_)
        | GearCommand::Spend(_)
        | GearCommand::Explain(_)
        | GearCommand::MarkThing(_) => Pilot::Never,
    }
}

fn camp(command: &CampCommand) -> Pilot {
    use CampCommand as C;
    match command {
        C::PitchCamp(_)
        | C::Lookout
        | C::Rest
        | C::Sleep
        | C::Cook(_)
        | C::CampItems(_)
        | C::Tend(_)
        | C::Ritual(_)
        | C::Craft(_)
        | C::Mend(_)
        | C::Operate(_)
        | C::BreakCamp => Pilot::Never,
    }
}

fn table(command: &TableCommand) -> Pilot {
    match command {
        TableCommand::House { .. }
        | TableCommand::Add { .. }
        | TableCommand::List { .. }
        | TableCommand::Session => Pilot::Never,
    }
}

fn roll(command: &RollCommand) -> Pilot {
    match command {
        RollCommand::CallTest(_)
        | RollCommand::Test(_)
        | RollCommand::EnemyTest(_)
        | RollCommand::Risk(_)
        | RollCommand::Coin => Pilot::Never,
    }
}

fn hurt(command: &HurtCommand) -> Pilot {
    match command {
        HurtCommand::Harm(_)
        | HurtCommand::Tire(_)
        | HurtCommand::Recover(_)
        | HurtCommand::Heal(_)
        | HurtCommand::Afflict(_)
        | HurtCommand::Cure(_) => Pilot::Never,
    }
}

fn hero(command: &HeroCommand) -> Pilot {
    use HeroCommand as H;
    match command {
        H::Draft { .. }
        | H::DraftAtOnce { .. }
        | H::RollPath { .. }
        | H::RerollPath { .. }
        | H::FreeReroll { .. }
        | H::AcceptPath { .. }
        | H::ChooseClass { .. }
        | H::TakeKit { .. }
        | H::MovePoint { .. }
        | H::Follow { .. }
        | H::Learn { .. }
        | H::PickSkill { .. }
        | H::Ready { .. } => Pilot::Never,
    }
}

fn interlude(command: &InterludeCommand) -> Pilot {
    use InterludeCommand as I;
    match command {
        I::ReturnHome
        | I::NextStep
        | I::SellTreasure(_)
        | I::ShareSilver(_)
        | I::Lodge(_)
        | I::Raise(_)
        | I::LevelUp(_)
        | I::DropSkill { .. }
        | I::Seek { .. }
        | I::Buy(_)
        | I::SellGear(_)
        | I::Activity(_)
        | I::NoteDebt { .. }
        | I::Retire(_)
        | I::ShiftPath { .. } => Pilot::Never,
    }
}
