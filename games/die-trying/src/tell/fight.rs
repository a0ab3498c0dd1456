//! A fight and hiding, told.

use boneyard_table::view::{FightOver, Line};

use super::{Teller, change};
use crate::fact::{FightFact, FightOutcome, SightFact, Spending};
use crate::state::Deed;

pub(super) fn tell(teller: Teller<'_>, fact: &FightFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        FightFact::Began { .. } => Some(Line::time("A fight begins.")),
        FightFact::Initiative { who, initiative } => {
            change(format!("{} has Initiative {}.", name(*who), initiative.total), *who)
        }
        FightFact::Quickened { who, initiative } => {
            change(format!("{} has Initiative {} now.", name(*who), initiative.total), *who)
        }
        FightFact::Joined { who, after } => {
            change(format!("{} joins the fight and acts after {}.", name(*who), name(*after)), *who)
        }
        FightFact::Round { number } => Some(Line::time(format!("Round {number}."))),
        FightFact::Turn { who } => change(format!("{} acts.", name(*who)), *who),
        FightFact::TurnOver { .. } => None,
        FightFact::Spent { who, what } => spent(teller, *who, *what),
        FightFact::Strikes { who, target, with, kind } => {
            let kind = kind.map_or(String::new(), |kind| format!(", for {} damage", kind.name()));
            let the = if with == "bare hands" { "" } else { "the " };
            change(format!("{} strikes at {} with {the}{with}{kind}.", name(*who), name(*target)), *who)
        }
        FightFact::Moved { who, to, .. } => change(format!("{} moves to {to}.", name(*who)), *who),
        FightFact::Shoved { who, to } => change(format!("{} is moved to {to}.", name(*who)), *who),
        FightFact::Readied { who, ready: Some(ready) } => {
            let deed = match ready.deed {
                Deed::Strike => "a Strike",
                Deed::Dodge => "a Dodge",
                Deed::Step => "a step",
            };
            change(format!("{} is ready for {deed}: {}.", name(*who), ready.when), *who)
        }
        FightFact::Readied { ready: None, .. } => None,
        FightFact::Morale { who, flees: true } => change(format!("{} runs.", name(*who)), *who),
        FightFact::Morale { who, flees: false } => change(format!("{} fights on.", name(*who)), *who),
        FightFact::OutOfSight { .. } => None,
        FightFact::Lost { who } => change(format!("The fight goes on without {}.", name(*who)), *who),
        FightFact::Left { who } => change(format!("{} is out of the fight.", name(*who)), *who),
        FightFact::Ended { outcome, rounds, fell } => {
            let how = match outcome {
                FightOutcome::Won => "the heroes win",
                FightOutcome::Lost => "no hero is left standing",
                FightOutcome::Escaped => "the heroes got away",
                FightOutcome::Stopped => "",
            };
            let fell = fell.iter().map(|who| name(*who)).collect();
            let over = FightOver { rounds: *rounds, how, fell, ..FightOver::default() };
            Some(Line::time(over.line()))
        }
    }
}

fn spent(teller: Teller<'_>, who: boneyard_table::Who, what: Spending) -> Option<Line> {
    let name = teller.name(who);
    match what {
        Spending::Dash => change(format!("{name} dashes."), who),
        Spending::Dodge(by) => change(format!("{name} dodges: AC +{by}."), who),
        Spending::Reaction => change(format!("{name} reacts."), who),
        Spending::FreeFeet(feet) => change(format!("{name} has {feet} feet more to go."), who),
        Spending::NoEscape(_) => change(format!("{name} is too tangled for another try."), who),
        _ => None,
    }
}

pub(super) fn sight(teller: Teller<'_>, fact: &SightFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        SightFact::Hides { who, hidden } if hidden.undetected => {
            change(format!("{} is Undetected by {}.", name(*who), name(hidden.from)), *who)
        }
        SightFact::Hides { who, hidden } => {
            change(format!("{} is Hidden from {}.", name(*who), name(hidden.from)), *who)
        }
        SightFact::Found { who, by } => {
            change(format!("{} is no longer Hidden from {}.", name(*who), name(*by)), *who)
        }
        SightFact::Sneaked { who } => change(format!("{} sneaks.", name(*who)), *who),
    }
}
