//! Checks that are called for: by the TS, by somebody who tries something, and skill against skill.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::{Audience, Cx, Flow, Judgement, Refusal, RulingOption, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::part::{add, all_checks, by_sight, save, skill, skill_bonus};
use super::{Check, Kind, make};
use crate::DieTrying;
use crate::combat::{awake, is_awake, may_know, unfit};
use crate::fact::CheckFact;
use crate::house::SkillAbilityOverride;
use crate::question::NameCheck;
use crate::rules;
use crate::state::{Ability, Condition, Degree, Last, Level, Proficiency};

/// The TS calls for a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
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

/// The kinds of checks that have a card of their own.
#[derive(Clone, Copy, PartialEq)]
enum Calls {
    Skill,
    Foreign,
    Save,
}

impl Form<DieTrying> for CallCheck {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        if form.is_written() {
            return Ok(Self {
                who: form.creature("who", "Who")?,
                skill: form.unasked("skill")?,
                save: form.unasked("save")?,
                dc: form.unasked("dc")?,
                modifier: form.unasked("modifier")?,
                ability: form.unasked("ability")?,
                sight: form.unasked("sight")?,
                tradition: form.unasked("tradition")?,
                attempt: form.unasked("attempt")?,
                secret: form.unasked("secret")?,
            });
        }
        let calls = form.variant(&[Calls::Skill, Calls::Foreign, Calls::Save])?;
        let (id, label, rule) = match calls {
            Calls::Skill => ("call-skill", "Call for a skill check", rules::DT_CHECK_06),
            Calls::Foreign => {
                ("call-foreign", "Call for Arcana on magic of another tradition", rules::DT_PROF_04)
            }
            Calls::Save => ("call-save", "Call for a save", rules::DT_CHECK_08),
        };
        form.id(|| id.into());
        form.label(|| label.into());
        form.rule(rule);
        let mut call = Self::default();
        if calls == Calls::Foreign {
            call.skill = form.each("skill", [Some(Proficiency::Arcana)])?;
        }
        call.who = awake_one(form, "who", "Who")?;
        match calls {
            Calls::Skill => call.skill = Some(form.one_of("skill", "Skill", skills())?),
            Calls::Foreign => {
                let others = TRADITIONS.map(|skill| (skill, skill.name()));
                call.tradition = Some(form.one_of("tradition", "The skill of that tradition", others)?);
            }
            Calls::Save => call.save = Some(form.one_of("save", "Ability", abilities())?),
        }
        call.dc = form.amount("dc", "DC", LEAST_DC.into()..=MOST_DC.into())?;
        call.modifier = situation(form)?;
        if calls == Calls::Skill {
            if form.state.house.skill_ability_override == SkillAbilityOverride::On {
                call.ability = form.maybe("ability", "With another Ability", abilities())?;
            }
            let attempts = form.book.criticals.iter().map(|row| (row.attempt.clone(), &row.attempt));
            call.attempt = form.maybe("attempt", "What is attempted, for criticals", attempts)?;
        }
        if calls != Calls::Foreign {
            call.sight = form.flag("sight", "It relies entirely on sight")?;
        }
        call.secret = form.flag("secret", "Only the Trapsetter sees it")?;
        Ok(call)
    }
}

fn skills() -> impl Iterator<Item = (Proficiency, &'static str)> {
    Proficiency::skills().iter().map(|skill| (*skill, skill.name()))
}

fn abilities() -> [(Ability, &'static str); 6] {
    Ability::ALL.map(|ability| (ability, ability.name()))
}

/// Somebody who can do anything at all, where there is anybody.
fn awake_one(form: &mut Filling<'_, DieTrying>, name: &'static str, label: &'static str) -> Filled<Who> {
    let state = form.state;
    form.only_if(state.beings().any(|who| is_awake(state, who)))?;
    form.creature_among(name, label, |who| is_awake(state, who))
}

/// The field `modifier`: easier or harder.
fn situation(form: &mut Filling<'_, DieTrying>) -> Filled<i8> {
    Ok(form.maybe_amount("modifier", "The situation", -3..=3)?.unwrap_or(0))
}

deed! {
    /// Somebody tries something; the TS says whether it takes a check.
    pub struct Attempt(form: DieTrying) {
        who: Who = {
            let who = form.actor()?;
            let hero = form.state.creature(who).is_some_and(|one| one.sheet.is_hero());
            form.only_if(hero)?;
            who
        },
        /// What, in a few words.
        what: String = form.text("what", "What", 80)?,
        /// With which skill, if it is to be a check.
        #[serde(default)]
        skill: Option<Proficiency> = form.maybe("skill", "With", skills())?,
    }
}

deed! {
    /// One's skill against another's: the active side rolls.
    #[derive(Copy)]
    pub struct Contest(form: DieTrying) {
        who: Who = awake_one(form, "who", "Who")?,
        /// With what.
        skill: Proficiency = form.one_of("skill", "Skill", OPPOSED.map(|(skill, _)| (skill, skill.name())))?,
        /// Against whom.
        target: Who = awake_one(form, "target", "Against")?,
        /// Easier or harder by so much.
        #[serde(default)]
        modifier: i8 = situation(form)?,
    }
}

/// The skills that are rolled against somebody's skill, and against which.
const OPPOSED: [(Proficiency, Proficiency); 5] = [
    (Proficiency::Deception, Proficiency::Insight),
    (Proficiency::Intimidation, Proficiency::Insight),
    (Proficiency::Persuasion, Proficiency::Insight),
    (Proficiency::Stealth, Proficiency::Perception),
    (Proficiency::Thievery, Proficiency::Perception),
];

/// Traditions of magic that are foreign to Arcana.
const TRADITIONS: [Proficiency; 3] = [Proficiency::Nature, Proficiency::Occultism, Proficiency::Religion];

const LEAST_DC: i16 = 0;
const MOST_DC: i16 = 15;

impl Deed<DieTrying> for CallCheck {
    const CARD: Card = Card::gm("Call for a check", "Checks").rule(rules::DT_CORE_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        awake(may.state, self.who)?;
        may_ask(may, self.dc)?;
        may_modify(may, self.modifier)?;
        match (self.skill, self.save) {
            (Some(_), Some(_)) => may.no(|| {
                let sentence = "A save adds no proficiency: name a skill or a save.";
                Refusal::new(rules::DT_CHECK_08, "skill-and-save", sentence)
            }),
            (None, None) => may.no(|| {
                let sentence = "Say what kind of check it is: a skill or a save.";
                Refusal::new(rules::DT_CHECK_02, "no-kind", sentence)
            }),
            (Some(which), None) => {
                may_name(may, which)?;
                let usual = may.state.house.skill_ability_override == SkillAbilityOverride::Off;
                may.not_if(self.ability.is_some() && usual, || {
                    let sentence = format!("{} is always added to the usual Ability here.", which.name());
                    Refusal::new(rules::DT_CHECK_06, "no-other-ability", sentence)
                })
            }
            (None, Some(_)) => may.not_if(self.ability.is_some(), || {
                let sentence = "The effect names the Ability of a save.";
                Refusal::new(rules::DT_CHECK_08, "no-other-ability", sentence)
            }),
        }
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        call_check(cx, &self)
    }
}

fn call_check(cx: &mut Cx<'_, DieTrying>, call: &CallCheck) -> Flow {
    let (state, book, who) = (cx.state(), cx.book(), call.who);
    let (kind, mut parts, rule) = match (call.skill, call.save) {
        (Some(which), _) => {
            let mut parts = skill(state, book, who, which, call.ability);
            all_checks(state, book, who, &mut parts);
            (Kind::Skill(which), parts, rules::DT_CHECK_06)
        }
        (None, Some(ability)) => (Kind::Save(ability), save(state, book, who, ability), rules::DT_CHECK_08),
        (None, None) => return Ok(()),
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
    let tradition = call.tradition.filter(|tradition| TRADITIONS.contains(tradition))?;
    (call.skill == Some(Proficiency::Arcana)).then_some(tradition)
}

fn may_ask(may: May<'_, DieTrying>, dc: i16) -> Lawful {
    may.not_if(!(LEAST_DC..=MOST_DC).contains(&dc), || {
        let sentence = format!("A DC is a number from {LEAST_DC} to {MOST_DC}.");
        Refusal::new(rules::DT_HOUSE_03H, "no-such-dc", sentence).with("dc", dc)
    })
}

fn may_modify(may: May<'_, DieTrying>, modifier: i8) -> Lawful {
    may.not_if(!(-3..=3).contains(&modifier), || {
        let sentence = "The situation makes a check easier or harder by 3 at the most.";
        Refusal::new(rules::DT_CHECK_03, "too-much", sentence).with("modifier", modifier)
    })
}

fn may_name(may: May<'_, DieTrying>, skill: Proficiency) -> Lawful {
    may.not_if(!skill.is_skill(), || {
        let sentence = format!("{} is none of the 16 skills.", skill.name());
        Refusal::new(rules::DT_CHECK_06, "no-skill", sentence)
    })
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

impl Deed<DieTrying> for Attempt {
    const CARD: Card = Card::acting("Try something", "Checks").rule(rules::DT_CHECK_01);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_know(may, self.who)?;
        may.outright_if(!is_awake(may.state, self.who), || unfit(may.state, self.who))?;
        let what = self.what.trim();
        may.not_if(what.is_empty() || what.chars().count() > 80, || {
            Refusal::new(rules::DT_CHECK_01, "no-words", "Say in up to 80 letters what is tried.")
        })?;
        self.skill.map_or(Ok(()), |skill| may_name(may, skill))
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        attempt(cx, &self)
    }
}

fn attempt(cx: &mut Cx<'_, DieTrying>, attempt: &Attempt) -> Flow {
    let what = attempt.what.trim();
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

/// What a skill is rolled against.
fn opposed(skill: Proficiency) -> Option<Proficiency> {
    OPPOSED.iter().find(|(known, _)| *known == skill).map(|(_, against)| *against)
}

impl Deed<DieTrying> for Contest {
    const CARD: Card = Card::gm("Skill against skill", "Checks").rule(rules::DT_HOUSE_09H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let Self { who, skill, target, modifier } = *self;
        may_know(may, who)?;
        may_know(may, target)?;
        awake(may.state, who)?;
        may_modify(may, modifier)?;
        may.not_if(opposed(skill).is_none(), || {
            let sentence = format!("{} is not rolled against somebody's skill.", skill.name());
            Refusal::new(rules::DT_HOUSE_09H, "not-opposed", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let (Self { who, skill, target, modifier }, rule) = (self, rules::DT_HOUSE_09H);
        let Some(opposed) = opposed(skill) else { return Ok(()) };
        let (state, book) = (cx.state(), cx.book());
        let dc = 4 + skill_bonus(state, book, target, opposed);
        let mut check = Check::skill(state, book, who, skill, rule);
        add(&mut check.parts, "The situation", modifier.into(), rules::DT_CHECK_03);
        make(cx, check, dc)?;
        Ok(())
    }
}
