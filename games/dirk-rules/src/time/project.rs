//! Larger plans: an aim in the player's words, and the referee's list of what it takes.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TimeFact;
use super::passage::may_set_about;
use super::say::outside_battle;
use crate::DirkRules;
use crate::fact::Fact;
use crate::rules;

const RULE: RuleId = rules::DK_DOWN_07;

/// The most plans and the most points on a list that a table keeps.
const MOST: usize = 40;

/// A larger plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Project {
    /// Whose it is.
    pub who: Who,
    /// What they want to achieve.
    pub aim: String,
    /// What it takes.
    pub needs: Vec<Need>,
    /// Whether it is achieved.
    pub done: bool,
}

/// Something a plan takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Need {
    /// What.
    pub what: String,
    /// How much of it.
    pub of: u16,
    /// How much of it there is.
    pub met: u16,
}

deed! {
    /// Begins a larger plan.
    pub struct Plan(form: DirkRules) {
        who: Who = outside_battle(form)?,
        /// What it is to achieve.
        aim: String = form.text("aim", "What for", 120)?,
    }
}

impl Deed<DirkRules> for Plan {
    const CARD: Card = Card::acting("Plan something larger", "Words").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_set_about(may, RULE, &[self.who])?;
        may_say(may, &self.aim)?;
        may.not_if(may.state.days.projects.len() >= MOST, || {
            let sentence = format!("A table keeps {MOST} plans in mind.");
            Refusal::new(RULE, "too-many", sentence).with("most", MOST)
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let aim = self.aim.trim().to_owned();
        let project = Project { who: self.who, aim, needs: Vec::new(), done: false };
        let at = cx.state().days.projects.len() as u8;
        stands(cx, at, project);
        Ok(())
    }
}

deed! {
    /// The referee puts a point on the list of what a plan takes, or changes one; none of it strikes it out.
    pub struct PlanNeeds(form: DirkRules) {
        /// Which plan.
        plan: u8 = open_plan(form)?,
        /// What it takes.
        what: String = form.text("what", "What", 120)?,
        /// How much of it; none strikes it out.
        of: u16 = form.amount("of", "How much", 1..=1_000)?,
    }
}

impl Deed<DirkRules> for PlanNeeds {
    const CARD: Card = Card::gm("What a plan takes", "Time").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let project = may_work_on(may, self.plan)?;
        may_say(may, &self.what)?;
        let what = self.what.trim();
        let known = project.needs.iter().any(|need| need.what == what);
        may.not_if(!known && (self.of == 0 || project.needs.len() >= MOST), || not_listed(what))
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Some(mut project) = cx.state().days.projects.get(usize::from(self.plan)).cloned() else {
            return Ok(());
        };
        let what = self.what.trim();
        match project.needs.iter().position(|need| need.what == what) {
            Some(number) if self.of == 0 => {
                project.needs.remove(number);
            }
            Some(number) => project.needs[number].of = self.of,
            None => project.needs.push(Need { what: what.to_owned(), of: self.of, met: 0 }),
        }
        stands(cx, self.plan, project);
        Ok(())
    }
}

deed! {
    /// The referee marks so much of a point as met.
    pub struct PlanMeets(form: DirkRules) {
        /// Which plan.
        plan: u8 = open_plan(form)?,
        /// What is met.
        what: String = point(form, plan)?,
        /// How much of it.
        count: u16 = form.amount("count", "How much", 1..=1_000)?,
    }
}

fn point(form: &mut Filling<'_, DirkRules>, plan: u8) -> Filled<String> {
    let project = form.state.days.projects.get(usize::from(plan));
    let needs = project.iter().flat_map(|project| &project.needs);
    let open = needs.filter(|need| need.met < need.of).map(|need| (need.what.clone(), need.what.clone()));
    form.named("what", "What", open.collect::<Vec<_>>(), |what| Some(what.to_owned()))
}

impl Deed<DirkRules> for PlanMeets {
    const CARD: Card = Card::gm("Part of a plan is met", "Time").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let project = may_work_on(may, self.plan)?;
        may.not_if(!project.needs.iter().any(|need| need.what == self.what), || not_listed(&self.what))
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Some(mut project) = cx.state().days.projects.get(usize::from(self.plan)).cloned() else {
            return Ok(());
        };
        if let Some(need) = project.needs.iter_mut().find(|need| need.what == self.what) {
            need.met = need.met.saturating_add(self.count).min(need.of);
        }
        stands(cx, self.plan, project);
        Ok(())
    }
}

deed! {
    /// The referee says that a plan is achieved.
    #[derive(Copy)]
    pub struct PlanDone(form: DirkRules) {
        /// Which plan.
        plan: u8 = open_plan(form)?,
    }
}

impl Deed<DirkRules> for PlanDone {
    const CARD: Card = Card::gm("A plan is achieved", "Time").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let project = may_work_on(may, self.plan)?;
        let lacking = || project.needs.iter().filter(|need| need.met < need.of);
        may.not_if(project.needs.is_empty() || lacking().next().is_some(), || {
            let all: Vec<String> =
                lacking().map(|need| format!("{} {}", need.of - need.met, need.what)).collect();
            let sentence = match all.as_slice() {
                [] => "Nobody has said yet what it takes.".to_owned(),
                all => format!("It still takes {}.", all.join(", ")),
            };
            Refusal::new(RULE, "not-yet", sentence).with("open", all.len())
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        if let Some(project) = cx.state().days.projects.get(usize::from(self.plan)).cloned() {
            stands(cx, self.plan, Project { done: true, ..project });
        }
        Ok(())
    }
}

/// The field `plan`: those that are not achieved.
fn open_plan(form: &mut Filling<'_, DirkRules>) -> Filled<u8> {
    form.only_if(form.state.battle.is_none())?;
    let plans = (0u8..).zip(&form.state.days.projects).filter(|(_, project)| !project.done);
    let named: Vec<(u8, String)> = plans.map(|(at, project)| (at, project.aim.clone())).collect();
    form.one_of("plan", "Which", named)
}

/// A plan that is not achieved.
fn may_work_on<'a>(may: May<'a, DirkRules>, plan: u8) -> Lawful<&'a Project> {
    match may.state.days.projects.get(usize::from(plan)) {
        Some(project) if !project.done => Ok(project),
        Some(_) => may.no(|| Refusal::new(RULE, "achieved", "That is achieved already.")),
        None => may.no(|| Refusal::new(RULE, "no-such-plan", "There is no such plan.")),
    }
}

fn may_say(may: May<'_, DirkRules>, said: &str) -> Lawful {
    let said = said.trim();
    may.not_if(said.is_empty() || said.chars().count() > 120, || {
        Refusal::new(RULE, "words", "Say it in 1 to 120 characters.")
    })
}

fn not_listed(what: &str) -> Refusal {
    Refusal::new(RULE, "not-listed", format!("{what} is not on the list."))
}

fn stands(cx: &mut Cx<'_, DirkRules>, at: u8, project: Project) {
    cx.record(RULE, Fact::Time(TimeFact::Project { at, project }));
}
