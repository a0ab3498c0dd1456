//! Ready: a deed kept for a trigger, done as a Reaction when it comes.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aim::check_target;
use super::arms::natural_or_held;
use super::legal::{Cost, gm, house_action, legal, pay};
use super::react::reaction;
use super::strike::assault;
use super::walk::Go;
use crate::DieTrying;
use crate::fact::{FightFact, Spending};
use crate::question::UseReaction;
use crate::rules;
use crate::sight;
use crate::state::{Deed, Ready, Spot};

/// The Ready action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyDeed {
    /// Who.
    pub who: Who,
    /// When this happens.
    pub when: String,
    /// A Strike, a Dodge or a step.
    pub deed: Deed,
}

/// The trigger happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// Who was ready.
    pub who: Who,
    /// Whom a Strike is for.
    #[serde(default)]
    pub target: Option<Who>,
    /// Where a step goes.
    #[serde(default)]
    pub to: Option<Spot>,
}

/// Gets ready for something.
pub fn ready(cx: &mut Cx<'_, DieTrying>, ready: &ReadyDeed) -> Flow {
    let (who, rule) = (ready.who, rules::DT_ACT_07H);
    house_action(cx.state())?;
    legal(cx.state(), cx.book(), who, Cost::Action)?;
    let when = ready.when.trim();
    if cx.state().battle.is_none() || when.is_empty() || when.chars().count() > 80 {
        let sentence = "In a fight, say in up to 80 letters what you wait for.";
        return refuse(Refusal::new(rule, "no-trigger", sentence));
    }
    pay(cx, who, Cost::Action, rule);
    let kept = Ready { when: when.to_owned(), of: None, deed: ready.deed };
    cx.record(rule, FightFact::Readied { who, ready: Some(kept) }.into());
    sight::acted(cx, who);
    Ok(())
}

/// The TS says that a trigger happens; its owner may act on it.
pub fn spring(cx: &mut Cx<'_, DieTrying>, by: Seat, spring: Spring) -> Flow {
    let (who, rule) = (spring.who, rules::DT_ACT_07H);
    gm(by, rule, "The Trapsetter says when a trigger happens.")?;
    legal(cx.state(), cx.book(), who, Cost::Reaction)?;
    let Some(ready) = cx.state().live(who).ready.clone() else {
        let sentence = format!("{} is not ready for anything.", cx.state().name(who));
        return refuse(Refusal::new(rule, "not-ready", sentence));
    };
    let (state, book) = (cx.state(), cx.book());
    let blow = match (ready.deed, spring.target, natural_or_held(state, who)) {
        (Deed::Strike, Some(target), Some(weapon)) => {
            let blow = reaction(state, book, who, target, weapon.into(), 0, rule);
            check_target(cx.at(), &blow)?;
            Some(blow)
        }
        (Deed::Strike, _, _) => {
            return refuse(Refusal::new(rule, "no-target", "Say whom the Strike is for."));
        }
        _ => None,
    };
    let step = match (ready.deed, spring.to) {
        (Deed::Step, Some(to)) => Some(check_step(cx, who, to)?),
        (Deed::Step, None) => return refuse(Refusal::new(rule, "no-square", "Say where the step goes.")),
        _ => None,
    };
    let target = spring.target.unwrap_or(who);
    let used = cx.ask(who, UseReaction { who, target, rule })?;
    if !used {
        return Ok(());
    }
    pay(cx, who, Cost::Reaction, rule);
    cx.record(rule, FightFact::Readied { who, ready: None }.into());
    if let Some(blow) = blow {
        cx.within(who, |cx| assault(cx, &blow))?;
        sight::acted(cx, who);
    } else if let Some(to) = step {
        cx.record(rule, FightFact::Shoved { who, to }.into());
        sight::acted(cx, who);
    } else {
        let by = super::act::dodge_by(cx, who);
        cx.record(rules::DT_COM_10, FightFact::Spent { who, what: Spending::Dodge(by) }.into());
    }
    Ok(())
}

/// A step of 5 feet to a free square beside one.
fn check_step(cx: &Cx<'_, DieTrying>, who: Who, to: Spot) -> Result<Spot, Refusal> {
    let free = super::walk::beside(cx.at(), &Go::to(who, to));
    if free {
        return Ok(to);
    }
    let sentence = format!("{} cannot step to {to}.", cx.state().name(who));
    Err(Refusal::new(rules::DT_ACT_07H, "no-step", sentence))
}
