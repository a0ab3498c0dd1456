//! Treatment: a check by somebody who knows how, and stopping the clock of somebody unconscious.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};

use super::condition::{Ailment, inflict};
use super::injury::settle;
use super::time::injured_part;
use crate::GutsPlus;
use crate::fact::HealthFact;
use crate::gm::decide;
use crate::question::{Decide, Matter};
use crate::roll::{Call, able, check, named};
use crate::rules;
use crate::state::{Base, DAY, HOUR, Out, Part, Scale, Side};

/// The roll of whoever treats: Utility, or a quality of their own in its place.
fn hand(cx: &Cx<'_, GutsPlus>, who: Who, with: Option<&str>) -> Result<Side, Refusal> {
    let mut side = Side::new(who, Some(Base::Utility), Base::Utility.nth());
    if let Some(name) = with {
        let quality = named(cx.state(), who, name)?;
        let medical = cx.book().samples.iter().any(|row| row.medical && row.name.eq_ignore_ascii_case(name));
        if quality >= 4
            && !medical
            && crate::roll::fitting(cx.at(), who, "treat injuries heal").iter().all(|fit| *fit != quality)
        {
            let sentence = format!("{name} treats nobody: use a medical quality, or Utility with tools.");
            return Err(Refusal::new(rules::GP_HOUSE_08H, "not-medical", sentence));
        }
        side.quality = quality;
        side.appealed = vec![quality];
    }
    Ok(side)
}

/// Treats an injury.
pub fn treat(cx: &mut Cx<'_, GutsPlus>, who: Who, patient: Who, part: &str, with: Option<&str>) -> Flow {
    let rule = rules::GP_RECV_05;
    able(cx.state(), who)?;
    let nth = injured_part(cx.state(), patient, part, rule)?;
    let today = cx.state().day();
    if cx.state().live(patient).parts[usize::from(nth)].checked == Some(today) {
        let sentence = format!("The {part} was treated today; tomorrow again.");
        return refuse(Refusal::new(rules::GP_HOUSE_08H, "again-today", sentence));
    }
    let side = hand(cx, who, with)?;
    if cx.state().fights(who) {
        crate::combat::spend_active(cx, who, "treats an injury")?;
    }
    let call = Call::new(rule, "treat an injury", side);
    let came = cx.within((patient, nth), |cx| check(cx, call))?;
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

/// Stops the clock of somebody unconscious.
pub fn stabilise(cx: &mut Cx<'_, GutsPlus>, who: Who, patient: Who, with: Option<&str>) -> Flow {
    let rule = rules::GP_HOUSE_07H;
    able(cx.state(), who)?;
    let out = cx.state().creature(patient).and_then(|one| one.live.out);
    let Some(Out { deadline: Some(_), by_word }) = out else {
        return refuse(Refusal::new(rule, "no-clock", "No clock is running for them."));
    };
    let side = hand(cx, who, with)?;
    if cx.state().fights(who) {
        crate::combat::spend_active(cx, who, "stops the bleeding")?;
    }
    let call = Call::new(rule, "stabilise", side);
    let came = cx.within(patient, |cx| check(cx, call))?;
    if came.outcome >= Scale::Full {
        let out = Out { deadline: None, by_word };
        cx.record(rule, HealthFact::Out { who: patient, out }.into());
    }
    Ok(())
}
