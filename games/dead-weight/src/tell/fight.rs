//! A fight, told.

use boneyard_table::Who;
use boneyard_table::view::{FightOver, Line};

use super::{Teller, change};
use crate::fact::{Effort, FightFact, FightOutcome};

pub(super) fn tell(teller: Teller<'_>, fact: &FightFact) -> Option<Line> {
    let name = |who| teller.name(who);
    match fact {
        FightFact::Began { battle } => {
            Some(Line::time(format!("A fight is set up; {}.", battle.opening.name())))
        }
        FightFact::Put { who, at } => change(format!("{} is at {at}.", name(*who)), *who),
        FightFact::Came { fighter, .. } => {
            change(format!("{} joins the fight.", name(fighter.who)), fighter.who)
        }
        FightFact::Initiative { who, fast } => {
            change(format!("{} is {}.", name(*who), if *fast { "fast" } else { "slow" }), *who)
        }
        FightFact::Morale { side, from, to } => {
            let whose = side_name(*side);
            Some(Line::change(if to.broken {
                format!("The {whose} are broken.")
            } else {
                format!("Morale of the {whose}: {} to {}.", from.value, to.value)
            }))
        }
        FightFact::Round { number, .. } => Some(Line::time(format!("Round {number}."))),
        FightFact::Turn { who, .. } => change(format!("{} acts.", name(*who)), *who),
        FightFact::TurnOver { .. } => None,
        FightFact::Actions { who, left, on: Effort::Gain } => {
            change(format!("{} gains an action: {left} left.", name(*who)), *who)
        }
        FightFact::Actions { .. } | FightFact::SpentAction(_) => None,
        FightFact::Attacks { who, target, with } => {
            change(format!("{} attacks {} with {with}.", name(*who), name(*target)), *who)
        }
        FightFact::Hit(blow) => change(format!("{} is hit.", name(blow.target)), blow.target),
        FightFact::Missed { who, target } => {
            change(format!("{} does not hit {}.", name(*who), name(*target)), *who)
        }
        FightFact::Moved { who, from, to } => {
            change(format!("{} moves from {from} to {to}.", name(*who)), *who)
        }
        FightFact::Faces { who, facing } => {
            change(format!("{} faces {}.", name(*who), facing.name().replace('_', "-")), *who)
        }
        FightFact::Left { who } => change(format!("{} leaves the fight.", name(*who)), *who),
        FightFact::Surrendered { who } => change(format!("{} surrenders.", name(*who)), *who),
        FightFact::NoQuarter { side } => {
            Some(Line::change(format!("The surrender of the {} is refused.", side_name(*side))))
        }
        FightFact::Fleeing { fleeing: true } => Some(Line::change("The enemies run.")),
        FightFact::Fleeing { fleeing: false } => Some(Line::change("The enemies fight on.")),
        FightFact::Tokens { who, tokens } => {
            let (shield, dodge, stun) = (tokens.shield, tokens.dodges(), tokens.stun);
            change(format!("{}: {shield} shield, {dodge} dodge and {stun} stun tokens.", name(*who)), *who)
        }
        FightFact::Held { who, by: Some(by), .. } => {
            change(format!("{} is held by {}.", name(*who), name(*by)), *who)
        }
        FightFact::Held { who, .. } => change(format!("{} is free.", name(*who)), *who),
        FightFact::Helps(help) => {
            change(format!("{} will help {}.", name(help.by), name(help.ally)), help.by)
        }
        FightFact::Door { open, .. } => {
            Some(Line::change(if *open { "A door opens." } else { "A door closes." }))
        }
        FightFact::Fell { who, item, at } => {
            change(format!("The {} falls to the ground at {at}.", teller.thing(*who, *item)), *who)
        }
        FightFact::PickedUp { who, item } => {
            change(format!("The {} is picked up.", teller.thing(*who, *item)), *who)
        }
        FightFact::Ended { outcome, rounds, fell, beaten } => {
            let how = match outcome {
                FightOutcome::Won => "the adventurers win",
                FightOutcome::Lost => "no adventurer is left standing",
                FightOutcome::Escaped => "the adventurers got away",
                FightOutcome::Pursued => "the adventurers got away, and the enemies follow",
                FightOutcome::Surrendered => "the adventurers surrendered",
                FightOutcome::BothRetreat => "both sides retreat",
                FightOutcome::Stopped => "",
            };
            let told = |all: &[Who]| all.iter().map(|who| name(*who)).collect();
            let over = FightOver { what: "", rounds: *rounds, how, fell: told(fell), beaten: told(beaten) };
            Some(Line::time(over.line()))
        }
    }
}

fn side_name(side: u8) -> &'static str {
    if side == 0 { "adventurers" } else { "enemies" }
}
