//! What creatures may do while they play themselves: every command, and whether a person has to give it.

use boneyard_table::{At, Pilot, Who};

use crate::RollHighOrDie;
use crate::command::{
    CheckCommand, Command, FightCommand, HeroCommand, HurtCommand, InventoryCommand, LivingCommand,
    ScenarioCommand, TableCommand,
};
use crate::instinct;

/// The round of the Encounter under way.
pub fn round(at: At<'_, RollHighOrDie>) -> Option<u16> {
    let encounter = at.state.encounter.as_ref()?;
    Some(u16::try_from(encounter.order.round()).unwrap_or(u16::MAX))
}

/// In an Encounter as instinct says, but nobody speaks for the party.
pub fn by_itself(at: At<'_, RollHighOrDie>, who: Who) -> Option<Command> {
    at.state.encounter.as_ref()?;
    (at.state.acting() == Some(who)).then(|| instinct::fights(at, who))
}

/// Whether a creature that plays itself may give a command.
pub fn class(command: &Command) -> Pilot {
    match command {
        Command::Fight(command) => fight(command),
        Command::Inventory(command) => inventory(command),
        Command::Table(command) => table(command),
        Command::Check(command) => check(command),
        Command::Hurt(command) => hurt(command),
        Command::Hero(command) => hero(command),
        Command::Living(command) => living(command),
        Command::Scenario(command) => scenario(command),
    }
}

fn fight(command: &FightCommand) -> Pilot {
    use FightCommand as F;
    match command {
        F::Attack(_)
        | F::Grapple(_)
        | F::Shove(_)
        | F::Stance(_)
        | F::Run(_)
        | F::Crawl(_)
        | F::Climb(_)
        | F::Jump(_)
        | F::Swim(_)
        | F::Batter(_)
        | F::Catch(_)
        | F::Aid(_)
        | F::Hide(_)
        | F::Detect(_)
        | F::Force(_)
        | F::Feature(_)
        | F::BreakFree(_)
        | F::LetGo(_)
        | F::EndTurn(_) => Pilot::Fight,
        F::Leave(_) => Pilot::Foes,
        F::Call(_) => Pilot::Opens,
        F::Join(_) | F::Disarm(_) | F::LayTrap(_) | F::Script(_) | F::EndEncounter => Pilot::Never,
    }
}

fn inventory(command: &InventoryCommand) -> Pilot {
    use InventoryCommand as I;
    match command {
        I::Stow(_) | I::Grip(_) | I::Reload(_) | I::Unjam(_) => Pilot::Fight,
        I::Drop(_)
        | I::Give(_)
        | I::Split(_)
        | I::Wear(_)
        | I::Interact(_)
        | I::Purchase(_)
        | I::Sell(_)
        | I::Appraise(_)
        | I::Craft(_)
        | I::Mend(_)
        | I::Retag(_)
        | I::Recover(_) => Pilot::Never,
    }
}

fn table(command: &TableCommand) -> Pilot {
    use TableCommand as T;
    match command {
        T::House(_)
        | T::AddCreature(_)
        | T::Board(_)
        | T::Place(_)
        | T::Door(_)
        | T::Regard(_)
        | T::Floor(_)
        | T::Current(_)
        | T::Light(_)
        | T::Grant(_) => Pilot::Never,
    }
}

fn check(command: &CheckCommand) -> Pilot {
    match command {
        CheckCommand::CallCheck(_)
        | CheckCommand::Contest(_)
        | CheckCommand::Improvise(_)
        | CheckCommand::RollDice(_)
        | CheckCommand::Request(_)
        | CheckCommand::Measure(_) => Pilot::Never,
    }
}

fn hurt(command: &HurtCommand) -> Pilot {
    match command {
        HurtCommand::Harm(_)
        | HurtCommand::Restore(_)
        | HurtCommand::Inflict(_)
        | HurtCommand::Air(_)
        | HurtCommand::Fall(_)
        | HurtCommand::SpendHitDie(_) => Pilot::Never,
    }
}

fn hero(command: &HeroCommand) -> Pilot {
    use HeroCommand as H;
    match command {
        H::BeginHero(_)
        | H::Concept(_)
        | H::RollScores(_)
        | H::Assign(_)
        | H::BuyDegree(_)
        | H::BuyFeature(_)
        | H::BuyTrait(_)
        | H::GiveBack(_)
        | H::DoneLearning(_)
        | H::Buy(_)
        | H::Return(_)
        | H::DoneShopping(_)
        | H::FinishHero(_) => Pilot::Never,
    }
}

fn living(command: &LivingCommand) -> Pilot {
    use LivingCommand as L;
    match command {
        L::PlanDay(_)
        | L::Declare(_)
        | L::BeginWatch(_)
        | L::EndWatch(_)
        | L::PassWatches(_)
        | L::Eat(_)
        | L::Drink(_)
        | L::Refill(_)
        | L::Forage(_)
        | L::Tend(_)
        | L::Practise(_)
        | L::Study(_)
        | L::Season(_)
        | L::Weather(_)
        | L::Award(_) => Pilot::Never,
    }
}

fn scenario(command: &ScenarioCommand) -> Pilot {
    match command {
        ScenarioCommand::Enter(_)
        | ScenarioCommand::Scene(_)
        | ScenarioCommand::Scout(_)
        | ScenarioCommand::Parley(_)
        | ScenarioCommand::FreePrisoner(_)
        | ScenarioCommand::Search(_)
        | ScenarioCommand::FinishScenario => Pilot::Never,
    }
}
