//! The chain of small acts by which equipment is used: which step comes next, what the one with the effect takes, and
//! that a charge goes with it.

use boneyard_table::{Cx, Flow, Refusal, Who};

use super::carry::carried;
use super::interact::{Act, Interact, Verb, told};
use super::slot::fits;
use super::used::{self, Using};
use super::{relief, shine};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, GearRow};
use crate::combat::{beside, known, target};
use crate::fact::GearFact;
use crate::rules;
use crate::state::{Condition, Item, ItemSheet, Place, Regard, ShotTag, Spot, State, Ware};

/// Everything else is done with a thing in hand.
pub(super) fn with(state: &State, book: &Book, act: &Interact, item: u8) -> Result<Act, Refusal> {
    let (who, verb) = (act.who, act.verb);
    let (thing, now) = carried(state, who, item, rules::RH_ACT_10)?;
    if let Ware::Shot(shot) = &thing.ware
        && verb == Verb::Light
        && shot.tags.contains(&ShotTag::Igniting)
    {
        flame(state, book, who, item)?;
        return Ok(Act::Kindle { item });
    }
    if !now.place.is_held() {
        let sentence = format!("The {} has to be in hand: UNPACK it.", thing.name);
        return told(rules::RH_EQUIP_01, "not-held", sentence);
    }
    if let Some(cut) = relief::cuts(state, book, act, item).filter(|_| verb == Verb::Apply) {
        return cut;
    }
    if let Ware::Armor(suit) = &thing.ware
        && suit.head
        && verb == Verb::Apply
    {
        fits(state, book, who, thing, Place::Headgear, Some(item))?;
        return Ok(Act::Move { item, to: Place::Headgear });
    }
    let row = thing.like.and_then(|like| book.gear.get(like.as_str()));
    if let Some(shut) = shine::shutter(row, now, verb, item) {
        return shut;
    }
    let next = row.and_then(|row| next_step(row, now, verb));
    let Some((row, (step, last, star, bound))) = row.zip(next) else {
        return out_of_order(state, thing, row, now, act);
    };
    if star {
        ready(state, book, act, item, row, bound)?;
    }
    Ok(Act::Step { item, step, last, star, bound })
}

/// A verb that is not the thing's next step. Only putting it down is always possible.
fn out_of_order(
    state: &State,
    thing: &ItemSheet,
    row: Option<&GearRow>,
    now: &Item,
    act: &Interact,
) -> Result<Act, Refusal> {
    if let (Verb::Place, Some(at), Some(item)) = (act.verb, act.at, act.item) {
        if !next_to(state, act.who, at) {
            return told(rules::RH_ACT_10, "no-space", "Say which neighbouring space.");
        }
        return Ok(Act::Move { item, to: Place::Floor(Some(at)) });
    }
    let Some(row) = row.filter(|row| !row.steps.is_empty()) else {
        let sentence = format!("The {} is not used like that.", thing.name);
        return told(rules::RH_EQUIP_01, "no-such-use", sentence);
    };
    let at = done(row, now);
    let next = row.steps.get(usize::from(at)).map_or("over", String::as_str).replace(['*', '|'], " ");
    let sentence = format!(
        "The {} is used by {}, in this order; {} comes next.",
        thing.name,
        row.steps.join(", ").replace('*', "").replace('|', " or "),
        next.trim()
    );
    told(rules::RH_EQUIP_01, "out-of-order", sentence)
}

/// Steps that count as done: what is in hand is unpacked.
fn done(row: &GearRow, now: &Item) -> u8 {
    let unpacked = row.steps.first().is_some_and(|step| step == "UNPACK");
    now.step.max(u8::from(unpacked && now.place.is_held()))
}

/// The step a verb would be: how many are done then, whether it is the last, whether it has an effect, and whether it
/// is by the thing's second way.
pub(super) fn next_step(row: &GearRow, now: &Item, verb: Verb) -> Option<(u8, bool, bool, bool)> {
    let at = usize::from(done(row, now));
    let ways = [(&row.steps, false), (&row.other, true)];
    ways.into_iter().find_map(|(steps, bound)| {
        let step = steps.get(at)?;
        let star = step.contains('*');
        let named = step.replace('*', "");
        let fits = named.split('|').any(|one| one == verb.name());
        fits.then_some((at as u8 + 1, at + 1 == steps.len(), star, bound))
    })
}

/// A flame at hand: something that burns, or a Tinderbox with a charge left.
fn flame(state: &State, book: &Book, who: Who, except: u8) -> Result<Option<u8>, Refusal> {
    let one = state.one(who);
    let all = || one.sheet.items.iter().zip(&one.live.items).enumerate();
    let burns = |(number, (_, now)): &(usize, (&ItemSheet, &Item))| {
        *number != usize::from(except) && now.lit && now.place.is_carried() && now.count > 0
    };
    if all().any(|one| burns(&one)) {
        return Ok(None);
    }
    let box_of = all().find(|(_, (thing, now))| {
        let row = thing.like.and_then(|like| book.gear.get(like.as_str()));
        let tinder = row.is_some_and(|row| row.hook.as_deref() == Some("tinderbox"));
        tinder && now.charges > 0 && now.place.is_carried() && now.count > 0
    });
    match box_of {
        Some((number, _)) => Ok(Some(number as u8)),
        None => told(
            rules::RH_ACT_10,
            "no-flame",
            "LIGHT takes a flame at hand, or a Tinderbox that is not empty.",
        ),
    }
}

/// Whether somebody lets another do something to them.
pub(super) fn willing(state: &State, who: Who, target: Who) -> bool {
    who == target
        || state.live(target).is(Condition::Unconscious)
        || state.live(who).turn.forced == Some(target)
        || state.regard(target, who) == Regard::Ally
}

/// Whether the step with the effect can be taken: charges, flame, target, space.
fn ready(
    state: &State,
    book: &Book,
    act: &Interact,
    item: u8,
    row: &GearRow,
    bound: bool,
) -> Result<(), Refusal> {
    let (who, rule) = (act.who, row.id);
    let now = &state.live(who).items[usize::from(item)];
    if row.charges.is_some() && now.charges == 0 {
        let sentence = format!("The {} is empty.", row.name);
        return told(rules::RH_EQUIP_03, "empty", sentence);
    }
    if row.needs.iter().any(|need| need == "flame") {
        flame(state, book, who, item)?;
    }
    if let Some(fuel) = &row.burns {
        let has = used::owned(state, who, fuel);
        if has.is_none() {
            return told(rule, "no-fuel", format!("The {} burns {fuel}, and there is none.", row.name));
        }
    }
    let on = act.target.unwrap_or(who);
    known(state, on)?;
    if on != who {
        target(state, book, who, on, rules::RH_ACT_10)?;
        beside(state, who, on, rules::RH_ACT_10)?;
    }
    let name = state.name(on);
    match act.verb {
        Verb::Inject if on != who => {
            return told(rules::RH_ACT_10, "only-yourself", "INJECT is into one's own body: FEED it.");
        }
        Verb::Feed if on == who => {
            return told(rules::RH_ACT_10, "only-others", "FEED is for a neighbour: INJECT it.");
        }
        _ => {}
    }
    let held = state.live(on).is_by(Condition::Grappled, who);
    let needs = |word: &str| row.needs.iter().any(|need| need == word);
    if (needs("grappled-or-willing") || bound) && (on == who || !(held || willing(state, who, on))) {
        let sentence = format!("That takes somebody Grappled by {} or willing.", state.name(who));
        return told(rules::RH_ACT_10, "unwilling", sentence);
    }
    if needs("willing-or-self") && !willing(state, who, on) {
        return told(
            rules::RH_ACT_10,
            "unwilling",
            format!("{name} does not let that happen: FORCE comes first."),
        );
    }
    // Whatever it is, it is done at arm's length.
    let near = act.at.map(|at| next_to(state, who, at));
    let wrong = match row.target.as_deref() {
        Some("space") => near != Some(true),
        _ => near == Some(false),
    };
    if state.board.is_some() && wrong {
        return told(rules::RH_ACT_10, "no-space", "Say which neighbouring space.");
    }
    used::check(state, book, &Using { who, item, on, at: act.at, other: act.thing, bound }, row)
}

/// Whether a space of the map is somebody's own or the next.
fn next_to(state: &State, who: Who, at: Spot) -> bool {
    let near = state.live(who).at.is_some_and(|own| own.x.abs_diff(at.x) <= 1 && own.y.abs_diff(at.y) <= 1);
    near && state.board.as_ref().is_some_and(|board| board.has(at))
}

/// LIGHT without a flame of one's own takes a charge of the Tinderbox.
pub(super) fn strike_a_light(cx: &mut Cx<'_, RollHighOrDie>, who: Who, except: u8) -> Flow {
    let found = flame(cx.state(), cx.book(), who, except)?;
    if let Some(tinder) = found {
        let left = cx.state().live(who).items[usize::from(tinder)].charges.saturating_sub(1);
        record(cx, rules::RH_GEAR_05H, GearFact::Charges { who, item: tinder, left }.into());
    }
    Ok(())
}

/// The step with the effect: a charge is spent, and it happens.
pub(super) fn stars(cx: &mut Cx<'_, RollHighOrDie>, using: &Using) -> Flow {
    let (who, item) = (using.who, using.item);
    let like = cx.state().sheet(who).items[usize::from(item)].like;
    let Some(row) = like.and_then(|like| cx.book().gear.get(like.as_str())) else { return Ok(()) };
    if row.needs.iter().any(|need| need == "flame") {
        strike_a_light(cx, who, item)?;
    }
    cx.cite(row.id);
    cx.within((who, item), |cx| used::takes_effect(cx, using, row))?;
    if let Some(full) = row.charges {
        used::spend(cx, who, item, full);
    }
    Ok(())
}
