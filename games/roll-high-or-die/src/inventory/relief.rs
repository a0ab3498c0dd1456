//! Small acts on somebody in need: flames beaten out, a bleeding wound bound by hand, somebody shaken awake, ropes cut.
//! How many Interact Actions each takes, and whether a check, is in the entry of the Condition.

use boneyard_table::{Cx, Flow, Refusal, Who};

use super::carry::carried;
use super::chain::willing;
use super::interact::{Act, Interact, told};
use crate::RollHighOrDie;
use crate::book::{Book, ResolveRow};
use crate::check::skill_check;
use crate::combat::{beside, known, takes, target};
use crate::hurt::{ease, row_of};
use crate::rules;
use crate::state::{Condition, State};

/// Conditions bare hands end, the most urgent first, and what the entry calls that.
const BY_HAND: [(Condition, &str); 3] =
    [(Condition::Burning, "interact"), (Condition::Bleeding, "check"), (Condition::Unconscious, "interact")];

fn way<'b>(book: &'b Book, condition: Condition, by: &str) -> Option<&'b ResolveRow> {
    row_of(book, condition)?.resolve.iter().find(|row| row.by == by && row.steps.is_some())
}

/// APPLY with nothing in hand: whatever is most urgent for somebody within reach, or for oneself.
pub(super) fn by_hand(state: &State, book: &Book, act: &Interact) -> Result<Act, Refusal> {
    let on = within_reach(state, book, act)?;
    let (who, rule) = (act.who, rules::RH_ACT_10);
    let found = BY_HAND.into_iter().find(|(condition, _)| state.live(on).is(*condition));
    let Some((condition, by)) =
        found.filter(|(condition, _)| on != who || *condition != Condition::Unconscious)
    else {
        return told(rule, "no-thing", "Say which thing it is about; bare hands have nothing to do there.");
    };
    if condition == Condition::Bleeding && !willing(state, who, on) {
        let sentence = format!("{} does not let that happen: FORCE comes first.", state.name(on));
        return told(rule, "unwilling", sentence);
    }
    let worn_out = |known: &crate::state::Ailment| {
        known.what == Condition::Unconscious && known.by == Condition::Exhausted.rule()
    };
    if condition == Condition::Unconscious
        && state.live(on).conditions.iter().any(|known| worn_out(&known.what))
    {
        let sentence = format!("{} is worn out: only rest helps.", state.name(on));
        return told(Condition::Unconscious.rule(), "cause", sentence);
    }
    paid(state, book, who, on, condition, by)
}

/// APPLY with a tool that cuts, on somebody who is tied, netted or stuck.
pub(super) fn cuts(state: &State, book: &Book, act: &Interact, item: u8) -> Option<Result<Act, Refusal>> {
    let on =
        act.target.filter(|on| state.creature(*on).is_some_and(|one| one.live.is(Condition::Restrained)))?;
    let (thing, now) = carried(state, act.who, item, rules::RH_ACT_10).ok()?;
    let tool = thing.like.and_then(|like| book.tools.get(like.as_str()))?;
    if !tool.actions.iter().any(|action| action == "CUT") || !now.place.is_held() {
        return None;
    }
    let reach = within_reach(state, book, act);
    Some(reach.and_then(|_| paid(state, book, act.who, on, Condition::Restrained, "cut")))
}

fn within_reach(state: &State, book: &Book, act: &Interact) -> Result<Who, Refusal> {
    let on = act.target.unwrap_or(act.who);
    known(state, on)?;
    if on != act.who {
        target(state, book, act.who, on, rules::RH_ACT_10)?;
        beside(state, act.who, on, rules::RH_ACT_10)?;
    }
    Ok(on)
}

fn paid(
    state: &State,
    book: &Book,
    who: Who,
    on: Who,
    condition: Condition,
    by: &str,
) -> Result<Act, Refusal> {
    let ap = way(book, condition, by).and_then(|row| row.steps).unwrap_or(2);
    takes(state, book, who, ap)?;
    Ok(Act::Relieve { on, condition, ap })
}

/// Somebody is helped.
pub(super) fn relieve(cx: &mut Cx<'_, RollHighOrDie>, who: Who, on: Who, condition: Condition) -> Flow {
    let book = cx.book();
    let rule = condition.rule();
    if condition == Condition::Bleeding
        && let Some(row) = way(book, condition, "check")
        && let (Some(skill), Some(dc)) = (row.skill.first(), row.dc)
    {
        cx.cite(rules::RH_HOUSE_20H);
        if !cx.within((who, on), |cx| skill_check(cx, who, *skill, dc.into(), rule, &[]))? {
            return Ok(());
        }
    }
    ease(cx, on, condition, None, rule);
    Ok(())
}
