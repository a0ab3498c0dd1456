//! What a Strike that hits does: damage with the weapon's traits, the spill of a sweep, being impaled,
//! and what a Creature's hit brings with it.

use boneyard_table::moment::{Moment, Tie, Until};
use boneyard_table::{Cx, Flow, Who};

use super::aim::Assault;
use super::legal::fighters;
use super::talent;
use crate::DieTrying;
use crate::book::{Book, FromDegree, Letters, Of, OnHit, Passive};
use crate::check::{Parts, Sum, add, roll_sum, score, sum};
use crate::effect;
use crate::fact::GearFact;
use crate::house::SweepNeedsHalf;
use crate::hurt::{Blow, begin_condition, suffer};
use crate::passive;
use crate::question::{HalfForSweep, SpillTo};
use crate::rules;
use crate::sight;
use crate::state::{Ability, Condition, Degree, Fate, Kind, Place, State, Trait};

/// What a sweep could spill over to.
pub type Spillable = Vec<Who>;

/// What is added to the damage dice against somebody.
pub fn damage_parts<'b>(state: &State, book: &'b Book, assault: &Assault, victim: Who) -> Parts<'b> {
    let (who, arms) = (assault.who, &assault.weapon.arms);
    let mut parts = Parts::new();
    if assault.both && assault.twin_damage {
        add(&mut parts, "Twin", 1, rules::DT_WPN_08);
    }
    let body = state.one(victim);
    if arms.has(Trait::Executing) && body.live.prone && body.sheet.kind != Kind::Object {
        let more = passive::find(state, book, who, Of::Executing, |passive| match passive {
            Passive::Executing(by) => Some(i16::from(*by)),
            _ => None,
        });
        let (by, rule) = more.unwrap_or((2, rules::DT_WPN_04));
        add(&mut parts, "Executing", by, rule);
    }
    if arms.has(Trait::Weighty) {
        let strength = score(state, book, who, Ability::Strength);
        let full = passive::find(state, book, who, Of::WeightyFull, |passive| match passive {
            Passive::WeightyFull(true) => Some(()),
            _ => None,
        });
        match full {
            Some((_, rule)) => add(&mut parts, "Strength", strength.max(0), rule),
            // Half of it, rounded up: towards the larger number for negative ones too.
            None => add(&mut parts, "Weighty", (strength + 1).div_euclid(2), rules::DT_WPN_09),
        }
    }
    passive::adjust(state, book, who, "damage", Some(victim), &mut parts);
    parts
}

/// The dice of the weapon and of what Talents add.
fn damage_dice(cx: &mut Cx<'_, DieTrying>, assault: &Assault) -> Flow<i16> {
    let (who, dice) = (assault.who, assault.weapon.arms.dice);
    let mut total = i16::from(dice.flat);
    let thrown = Sum { count: dice.count, sides: dice.sides, name: "damage" };
    let again = passive::find(cx.state(), cx.book(), who, Of::RerollDamage, |passive| match passive {
        Passive::RerollDamage(face) => Some(i16::from(*face)),
        _ => None,
    });
    match again {
        // Die by die, so that each one that shows it is rolled again once.
        Some((face, rule)) => {
            for nth in 0..dice.count {
                let one = Sum { count: 1, ..thrown };
                let mut shown =
                    cx.within((assault, nth, total), |cx| roll_sum(cx, rules::DT_COM_08, who, one))?;
                if shown == face {
                    shown = cx.within((assault, nth, total), |cx| roll_sum(cx, rule, who, one))?;
                }
                total += shown;
            }
        }
        None => total += roll_sum(cx, rules::DT_COM_08, who, thrown)?,
    }
    let (state, book) = (cx.state(), cx.book());
    let mut extra: Vec<(u8, u8, boneyard_table::RuleId)> = Vec::new();
    passive::each(state, book, who, Of::Dice, &mut |_, rule, passive| {
        if let Passive::Dice(dice) = passive
            && dice.on == "damage"
            && passive::holds(state, book, who, Some(assault.target), dice.only.as_deref())
        {
            let _: Result<i32, ()> = dice.dice.value(Letters::default(), &mut |count, sides| {
                extra.push((count, sides, rule));
                Ok(0)
            });
        }
    });
    for (count, sides, rule) in extra {
        total +=
            cx.within((assault, total), |cx| roll_sum(cx, rule, who, Sum { count, sides, name: "damage" }))?;
    }
    Ok(total)
}

/// A Strike hits.
pub(super) fn hit(cx: &mut Cx<'_, DieTrying>, assault: &Assault, degree: Degree) -> Flow {
    let (who, target) = (assault.who, assault.target);
    let arms = &assault.weapon.arms;
    let critical = degree == Degree::CriticalSuccess;
    let needs_half = cx.state().house.sweep_needs_half == SweepNeedsHalf::On;
    let sweeps = arms.has(Trait::Sweeping) && !spill_targets(cx.state(), assault).is_empty();
    let half = sweeps && needs_half && cx.ask(who, HalfForSweep { who, target })?;
    let parts = damage_parts(cx.state(), cx.book(), assault, target);
    let flat = sum(&parts);
    for part in &parts {
        cx.cite(part.rule);
    }
    let rolled = cx.within((assault, critical, half, flat), |cx| damage_dice(cx, assault))?;
    let mut amount = (rolled + flat).max(0);
    if critical {
        amount *= if arms.has(Trait::Deadly) { 3 } else { 2 };
        if arms.has(Trait::Deadly) {
            cx.cite(rules::DT_WPN_02);
        }
    }
    if arms.has(Trait::Destructive) && destroys(cx.state(), cx.book(), assault) {
        amount *= 2;
        cx.cite(rules::DT_WPN_03);
    }
    if half {
        amount /= 2;
        cx.cite(rules::DT_CORE_09);
    }
    let pierce = pierces(cx.state(), cx.book(), assault);
    let blow = Blow { who: target, amount, kind: arms.kind, pierce, rule: rules::DT_COM_08 };
    let locals = (assault, degree, half, sweeps, amount);
    cx.within(locals, |cx| suffer(cx, blow))?;
    if half || sweeps && !needs_half {
        cx.within((assault, degree), |cx| spill(cx, assault, amount))?;
    }
    if !half {
        cx.within((assault, degree), |cx| talent::arc(cx, assault, amount))?;
    }
    cx.within((assault, degree), |cx| talent::shrapnel(cx, assault))?;
    if critical && arms.has(Trait::Impaling) {
        impale(cx, who, target);
    }
    corrode(cx, assault);
    cx.within((assault, degree), |cx| brings(cx, assault, degree))
}

/// Objects; constructs too for who can.
fn destroys(state: &State, book: &Book, assault: &Assault) -> bool {
    let sheet = state.sheet(assault.target);
    let also = |what: &str| {
        passive::find(state, book, assault.who, Of::DestructiveAlso, |passive| match passive {
            Passive::DestructiveAlso(known) if known == what => Some(()),
            _ => None,
        })
        .is_some()
    };
    sheet.kind == Kind::Object || sheet.flesh == crate::state::Flesh::Construct && also("constructs")
}

/// Resistance that is ignored.
fn pierces(state: &State, book: &Book, assault: &Assault) -> u8 {
    let sheet = state.sheet(assault.target);
    let found = passive::find(state, book, assault.who, Of::Pierce, |passive| match passive {
        Passive::Pierce(pierce) => Some(pierce),
        _ => None,
    });
    let Some((pierce, _)) = found else { return 0 };
    let fits = |of: &String| match of.as_str() {
        "objects" => sheet.kind == Kind::Object,
        "constructs" => sheet.kind != Kind::Object && sheet.flesh == crate::state::Flesh::Construct,
        _ => false,
    };
    if pierce.of.iter().any(fits) { pierce.by } else { 0 }
}

/// Creatures within 5 feet of the attacker and of the first target; with longer reach as far as that.
pub fn spill_targets(state: &State, assault: &Assault) -> Spillable {
    let (who, target) = (assault.who, assault.target);
    let near =
        |from: Who, other: Who, most: u32| sight::distance(state, from, other).is_none_or(|far| far <= most);
    let reach = u32::from(assault.weapon.arms.reach);
    fighters(state)
        .filter(|other| {
            *other != who
                && *other != target
                && state.live(*other).fate != Fate::Dead
                && near(who, *other, reach)
                && near(target, *other, 1)
                && sight::may_target(state, who, *other)
        })
        .collect()
}

/// The halved damage dropped the target: it goes on to one more.
fn spill(cx: &mut Cx<'_, DieTrying>, assault: &Assault, amount: i16) -> Flow {
    let down = cx.state().live(assault.target);
    if down.hp > 0 && down.fate == Fate::Up {
        return Ok(());
    }
    let among = spill_targets(cx.state(), assault);
    if among.is_empty() {
        return Ok(());
    }
    let next = cx.ask(assault.who, SpillTo { who: assault.who, among })?;
    if let Some(who) = next {
        let (kind, rule) = (assault.weapon.arms.kind, rules::DT_WPN_07);
        suffer(cx, Blow { who, amount, kind, pierce: 0, rule })?;
    }
    Ok(())
}

/// Held in place until the end of its next turn, or until the attacker moves, lets go or attacks another.
pub(super) fn impale(cx: &mut Cx<'_, DieTrying>, who: Who, target: Who) {
    if cx.state().live(target).fate == Fate::Dead {
        return;
    }
    // A turn under way is not its next one.
    let under_way = cx.state().battle.as_ref().and_then(|battle| battle.acting()) == Some(target);
    let until = Until::ended()
        .or(Moment::TurnEnd(target), u16::from(under_way))
        .while_tied(Tie::Stays(who))
        .while_tied(Tie::Touches(who));
    begin_condition(cx, target, Condition::Immobilized, None, until, rules::DT_WPN_06, Some(who));
}

/// Some flesh eats the metal that hits it.
fn corrode(cx: &mut Cx<'_, DieTrying>, assault: &Assault) {
    let (state, book) = (cx.state(), cx.book());
    let row = state.sheet(assault.target).like.and_then(|like| book.creatures.get(like.as_str()));
    let Some((row, item)) = row.zip(assault.weapon.item) else { return };
    if !row.hooks.iter().any(|hook| hook == "corrodes") {
        return;
    }
    let (who, entry) = (assault.who, row.id);
    let hurt = state.live(who).items[usize::from(item)].hurt + 1;
    cx.record(entry, GearFact::Worn { who, item, hurt }.into());
    if hurt >= 4 {
        cx.record(entry, GearFact::Placed { who, item, to: Place::Gone }.into());
    }
}

/// What a Creature's hit, or a Fighting Style, brings with it.
fn brings(cx: &mut Cx<'_, DieTrying>, assault: &Assault, degree: Degree) -> Flow {
    let (state, book) = (cx.state(), cx.book());
    let (who, target) = (assault.who, assault.target);
    let mut all: Vec<(&OnHit, boneyard_table::RuleId)> = Vec::new();
    if assault.weapon.listed.is_some()
        && let Some(row) = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()))
    {
        all.extend(row.attack.on_hit.iter().map(|hit| (hit, row.id)));
    }
    passive::each(state, book, who, Of::OnStrike, &mut |_, rule, passive| {
        if let Passive::OnStrike(hit) = passive {
            all.push((hit, rule));
        }
    });
    for (nth, (hit, rule)) in all.into_iter().enumerate() {
        let least = match hit.from {
            FromDegree::Success => Degree::Success,
            FromDegree::CriticalSuccess => Degree::CriticalSuccess,
        };
        if degree < least || cx.state().live(target).fate == Fate::Dead {
            continue;
        }
        cx.within((assault, degree, nth as u8), |cx| {
            effect::on_hit(cx, Some(who), target, hit.save.as_ref(), &hit.effects, rule)
        })?;
    }
    Ok(())
}
