//! Wide areas: one die for everybody within reach of the spot, with windows, cover and saves of
//! their own. A machinegun, a grenade and a dragon's breath all run through here.

use boneyard_table::{Cx, Flow, Who};
use smallvec::SmallVec;

use super::attack::{Blow, Strike, damage_edge, hit_for, land, use_mark, weapon_die, worn_face};
use super::react::{Window, window};
use super::wear;
use crate::DirkRules;
use crate::fact::Fact;
use crate::gear::Arms;
use crate::power;
use crate::rules;
use crate::state::{Manner, Reaction};

/// An attack on everybody within so many feet of whoever it is aimed at, friend or foe.
pub(super) fn wide(cx: &mut Cx<'_, DirkRules>, blow: Blow, weapon: &Arms<'_>, feet: u16) -> Flow {
    let Blow { rule, who, strike: Strike { with, target }, let_break, .. } = blow;
    cx.record(rule, Fact::Attacked { by: who, target, with, aim: None, manner: Manner::Wide });
    cx.cite(rules::DK_BATTLE_11);
    let victims = within(cx, target, feet);
    for &victim in victims.iter().filter(|victim| **victim != who) {
        power::attacked(cx, who, victim);
    }
    if cx.state().campaign.open.len() > 1 {
        cx.record(rules::DK_BATTLE_11, Fact::Shatters { by: target });
    }
    let turn_to = |cx: &mut Cx<'_, DirkRules>, to, used| {
        let rule = weapon.id.unwrap_or(rules::DK_BATTLE_11);
        cx.record(rule, Fact::Turned { to, used, manner: Manner::Wide });
    };
    let mut used: SmallVec<[u8; 8]> = SmallVec::new();
    for &victim in &victims {
        turn_to(cx, victim, 0);
        cx.within((blow, &used), |cx| window(cx, Window::Before))?;
        used.push(cx.state().attack.map_or(0, |attack| attack.used));
    }
    let edge = damage_edge(cx, who, weapon, None)?;
    let face = cx.within((blow, &used, edge.lean()), |cx| weapon_die(cx, who, weapon, edge.lean()))?;
    let mut worst = (face, false);
    for (&victim, &used) in victims.iter().zip(&used) {
        if cx.state().live(victim).dead {
            continue;
        }
        turn_to(cx, victim, used & Reaction::Counter.bit());
        let marked = use_mark(cx, victim);
        let (own, forced) = if marked { (weapon.sides, true) } else { (face, false) };
        if marked && face != weapon.sides {
            worst = (weapon.sides, true);
        }
        let locals = (blow, &victims, &used, face, worst, victim);
        cx.within(locals, |cx| {
            hit_for(cx, who, weapon, victim, own, forced)?;
            window(cx, Window::After)?;
            land(cx, who, with, weapon)
        })?;
    }
    let (face, forced) = worst;
    let face = worn_face(cx, face, forced);
    cx.within((), |cx| wear::pay(cx, who, with, weapon, face, let_break))?;
    cx.record(rules::DK_BATTLE_11, Fact::AttackEnded);
    Ok(())
}

/// Everybody alive within so many feet of somebody, in turn order.
pub(super) fn within(cx: &Cx<'_, DirkRules>, spot: Who, feet: u16) -> SmallVec<[Who; 8]> {
    let state = cx.state();
    let near = |who: Who| who == spot || state.feet(who, spot) <= feet;
    let all = state.in_order().into_iter();
    all.filter(|&who| near(who) && !state.live(who).dead && state.sheet(who).draft.is_none()).collect()
}
