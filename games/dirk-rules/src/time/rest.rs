//! Rests and tending armor: what an hour, a day and a week bring back.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who, deed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::passage::{Task, TaskKind, company, may_set_about, may_spend_time, spend};
use super::say::outside_battle;
use super::{Scale, TimeFact, want};
use crate::DirkRules;
use crate::effect::When;
use crate::fact::Fact;
use crate::house::RestRegrows;
use crate::power;
use crate::rules;
use crate::state::{Ability, Part, PartState, Place, Wear};

deed! {
    /// Rests: an hour, a day or a week.
    #[serde(deny_unknown_fields)]
    pub struct Rest(form: DirkRules) {
        /// For how long.
        kind: RestKind = form.one_of("kind", "How long", RestKind::ALL.map(|kind| (kind, kind.name())))?,
        /// Who rests.
        who: Vec<Who> = resting(form)?,
    }
}

fn resting(form: &mut Filling<'_, DirkRules>) -> Filled<Vec<Who>> {
    let state = form.state;
    company(form, rules::DK_DOWN_02, |who| !want::deprived(state, who))
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
    const ALL: [Self; 3] = [Self::Short, Self::Full, Self::Long];

    fn name(self) -> &'static str {
        match self {
            Self::Short => "an hour",
            Self::Full => "a day",
            Self::Long => "a week",
        }
    }

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

impl Deed<DirkRules> for Rest {
    const CARD: Card = Card::anyone("Rest", "Time").rule(rules::DK_DOWN_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let rule = self.kind.rule();
        may_set_about(may, rule, &self.who)?;
        may_spend_time(may, rule)?;
        may_rest(may, &self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let Self { who, kind } = self;
        let (task, scale) = kind.takes();
        let task = Task { kind: task, who, left: scale.seconds() };
        if !spend(cx, scale, task.clone())? {
            return Ok(());
        }
        rested(cx, kind, &task.who)?;
        cx.record(kind.rule(), Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
        Ok(())
    }
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

deed! {
    /// Tends armor for an hour.
    #[derive(Copy)]
    pub struct Tend(form: DirkRules) {
        who: Who = armored(form)?,
    }
}

fn armored(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let who = outside_battle(form)?;
    form.only_if(form.state.creature(who).is_some() && !pieces(form.at(), who).is_empty())?;
    Ok(who)
}

impl Deed<DirkRules> for Tend {
    const CARD: Card = Card::acting("Tend armor", "Time").rule(rules::DK_DOWN_03);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_set_about(may, rules::DK_DOWN_03, &[self.who])?;
        may_spend_time(may, rules::DK_DOWN_03)?;
        may_tend(may, self.who)
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let task = Task { kind: TaskKind::TendArmor, who: vec![self.who], left: Scale::Hours.seconds() };
        if spend(cx, Scale::Hours, task.clone())? {
            tended(cx, self.who);
            cx.record(rules::DK_DOWN_03, Fact::Time(TimeFact::Done(Task { left: 0, ..task })));
        }
        Ok(())
    }
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
