//! Time spent: what people declared goes on side by side, and each is finished when its time is up. One unit of time is settled
//! once, however many spend it.

use boneyard_table::{Audience, Cx, Flow, Judgement, RulingOption, Who};

use super::act::Goes;
use super::attempt::resolve_try;
use super::doing::{Doing, Task};
use super::fact::WorldFact;
use super::fill::file;
use super::settle::settle;
use super::thing::place_of;
use super::time::Passed;
use super::worldly::{Able, DoingKind, Worldly};

/// Most interruptions of one span.
const MOST_PAUSES: u32 = 100;

/// Time passes for everybody. What was declared goes on, what has its time done is finished, and what has no end is finished with
/// the span.
pub(super) fn pass<G: Worldly>(cx: &mut Cx<'_, G>, seconds: u64) -> Flow<Passed> {
    let world = G::world(cx.state());
    let (now, to) = (world.now, world.now.later(seconds));
    let declared: Vec<(Who, Doing<G>)> = world
        .doings
        .iter()
        .filter(|(_, doing)| doing.since.is_none())
        .map(|(who, doing)| (*who, doing.clone()))
        .collect();
    for (who, doing) in declared {
        let there = place_of(cx.at(), who).as_ref() == Some(&doing.place);
        if there && G::able(cx.at(), who) == Able::Up {
            cx.record(G::CITES.time, WorldFact::Doing(who, Some(doing.going(now))).into());
        }
    }
    let mut passed = Passed::Whole;
    for _ in 0..MOST_PAUSES {
        passed = G::passes(cx, to)?;
        if passed == Passed::Whole || !goes_on(cx)? {
            break;
        }
    }
    // What has no end of its own is done as long as the span was.
    let now = G::world(cx.state()).now;
    let endless: Vec<Who> = doings(cx, |doing| doing.left.is_none() && doing.since.is_some());
    for who in endless {
        let Some(doing) = G::world(cx.state()).doings.get(&who).cloned() else { continue };
        finish(cx, who, &doing.resting(now))?;
    }
    settle(cx)?;
    Ok(passed)
}

fn doings<G: Worldly>(cx: &Cx<'_, G>, which: impl Fn(&Doing<G>) -> bool) -> Vec<Who> {
    let all = G::world(cx.state()).doings.iter();
    all.filter(|(_, doing)| which(doing)).map(|(who, _)| *who).collect()
}

/// Doings whose time is up are finished, in the order of people.
pub(super) fn finish_due<G: Worldly>(cx: &mut Cx<'_, G>) -> Flow {
    let now = G::world(cx.state()).now;
    for who in doings(cx, |doing| doing.ends().is_some_and(|end| end <= now)) {
        let Some(doing) = G::world(cx.state()).doings.get(&who).cloned() else { continue };
        finish(cx, who, &doing.resting(now))?;
    }
    Ok(())
}

/// Somebody has done what they spent time on.
fn finish<G: Worldly>(cx: &mut Cx<'_, G>, who: Who, doing: &Doing<G>) -> Flow {
    cx.record(G::CITES.time, WorldFact::Doing(who, None).into());
    if G::able(cx.at(), who) != Able::Up || place_of(cx.at(), who).as_ref() != Some(&doing.place) {
        return Ok(());
    }
    match &doing.what {
        Task::Own(own) => own.done(cx, who, doing.spent),
        Task::Try(what) => {
            let file = file(cx, &doing.place.adventure);
            match file.and_then(|file| file.tries.iter().find(|row| row.what.as_str() == what)) {
                Some(row) => resolve_try(cx, who, &doing.place, row),
                None => Ok(()),
            }
        }
    }
}

/// Something came between: whether time goes on, or what people do rests or is broken off.
fn goes_on<G: Worldly>(cx: &mut Cx<'_, G>) -> Flow<bool> {
    let busy = doings(cx, |doing| doing.since.is_some());
    if busy.is_empty() {
        return Ok(false);
    }
    let rule = G::CITES.time;
    let proposed = G::interrupted(cx.at());
    let judgement = || Judgement {
        rule,
        tag: "interrupted".to_owned(),
        question: "Something came between. What becomes of what people were doing?".to_owned(),
        about: Vec::new(),
        options: vec![
            RulingOption::new("on", "They go on"),
            RulingOption::new("pause", "It rests, and what is left is kept"),
            RulingOption::new("break-off", "They break it off"),
        ],
        proposal: proposed as u8,
        why: "as the rules propose".to_owned(),
        precedents: Vec::new(),
    };
    let goes = match cx.judge_for(Audience::ALL, rule, proposed as u8, &judgement)?.option() {
        0 => Goes::On,
        1 => Goes::Pause,
        _ => Goes::BreakOff,
    };
    // Nobody goes on while a fight is fought.
    if goes == Goes::On && G::fight(cx.at()).is_none() {
        return Ok(true);
    }
    let now = G::world(cx.state()).now;
    for who in busy {
        let Some(doing) = G::world(cx.state()).doings.get(&who).cloned() else { continue };
        let rests = (goes != Goes::BreakOff).then(|| doing.resting(now));
        cx.record(rule, WorldFact::Doing(who, rests).into());
    }
    Ok(false)
}
