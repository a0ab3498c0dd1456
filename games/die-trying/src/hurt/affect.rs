//! Conditions and whatever else lasts: how they begin, what ends them, and the moments they wait for.

use boneyard_table::moment::{Moment, Tie, Until};
use boneyard_table::{Cx, RuleId, Who};

use super::dying::{drop_held, fall_prone};
use crate::DieTrying;
use crate::fact::AffectFact;
use crate::rules;
use crate::sight::note;
use crate::state::{Affect, Condition, State, What};

/// The cure of what ends by any damage: sleep, being Invisible by magic.
pub const BY_DAMAGE: u16 = 1;

/// Whether somebody never has a condition.
pub fn never(state: &State, who: Who, condition: Condition) -> bool {
    state.sheet(who).fixed.never.contains(&condition)
}

/// A condition begins. The same again only takes the new end.
pub fn begin_condition(
    cx: &mut Cx<'_, DieTrying>,
    who: Who,
    condition: Condition,
    escape: Option<u8>,
    until: Until,
    by: RuleId,
    from: Option<Who>,
) {
    if never(cx.state(), who, condition) {
        return;
    }
    let affect = Affect { what: What::Is(condition, escape), by, from };
    note(cx, who, by, AffectFact::Begins { who, affect, until });
    cx.cite(rule_of(condition));
    if condition == Condition::Unconscious {
        fall_prone(cx, who, rules::DT_COND_06H);
        drop_held(cx, who, rules::DT_COND_06H);
    }
}

/// The entry of a condition.
pub fn rule_of(condition: Condition) -> RuleId {
    match condition {
        Condition::Immobilized => rules::DT_COND_02H,
        Condition::Blinded => rules::DT_COND_03H,
        Condition::Invisible => rules::DT_COND_04H,
        Condition::Dazzled => rules::DT_COND_05H,
        Condition::Unconscious => rules::DT_COND_06H,
        Condition::Frightened => rules::DT_COND_10H,
        Condition::Sickened => rules::DT_COND_11H,
        Condition::Burning => rules::DT_COND_12H,
        Condition::Siphoned => rules::DT_COND_14H,
    }
}

/// Everything on somebody that fits is over.
pub fn end_affects(cx: &mut Cx<'_, DieTrying>, who: Who, fits: impl Fn(&Affect) -> bool) {
    let all = &cx.state().live(who).affects;
    if all.is_empty() {
        return;
    }
    let over: Vec<(u32, Affect)> = all
        .iter()
        .filter(|affect| fits(&affect.what))
        .map(|affect| (affect.id, affect.what.clone()))
        .collect();
    for (id, affect) in over {
        note(cx, who, affect.by, AffectFact::Ends { who, affect, id });
    }
}

/// A condition is over, whatever brought it.
pub fn end_condition(cx: &mut Cx<'_, DieTrying>, who: Who, condition: Condition) {
    end_affects(cx, who, |affect| matches!(affect.what, What::Is(known, _) if known == condition));
}

/// What a cure ends on somebody is over.
pub(super) fn cured(cx: &mut Cx<'_, DieTrying>, who: Who, cure: u16) {
    let over: Vec<(u32, Affect)> =
        cx.state().live(who).affects.cured(cure).map(|affect| (affect.id, affect.what.clone())).collect();
    for (id, affect) in over {
        note(cx, who, affect.by, AffectFact::Ends { who, affect, id });
    }
}

/// Somebody asleep is woken.
pub fn wake(cx: &mut Cx<'_, DieTrying>, who: Who) {
    cured(cx, who, BY_DAMAGE);
}

/// A moment comes: what waits for it ends, on everybody, the oldest first.
pub fn moment_passes(cx: &mut Cx<'_, DieTrying>, moment: Moment) {
    for who in cx.state().everybody() {
        let affects = &cx.state().live(who).affects;
        let waits = |affect: &boneyard_table::moment::Effect<Affect>| {
            affect.until.moments.iter().any(|wait| moment.meets(wait.moment))
        };
        if !affects.iter().any(waits) {
            continue;
        }
        let over: Vec<(u32, Affect)> =
            affects.due(moment).map(|affect| (affect.id, affect.what.clone())).collect();
        for (id, affect) in over {
            note(cx, who, affect.by, AffectFact::Ends { who, affect, id });
        }
        if cx.state().live(who).affects.iter().any(waits) {
            note(cx, who, rules::DT_COM_02, AffectFact::Passed { who, moment });
        }
    }
}

/// What hangs on a tie that breaks is over, on everybody.
pub fn tie_breaks(cx: &mut Cx<'_, DieTrying>, tie: Tie) {
    for who in cx.state().everybody() {
        if cx.state().live(who).affects.is_empty() {
            continue;
        }
        let affects = cx.state().live(who).affects.broken(tie);
        let over: Vec<(u32, Affect)> = affects.map(|affect| (affect.id, affect.what.clone())).collect();
        for (id, affect) in over {
            note(cx, who, affect.by, AffectFact::Ends { who, affect, id });
        }
    }
}
