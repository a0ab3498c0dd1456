//! What an attack rolls: the separate d10 for what is hard to see, and the Attack Roll with all it adds.

use boneyard_table::{Cx, Flow, Group, Who};

use super::aim::Assault;
use super::legal::opponents;
use super::{hit, talent};
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::check::{self, Check, Kind, Parts, add, all_checks, armor_class, score, sum};
use crate::fact::CheckFact;
use crate::house::DimAffectsRanged;
use crate::hurt::end_affects;
use crate::passive;
use crate::rules;
use crate::sight::{self, Grade};
use crate::state::{Ability, Condition, Degree, Fate, Light, State, Trait, What};

/// Everything an Attack Roll adds.
pub fn attack_parts<'b>(state: &State, book: &'b Book, assault: &Assault) -> Parts<'b> {
    let (who, target) = (assault.who, assault.target);
    let sheet = state.sheet(who);
    let mut parts = Parts::new();
    match assault.weapon.listed {
        Some(bonus) => add(&mut parts, "As listed", bonus.into(), rules::DT_HOUSE_20H),
        None => {
            let (label, by) = (assault.ability.name(), score(state, book, who, assault.ability));
            let rule = match assault.ability {
                Ability::Dexterity if assault.weapon.arms.shoots() => rules::DT_HOUSE_05H,
                Ability::Dexterity => rules::DT_WPN_05,
                _ => rules::DT_CHECK_07,
            };
            add(&mut parts, label, by, rule);
            let (level, rule) = match assault.weapon.arms.advanced {
                Some(own) => (sheet.advanced_level(own), rules::DT_WPN_11),
                None => (sheet.trained.level(crate::state::Proficiency::Weapons), rules::DT_PROF_02),
            };
            add(&mut parts, level.name(), level.bonus().into(), rule);
        }
    }
    add(&mut parts, "This attack", assault.modifier.into(), assault.rule);
    if assault.weapon.arms.has(Trait::Twin) && !assault.both {
        add(&mut parts, "One of a pair", -2, rules::DT_WPN_08);
    }
    let far = sight::distance(state, who, target).is_some_and(|far| far > 1);
    if assault.weapon.arms.shoots() && pressed(state, who) {
        add(&mut parts, "An enemy beside you", -2, rules::DT_HOUSE_05H);
    }
    let at_range = assault.weapon.arms.shoots() || assault.thrown;
    if at_range
        && state.house.dim_affects_ranged == DimAffectsRanged::On
        && sight::light_for(state, book, who, target) == Light::Dim
    {
        add(&mut parts, "Dim Light", -1, rules::DT_SENSE_04);
    }
    passive::adjust(state, book, who, "attack", Some(target), &mut parts);
    add(&mut parts, "Monster Lore", shown(state, who, target), rules::DT_TAL_21H);
    all_checks(state, book, who, &mut parts);
    talent::impaled(state, book, who, &mut parts);
    let beside = if far { "attacked-far" } else { "attacked-near" };
    passive::adjust(state, book, target, beside, Some(who), &mut parts);
    parts
}

/// What it is worth to have been shown where to hit somebody.
pub fn shown(state: &State, who: Who, target: Who) -> i16 {
    let knows = What::Knows(target);
    i16::from(state.live(who).affects.iter().any(|affect| affect.what.what == knows))
}

/// The attack was made: what was shown is used up.
pub fn shown_once(cx: &mut Cx<'_, DieTrying>, who: Who, target: Who) {
    end_affects(cx, who, |affect| affect.what == What::Knows(target));
}

/// Whether an enemy who can act stands beside somebody.
fn pressed(state: &State, who: Who) -> bool {
    opponents(state, who).any(|other| {
        let live = state.live(other);
        live.fate == Fate::Up
            && !live.is(Condition::Unconscious)
            && sight::distance(state, who, other).is_some_and(|far| far <= 1)
    })
}

/// The separate d10 for a target that is hard to see.
pub fn glimpses(cx: &mut Cx<'_, DieTrying>, who: Who, target: Who) -> Flow<bool> {
    let (state, book) = (cx.state(), cx.book());
    let grade = sight::grade(state, book, who, target);
    let (needs, rule) = match grade {
        Grade::Plain => {
            cx.cite_all(|at| {
                let light = sight::light_for(at.state, at.book, who, target);
                (sight::light_at(at.state, at.book, target) < light).then_some(rules::DT_HOUSE_24H)
            });
            return Ok(true);
        }
        Grade::Concealed => (3, rules::DT_SENSE_02),
        Grade::Invisible => (5, rules::DT_COND_04H),
        Grade::Hidden | Grade::Undetected => (5, rules::DT_STL_03),
    };
    let light = sight::light_for(state, book, who, target);
    let dazzled = state.live(who).is(Condition::Dazzled);
    match (grade, light) {
        (Grade::Concealed, Light::Darkness) => cx.cite(rules::DT_SENSE_05),
        (Grade::Concealed, _) if dazzled => cx.cite(rules::DT_COND_05H),
        (Grade::Concealed, _) => cx.cite(rules::DT_SENSE_01),
        (Grade::Invisible, Light::CompleteDarkness) => cx.cite(rules::DT_SENSE_06),
        _ => {}
    }
    let dice = Group::new(1, 10).named("concealment");
    let enough = |faces: &boneyard_table::Faces| (faces.first() >= needs, faces.first());
    let groups = [dice];
    let alike = |a: &boneyard_table::Faces, b: &boneyard_table::Faces| enough(a).0 == enough(b).0;
    let roll = boneyard_table::Roll {
        rule,
        by: who.into(),
        audience: boneyard_table::Audience::ALL,
        groups: &groups,
        terms: None,
        alike: Some(&alike),
    };
    let face = cx.roll_one(&roll)?.first();
    sight::note(cx, target, rule, CheckFact::Glimpsed { who, target, face, needs });
    Ok(face >= needs)
}

/// The Attack Roll.
pub(super) fn roll(cx: &mut Cx<'_, DieTrying>, assault: &Assault) -> Flow<Degree> {
    let (state, book) = (cx.state(), cx.book());
    let (who, target) = (assault.who, assault.target);
    let parts = attack_parts(state, book, assault);
    let class = armor_class(state, book, target, Some(who));
    let dc = sum(&class);
    let sharp = passive::find(state, book, who, Of::CriticalAt, |passive| match passive {
        Passive::CriticalAt(at) => Some(i16::from(*at)),
        _ => None,
    });
    let check = Check {
        critical_at: sharp.map_or(6, |(at, _)| at),
        ..Check::new(who, Kind::Attack, parts, rules::DT_CHECK_07)
    };
    let face_matters = arms_impale(state, book, assault) || parries(state, book, target);
    let check = Check { face_matters, ..check };
    for part in &class {
        cx.cite(part.rule);
    }
    let (degree, thrown) = check::make(cx, check, dc)?;
    shown_once(cx, who, target);
    let degree = talent::uncritical(cx, target, degree);
    let degree = cx.within((assault, thrown.face), |cx| talent::parried(cx, assault, thrown, dc, degree))?;
    if degree == Degree::Success
        && assault.weapon.arms.has(Trait::Impaling)
        && let Some(rule) = talent::impales_on(cx.state(), cx.book(), who, thrown.face)
    {
        cx.cite(rule);
        hit::impale(cx, who, target);
    }
    Ok(degree)
}

/// Whether a natural face matters to what the weapon does.
fn arms_impale(state: &State, book: &Book, assault: &Assault) -> bool {
    assault.weapon.arms.has(Trait::Impaling)
        && passive::find(state, book, assault.who, Of::ImpaleOn, |passive| match passive {
            Passive::ImpaleOn(_) => Some(()),
            _ => None,
        })
        .is_some()
}

/// Whether somebody might have the degree read again.
fn parries(state: &State, book: &Book, who: Who) -> bool {
    passive::find(state, book, who, Of::Parry, |passive| match passive {
        Passive::Parry(_) => Some(()),
        _ => None,
    })
    .is_some()
}
