//! Traps: what sets them off, whom they catch, looking for them and disarming them. A trap's notation is
//! read like an enemy's attack: the one who is caught defends with a check.

use boneyard_table::{Audience, Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::party::{self, agreed};
use super::sight::{sightless, unseeing};
use super::trackers::advance_doom;
use super::turns::pass;
use crate::DeadWeight;
use crate::book::TrapVerb;
use crate::fact::ExpeditionFact;
use crate::hurt::{self, Hit};
use crate::question::{Choose, Topic};
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Affliction, Attribute, Catches, Outcome, Room, Trap, TrapState, Trigger};
use crate::weapon::{Effect, Notation};

/// Somebody looks for traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookForTraps {
    /// Who.
    pub who: Who,
}

/// Somebody tries to disarm a trap that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Disarm {
    /// Who.
    pub who: Who,
    /// Which trap.
    pub trap: String,
}

/// Somebody is struck by what is read like an enemy's attack. Gives whether it hit.
pub fn caught(cx: &mut Cx<'_, DeadWeight>, who: Who, attack: Notation, rule: RuleId) -> Flow<bool> {
    if cx.state().live(who).dead {
        return Ok(false);
    }
    let critical = if cx.state().live(who).mortal {
        false
    } else {
        let unseen = if rule == rules::DW_HOUSE_23H { unseeing(cx, who) } else { 0 };
        let check = Rolling {
            disadvantages: u8::from(attack.minus) + unseen,
            helpable: false,
            ..Rolling::check(who, attack.attribute, rule)
        };
        match cx.within((who, rule), |cx| roll::make(cx, &check))? {
            Outcome::Success | Outcome::GreatSuccess => return Ok(false),
            Outcome::CriticalFailure => true,
            Outcome::Failure => false,
        }
    };
    let blow = attack.blow(critical, &cx.state().house);
    let (armor, toughen) = (!blow.effects.has(Effect::Piercing), !blow.effects.has(Effect::Raw));
    let non_lethal = blow.effects.has(Effect::NonLethal);
    let placed = if blow.wounds > 0 {
        let hit = Hit { who, wounds: blow.wounds, armor, toughen, non_lethal, rule };
        cx.within((who, rule), |cx| hurt::take(cx, hit))?
    } else {
        0
    };
    if blow.effects.has(Effect::Bleeding) && placed > 0 {
        hurt::afflicted(cx, who, Affliction::Bleeding, rule)?;
    }
    Ok(true)
}

/// Records a location as it is now.
pub(super) fn room_is(cx: &mut Cx<'_, DeadWeight>, name: &str, room: Room, rule: RuleId) {
    let fact = ExpeditionFact::Room { name: name.to_owned(), room: Box::new(room) };
    cx.record_for(Audience::GM, rule, fact.into());
}

fn stands(cx: &mut Cx<'_, DeadWeight>, place: &str, trap: &str, state: TrapState, rule: RuleId) {
    let Some(mut room) = cx.state().expedition.room(place).cloned() else { return };
    for known in room.traps.iter_mut().filter(|known| known.name == trap) {
        known.state = state;
    }
    room_is(cx, place, room, rule);
}

/// Traps of a location that something sets off now.
pub(super) fn armed(room: &Room, when: Trigger) -> Option<Trap> {
    let armed =
        |trap: &&Trap| trap.when == when && matches!(trap.state, TrapState::Hidden | TrapState::Known);
    room.traps.iter().find(armed).cloned()
}

/// A trap goes off on the one who set it off, or on whom it is made for.
pub(super) fn springs(cx: &mut Cx<'_, DeadWeight>, place: &str, trap: &Trap, by: Who, group: &[Who]) -> Flow {
    let rule = rules::DW_HOUSE_23H;
    stands(cx, place, &trap.name, TrapState::Sprung, rule);
    if let Some(entry) = trap.like {
        cx.cite(entry);
    }
    cx.record(rule, ExpeditionFact::Noticed { what: format!("{} goes off.", trap.name) }.into());
    let row = trap.like.and_then(|entry| cx.book().traps.get(entry.as_str()));
    for verb in row.iter().flat_map(|row| &row.always) {
        if let TrapVerb::Doom(by) = verb {
            advance_doom(cx, *by, rules::DW_TRACK_06);
        }
    }
    let first = cx.state().heroes().find(|who| group.contains(who)).unwrap_or(by);
    let caught_ones: Vec<Who> = match trap.catches {
        Catches::Actor => vec![by],
        Catches::FirstInLine => vec![first],
        Catches::Everyone => {
            cx.state().heroes().filter(|who| cx.state().expedition.place_of(*who) == place).collect()
        }
    };
    for who in caught_ones {
        let hit = cx.within((who, by), |cx| caught(cx, who, trap.attack, rule))?;
        for verb in row.iter().flat_map(|row| &row.effects).filter(|_| hit) {
            match verb {
                TrapVerb::Affliction(what) => hurt::afflicted(cx, who, *what, rule).map(|_| ())?,
                TrapVerb::Risk { dice, affliction } => {
                    if roll::risk(cx, rule, Seat::GM, *dice)? {
                        hurt::afflicted(cx, who, *affliction, rule)?;
                    }
                }
                TrapVerb::Doom(by) => advance_doom(cx, *by, rules::DW_TRACK_06),
            }
        }
    }
    Ok(())
}

/// A hidden trap goes off and catches nobody.
pub(super) fn springs_alone(cx: &mut Cx<'_, DeadWeight>, place: &str, rule: RuleId) {
    let room = cx.state().expedition.room(place).cloned().unwrap_or_default();
    let Some(trap) = room.traps.into_iter().find(|trap| trap.state == TrapState::Hidden) else { return };
    cx.cite(rules::DW_HOUSE_23H);
    stands(cx, place, &trap.name, TrapState::Sprung, rule);
    let what = format!("{} goes off and hits nobody.", trap.name);
    cx.record(rule, ExpeditionFact::Noticed { what }.into());
}

/// An INT test by somebody with Infiltration.
pub fn look_for_traps(cx: &mut Cx<'_, DeadWeight>, by: Seat, look: LookForTraps) -> Flow {
    let rule = rules::DW_EXPL_09;
    let who = look.who;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    if !cx.state().sheet(who).skilled(rules::DW_SKILL_12) {
        let sentence = format!("{} has not learned Infiltration.", cx.state().name(who));
        return refuse(Refusal::new(rule, "no-infiltration", sentence));
    }
    if let Some(rule) = sightless(cx.state(), who) {
        let sentence = "In the dark nobody finds a trap by looking.";
        return refuse(Refusal::new(rule, "dark", sentence));
    }
    let all = party::present(cx.state(), &place);
    if !agreed(cx, by, &all, "look for traps", rule)? {
        return Ok(());
    }
    cx.cite(rules::DW_SKILL_12);
    let test = Rolling::test(who, Attribute::Int, rule);
    let outcome = cx.within(who, |cx| roll::make(cx, &test))?;
    let room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    let hidden = room.traps.iter().find(|trap| trap.state == TrapState::Hidden).cloned();
    match (outcome, hidden) {
        (Outcome::CriticalFailure, Some(trap)) => springs(cx, &place, &trap, who, &all)?,
        (Outcome::Success, Some(trap)) => {
            stands(cx, &place, &trap.name, TrapState::Known, rule);
            let what = format!("{} is found.", trap.name);
            cx.record(rule, ExpeditionFact::Noticed { what }.into());
            tries_at_once(cx, &place, &trap, &all)?;
        }
        (Outcome::GreatSuccess, Some(trap)) => {
            stands(cx, &place, &trap.name, TrapState::Disarmed, rule);
            let what = format!("{} is found and disarmed.", trap.name);
            cx.record(rule, ExpeditionFact::Noticed { what }.into());
        }
        _ => cx.record(rule, ExpeditionFact::Noticed { what: "No trap is found.".into() }.into()),
    }
    pass(cx, 1)
}

/// Right after it was found, one of those there may try to disarm it without a turn of its own.
fn tries_at_once(cx: &mut Cx<'_, DeadWeight>, place: &str, trap: &Trap, all: &[Who]) -> Flow {
    let Some(&leader) = all.first() else { return Ok(()) };
    let names: Vec<String> = all.iter().map(|who| cx.state().name(*who).to_owned()).collect();
    let mut words: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), name.as_str())).collect();
    words.push(("leave it", "Leave it"));
    let best = all.iter().max_by_key(|who| cx.state().one(**who).available(Attribute::Dex));
    let best = best.map_or("leave it", |who| cx.state().name(*who)).to_owned();
    let question = Choose::new(Topic::Disarm, format!("Who tries to disarm {}?", trap.name), &words);
    let say = cx.ask(leader, question.proposing(&best))?;
    match all.iter().find(|who| cx.state().name(**who) == say).copied() {
        Some(who) => disarms(cx, place, trap, who, all),
        None => Ok(()),
    }
}

fn disarms(cx: &mut Cx<'_, DeadWeight>, place: &str, trap: &Trap, who: Who, all: &[Who]) -> Flow {
    let rule = rules::DW_EXPL_10;
    let row = trap.like.and_then(|entry| cx.book().traps.get(entry.as_str()));
    let disadvantages = row.map_or(0, |row| row.disarm_disadvantages);
    let test = Rolling { disadvantages, ..Rolling::test(who, Attribute::Dex, rule) };
    if cx.within((who, &trap.name), |cx| roll::make(cx, &test))?.succeeded() {
        stands(cx, place, &trap.name, TrapState::Disarmed, rule);
        cx.record(rule, ExpeditionFact::Noticed { what: format!("{} is disarmed.", trap.name) }.into());
        return Ok(());
    }
    springs(cx, place, trap, who, all)
}

/// A later try at a trap that was found takes a turn.
pub fn disarm(cx: &mut Cx<'_, DeadWeight>, by: Seat, disarm: &Disarm) -> Flow {
    let rule = rules::DW_EXPL_10;
    let who = disarm.who;
    acting_hero(cx.state(), who)?;
    let (_, place) = party::group(cx.state(), by, &[who])?;
    let room = cx.state().expedition.room(&place).cloned().unwrap_or_default();
    let known = room.traps.into_iter().find(|trap| trap.name == disarm.trap);
    let trap = match known {
        Some(trap) if trap.state == TrapState::Known => trap,
        Some(trap) if trap.state == TrapState::Sprung => {
            let sentence = format!("{} has gone off already.", trap.name);
            return refuse(Refusal::new(rule, "gone-off", sentence));
        }
        Some(trap) if trap.state == TrapState::Disarmed => {
            let sentence = format!("{} is disarmed already.", trap.name);
            return refuse(Refusal::new(rule, "disarmed", sentence));
        }
        // The same words whether there is a trap nobody found, or none.
        _ => {
            let sentence = "Only a trap that was found can be disarmed.";
            return refuse(Refusal::new(rules::DW_HOUSE_23H, "not-found", sentence));
        }
    };
    let all = party::present(cx.state(), &place);
    if agreed(cx, by, &all, "try to disarm the trap", rule)? {
        disarms(cx, &place, &trap, who, &all)?;
        pass(cx, 1)?;
    }
    Ok(())
}
