//! An Encounter, told.

use boneyard_table::view::{FightOver, Line};

use super::{Teller, change};
use crate::fact::{FightFact, Outcome};

pub(super) fn tell(teller: Teller<'_>, fact: &FightFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        FightFact::Called { .. } => Some(Line::time("Initiative is called for.")),
        FightFact::Initiative { who, initiative, waits } => {
            let when = if *waits { ", from the next Round on" } else { "" };
            change(format!("{} has Initiative {}{when}.", name(*who), initiative.total), *who)
        }
        FightFact::Round { number } => Some(Line::time(format!("Round {number}."))),
        FightFact::Turn { who } => change(format!("The Turn of {}.", name(*who)), *who),
        // What somebody of the Referee's has left to spend is the Referee's.
        FightFact::Ap { who, .. } if !teller.open(*who) => None,
        FightFact::Ap { who, to } => change(format!("{} has {to} AP.", name(*who)), *who),
        FightFact::TurnOver { who } => change(format!("The Turn of {} is over.", name(*who)), *who),
        FightFact::Stance { who, to } => change(format!("{} is in {}.", name(*who), to.name()), *who),
        FightFact::Maneuvers { who } => change(format!("{} makes a Maneuver.", name(*who)), *who),
        FightFact::Attacks { who, target, with } => {
            change(format!("{} attacks {} with {with}.", name(*who), name(*target)), *who)
        }
        FightFact::Struck { who, target, total, against, hit } => {
            let how = if *hit { "hits" } else { "misses" };
            let numbers = match (teller.open(*who), teller.open(*target)) {
                (true, true) => format!(" with {total} against {against}"),
                (true, false) => format!(" with {total}"),
                _ => String::new(),
            };
            change(format!("{} {how} {}{numbers}.", name(*who), name(*target)), *who)
        }
        FightFact::Moved { who, to, lift } => {
            let up = if *lift > 0 { format!(", {lift} feet up") } else { String::new() };
            change(format!("{} moves to {to}{up}.", name(*who)), *who)
        }
        FightFact::Pushed { who, to, lift } => {
            let up = if *lift > 0 { format!(", {lift} feet up") } else { String::new() };
            change(format!("{} is moved to {to}{up}.", name(*who)), *who)
        }
        FightFact::Fizzled { who, what, .. } => {
            change(format!("{} cannot go on: {what} does not happen.", name(*who)), *who)
        }
        FightFact::Forced { who, target: Some(target) } => {
            change(format!("{} has {} in hand.", name(*who), name(*target)), *who)
        }
        FightFact::Forced { target: None, .. } => None,
        FightFact::Left { who } => change(format!("{} is out of the Encounter.", name(*who)), *who),
        FightFact::Ended { outcome, rounds, fell } => {
            let how = match outcome {
                Outcome::Won => "the Characters win",
                Outcome::Lost => "no Character is left standing",
                Outcome::Stopped => "",
            };
            let fell = fell.iter().map(|who| name(*who)).collect();
            let over = FightOver { what: "Encounter", rounds: *rounds, how, fell, ..FightOver::default() };
            Some(Line::time(over.line()))
        }
    }
}
