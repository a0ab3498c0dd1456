//! Checks that are called for: by the Referee, by somebody who tries what the rules do not know, Skill against Skill.

use boneyard_table::{Audience, Cx, Flow, Group, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Against, Sums, Throw, ability_sums, check, far_skill_sums, oppose, skill_sums};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, gm, known, pay, takes};
use crate::fact::CheckFact;
use crate::question::{GiveIn, RuleDeed, Ruled};
use crate::rules;
use crate::state::{Ability, Last, SIDES, Skill, Ware, WeaponTag};

/// A check the Referee calls for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallCheck {
    /// Of whom.
    pub who: Who,
    /// With this Skill.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// Or with an ability alone.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// Against this number.
    #[serde(default)]
    pub dc: Option<i16>,
    /// Or one of the seven by its name.
    #[serde(default)]
    pub difficulty: Option<String>,
    /// The number stays the Referee's.
    #[serde(default)]
    pub hidden: bool,
    /// Nobody else sees the roll.
    #[serde(default)]
    pub secret: bool,
    /// About which thing of theirs.
    #[serde(default)]
    pub item: Option<u8>,
    /// How many feet off what it is about is.
    #[serde(default)]
    pub feet: Option<u16>,
}

/// One's Skill against another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// Who begins.
    pub who: Who,
    /// With what.
    pub skill: Skill,
    /// Against whom.
    pub target: Who,
    /// With what they resist; the same Skill if nothing is said.
    #[serde(default)]
    pub with: Option<Skill>,
    /// Whoever is asked may lose without a roll.
    #[serde(default)]
    pub willing: bool,
}

/// Something the rules do not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Improvise {
    /// Who.
    pub who: Who,
    /// What, in a few words.
    pub what: String,
    /// With which thing, otherwise than it is meant.
    #[serde(default)]
    pub item: Option<u8>,
}

/// Some dice, for whatever the table wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollDice {
    /// How many.
    #[serde(default = "one")]
    pub count: u8,
    /// With how many sides.
    pub sides: u8,
    /// One lowest die is left out.
    #[serde(default)]
    pub drop_lowest: bool,
    /// So often, all of it added up.
    #[serde(default = "one")]
    pub times: u8,
}

fn one() -> u8 {
    1
}

/// The Referee calls for a check.
pub fn call_check(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, call: &CallCheck) -> Flow {
    gm(by, rules::RH_CHECK_01, "Only the Referee calls for checks.")?;
    known(cx.state(), call.who)?;
    able(cx.state(), call.who)?;
    let dc = dc_of(cx, call)?;
    let (state, book, who) = (cx.state(), cx.book(), call.who);
    let (sums, what, rule) = match (call.skill, call.ability) {
        (Some(skill), None) => {
            let sums = far_skill_sums(state, book, who, skill, &[], call.feet);
            (sums, skill.name(), rules::RH_CHECK_02)
        }
        (None, Some(ability)) => {
            (ability_sums(state, book, who, ability), ability.name(), rules::RH_CHECK_01)
        }
        (Some(_), Some(_)) => {
            let sentence = "A Skill brings its own ability: name one of the two.";
            return refuse(Refusal::new(rules::RH_CHECK_02, "skill-and-ability", sentence));
        }
        (None, None) => {
            let sentence = "Say what is tested: an ability or a Skill.";
            return refuse(Refusal::new(rules::RH_CHECK_01, "nothing-tested", sentence));
        }
    };
    let mut sums = sums;
    if let (Some(item), Some(skill)) = (call.item, call.skill) {
        about_thing(cx, who, item, skill, &mut sums)?;
    }
    let audience = call.secret.then_some(Audience::GM);
    if call.difficulty.is_some() {
        cx.cite(rules::RH_CHECK_03);
    }
    let own = Throw { audience, ..Throw::new(who, what, sums, rule) };
    check(cx, own, Against { dc, hidden: call.hidden })?;
    Ok(())
}

/// What a thing means to a check about it.
fn about_thing(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    item: u8,
    skill: Skill,
    sums: &mut Sums<'_>,
) -> Result<(), Refusal> {
    let one = cx.state().one(who);
    let found = one.sheet.items.get(usize::from(item)).zip(one.live.items.get(usize::from(item)));
    let Some((thing, now)) = found.filter(|(_, now)| now.place.is_carried() && now.count > 0) else {
        let sentence = format!("{} carries no such thing.", one.sheet.name);
        return Err(Refusal::new(rules::RH_SKILL_07, "not-carried", sentence));
    };
    if skill == Skill::Investigation && !now.place.is_held() {
        let sentence = format!("The {} has to be in hand to be looked into.", thing.name);
        return Err(Refusal::new(rules::RH_SKILL_07, "not-held", sentence));
    }
    let concealed = matches!(&thing.ware, Ware::Weapon(arms) if arms.tags.contains(&WeaponTag::Concealed));
    if skill == Skill::Thievery && concealed {
        sums.edge("Concealed", true, rules::RH_WTAG_22H);
    }
    Ok(())
}

/// The number of a check, given or by the name of its difficulty.
fn dc_of(cx: &Cx<'_, RollHighOrDie>, call: &CallCheck) -> Result<i16, Refusal> {
    match (call.dc, &call.difficulty) {
        (Some(dc), None) if (0..=99).contains(&dc) => Ok(dc),
        (Some(dc), None) => {
            let sentence = "A DC is a whole number from 0 to 99.";
            Err(Refusal::new(rules::RH_CHECK_03, "no-such-dc", sentence).with("dc", dc))
        }
        (None, Some(name)) => {
            let all = &cx.book().difficulties;
            let found = all.iter().find(|step| step.name.eq_ignore_ascii_case(name));
            found.map(|step| step.dc).ok_or_else(|| {
                let names: Vec<&str> = all.iter().map(|step| step.name.as_str()).collect();
                let sentence = format!("There is no such difficulty; there are {}.", names.join(", "));
                Refusal::new(rules::RH_CHECK_03, "no-such-difficulty", sentence)
            })
        }
        (Some(_), Some(_)) => {
            let sentence = "Give a number or the name of a difficulty, not both.";
            Err(Refusal::new(rules::RH_CHECK_03, "two-numbers", sentence))
        }
        (None, None) => {
            let sentence = "A check is made against a DC or against somebody: give one.";
            Err(Refusal::new(rules::RH_CHECK_01, "no-dc", sentence))
        }
    }
}

/// Skill against Skill.
pub fn contest(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, contest: Contest) -> Flow {
    let rule = rules::RH_CHECK_06;
    gm(by, rule, "Only the Referee calls for contests.")?;
    known(cx.state(), contest.who)?;
    known(cx.state(), contest.target)?;
    able(cx.state(), contest.who)?;
    if contest.who == contest.target {
        return refuse(Refusal::new(rule, "yourself", "Nobody contests against themselves."));
    }
    if contest.willing && cx.ask(contest.target, GiveIn { who: contest.target, to: contest.who })? {
        let fact = CheckFact::GaveIn { who: contest.who, target: contest.target };
        record(cx, rule, fact.into());
        return Ok(());
    }
    opposed(
        cx,
        contest.who,
        contest.skill,
        contest.target,
        contest.with.unwrap_or(contest.skill),
        rule,
        &[],
    )?;
    Ok(())
}

/// A contest of two Skills. `words` are what else the initiator's roll is called.
pub fn opposed(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    skill: Skill,
    target: Who,
    with: Skill,
    rule: boneyard_table::RuleId,
    words: &[&str],
) -> Flow<bool> {
    let (state, book) = (cx.state(), cx.book());
    let own = Throw::new(who, skill.name(), skill_sums(state, book, who, skill, words), rule);
    let other = Throw::new(target, with.name(), skill_sums(state, book, target, with, &[]), rule);
    oppose(cx, (who, own), (target, other), rule)
}

/// Somebody tries what the rules do not know: the Referee says what it takes and what comes of it.
pub fn improvise(cx: &mut Cx<'_, RollHighOrDie>, deed: &Improvise) -> Flow {
    let rule = rules::RH_CORE_02;
    let who = deed.who;
    let what = deed.what.trim();
    if what.is_empty() || what.chars().count() > 120 {
        return refuse(Refusal::new(rule, "no-words", "Say in up to 120 letters what is tried."));
    }
    takes(cx.state(), cx.book(), who, 0)?;
    if let Some(item) = deed.item {
        let there = cx.state().live(who).items.get(usize::from(item));
        if !there.is_some_and(|now| now.place.is_carried() && now.count > 0) {
            let sentence = format!("{} carries no such thing.", cx.state().name(who));
            return refuse(Refusal::new(rules::RH_EQUIP_04, "not-carried", sentence));
        }
        cx.cite(rules::RH_EQUIP_04);
    }
    attempt(cx, who, what, None).map(drop)
}

/// The Referee says what a deed takes, from what the rules propose if they do, and it is tried. Gives whether it worked.
pub fn attempt(cx: &mut Cx<'_, RollHighOrDie>, who: Who, what: &str, proposed: Option<Ruled>) -> Flow<bool> {
    let rule = rules::RH_CORE_02;
    let ruled = cx.ask(Seat::GM, RuleDeed { who, what: what.to_owned(), proposed })?;
    let Ruled { ap, skill, ability, against, dc, success, failure } = ruled;
    if cx.state().encounter.is_some() && ap > 0 {
        if ap > cx.state().live(who).ap {
            let text = format!("{what}: that takes {ap} AP, more than there are");
            record(cx, rule, CheckFact::Deed { who, text }.into());
            return Ok(false);
        }
        pay(cx, who, ap, rule);
    }
    let (state, book) = (cx.state(), cx.book());
    let won = match (skill, ability, against) {
        (Some(skill), _, Some(target)) => opposed(cx, who, skill, target, skill, rule, &[])?,
        (Some(skill), ..) => {
            let own = Throw::new(who, skill.name(), skill_sums(state, book, who, skill, &[]), rule);
            check(cx, own, Against { dc, hidden: false })?
        }
        (None, Some(ability), _) => {
            let own = Throw::new(who, ability.name(), ability_sums(state, book, who, ability), rule);
            check(cx, own, Against { dc, hidden: false })?
        }
        (None, None, _) => true,
    };
    let text = if won { success } else { failure };
    record(cx, rule, CheckFact::Deed { who, text: format!("{what}: {text}") }.into());
    Ok(won)
}

/// Rolls some dice for the table to read.
pub fn roll_dice(cx: &mut Cx<'_, RollHighOrDie>, by: Seat, dice: RollDice) -> Flow {
    let rule = rules::RH_CORE_01;
    if !SIDES.contains(&dice.sides) {
        let sentence = format!("There is no d{}: the game uses d4, d6, d8, d10, d12 and d20.", dice.sides);
        return refuse(Refusal::new(rule, "no-such-die", sentence));
    }
    if !(1..=20).contains(&dice.count) {
        return refuse(Refusal::new(rule, "so-many", "Roll from 1 to 20 dice."));
    }
    if !(1..=20).contains(&dice.times) || dice.drop_lowest && dice.count < 2 {
        let sentence = "Roll from 1 to 20 times; of one die none can be left out.";
        return refuse(Refusal::new(rule, "so-many", sentence));
    }
    let mut total = 0;
    for nth in 0..dice.times {
        cx.mark(rule, (total, nth, dice))?;
        let group = Group::new(dice.count, dice.sides);
        total += cx.within((total, nth), |cx| {
            cx.dice_read(rule, by, group, |faces| {
                let lowest = faces.lowest().filter(|_| dice.drop_lowest).unwrap_or(0);
                faces.sum() - u32::from(lowest)
            })
        })?;
    }
    let last = Last { outcome: total.to_string().into(), total: i16::try_from(total).unwrap_or(i16::MAX) };
    record(cx, rule, CheckFact::CameOut(last).into());
    Ok(())
}
