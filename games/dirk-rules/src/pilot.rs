//! What creatures may do while they play themselves: every command, and whether a person has to give it.

use boneyard_table::{At, Pilot, Who};

use crate::DirkRules;
use crate::command::OtherCommand;

/// The heroes in play.
pub fn party(at: At<'_, DirkRules>) -> Vec<Who> {
    let plays = |who: &Who| {
        let sheet = at.state.sheet(*who);
        sheet.hero && sheet.draft.is_none() && !at.state.live(*who).dead
    };
    at.state.everybody().filter(plays).collect()
}

/// Whether a creature that plays itself may give a command.
pub fn class(command: &OtherCommand) -> Pilot {
    use OtherCommand as C;
    match command {
        // Words, and what is used up for good.
        C::Say { .. } => Pilot::Never,
        // Who fights, and when it is over.
        C::Reveal { .. } | C::Meet { .. } => Pilot::Never,
        // The referee's.
        C::Apart { .. }
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
        | C::Hazard { .. }
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
        | C::Loot { .. } => Pilot::Never,
        // Plans, lessons, trade, and making a hero.
        C::Plan { .. }
        | C::PlanNeeds { .. }
        | C::PlanMeets { .. }
        | C::PlanDone { .. }
        | C::Apprentice(_)
        | C::Train { .. }
        | C::LessonNeeds { .. }
        | C::LessonMeets { .. }
        | C::LeaveLesson { .. } => Pilot::Never,
    }
}
