//! How a spell or a trap reaches one creature: an attack against its AC or a save, and what each degree of
//! that lets through.

use boneyard_table::{Cx, Flow, Who};

use super::{Source, all, best, one};
use crate::DieTrying;
use crate::book::{AttackBy, Effect, Save};
use crate::check::{self, Check, Kind, Parts, add, all_checks, score};
use crate::combat::{glimpses, lets_go_of_others, provoke, shown, shown_once};
use crate::hurt::ac;
use crate::passive;
use crate::rules;
use crate::state::{Ability, Degree, Fate, Kind as Body, Proficiency};

/// What stands between an effect and whom it is for.
#[derive(Clone, Copy, Debug)]
pub struct Way<'b> {
    /// An attack first.
    pub attack: Option<&'b AttackBy>,
    /// The target's save.
    pub save: Option<&'b Save>,
    /// Its DC where the save names none.
    pub dc: i16,
    /// The skill of a spell attack.
    pub skill: Proficiency,
    /// What gets through.
    pub effects: &'b [Effect],
    /// Besides, after a failed basic save.
    pub failed: &'b [Effect],
    /// Besides, after a critically failed save.
    pub critical: &'b [Effect],
    /// After a save that succeeds.
    pub passed: &'b [Effect],
    /// It is a trap.
    pub trap: bool,
}

/// Reaches for one creature. Gives whether anything got through.
pub fn reach(cx: &mut Cx<'_, DieTrying>, source: Source, target: Who, way: &Way<'_>) -> Flow<bool> {
    if cx.state().live(target).fate == Fate::Dead {
        return Ok(false);
    }
    if source.from.is_some_and(|from| from != target) && hurts(way) {
        provoke(cx, target);
    }
    if let Some(attack) = way.attack {
        let degree = cx.within((source, target), |cx| attacks(cx, source, target, attack, way))?;
        if !degree.succeeded() {
            return Ok(false);
        }
        let doubles = degree == Degree::CriticalSuccess;
        let source = Source { scale: source.scale.doubled(doubles), ..source };
        all(cx, source, target, way.effects)?;
        return Ok(true);
    }
    let save = way.save.filter(|_| cx.state().sheet(target).kind != Body::Object);
    let Some(save) = save else {
        all(cx, source, target, way.effects)?;
        return Ok(true);
    };
    let degree = cx.within((source, target), |cx| saves(cx, source, target, save, way))?;
    let failed = !degree.succeeded();
    if save.basic {
        basic(cx, source, target, way.effects, degree)?;
        if failed {
            all(cx, source, target, way.failed)?;
        }
    } else if failed {
        all(cx, source, target, way.effects)?;
    }
    if degree == Degree::CriticalFailure {
        all(cx, source, target, way.critical)?;
    }
    if !failed {
        all(cx, source, target, way.passed)?;
    }
    Ok(failed || save.basic && degree == Degree::Success)
}

/// Whether it is an attack to whom it reaches.
fn hurts(way: &Way<'_>) -> bool {
    let harm = |effect: &Effect| matches!(effect, Effect::Damage(amount) if !amount.is("positive"));
    way.attack.is_some() || way.save.is_some() || way.effects.iter().any(harm)
}

/// A basic save: damage by its degree, everything else only after a Failure.
fn basic(
    cx: &mut Cx<'_, DieTrying>,
    source: Source,
    target: Who,
    effects: &[Effect],
    degree: Degree,
) -> Flow {
    let scale = match degree {
        Degree::CriticalSuccess => return Ok(()),
        Degree::Success => source.scale.halved(),
        Degree::Failure => source.scale,
        Degree::CriticalFailure => source.scale.doubled(true),
    };
    for (nth, effect) in effects.iter().enumerate() {
        if cx.state().live(target).fate == Fate::Dead {
            break;
        }
        let damage = matches!(effect, Effect::Damage(_));
        if damage || !degree.succeeded() {
            let source = if damage { Source { scale, ..source } } else { source };
            cx.within((source, target, nth as u16, degree), |cx| one(cx, source, target, effect))?;
        }
    }
    Ok(())
}

fn attacks(
    cx: &mut Cx<'_, DieTrying>,
    source: Source,
    target: Who,
    attack: &AttackBy,
    way: &Way<'_>,
) -> Flow<Degree> {
    let by = source.from.unwrap_or(target);
    if let Some(from) = source.from {
        lets_go_of_others(cx, from, target);
    }
    if let Some(from) = source.from.filter(|from| *from != target)
        && !cx.within((source, target), |cx| glimpses(cx, from, target))?
    {
        return Ok(Degree::Failure);
    }
    let (state, book) = (cx.state(), cx.book());
    let mut parts = Parts::new();
    match attack {
        AttackBy::Number(bonus) => add(&mut parts, "As listed", i16::from(*bonus), source.rule),
        AttackBy::Word(_) => {
            let intelligence = score(state, book, by, Ability::Intelligence);
            add(&mut parts, Ability::Intelligence.name(), intelligence, rules::DT_HOUSE_08H);
            let level = state.sheet(by).trained.level(way.skill);
            match book.listed_skill(state.sheet(by), way.skill) {
                // A Creature's listed bonus has its Intelligence in it.
                Some(bonus) => {
                    add(&mut parts, "As listed", i16::from(bonus) - intelligence, rules::DT_HOUSE_20H);
                }
                None => add(&mut parts, level.name(), level.bonus().into(), rules::DT_PROF_01),
            }
            passive::adjust(state, book, by, "attack", Some(target), &mut parts);
            add(&mut parts, "Monster Lore", shown(state, by, target), rules::DT_TAL_21H);
            all_checks(state, book, by, &mut parts);
            let far = crate::sight::distance(state, by, target).is_some_and(|far| far > 1);
            let beside = if far { "attacked-far" } else { "attacked-near" };
            passive::adjust(state, book, target, beside, Some(by), &mut parts);
        }
    }
    let dc = ac(state, book, target, source.from);
    let rule = if way.trap { rules::DT_HOUSE_15H } else { rules::DT_HOUSE_08H };
    let (degree, _) = check::make(cx, Check::new(by, Kind::Attack, parts, rule), dc)?;
    shown_once(cx, by, target);
    Ok(degree)
}

fn saves(
    cx: &mut Cx<'_, DieTrying>,
    source: Source,
    target: Who,
    save: &Save,
    way: &Way<'_>,
) -> Flow<Degree> {
    let ability = best(cx, target, &save.ability);
    let (state, book) = (cx.state(), cx.book());
    let mut check = Check::save(state, book, target, ability, source.rule);
    if way.trap {
        passive::adjust(state, book, target, "save-trap", None, &mut check.parts);
    }
    cx.cite(if way.trap { rules::DT_HOUSE_15H } else { rules::DT_HOUSE_08H });
    let dc = save.dc.map_or(way.dc, i16::from);
    let (degree, _) = check::make(cx, check, dc)?;
    Ok(degree)
}
