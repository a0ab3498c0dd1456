//! Degrees of Skills bought with Experience, each with its price and what else it takes.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::buy::{afford, learns, left, may_learn, spend};
use super::draft::MAKING;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::fact::HeroFact;
use crate::house::{CreationWaives, InitiativeSkill};
use crate::rules;
use crate::state::{Category, Degree, Skill};

deed! {
    /// Buys the next Degree of a Skill.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct BuyDegree(form: RollHighOrDie) {
        /// Who.
        who: Who = learns(form)?,
        /// Which Skill.
        skill: Skill = degrees(form, who)?,
        /// To which Degree; the next one if nothing is said.
        #[serde(default)]
        to: Option<Degree> = form.unasked("to")?,
    }
}

/// The field `skill`: every Skill with its next Degree.
fn degrees(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Skill> {
    left(form, who, "Degree");
    let one = form.state.creature(who);
    let all = Skill::ALL.iter().filter_map(|skill| {
        let next = one?.sheet.degree(*skill).next()?;
        Some((*skill, format!("{} {} ({})", skill.name(), next.name(), degree_cost(*skill, next))))
    });
    form.one_of("skill", "Of which Skill", all)
}

/// What the next Degree of a Skill costs.
pub fn degree_cost(skill: Skill, to: Degree) -> u16 {
    let value = u16::from(to.value());
    match skill.category() {
        Category::Physical | Category::Personal => value / 2,
        Category::Combat | Category::Knowledge | Category::Professional => value,
    }
}

/// The rule of what a Degree costs.
fn degree_rule(skill: Skill) -> RuleId {
    match skill.category() {
        Category::Combat => rules::RH_EXP_08,
        Category::Physical | Category::Personal => rules::RH_EXP_09,
        Category::Knowledge => rules::RH_EXP_10,
        Category::Professional => rules::RH_EXP_11,
    }
}

impl BuyDegree {
    /// The Degree that can be bought and its price, or why none can.
    fn priced(&self, may: May<'_, RollHighOrDie>) -> Lawful<(Degree, u16)> {
        let (&Self { who, skill, to }, state) = (self, may.state);
        may_learn(may, who)?;
        let plain = state.house.initiative_skill == InitiativeSkill::PlainDex;
        may.not_if(skill == Skill::Initiative && plain, || {
            Refusal::new(rules::RH_SKILL_05, "no-skill", "At this table Initiative is no Skill.")
        })?;
        let now = state.sheet(who).degree(skill);
        let Some(next) = now.next() else {
            let sentence = || format!("{} is at Master already.", skill.name());
            return may.no(|| Refusal::new(degree_rule(skill), "master", sentence()));
        };
        may.not_if(to.is_some_and(|to| to != next), || {
            let sentence = format!("{} is {}: the next Degree is {}.", skill.name(), now.name(), next.name());
            Refusal::new(rules::RH_EXP_12, "not-next", sentence)
        })?;
        let made = state.sheet(who).draft.is_some();
        if !made || state.house.creation_waives_sources == CreationWaives::Off {
            crate::living::learned(state, who, skill, next)?;
        }
        let cost = degree_cost(skill, next);
        afford(may, who, cost)?;
        Ok((next, cost))
    }
}

impl Deed<RollHighOrDie> for BuyDegree {
    const CARD: Card = Card::growing("Buy a Degree", MAKING).rule(rules::RH_EXP_08);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.priced(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let (degree, cost) = self.priced(May::quiet(cx.at(), by))?;
        let (who, skill) = (self.who, self.skill);
        spend(cx, who, cost, skill.name().to_owned());
        cx.cite(rules::RH_EXP_12);
        cx.cite(rules::RH_SKILL_01);
        cx.cite(rules::RH_SKILL_02);
        record(cx, degree_rule(skill), HeroFact::Degree { who, skill, degree }.into());
        crate::living::begin_anew(cx, who, skill);
        Ok(())
    }
}
