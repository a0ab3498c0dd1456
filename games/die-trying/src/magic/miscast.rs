//! The miscast table, row by row: each bends a casting, or puts something else in its place.

use boneyard_table::moment::Until;
use boneyard_table::{Cx, Flow, Group, Judgement, RuleId, Ruling, RulingOption, Who};

use super::aim::{Aim, in_order, in_range};
use super::cast::{Casting, Form};
use super::own::{extra_instability, gain, instability, magic_dice, steady};
use super::work::{Bent, deed, from_caster, work};
use super::{dice, improvise, rip};
use crate::DieTrying;
use crate::check::{pick, sum};
use crate::combat::hostile;
use crate::fact::{AffectFact, CheckFact, MagicFact};
use crate::hurt::{begin_condition, dies};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Affect, Condition, Fate, Place, State, What};
use crate::time::day_of;
use boneyard_table::moment::Moment;

/// How near is nearby, in squares: 30 feet.
const NEARBY: u32 = 6;

/// The row of a total: below 1 is 1, 12 and more are 12.
pub fn row_of(total: i16) -> u8 {
    total.clamp(1, 12) as u8
}

/// Rolls on the table and does what the row says. `matching` is nothing for a Critical Failure of an
/// improvised casting, which has no modifier.
pub(super) fn miscast(cx: &mut Cx<'_, DieTrying>, casting: &Casting, matching: Option<u8>) -> Flow {
    let who = casting.who;
    let parts = steady(cx.state(), cx.book(), who);
    let steadied = sum(&parts);
    for part in &parts {
        cx.cite(part.rule);
    }
    let row = cx.within((casting, steadied), |cx| rolled_row(cx, who, matching, steadied))?;
    // A siphon's own siphon would never end.
    let row = if row == 9 && casting.again { 1 } else { row };
    match row {
        1 => fizzle(cx, who),
        2 => reversed(cx, casting),
        3 => surge(cx, casting),
        4 => somebody_else(cx, casting),
        5 => too_strong(cx, casting),
        6 => backlash(cx, casting),
        7 => rip::comes_through(cx, who),
        8 => flood(cx, casting),
        9 => siphon(cx, casting),
        10 => cursed(cx, who),
        11 => {
            dies(cx, who, rules::DT_MIS_14);
            Ok(())
        }
        _ => rip::rip_opens(cx, who),
    }
}

/// The d10 of a miscast, with the dice that match and what steadies it. Gives the row.
pub fn rolled_row(cx: &mut Cx<'_, DieTrying>, who: Who, matching: Option<u8>, steadied: i16) -> Flow<u8> {
    let more = matching.map_or(0, |matching| i16::from(matching) - 1) + steadied;
    let dice = Group::new(1, 10).named("miscast");
    let read = |faces: &boneyard_table::Faces| (i16::from(faces.first()) + more).max(1);
    let total = cx.dice_read(rules::DT_MIS_02, who, dice, read)?;
    let row = row_of(total);
    cx.cite(rules::DT_MIS_03);
    cx.record(rules::DT_MIS_02, MagicFact::Miscast { who, total, row }.into());
    Ok(row)
}

/// What a ruling on this one casting is about: each casting is another question, not the last one again.
pub(super) fn this_once(state: &State, who: Who, what: &str) -> String {
    format!("{what}: {}, {} ID, day {}", state.name(who), instability(state, who), day_of(state.now))
}

fn fizzle(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    cx.record(rules::DT_MIS_04, MagicFact::Fizzled { who }.into());
    Ok(())
}

/// Asks the TS to shape an outcome: `true` for what is proposed, words are told as they are.
fn shaped(cx: &mut Cx<'_, DieTrying>, rule: RuleId, who: Who, question: &str, proposal: &str) -> Flow<bool> {
    let tag = this_once(cx.state(), who, "outcome");
    let judgement = || Judgement {
        rule,
        tag: tag.clone(),
        question: question.to_owned(),
        about: Vec::new(),
        options: vec![RulingOption::new("so", proposal), RulingOption::new("nothing", "Nothing happens")],
        proposal: 0,
        why: "So the rules have it.".into(),
        precedents: Vec::new(),
    };
    match cx.judge(rule, 0, &judgement)? {
        Ruling::Listed(0) => Ok(true),
        Ruling::Listed(_) => Ok(false),
        Ruling::Free { words, .. } => {
            cx.record(rule, CheckFact::Extra { who, text: words.into() }.into());
            Ok(false)
        }
    }
}

fn reversed(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow {
    let (rule, who) = (rules::DT_MIS_05, casting.who);
    let deed = deed(cx.book(), &casting.form);
    let text =
        deed.and_then(|deed| deed.reversed).map_or("The wish does its opposite.", |row| row.text.as_str());
    if !shaped(cx, rule, who, "The spell is reversed. What does it do?", text)? {
        return Ok(());
    }
    cx.record(rule, MagicFact::Surged { who, text: text.to_owned() }.into());
    work(cx, casting, &Bent { reversed: true, ..Bent::default() })
}

fn surge(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow {
    let (rule, who) = (rules::DT_MIS_06, casting.who);
    let text = deed(cx.book(), &casting.form).map_or("", |deed| deed.surge);
    if shaped(cx, rule, who, "The spell swells, and hurts nobody. What is seen?", text)? {
        cx.record(rule, MagicFact::Surged { who, text: text.to_owned() }.into());
    }
    crate::dungeon::wakes(cx, who, rule);
    Ok(())
}

/// Who was meant: nobody of these can be picked.
fn meant(state: &State, casting: &Casting, deed: &super::work::Deed<'_>) -> Vec<Who> {
    match casting.aim.target {
        Some(target) => vec![target],
        None if deed.target == "self" => vec![casting.who],
        None => super::aim::targets_of(state, deed, casting.who, &casting.aim, 1)
            .into_iter()
            .filter(|_| deed.area.is_none())
            .collect(),
    }
}

fn somebody_else(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow {
    let (rule, who) = (rules::DT_MIS_07, casting.who);
    let Some(deed) = deed(cx.book(), &casting.form) else { return Ok(()) };
    let meant = meant(cx.state(), casting, &deed);
    let mut among = in_range(cx.state(), &deed, who);
    among.retain(|other| !meant.contains(other));
    cx.cite(rule);
    let Some(other) = cx.within(casting, |cx| pick(cx, rule, who, &among))? else {
        return fizzle(cx, who);
    };
    let at = cx.state().live(other).at;
    let only = (from_caster(&deed) && deed.target != "self" || cx.state().board.is_none())
        .then(|| vec![other])
        .filter(|_| deed.area.is_some());
    let item = if deed.target.contains("object") {
        let things = &cx.state().live(other).items;
        let held = things.iter().position(|item| item.place.is_held());
        let worn = || things.iter().position(|item| item.place == Place::Worn);
        match held.or_else(worn).and_then(|item| u8::try_from(item).ok()) {
            Some(item) => Some(item),
            None if !deed.target.contains("creature") => return fizzle(cx, who),
            None => None,
        }
    } else {
        None
    };
    let aim = Aim { target: Some(other), item, at, facing: casting.aim.facing };
    let casting = Casting { aim, ..casting.clone() };
    cx.within(who, |cx| work(cx, &casting, &Bent { only, ..Bent::default() }))
}

fn too_strong(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow {
    let (rule, who) = (rules::DT_MIS_08, casting.who);
    let Some(deed) = deed(cx.book(), &casting.form) else { return Ok(()) };
    let text = "Twice the Power; an area twice as large, or one more creature";
    if !shaped(cx, rule, who, "The spell is far too strong.", text)? {
        return Ok(());
    }
    cx.cite(rule);
    let casting = Casting { power: casting.power.saturating_mul(2), ..casting.clone() };
    if deed.area.is_some() {
        return work(cx, &casting, &Bent { larger: 2, ..Bent::default() });
    }
    let Some(target) = casting.aim.target else { return work(cx, &casting, &Bent::default()) };
    let state = cx.state();
    let among: Vec<Who> = state
        .beings()
        .filter(|other| {
            let live = state.live(*other);
            *other != target
                && !live.away
                && live.fate != Fate::Dead
                && sight::distance(state, target, *other).is_none_or(|far| far <= 2)
        })
        .collect();
    let more = cx.within(&casting, |cx| pick(cx, rule, who, &among))?;
    cx.within((&casting, more), |cx| work(cx, &casting, &Bent::default()))?;
    if let Some(other) = more {
        let casting = Casting { aim: Aim { target: Some(other), ..casting.aim }, ..casting };
        work(cx, &casting, &Bent::default())?;
    }
    Ok(())
}

fn backlash(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow {
    let (rule, who) = (rules::DT_MIS_09, casting.who);
    let Some(deed) = deed(cx.book(), &casting.form) else { return Ok(()) };
    let meant = meant(cx.state(), casting, &deed);
    let mut among = in_range(cx.state(), &deed, who);
    let area = super::aim::targets_of(cx.state(), &deed, who, &casting.aim, 1);
    among.retain(|other| !meant.contains(other) && (*other == who || !area.contains(other)));
    if among.is_empty() {
        return fizzle(cx, who);
    }
    let mut only: Vec<Who> = Vec::new();
    let chosen = cx.within(casting, |cx| named_two(cx, who, &among))?;
    match chosen {
        Some(two) => only = two,
        None => {
            for _ in 0..2 {
                let left: Vec<Who> = among.iter().copied().filter(|other| !only.contains(other)).collect();
                // What is meant to help goes to enemies first.
                let foes: Vec<Who> =
                    left.iter().copied().filter(|other| hostile(cx.state(), who, *other)).collect();
                let from = if deed.helpful && !foes.is_empty() { foes } else { left };
                let picked = cx.within((casting, only.clone()), |cx| pick(cx, rule, who, &from))?;
                only.extend(picked);
            }
        }
    }
    cx.cite(rule);
    cx.cite(rules::DT_CORE_09);
    in_order(cx.state(), &mut only);
    work(cx, casting, &Bent { half: true, only: Some(only), ..Bent::default() })
}

/// The TS may name the two; otherwise chance does.
fn named_two(cx: &mut Cx<'_, DieTrying>, who: Who, among: &[Who]) -> Flow<Option<Vec<Who>>> {
    let rule = rules::DT_MIS_09;
    if among.len() <= 2 {
        return Ok(Some(among.to_vec()));
    }
    let names: Vec<(Who, String)> =
        among.iter().map(|other| (*other, cx.state().name(*other).to_owned())).collect();
    let tag = this_once(cx.state(), who, "backlash");
    let mut pairs = Vec::new();
    for (nth, one) in names.iter().enumerate() {
        for other in &names[nth + 1..] {
            pairs.push((vec![one.0, other.0], format!("{} and {}", one.1, other.1)));
        }
    }
    pairs.truncate(60);
    let judgement = || {
        let chance = RulingOption::new("chance", "Two at random");
        let named = pairs.iter().map(|(_, names)| RulingOption::new(names, names.clone()));
        Judgement {
            rule,
            tag: tag.clone(),
            question: "The spell splits between two it was not meant for. Which?".into(),
            about: Vec::new(),
            options: std::iter::once(chance).chain(named).collect(),
            proposal: 0,
            why: "Chance decides unless you do.".into(),
            precedents: Vec::new(),
        }
    };
    let chosen = cx.judge(rule, 0, &judgement)?.option();
    Ok(chosen.checked_sub(1).and_then(|at| pairs.get(usize::from(at))).map(|(two, _)| two.clone()))
}

/// Everybody near who lives or walks, the caster too.
fn nearby(state: &State, who: Who) -> Vec<Who> {
    let near = |other: &Who| {
        let live = state.live(*other);
        !live.away
            && live.fate != Fate::Dead
            && (*other == who || sight::distance(state, who, *other).is_none_or(|far| far <= NEARBY))
    };
    state.beings().filter(near).collect()
}

fn flood(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow {
    for who in nearby(cx.state(), casting.who) {
        gain(cx, who, casting.dice, casting.dice, rules::DT_MIS_11);
    }
    Ok(())
}

fn siphon(cx: &mut Cx<'_, DieTrying>, casting: &Casting) -> Flow {
    let (rule, who) = (rules::DT_MIS_12, casting.who);
    let (mut magic, mut unstable) = (0_u8, 0_u8);
    for other in nearby(cx.state(), who) {
        let (state, book) = (cx.state(), cx.book());
        let siphoned = passive::forbids(state, book, other, "magic-dice").is_some();
        let own = if siphoned { 0 } else { magic_dice(state, book, other) };
        magic = magic.saturating_add(own);
        unstable = unstable.saturating_add(instability(state, other));
        if own > 0 && other != who {
            let until = Until::next(Moment::DayStart);
            begin_condition(cx, other, Condition::Siphoned, None, until, rule, Some(who));
        }
    }
    let extra: u8 = extra_instability(cx.state(), cx.book(), who).iter().map(|(more, _)| *more).sum();
    let unstable = unstable.saturating_add(extra);
    let casting = Casting { dice: magic, again: true, ..casting.clone() };
    let (power, matching) = cx.within(&casting, |cx| dice::throw(cx, who, magic, unstable))?;
    let casting = Casting { power, ..casting };
    cx.mark(rule, (&casting, matching))?;
    let wish = matches!(casting.form, Form::Wish { .. });
    gain(cx, who, 0, if wish { magic.saturating_mul(2) } else { magic }, rule);
    let gone = casting.aim.target.is_some_and(|target| cx.state().live(target).fate == Fate::Dead);
    if gone {
        return fizzle(cx, who);
    }
    if matching > 0 {
        return cx.within(who, |cx| miscast(cx, &casting, Some(matching)));
    }
    if wish {
        return improvise::again(cx, &casting, false);
    }
    work(cx, &casting, &Bent::default())
}

fn cursed(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let (rule, book) = (rules::DT_MIS_13, cx.book());
    let tag = this_once(cx.state(), who, "curse");
    let judgement = || {
        let chance = RulingOption::new("chance", "By the d10");
        let named =
            book.curses.iter().map(|row| RulingOption::new(&row.name.to_lowercase(), row.name.clone()));
        Judgement {
            rule,
            tag: tag.clone(),
            question: "Which curse or disease is it?".into(),
            about: Vec::new(),
            options: std::iter::once(chance).chain(named).collect(),
            proposal: 0,
            why: "The list goes from 1 to 10.".into(),
            precedents: Vec::new(),
        }
    };
    let face = match cx.judge(rule, 0, &judgement)? {
        Ruling::Listed(0) | Ruling::Free { .. } => cx.die(rule, who, 10)?,
        Ruling::Listed(chosen) => chosen,
    };
    curse(cx, who, face);
    Ok(())
}

/// Somebody bears a curse of the list.
pub fn curse(cx: &mut Cx<'_, DieTrying>, who: Who, face: u8) {
    let book = cx.book();
    let Some(row) = book.curses.iter().find(|row| row.face == face) else { return };
    let before = crate::hurt::max_hp(cx.state(), book, who);
    let affect = Affect { what: What::Cursed(row.id), by: row.id, from: None };
    cx.cite(rules::DT_COND_15H);
    cx.cite(row.id);
    cx.record(rules::DT_MIS_13, AffectFact::Begins { who, affect, until: Until::ended() }.into());
    let after = crate::hurt::max_hp(cx.state(), book, who);
    if after < before && cx.state().live(who).hp > after {
        let fact = crate::fact::HurtFact::Healed { who, amount: 0, to: after };
        cx.record(row.id, fact.into());
    }
}
