//! Getting better: lessons raise attributes, renown buys levels, a level brings something.

use boneyard_table::deed::{Card, Deed, Lawful, May, Named};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::steps::{at_step, may_interlude, resident};
use crate::DeadWeight;
use crate::book::{PowerRow, TalentRow};
use crate::fact::{HeroFact, InterludeFact, MagicFact};
use crate::magic::may_memorise;
use crate::question::Spread;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Attribute, Lasting, Span, Used};

deed! {
    /// Raises a score or a proficiency with lessons.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Raise(form: DeadWeight) {
        /// Who.
        who: Who = resident(form, Some(5))?,
        /// What of it.
        what: RaiseWhat = {
            let what: RaiseWhat = form.each("what", [RaiseWhat::Score, RaiseWhat::Proficiency])?;
            let label = match what {
                RaiseWhat::Score => "Raise a score",
                RaiseWhat::Proficiency => "Raise a proficiency",
            };
            form.label(|| label.into());
            form.id(|| format!("raise:{}:{label}", who.0));
            what
        },
        /// Which attribute.
        attribute: Attribute = {
            let at = form.at();
            let named = Attribute::ALL.map(|attribute| {
                let there = at.state.creature(who).is_some();
                let cost = there.then(|| check_raise(at, Raise { who, attribute, what }).ok()).flatten();
                let cost = cost.map(|(cost, _)| format!("{cost} lessons")).unwrap_or_default();
                (attribute, Named::new(attribute.name()).say(cost))
            });
            let attribute = form.one_of("attribute", "Which", named)?;
            form.with_refusals("attribute");
            attribute
        },
    }
}

impl Deed<DeadWeight> for Raise {
    const CARD: Card = Card::acting("Raise", "Interlude").rule(rules::DW_HOUSE_39H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        may_interlude(may)?;
        check_raise(may.at(), *self)?;
        Ok(())
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        raise(cx, self)
    }
}

/// What is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RaiseWhat {
    /// The score.
    Score,
    /// The proficiency.
    Proficiency,
}

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

fn bit(attribute: Attribute) -> u8 {
    1 << attribute as u8
}

/// What a raise costs, and to what it goes.
fn check_raise(at: At<'_, DeadWeight>, raise: Raise) -> Result<(u8, u8), Refusal> {
    let rule = rules::DW_HOUSE_39H;
    let one = acting_hero(at.state, raise.who)?;
    at_step(at.state, 5, rules::DW_PROG_03)?;
    let own = &one.sheet.hero;
    let level = usize::from(own.level.max(1)) - 1;
    let (now, costs, limits) = match raise.what {
        RaiseWhat::Score => (own.score[raise.attribute], "score_costs", "score_limits"),
        RaiseWhat::Proficiency => {
            (own.proficiency[raise.attribute], "proficiency_costs", "proficiency_limits")
        }
    };
    let name = raise.attribute.name();
    if one.live.under(rule).is_some_and(|done| done.amount & bit(raise.attribute) != 0) {
        let sentence = format!("{name} was raised in this interlude already.");
        return Err(Refusal::new(rule, "raised", sentence));
    }
    let limit = at.book.term_of("lessons", limits, level).unwrap_or(0);
    let cost = at.book.term_of("lessons", costs, usize::from(now));
    let Some(cost) = cost.filter(|_| now < limit) else {
        let sentence = format!("At level {} {name} goes to {limit} and no further.", own.level);
        return Err(Refusal::new(rule, "limit", sentence).with("limit", limit));
    };
    let has = one.live.lessons[raise.attribute];
    if has < cost {
        let sentence = format!("That takes {cost} lessons of {name}; there are {has}.");
        return Err(Refusal::new(rule, "too-few", sentence).with("needs", cost).with("has", has));
    }
    Ok((cost, now + 1))
}

fn raise(cx: &mut Cx<'_, DeadWeight>, raise: Raise) -> Flow {
    let rule = rules::DW_HOUSE_39H;
    let (cost, to) = check_raise(cx.at(), raise)?;
    let Raise { who, attribute, what } = raise;
    let one = cx.state().one(who);
    let from = one.live.lessons[attribute];
    let (mut score, mut proficiency) = (one.sheet.hero.score, one.sheet.hero.proficiency);
    let done = one.live.under(rule).map_or(0, |done| done.amount);
    match what {
        RaiseWhat::Score => score[attribute] = to,
        RaiseWhat::Proficiency => proficiency[attribute] = to,
    }
    cx.cite(rules::DW_PROG_03);
    cx.record(rule, InterludeFact::Lessons { who, attribute, from, to: from - cost }.into());
    cx.record(rule, HeroFact::Scores { who, score, proficiency, lost: 0 }.into());
    let lasting = Lasting { by: rule, from: None, amount: done | bit(attribute), ends: Span::Interlude };
    cx.record(rule, MagicFact::Lasts { who, lasting }.into());
    Ok(())
}

/// What is checked of a level: whether it is owed, its cost, the skill, the power.
#[derive(Debug)]
pub struct Rise<'a> {
    owed: bool,
    cost: u8,
    skill: Option<(&'a TalentRow, Option<&'a TalentRow>)>,
    power: Option<&'a PowerRow>,
}

/// Whether somebody may rise a level so.
pub fn check_level_up<'a>(at: At<'a, DeadWeight>, up: &LevelUp) -> Result<Rise<'a>, Refusal> {
    let rule = rules::DW_HOUSE_40H;
    let bad = |rule, code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    let one = acting_hero(at.state, up.who)?;
    let own = &one.sheet.hero;
    let owed = one.live.under(rules::DW_HOUSE_46H).is_some();
    let mut cost = 0;
    if !owed {
        at_step(at.state, 5, rules::DW_PROG_01)?;
        if one.live.has_used(rule) {
            return bad(rule, "once", "One level in an interlude.".into());
        }
        let next = at.book.term_of("renown", "level_costs", usize::from(own.level.max(1)) - 1);
        let Some(needs) = next else {
            return bad(rules::DW_PROG_01, "highest", "There is no level above 6.".into());
        };
        if own.renown < needs {
            let sentence = format!("The next level takes {needs} renown; there is {}.", own.renown);
            return bad(rule, "renown", sentence);
        }
        cost = needs;
    }
    let level = if owed { own.level } else { own.level + 1 };
    let rule = rules::DW_HOUSE_41H;
    let picked = u8::from(up.skill.is_some()) + u8::from(up.third_eye) + u8::from(!up.lessons.0.is_empty());
    if picked != 1 {
        return bad(rule, "one", "Take one: a skill, three lessons, or from level 3 the Third eye.".into());
    }
    if up.third_eye && (level < 3 || one.sheet.has_trait(rules::DW_TRAIT_07)) {
        return bad(rule, "third-eye", "The Third eye opens from level 3 on, and once.".into());
    }
    if !up.lessons.0.is_empty() && up.lessons.0.len() != 3 {
        return bad(rule, "lessons", "Three lessons, no more and no fewer.".into());
    }
    for attribute in Attribute::ALL {
        let more = up.lessons.0.iter().filter(|known| **known == attribute).count() as u8;
        if one.live.lessons[attribute] + more > 12 {
            let sentence = format!("{} has no circle left for that.", attribute.name());
            return bad(rules::DW_HOUSE_39H, "thirteenth", sentence);
        }
    }
    let skill = match &up.skill {
        Some(name) => Some(check_skill(at, up.who, name, up.drop.as_deref())?),
        None => None,
    };
    let power = match (&up.power, may_memorise(at, up.who)) {
        (Some(name), Some(_)) => Some(check_learn(at, up.who, name, level)?),
        (Some(_), None) => return bad(rule, "no-magic", "Only wizards and clerics learn those.".into()),
        (None, _) => None,
    };
    Ok(Rise { owed, cost, skill, power })
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
pub(super) fn learns(
    cx: &mut Cx<'_, DeadWeight>,
    who: Who,
    what: boneyard_table::RuleId,
    rule: boneyard_table::RuleId,
) {
    let mut all = cx.state().sheet(who).hero.knows.clone();
    all.push(what);
    cx.cite(what);
    cx.record(rule, HeroFact::Knows { who, all }.into());
}

/// Rises a level and takes what it brings.
pub fn level_up(cx: &mut Cx<'_, DeadWeight>, up: &LevelUp) -> Flow {
    let rule = rules::DW_HOUSE_41H;
    let book = cx.book();
    let at = cx.at();
    let rise = check_level_up(At { state: at.state, book }, up)?;
    let (owed, cost) = (rise.owed, rise.cost);
    let skill = rise.skill.map(|(row, old)| (row.id, old.map(|old| old.id)));
    let power = rise.power.map(|row| row.id);
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

deed! {
    /// Gives up a skill.
    #[serde(deny_unknown_fields)]
    pub struct DropSkill(form: DeadWeight) {
        /// Who.
        who: Who = resident(form, None)?,
        /// Which.
        skill: String = {
            let (book, one) = (form.book, form.state.creature(who));
            let held = one.into_iter().flat_map(|one| &one.sheet.hero.skills);
            let held = held.filter_map(|id| book.skills.get(id.as_str()));
            form.danger(|| Some("the skill is gone".into()));
            form.one_of("skill", "Which", held.map(|row| (row.name.clone(), &row.name)))?
        },
    }
}

impl Deed<DeadWeight> for DropSkill {
    const CARD: Card = Card::acting("Give up a skill", "Interlude").rule(rules::DW_HOUSE_05H);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let rule = rules::DW_HOUSE_05H;
        may_interlude(may)?;
        let one = acting_hero(may.state, self.who)?;
        may.not_if(may.state.interlude.is_none(), || {
            Refusal::new(rule, "no-interlude", "Skills are given up in the interlude.")
        })?;
        let held = may.book.skill(&self.skill).filter(|row| one.sheet.skilled(row.id));
        may.not_if(held.is_none(), || Refusal::new(rule, "not-held", format!("{} is not held.", self.skill)))
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        let Some(row) = cx.book().skill(&self.skill) else { return Ok(()) };
        if cx.book().alias(&self.skill).is_some() {
            cx.cite(rules::DW_CHAR_22);
        }
        let fact = InterludeFact::SkillDropped { who: self.who, skill: row.id };
        cx.record(rules::DW_HOUSE_05H, fact.into());
        Ok(())
    }
}
