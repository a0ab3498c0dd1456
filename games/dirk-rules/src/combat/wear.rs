//! Wear: what a top face costs the weapon, and what happens when there is nothing left to pay.

use boneyard_table::{Cx, Flow, Group, RuleId, Who};

use super::react::{Window, window};
use crate::DirkRules;
use crate::book::PoolKind;
use crate::fact::Fact;
use crate::gear::{Arms, own_charges};
use crate::health::{Harm, inflict};
use crate::house::EvadeHazards;
use crate::power;
use crate::rules;
use crate::state::{Manner, Place, Wear, With};
use crate::world::weather_now;

/// Pays for the attack that was just made. `face` is the kept face of the weapon's own die.
pub(super) fn pay(
    cx: &mut Cx<'_, DirkRules>,
    who: Who,
    with: With,
    arms: &Arms<'_>,
    face: u8,
    let_break: bool,
) -> Flow {
    if let With::Natural(number) = with {
        return own_charge(cx, who, number, arms, face, let_break);
    }
    let With::Item(item) = with else {
        return Ok(());
    };
    if arms.reload {
        unload(cx, who, item, arms);
    }
    if arms.breaks_on == Some(face) {
        if let Some(row) = arms.id.and_then(|id| cx.book().gear.get(id.as_str())) {
            // One of several is gone; the next has to be taken in hand first.
            power::use_up(cx, who, row);
            if cx.state().live(who).items[usize::from(item)].place == Place::Hand {
                cx.record(row.id, Fact::Placed { who, item, place: Place::Pack, drew: false });
            }
            return Ok(());
        }
        if let Some(id) = arms.id {
            cx.cite(id);
        }
        break_or_destroy(cx, who, item, Wear::Broken, rules::DK_WEAR_01);
        return Ok(());
    }
    if face != arms.sides {
        let from = cx.state().live(who).items[usize::from(item)].pool;
        let charged = arms.pool == Some(PoolKind::Charges) && from > 0;
        if let Some(storm) = storm(cx, arms, face).filter(|_| charged) {
            cx.record(storm, Fact::Pool { who, item, from, to: from - 1 });
        }
        return Ok(());
    }
    let Some(kind) = arms.pool else {
        return Ok(());
    };
    let from = cx.state().live(who).items[usize::from(item)].pool;
    let rule = match kind {
        PoolKind::Durability => rules::DK_WEAR_01,
        PoolKind::Ammo => rules::DK_WEAR_02,
        PoolKind::Charges => rules::DK_WEAR_03,
    };
    if from > 0 && !let_break {
        cx.cite(rules::DK_WEAR_04);
        cx.record(rule, Fact::Pool { who, item, from, to: from - 1 });
        return Ok(());
    }
    match kind {
        PoolKind::Durability => break_or_destroy(cx, who, item, Wear::Broken, rule),
        PoolKind::Ammo => {}
        PoolKind::Charges => {
            cx.record(rule, Fact::Worn { who, item, wear: Wear::Destroyed, place: Place::Gone });
            explode(cx, who)?;
        }
    }
    Ok(())
}

/// The weather that takes a charge one face below the highest, where there is one to take.
fn storm(cx: &Cx<'_, DirkRules>, arms: &Arms<'_>, face: u8) -> Option<RuleId> {
    let weather = weather_now(cx.state(), cx.book()).map(|(_, row)| row).filter(|row| row.drains_charges);
    weather.filter(|_| face + 1 == arms.sides).map(|row| row.id)
}

/// A natural attack that runs on charges: with none left it explodes, and is gone.
fn own_charge(
    cx: &mut Cx<'_, DirkRules>,
    who: Who,
    number: u8,
    arms: &Arms<'_>,
    face: u8,
    let_break: bool,
) -> Flow {
    let charges = own_charges(cx.at(), who, number);
    let Some(charges) = charges else {
        return Ok(());
    };
    let used = cx.state().live(who).used_charges;
    if face != arms.sides {
        if let Some(storm) = storm(cx, arms, face).filter(|_| used < charges) {
            cx.record(storm, Fact::OwnCharge { who, used: used + 1 });
        }
        return Ok(());
    }
    if used < charges && !let_break {
        cx.cite(rules::DK_WEAR_04);
        cx.record(rules::DK_WEAR_03, Fact::OwnCharge { who, used: used + 1 });
        return Ok(());
    }
    cx.record(rules::DK_WEAR_03, Fact::OwnCharge { who, used: charges.saturating_add(1) });
    explode(cx, who)
}

/// A gun that was fired takes an action to reload.
pub(super) fn unload(cx: &mut Cx<'_, DirkRules>, who: Who, item: u8, arms: &Arms<'_>) {
    cx.record(arms.id.unwrap_or(rules::DK_BATTLE_09), Fact::Readied { who, item, ready: false });
}

/// Breaks or destroys a thing, unless it survives.
pub(super) fn break_or_destroy(cx: &mut Cx<'_, DirkRules>, who: Who, item: u8, wear: Wear, rule: RuleId) {
    let number = usize::from(item);
    let survived = cx.state().live(who).items[number].survived;
    let kind = cx.state().sheet(who).items.get(number).and_then(|item| item.kind);
    let shield = kind.and_then(|kind| cx.book().shields.get(kind.as_str()));
    if let Some(shield) = shield.filter(|shield| survived < shield.survives) {
        cx.record(shield.id, Fact::Survived { who, item, times: survived + 1 });
        return;
    }
    let place = if wear == Wear::Destroyed { Place::Gone } else { cx.state().live(who).items[number].place };
    cx.record(rule, Fact::Worn { who, item, wear, place });
}

/// D10 to the wielder and everybody within 10 feet: no attack, no reactions, armor counts.
fn explode(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let amount = u16::from(cx.dice(rules::DK_WEAR_03, who, Group::new(1, 10))?.first());
    let near = |cx: &Cx<'_, DirkRules>, other: Who| other == who || cx.state().feet(who, other) <= 10;
    cx.cite(rules::DK_BATTLE_10);
    cx.cite(rules::DK_BASIC_11);
    for other in cx.state().in_order() {
        if near(cx, other) && !cx.state().live(other).dead {
            let left = cx.within((who, other, amount), |cx| dodged(cx, who, other, amount))?;
            cx.within((who, other, amount), |cx| inflict(cx, Harm::of(other, left)))?;
        }
    }
    Ok(())
}

/// What a blast does to somebody: at some tables it may be evaded like an attack.
fn dodged(cx: &mut Cx<'_, DirkRules>, by: Who, who: Who, amount: u16) -> Flow<u16> {
    let Some(face) = cx.state().attack.map(|attack| attack.face) else {
        return Ok(amount);
    };
    if cx.state().house.evade_hazards == EvadeHazards::Off || by == who {
        return Ok(amount);
    }
    let rule = rules::DK_BATTLE_10;
    cx.record(rule, Fact::Turned { to: who, used: 0, manner: Manner::Blast });
    cx.record(rule, Fact::Damage { face, amount, forced: false });
    window(cx, Window::After)?;
    Ok(cx.state().attack.and_then(|attack| attack.damage).unwrap_or(0))
}
