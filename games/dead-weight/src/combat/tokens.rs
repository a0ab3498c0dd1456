//! Tokens placed and taken, and holds: who is held by whom, and what ends it.

use boneyard_table::{Cx, RuleId, Who};

use super::ground::fighters;
use super::legal::phase;
use crate::DeadWeight;
use crate::fact::FightFact;
use crate::house::SlowDodgeSurvives;
use crate::rules;
use crate::state::{Phase, Tokens};

/// Places shield tokens, up to the most one may have. Gives how many.
pub fn shield(cx: &mut Cx<'_, DeadWeight>, who: Who, count: u8, rule: RuleId) -> u8 {
    let old = cx.state().live(who).tokens;
    let shield = old.shield.saturating_add(count).min(Tokens::MOST_SHIELDS).max(old.shield);
    set(cx, who, Tokens { shield, ..old }, rule);
    shield - old.shield
}

/// Places dodge tokens. Those of a slow adventurer outlast the cleanup right after.
pub fn dodge(cx: &mut Cx<'_, DeadWeight>, who: Who, count: u8, rule: RuleId) {
    let old = cx.state().live(who).tokens;
    let slow = phase(cx.state()) == Some(Phase::Slow);
    let late = slow && cx.state().house.slow_dodge_survives == SlowDodgeSurvives::On;
    let tokens = if late {
        Tokens { late_dodge: old.late_dodge.saturating_add(count), ..old }
    } else {
        Tokens { dodge: old.dodge.saturating_add(count), ..old }
    };
    set(cx, who, tokens, rule);
}

/// Places a stun token. The one who is stunned lets go.
pub fn stun(cx: &mut Cx<'_, DeadWeight>, who: Who, count: u8, rule: RuleId) {
    let old = cx.state().live(who).tokens;
    set(cx, who, Tokens { stun: old.stun.saturating_add(count), ..old }, rule);
    lets_go(cx, who);
}

/// What somebody has in tokens from now on.
pub fn set(cx: &mut Cx<'_, DeadWeight>, who: Who, tokens: Tokens, rule: RuleId) {
    if cx.state().live(who).tokens != tokens {
        cx.record(rule, FightFact::Tokens { who, tokens }.into());
    }
}

/// Somebody takes hold of somebody. A second hold changes nothing.
pub fn grab(cx: &mut Cx<'_, DeadWeight>, who: Who, by: Who, cut: u8, rule: RuleId) {
    cx.cite(rule);
    cx.cite(rules::DW_STATE_01H);
    let live = cx.state().live(who);
    if live.held_by.is_none() && !live.dead {
        cx.record(rules::DW_HOUSE_16H, FightFact::Held { who, by: Some(by), cut }.into());
    }
}

/// Somebody is free again.
pub fn release(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) {
    if cx.state().live(who).held_by.is_some() {
        cx.record(rule, FightFact::Held { who, by: None, cut: 0 }.into());
    }
}

/// Somebody lets go of all it holds; a web stays where it is.
pub fn lets_go(cx: &mut Cx<'_, DeadWeight>, grabber: Who) {
    let held: Vec<Who> = fighters(cx.state())
        .filter(|who| {
            let live = cx.state().live(*who);
            live.held_by == Some(grabber) && (live.cut_loose_by == 0 || cx.state().live(grabber).dead)
        })
        .collect();
    for who in held {
        release(cx, who, rules::DW_HOUSE_16H);
    }
}
