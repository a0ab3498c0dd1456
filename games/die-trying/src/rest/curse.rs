//! Lifting a curse: by a day's work, or because its own cure was found.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::check::{self, Check};
use crate::combat::{awake, gm, known, out_of_fight};
use crate::fact::TableFact;
use crate::hurt::end_affects;
use crate::rules;
use crate::state::{Proficiency, Span, Used, What};
use crate::time;

/// Works on a curse for a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LiftCurse {
    /// Who does the work; the TS alone says that its own cure was found.
    #[serde(default)]
    pub who: Option<Who>,
    /// Who bears it.
    pub target: Who,
    /// Which, by name.
    pub curse: String,
    /// Religion or Occultism.
    #[serde(default)]
    pub skill: Option<Proficiency>,
}

/// DC of the work.
const DC: i16 = 8;

/// Lifts a curse, or tries to.
pub fn lift_curse(cx: &mut Cx<'_, DieTrying>, by: Seat, lift: &LiftCurse) -> Flow {
    let rule = rules::DT_HOUSE_23H;
    known(cx.state(), lift.target)?;
    let Some(row) = cx.book().curses.named(lift.curse.trim()) else {
        return refuse(Refusal::new(rule, "no-such-curse", "There is no such curse."));
    };
    let borne =
        cx.state().live(lift.target).affects.iter().any(|affect| affect.what.what == What::Cursed(row.id));
    if !borne {
        let sentence = format!("{} does not bear that curse.", cx.state().name(lift.target));
        return refuse(Refusal::new(rule, "not-cursed", sentence));
    }
    let Some(who) = lift.who else {
        gm(by, rule, "Only the Trapsetter says that a cure was found.")?;
        ends(cx, lift.target, row.id);
        return Ok(());
    };
    known(cx.state(), who)?;
    awake(cx.state(), who)?;
    out_of_fight(cx.state(), rule)?;
    let skill = lift.skill.unwrap_or(Proficiency::Religion);
    if !matches!(skill, Proficiency::Religion | Proficiency::Occultism) {
        return refuse(Refusal::new(rule, "wrong-skill", "It takes Religion or Occultism."));
    }
    if cx.state().live(who).times_used(row.id) > 0 {
        let sentence = format!("{} has tried that already.", cx.state().name(who));
        return refuse(Refusal::new(rule, "tried", sentence));
    }
    let used = Used { what: row.id, until: Span::Ever, times: 1 };
    cx.record(rule, TableFact::Used { who, used }.into());
    let check = Check::skill(cx.state(), cx.book(), who, skill, rule);
    let (degree, _) = cx.within((who, lift.target, row.id), |cx| check::make(cx, check, DC))?;
    if degree.succeeded() {
        ends(cx, lift.target, row.id);
    }
    let to = cx.state().now.later(24 * 3600);
    time::advance(cx, to)
}

fn ends(cx: &mut Cx<'_, DieTrying>, who: Who, curse: RuleId) {
    cx.cite(rules::DT_HOUSE_23H);
    end_affects(cx, who, |affect| affect.what == What::Cursed(curse));
}
