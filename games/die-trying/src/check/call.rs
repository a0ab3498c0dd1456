//! Checks that are called for: by the TS, by somebody who tries something, and skill against skill.

use boneyard_table::{Audience, Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::part::{add, all_checks, by_sight, save, skill, skill_bonus};
use super::{Check, Kind, make};
use crate::DieTrying;
use crate::combat::{awake, gm, known};
use crate::fact::CheckFact;
use crate::house::SkillAbilityOverride;
use crate::question::NameCheck;
use crate::rules;
use crate::state::{Ability, Condition, Degree, Last, Level, Proficiency};

/// A check the TS calls for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CallCheck {
    /// Of whom.
    pub who: Who,
    /// A skill check with this skill.
    pub skill: Option<Proficiency>,
    /// Or a save with this Ability.
    pub save: Option<Ability>,
    /// Against this.
    pub dc: i16,
    /// Easier or harder by so much.
    pub modifier: i8,
    /// Another Ability than usual.
    pub ability: Option<Ability>,
    /// It relies entirely on sight.
    pub sight: bool,
    /// Recalls magic of the tradition of this skill.
    pub tradition: Option<Proficiency>,
    /// What is attempted, as the table of criticals knows it.
    pub attempt: Option<String>,
    /// Only the TS sees it.
    pub secret: bool,
}

/// Somebody tries something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Who.
    pub who: Who,
    /// What, in a few words.
    pub what: String,
    /// With which skill, if it is to be a check.
    #[serde(default)]
    pub skill: Option<Proficiency>,
}

/// One's skill against another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// Who rolls.
    pub who: Who,
    /// With what.
    pub skill: Proficiency,
    /// Against whom.
    pub target: Who,
    /// Easier or harder by so much.
    #[serde(default)]
    pub modifier: i8,
}

const LEAST_DC: i16 = 0;
const MOST_DC: i16 = 15;

/// The TS calls for a check.
pub fn call_check(cx: &mut Cx<'_, DieTrying>, by: Seat, call: &CallCheck) -> Flow {
    gm(by, rules::DT_CORE_01, "Only the Trapsetter calls for checks.")?;
    known(cx.state(), call.who)?;
    awake(cx.state(), call.who)?;
    check_dc(call.dc)?;
    check_modifier(call.modifier)?;
    let (state, book, who) = (cx.state(), cx.book(), call.who);
    let (kind, mut parts, rule) = match (call.skill, call.save) {
        (Some(_), Some(_)) => {
            let sentence = "A save adds no proficiency: name a skill or a save.";
            return refuse(Refusal::new(rules::DT_CHECK_08, "skill-and-save", sentence));
        }
        (None, None) => {
            let sentence = "Say what kind of check it is: a skill or a save.";
            return refuse(Refusal::new(rules::DT_CHECK_02, "no-kind", sentence));
        }
        (Some(which), None) => {
            check_skill(which)?;
            if call.ability.is_some() && state.house.skill_ability_override == SkillAbilityOverride::Off {
                let sentence = format!("{} is always added to the usual Ability here.", which.name());
                return refuse(Refusal::new(rules::DT_CHECK_06, "no-other-ability", sentence));
            }
            let mut parts = skill(state, book, who, which, call.ability);
            all_checks(state, book, who, &mut parts);
            (Kind::Skill(which), parts, rules::DT_CHECK_06)
        }
        (None, Some(ability)) => {
            if call.ability.is_some() {
                let sentence = "The effect names the Ability of a save.";
                return refuse(Refusal::new(rules::DT_CHECK_08, "no-other-ability", sentence));
            }
            (Kind::Save(ability), save(state, book, who, ability), rules::DT_CHECK_08)
        }
    };
    if let Some(tradition) = foreign(call) {
        let trained = state.sheet(who).trained.level(tradition) >= Level::Trained;
        add(&mut parts, "Foreign magic", if trained { 0 } else { -1 }, rules::DT_PROF_04);
        cx.cite(rules::DT_PROF_04);
    }
    add(&mut parts, "The situation", call.modifier.into(), rules::DT_CHECK_03);
    let (state, book) = (cx.state(), cx.book());
    let audience = if call.secret { Audience::GM } else { Audience::ALL };
    if call.sight {
        by_sight(state, book, who, None, &mut parts);
        if state.live(who).is(Condition::Blinded) {
            let outcome = Degree::Failure.key().into();
            let last = Last { outcome, total: 0 };
            cx.record_for(audience, rules::DT_COND_03H, CheckFact::CameOut(last).into());
            return Ok(());
        }
    }
    cx.cite(rules::DT_CHECK_02);
    let check = Check { audience, ..Check::new(who, kind, parts, rule) };
    let (degree, _) = make(cx, check, call.dc)?;
    match &call.attempt {
        Some(attempt) => criticals(cx, who, attempt, degree, audience),
        None => Ok(()),
    }
}

/// The tradition that is foreign to Arcana: one of the three others.
fn foreign(call: &CallCheck) -> Option<Proficiency> {
    let others = [Proficiency::Nature, Proficiency::Occultism, Proficiency::Religion];
    let tradition = call.tradition.filter(|tradition| others.contains(tradition))?;
    (call.skill == Some(Proficiency::Arcana)).then_some(tradition)
}

fn check_dc(dc: i16) -> Result<(), Refusal> {
    if (LEAST_DC..=MOST_DC).contains(&dc) {
        return Ok(());
    }
    let sentence = format!("A DC is a number from {LEAST_DC} to {MOST_DC}.");
    Err(Refusal::new(rules::DT_HOUSE_03H, "no-such-dc", sentence).with("dc", dc))
}

fn check_modifier(modifier: i8) -> Result<(), Refusal> {
    if (-3..=3).contains(&modifier) {
        return Ok(());
    }
    let sentence = "The situation makes a check easier or harder by 3 at the most.";
    Err(Refusal::new(rules::DT_CHECK_03, "too-much", sentence).with("modifier", modifier))
}

fn check_skill(skill: Proficiency) -> Result<(), Refusal> {
    if skill.is_skill() {
        return Ok(());
    }
    let sentence = format!("{} is none of the 16 skills.", skill.name());
    Err(Refusal::new(rules::DT_CHECK_06, "no-skill", sentence))
}

/// What a critical result adds: the table's entry, or what the TS puts in its place.
pub fn criticals(
    cx: &mut Cx<'_, DieTrying>,
    who: Who,
    attempt: &str,
    degree: Degree,
    audience: Audience,
) -> Flow {
    let book = cx.book();
    let row = book.criticals.iter().find(|row| row.attempt.eq_ignore_ascii_case(attempt));
    let text = match (row, degree) {
        (Some(row), Degree::CriticalSuccess) => &row.success,
        (Some(row), Degree::CriticalFailure) => &row.failure,
        _ => return Ok(()),
    };
    let judgement = || Judgement {
        rule: rules::DT_CHECK_09,
        tag: format!("{attempt}: {}", degree.name()),
        question: format!("{} of {attempt}: what does it bring besides?", degree.name()),
        about: Vec::new(),
        options: vec![RulingOption::new("table", text.clone()), RulingOption::new("nothing", "Nothing more")],
        proposal: 0,
        why: "So it stands in the table.".into(),
        precedents: Vec::new(),
    };
    let ruling = cx.judge_for(audience, rules::DT_CHECK_09, 0, &judgement)?;
    let text = match ruling {
        boneyard_table::Ruling::Listed(0) => text.clone(),
        boneyard_table::Ruling::Listed(_) => return Ok(()),
        boneyard_table::Ruling::Free { words, .. } => words.into(),
    };
    cx.record_for(audience, rules::DT_HOUSE_04H, CheckFact::Extra { who, text }.into());
    Ok(())
}

/// Somebody tries something; the TS says whether it takes a check.
pub fn attempt(cx: &mut Cx<'_, DieTrying>, attempt: &Attempt) -> Flow {
    known(cx.state(), attempt.who)?;
    awake(cx.state(), attempt.who)?;
    let what = attempt.what.trim();
    if what.is_empty() || what.chars().count() > 80 {
        let sentence = "Say in up to 80 letters what is tried.";
        return refuse(Refusal::new(rules::DT_CHECK_01, "no-words", sentence));
    }
    if let Some(skill) = attempt.skill {
        check_skill(skill)?;
    }
    // What is taken for granted is a matter of common sense; what is tried is a matter of a check.
    let (rule, proposal) = match attempt.skill {
        Some(_) => (rules::DT_CHECK_01, 1),
        None => (rules::DT_CORE_03, 0),
    };
    let name = cx.state().name(attempt.who).to_owned();
    let judgement = || Judgement {
        rule,
        tag: what.to_lowercase(),
        question: format!("{name} wants to: {what}."),
        about: attempt.skill.iter().map(|skill| format!("With {}.", skill.name())).collect(),
        options: vec![
            RulingOption::new("automatic", "It works"),
            RulingOption::new("check", "It takes a check"),
            RulingOption::new("impossible", "It cannot be done"),
        ],
        proposal,
        why: "Checks are for what is possible and could fail.".into(),
        precedents: Vec::new(),
    };
    let (who, what) = (attempt.who, what.to_owned());
    match cx.judge(rule, proposal, &judgement)?.option() {
        0 => cx.record(rule, CheckFact::Automatic { who, what }.into()),
        2 => cx.record(rule, CheckFact::Impossible { who, what }.into()),
        _ => {
            let named = cx.ask(Seat::GM, NameCheck { who, skill: attempt.skill })?;
            let check = Check::skill(cx.state(), cx.book(), who, named.skill, rules::DT_CHECK_06);
            make(cx, check, named.dc)?;
        }
    }
    Ok(())
}

/// One's skill against another's: the active side rolls.
pub fn contest(cx: &mut Cx<'_, DieTrying>, by: Seat, contest: Contest) -> Flow {
    let rule = rules::DT_HOUSE_09H;
    gm(by, rule, "The Trapsetter says who is active in a contest.")?;
    known(cx.state(), contest.who)?;
    known(cx.state(), contest.target)?;
    awake(cx.state(), contest.who)?;
    check_modifier(contest.modifier)?;
    let opposed = match contest.skill {
        Proficiency::Deception | Proficiency::Intimidation | Proficiency::Persuasion => Proficiency::Insight,
        Proficiency::Stealth | Proficiency::Thievery => Proficiency::Perception,
        other => {
            let sentence = format!("{} is not rolled against somebody's skill.", other.name());
            return refuse(Refusal::new(rule, "not-opposed", sentence));
        }
    };
    let (state, book) = (cx.state(), cx.book());
    let dc = 4 + skill_bonus(state, book, contest.target, opposed);
    let mut check = Check::skill(state, book, contest.who, contest.skill, rule);
    add(&mut check.parts, "The situation", contest.modifier.into(), rules::DT_CHECK_03);
    make(cx, check, dc)?;
    Ok(())
}
