//! Dropping at 0 Hitpoints, the Death Saving Throw and what each degree of it does, and death.

use boneyard_table::{Cx, Flow, RuleId, Who};

use super::affect::tie_breaks;
use super::damage::break_even;
use crate::DieTrying;
use crate::check::{self, Check, Kind, Parts, Sum, roll_sum};
use crate::fact::{GearFact, HurtFact};
use crate::passive;
use crate::rules;
use crate::sight::note;
use crate::state::{Degree, Fate, Place};
use boneyard_table::moment::Tie;

/// The DC of a throw: 4 less the Hitpoints, which are 0 or negative.
pub fn death_dc(hp: i16) -> i16 {
    4 - hp
}

/// Somebody falls to the ground, unless nothing can make them.
pub fn fall_prone(cx: &mut Cx<'_, DieTrying>, who: Who, rule: RuleId) {
    let one = cx.state().one(who);
    if !one.live.prone && !one.sheet.fixed.never_prone {
        note(cx, who, rule, HurtFact::Fell { who });
    }
}

/// Everything somebody holds falls to the floor; a burning light keeps burning.
pub fn drop_held(cx: &mut Cx<'_, DieTrying>, who: Who, rule: RuleId) {
    let spot = cx.state().live(who).at;
    let held: Vec<usize> = (0..cx.state().live(who).items.len())
        .filter(|item| cx.state().live(who).items[*item].place.is_held())
        .collect();
    for item in held {
        let to = Place::Floor(spot);
        note(cx, who, rule, GearFact::Placed { who, item: item as u8, to });
    }
    tie_breaks(cx, Tie::Touches(who));
}

/// Somebody drops at 0 HP or below.
pub(super) fn drops(cx: &mut Cx<'_, DieTrying>, who: Who) {
    note(cx, who, rules::DT_HP_02, HurtFact::Dropped { who });
    cx.cite(rules::DT_COND_07H);
    drop_held(cx, who, rules::DT_HP_02);
    crate::sight::acted(cx, who);
}

/// Somebody dies; an object breaks.
pub fn dies(cx: &mut Cx<'_, DieTrying>, who: Who, rule: RuleId) {
    note(cx, who, rule, HurtFact::Died { who });
    cx.cite(rules::DT_COND_09H);
    drop_held(cx, who, rule);
}

/// A Death Saving Throw of one's own.
pub fn death_save(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let (state, book) = (cx.state(), cx.book());
    if state.live(who).fate != Fate::Dying {
        return Ok(());
    }
    let mut parts = Parts::new();
    passive::adjust(state, book, who, "death-save", None, &mut parts);
    passive::adjust(state, book, who, "checks", None, &mut parts);
    let dc = death_dc(state.live(who).hp);
    let check = Check::new(who, Kind::Death, parts, rules::DT_HP_04);
    let (degree, _) = check::make(cx, check, dc)?;
    super::affect::end_affects(
        cx,
        who,
        |affect| matches!(&affect.what, crate::state::What::Adjust(on, _) if on == "death-save"),
    );
    cx.cite(rules::DT_HP_03);
    thrown(cx, who, degree, 0)
}

/// What a throw does, made by the one dying or by somebody with a kit. `more` is what a good hand adds.
pub fn thrown(cx: &mut Cx<'_, DieTrying>, who: Who, degree: Degree, more: i16) -> Flow {
    let hp = cx.state().live(who).hp;
    let (by, rule) = match degree {
        Degree::CriticalSuccess => (2, rules::DT_HP_08),
        Degree::Success => (1, rules::DT_HP_05),
        Degree::Failure => (-1, rules::DT_HP_07),
        Degree::CriticalFailure => (-2, rules::DT_HP_08),
    };
    if hp == 0 && degree == Degree::Success {
        return stable(cx, who);
    }
    let by = match degree {
        Degree::CriticalSuccess if hp == 0 => 1,
        _ if degree.succeeded() => by + more,
        _ => by,
    };
    note(cx, who, rule, HurtFact::Throw { who, degree, to: hp + by });
    break_even(cx, who)
}

/// The throws end: out cold for 2d3 hours, then 1 HP.
fn stable(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let rule = rules::DT_HP_06;
    let hours = roll_sum(cx, rule, who, Sum { count: 2, sides: 3, name: "hours" })?;
    let until = cx.state().now.later(u64::from(hours.unsigned_abs()) * 3600);
    note(cx, who, rule, HurtFact::Stable { who, until });
    cx.cite(rules::DT_COND_08H);
    Ok(())
}
