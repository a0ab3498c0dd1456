//! How those who are met take it, and fights that come of it. A fight waits until everybody who comes along is there: it
//! begins when the command that led to it is through.

use boneyard_table::deed::{Deed, May, carry_out};
use boneyard_table::{Audience, Cx, Flow, Judgement, RulingOption, Seat, Who};
use boneyard_world::adventure::Mood;
use boneyard_world::run::settle;

use super::befalls::mood;
use super::together;
use crate::DirkRules;
use crate::combat::Begin;
use crate::fact::Fact;
use crate::health::out;
use crate::rules;
use crate::state::State;

/// Tags of those who do not strike first.
const PEACEFUL: [&str; 4] = ["friendly", "wants to trade", "fearful", "wary"];

/// Somebody in plain sight is met: the referee says whether they strike. They do, unless they sleep, look elsewhere or feel
/// otherwise about people.
pub(super) fn met(cx: &mut Cx<'_, DirkRules>, met: &[Who]) -> Flow {
    let state = cx.state();
    let foes: Vec<Who> = met.iter().copied().filter(|who| is_foe(state, *who)).collect();
    let Some(first) = foes.first().copied() else { return Ok(()) };
    let calm = |who: &Who| PEACEFUL.iter().any(|tag| state.sheet(*who).is(tag));
    let strike = !foes.iter().all(calm);
    let rule = rules::DK_ENC_05H;
    let ruled = cx.judge_for(Audience::GM, rule, u8::from(!strike), &|| Judgement {
        rule,
        tag: format!("met {}", first.0),
        question: "They are met. What do they do?".into(),
        about: Vec::new(),
        options: vec![
            RulingOption::new("strike", "They strike"),
            RulingOption::new("wait", "They wait and see"),
        ],
        proposal: u8::from(!strike),
        why: if strike { "nothing holds them back" } else { "they feel otherwise about people" }.into(),
        precedents: Vec::new(),
    })?;
    if ruled.option() == 0 {
        comes(cx, &foes);
    }
    Ok(())
}

/// Whether somebody would strike if nothing held them back.
fn is_foe(state: &State, who: Who) -> bool {
    let awake =
        !matches!(mood(state, who), Some(Mood::Asleep | Mood::Unaware | Mood::Friendly | Mood::Bound));
    state.creature(who).is_some_and(|one| one.sheet.side == 1 && !one.live.surrendered)
        && awake
        && !out(state, who)
}

/// A fight is coming.
pub(super) fn comes(cx: &mut Cx<'_, DirkRules>, foes: &[Who]) {
    let mut all = cx.state().clash.clone();
    all.extend(foes.iter().copied().filter(|who| !cx.state().clash.contains(who)));
    cx.record_for(Audience::GM, rules::DK_BATTLE_01, Fact::Clashes { foes: all.to_vec() });
}

/// What follows once a command is through: events, and the fight that was coming.
pub(crate) fn aftermath(cx: &mut Cx<'_, DirkRules>) -> Flow {
    settle(cx)?;
    // A fight may lead to another, and that is all for one command.
    for _ in 0..2 {
        if cx.state().clash.is_empty() || cx.state().battle.is_some() {
            return Ok(());
        }
        let foes = cx.state().clash.clone();
        cx.record_for(Audience::GM, rules::DK_BATTLE_01, Fact::Clashes { foes: Vec::new() });
        let state = cx.state();
        let Some(first) = foes.iter().copied().find(|who| !out(state, *who)) else { continue };
        let here = |who: &Who| {
            let sheet = state.sheet(*who);
            let ours = sheet.side == 0 && sheet.draft.is_none() || foes.contains(who);
            ours && together(state, *who, first) && !out(state, *who) && !state.live(*who).surrendered
        };
        let fighters: Vec<Who> = state.everybody().filter(here).take(60).collect();
        let ambushed = Vec::new();
        let begin = Begin { fighters, ambushed };
        if begin.fighters.iter().any(|who| cx.state().sheet(*who).side == 0)
            && begin.may(May::quiet(cx.at(), Seat::GM)).is_ok()
        {
            carry_out(cx, Seat::GM, begin)?;
            settle(cx)?;
        }
    }
    Ok(())
}
