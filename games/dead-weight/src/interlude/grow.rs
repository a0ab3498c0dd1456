//! Getting better: lessons raise attributes; skills given up. Levels are in `level`.

use boneyard_table::deed::{Card, Deed, Lawful, May, Named};
use boneyard_table::{At, Cx, Flow, Refusal, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::steps::{at_step, may_interlude, resident};
use crate::DeadWeight;
use crate::fact::{HeroFact, InterludeFact, MagicFact};
use crate::roll::acting_hero;
use crate::rules;
use crate::state::{Attribute, Lasting, Span};

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
