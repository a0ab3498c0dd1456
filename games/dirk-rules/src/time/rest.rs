//! Rests and tending armor: what an hour, a day and a week bring back.

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::passage::{Task, TaskKind, at_leisure, company, spend};
use super::{Scale, TimeFact, want};
use crate::DirkRules;
use crate::effect::When;
use crate::fact::Fact;
use crate::house::RestRegrows;
use crate::power;
use crate::rules;
use crate::state::{Ability, Part, PartState, Place, Wear};

/// A rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rest {
    /// Who rests.
    pub who: Vec<Who>,
    /// For how long.
    pub kind: RestKind,
}

/// The three rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RestKind {
    /// An hour.
    Short,
    /// A day.
    Full,
    /// A week.
    Long,
}

impl RestKind {
    fn rule(self) -> RuleId {
        match self {
            Self::Short => rules::DK_DOWN_02,
            Self::Full => rules::DK_DOWN_04,
            Self::Long => rules::DK_DOWN_05,
        }
    }

    fn ends(self) -> When {
        match self {
            Self::Short => When::ShortRestEnds,
            Self::Full => When::FullRestEnds,
            Self::Long => When::LongRestEnds,
        }
    }

    pub(super) fn takes(self) -> (TaskKind, Scale) {
        match self {
            Self::Short => (TaskKind::ShortRest, Scale::Hours),
            Self::Full => (TaskKind::FullRest, Scale::Days),
            Self::Long => (TaskKind::LongRest, Scale::Weeks),
        }
    }
}

/// Rests.
pub fn rest(cx: &mut Cx<'_, DirkRules>, by: Seat, Rest { who, kind }: Rest) -> Flow {
    let rule = kind.rule();
    company(cx, by, rule, &who)?;
    at_leisure(cx, rule)?;
    may_rest(May::told(cx.at(), by), &who)?;
    let (task, scale) = kind.takes();
    let task = Task { kind: task, who, left: scale.seconds() };
    if !spend(cx, scale, task.clone())? {
        return Ok(());
    }
    rested(cx, kind, &task.who)?;
    cx.record(rule, Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
    Ok(())
}

/// What bars people from resting: want that does damage.
pub(super) fn may_rest(may: May<'_, DirkRules>, who: &[Who]) -> Lawful {
    match who.iter().find(|one| want::deprived(may.state, **one)) {
        Some(&one) => may.no(|| {
            let lacks = may.state.live(one).want.names().join(" and ");
            let sentence = format!("{} cannot rest: there is no {lacks}.", may.state.sheet(one).name);
            Refusal::new(rules::DK_DEPR_05, "deprived", sentence)
        }),
        None => Ok(()),
    }
}

/// What a rest brings back, once its time is up.
pub(super) fn rested(cx: &mut Cx<'_, DirkRules>, kind: RestKind, who: &[Who]) -> Flow {
    let rule = kind.rule();
    for (at, &one) in who.iter().enumerate() {
        if cx.state().live(one).dead {
            continue;
        }
        if want::deprived(cx.state(), one) {
            cx.record(rules::DK_DEPR_05, Fact::Fizzled { who: one, why: "Want leaves no rest.".into() });
            continue;
        }
        hit_points(cx, rule, one);
        if kind != RestKind::Short {
            armor(cx, rule, one);
            natural_armor(cx, rule, one);
            scores(cx, rule, one);
        }
        if kind == RestKind::Long {
            injuries(cx, one);
        }
        cx.within((kind, &who[at..]), |cx| power::triggered(cx, one, kind.ends(), one, 0))?;
    }
    Ok(())
}

/// Tends armor.
pub fn tend(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who) -> Flow {
    let rule = rules::DK_DOWN_03;
    company(cx, by, rule, &[who])?;
    at_leisure(cx, rule)?;
    may_tend(May::told(cx.at(), by), who)?;
    let task = Task { kind: TaskKind::TendArmor, who: vec![who], left: Scale::Hours.seconds() };
    if spend(cx, Scale::Hours, task.clone())? {
        tended(cx, who);
        cx.record(rule, Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
    }
    Ok(())
}

/// What bars somebody from tending armor: there is none.
pub(super) fn may_tend(may: May<'_, DirkRules>, who: Who) -> Lawful {
    may.not_if(pieces(may.at(), who).is_empty(), || {
        let sentence = format!("{} has no armor that takes tending.", may.state.sheet(who).name);
        Refusal::new(rules::DK_DOWN_03, "no-armor", sentence)
    })
}

/// An hour's work on armor is done.
pub(super) fn tended(cx: &mut Cx<'_, DirkRules>, who: Who) {
    if !cx.state().live(who).dead {
        armor(cx, rules::DK_DOWN_03, who);
    }
}

/// Armor with AP that its owner still has: which thing, AP now, AP when new.
fn pieces(at: At<'_, DirkRules>, who: Who) -> Vec<(u8, u8, u8)> {
    let all = at.state.sheet(who).items.iter().zip(&at.state.live(who).items).enumerate();
    let kept = all.filter(|(_, (_, now))| now.place != Place::Gone && now.wear == Wear::Whole);
    kept.filter_map(|(number, (item, now))| {
        let row = at.book.armor.get(item.kind?.as_str())?;
        (row.ap > 0).then_some((number as u8, now.ap, row.ap))
    })
    .collect()
}

fn armor(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who) {
    for (item, from, to) in pieces(cx.at(), who) {
        if from < to {
            cx.record(rule, Fact::Ap { who, item, from, to });
        }
    }
}

fn natural_armor(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who) {
    let (from, to) = (cx.state().live(who).ap, cx.state().sheet(who).full_ap);
    if from < to {
        cx.record(rule, Fact::NaturalAp { who, from, to });
    }
}

fn hit_points(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who) {
    let (from, to) = (cx.state().live(who).hp, cx.state().sheet(who).full_hp);
    if from < to {
        cx.record(rule, Fact::Hp { who, from, to });
    }
}

fn scores(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who) {
    for ability in Ability::ALL {
        let (from, to) = (cx.state().live(who).score(ability), cx.state().sheet(who).full[ability as usize]);
        if from < to {
            cx.record(rule, Fact::Score { who, ability, from, to });
        }
    }
}

fn injuries(cx: &mut Cx<'_, DirkRules>, who: Who) {
    let regrows = cx.state().house.rest_regrows == RestRegrows::On;
    for part in Part::ALL {
        let from = cx.state().live(who).part(part);
        if from == PartState::Injured || (from == PartState::Lost && regrows) {
            cx.record(rules::DK_DOWN_05, Fact::Part { who, part, from, to: PartState::Whole });
        }
    }
}
