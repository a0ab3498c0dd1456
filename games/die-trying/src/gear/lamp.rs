//! Lights: lighting and putting out, hoods and cones, oil, and burning down.

use boneyard_table::clock::Time;
use boneyard_table::view::Direction;
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::owned;
use crate::DieTrying;
use crate::book::{Book, Of, Passive};
use crate::combat::{Cost, as_bonus, legal, pay, pay_deed};
use crate::fact::GearFact;
use crate::house::ExtinguishCost;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Item, Lamp, State, Ware};

/// Lights a lamp or torch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LightUp {
    /// Who.
    pub who: Who,
    /// Which.
    pub item: u8,
    /// As a Bonus Action, for who can.
    #[serde(default)]
    pub bonus: bool,
}

/// A light of somebody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LampItem {
    /// Whose.
    pub who: Who,
    /// Which.
    pub item: u8,
}

/// Raises or lowers a hood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetHood {
    /// Whose.
    pub who: Who,
    /// Which.
    pub item: u8,
    /// Lowered.
    pub lowered: bool,
}

/// Points a cone of light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AimLamp {
    /// Whose.
    pub who: Who,
    /// Which.
    pub item: u8,
    /// Where.
    pub facing: Direction,
}

/// A light somebody has in hand, or why there is none.
fn lamp(state: &State, who: Who, item: u8) -> Result<(Lamp, Item), Refusal> {
    let bad = |code: &str, sentence: String| Err(Refusal::new(rules::DT_LIGHT_01, code, sentence));
    let one = state.one(who);
    let at = usize::from(item);
    let (Some(sheet), Some(now)) = (one.sheet.items.get(at), one.live.items.get(at)) else {
        return bad("no-such-thing", format!("{} has no such thing.", state.name(who)));
    };
    match &sheet.ware {
        Ware::Lamp(lamp) if now.place.is_held() && now.count > 0 => Ok((*lamp, *now)),
        Ware::Lamp(_) => {
            bad("not-in-hand", format!("{} has the {} not in hand.", state.name(who), sheet.name))
        }
        _ => bad("no-light", format!("The {} gives no light.", sheet.name)),
    }
}

/// Whether a light can be lit, and by what rule.
pub fn check_light(at: At<'_, DieTrying>, light: LightUp) -> Result<RuleId, Refusal> {
    let (state, book, who) = (at.state, at.book, light.who);
    legal(state, book, who, if light.bonus { Cost::Bonus } else { Cost::Action })?;
    let (lamp, now) = lamp(state, who, light.item)?;
    if now.lit.is_some() {
        return Err(Refusal::new(rules::DT_LIGHT_01, "burning", "It burns already."));
    }
    if now.left == 0 {
        return Err(if lamp.oil {
            Refusal::new(rules::DT_LIGHT_04, "no-oil", "There is no oil in it; refill it first.")
        } else {
            Refusal::new(rules::DT_LIGHT_01, "spent", "It is burnt down.")
        });
    }
    flame(state, book, who, light.bonus)
}

/// By what rule somebody has a flame to light something with, or why there is none.
pub(super) fn flame(state: &State, book: &Book, who: Who, bonus: bool) -> Result<RuleId, Refusal> {
    if bonus && !as_bonus(state, book, who, "tinderbox") {
        let sentence = "Lighting something takes an Action.";
        return Err(Refusal::new(rules::DT_COM_12, "not-a-bonus-action", sentence));
    }
    if owned(state, who, |ware| *ware == Ware::Tinderbox).is_some() {
        return Ok(rules::DT_ITEM_04);
    }
    if flame_near(state, who) {
        return Ok(rules::DT_ACT_02H);
    }
    let sentence = "Without a tinderbox, a flame or magic nothing is lit.";
    Err(Refusal::new(rules::DT_ITEM_04, "no-flame", sentence))
}

/// Whether something burns in somebody's hands or beside them.
fn flame_near(state: &State, who: Who) -> bool {
    state.everybody().any(|other| {
        let near = other == who || sight::distance(state, who, other).is_some_and(|far| far <= 1);
        near && state.live(other).items.iter().any(|item| item.lit.is_some() && item.place.is_carried())
    })
}

/// Lights a lamp or torch.
pub fn light_up(cx: &mut Cx<'_, DieTrying>, light: LightUp) -> Flow {
    let rule = check_light(cx.at(), light)?;
    let who = light.who;
    pay_deed(cx, who, light.bonus, "tinderbox", rule);
    let since = cx.state().now;
    cx.cite(rules::DT_LIGHT_01);
    cite_entry(cx, who, light.item);
    cx.record(rule, GearFact::Lit { who, item: light.item, since }.into());
    sight::acted(cx, who);
    Ok(())
}

/// The entry of a thing and the rule it stands under.
fn cite_entry(cx: &mut Cx<'_, DieTrying>, who: Who, item: u8) {
    let kind = cx.state().sheet(who).items.get(usize::from(item)).and_then(|sheet| sheet.kind);
    if let Some(row) = kind.and_then(|kind| cx.book().gear.get(kind.as_str())) {
        cx.cite(row.id);
        cx.cite(row.rule);
    }
}

/// Puts a light out: the time it burned is gone, at least a minute.
pub fn put_out(cx: &mut Cx<'_, DieTrying>, light: LampItem) -> Flow {
    let who = light.who;
    legal(cx.state(), cx.book(), who, Cost::Free)?;
    let (_, now) = lamp(cx.state(), who, light.item)?;
    let Some(since) = now.lit else {
        return refuse(Refusal::new(rules::DT_LIGHT_02, "not-burning", "It does not burn."));
    };
    let (pace, curse) = pace(cx.state(), cx.book(), who, &now);
    if let Some(curse) = curse {
        cx.cite(curse);
    }
    let burned = cx.state().now.0.saturating_sub(since.0) * pace / 60;
    let burned = match cx.state().house.extinguish_cost {
        ExtinguishCost::Minimum => burned.max(1),
        ExtinguishCost::Extra => burned + 1,
    };
    let left = now.left.saturating_sub(u16::try_from(burned).unwrap_or(u16::MAX));
    cx.record(rules::DT_LIGHT_02, GearFact::Out { who, item: light.item, left }.into());
    Ok(())
}

/// Raises or lowers the hood of a lantern.
pub fn hood(cx: &mut Cx<'_, DieTrying>, set: SetHood) -> Flow {
    let rule = rules::DT_LIGHT_05;
    legal(cx.state(), cx.book(), set.who, Cost::Bonus)?;
    let (lamp, now) = lamp(cx.state(), set.who, set.item)?;
    if lamp.hooded.is_none() {
        return refuse(Refusal::new(rule, "no-hood", "It has no hood."));
    }
    if now.hood == set.lowered {
        let sentence = if set.lowered { "The hood is down already." } else { "The hood is up already." };
        return refuse(Refusal::new(rule, "as-it-is", sentence));
    }
    pay(cx, set.who, Cost::Bonus, rule);
    cx.record(rule, GearFact::Hood { who: set.who, item: set.item, lowered: set.lowered }.into());
    sight::acted(cx, set.who);
    Ok(())
}

/// Points the cone of a lantern.
pub fn aim_lamp(cx: &mut Cx<'_, DieTrying>, aim: AimLamp) -> Flow {
    let rule = rules::DT_LIGHT_06;
    legal(cx.state(), cx.book(), aim.who, Cost::Free)?;
    let (lamp, _) = lamp(cx.state(), aim.who, aim.item)?;
    if !lamp.cone {
        return refuse(Refusal::new(rule, "no-cone", "It shines all around."));
    }
    cx.record(rule, GearFact::Aimed { who: aim.who, item: aim.item, facing: aim.facing }.into());
    Ok(())
}

/// Refills a lantern with a flask of oil.
pub fn refill(cx: &mut Cx<'_, DieTrying>, light: LampItem) -> Flow {
    let (who, rule) = (light.who, rules::DT_LIGHT_04);
    legal(cx.state(), cx.book(), who, Cost::Action)?;
    let (lamp, now) = lamp(cx.state(), who, light.item)?;
    if !lamp.oil {
        return refuse(Refusal::new(rule, "no-lantern", "It burns no oil."));
    }
    let Some(oil) = owned(cx.state(), who, |ware| *ware == Ware::Oil) else {
        return refuse(Refusal::new(rule, "no-oil", "There is no flask of oil."));
    };
    if now.lit.is_some() || now.left > 0 {
        return refuse(Refusal::new(rule, "not-empty", "There is oil in it still, or it burns."));
    }
    pay(cx, who, Cost::Action, rule);
    let flask = cx.state().live(who).items[usize::from(oil)];
    let fact = GearFact::Left { who, item: oil, count: flask.count - 1, left: flask.left };
    cx.record(rule, fact.into());
    let fact = GearFact::Left { who, item: light.item, count: now.count, left: lamp.minutes };
    cx.record(rule, fact.into());
    sight::acted(cx, who);
    Ok(())
}

/// How many minutes of a light go by in one: two in hands that are cursed, with the curse.
fn pace(state: &State, book: &Book, who: Who, item: &Item) -> (u64, Option<RuleId>) {
    let cursed = passive::find(state, book, who, Of::Hook.called("burns-twice"), |passive| match passive {
        Passive::Hook(hook) if hook == "burns-twice" => Some(()),
        _ => None,
    });
    match cursed.filter(|_| item.place.is_held()) {
        Some((_, curse)) => (2, Some(curse)),
        None => (1, None),
    }
}

/// When a light of somebody's is burnt out, if it burns.
pub fn burns_until(state: &State, book: &Book, who: Who, item: &Item) -> Option<Time> {
    let (pace, _) = pace(state, book, who, item);
    item.lit.map(|since| since.later(u64::from(item.left) * 60 / pace))
}

/// What has burned down goes out.
pub fn burn_out(cx: &mut Cx<'_, DieTrying>, who: Who, now: Time) {
    let (state, book) = (cx.state(), cx.book());
    let over = |item: &Item| burns_until(state, book, who, item).is_some_and(|until| until <= now);
    let items = state.live(who).items.iter().enumerate();
    let spent: Vec<usize> = items.filter(|(_, item)| over(item)).map(|(number, _)| number).collect();
    for item in spent {
        cx.record(rules::DT_LIGHT_01, GearFact::Out { who, item: item as u8, left: 0 }.into());
    }
}

/// A light goes out by itself or by magic: the time it burned is gone.
pub fn goes_out(cx: &mut Cx<'_, DieTrying>, who: Who, item: u8, rule: RuleId) {
    let now = cx.state().live(who).items[usize::from(item)];
    let Some(since) = now.lit else { return };
    let (pace, _) = pace(cx.state(), cx.book(), who, &now);
    let burned = (cx.state().now.0.saturating_sub(since.0) * pace / 60).max(1);
    let left = now.left.saturating_sub(u16::try_from(burned).unwrap_or(u16::MAX));
    cx.record(rule, GearFact::Out { who, item, left }.into());
}
