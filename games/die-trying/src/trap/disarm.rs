//! Disarming a trap that was found.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::known::{known_trap, trap_spots};
use super::spring::spring;
use super::worth::dealt_with;
use crate::DieTrying;
use crate::check::{self, Check, add};
use crate::combat::{actor_now, at_once, may_do_deed, pay_deed};
use crate::fact::{GearFact, TrapFact};
use crate::gear;
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Degree, Laid, Proficiency, Spot, State, Ware};
use crate::time;

deed! {
    /// Disarms a trap.
    #[derive(Copy)]
    pub struct Disarm(form: DieTrying) {
        who: Who = actor_now(form)?,
        /// Which, by the number the heroes know it by.
        trap: u8 = trap_at_hand(form, who)?,
        /// As a Bonus Action, for who can.
        #[serde(default)]
        bonus: bool = quickly(form, who, trap)?,
    }
}

/// The field `trap`: each that was found, is a danger still and within reach has a card.
fn trap_at_hand(form: &mut Filling<'_, DieTrying>, who: Who) -> Filled<u8> {
    let state = form.state;
    let near = |laid: &Laid| !laid.spent && state.creature(who).is_some() && within_reach(state, who, laid);
    let known = (0u8..).take(state.known_traps.len());
    form.each("trap", known.filter(|number| known_trap(state, *number).is_some_and(|(_, laid)| near(laid))))
}

/// The field `bonus`: a card of its own where a Talent lets somebody do it at once.
fn quickly(form: &mut Filling<'_, DieTrying>, who: Who, trap: u8) -> Filled<bool> {
    let bonus = at_once(form, who, "disarm", "")?;
    let (state, book) = (form.state, form.book);
    let name = known_trap(state, trap).map_or("trap", |(_, laid)| book.name_of(laid.trap));
    if bonus {
        form.id(|| format!("quick-disarm-{trap}"));
        form.label(|| format!("Disarm the {name} at once").into());
        form.group(|| "Fight".into());
    } else {
        form.id(|| format!("disarm-{trap}"));
        form.label(|| format!("Disarm the {name}").into());
    }
    Ok(bonus)
}

/// Whether somebody could lay a hand on a trap.
fn within_reach(state: &State, who: Who, laid: &Laid) -> bool {
    let spots = trap_spots(state, laid);
    let beside = |here: Spot| {
        let far =
            |there: &Spot| boneyard_board::Diagonals::Equal.distance(here.footprint(1), there.footprint(1));
        spots.is_empty() || spots.iter().any(|spot| far(spot) <= 1)
    };
    state.live(who).at.is_none_or(beside)
}

/// Tries one person has.
const TRIES: usize = 2;
/// What the parts of a trap are worth.
const PARTS: u32 = 5;

impl Deed<DieTrying> for Disarm {
    const CARD: Card = Card::acting("Disarm a trap", "Exploring").rule(rules::DT_HOUSE_15H).odds();

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        let (Self { who, trap, bonus }, state) = (*self, may.state);
        may_do_deed(may, who, bonus, "disarm", "Disarming takes an Action.")?;
        let bad = |code: &str, sentence: String| Refusal::new(rules::DT_HOUSE_15H, code, sentence);
        // What was not found is refused like what is not there.
        let Some((_, laid)) = known_trap(state, trap) else {
            return may.no(|| bad("not-found", "There is no such trap that was found.".into()));
        };
        may.not_if(laid.spent, || bad("spent", "This trap is no danger any more.".into()))?;
        may.not_if(gear::owned(state, who, |ware| *ware == Ware::Tools).is_none(), || {
            let sentence = "Without Thieves Tools no trap is disarmed.";
            Refusal::new(rules::DT_ITEM_01, "no-tools", sentence)
        })?;
        let tries = laid.tried.iter().filter(|other| **other == who).count();
        may.not_if(tries >= TRIES, || bad("tried", format!("{} has tried it twice.", state.name(who))))?;
        may.not_if(!within_reach(state, who, laid), || {
            bad("too-far", "The trap is more than 5 feet away.".into())
        })
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, _by: Seat) -> Flow {
        disarm(cx, self)
    }
}

fn disarm(cx: &mut Cx<'_, DieTrying>, disarm: Disarm) -> Flow {
    let (who, rule) = (disarm.who, rules::DT_HOUSE_15H);
    let (state, book) = (cx.state(), cx.book());
    let Some((nth, _)) = known_trap(state, disarm.trap) else { return Ok(()) };
    let fights = state.battle.is_some();
    let trap = state.traps[usize::from(nth)].trap;
    let Some(row) = book.traps.get(trap.as_str()) else { return Ok(()) };
    let mut check = Check::skill(state, book, who, Proficiency::Thievery, rule);
    passive::adjust(state, book, who, "disarm-trap", None, &mut check.parts);
    let wrench = trap == rules::DT_TRAP_04H
        && state.one(who).sheet.items.iter().any(|thing| thing.name == "lever wrench");
    add(&mut check.parts, "Lever wrench", i16::from(wrench), rules::DT_DUN_04H);
    pay_deed(cx, who, disarm.bonus, "disarm", rule);
    cx.cite(rules::DT_ITEM_01);
    cx.cite(trap);
    sight::acted(cx, who);
    let (degree, _) = cx.within((who, nth, fights), |cx| check::make(cx, check, i16::from(row.disarm)))?;
    cx.record(rule, TrapFact::Tried { nth, who }.into());
    match degree {
        Degree::CriticalSuccess => {
            cx.record(rule, TrapFact::Spent { nth }.into());
            let to = cx.state().sheet(who).silver + PARTS;
            cx.cite(rules::DT_HOUSE_04H);
            cx.record(rules::DT_CHECK_09, GearFact::Silver { who, to }.into());
            dealt_with(cx, nth);
        }
        Degree::Success => {
            cx.record(rule, TrapFact::Spent { nth }.into());
            dealt_with(cx, nth);
        }
        Degree::Failure => {}
        Degree::CriticalFailure => {
            cx.cite(rules::DT_CHECK_09);
            cx.cite(rules::DT_HOUSE_04H);
            cx.within((who, nth, fights), |cx| spring(cx, nth, who))?;
        }
    }
    if fights {
        return Ok(());
    }
    let to = cx.state().now.later(60);
    time::advance(cx, to)
}
