//! A Critical Failure of a Strike: the least damage to somebody near, the attacker among them.

use boneyard_table::{Cx, Flow, Who};

use super::aim::Assault;
use super::hit::damage_parts;
use crate::DieTrying;
use crate::check::{pick, sum};
use crate::house::CritfailIncludesTarget;
use crate::hurt::{Blow, suffer};
use crate::rules;
use crate::sight;
use crate::state::{Fate, State};

/// Hits the one who chance picks, without a roll.
pub(super) fn fumble(cx: &mut Cx<'_, DieTrying>, assault: &Assault) -> Flow {
    let rule = rules::DT_COM_08;
    let among = if assault.weapon.arms.own_fumble {
        cx.cite(assault.weapon.arms.advanced.unwrap_or(rule));
        vec![assault.who]
    } else {
        candidates(cx.state(), assault)
    };
    let Some(who) = pick(cx, rule, assault.who, &among)? else { return Ok(()) };
    let arms = &assault.weapon.arms;
    let flat = sum(&damage_parts(cx.state(), cx.book(), assault, who));
    let amount = (arms.dice.least() + flat).max(0);
    suffer(cx, Blow { who, amount, kind: arms.kind, pierce: 0, rule })?;
    Ok(())
}

/// Everybody alive within reach, noticed or not; for shots and throws the one who is beside the attacker or
/// the target.
fn candidates(state: &State, assault: &Assault) -> Vec<Who> {
    let (who, target) = (assault.who, assault.target);
    let far = assault.weapon.arms.shoots() || assault.thrown;
    let within = |from: Who, other: Who, most: u32| {
        sight::distance(state, from, other).map_or(other == target || other == who, |far| far <= most)
    };
    let reach = u32::from(assault.weapon.arms.reach);
    let near = |other: Who| {
        if far { within(who, other, 1) || within(target, other, 1) } else { within(who, other, reach) }
    };
    let spared = state.house.critfail_includes_target == CritfailIncludesTarget::Off;
    state
        .beings()
        .filter(|other| {
            let live = state.live(*other);
            live.fate != Fate::Dead && !live.away && (*other == who || near(*other))
        })
        .filter(|other| !(spared && *other == target))
        .collect()
}
