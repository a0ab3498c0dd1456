//! Conditions: given, grown in intensity, asked about, ended.

use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::injury::{Hurt, injure, knock_out};
use crate::GutsPlus;
use crate::fact::HealthFact;
use crate::gm::{decide, must_be_gm, settled};
use crate::house::IntensityStyle;
use crate::question::{Decide, Matter};
use crate::rules;
use crate::state::{Base, Condition, ROUND, Sheet, State, Takes};

/// A condition as the GM gives it: one of the list by name, or one of their own with its effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Given {
    /// What it is called.
    pub name: String,
    /// What it does, as its bearer reads it.
    pub effect: String,
    /// The base quality it touches.
    pub quality: Option<Base>,
    /// What it takes.
    pub takes: Takes,
    /// The part it is in.
    pub part: Option<String>,
    /// What brought it.
    pub cause: String,
    /// It does not pass.
    pub permanent: bool,
}

impl Given {
    /// As rules take it, for somebody with this sheet.
    pub fn ailment(&self, sheet: &Sheet) -> Ailment<'_> {
        let Self { name, effect, quality, takes, part, cause, permanent } = self;
        let (quality, takes, permanent) = (*quality, *takes, *permanent);
        let part = part.as_ref().and_then(|part| sheet.part(part));
        Ailment { name, effect, quality, takes, part, cause, permanent }
    }
}

/// A condition as rules give it: words are borrowed, since most of them come to nothing.
#[derive(Clone, Copy, Debug)]
pub struct Ailment<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What it does, where the list does not say.
    pub effect: &'a str,
    /// The base quality it touches, where the list does not say.
    pub quality: Option<Base>,
    /// What it takes, where the list does not say.
    pub takes: Takes,
    /// The part it is in.
    pub part: Option<u8>,
    /// What brought it.
    pub cause: &'a str,
    /// It does not pass.
    pub permanent: bool,
}

impl<'a> Ailment<'a> {
    /// One of the list, or one that is only acted out.
    pub fn named(name: &'a str, cause: &'a str) -> Self {
        let (quality, takes, part) = (None, Takes::Nothing, None);
        Self { name, effect: "roleplay only", quality, takes, part, cause, permanent: false }
    }
}

/// The GM gives a condition.
pub fn inflict_by(cx: &mut Cx<'_, GutsPlus>, by: Seat, who: Who, given: &Given) -> Flow {
    let rule = rules::GP_COND_01;
    must_be_gm(by, rule, "gives conditions")?;
    let Some(one) = cx.state().creature(who) else {
        return refuse(Refusal::new(rule, "nobody", "There is nobody like that here."));
    };
    let long = [&given.name, &given.cause].iter().any(|words| words.chars().count() > 60);
    if given.name.trim().is_empty() || long || given.effect.chars().count() > 200 {
        let sentence = "Name it in at most 60 letters and say what it does in at most 200.";
        return refuse(Refusal::new(rule, "name", sentence));
    }
    if given.effect.trim().is_empty() && cx.book().status(&given.name).is_none() {
        let sentence = format!("Say what {} does; \"roleplay only\" will do.", given.name);
        return refuse(Refusal::new(rule, "no-effect", sentence));
    }
    if one.live.conditions.len() >= 20 {
        return refuse(Refusal::new(rule, "too-many", "Twenty conditions are enough for anybody."));
    }
    if let Takes::Points(0 | 11..) | Takes::Dice(0 | 11..) = given.takes {
        return refuse(Refusal::new(rule, "takes", "A condition takes from 1 to 10 points or dice."));
    }
    if let Some(part) = &given.part
        && one.sheet.part(part).is_none()
    {
        let sentence = format!("{} has no {part}.", one.sheet.name);
        return refuse(Refusal::new(rules::GP_COND_09, "no-part", sentence));
    }
    let given = given.ailment(&one.sheet);
    inflict(cx, who, &given)
}

/// Gives a condition; one of the same kind grows instead.
pub fn inflict(cx: &mut Cx<'_, GutsPlus>, who: Who, given: &Ailment<'_>) -> Flow {
    let row = cx.book().status(given.name);
    let kind = row.map_or(given.name, |(row, _)| &row.name);
    let numbers = cx.state().house.intensity_style == IntensityStyle::Numbers;
    let step = row.map_or(1, |(_, step)| step);
    let part = given.part;
    let live = cx.state().live(who);
    let same = |one: &Condition| one.part == part && one.kind.eq_ignore_ascii_case(kind);
    let known = live.conditions.iter().position(same);
    let old = known.map(|at| &live.conditions[at]);
    let (grows, permanent) = (old.is_some(), old.is_some_and(|old| old.permanent));
    let intensity = match old {
        Some(old) if step > old.intensity => step,
        Some(old) => old.intensity + 1,
        None => step,
    };
    if intensity > if numbers { 5 } else { 3 } {
        return too_much(cx, who, kind);
    }
    let words = row.filter(|_| !numbers).and_then(|(row, _)| row.words.get(usize::from(intensity) - 1));
    let kind = row.map_or_else(|| given.name.into(), |(row, _)| row.name.clone());
    let name = match words {
        Some(word) => word.clone(),
        None if intensity > 1 => format!("{kind} x{intensity}").into(),
        None => kind.clone(),
    };
    let from_row = row.and_then(|(row, _)| Some((row, row.takes.as_ref()?)));
    let takes = from_row.map(|(_, amount)| {
        let each = amount.dice.parse().unwrap_or(1);
        if amount.is("dice") { Takes::Dice(each) } else { Takes::Points(each) }
    });
    let listed = row.and_then(|(row, _)| row.quality.as_deref()).and_then(Base::named);
    let text = row.map(|(row, _)| if row.effect.is_empty() { &row.text } else { &row.effect });
    let effect = text.filter(|text| !text.is_empty()).cloned().unwrap_or_else(|| given.effect.into());
    let condition = Condition {
        name,
        kind,
        intensity,
        quality: listed.or(given.quality),
        takes: takes.unwrap_or(given.takes),
        part,
        effect,
        cause: given.cause.into(),
        cause_gone: false,
        since: cx.state().clock,
        since_round: cx.state().battle.as_ref().map(|battle| battle.round),
        permanent: given.permanent || permanent,
    };
    if let Some((row, _)) = row {
        cx.cite(rules::GP_COND_02);
        cx.cite(row.id);
    }
    if intensity > 2 {
        cx.cite(rules::GP_HOUSE_02H);
    }
    if part.is_some() {
        cx.cite(rules::GP_COND_09);
    }
    if given.permanent {
        cx.cite(rules::GP_COND_08);
    }
    let at = known.unwrap_or(cx.state().live(who).conditions.len()) as u8;
    let rule = if grows { rules::GP_COND_06 } else { rules::GP_COND_01 };
    cx.record(rule, HealthFact::Condition { who, at, condition }.into());
    Ok(())
}

fn too_much(cx: &mut Cx<'_, GutsPlus>, who: Who, kind: &str) -> Flow {
    let choice = settled(cx, "nothing", |cx| {
        let question =
            cx.words(|at| format!("{} cannot get any worse than this: {kind}.", at.state.name(who)));
        Decide::new(Matter::TooMuch, kind, question)
            .option("nothing", "Nothing more")
            .option("unconscious", "Unconscious")
            .option("injury", "1 injury")
            .who(who)
    })?;
    match &*choice {
        "unconscious" => knock_out(cx, who),
        "injury" => {
            let part = cx.state().one(who).vital();
            let rule = rules::GP_HOUSE_02H;
            let (dangerous, cuts, through) = (false, false, false);
            injure(cx, &Hurt { who, part, lines: 1, dangerous, cuts, through, cause: kind, rule })
        }
        _ => Ok(()),
    }
}

fn find(state: &State, who: Who, name: &str) -> Result<u8, Refusal> {
    let rule = rules::GP_COND_07;
    let Some(one) = state.creature(who) else {
        return Err(Refusal::new(rule, "nobody", "There is nobody like that here."));
    };
    let at = one.live.conditions.iter().position(|own| own.name.eq_ignore_ascii_case(name));
    at.map(|at| at as u8).ok_or_else(|| {
        let names: Vec<&str> = one.live.conditions.iter().map(|own| &*own.name).collect();
        let all = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Refusal::new(rule, "no-condition", format!("{} is not {name}; conditions: {all}.", one.sheet.name))
    })
}

/// The GM ends a condition; a permanent one only when that is meant.
pub fn end(cx: &mut Cx<'_, GutsPlus>, by: Seat, who: Who, name: &str, permanent: bool) -> Flow {
    must_be_gm(by, rules::GP_COND_07, "ends conditions; ask whether it still lasts")?;
    let at = find(cx.state(), who, name)?;
    if cx.state().live(who).conditions[usize::from(at)].permanent && !permanent {
        let sentence = format!("{name} is there for good; say that you mean a permanent one.");
        return refuse(Refusal::new(rules::GP_COND_08, "permanent", sentence));
    }
    ended(cx, who, at);
    Ok(())
}

fn ended(cx: &mut Cx<'_, GutsPlus>, who: Who, at: u8) {
    let name = cx.state().live(who).conditions[usize::from(at)].name.to_string();
    cx.record(rules::GP_COND_07, HealthFact::ConditionEnded { who, at, name }.into());
}

/// Whether somebody was stunned until now: that costs what would have come next, and is over.
pub fn recovers(cx: &mut Cx<'_, GutsPlus>, who: Who) -> bool {
    let stuns = |own: &Condition| cx.book().stuns(&own.kind);
    let Some(at) = cx.state().live(who).conditions.iter().position(stuns) else { return false };
    ended(cx, who, at as u8);
    true
}

/// A player asks whether a condition lasts.
pub fn still(cx: &mut Cx<'_, GutsPlus>, who: Who, name: &str) -> Flow {
    let at = find(cx.state(), who, name)?;
    lasts(cx, who, at).map(|_| ())
}

/// Asks the GM whether a condition lasts, with its age; gives whether it ended.
fn lasts(cx: &mut Cx<'_, GutsPlus>, who: Who, at: u8) -> Flow<bool> {
    let state = cx.state();
    let own = &state.live(who).conditions[usize::from(at)];
    let age = match (&state.battle, own.since_round) {
        (Some(battle), Some(round)) => count(battle.round.saturating_sub(round), "round old", "rounds old"),
        _ => {
            let seconds = state.clock.saturating_sub(own.since);
            if seconds >= crate::state::HOUR {
                count((seconds / crate::state::HOUR) as u32, "hour old", "hours old")
            } else {
                count((seconds / ROUND) as u32, "round old", "rounds old")
            }
        }
    };
    let cause = if own.cause.is_empty() { String::new() } else { format!(", from {}", own.cause) };
    let question = format!("{}: {} ({age}{cause}). Does it last?", state.name(who), own.name);
    let mut matter = Decide::new(Matter::Lasts, &own.kind, question)
        .option("keep", "It lasts")
        .option("remove", "It ends")
        .who(who);
    if own.cause_gone {
        matter = matter.propose("remove", "its cause is gone");
    }
    let name = own.name.to_string();
    if decide(cx, matter)?.choice == "remove" {
        ended(cx, who, at);
        return Ok(true);
    }
    cx.record(rules::GP_COND_07, HealthFact::ConditionLasts { who, name }.into());
    Ok(false)
}

/// At a change of scene, a rest or the end of a fight the GM goes through all conditions.
pub fn review(cx: &mut Cx<'_, GutsPlus>) -> Flow {
    let everybody: Vec<Who> = cx.state().everybody().collect();
    for who in everybody {
        let mut at = 0;
        while let Some(own) = cx.state().live(who).conditions.get(usize::from(at)) {
            if own.permanent {
                cx.cite(rules::GP_COND_08);
                at += 1;
            } else if !lasts(cx, who, at)? {
                at += 1;
            }
        }
    }
    Ok(())
}
