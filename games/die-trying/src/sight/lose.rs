//! How hiding ends: by acting, by moving too far, by stepping into plain view; and how a Sneak that
//! went well becomes Undetected.

use boneyard_table::{Cx, Flow, RuleId, Who};

use super::grade::{Grade, audience, between, visible};
use crate::DieTrying;
use crate::book::{Of, Passive};
use crate::fact::SightFact;
use crate::passive;
use crate::rules;
use crate::state::{Fate, Hidden};

/// Feet one may cover in a turn and stay Hidden.
const STILL: u16 = 5;

/// Somebody is no longer hidden from another.
pub(super) fn found(cx: &mut Cx<'_, DieTrying>, who: Who, by: Who, rule: RuleId) {
    // Who was not noticed finds nobody, as far as players know.
    let told = audience(cx.state(), by);
    cx.record_for(told, rule, SightFact::Found { who, by }.into());
}

/// Somebody acted in a way that ends all hiding.
pub fn acted(cx: &mut Cx<'_, DieTrying>, who: Who) {
    let from: Vec<Who> = cx.state().live(who).hidden.iter().map(|hidden| hidden.from).collect();
    for other in from {
        found(cx, who, other, rules::DT_STL_04);
    }
}

/// Somebody moved to another square by themselves.
pub fn moved(cx: &mut Cx<'_, DieTrying>, who: Who) {
    let (state, book) = (cx.state(), cx.book());
    if state.live(who).hidden.is_empty() {
        return;
    }
    let still = passive::find(state, book, who, Of::HiddenMove, |passive| match passive {
        Passive::HiddenMove(feet) => Some(*feet),
        _ => None,
    });
    let (still, talent) = still.map_or((STILL, None), |(feet, talent)| (feet, Some(talent)));
    let covered = state.live(who).turn.covered;
    let all: Vec<Hidden> = state.live(who).hidden.to_vec();
    if let Some(talent) = talent.filter(|_| !all.is_empty() && (STILL + 1..=still).contains(&covered)) {
        cx.cite(talent);
    }
    for hidden in all {
        if hidden.sneaking && !hidden.undetected {
            let hidden = Hidden { undetected: true, ..hidden };
            let told = between(cx.state(), who, hidden.from);
            cx.record_for(told, rules::DT_STL_06, SightFact::Hides { who, hidden }.into());
        } else if !hidden.sneaking && covered > still {
            found(cx, who, hidden.from, rules::DT_STL_04);
        }
    }
}

/// At the end of any turn: the one who stands in plain view of somebody is not Hidden from them.
pub fn settle(cx: &mut Cx<'_, DieTrying>) -> Flow {
    if cx.state().creatures.iter().all(|one| one.live.hidden.is_empty()) {
        return Ok(());
    }
    let hiding: Vec<(Who, Who)> = cx
        .state()
        .beings()
        .flat_map(|who| cx.state().live(who).hidden.iter().map(move |hidden| (who, hidden.from)))
        .collect();
    for (who, from) in hiding {
        let gone = cx.state().live(from).fate == Fate::Dead || cx.state().live(from).away;
        if gone || visible(cx.state(), cx.book(), from, who) == Grade::Plain {
            found(cx, who, from, rules::DT_STL_04);
        }
    }
    Ok(())
}
