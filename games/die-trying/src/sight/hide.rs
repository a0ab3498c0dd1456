//! Hide and Sneak: one Stealth check, compared with what each observer notices.

use boneyard_table::{At, Audience, Cx, Flow, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grade::{Grade, audience, between, distance, known_hidden, observers, visible};
use super::lose::found;
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::check::{self, Check, Kind, skill_bonus};
use crate::combat::{Cost, legal, pay, pay_deed};
use crate::fact::{CheckFact, SightFact};
use crate::house::HideNeedsConcealmentEach;
use crate::passive;
use crate::rules;
use crate::state::{Degree, Flesh, Hidden, Proficiency, State};

/// How far the dead feel a light of theirs, in squares: 60 feet.
const FELT: u32 = 12;

/// The Hide action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hide {
    /// Who.
    pub who: Who,
    /// From whom; everybody not on the same side if nobody is named.
    #[serde(default)]
    pub from: Vec<Who>,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

/// The Sneak Bonus Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sneak {
    /// Who.
    pub who: Who,
}

/// Whether somebody may Hide, and from whom.
pub fn check_hide(at: At<'_, DieTrying>, hide: &Hide) -> Result<Vec<Who>, Refusal> {
    let (state, book, who) = (at.state, at.book, hide.who);
    let cost = if hide.bonus { Cost::Bonus } else { Cost::Action };
    legal(state, book, who, cost)?;
    if hide.bonus && !crate::combat::as_bonus(state, book, who, "hide") {
        let sentence = "Hiding takes an Action.";
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    if let Some(rule) = passive::forbids(state, book, who, "hide") {
        let sentence = format!("{} cannot hide now.", state.name(who));
        return Err(Refusal::new(rule, "cannot-hide", sentence));
    }
    let wanted = |other: &Who| hide.from.is_empty() || hide.from.contains(other);
    let mut all: Vec<Who> = observers(state, who).filter(wanted).collect();
    if let Some(beacon) = beacon(state, book, who) {
        let fooled = |other: &Who| !drawn(state, *other, who);
        if !all.is_empty() && !all.iter().any(fooled) {
            let sentence = format!("The dead know where the light of {} is.", state.name(who));
            return Err(Refusal::new(beacon, "lantern-known", sentence));
        }
        all.retain(fooled);
    }
    let veiled: Vec<Who> =
        all.iter().copied().filter(|other| visible(state, book, *other, who) >= Grade::Concealed).collect();
    // Those nobody has noticed do not count here: that one may hide would tell of them.
    if !veiled.iter().any(|other| audience(state, *other) == Audience::ALL) {
        let sentence = format!("{} is in plain view and Concealed from nobody.", state.name(who));
        return Err(Refusal::new(rules::DT_STL_01, "in-plain-view", sentence));
    }
    let each = state.house.hide_needs_concealment_each == HideNeedsConcealmentEach::On;
    Ok(if each { veiled } else { all })
}

/// What somebody carries that the dead feel, if there is something.
fn beacon(state: &State, book: &Book, who: Who) -> Option<RuleId> {
    let found = passive::find(state, book, who, Of::Hook.called("draws-undead"), |passive| match passive {
        Passive::Hook(hook) if hook == "draws-undead" => Some(()),
        _ => None,
    });
    found.map(|(_, rule)| rule)
}

/// Whether somebody undead is near enough to feel it.
fn drawn(state: &State, other: Who, to: Who) -> bool {
    let near = distance(state, other, to).is_none_or(|far| far <= FELT);
    state.sheet(other).flesh == Flesh::Undead && near
}

/// Hides, by one check against each observer.
pub fn hide(cx: &mut Cx<'_, DieTrying>, hide: &Hide) -> Flow {
    let from = check_hide(cx.at(), hide)?;
    pay_deed(cx, hide.who, hide.bonus, "hide", rules::DT_COM_06);
    if let Some(beacon) = beacon(cx.state(), cx.book(), hide.who) {
        cx.cite(beacon);
    }
    cx.cite(rules::DT_STL_01);
    for (other, degree) in stealth(cx, hide.who, &from, rules::DT_STL_02)? {
        let known = cx.state().live(hide.who).hidden_from(other).copied();
        if degree.succeeded() && known.is_none() {
            let hidden = Hidden { from: other, undetected: false, sneaking: false };
            let told = between(cx.state(), hide.who, other);
            cx.record_for(told, rules::DT_STL_02, SightFact::Hides { who: hide.who, hidden }.into());
        }
    }
    Ok(())
}

/// One Stealth check, read against each observer. A critical failure lets the observer know the square.
fn stealth(cx: &mut Cx<'_, DieTrying>, who: Who, from: &[Who], rule: RuleId) -> Flow<Vec<(Who, Degree)>> {
    let (state, book) = (cx.state(), cx.book());
    let seen_by = audience(state, who);
    let dcs: Vec<(Who, i16)> = from
        .iter()
        .map(|other| (*other, 4 + skill_bonus(state, book, *other, Proficiency::Perception)))
        .collect();
    let check = Check { audience: seen_by, ..Check::skill(state, book, who, Proficiency::Stealth, rule) };
    let thrown = check::throw(cx, check)?;
    cx.cite(rules::DT_CHECK_10);
    let mut read = Vec::new();
    for (other, dc) in dcs {
        let degree = thrown.against(dc);
        let fact = CheckFact::Made {
            who,
            what: Kind::Skill(Proficiency::Stealth).name(),
            face: thrown.face,
            total: thrown.total,
            dc,
            degree,
        };
        let told = between(cx.state(), who, other);
        cx.record_for(told, rule, fact.into());
        if degree == Degree::CriticalFailure {
            let text = format!("{} knows exactly where {} is.", cx.state().name(other), cx.state().name(who));
            cx.record_for(told, rules::DT_HOUSE_04H, CheckFact::Extra { who, text }.into());
        }
        read.push((other, degree));
    }
    Ok(read)
}

/// Whether somebody may Sneak.
pub fn check_sneak(at: At<'_, DieTrying>, sneak: Sneak) -> Result<(), Refusal> {
    legal(at.state, at.book, sneak.who, Cost::Bonus)?;
    if known_hidden(at.state, sneak.who).next().is_none() {
        let sentence = format!("{} is Hidden from nobody; Hide first.", at.state.name(sneak.who));
        return Err(Refusal::new(rules::DT_STL_05, "not-hidden", sentence));
    }
    Ok(())
}

/// Sneaks: whoever is beaten does not notice the move that follows.
pub fn sneak(cx: &mut Cx<'_, DieTrying>, sneak: Sneak) -> Flow {
    check_sneak(cx.at(), sneak)?;
    let who = sneak.who;
    pay(cx, who, Cost::Bonus, rules::DT_COM_12);
    let from: Vec<Who> = cx.state().live(who).hidden.iter().map(|hidden| hidden.from).collect();
    let results = stealth(cx, who, &from, rules::DT_STL_05)?;
    let seen_by = audience(cx.state(), who);
    cx.record_for(seen_by, rules::DT_STL_05, SightFact::Sneaked { who }.into());
    for (other, degree) in results {
        let known = cx.state().live(who).hidden_from(other).copied();
        match (degree, known) {
            (Degree::CriticalFailure, _) => found(cx, who, other, rules::DT_STL_05),
            (degree, Some(hidden)) if degree.succeeded() => {
                let hidden = Hidden { sneaking: true, ..hidden };
                let told = between(cx.state(), who, other);
                cx.record_for(told, rules::DT_STL_05, SightFact::Hides { who, hidden }.into());
            }
            _ => {}
        }
    }
    Ok(())
}
