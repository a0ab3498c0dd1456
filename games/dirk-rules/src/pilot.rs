//! What creatures may do while they play themselves: every command, and whether a person has to give it.

use boneyard_table::{At, Pilot, Who};

use crate::DirkRules;
use crate::command::Command;

/// The heroes in play.
pub fn party(at: At<'_, DirkRules>) -> Vec<Who> {
    let plays = |who: &Who| {
        let sheet = at.state.sheet(*who);
        sheet.hero && sheet.draft.is_none() && !at.state.live(*who).dead
    };
    at.state.everybody().filter(plays).collect()
}

/// Whether a creature that plays itself may give a command.
pub fn class(command: &Command) -> Pilot {
    use Command as C;
    match command {
        C::Move(_)
        | C::Attack { .. }
        | C::FullDefense { .. }
        | C::Grapple { .. }
        | C::Stand { .. }
        | C::Hold { .. }
        | C::CalledShot { .. }
        | C::Feint { .. }
        | C::Taunt { .. }
        | C::Route { .. }
        | C::Rally { .. }
        | C::MakeReady { .. }
        | C::Special { .. }
        | C::Help { .. }
        | C::Use(_)
        | C::EndTurn { .. } => Pilot::Fight,
        C::Begin(_) => Pilot::Opens,
        // Words, and what is used up for good.
        C::Misc { .. } | C::Say { .. } | C::Consume { .. } => Pilot::Never,
        // Who fights, and when it is over.
        C::Join { .. } | C::EndBattle | C::Reveal { .. } | C::Meet { .. } => Pilot::Never,
        // The referee's.
        C::House { .. }
        | C::Add { .. }
        | C::Name { .. }
        | C::Apart { .. }
        | C::Save(_)
        | C::Contest { .. }
        | C::Event { .. }
        | C::Deprive { .. }
        | C::Breathless { .. }
        | C::Relieve { .. }
        | C::Wake { .. }
        | C::Draw { .. }
        | C::HandOut { .. }
        | C::Befall { .. }
        | C::PutAside { .. }
        | C::Grant { .. }
        | C::FindAt { .. }
        | C::Find { .. }
        | C::BlackMarket { .. }
        | C::Weather { .. }
        | C::Ford { .. }
        | C::Hazard { .. }
        | C::Mishap { .. }
        | C::Threat { .. }
        | C::Advance { .. }
        | C::Flag { .. }
        | C::Fate { .. } => Pilot::Never,
        // Time and ways.
        C::Pass(_)
        | C::Explore { .. }
        | C::Rest(_)
        | C::Tend { .. }
        | C::Travel(_)
        | C::Chase { .. }
        | C::Ride { .. }
        | C::Voyage { .. }
        | C::SetOut
        | C::Go { .. }
        | C::Attempt { .. }
        | C::Loot { .. }
        | C::Search { .. }
        | C::Take { .. } => Pilot::Never,
        // Plans, lessons, trade, and making a hero.
        C::Plan { .. }
        | C::PlanNeeds { .. }
        | C::PlanMeets { .. }
        | C::PlanDone { .. }
        | C::Apprentice(_)
        | C::Train { .. }
        | C::LessonNeeds { .. }
        | C::LessonMeets { .. }
        | C::LeaveLesson { .. }
        | C::Shop(_)
        | C::Sell { .. }
        | C::HandOn { .. }
        | C::Drop { .. }
        | C::Fix { .. }
        | C::Work(_)
        | C::Draft { .. }
        | C::RollTotals { .. }
        | C::Assign { .. }
        | C::Learn { .. }
        | C::Buy { .. }
        | C::Ready { .. } => Pilot::Never,
    }
}
