//! What a hit does: what it opens, its damage, Engaged, what else the weapon brings.

use boneyard_table::{Cx, Flow, Group, RuleId, Who};
use smallvec::SmallVec;

use super::arms::ability;
use super::assault::{Assault, Struck, also, line};
use super::burst::bursts;
use super::shot::shot_has;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body::{self, modifier};
use crate::book::Effect;
use crate::effect;
use crate::fact::GearFact;
use crate::house::EngageOnHit;
use crate::hurt::{Blow, Gain, Wallop, end_conditions, gain, suffer};
use crate::passive;
use crate::question::{InsteadSlow, TakeBlow};
use crate::rules;
use crate::sight;
use crate::state::{Condition, DamageType, Defense, Dice, ShotTag, Ware, WeaponTag};

/// What a hit does: what it opens, damage, Engaged, what else the weapon brings.
pub(super) fn hit(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, struck: Struck) -> Flow {
    let (who, target) = (assault.who, assault.target);
    cx.cite(rules::RH_TIMING_04);
    let slow = assault.weapon.arms.tags.contains(&WeaponTag::Entangling)
        && !assault.harmless
        && cx.ask(who, InsteadSlow { who, target })?;
    let vital = false;
    let harmless = assault.harmless || assault.weapon.arms.dice.is_none();
    if slow {
        gain(cx, target, Gain::new(Condition::Slowed, rules::RH_WTAG_20H).from(who));
    } else if !harmless {
        let taker = interposed(cx, assault)?;
        let parts = cx.within((assault, struck, taker), |cx| damage(cx, assault))?;
        return lands(cx, assault, struck, taker, parts);
    }
    leaves(cx, assault, struck, vital)
}

/// Damage that was rolled arrives at somebody, with everything that comes of it.
pub(super) fn lands(
    cx: &mut Cx<'_, RollHighOrDie>,
    assault: &Assault,
    struck: Struck,
    taker: Who,
    parts: SmallVec<[Blow; 3]>,
) -> Flow {
    let parts = cx.within((assault, struck, taker), |cx| parried(cx, assault, taker, parts))?;
    let denting = assault.weapon.arms.tags.iter().find_map(|tag| match tag {
        WeaponTag::Denting(by) => Some(*by),
        _ => None,
    });
    // A burst is no Attack on a swarm.
    let blast = bursts(cx.state(), assault).is_some();
    let wallop = Wallop {
        who: taker,
        parts,
        denting: denting.unwrap_or(0),
        armor_only: assault.sunders,
        attack: !blast,
        rule: assault.rule,
    };
    let vital = cx.within((assault, struck, taker), |cx| suffer(cx, &wallop))?.vital;
    leaves(cx, assault, struck, vital)
}

/// What else a hit leaves with whom it was meant for.
fn leaves(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, struck: Struck, vital: bool) -> Flow {
    let (who, target) = (assault.who, assault.target);
    if cx.state().live(target).dead {
        return Ok(());
    }
    engages(cx, assault);
    if vital && shot_has(cx.state(), assault, |tag| *tag == ShotTag::Barbed) {
        gain(cx, target, Gain::new(Condition::Bleeding, rules::RH_MTAG_03H).from(who));
    }
    if shot_has(cx.state(), assault, |tag| *tag == ShotTag::Igniting) {
        gain(cx, target, Gain::new(Condition::Burning, rules::RH_MTAG_04H).from(who));
    }
    cx.within((assault, struck), |cx| poison(cx, assault, struck, vital))?;
    let armed = assault.weapon.item.filter(|_| assault.weapon.makeshift);
    let armed = armed.and_then(|item| cx.state().sheet(who).items[usize::from(item)].like);
    if let Some(row) = armed.and_then(|like| cx.book().gear.get(like.as_str()))
        && let Some(armed) = &row.weapon
    {
        cx.within((assault, struck), |cx| effect::on(cx, who, target, &armed.effects, row.id))?;
    }
    let book = cx.book();
    let own: &[Effect] = line(cx.state(), book, assault).map_or(&[], |line| &line.effects);
    let entry = cx.state().sheet(who).like.unwrap_or(assault.rule);
    cx.within((assault, struck), |cx| effect::on(cx, who, target, own, entry))?;
    if let Some((versus, effects)) = also(cx.state(), book, assault) {
        let against = body::defense_now(cx.state(), book, target, versus);
        if struck.total >= against && !cx.state().live(target).dead {
            cx.within((assault, struck), |cx| effect::on(cx, who, target, effects, entry))?;
        }
    }
    Ok(())
}

/// Poison on the blade or the piece: a hit that costs Vitality also meets Fortitude. Either way it is used up then.
fn poison(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault, struck: Struck, vital: bool) -> Flow {
    let (who, target) = (assault.who, assault.target);
    let Some(item) = assault.shot.or(assault.weapon.item).filter(|_| vital) else { return Ok(()) };
    if !cx.state().live(who).items[usize::from(item)].poisoned {
        return Ok(());
    }
    let rule = rules::RH_GEAR_17H;
    record(cx, rule, GearFact::Poisoned { who, item, poisoned: false }.into());
    if struck.total >= body::defense_now(cx.state(), cx.book(), target, Defense::Fortitude) {
        gain(cx, target, Gain::new(Condition::Poisoned, rule).from(who));
    }
    Ok(())
}

/// Somebody beside the target may take the blow.
fn interposed(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) -> Flow<Who> {
    let target = assault.target;
    let state = cx.state();
    let open: Vec<Who> = state
        .here()
        .filter(|other| {
            *other != target
                && *other != assault.who
                && state.live(*other).is(Condition::Shielding)
                && !state.hostile(*other, target)
                && sight::adjacent(state, *other, target)
                && super::able(state, *other).is_ok()
        })
        .collect();
    for other in open {
        if cx.ask(other, TakeBlow { who: other, target, from: assault.who })? {
            let rule = Condition::Shielding.rule();
            end_conditions(cx, other, rule, |ailment| ailment.what == Condition::Shielding);
            return Ok(other);
        }
    }
    Ok(target)
}

/// The dice of a hit.
pub(super) fn damage(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) -> Flow<SmallVec<[Blow; 3]>> {
    let (who, arms) = (assault.who, &assault.weapon.arms);
    cx.cite(rules::RH_ADV_04);
    let base = arms.dice.unwrap_or_default();
    let dice = match arms.versatile() {
        Some(both) if assault.weapon.both => {
            cx.cite(rules::RH_WTAG_09H);
            both
        }
        _ => base,
    };
    let times = if assault.twice { 2 } else { 1 };
    let brutal = arms.tags.contains(&WeaponTag::Brutal);
    let rolled = weapon_dice(cx, who, Dice { count: dice.count * times, ..dice }, brutal, assault.rule)?;
    let power: i16 =
        arms.tags.iter().map(|tag| if let WeaponTag::Power(by) = tag { i16::from(*by) } else { 0 }).sum();
    let own = modifier(cx.state(), who, assault.ability);
    let mut amount = rolled + own + power;
    if let Some(extra) = assault.extra {
        amount += cx.within((assault, amount), |cx| weapon_dice(cx, who, extra, false, assault.rule))?;
    }
    // Below 0 is 0, and still a hit.
    amount = amount.max(0) * if assault.sunders { 2 } else { 1 };
    let kind = arms.kind.unwrap_or(DamageType::Bludgeoning);
    let tagged =
        arms.tags.iter().map(|tag| if let WeaponTag::GapFinder(by) = tag { i16::from(*by) } else { 0 });
    let mut gap: i16 = tagged.sum();
    if let Some(Ware::Shot(shot)) = assault
        .shot
        .and_then(|shot| cx.state().sheet(who).items.get(usize::from(shot)))
        .map(|thing| &thing.ware)
    {
        gap += shot
            .tags
            .iter()
            .map(|tag| if let ShotTag::PiercingCore(by) = tag { i16::from(*by) } else { 0 })
            .sum::<i16>();
    }
    let gap = if assault.pierces { amount } else { gap.min(amount) };
    let mut parts: SmallVec<[Blow; 3]> = SmallVec::new();
    if amount > gap || gap == 0 {
        parts.push(Blow { amount: amount - gap, kind, pierces: false });
    }
    if gap > 0 {
        parts.push(Blow { amount: gap, kind, pierces: true });
    }
    Ok(parts)
}

/// Weapon dice, with what Brutal and Deadly make of ones.
fn weapon_dice(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    dice: Dice,
    brutal: bool,
    rule: RuleId,
) -> Flow<i16> {
    let deadly = passive::hook(cx.state(), cx.book(), who, "deadly");
    let group = Group::new(dice.count, dice.sides).named("damage");
    let Some(entry) = deadly else {
        let worth = |face: u8| if brutal && face == 1 { 2 } else { i16::from(face) };
        return cx.dice_read(rule, who, group, |faces| faces.iter().map(worth).sum::<i16>());
    };
    let worth = |face: u8| if brutal && face == 1 { 2 } else { i16::from(face) };
    let (ones, rest) = cx.dice_read(rule, who, group, |faces| {
        (faces.count(|face| face == 1), faces.iter().filter(|face| *face != 1).map(worth).sum::<i16>())
    })?;
    if ones == 0 {
        return Ok(rest);
    }
    cx.cite(entry);
    let again = Group::new(ones, dice.sides).named("damage again");
    let more = cx.within((who, rest), |cx| {
        cx.dice_read(entry, who, again, |faces| faces.iter().map(worth).sum::<i16>())
    })?;
    Ok(rest + more)
}

/// Parrying takes a d6 and the Weapon Ability off a melee hit, before anything else.
fn parried(
    cx: &mut Cx<'_, RollHighOrDie>,
    assault: &Assault,
    taker: Who,
    mut parts: SmallVec<[Blow; 3]>,
) -> Flow<SmallVec<[Blow; 3]>> {
    let ready =
        cx.state().live(taker).is(Condition::Parrying) && taker == assault.target && !assault.ranged();
    if !ready || assault.weapon.arms.tags.contains(&WeaponTag::Wraparound) {
        return Ok(parts);
    }
    let rule = Condition::Parrying.rule();
    end_conditions(cx, taker, rule, |ailment| ailment.what == Condition::Parrying);
    let (state, book) = (cx.state(), cx.book());
    let held = super::arms::weapons(state, book, taker).into_iter().find(|weapon| !weapon.arms.shoots());
    let own = held.and_then(|weapon| ability(state, taker, &weapon, None).ok());
    let own = own.map_or(0, |ability| modifier(state, taker, ability));
    let face = cx.within((assault, &parts), |cx| cx.die(rule, taker, 6))?;
    let mut less = (i16::from(face) + own).max(1);
    for part in &mut parts {
        let off = less.min(part.amount);
        (part.amount, less) = (part.amount - off, less - off);
    }
    Ok(parts)
}

/// A hit in melee Engages.
fn engages(cx: &mut Cx<'_, RollHighOrDie>, assault: &Assault) {
    let melee = !assault.ranged();
    if melee && cx.state().house.engage_on_hit == EngageOnHit::On && cx.state().encounter.is_some() {
        let rule = Condition::Engaged.rule();
        gain(cx, assault.target, Gain::new(Condition::Engaged, rule).from(assault.who));
    }
}
