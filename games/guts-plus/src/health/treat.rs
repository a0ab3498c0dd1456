//! Treatment: a check by somebody who knows how, and stopping the clock of somebody unconscious.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::condition::{Ailment, inflict};
use super::injury::settle;
use super::recover::may_heal;
use crate::GutsPlus;
use crate::combat::{may_act, takes_action};
use crate::fact::HealthFact;
use crate::form;
use crate::gm::decide;
use crate::question::{Decide, Matter};
use crate::roll::{Call, able, check, named};
use crate::rules;
use crate::state::{Base, DAY, HOUR, Out, Part, Scale, Side, State};

/// The roll of those who treat: Utility, or a quality of their own in its place.
fn hand(may: May<'_, GutsPlus>, who: Who, with: Option<&str>) -> Lawful<Side> {
    let mut side = Side::new(who, Some(Base::Utility), Base::Utility.nth());
    if let Some(name) = with {
        let quality = named(may.state, who, name)?;
        let medical = may.book.samples.iter().any(|row| row.medical && row.name.eq_ignore_ascii_case(name));
        let fits = || crate::roll::fitting(may.at(), who, "treat injuries heal").contains(&quality);
        may.not_if(quality >= 4 && !medical && !fits(), || {
            let sentence = format!("{name} treats nobody: use a medical quality, or Utility with tools.");
            Refusal::new(rules::GP_HOUSE_08H, "not-medical", sentence)
        })?;
        side.quality = quality;
        side.appealed = vec![quality];
    }
    Ok(side)
}

/// The field `with`: a quality of their own that treats.
fn with(form: &mut Filling<'_, GutsPlus>, who: Who) -> Filled<Option<String>> {
    let quiet = May::quiet(form.at(), form.seat);
    let own = form.state.creature(who).into_iter().flat_map(|one| one.sheet.qualities.iter().skip(4));
    let own = own.map(|own| own.name.as_str()).filter(|name| hand(quiet, who, Some(name)).is_ok());
    form.maybe("with", "With", form::names(own))
}

/// Whether an injury can be treated today.
fn treatable(state: &State, who: Who, part: u8) -> bool {
    let part = state.live(who).parts[usize::from(part)];
    part.lines > 0 && !part.lost && part.checked != Some(state.day())
}

deed! {
    /// Treats an injury.
    #[serde(deny_unknown_fields)]
    pub struct Treat(form: GutsPlus) {
        /// Who treats.
        who: Who = form.actor()?,
        /// Whom.
        target: Who = {
            let state = form.state;
            let hurt = |who: Who| {
                (0..state.live(who).parts.len() as u8).any(|part| treatable(state, who, part))
            };
            let able = state.creature(who).is_some_and(|one| one.can_act());
            form.only_if(able && state.everybody().any(hurt))?;
            form.creature_among("target", "Whom", hurt)?
        },
        /// Which part.
        part: String = {
            let state = form.state;
            form.one_of("part", "Where", form::parts_of(state, target, |part| treatable(state, target, part)))?
        },
        /// With a quality of one's own.
        #[serde(default)]
        with: Option<String> = with(form, who)?,
    }
}

impl Deed<GutsPlus> for Treat {
    const CARD: Card = Card::acting("Treat an injury", "Act").rule(rules::GP_RECV_05);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        let Self { who, target, part, with } = self;
        able(may, *who)?;
        let nth = may_heal(may, *target, part, rules::GP_RECV_05)?;
        let checked = may.state.live(*target).parts[usize::from(nth)].checked;
        may.not_if(checked == Some(may.state.day()), || {
            let sentence = format!("The {part} was treated today; tomorrow again.");
            Refusal::new(rules::GP_HOUSE_08H, "again-today", sentence)
        })?;
        hand(may, *who, with.as_deref())?;
        if may.state.fights(*who) { may_act(may, *who) } else { Ok(()) }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        treat(cx, by, &self)
    }
}

fn treat(cx: &mut Cx<'_, GutsPlus>, by: Seat, treats: &Treat) -> Flow {
    let Treat { who, target: patient, ref part, ref with } = *treats;
    let rule = rules::GP_RECV_05;
    let Some(nth) = cx.state().sheet(patient).part(part) else { return Ok(()) };
    let today = cx.state().day();
    let side = hand(May::quiet(cx.at(), by), who, with.as_deref())?;
    takes_action(cx, who, rules::GP_COMB_04, "treats an injury")?;
    let call = Call::new(rule, "treat an injury", side);
    let came = cx.within(nth, |cx| check(cx, call))?;
    let from = cx.state().live(patient).parts[usize::from(nth)];
    let single = from.lines == 1;
    let question = format!("Treating the {part} of {}: {}.", cx.state().name(patient), came.outcome.name());
    let labels = match came.outcome {
        Scale::Positive if single => [("now", "Gone at once")],
        Scale::Positive => [("now", "A single injury at once")],
        Scale::Full if single => [("later", "Gone in 2 hours")],
        Scale::Full => [("later", "A single injury after 12 hours")],
        Scale::Near => [("rest", "Counts as rest for the next day")],
        Scale::Failure => [("nothing", "Nothing")],
        Scale::Negative => [("condition", "A condition for the patient")],
    };
    let mut matter = Decide::new(Matter::Treatment, part, question).who(who);
    let others = [
        ("now", "Better at once"),
        ("later", "Better after a while"),
        ("rest", "Counts as rest"),
        ("nothing", "Nothing"),
        ("condition", "A condition"),
    ];
    for (key, label) in labels.into_iter().chain(others.into_iter().filter(|(key, _)| *key != labels[0].0)) {
        matter = matter.option(key, label);
    }
    let say = decide(cx, matter)?;
    let now = cx.state().clock;
    let checked = Some(today);
    let to = match say.choice.as_str() {
        "now" => Part { lines: from.lines - 1, healed: 0, needs: None, checked, ..from },
        "later" => {
            let done = now + if single { 2 * HOUR } else { 12 * HOUR };
            Part { treated: Some((done, from.lines - 1)), checked, ..from }
        }
        "rest" => Part { rests_until: Some(now + DAY), checked, ..from },
        _ => Part { checked, ..from },
    };
    cx.record(rules::GP_HOUSE_08H, HealthFact::Part { who: patient, part: nth, from, to }.into());
    if say.choice == "condition" {
        let name = if say.words.is_empty() { format!("Sore {part}") } else { say.words.clone() };
        let part = cx.state().sheet(patient).part(part);
        inflict(cx, patient, &Ailment { part, ..Ailment::named(&name, "bad treatment") })?;
    }
    settle(cx, patient, None)
}

deed! {
    /// Stops the clock of somebody unconscious.
    #[serde(deny_unknown_fields)]
    pub struct Stabilise(form: GutsPlus) {
        who: Who = form.actor()?,
        /// Whom.
        target: Who = {
            let state = form.state;
            let ticks = |who: Who| state.live(who).out.is_some_and(|out| out.deadline.is_some());
            let able = state.creature(who).is_some_and(|one| one.can_act());
            form.only_if(able && state.everybody().any(ticks))?;
            form.creature_among("target", "For whom", ticks)?
        },
        /// With a quality of one's own.
        #[serde(default)]
        with: Option<String> = with(form, who)?,
    }
}

impl Deed<GutsPlus> for Stabilise {
    const CARD: Card = Card::acting("Stop the clock", "Act").rule(rules::GP_HOUSE_07H);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        able(may, self.who)?;
        let out = may.state.creature(self.target).and_then(|one| one.live.out);
        may.not_if(out.is_none_or(|out| out.deadline.is_none()), || {
            Refusal::new(rules::GP_HOUSE_07H, "no-clock", "No clock is running for them.")
        })?;
        hand(may, self.who, self.with.as_deref())?;
        if may.state.fights(self.who) { may_act(may, self.who) } else { Ok(()) }
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, by: Seat) -> Flow {
        let (rule, Self { who, target, with }) = (rules::GP_HOUSE_07H, self);
        let by_word = cx.state().live(target).out.is_some_and(|out| out.by_word);
        let side = hand(May::quiet(cx.at(), by), who, with.as_deref())?;
        takes_action(cx, who, rules::GP_COMB_04, "stops the bleeding")?;
        let call = Call::new(rule, "stabilise", side);
        let came = cx.within(by_word, |cx| check(cx, call))?;
        if came.outcome >= Scale::Full {
            let out = Out { deadline: None, by_word };
            cx.record(rule, HealthFact::Out { who: target, out }.into());
        }
        Ok(())
    }
}
