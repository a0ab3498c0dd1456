//! What a Maneuver sets off before it happens: strikes of those who Engaged the mover, and shots of those who watch.
//! Each settles completely before the next, and the Maneuver comes last.

use boneyard_table::{Cx, Flow, Who};
use smallvec::SmallVec;

use super::able;
use super::arms::{Weapon, ability, weapons};
use super::assault::{Assault, assault, check_assault};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::fact::FightFact;
use crate::hurt::end_conditions;
use crate::question::StrikeFirst;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Defense, State};

/// Everybody else in Turn Order, beginning after somebody.
fn in_order_after(state: &State, who: Who) -> SmallVec<[Who; 12]> {
    let Some(encounter) = &state.encounter else { return SmallVec::new() };
    let places = encounter.order.places();
    let first = places.iter().position(|known| known.who == who).map_or(0, |at| at + 1);
    let after = (0..places.len()).map(|nth| places[(first + nth) % places.len()].who);
    after.filter(|other| *other != who).collect()
}

/// Weapons an Engaged strike could be made with.
pub fn melee(state: &State, book: &crate::book::Book, who: Who, target: Who) -> Vec<Weapon> {
    let far = sight::distance(state, who, target);
    let all = weapons(state, book, who).into_iter();
    let fits = |weapon: &Weapon| {
        !weapon.arms.shoots()
            && weapon.arms.missing().is_none()
            && (weapon.item.is_none() || weapon.both || !weapon.arms.two_handed())
            && weapon.arms.reach() >= far
    };
    all.filter(fits).collect()
}

/// Opens what a Maneuver triggers. `moving` where it takes the mover somewhere. Gives whether anybody was asked about it:
/// if not, all is as it was.
pub fn before_maneuver(cx: &mut Cx<'_, RollHighOrDie>, who: Who, moving: bool) -> Flow<bool> {
    let mut asked = false;
    for other in in_order_after(cx.state(), who) {
        if cx.state().live(who).dead {
            return Ok(asked);
        }
        // Wherever a strike or a shot is asked for, this is true from then on: it need not be named.
        if cx.state().live(who).is_by(Condition::Engaged, other) {
            asked |= cx.within((who, moving, other), |cx| strike(cx, other, who))?;
        }
        if moving && !cx.state().live(who).dead {
            asked |= cx.within((who, moving, other), |cx| shoot(cx, other, who))?;
        }
    }
    Ok(asked)
}

/// The strike of somebody who Engaged the mover, at Reflex whatever the weapon. Gives whether they were asked.
fn strike(cx: &mut Cx<'_, RollHighOrDie>, by: Who, target: Who) -> Flow<bool> {
    let (state, book) = (cx.state(), cx.book());
    let open = melee(state, book, by, target);
    if able(state, by).is_err() || open.is_empty() || !sight::sees(state, book, by, target) {
        return Ok(false);
    }
    let names: Vec<String> = open.iter().map(|weapon| weapon.name.clone()).collect();
    cx.cite(rules::RH_TIMING_01);
    cx.cite(rules::RH_TIMING_02);
    let rule = rules::RH_TIMING_05;
    let Some(name) = cx.ask(by, StrikeFirst { who: by, target, with: names, rule })? else { return Ok(true) };
    let Some(weapon) = open.into_iter().find(|weapon| weapon.name == name) else { return Ok(true) };
    let Ok(own) = ability(cx.state(), by, &weapon, None) else { return Ok(true) };
    cx.cite(rules::RH_ENC_09);
    let blow =
        Assault { versus: Defense::Reflex, engaged: true, ..Assault::plain(by, target, weapon, own, rule) };
    assault(cx, &blow)?;
    super::attack::settled(cx, by);
    Ok(true)
}

/// The shot of somebody who watches for hostile movement. Gives whether they were asked.
fn shoot(cx: &mut Cx<'_, RollHighOrDie>, by: Who, target: Who) -> Flow<bool> {
    let (state, book) = (cx.state(), cx.book());
    let watches = state.live(by).is(Condition::Watching) && state.hostile(by, target);
    if !watches || able(state, by).is_err() {
        return Ok(false);
    }
    let rule = Condition::Watching.rule();
    let ready: Vec<Assault> = weapons(state, book, by)
        .into_iter()
        .filter(|weapon| weapon.arms.shoots())
        .filter_map(|weapon| {
            let own = ability(state, by, &weapon, None).ok()?;
            let mut blow = Assault::plain(by, target, weapon, own, rule);
            check_assault(cx.at(), &mut blow, None).is_ok().then_some(blow)
        })
        .collect();
    let names: Vec<String> = ready.iter().map(|blow| blow.weapon.name.clone()).collect();
    if names.is_empty() {
        return Ok(false);
    }
    let Some(name) = cx.ask(by, StrikeFirst { who: by, target, with: names, rule })? else { return Ok(true) };
    end_conditions(cx, by, rule, |ailment| ailment.what == Condition::Watching);
    if let Some(blow) = ready.iter().find(|blow| blow.weapon.name == name) {
        assault(cx, blow)?;
        super::attack::settled(cx, by);
    }
    Ok(true)
}

/// A Maneuver that can no longer be made does not happen; its AP stay spent.
pub fn fizzle(cx: &mut Cx<'_, RollHighOrDie>, who: Who, what: &str) {
    let rule = rules::RH_TIMING_03;
    let what = cx.words(|_| what.to_owned());
    record(cx, rule, FightFact::Fizzled { who, what, rule }.into());
}
