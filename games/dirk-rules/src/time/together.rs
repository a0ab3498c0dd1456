//! A unit of time that people spend side by side, each with something of their own: it passes once, and is rolled for once.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::passage::{Task, TaskKind, may_set_about, may_spend_time, spend};
use super::rest::{RestKind, may_rest, may_tend, rested, tended};
use super::{Scale, TimeFact};
use crate::DirkRules;
use crate::fact::Fact;
use crate::lesson::{Train, studied};
use crate::rules;
use crate::trade::{Work, paid_for};

const RULE: RuleId = rules::DK_EVENT_04;

deed! {
    /// Spends an hour, a day or a week together: those who are named do what is said, and the others wait.
    pub struct Spend(form: DirkRules) {
        /// An hour, a day or a week.
        unit: Scale = unit(form)?,
        /// Who rests.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rest: Vec<Who> = resting(form)?,
        /// Who tends armor, by the hour.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tend: Vec<Who> = own(form, "tend", "Who tends armor")?,
        /// Who works for gems, by the day or the week.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        work: Vec<Who> = own(form, "work", "Who works for gems")?,
        /// Who goes on with lessons, by the week.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        learn: Vec<Who> = own(form, "learn", "Who goes on learning")?,
    }
}

fn unit(form: &mut Filling<'_, DirkRules>) -> Filled<Scale> {
    form.only_if(form.state.battle.is_none())?;
    let units = [Scale::Hours, Scale::Days, Scale::Weeks];
    form.one_of("unit", "How long", units.map(|unit| (unit, one(unit))))
}

/// One of a unit, in words.
fn one(unit: Scale) -> &'static str {
    match unit {
        Scale::Minutes => "ten minutes",
        Scale::Hours => "an hour",
        Scale::Days => "a day",
        Scale::Weeks => "a week",
    }
}

/// Some of those who could set about something: heroes of one's own, or any for the referee.
fn own(form: &mut Filling<'_, DirkRules>, name: &'static str, label: &'static str) -> Filled<Vec<Who>> {
    let (quiet, state) = (May::quiet(form.at(), form.seat), form.state);
    form.maybe_creatures(name, label, 1..=60, |who| {
        state.sheet(who).hero && may_set_about(quiet, RULE, &[who]).is_ok()
    })
}

/// The field `rest`: for a player the first of their own is tried, since somebody of theirs does something.
fn resting(form: &mut Filling<'_, DirkRules>) -> Filled<Vec<Who>> {
    let (quiet, state, player) = (May::quiet(form.at(), form.seat), form.state, !form.seat.is_gm());
    let fits = |who: Who| state.sheet(who).hero && may_set_about(quiet, RULE, &[who]).is_ok();
    let asked = form.or_left_out("rest", |form| {
        form.creatures_tried("rest", "Who rests", 0..=60, fits, |all| all.len().min(usize::from(player)))
    });
    asked.map(Option::unwrap_or_default)
}

impl Spend {
    fn everybody(&self) -> Vec<Who> {
        [&self.rest, &self.tend, &self.work, &self.learn].into_iter().flatten().copied().collect()
    }

    fn rests(&self) -> RestKind {
        match self.unit {
            Scale::Minutes | Scale::Hours => RestKind::Short,
            Scale::Days => RestKind::Full,
            Scale::Weeks => RestKind::Long,
        }
    }

    /// Work for gems by the unit: skilled by the day, unskilled by the week.
    fn works(&self, who: Who) -> Work {
        Work { who, skilled: self.unit == Scale::Days, count: 1 }
    }
}

/// The lessons somebody can go on with, by their number.
fn lesson_of(may: May<'_, DirkRules>, who: Who) -> Option<Train> {
    let all = (0u8..).zip(&may.state.days.lessons);
    let own = all.filter(|(_, lesson)| lesson.pupil == who && lesson.agreed && !lesson.over);
    own.map(|(lesson, _)| Train { lesson, weeks: 1 }).find(|train| train.may(may).is_ok())
}

impl Deed<DirkRules> for Spend {
    const CARD: Card = Card::anyone("Spend time together", "Time").rule(RULE);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may_spend_time(may, RULE)?;
        let all = self.everybody();
        if !all.is_empty() {
            may_set_about(may, RULE, &all)?;
        }
        may.not_if(all.is_empty() && !may.by.is_gm(), || {
            Refusal::new(RULE, "who", "Say what at least one of your own does meanwhile.")
        })?;
        let by = |unit: Scale| self.unit == unit;
        may.not_if(by(Scale::Minutes), || {
            Refusal::new(RULE, "how-long", "An hour, a day or a week is spent together.")
        })?;
        may.not_if(!self.tend.is_empty() && !by(Scale::Hours), || {
            Refusal::new(
                rules::DK_DOWN_03,
                "how-long",
                "Tending armor takes an hour; a full rest mends it too.",
            )
        })?;
        may.not_if(!self.work.is_empty() && by(Scale::Hours), || {
            Refusal::new(rules::DK_EQUIP_02, "how-long", "Work is paid by the day or the week.")
        })?;
        may.not_if(!self.learn.is_empty() && !by(Scale::Weeks), || {
            Refusal::new(rules::DK_DOWN_06, "how-long", "Lessons are counted in weeks.")
        })?;
        may_rest(may, &self.rest)?;
        self.tend.iter().try_for_each(|who| may_tend(may, *who))?;
        self.work.iter().try_for_each(|who| self.works(*who).may(may))?;
        match self.learn.iter().find(|who| lesson_of(may, **who).is_none()) {
            Some(&who) => may.no(|| {
                let sentence = format!("{} has no lessons to go on with.", may.state.sheet(who).name);
                Refusal::new(rules::DK_DOWN_06, "no-such-lessons", sentence)
            }),
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, by: Seat) -> Flow {
        let lessons: Vec<Train> =
            self.learn.iter().filter_map(|who| lesson_of(May::quiet(cx.at(), by), *who)).collect();
        let task = Task { kind: TaskKind::Wait, who: self.everybody(), left: self.unit.seconds() };
        if !cx.within((self.unit, &task), |cx| spend(cx, self.unit, task.clone()))? {
            return Ok(());
        }
        let done = |kind: TaskKind, who: &[Who]| {
            Fact::Time(TimeFact::Done(Task { kind, who: who.to_vec(), left: 0 }))
        };
        cx.within((self.unit, &task), |cx| rested(cx, self.rests(), &self.rest))?;
        if !self.rest.is_empty() {
            let (kind, _) = self.rests().takes();
            cx.record(RULE, done(kind, &self.rest));
        }
        self.tend.iter().for_each(|who| tended(cx, *who));
        if !self.tend.is_empty() {
            cx.record(rules::DK_DOWN_03, done(TaskKind::TendArmor, &self.tend));
        }
        for &who in self.work.iter().filter(|who| !cx.state().live(**who).dead).collect::<Vec<_>>() {
            paid_for(cx, self.works(who), 1);
        }
        for (at, train) in lessons.iter().enumerate() {
            cx.within((self.unit, at), |cx| studied(cx, train.lesson, Scale::Weeks.seconds(), true))?;
        }
        Ok(())
    }
}
