//! Larger plans: an aim in the player's words, and the referee's list of what it takes.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TimeFact;
use super::passage::company;
use crate::DirkRules;
use crate::check::referee;
use crate::fact::Fact;
use crate::rules;

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

/// A player says what is to be achieved.
pub fn plan(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, aim: &str) -> Flow {
    let rule = rules::DK_DOWN_07;
    company(cx, by, rule, &[who])?;
    let aim = words(aim)?;
    if cx.state().days.projects.len() >= MOST {
        let sentence = format!("A table keeps {MOST} plans in mind.");
        return refuse(Refusal::new(rule, "too-many", sentence).with("most", MOST));
    }
    let project = Project { who, aim, needs: Vec::new(), done: false };
    let at = cx.state().days.projects.len() as u8;
    cx.record(rule, Fact::Time(TimeFact::Project { at, project }));
    Ok(())
}

/// The referee puts a point on the list of what a plan takes, or changes one; none of it strikes it out.
pub fn needs(cx: &mut Cx<'_, DirkRules>, by: Seat, at: u8, what: &str, of: u16) -> Flow {
    let mut project = open(cx, by, at)?;
    let what = words(what)?;
    let known = project.needs.iter().position(|need| need.what == what);
    match known {
        Some(number) if of == 0 => {
            project.needs.remove(number);
        }
        Some(number) => project.needs[number].of = of,
        None if of == 0 || project.needs.len() >= MOST => {
            let sentence = format!("{what} is not on the list.");
            return refuse(Refusal::new(rules::DK_DOWN_07, "not-listed", sentence));
        }
        None => project.needs.push(Need { what, of, met: 0 }),
    }
    cx.record(rules::DK_DOWN_07, Fact::Time(TimeFact::Project { at, project }));
    Ok(())
}

/// The referee marks so much of a point as met.
pub fn meets(cx: &mut Cx<'_, DirkRules>, by: Seat, at: u8, what: &str, count: u16) -> Flow {
    let mut project = open(cx, by, at)?;
    let Some(need) = project.needs.iter_mut().find(|need| need.what == what) else {
        let sentence = format!("{what} is not on the list.");
        return refuse(Refusal::new(rules::DK_DOWN_07, "not-listed", sentence));
    };
    need.met = need.met.saturating_add(count).min(need.of);
    cx.record(rules::DK_DOWN_07, Fact::Time(TimeFact::Project { at, project }));
    Ok(())
}

/// The referee says that a plan is achieved.
pub fn achieve(cx: &mut Cx<'_, DirkRules>, by: Seat, at: u8) -> Flow {
    let mut project = open(cx, by, at)?;
    let lacking: Vec<String> = project
        .needs
        .iter()
        .filter(|need| need.met < need.of)
        .map(|need| format!("{} {}", need.of - need.met, need.what))
        .collect();
    if project.needs.is_empty() || !lacking.is_empty() {
        let sentence = match lacking.as_slice() {
            [] => "Nobody has said yet what it takes.".to_owned(),
            lacking => format!("It still takes {}.", lacking.join(", ")),
        };
        return refuse(Refusal::new(rules::DK_DOWN_07, "not-yet", sentence).with("open", lacking.len()));
    }
    project.done = true;
    cx.record(rules::DK_DOWN_07, Fact::Time(TimeFact::Project { at, project }));
    Ok(())
}

fn open(cx: &Cx<'_, DirkRules>, by: Seat, at: u8) -> Flow<Project> {
    let rule = rules::DK_DOWN_07;
    referee(by, rule, "say what a plan takes")?;
    match cx.state().days.projects.get(usize::from(at)) {
        Some(project) if !project.done => Ok(project.clone()),
        Some(_) => refuse(Refusal::new(rule, "achieved", "That is achieved already.")),
        None => refuse(Refusal::new(rule, "no-such-plan", "There is no such plan.")),
    }
}

fn words(said: &str) -> Flow<String> {
    let said = said.trim();
    if said.is_empty() || said.chars().count() > 120 {
        return refuse(Refusal::new(rules::DK_DOWN_07, "words", "Say it in 1 to 120 characters."));
    }
    Ok(said.to_owned())
}
