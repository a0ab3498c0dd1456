//! Praying: a PRE test, an answer, a silence, an offence, a miracle.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};

use super::aim::{Invoke, picked, power_named, targets};
use super::cast::{check_time, held_role, pay, works};
use super::{miracle, world};
use crate::DeadWeight;
use crate::book::Passive;
use crate::fact::MagicFact;
use crate::question::ChooseOne;
use crate::roll::{self, Rolling, acting_hero};
use crate::rules;
use crate::state::{Attribute, Lasting, Memorised, Outcome, Place, Span, Used};

/// Whether somebody may pray for this now.
pub fn check_pray(at: At<'_, DeadWeight>, invoke: &Invoke) -> Result<(), Refusal> {
    checked(at, invoke).map(|_| ())
}

fn checked(at: At<'_, DeadWeight>, invoke: &Invoke) -> Result<(RuleId, Vec<Who>), Refusal> {
    let one = acting_hero(at.state, invoke.who)?;
    let name = &one.sheet.name;
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    if !one.sheet.has_trait(rules::DW_TRAIT_04) {
        let sentence = format!("{name} has no Divine mandate and prays in vain.");
        return bad(rules::DW_TRAIT_04, "no-mandate", sentence);
    }
    let row = power_named(at.book, &invoke.power, true);
    let ready = row.and_then(|row| {
        let known = one.live.memorised.iter().find(|known| known.what == row.id)?;
        Some((row, known.exhausted))
    });
    let Some((row, exhausted)) = ready else {
        let sentence = format!("{name} has not memorised the prayer {}.", invoke.power);
        return bad(rules::DW_PRAY_02, "not-memorised", sentence);
    };
    if one.live.under(rules::DW_PRAY_07).is_some() {
        let sentence = "Your god is angry and hears nothing before a sacrifice.".to_owned();
        return bad(rules::DW_PRAY_07, "angered", sentence);
    }
    if held_role(at, invoke.who, "holy-symbol", true).is_none() {
        return bad(rules::DW_PRAY_01, "no-symbol", "No prayer is heard without a holy symbol.".into());
    }
    match (exhausted, invoke.plea) {
        (true, false) => {
            let sentence = format!("{} is exhausted until you rest in camp.", row.name);
            return bad(rules::DW_PRAY_03, "exhausted", sentence);
        }
        (false, true) => {
            let sentence = format!("{} is not exhausted: no plea is needed.", row.name);
            return bad(rules::DW_PRAY_04, "fresh", sentence);
        }
        (true, true) if one.live.has_used(rules::DW_PRAY_04) => {
            let sentence = "There is one desperate plea in an expedition.".to_owned();
            return bad(rules::DW_PRAY_04, "used", sentence);
        }
        _ => {}
    }
    check_time(at, invoke.who, row.cost())?;
    let used = picked(row, invoke.mode.as_deref(), rules::DW_PRAY_05)?;
    let all = targets(at, invoke, &used, rules::DW_PRAY_05)?;
    super::effect::check_room(at, invoke, row)?;
    Ok((row.id, all))
}

/// Prays for something.
pub fn pray(cx: &mut Cx<'_, DeadWeight>, invoke: &Invoke) -> Flow {
    let book = cx.book();
    let (id, all) = checked(cx.at(), invoke)?;
    let Some(row) = book.prayers.get(id.as_str()) else { return Ok(()) };
    let used = picked(row, invoke.mode.as_deref(), rules::DW_PRAY_05)?;
    let who = invoke.who;
    let fighting = cx.state().battle.is_some();
    cx.cite(rules::DW_PRAY_01);
    pay(cx, who, row.cost());
    if invoke.plea {
        let used = Used { what: rules::DW_PRAY_04, until: Span::Expedition };
        cx.record(rules::DW_PRAY_04, MagicFact::Used { who, used }.into());
    }
    let advantages = super::named_edges(cx.at(), who, "prayer") + consecrated(cx, who)?;
    for skill in [rules::DW_SKILL_11, rules::DW_SKILL_26H] {
        if cx.state().sheet(who).skilled(skill) {
            cx.cite(skill);
        }
        if skill == rules::DW_SKILL_26H && cx.state().sheet(who).skilled(skill) {
            cx.cite(rules::DW_HOUSE_04H);
        }
    }
    cx.record(rules::DW_PRAY_05, MagicFact::Prayed { who, what: row.id }.into());
    let rolling = Rolling {
        advantages,
        helpable: cx.state().battle.is_none(),
        ..Rolling::test(who, Attribute::Pre, rules::DW_PRAY_05)
    };
    let locals = (who, row.id, invoke.plea);
    let outcome = cx.within(locals, |cx| roll::make(cx, &rolling))?;
    match outcome {
        Outcome::CriticalFailure => angered(cx, who)?,
        Outcome::Failure => cx.cite(rules::DW_PRAY_06),
        _ => {
            exhaust(cx, who, row.id);
            cx.within((locals, outcome), |cx| works(cx, invoke, used, &all))?;
            if outcome == Outcome::GreatSuccess {
                miracle(cx, who)?;
            }
        }
    }
    world::turn(cx, fighting)
}

/// A consecrated symbol gives a reroll, once in an expedition, if it is wanted now.
fn consecrated(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow<u8> {
    let one = cx.state().one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let kind = things.find_map(|(sheet, now)| {
        let row = cx.book().gear.get(sheet.kind?.as_str())?;
        let again = row.passive.iter().any(|passive| matches!(passive, Passive::Reroll(_)));
        (again && now.place != Place::Gone && !now.broken).then_some(row.id)
    });
    let Some(rule) = kind.filter(|kind| !one.live.has_used(*kind)) else { return Ok(0) };
    let names =
        ["Keep it for another prayer", "Use it: one die may be thrown again"].map(str::to_owned).to_vec();
    if cx.ask(who, ChooseOne { who, rule, names })? == 0 {
        return Ok(0);
    }
    let used = Used { what: rule, until: Span::Expedition };
    cx.record(rule, MagicFact::Used { who, used }.into());
    Ok(1)
}

fn angered(cx: &mut Cx<'_, DeadWeight>, who: Who) -> Flow {
    let rule = rules::DW_PRAY_07;
    let lasting = Lasting { by: rule, from: None, amount: 1, ends: Span::Lasting };
    cx.record(rule, MagicFact::Lasts { who, lasting }.into());
    world::omens(cx, 1, rules::DW_HOUSE_21H)
}

fn exhaust(cx: &mut Cx<'_, DeadWeight>, who: Who, what: RuleId) {
    let all: Vec<Memorised> = cx
        .state()
        .live(who)
        .memorised
        .iter()
        .map(|known| Memorised { exhausted: known.exhausted || known.what == what, ..*known })
        .collect();
    cx.record(rules::DW_PRAY_03, MagicFact::Memorised { who, all }.into());
}
