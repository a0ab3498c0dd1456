//! Opening what holds something: a chest, a box, a body.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::disguise::attacks;
use super::spring::spring;
use crate::DieTrying;
use crate::combat::{Cost, actor_now, may_do, pay};
use crate::fact::{GearFact, TrapFact};
use crate::gear;
use crate::hero::receive;
use crate::rules;
use crate::state::{Cache, Item, Place, State};

deed! {
    /// Opens a cache and takes what is in it.
    #[derive(Copy)]
    pub struct OpenCache(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which, by the number the heroes know it by.
        cache: u8 = cache_beside(form, who)?,
    }
}

/// The field `cache`: each that is not locked, not empty and within reach has a card.
fn cache_beside(form: &mut Filling<'_, DieTrying>, who: Who) -> Filled<u8> {
    let state = form.state;
    let opens = |number: &u8| {
        let there = known_cache(state, *number).filter(|_| state.creature(who).is_some());
        there.is_some_and(|(nth, cache)| !locked(state, nth) && within_reach(state, who, cache))
    };
    let known = (0u8..).take(state.known_caches.len());
    let number = form.each("cache", known.filter(opens))?;
    form.id(|| format!("open_cache-{number}"));
    let name = known_cache(state, number).map_or("cache", |(_, cache)| &cache.name);
    form.label(|| format!("Open the {name}").into());
    Ok(number)
}

/// The cache the heroes know by a number, if something is in it still, with its place in the list.
fn known_cache(state: &State, number: u8) -> Option<(u8, &Cache)> {
    let nth = *state.known_caches.get(usize::from(number))?;
    let cache = state.caches.get(usize::from(nth))?;
    (cache.found && !cache.empty).then_some((nth, cache))
}

fn locked(state: &State, nth: u8) -> bool {
    state.locks.iter().any(|lock| lock.cache == Some(nth) && !lock.open)
}

fn within_reach(state: &State, who: Who, cache: &Cache) -> bool {
    cache.at.zip(state.live(who).at).is_none_or(|(there, here)| {
        boneyard_board::Diagonals::Equal.distance(here.footprint(1), there.footprint(1)) <= 1
    })
}

impl Deed<DieTrying> for OpenCache {
    const CARD: Card = Card::acting("Open a cache", "Exploring").rule(rules::DT_ACT_02H);

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, cache }, state) = (*self, may.state);
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_ACT_02H, code, sentence);
        may_do(may, who, Cost::Action)?;
        let Some((nth, cache)) = known_cache(state, cache) else {
            return may.no(|| bad("nothing-there", "There is nothing like that to open here.".into()));
        };
        may.not_if(!within_reach(state, who, cache), || {
            bad("too-far", format!("The {} is more than 5 feet away.", cache.name))
        })?;
        may.not_if(locked(state, nth), || {
            Refusal::new(rules::DT_HOUSE_16H, "locked", format!("The {} is locked.", cache.name))
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        let Some((nth, cache)) = known_cache(cx.state(), self.cache) else { return Ok(()) };
        let cache = cache.clone();
        open_cache(cx, self.who, nth, cache)
    }
}

/// Opens a cache: what guards it goes off first. What is too much to carry lies there then.
fn open_cache(cx: &mut Cx<'_, DieTrying>, who: Who, nth: u8, cache: Cache) -> Flow {
    let rule = rules::DT_ACT_02H;
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
        if gear::can_carry(cx.state(), cx.book(), who, &thing, item).is_ok() {
            receive(cx, who, thing, item, rule);
        } else {
            cx.cite(rules::DT_HOUSE_02H);
            let item = Item { place: Place::Floor(cache.at), ..item };
            cx.record(rule, GearFact::Got { who, thing, item }.into());
        }
    }
    cx.record(rule, TrapFact::Emptied { nth, by: who }.into());
    Ok(())
}
