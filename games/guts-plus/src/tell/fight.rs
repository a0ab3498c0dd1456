//! Fights, told.

use boneyard_table::Who;
use boneyard_table::view::{FightOver, Line, count};

use super::{Teller, change};
use crate::fact::FightFact;

pub(super) fn tell(teller: Teller<'_>, fact: &FightFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        FightFact::Begun { fighters } => {
            let order: Vec<String> =
                fighters.iter().map(|one| format!("{} {}", name(one.who), one.rolled)).collect();
            Some(Line::time(format!("A fight begins. First round: {}.", order.join(", "))))
        }
        FightFact::Joined { who } => change(format!("{} joins the fight.", name(*who)), *who),
        FightFact::Turn { who } => change(format!("{} takes a turn.", name(*who)), *who),
        FightFact::TurnOver { who } => change(format!("{} is done.", name(*who)), *who),
        FightFact::Did { what, .. } if what.is_empty() => None,
        FightFact::Did { who, what, .. } => change(format!("{}: {what}.", name(*who)), *who),
        FightFact::Moves { who, feet } => {
            change(format!("{} moves {}.", name(*who), count(*feet, "foot", "feet")), *who)
        }
        FightFact::Round { round } => Some(Line::time(format!("Round {round}."))),
        FightFact::Left { who, beaten: true } => change(format!("{} is beaten.", name(*who)), *who),
        FightFact::Left { who, beaten: false } => {
            change(format!("{} is out of the fight.", name(*who)), *who)
        }
        FightFact::Ended { rounds, won, fell, beaten, .. } => {
            let how = match won {
                Some(true) => "the heroes win",
                Some(false) => "no hero can fight on",
                None => "",
            };
            let told = |all: &[Who]| all.iter().map(|who| name(*who)).collect();
            let over = FightOver { what: "", rounds: *rounds, how, fell: told(fell), beaten: told(beaten) };
            Some(Line::time(over.line()))
        }
    }
}
