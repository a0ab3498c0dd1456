//! A hit on an adventurer, in its order: armor, toughening up, placing what is left.

use boneyard_table::{Cx, Flow, Group, RuleId, Who};
use smallvec::SmallVec;

use super::place::{dies, falls, only, put};
use crate::DeadWeight;
use crate::fact::HurtFact;
use crate::gear::jolted;
use crate::house::ArmorWhileDown;
use crate::magic;
use crate::question::{ArmorPiece, PlaceWounds, RollArmor, ToughenUp};
use crate::roll::{self, Rolling};
use crate::rules;
use crate::state::{Attribute, Outcome, Place, State};

/// Wounds on their way to an adventurer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    /// Whom they reach.
    pub who: Who,
    /// How many.
    pub wounds: u8,
    /// Whether armor is any use.
    pub armor: bool,
    /// Whether toughening up is.
    pub toughen: bool,
    /// Never kills.
    pub non_lethal: bool,
    /// Where they come from.
    pub rule: RuleId,
}

/// Pieces of armor that still have points, with those points.
pub fn worn_armor(state: &State, who: Who) -> SmallVec<[(u8, u8); 2]> {
    let items = state.live(who).items.iter().enumerate();
    let worn = items.filter(|(_, item)| item.place == Place::Worn && !item.broken && item.ap > 0);
    worn.map(|(number, item)| (number as u8, item.ap)).collect()
}

/// Lets an adventurer take a hit. Gives the wounds that were placed.
pub fn take(cx: &mut Cx<'_, DeadWeight>, hit: Hit) -> Flow<u8> {
    let Hit { who, .. } = hit;
    if cx.state().live(who).dead {
        return Ok(0);
    }
    cx.cite(hit.rule);
    if cx.state().live(who).mortal {
        return struck_down(cx, hit).map(|()| 0);
    }
    cx.cite(rules::DW_HURT_05);
    let mut left = hit.wounds;
    if hit.armor {
        left = cx.within(hit, |cx| armor(cx, who, left))?;
    }
    cx.mark(rules::DW_HURT_10, (hit, left))?;
    if hit.toughen && left > 0 {
        left = cx.within((hit, left), |cx| toughen(cx, who, left))?;
    }
    if left == 0 {
        let why = "no wounds are left";
        cx.note(rules::DW_HURT_18, |_| HurtFact::Nothing { who, why: why.into() }.into());
        return Ok(0);
    }
    if cx.state().live(who).mortal {
        return struck_down(cx, Hit { wounds: left, armor: false, ..hit }).map(|()| 0);
    }
    cx.mark(rules::DW_HURT_12, (hit, left))?;
    place(cx, hit, left)
}

/// Somebody already down is hurt again.
fn struck_down(cx: &mut Cx<'_, DeadWeight>, hit: Hit) -> Flow {
    let Hit { who, mut wounds, .. } = hit;
    if hit.non_lethal {
        let why = "non-lethal wounds do nothing to somebody who is down";
        cx.note(rules::DW_HURT_17, |_| HurtFact::Nothing { who, why: why.into() }.into());
        return Ok(());
    }
    if hit.armor && cx.state().house.armor_while_down == ArmorWhileDown::On {
        wounds = cx.within(hit, |cx| armor(cx, who, wounds))?;
    }
    if wounds == 0 { Ok(()) } else { dies(cx, who, rules::DW_HURT_16) }
}

/// Rolls armor if the player wants it: each hit cancels a wound, any 1 or 4 costs a point.
fn armor(cx: &mut Cx<'_, DeadWeight>, who: Who, wounds: u8) -> Flow<u8> {
    let pieces = worn_armor(cx.state(), who);
    let extra = magic::extra_ap(cx.at(), who);
    let points: u8 = pieces.iter().map(|(_, ap)| *ap).sum::<u8>() + extra;
    if points == 0 || wounds == 0 {
        return Ok(wounds);
    }
    if !cx.ask(who, RollArmor { who, wounds, points })? {
        cx.cite(rules::DW_HURT_08);
        return Ok(wounds);
    }
    let group = Group::new(points, 6).named("armor");
    let (cancelled, worn) = cx.dice_read(rules::DW_HURT_06, who, group, |faces| {
        (faces.count(|face| face >= 4).min(wounds), faces.iter().any(|face| matches!(face, 1 | 4)))
    })?;
    let left = wounds - cancelled;
    cx.note(rules::DW_HURT_06, |_| HurtFact::Reduced { who, from: wounds, to: left }.into());
    if worn && !magic::lose_extra_ap(cx, who) {
        let item = match pieces[..] {
            [(item, _)] => item,
            _ => cx.ask(who, ArmorPiece { who })?.unwrap_or(pieces[0].0),
        };
        let from = cx.state().live(who).items.get(usize::from(item)).map_or(0, |item| item.ap);
        let fact = HurtFact::Ap { who, item, from, to: from.saturating_sub(1) };
        if pieces.len() > 1 {
            cx.cite(rules::DW_HURT_09);
        }
        cx.record(rules::DW_HURT_07, fact.into());
    }
    Ok(left)
}

/// A STR test, if the player wants it: it cancels one wound, two if great. It tires first.
fn toughen(cx: &mut Cx<'_, DeadWeight>, who: Who, wounds: u8) -> Flow<u8> {
    if !cx.ask(who, ToughenUp { who, wounds })? {
        return Ok(wounds);
    }
    cx.cite(rules::DW_HURT_11);
    let rolling = Rolling { helpable: false, ..Rolling::test(who, Attribute::Str, rules::DW_HURT_10) };
    let outcome = cx.within((who, wounds), |cx| roll::make(cx, &rolling))?;
    let cancelled = match outcome {
        Outcome::GreatSuccess => 2,
        Outcome::Success => 1,
        _ => 0,
    };
    let left = wounds.saturating_sub(cancelled);
    cx.note(rules::DW_HURT_10, |_| HurtFact::Reduced { who, from: wounds, to: left }.into());
    Ok(left)
}

/// Places what is left on one attribute. What does not fit is lost, and takes its bearer down.
fn place(cx: &mut Cx<'_, DeadWeight>, hit: Hit, wounds: u8) -> Flow<u8> {
    let who = hit.who;
    let question = PlaceWounds { who, wounds, rule: rules::DW_HURT_12 };
    let attribute = only(cx, question)?;
    let fits = cx.state().one(who).room(attribute).min(wounds);
    if fits > 0 {
        put(cx, who, attribute, fits, rules::DW_HURT_12);
        cx.within((hit, wounds, fits), |cx| jolted(cx, who, fits))?;
    }
    if fits < wounds {
        let rule = if hit.non_lethal { rules::DW_HURT_17 } else { rules::DW_HURT_14 };
        cx.note(rule, |_| HurtFact::Lost { who, wounds: wounds - fits }.into());
        if !hit.non_lethal {
            falls(cx, who, rules::DW_HURT_14)?;
        }
    }
    Ok(fits)
}
