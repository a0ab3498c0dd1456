//! Wounds and what they cause: Death Calls, the Hit Die, death; and Hit Dice spent at ease.

use boneyard_table::{Audience, Cx, Faces, Flow, Group, Roll, RuleId, Who};

use super::condition::{Gain, end_conditions, gain, source_gone};
use super::damage::drop_held;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::{self, death_line, max_vitality, modifier};
use crate::fact::HurtFact;
use crate::house::{DeathCallOnCrossing, NpcWounds, WoundHitDieCap};
use crate::passive::{self, Situation};
use crate::question::SpendDie;
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, Rank, State};

/// Whether somebody takes Wounds; others die when damage would take their Vitality below 0.
pub fn takes_wounds(state: &State, who: Who) -> bool {
    state.sheet(who).rank != Rank::Minion || state.house.npc_wounds == NpcWounds::All
}

/// A Wound, in its order: the Wound, death by Wounds, a Death Call if one is due, the Hit Die.
pub fn wound(cx: &mut Cx<'_, RollHighOrDie>, who: Who, by_damage: bool) -> Flow {
    let (state, book) = (cx.state(), cx.book());
    let before = state.live(who).wounds;
    let line = death_line(state, book, who);
    let wounds = before.saturating_add(1);
    let deadly = wounds >= state.sheet(who).scores.constitution;
    // RH-DEATH-01: only somebody who was over the line before makes a Death Call, or at some tables somebody who crosses it.
    let crossing_calls = state.house.death_call_on_crossing_wound == DeathCallOnCrossing::On;
    let call_is_due = i16::from(if crossing_calls { wounds } else { before }) > line;
    let rule = if by_damage { rules::RH_VIT_04 } else { rules::RH_VIT_09 };
    record(cx, rule, HurtFact::Wounded { who, wounds }.into());
    cx.cite(rules::RH_VIT_08);
    if deadly {
        die(cx, who, rules::RH_VIT_07);
        return Ok(());
    }
    if call_is_due {
        cx.within((who, by_damage), |cx| death_call(cx, who))?;
    }
    if by_damage && !cx.state().live(who).dead && cx.state().live(who).hit_dice > 0 {
        let capped = cx.state().house.wound_hit_die_cap == WoundHitDieCap::On;
        hit_die(cx, who, rules::RH_VIT_04, capped)?;
    }
    Ok(())
}

/// A Death Call: a bare d20.
pub fn death_call(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let rule = rules::RH_DEATH_02;
    cx.cite(rules::RH_DEATH_01);
    if cx.state().live(who).is(Condition::Stabilised) {
        let entry = Condition::Stabilised.rule();
        end_conditions(cx, who, entry, |ailment| ailment.what == Condition::Stabilised);
        return Ok(());
    }
    let reads = |face: u8| u8::from(face >= 2) + u8::from(face >= 10);
    let alike = |a: &Faces, b: &Faces| reads(a.first()) == reads(b.first());
    let groups = [Group::new(1, 20).named("Death Call")];
    let (by, audience) = (who.into(), Audience::ALL);
    let roll = Roll { rule, by, audience, groups: &groups, terms: None, alike: Some(&alike) };
    let face = cx.roll_one(&roll)?.first();
    record(cx, rule, HurtFact::DeathCall { who, face }.into());
    match reads(face) {
        0 => die(cx, who, rule),
        1 => {
            gain(cx, who, Gain::new(Condition::Exhausted, rule));
        }
        _ => {}
    }
    Ok(())
}

/// Somebody expends a Hit Die and regains what it shows and the Constitution Modifier.
pub fn hit_die(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: RuleId, capped: bool) -> Flow {
    let (state, book) = (cx.state(), cx.book());
    let left = state.live(who).hit_dice.saturating_sub(1);
    let sides = body::hit_die(state, book, who);
    let own = modifier(state, who, Ability::Constitution);
    let medic = medic(state, book, who);
    record(cx, rule, HurtFact::HitDice { who, left }.into());
    cx.cite(rules::RH_VIT_05);
    passive::cite(cx, who, "hit-die", Situation::default());
    passive::cite(cx, who, "maximum-vitality", Situation::default());
    let group = Group::new(if medic.is_some() { 2 } else { 1 }, sides).named("Hit Die");
    let face = cx.dice_read(rule, who, group, |faces| faces.highest().unwrap_or(1))?;
    if let Some(entry) = medic {
        cx.cite(entry);
    }
    regain(cx, who, (i16::from(face) + own).max(0), rule, capped);
    Ok(())
}

/// Somebody who is hurt and has a Hit Die left may expend it now.
pub fn may_spend_die(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: RuleId) -> Flow {
    let live = cx.state().live(who);
    let hurt = live.vitality < max_vitality(cx.state(), cx.book(), who);
    if hurt && live.hit_dice > 0 && cx.ask(who, SpendDie { who, rule })? {
        hit_die(cx, who, rule, true)?;
    }
    Ok(())
}

/// Somebody near who makes Hit Dice count for more, outside Encounters.
fn medic(state: &State, book: &crate::book::Book, who: Who) -> Option<RuleId> {
    if state.encounter.is_some() {
        return None;
    }
    let near = |other: &Who| sight::distance(state, who, *other) <= 10;
    state.here().filter(near).find_map(|other| passive::hook(state, book, other, "field-medic"))
}

/// Somebody regains Vitality, up to the maximum unless that does not count.
pub fn regain(cx: &mut Cx<'_, RollHighOrDie>, who: Who, amount: i16, rule: RuleId, capped: bool) {
    let (state, book) = (cx.state(), cx.book());
    let before = state.live(who).vitality;
    let most = if capped { max_vitality(state, book, who).max(before) } else { i16::MAX };
    let to = before.saturating_add(amount.max(0)).min(most);
    record(cx, rule, HurtFact::Regained { who, amount: to - before, to }.into());
}

/// Somebody dies: drops what is held, leaves the Turn Order, stays as a body.
pub fn die(cx: &mut Cx<'_, RollHighOrDie>, who: Who, rule: RuleId) {
    record(cx, rule, HurtFact::Died { who }.into());
    cx.cite(rules::RH_DEATH_03);
    drop_held(cx, who, rules::RH_DEATH_03);
    source_gone(cx, who);
}
