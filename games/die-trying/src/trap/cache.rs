//! Opening what holds something: a chest, a box, a body.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::disguise::attacks;
use super::spring::spring;
use crate::DieTrying;
use crate::combat::{Cost, legal, pay};
use crate::fact::{GearFact, TrapFact};
use crate::gear;
use crate::hero::receive;
use crate::rules;

/// Opens a cache and takes what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenCache {
    /// Who.
    pub who: Who,
    /// Which, by the number the heroes know it by.
    pub cache: u8,
}

/// Opens a cache: what guards it goes off first.
pub fn open_cache(cx: &mut Cx<'_, DieTrying>, open: OpenCache) -> Flow {
    let (who, rule) = (open.who, rules::DT_ACT_02H);
    legal(cx.state(), cx.book(), who, Cost::Action)?;
    let state = cx.state();
    let nth = state.known_caches.get(usize::from(open.cache)).copied().unwrap_or(u8::MAX);
    let cache = state.caches.get(usize::from(nth)).filter(|cache| cache.found && !cache.empty);
    let Some(cache) = cache.cloned() else {
        return refuse(Refusal::new(rule, "nothing-there", "There is nothing like that to open here."));
    };
    let far = cache.at.zip(state.live(who).at).map(|(there, here)| {
        boneyard_board::Diagonals::Equal.distance(here.footprint(1), there.footprint(1))
    });
    if far.is_some_and(|far| far > 1) {
        return refuse(Refusal::new(
            rule,
            "too-far",
            format!("The {} is more than 5 feet away.", cache.name),
        ));
    }
    if state.locks.iter().any(|lock| lock.cache == Some(nth) && !lock.open) {
        let sentence = format!("The {} is locked.", cache.name);
        return refuse(Refusal::new(rules::DT_HOUSE_16H, "locked", sentence));
    }
    for (thing, item) in &cache.things {
        gear::can_carry(state, cx.book(), who, thing, *item)?;
    }
    pay(cx, who, Cost::Action, rule);
    if let Some(mimic) = cache.disguises {
        return cx.within((who, nth), |cx| attacks(cx, mimic, who));
    }
    let guard = cx
        .state()
        .traps
        .iter()
        .position(|laid| laid.guards && !laid.spent && laid.at.is_some() && laid.at == cache.at);
    if let Some(trap) = guard {
        cx.within((who, nth), |cx| spring(cx, trap as u8, who))?;
        if !crate::combat::is_awake(cx.state(), who) {
            return Ok(());
        }
    }
    if cache.silver > 0 {
        let to = cx.state().sheet(who).silver + cache.silver;
        cx.record(rule, GearFact::Silver { who, to }.into());
    }
    for (thing, item) in cache.things {
        receive(cx, who, thing, item, rule);
    }
    cx.record(rule, TrapFact::Emptied { nth, by: who }.into());
    Ok(())
}
