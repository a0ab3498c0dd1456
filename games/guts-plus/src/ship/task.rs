//! The tasks of a watch: what they need, their roll, what they bring and what they cost.

use boneyard_table::deed::carry_out;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::crew::holds_special;
use super::{creature, now, tell_tale, under_way, watch};
use crate::GutsPlus;
use crate::book::TaskRow;
use crate::fact::ShipFact;
use crate::health::{Stabilise, Treat};
use crate::roll::{Call, Came, awake, check, contest};
use crate::rules;
use crate::state::{Base, Gone, Scale, Ship, Side, State};

const RULE: boneyard_table::RuleId = rules::GP_HOUSE_13H;

/// A task as it is declared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doing {
    /// Who.
    pub who: Who,
    /// Which.
    pub task: String,
    /// With which quality; the best that serves if none is named.
    #[serde(default)]
    pub with: Option<String>,
    /// What is chosen: what to fetch, what to catch it in.
    #[serde(default)]
    pub choose: Option<String>,
    /// Which room, for a guard or a search.
    #[serde(default)]
    pub room: Option<String>,
    /// Who is treated.
    #[serde(default)]
    pub patient: Option<Who>,
    /// Which part of the body.
    #[serde(default)]
    pub part: Option<String>,
}

fn no<T>(rule: boneyard_table::RuleId, code: &str, sentence: impl Into<String>) -> Flow<T> {
    refuse(Refusal::new(rule, code, sentence))
}

/// The best of these qualities that somebody has, with the base quality behind it.
pub(super) fn best(
    state: &State,
    who: Who,
    qualities: &[String],
    with: Option<&str>,
) -> Result<Side, Refusal> {
    let base = qualities.iter().find_map(|name| Base::named(name)).unwrap_or(Base::Thought);
    let sheet = state.sheet(who);
    let own = qualities.iter().filter_map(|name| sheet.quality(name));
    let nth = match with {
        None => own.max_by_key(|nth| (sheet.level(*nth), std::cmp::Reverse(*nth))),
        Some(name) => {
            let nth = sheet.quality(name);
            if !qualities.iter().any(|one| one.eq_ignore_ascii_case(name)) || nth.is_none() {
                let sentence = format!("That task goes with {}.", qualities.join(" or "));
                return Err(Refusal::new(RULE, "not-with-that", sentence));
            }
            nth
        }
    };
    Ok(Side::new(who, Some(base), nth.unwrap_or(base.nth())))
}

/// What a task lacks.
pub fn lacks(state: &State, ship: &Ship, who: Who, row: &TaskRow) -> Option<Refusal> {
    let bad = |code: &str, sentence: &str| Some(Refusal::new(RULE, code, sentence));
    let creature = row.contest.is_some() || row.name == "Track";
    if creature && ship.creature.gone.is_some() {
        return bad("gone", "It is out of the way.");
    }
    for need in &row.needs {
        let missing = match need.as_str() {
            "inspected" if !ship.inspected => bad("not-inspected", "Nobody knows yet where the leak is."),
            "hull plates" if ship.plates == 0 => bad("no-plates", "There are no hull plates at hand."),
            "container" if ship.containers == 0 => bad("no-container", "There is no container at hand."),
            "tracked" if !ship.tracked => bad("not-tracked", "Nobody knows where it is."),
            "Datadex" => {
                if state.sheet(who).role.as_deref() == Some("Manager") {
                    holds_special(state, who, "Datadex").err()
                } else {
                    bad("not-the-manager", "Only the Manager can operate the Datadex.")
                }
            }
            _ => None,
        };
        if missing.is_some() {
            return missing;
        }
    }
    if row.name == "Seal" && ship.sealed() {
        return bad("sealed", "The hull is sealed.");
    }
    if row.name == "Inspect" && ship.inspected {
        return bad("inspected", "The leak is found.");
    }
    None
}

/// Whether somebody may do something in this watch.
pub(super) fn free(cx: &Cx<'_, GutsPlus>, who: Who) -> Flow {
    let ship = under_way(cx)?;
    awake(cx.state(), who)?;
    if cx.state().sheet(who).role.is_none() {
        return no(rules::GP_SCN_01, "no-crew", "Only the crew does that.");
    }
    if cx.state().battle.is_some() {
        return no(RULE, "in-a-fight", "A fight takes the watch.");
    }
    if ship.is_busy(who) {
        let sentence = format!("{} has done something in this watch already.", cx.state().name(who));
        return no(RULE, "busy", sentence);
    }
    Ok(())
}

/// Lets the watch go by.
pub fn idle(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    free(cx, who)?;
    cx.record(RULE, ShipFact::Busy { who, task: "Nothing".into(), room: "Hallway".into() }.into());
    watch::maybe_end(cx)
}

/// Does a task.
pub fn task(cx: &mut Cx<'_, GutsPlus>, doing: &Doing) -> Flow {
    let who = doing.who;
    free(cx, who)?;
    let ship = under_way(cx)?;
    let book = cx.book();
    let Some(row) = book.tasks.named(doing.task.trim()) else {
        let all: Vec<&str> = book.tasks.iter().map(|row| row.name.as_str()).collect();
        return no(RULE, "no-such-task", format!("The tasks are {}.", all.join(", ")));
    };
    if let Some(refusal) = lacks(cx.state(), &ship, who, row) {
        return refuse(refusal);
    }
    let room = place(cx, doing, row, &ship)?;
    let chosen = match &doing.choose {
        Some(chosen) if row.name == "Fetch" => {
            match row.choose.iter().find(|one| one.eq_ignore_ascii_case(chosen.trim())) {
                Some(one) => one.clone(),
                None => return no(RULE, "no-such-load", format!("Fetch {}.", row.choose.join(" or "))),
            }
        }
        Some(chosen) => chosen.trim().to_owned(),
        None => row.choose.first().cloned().unwrap_or_default(),
    };
    if chosen.chars().count() > 60 {
        return no(RULE, "too-long", "Say it in at most 60 letters.");
    }
    let qualities =
        if ship.picked_over && !row.roll_if_eaten.is_empty() { &row.roll_if_eaten } else { &row.roll };
    let serves = row.contest.as_ref().map_or(qualities, |contest| &contest.with);
    let side = best(cx.state(), who, serves, doing.with.as_deref())?;
    let busy = ShipFact::Busy { who, task: row.name.clone(), room: room.clone() };
    if row.name == "Treat" {
        return treats(cx, doing, busy);
    }
    cx.cite(row.id);
    if let Some(room) = cx.book().rooms.named(&room) {
        cx.cite(room.id);
    }
    cx.record(RULE, busy.into());
    if row.name == "Inspect" {
        tell_tale::plain_clues(cx);
    }
    if row.name == "Guard" {
        cx.record(RULE, ShipFact::Guards { who, room }.into());
        return watch::maybe_end(cx);
    }
    let came = cx.within((who, &row.id, &chosen), |cx| rolls(cx, row, side, serves.is_empty()))?;
    let (done, price, positive) = match &came {
        None => (true, false, false),
        Some(came) => match came.outcome {
            Scale::Positive => (came.achieved, false, true),
            Scale::Full => (came.achieved, false, false),
            Scale::Near => (came.achieved, came.achieved, false),
            Scale::Failure => (came.achieved, false, false),
            Scale::Negative => (came.achieved, true, false),
        },
    };
    cx.record(RULE, ShipFact::Task { who, task: row.name.clone(), done, price }.into());
    if row.name == "Inspect"
        && let Some(came) = &came
    {
        tell_tale::hidden_clues(cx, who, came.outcome)?;
    }
    if done {
        brings(cx, doing, row, &chosen, positive)?;
    }
    if price {
        for (nth, effect) in row.price.iter().enumerate() {
            cx.within((1u8, nth), |cx| costs(cx, who, effect))?;
        }
    }
    watch::maybe_end(cx)
}

/// Where a task is done.
fn place(cx: &Cx<'_, GutsPlus>, doing: &Doing, row: &TaskRow, ship: &Ship) -> Flow<String> {
    let named = match &doing.room {
        None => None,
        Some(name) => match cx.book().rooms.named(name.trim()) {
            Some(row) => Some(row.name.clone()),
            None => return no(rules::GP_SCN_04, "no-such-room", "There is no such room aboard."),
        },
    };
    let room = match row.r#where.as_str() {
        "its room" => ship.creature.room.clone().unwrap_or_else(|| "Hallway".into()),
        "door panel" => "Hallway".into(),
        "anywhere" => named.unwrap_or_else(|| "Command Module".into()),
        "any room" => match named {
            Some(room) => room,
            None => return no(RULE, "which-room", "Say which room is guarded."),
        },
        "patient" => doing
            .patient
            .and_then(|patient| ship.room_of(patient))
            .map_or_else(|| "Hallway".to_owned(), str::to_owned),
        fixed => fixed.to_owned(),
    };
    Ok(room)
}

/// The roll of a task; nothing where it needs none.
fn rolls(cx: &mut Cx<'_, GutsPlus>, row: &TaskRow, side: Side, easy: bool) -> Flow<Option<Came>> {
    let what = row.name.to_lowercase();
    let who = side.who;
    let Some(versus) = &row.contest else {
        if easy {
            return Ok(None);
        }
        return check(cx, Call::new(RULE, &what, side)).map(Some);
    };
    let Some(target) = now(cx).creature.who else { return Ok(None) };
    let knocked_out = !cx.state().one(target).can_act();
    let came = if knocked_out {
        None
    } else {
        let base = Base::named(&versus.against).unwrap_or(Base::Gumption);
        let call = Call::new(RULE, &what, side).against(Side::new(target, Some(base), base.nth()));
        Some(contest(cx, call)?)
    };
    if row.then_roll.is_empty() || came.as_ref().is_some_and(|came| !came.achieved) {
        return Ok(came);
    }
    let second = best(cx.state(), who, &row.then_roll, None)
        .unwrap_or_else(|_| Side::new(who, Some(Base::Thought), Base::Thought.nth()));
    let call = Call::new(RULE, "open the outer door", second);
    let near = came.as_ref().is_some_and(|came| came.outcome == Scale::Near);
    let mut last = cx.within(near, |cx| check(cx, call))?;
    // What the lure cost is owed, even if the door opened in time.
    if near && last.achieved {
        last.outcome = Scale::Near;
    }
    Ok(Some(last))
}

/// What a task brings.
fn brings(cx: &mut Cx<'_, GutsPlus>, doing: &Doing, row: &TaskRow, chosen: &str, positive: bool) -> Flow {
    let effects = if positive && !row.positive.is_empty() { &row.positive } else { &row.done };
    for effect in effects {
        let Some((verb, value)) = effect.as_object().and_then(|map| map.iter().next()) else { continue };
        match verb.as_str() {
            "inspected" | "tracked" => {
                cx.record(RULE, ShipFact::Known { what: verb.clone(), known: true }.into());
                if verb == "tracked" {
                    let room = now(cx).creature.room.clone().unwrap_or_else(|| "ducts".into());
                    cx.record(RULE, ShipFact::Boss { says: format!("Movement: {room}.") }.into());
                }
            }
            "glass" => {
                let book = cx.book();
                if let Some(entry) = book.entries.iter().find(|entry| entry.glass) {
                    cx.cite(entry.id);
                    tell_tale::out(cx, rules::GP_SCN_09, &entry.name, &entry.text);
                }
                tell_tale::knows_glass(cx);
            }
            "load" => {
                let (mut plates, mut containers) = (now(cx).plates, now(cx).containers);
                if chosen == "hull plates" {
                    plates += 1;
                } else {
                    containers += 1;
                }
                cx.record(RULE, ShipFact::Load { plates, containers }.into());
            }
            "seal" => {
                let (plates, containers) = (now(cx).plates.saturating_sub(1), now(cx).containers);
                cx.record(RULE, ShipFact::Load { plates, containers }.into());
                let seals = now(cx).seals + u8::try_from(value.as_u64().unwrap_or(1)).unwrap_or(1);
                let sealed = seals >= now(cx).needs();
                cx.record(RULE, ShipFact::Seals { seals, sealed }.into());
            }
            "caught" => {
                let glass = doing.choose.is_none() || chosen.to_lowercase().contains("glass");
                let (plates, containers) = (now(cx).plates, now(cx).containers.saturating_sub(1));
                cx.record(RULE, ShipFact::Load { plates, containers }.into());
                if glass {
                    cx.record(RULE, ShipFact::Gone { how: Gone::Caught }.into());
                } else {
                    let says = format!("The {chosen} is dissolved.");
                    cx.record(rules::GP_SCN_08, ShipFact::Boss { says }.into());
                }
            }
            "vented" => cx.record(RULE, ShipFact::Gone { how: Gone::Vented }.into()),
            "delay" => watch::delays(cx, value.as_i64().and_then(|by| i8::try_from(by).ok()).unwrap_or(0)),
            _ => {}
        }
    }
    Ok(())
}

/// What a task costs.
fn costs(cx: &mut Cx<'_, GutsPlus>, who: Who, effect: &Value) -> Flow {
    let Some((verb, value)) = effect.as_object().and_then(|map| map.iter().next()) else { return Ok(()) };
    match verb.as_str() {
        "breach" if !now(cx).sealed() => watch::breach(cx, 1),
        "act" => creature::act(cx)?,
        "delay" => watch::delays(cx, value.as_i64().and_then(|by| i8::try_from(by).ok()).unwrap_or(1)),
        "injury" => {
            let hand = value.get("to").is_some().then_some("Right Hand");
            creature::hurts(cx, who, hand)?;
        }
        _ => {}
    }
    Ok(())
}

/// Treating somebody, by the rules of treatment; who lies unconscious is stabilised first.
fn treats(cx: &mut Cx<'_, GutsPlus>, doing: &Doing, busy: ShipFact) -> Flow {
    let who = doing.who;
    let Some(patient) = doing.patient.filter(|patient| cx.state().creature(*patient).is_some()) else {
        return no(RULE, "no-patient", "Say who is treated.");
    };
    let medical = cx.state().sheet(who).quality("Medicine").map(|_| "Medicine");
    let with = doing.with.as_deref().or(medical);
    let bleeds = cx.state().live(patient).out.is_some_and(|out| out.deadline.is_some());
    cx.cite(rules::GP_HOUSE_08H);
    cx.cite(rules::GP_TASK_10H);
    if bleeds {
        let with = with.map(str::to_owned);
        carry_out(cx, Seat::GM, Stabilise { who, target: patient, with })?;
    } else {
        let one = cx.state().one(patient);
        let hurt = (0..one.live.parts.len()).find(|nth| one.live.parts[*nth].lines > 0);
        let part = match (&doing.part, hurt) {
            (Some(part), _) => part.clone(),
            (None, Some(nth)) => one.sheet.part_name(nth as u8).to_owned(),
            (None, None) => return no(RULE, "not-hurt", format!("{} is not hurt.", one.sheet.name)),
        };
        let with = with.map(str::to_owned);
        carry_out(cx, Seat::GM, Treat { who, target: patient, part, with })?;
    }
    cx.record(RULE, busy.into());
    watch::maybe_end(cx)
}
