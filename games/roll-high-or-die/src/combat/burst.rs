//! Attacks that catch more than their target: bursts and smoke.

use boneyard_table::{Cx, Flow, RuleId, Who};
use smallvec::SmallVec;

use super::assault::{Assault, Struck};
use super::bonus::defense;
use super::hit::{damage, lands};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::sum;
use crate::fact::{BoardFact, FightFact};
use crate::hurt::Blow;
use crate::sight;
use crate::state::{Floor, ShotTag, Spot, State, Ware, WeaponTag};

/// Smoke in a space and all around it.
pub(super) fn smoke(cx: &mut Cx<'_, RollHighOrDie>, at: Spot, rule: RuleId) {
    let windy = crate::living::weather(cx.state(), cx.book()).and_then(|sky| sky.smoke);
    let rounds = Some(windy.unwrap_or(5));
    for (down, across) in (-1..=1).flat_map(|down| (-1..=1).map(move |across| (down, across))) {
        let spot = at.step(across, down);
        let spot = spot.filter(|spot| cx.state().board.as_ref().is_some_and(|board| board.has(*spot)));
        if let Some(at) = spot {
            record(cx, rule, BoardFact::Floor(Floor { at, is: "Smoke".into(), rounds }).into());
        }
    }
}

/// How far around the target an Attack bursts.
pub(super) fn bursts(state: &State, assault: &Assault) -> Option<u16> {
    let weapon = assault.weapon.arms.tags.iter().find_map(|tag| match tag {
        WeaponTag::Blast(feet) => Some(*feet),
        _ => None,
    });
    let shot = assault.shot.and_then(|shot| state.sheet(assault.who).items.get(usize::from(shot)));
    let shot = match shot.map(|thing| &thing.ware) {
        Some(Ware::Shot(shot)) => shot.tags.iter().find_map(|tag| match tag {
            ShotTag::Blast(feet) => Some(*feet),
            _ => None,
        }),
        _ => None,
    };
    weapon.or(shot)
}

/// One total against everybody near, damage rolled once for all who are hit.
pub(super) fn burst(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, struck: Struck, feet: u16) -> Flow {
    let first = assault.target;
    let near = |other: &Who| *other != first && sight::distance(cx.state(), first, *other) <= feet;
    let others: Vec<Who> = cx.state().here().filter(near).collect();
    let mut caught: Vec<Who> = struck.hit.then_some(first).into_iter().collect();
    caught.extend(meets(cx, assault, struck, others));
    if caught.is_empty() {
        return Ok(());
    }
    let parts = cx.within((assault, struck, &caught), |cx| damage(cx, assault))?;
    shared(cx, assault, struck, caught, &parts)
}

/// Those of the others whose Defense the same total meets.
pub(super) fn meets(
    cx: &mut Cx<'_, RollHighOrDie>,
    assault: &Assault,
    struck: Struck,
    others: Vec<Who>,
) -> Vec<Who> {
    let mut caught = Vec::new();
    for target in others {
        let one = Assault { target, ..assault.clone() };
        let against = sum(&defense(cx.state(), cx.book(), &one));
        let hit = struck.total >= against;
        let fact = FightFact::Struck { who: assault.who, target, total: struck.total, against, hit };
        record(cx, assault.rule, fact.into());
        if hit {
            caught.push(target);
        }
    }
    caught
}

/// The same damage for everybody who was caught.
pub(super) fn shared(
    cx: &mut Cx<'_, RollHighOrDie>,
    assault: &Assault,
    struck: Struck,
    caught: Vec<Who>,
    parts: &SmallVec<[Blow; 3]>,
) -> Flow {
    for target in caught {
        let one = Assault { target, ..assault.clone() };
        cx.within((assault, struck, target, parts), |cx| lands(cx, &one, struck, target, parts.clone()))?;
    }
    Ok(())
}
