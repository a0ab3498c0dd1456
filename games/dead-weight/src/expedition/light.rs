//! Light: who carries it, how long it burns.

use boneyard_table::{Cx, Flow, Refusal, RuleId, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::party;
use crate::DeadWeight;
use crate::book::GearRow;
use crate::fact::{ExpeditionFact, GearFact};
use crate::roll::{acting_hero, use_stock};
use crate::rules;
use crate::state::{Light, Place};

/// Turns a torch burns, and after which a lantern rolls its stock.
const BURNS: u8 = 5;

/// Somebody lights something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kindle {
    /// Who.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

/// What a thing gives in light: how long, and whether for ever.
pub fn shines(row: &GearRow) -> Option<u8> {
    let light = row.rest.get("light")?;
    let endless = light.get("endless").and_then(serde_json::Value::as_bool).unwrap_or(false);
    Some(if endless { 0 } else { BURNS })
}

/// Lights a torch or lantern that is in a hand. It takes no turn.
pub fn kindle(cx: &mut Cx<'_, DeadWeight>, kindle: Kindle) -> Flow {
    let rule = rules::DW_HOUSE_07H;
    party::exploring(cx.state())?;
    let Kindle { who, item } = kindle;
    let one = acting_hero(cx.state(), who)?;
    let there = one.live.items.get(usize::from(item)).copied().filter(|now| now.place != Place::Gone);
    let Some(now) = there else {
        return refuse(Refusal::new(rule, "no-such-thing", "There is no such thing here."));
    };
    let sheet = &one.sheet.items[usize::from(item)];
    let row = sheet.kind.and_then(|kind| cx.book().gear.get(kind.as_str()));
    let Some(turns) = row.and_then(shines) else {
        return refuse(Refusal::new(rule, "no-light", format!("The {} gives no light.", sheet.name)));
    };
    if !now.place.is_hand() || now.broken {
        let sentence = format!("Take the {} in a hand first, and whole.", sheet.name);
        return refuse(Refusal::new(rule, "not-in-hand", sentence));
    }
    if cx.state().expedition.light.is_some() {
        return refuse(Refusal::new(rule, "lit", "A light burns already, and one is enough for a group."));
    }
    let entry = row.map(|row| row.id);
    cx.cite(rules::DW_EXPL_15);
    entry.into_iter().for_each(|entry| cx.cite(entry));
    cx.record(rule, ExpeditionFact::Light { light: Some(Light { who, item, turns }) }.into());
    Ok(())
}

/// Fires catch by themselves: somebody's torch or lantern burns, if none does and one is in hand.
pub fn catch_fire(cx: &mut Cx<'_, DeadWeight>, by: Who, rule: RuleId) {
    let state = cx.state();
    let place = state.expedition.place_of(by);
    let in_hand = |who: Who| {
        let one = state.one(who);
        let mut things = one.sheet.items.iter().zip(&one.live.items).enumerate();
        things.find_map(|(item, (sheet, now))| {
            let row = cx.book().gear.get(sheet.kind?.as_str())?;
            let turns = shines(row).filter(|_| now.place.is_hand() && !now.broken)?;
            Some(Light { who, item: item as u8, turns })
        })
    };
    let near = state.heroes().filter(|who| state.expedition.place_of(*who) == place);
    let light = near.into_iter().find_map(in_hand);
    if light.is_some() && state.expedition.under_way && state.expedition.light.is_none() {
        cx.record(rule, ExpeditionFact::Light { light }.into());
    } else {
        let what = "Fires near by burn as the caster wishes.".into();
        cx.record(rule, ExpeditionFact::Noticed { what }.into());
    }
}

/// Puts the light out. What has burnt of a torch is gone.
pub fn snuff(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    party::exploring(cx.state())?;
    let Some(light) = cx.state().expedition.light else {
        return refuse(Refusal::new(rules::DW_HOUSE_07H, "dark", "No light burns."));
    };
    cx.record(rules::DW_EXPL_15, ExpeditionFact::Light { light: None }.into());
    if light.turns > 0 && light.turns < BURNS {
        used(cx, light)?;
    }
    Ok(())
}

/// A turn of burning.
pub(super) fn burns(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let rule = rules::DW_HOUSE_07H;
    let Some(light) = cx.state().expedition.light else { return Ok(()) };
    let held = cx.state().live(light.who).items.get(usize::from(light.item));
    let held = held.is_some_and(|now| now.place.is_hand() && !now.broken);
    if !held || cx.state().live(light.who).dead {
        cx.record(rule, ExpeditionFact::Light { light: None }.into());
        return Ok(());
    }
    match light.turns {
        0 => Ok(()),
        1 => {
            used(cx, light)?;
            let there = cx.state().live(light.who).items[usize::from(light.item)];
            let lantern = there.die > 0 && there.place != Place::Gone;
            let next = lantern.then_some(Light { turns: BURNS, ..light });
            cx.record(rule, ExpeditionFact::Light { light: next }.into());
            Ok(())
        }
        left => {
            let light = Some(Light { turns: left - 1, ..light });
            cx.record(rule, ExpeditionFact::Light { light }.into());
            Ok(())
        }
    }
}

/// A torch is burnt, a lantern rolls its oil.
fn used(cx: &mut Cx<'_, DeadWeight>, light: Light) -> Flow {
    let Light { who, item, .. } = light;
    let now = cx.state().live(who).items[usize::from(item)];
    if now.die > 0 {
        return use_stock(cx, who, item);
    }
    let fact = GearFact::Count { who, item, from: now.count, to: now.count.saturating_sub(1) };
    cx.record(rules::DW_HOUSE_07H, fact.into());
    Ok(())
}
