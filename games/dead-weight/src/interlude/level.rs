//! Renown buys levels, and a level brings something: a skill, lessons, the Third eye, a spell or prayer.

use boneyard_table::deed::{self, Card, Deed, Filled, Lawful, May, Named};
use boneyard_table::view::{Bin, Candidate, Domain};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::steps::{at_step, may_interlude, resident};
use crate::DeadWeight;
use crate::book::{PowerRow, TalentRow};
use crate::fact::{HeroFact, InterludeFact, MagicFact};
use crate::form::{Form, stored, whatever_picked};
use crate::magic::may_memorise;
use crate::question::Spread;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Attribute, Lasting, Span, Used};

/// Rises a level, or takes what a level brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelUp {
    /// Who.
    pub who: Who,
    /// A skill, basic or the advanced form of one that is held.
    #[serde(default)]
    pub skill: Option<String>,
    /// A skill that is given up for it.
    #[serde(default)]
    pub drop: Option<String>,
    /// The trait Third eye.
    #[serde(default)]
    pub third_eye: bool,
    /// Three lessons, wherever one likes.
    #[serde(default)]
    pub lessons: Spread,
    /// The spell or prayer a caster learns.
    #[serde(default)]
    pub power: Option<String>,
}

/// Ways to take what a level brings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gain {
    Skill,
    Swap,
    Lessons,
    ThirdEye,
}

impl deed::Form<DeadWeight> for LevelUp {
    fn form(form: &mut Form<'_>) -> Filled<Self> {
        let who = form.actor()?;
        if form.is_written() {
            return Ok(Self {
                who,
                skill: form.unasked("skill")?,
                drop: form.unasked("drop")?,
                third_eye: form.unasked("third_eye")?,
                lessons: form.unasked("lessons")?,
                power: form.unasked("power")?,
            });
        }
        let at = form.at();
        // A level that is owed can be taken at any time.
        let owed = at.state.creature(who).is_some_and(|one| one.live.under(rules::DW_HOUSE_46H).is_some());
        resident(form, if owed { None } else { Some(5) })?;
        let blank =
            Self { who, skill: None, drop: None, third_eye: false, lessons: Spread::default(), power: None };
        let own = &at.state.sheet(who).hero;
        let gain = form.variant(&[Gain::Skill, Gain::Swap, Gain::Lessons, Gain::ThirdEye])?;
        let level = check_rise(at, who).map(|rise| rise.level);
        // One card says why there is no level; the others would only say it again.
        form.only_if(level.is_ok() || gain == Gain::Skill)?;
        let way = match gain {
            Gain::Skill => "skill",
            Gain::Swap => "swap",
            Gain::Lessons => "lessons",
            Gain::ThirdEye => "third_eye",
        };
        form.id(|| format!("level_up:{}:{way}", who.0));
        let skills = |fits: fn(&TalentRow) -> bool| {
            let rows = at.book.skills.iter().filter(move |row| fits(row));
            rows.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())))
        };
        let up = match gain {
            Gain::Skill => {
                form.label(|| "Rise a level: a skill".into());
                Self { skill: Some(form.one_of("skill", "Learn", skills(|_| true))?), ..blank }
            }
            Gain::Swap => {
                let slots = at.book.term("skill_slots", "slots") as usize;
                form.only_if(own.skills.len() >= slots)?;
                form.label(|| "Rise a level: a skill for another".into());
                // What grows out of a skill that is held takes its place anyway.
                let skill = form.one_of("skill", "Learn", skills(|row| row.needs_skill.is_none()))?;
                let held = own.skills.iter().filter_map(|id| at.book.skills.get(id.as_str()));
                let drop =
                    form.one_of("drop", "Give up for it", held.map(|row| (row.name.clone(), &row.name)))?;
                Self { skill: Some(skill), drop: Some(drop), ..blank }
            }
            Gain::Lessons => {
                form.label(|| "Rise a level: three lessons".into());
                let to = || {
                    let bins = Attribute::ALL.map(|attribute| Bin {
                        to: Candidate::new(attribute.name(), attribute.name()),
                        least: 0,
                        most: u32::from(circles_left(at, who, attribute)).min(3),
                    });
                    Domain::Points { total: 3, all: true, to: bins.to_vec() }
                };
                let room = |one: Attribute| std::iter::repeat_n(one, circles_left(at, who, one).into());
                let three: Vec<_> = Attribute::ALL.into_iter().flat_map(room).take(3).collect();
                Self { lessons: form.field("lessons", "On", to, || Some(Spread(three)), stored)?, ..blank }
            }
            Gain::ThirdEye => {
                let has = at.state.sheet(who).has_trait(rules::DW_TRAIT_07);
                form.only_if(!has && level.as_ref().is_ok_and(|level| *level >= 3))?;
                form.label(|| "Rise a level: the Third eye".into());
                Self { third_eye: form.each("third_eye", [true])?, ..blank }
            }
        };
        let Some((.., prayers)) = may_memorise(at, who) else { return Ok(up) };
        let rows = if prayers { at.book.prayers.iter() } else { at.book.spells.iter() };
        let level = level.unwrap_or(own.level);
        let open = rows.filter(|row| check_learn(at, who, &row.name, level).is_ok());
        let open = open.map(|row| (row.name.clone(), Named::new(row.name.clone()).say(row.text.clone())));
        Ok(Self { power: form.maybe("power", "And", open)?, ..up })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

impl Deed<DeadWeight> for LevelUp {
    const CARD: Card = Card::acting("Rise a level", "Interlude").rule(rules::DW_HOUSE_40H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        whatever_picked(may, check_rise(may.at(), self.who))?;
        check_level_up(may.at(), self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        level_up(cx, &self)
    }
}

/// Lessons there is still room for.
fn circles_left(at: At<'_, DeadWeight>, who: Who, attribute: Attribute) -> u8 {
    12u8.saturating_sub(at.state.live(who).lessons[attribute])
}

/// A level somebody may take: whether it is owed, what it costs, which it is.
#[derive(Clone, Copy, Debug)]
struct Rise {
    owed: bool,
    cost: u8,
    level: u8,
}

/// Whether somebody may rise a level, whatever it brings.
fn check_rise(at: At<'_, DeadWeight>, who: Who) -> Result<Rise, Refusal> {
    let rule = rules::DW_HOUSE_40H;
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let one = acting_hero(at.state, who)?;
    let own = &one.sheet.hero;
    if one.live.under(rules::DW_HOUSE_46H).is_some() {
        return Ok(Rise { owed: true, cost: 0, level: own.level });
    }
    at_step(at.state, 5, rules::DW_PROG_01)?;
    if one.live.has_used(rule) {
        return bad(rule, "once", "One level in an interlude.".into());
    }
    let next = at.book.term_of("renown", "level_costs", usize::from(own.level.max(1)) - 1);
    let Some(cost) = next else {
        return bad(rules::DW_PROG_01, "highest", "There is no level above 6.".into());
    };
    if own.renown < cost {
        let sentence = format!("The next level takes {cost} renown; there is {}.", own.renown);
        return bad(rule, "renown", sentence);
    }
    Ok(Rise { owed: false, cost, level: own.level + 1 })
}

/// What a level brings: a skill with the one it replaces, a spell or prayer.
struct Brings<'a> {
    skill: Option<(&'a TalentRow, Option<&'a TalentRow>)>,
    power: Option<&'a PowerRow>,
}

/// Whether somebody may rise a level so.
fn check_level_up<'a>(at: At<'a, DeadWeight>, up: &LevelUp) -> Result<(Rise, Brings<'a>), Refusal> {
    let rule = rules::DW_HOUSE_41H;
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let rise = check_rise(at, up.who)?;
    let one = at.state.one(up.who);
    let picked = u8::from(up.skill.is_some()) + u8::from(up.third_eye) + u8::from(!up.lessons.0.is_empty());
    if picked != 1 {
        return bad(rule, "one", "Take one: a skill, three lessons, or from level 3 the Third eye.".into());
    }
    if up.third_eye && (rise.level < 3 || one.sheet.has_trait(rules::DW_TRAIT_07)) {
        return bad(rule, "third-eye", "The Third eye opens from level 3 on, and once.".into());
    }
    if !up.lessons.0.is_empty() && up.lessons.0.len() != 3 {
        return bad(rule, "lessons", "Three lessons, no more and no fewer.".into());
    }
    for attribute in Attribute::ALL {
        let more = up.lessons.0.iter().filter(|known| **known == attribute).count() as u8;
        if more > circles_left(at, up.who, attribute) {
            let sentence = format!("{} has no circle left for that.", attribute.name());
            return bad(rules::DW_HOUSE_39H, "thirteenth", sentence);
        }
    }
    let skill = match &up.skill {
        Some(name) => Some(check_skill(at, up.who, name, up.drop.as_deref())?),
        None => None,
    };
    let power = match (&up.power, may_memorise(at, up.who)) {
        (Some(name), Some(_)) => Some(check_learn(at, up.who, name, rise.level)?),
        (Some(_), None) => return bad(rule, "no-magic", "Only wizards and clerics learn those.".into()),
        (None, _) => None,
    };
    Ok((rise, Brings { skill, power }))
}

/// Whether somebody may take a skill; with the basic one it replaces, or the one given up.
fn check_skill<'a>(
    at: At<'a, DeadWeight>,
    who: Who,
    name: &str,
    drop: Option<&str>,
) -> Result<(&'a TalentRow, Option<&'a TalentRow>), Refusal> {
    let sheet = at.state.sheet(who);
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let Some(row) = at.book.skill(name) else {
        return bad(rules::DW_HOUSE_41H, "no-such-skill", format!("There is no skill {name}."));
    };
    let advanced = row.advanced.as_deref().and_then(|name| at.book.skill(name));
    if sheet.skilled(row.id) || advanced.is_some_and(|row| sheet.skilled(row.id)) {
        return bad(rules::DW_SKILL_01, "held", format!("{} is held already.", row.name));
    }
    if row.id == rules::DW_SKILL_24 && !sheet.has_trait(rules::DW_TRAIT_04) {
        let sentence = "Banish undead takes a Divine mandate.".to_owned();
        return bad(rules::DW_HOUSE_41H, "no-mandate", sentence);
    }
    if let Some(basic) = &row.needs_skill {
        let held = at.book.skills.named(basic).filter(|basic| sheet.skilled(basic.id));
        return match held {
            Some(basic) => Ok((row, Some(basic))),
            None => bad(rules::DW_SKILL_01, "no-basis", format!("{} grows out of {basic}.", row.name)),
        };
    }
    let slots = at.book.term("skill_slots", "slots") as usize;
    if sheet.hero.skills.len() < slots {
        return Ok((row, None));
    }
    let given = drop.and_then(|name| at.book.skill(name)).filter(|row| sheet.skilled(row.id));
    match given {
        Some(given) => Ok((row, Some(given))),
        None => {
            let sentence = format!("There is room for {slots} skills; say which is given up.");
            bad(rules::DW_HOUSE_05H, "full", sentence)
        }
    }
}

/// Whether somebody may learn a spell or prayer at a level.
pub(super) fn check_learn<'a>(
    at: At<'a, DeadWeight>,
    who: Who,
    name: &str,
    level: u8,
) -> Result<&'a PowerRow, Refusal> {
    let own = &at.state.sheet(who).hero;
    let prayers = may_memorise(at, who).is_some_and(|(.., prayers)| prayers);
    let rows = if prayers { &at.book.prayers } else { &at.book.spells };
    let (path, rule) = if prayers {
        (own.god.and_then(|id| at.book.gods.get(id.as_str())), rules::DW_HOUSE_33H)
    } else {
        (own.school.and_then(|id| at.book.schools.get(id.as_str())), rules::DW_HOUSE_31H)
    };
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let Some(row) = rows.named(name) else {
        return bad(rule, "no-such-power", format!("There is no {name} to learn."));
    };
    let of = if prayers { &row.god } else { &row.school };
    if of.as_deref().is_some_and(|of| path.is_none_or(|path| path.name != of)) {
        return bad(rule, "not-yours", format!("{} belongs to others.", row.name));
    }
    if own.knows.contains(&row.id) {
        return bad(rule, "known", format!("{} is known already.", row.name));
    }
    if !prayers && row.level > level + 1 {
        let sentence = format!("{} is of level {}; {} is the most now.", row.name, row.level, level + 1);
        return bad(rules::DW_HOUSE_30H, "too-high", sentence);
    }
    Ok(row)
}

/// Somebody knows one more.
pub(super) fn learns(cx: &mut Cx<'_, DeadWeight>, who: Who, what: RuleId, rule: RuleId) {
    let mut all = cx.state().sheet(who).hero.knows.clone();
    all.push(what);
    cx.cite(what);
    cx.record(rule, HeroFact::Knows { who, all }.into());
}

/// Rises a level and takes what it brings.
fn level_up(cx: &mut Cx<'_, DeadWeight>, up: &LevelUp) -> Flow {
    let rule = rules::DW_HOUSE_41H;
    let book = cx.book();
    let at = cx.at();
    let (Rise { owed, cost, .. }, brings) = check_level_up(At { state: at.state, book }, up)?;
    let skill = brings.skill.map(|(row, old)| (row.id, old.map(|old| old.id)));
    let power = brings.power.map(|row| row.id);
    let who = up.who;
    if owed {
        if let Some(lasting) = cx.state().live(who).under(rules::DW_HOUSE_46H).copied() {
            let fact = if lasting.amount <= 1 {
                MagicFact::Over { who, lasting }
            } else {
                MagicFact::Lasts { who, lasting: Lasting { amount: lasting.amount - 1, ..lasting } }
            };
            cx.record(rules::DW_HOUSE_46H, fact.into());
        }
    } else {
        let own = &cx.state().sheet(who).hero;
        let (from, to) = (own.renown, own.level + 1);
        cx.cite(rules::DW_PROG_01);
        cx.record(rules::DW_HOUSE_40H, InterludeFact::Renown { who, from, to: from - cost }.into());
        cx.record(rules::DW_HOUSE_40H, InterludeFact::Level { who, to }.into());
        let used = Used { what: rules::DW_HOUSE_40H, until: Span::Interlude };
        cx.record(rules::DW_HOUSE_40H, MagicFact::Used { who, used }.into());
    }
    if let Some((skill, replaces)) = skill {
        cx.cite(skill);
        if replaces.is_some() {
            cx.cite(rules::DW_SKILL_01);
        }
        cx.record(rule, HeroFact::Skill { who, skill, replaces }.into());
    }
    if up.third_eye {
        cx.record(rule, HeroFact::Trait { who, name: rules::DW_TRAIT_07 }.into());
    }
    for &attribute in &up.lessons.0 {
        let from = cx.state().live(who).lessons[attribute];
        cx.record(rule, InterludeFact::Lessons { who, attribute, from, to: from + 1 }.into());
    }
    if let Some(power) = power {
        learns(cx, who, power, rule);
    }
    Ok(())
}
