//! What helps injuries heal: a filling meal, and the time the GM sets. The clock that heals them is in `time`.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::injury::settle;
use crate::GutsPlus;
use crate::fact::HealthFact;
use crate::form;
use crate::rules;
use crate::state::{DAY, HOUR, Part, State};

/// Healing a single injury needs, in seconds of an ordinary day.
pub(super) const SINGLE: u32 = DAY as u32;

/// Healing a crossed-out part needs.
pub(super) const DOUBLE: u32 = 5 * SINGLE;

/// An injury that could heal, of somebody's.
pub(super) fn may_heal(may: May<'_, GutsPlus>, who: Who, part: &str, rule: RuleId) -> Lawful<u8> {
    let Some(one) = may.state.creature(who) else {
        return may.no(|| Refusal::new(rule, "nobody", "There is nobody like that here."));
    };
    let Some(nth) = one.sheet.part(part) else {
        return may.no(|| Refusal::new(rule, "no-part", format!("{} has no {part}.", one.sheet.name)));
    };
    let now = one.live.parts[usize::from(nth)];
    may.not_if(now.lost, || {
        let sentence = format!("The {part} is lost; no healing brings it back.");
        Refusal::new(rules::GP_HLTH_06, "lost", sentence)
    })?;
    may.not_if(now.lines == 0, || Refusal::new(rule, "whole", format!("The {part} is not injured.")))?;
    Ok(nth)
}

/// Whether a part has an injury that could heal.
fn injured(state: &State, who: Who, part: u8) -> bool {
    let part = state.live(who).parts[usize::from(part)];
    part.lines > 0 && !part.lost
}

/// The field `who` for those who are injured.
fn hurt(form: &mut Filling<'_, GutsPlus>, label: &'static str) -> Filled<Who> {
    let state = form.state;
    let hurt = |who: Who| (0..state.live(who).parts.len() as u8).any(|part| injured(state, who, part));
    form.only_if(state.everybody().any(hurt))?;
    form.creature_among("who", label, hurt)
}

/// The field `part` for their injuries.
fn injury(form: &mut Filling<'_, GutsPlus>, who: Who, label: &'static str) -> Filled<String> {
    let state = form.state;
    form.one_of("part", label, form::parts_of(state, who, |part| injured(state, who, part)))
}

pub(super) fn needs(part: Part) -> u32 {
    part.needs.unwrap_or(if part.lines == 1 { SINGLE } else { DOUBLE })
}

deed! {
    /// A filling meal: a quarter of a healing day for one injury, at most twice a day.
    #[serde(deny_unknown_fields)]
    pub struct Meal(form: GutsPlus) {
        /// Who eats.
        who: Who = hurt(form, "Who eats")?,
        /// Which part it helps.
        part: String = injury(form, who, "What it helps")?,
    }
}

impl Deed<GutsPlus> for Meal {
    const CARD: Card = Card::gm("A filling meal", "Time").rule(rules::GP_RECV_07);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_heal(may, self.who, &self.part, rules::GP_RECV_07)?;
        may.not_if(may.state.live(self.who).meals >= 2, || {
            Refusal::new(rules::GP_HOUSE_08H, "twice", "Two meals a day help, a third does not.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let who = self.who;
        let Some(part) = cx.state().sheet(who).part(&self.part) else { return Ok(()) };
        let count = cx.state().live(who).meals;
        let from = cx.state().live(who).parts[usize::from(part)];
        let healed = from.healed + SINGLE / 4;
        let whole = healed >= needs(from);
        let to =
            if whole { Part { lines: 0, healed: 0, needs: None, ..from } } else { Part { healed, ..from } };
        cx.record(rules::GP_HOUSE_08H, HealthFact::Part { who, part, from, to }.into());
        cx.record(rules::GP_RECV_07, HealthFact::Meal { who, count: count + 1 }.into());
        settle(cx, who, None)
    }
}

deed! {
    /// The GM sets how long an injury takes.
    #[serde(deny_unknown_fields)]
    pub struct HealsIn(form: GutsPlus) {
        /// Whose.
        who: Who = hurt(form, "Whose")?,
        /// Which part.
        part: String = injury(form, who, "Where")?,
        /// How many hours of an ordinary day.
        hours: u16 = form.amount("hours", "Hours", 1..=240)?,
    }
}

impl Deed<GutsPlus> for HealsIn {
    const CARD: Card = Card::gm("Set how long an injury takes", "Time").rule(rules::GP_RECV_08);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may_heal(may, self.who, &self.part, rules::GP_RECV_08)?;
        may.not_if(!(1..=2400).contains(&self.hours), || {
            Refusal::new(rules::GP_RECV_08, "how-long", "From 1 hour to 100 days.")
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        let Self { who, part, hours } = self;
        let Some(part) = cx.state().sheet(who).part(&part) else { return Ok(()) };
        let from = cx.state().live(who).parts[usize::from(part)];
        let to = Part { needs: Some(u32::from(hours) * HOUR as u32), ..from };
        cx.record(rules::GP_RECV_08, HealthFact::Part { who, part, from, to }.into());
        Ok(())
    }
}
