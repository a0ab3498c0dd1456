//! Things that change hands and stacks that are divided: what somebody gets, where it goes, and whether there is room.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use super::carry::{carried, is_worn};
use super::slot::room;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{able, at_ease, known};
use crate::fact::GearFact;
use crate::picks::{at_leisure, carried_as, near, thing};
use crate::rules;
use crate::sight;
use crate::state::{Item, ItemSheet, MOST_THINGS, Place, State};
use crate::view::numbers_visible;

deed! {
    /// Hands a thing to another, at ease.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Give(form: RollHighOrDie) {
        /// Who.
        who: Who = {
            let (who, at) = (at_leisure(form)?, form.at());
            form.only_if(at.state.everybody().any(|other| beside(at.state, who, other)))?;
            who
        },
        /// Which.
        item: u8 = {
            let all = crate::picks::carried(form.at(), who);
            thing(form, "item", "Which", who, all)?
        },
        /// To whom.
        target: Who = {
            let at = form.at();
            form.creature_among("target", "To whom", |other| {
                beside(at.state, who, other) && near(at, who, other)
            })?
        },
    }
}

fn beside(state: &State, who: Who, other: Who) -> bool {
    let there = state.creature(who).is_some() && state.creature(other).is_some();
    there && who != other && sight::distance(state, who, other) <= 5
}

deed! {
    /// Divides a stack.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Split(form: RollHighOrDie) {
        /// Who.
        who: Who = at_leisure(form)?,
        /// Which.
        item: u8 = {
            let all = carried_as(form.at(), who, |_, now| now.count > 1);
            thing(form, "item", "Which", who, all)?
        },
        /// How many go into a stack of their own.
        count: u16 = form.amount("count", "How many apart", 1..=19)?,
    }
}

/// Somebody gets so many of a thing, put where there is room; more than a stack holds go into stacks of their own. What
/// fits nowhere lies beside them.
pub(super) fn receive(
    cx: &mut Cx<'_, RollHighOrDie>,
    who: Who,
    thing: &ItemSheet,
    like: &Item,
    count: u16,
    rule: RuleId,
) {
    let mut left = count;
    cx.cite(rules::RH_INV_07);
    if let Some(entry) = thing.like {
        cx.cite(entry);
    }
    while left > 0 {
        let now = left.min(thing.stack.max(1));
        let beside = Place::Floor(cx.state().live(who).at);
        let place = room(cx.state(), cx.book(), who, thing).unwrap_or(beside);
        let item = Item { place, count: now, step: 0, ..like.clone() };
        record(cx, rule, GearFact::Got { who, thing: thing.clone(), item }.into());
        left -= now;
    }
}

/// Whether there is room with somebody for so many of a thing, stack by stack.
pub(super) fn may_receive(may: May<'_, RollHighOrDie>, who: Who, thing: &ItemSheet, count: u16) -> Lawful {
    let mut first = room(may.state, may.book, who, thing)?;
    may_count(may, who, thing, count)?;
    let stacks = count.div_ceil(thing.stack.max(1));
    if stacks < 2 {
        return Ok(());
    }
    let mut state = may.state.clone();
    for _ in 1..stacks {
        let item = Item::new(first, thing.stack.max(1));
        crate::fact::apply(&mut state, &GearFact::Got { who, thing: thing.clone(), item }.into());
        first = room(&state, may.book, who, thing)?;
    }
    Ok(())
}

/// Whether somebody keeps track of so many more things.
pub(super) fn may_count(may: May<'_, RollHighOrDie>, who: Who, thing: &ItemSheet, count: u16) -> Lawful {
    let stacks = usize::from(count.div_ceil(thing.stack.max(1)));
    may.not_if(may.state.sheet(who).items.len() + stacks > MOST_THINGS, || {
        let sentence = format!("{} keeps track of too many things.", may.state.name(who));
        Refusal::new(rules::RH_INV_01, "so-many-things", sentence)
    })
}

impl Deed<RollHighOrDie> for Give {
    const CARD: Card = Card::acting("Hand a thing over", "Things").rule(rules::RH_INV_01);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, who, target) = (rules::RH_INV_01, self.who, self.target);
        let (thing, now) = carried(may.state, who, self.item, rule)?;
        known(may.state, target)?;
        able(may.state, who)?;
        at_ease(may.state, rules::RH_INV_08)?;
        may.not_if(!beside(may.state, who, target) || !near(may.at(), who, target), || {
            Refusal::new(rule, "out-of-reach", "A thing is handed to somebody else, in reach.")
        })?;
        may.not_if(is_worn(now.place), || {
            Refusal::new(rule, "worn", format!("The {} is worn: take it off first.", thing.name))
        })?;
        // What others carry is not for everybody to know.
        if numbers_visible(may.state, target, may.by) {
            may_receive(may, target, thing, now.count)
        } else {
            may_count(may, target, thing, now.count)
        }
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (rule, Self { who, item, target }) = (rules::RH_INV_01, self);
        let one = cx.state().one(who);
        let thing = one.sheet.items[usize::from(item)].clone();
        let now = one.live.items[usize::from(item)].clone();
        record(cx, rule, GearFact::Count { who, item, count: 0 }.into());
        receive(cx, target, &thing, &now, now.count, rule);
        Ok(())
    }
}

impl Deed<RollHighOrDie> for Split {
    const CARD: Card = Card::acting("Divide a stack", "Things").rule(rules::RH_INV_07);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let rule = rules::RH_INV_07;
        let (thing, now) = carried(may.state, self.who, self.item, rule)?;
        at_ease(may.state, rules::RH_INV_08)?;
        may.not_if(self.count == 0 || self.count >= now.count, || {
            let sentence = format!(
                "Of {}, from 1 to {} can be set apart.",
                count(now.count, "piece", "pieces"),
                now.count.saturating_sub(1)
            );
            Refusal::new(rule, "no-such-part", sentence)
        })?;
        may_receive(may, self.who, thing, self.count)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let (rule, Self { who, item, count }) = (rules::RH_INV_07, self);
        let one = cx.state().one(who);
        let thing = one.sheet.items[usize::from(item)].clone();
        let now = one.live.items[usize::from(item)].clone();
        record(cx, rule, GearFact::Count { who, item, count: now.count - count }.into());
        receive(cx, who, &thing, &now, count, rule);
        Ok(())
    }
}
