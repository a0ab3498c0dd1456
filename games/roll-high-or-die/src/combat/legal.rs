//! What may be done now: everything here refuses before anything happens.

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};

use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::fact::FightFact;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Condition, State};

/// Only the Referee may.
pub fn gm(by: Seat, rule: RuleId, sentence: &'static str) -> Flow {
    if by.is_gm() { Ok(()) } else { refuse(Refusal::new(rule, "not-the-referee", sentence)) }
}

/// Somebody who is there at all.
pub fn known(state: &State, who: Who) -> Result<(), Refusal> {
    match state.creature(who) {
        Some(_) => Ok(()),
        None => Err(Refusal::new(rules::RH_CORE_02, "nobody", "There is nobody like that here.")),
    }
}

/// Somebody who can do anything at all.
pub fn able(state: &State, who: Who) -> Result<(), Refusal> {
    let one = state.one(who);
    let name = &one.sheet.name;
    if one.live.dead {
        return Err(Refusal::new(rules::RH_DEATH_03, "dead", format!("{name} is dead.")));
    }
    if one.live.is(Condition::Unconscious) {
        let sentence = format!("{name} is Unconscious and cannot act.");
        return Err(Refusal::new(Condition::Unconscious.rule(), "unconscious", sentence));
    }
    Ok(())
}

/// Whether somebody may spend so many AP on something now. Outside an Encounter nothing is counted.
pub fn takes(state: &State, book: &Book, who: Who, ap: u8) -> Result<(), Refusal> {
    known(state, who)?;
    able(state, who)?;
    let (live, name) = (state.live(who), state.name(who));
    if let Some((rule, _)) = passive::forbids(state, book, who, "act") {
        return Err(Refusal::new(rule, "cannot-act", format!("{name} cannot act.")));
    }
    // Letting something fall is free, and the only way out.
    if ap > 0 {
        crate::inventory::unburdened(state, book, who)?;
    }
    let Some(encounter) = &state.encounter else { return Ok(()) };
    if !encounter.has(who) || live.away {
        let sentence = format!("{name} is not in this Encounter.");
        return Err(Refusal::new(rules::RH_ENC_01, "not-in-it", sentence));
    }
    if encounter.acting() != Some(who) {
        // The one who nobody knows of is told of by no refusal either.
        let shown = encounter.acting().filter(|who| !state.live(*who).unseen);
        let acting = shown.map_or("somebody else", |who| state.name(who));
        let sentence = format!("It is the Turn of {acting}: no Action is taken outside one's own.");
        return Err(Refusal::new(rules::RH_ENC_09, "not-your-turn", sentence));
    }
    if live.ap < ap {
        let sentence = format!("That costs {ap} AP; {name} has {} left.", live.ap);
        return Err(Refusal::new(rules::RH_ENC_07, "too-few-ap", sentence)
            .with("ap", ap)
            .with("left", live.ap));
    }
    Ok(())
}

/// The same for an Action that needs an Encounter: AP are spent nowhere else.
pub fn in_encounter(state: &State, book: &Book, who: Who, ap: u8) -> Result<(), Refusal> {
    known(state, who)?;
    if state.encounter.is_none() {
        let sentence = "AP are spent in an Encounter; outside one, the Referee calls for checks.";
        return Err(Refusal::new(rules::RH_CORE_03, "no-encounter", sentence));
    }
    takes(state, book, who, ap)
}

/// What bars something that costs nothing, whatever it is aimed at.
pub fn may_take(may: May<'_, RollHighOrDie>, who: Who) -> Lawful {
    takes(may.state, may.book, who, 0).or_else(|refusal| may.outright(|| refusal))
}

/// What bars an Action in an Encounter that costs so many AP, whatever it is aimed at.
pub fn may_spend(may: May<'_, RollHighOrDie>, who: Who, ap: u8) -> Lawful {
    in_encounter(may.state, may.book, who, ap).or_else(|refusal| may.outright(|| refusal))
}

/// What bars a Generic Action, whatever it is aimed at.
pub fn may_act(may: May<'_, RollHighOrDie>, who: Who, ap: u8, action: &str) -> Lawful {
    may_spend(may, who, ap)?;
    has(may.state, who, action).or_else(|refusal| may.outright(|| refusal))
}

/// Whether somebody has a Generic Action at all.
pub fn has(state: &State, who: Who, action: &str) -> Result<(), Refusal> {
    if state.sheet(who).lacks.iter().any(|known| known == action) {
        let sentence = format!("{} cannot {action}.", state.name(who));
        return Err(Refusal::new(rules::RH_ACT_13, "no-such-action", sentence));
    }
    Ok(())
}

/// A target that is there, lives, is in sight, and is somebody else.
pub fn target(state: &State, book: &Book, who: Who, target: Who, rule: RuleId) -> Result<(), Refusal> {
    let nobody = || Refusal::new(rule, "no-such-target", "There is nobody like that to be made out here.");
    let Some(one) = state.creature(target) else { return Err(nobody()) };
    // The one who nobody has noticed is told of by no other refusal.
    if one.live.unseen || one.live.away || sight::hidden_from(state, target, who) {
        return Err(nobody());
    }
    if target == who {
        return Err(Refusal::new(rule, "yourself", "That takes somebody else."));
    }
    if one.live.dead {
        let sentence = format!("{} is dead.", one.sheet.name);
        return Err(Refusal::new(rules::RH_DEATH_03, "dead", sentence));
    }
    if !sight::sees(state, book, who, target) {
        let sentence = format!("{} has no Line of Sight to {}.", state.name(who), one.sheet.name);
        return Err(Refusal::new(rules::RH_LOS_01, "no-line-of-sight", sentence));
    }
    Ok(())
}

/// A target in the next space.
pub fn beside(state: &State, who: Who, target: Who, rule: RuleId) -> Result<(), Refusal> {
    if sight::adjacent(state, who, target) {
        return Ok(());
    }
    let feet = sight::distance(state, who, target);
    let sentence = format!("{} is {feet} feet away, not in a neighbouring space.", state.name(target));
    Err(Refusal::new(rule, "not-adjacent", sentence).with("feet", feet))
}

/// Pays AP.
pub fn pay(cx: &mut Cx<'_, RollHighOrDie>, who: Who, ap: u8, rule: RuleId) {
    if cx.state().encounter.is_none() || ap == 0 {
        return;
    }
    let to = cx.state().live(who).ap.saturating_sub(ap);
    cx.cite(rules::RH_ENC_07);
    record(cx, rule, FightFact::Ap { who, to }.into());
}

/// Everybody in the Encounter who has not left it and lives.
pub fn fighters(state: &State) -> impl Iterator<Item = Who> + '_ {
    let all = state.encounter.iter().flat_map(|encounter| encounter.fighters.iter().copied());
    all.filter(|who| !state.live(*who).away && !state.live(*who).dead)
}

/// Those somebody fights against.
pub fn opponents(state: &State, who: Who) -> impl Iterator<Item = Who> + '_ {
    fighters(state).filter(move |other| state.hostile(who, *other))
}

/// Not while an Encounter goes on.
pub fn at_ease(state: &State, rule: RuleId) -> Result<(), Refusal> {
    match &state.encounter {
        None => Ok(()),
        Some(_) => Err(Refusal::new(rule, "encounter", "Not while an Encounter goes on.")),
    }
}
