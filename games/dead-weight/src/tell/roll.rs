//! A roll, told step by step.

use boneyard_table::view::Line;

use super::{Teller, change};
use crate::fact::{FightOutcome, RollFact};
use crate::state::Outcome;

pub(super) fn tell(teller: Teller<'_>, fact: &RollFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        RollFact::Withdrawn { who } => change(format!("{} lets it be.", name(*who)), *who),
        RollFact::NotNeeded { who } => change(format!("{} needs no roll for that.", name(*who)), *who),
        RollFact::Declared { tray } => {
            let kind = if tray.test { "test" } else { "check" };
            let what = match tray.attribute {
                Some(attribute) => format!("{} {kind}", attribute.name()),
                None => "test of its level".to_owned(),
            };
            let how = match tray.count {
                0 => "two dice, of which the lower counts".to_owned(),
                1 => "1 die".to_owned(),
                more => format!("{more} dice"),
            };
            let safe = if tray.safe { ", keeping it safe" } else { "" };
            let effort = if tray.effort { ", with an extra effort" } else { "" };
            change(format!("{}: {what} with {how}{safe}{effort}.", name(tray.who)), tray.who)
        }
        RollFact::Helped { helper } => change(format!("{} helps.", name(helper.who)), helper.who),
        RollFact::Thrown { .. } => None,
        RollFact::Rerolled { by, with, old, new, kept_new, .. } => {
            let who = by.map_or("The GM", name);
            let stands = if *kept_new { *new } else { old.face };
            let kept = if *kept_new { String::new() } else { format!(", but the {stands} stands") };
            change(format!("{who} rerolls the {} with {}: {new}{kept}.", old.face, with.name()), old.of)
        }
        RollFact::Added { die } => {
            change(format!("{} makes an extra effort: {} is added.", name(die.of), die.face), die.of)
        }
        RollFact::Passed { gm: true } => Some(Line::change("The GM lets the dice lie.")),
        RollFact::Passed { gm: false } => Some(Line::change("The players let the dice lie.")),
        RollFact::Read { who, outcome, dice } => {
            let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
            let told = match outcome {
                Outcome::Success => "a success",
                Outcome::GreatSuccess => "a great success",
                Outcome::Failure => "a failure",
                Outcome::CriticalFailure => "a critical failure",
            };
            change(format!("{}: {}, {told}.", name(*who), faces.join(", ")), *who)
        }
        RollFact::FailedOutright { who } => {
            change(format!("{} has not even a die to roll and fails.", name(*who)), *who)
        }
        RollFact::Lesson { who, attribute, to } => {
            change(format!("{} marks a lesson on {}: {to}.", name(*who), attribute.name()), *who)
        }
        // The end of a fight says how it went.
        RollFact::CameOut(last) if FightOutcome::ALL.iter().any(|one| one.word() == last.outcome) => None,
        RollFact::CameOut(last) => Some(Line::change(last.outcome.to_string())),
    }
}
