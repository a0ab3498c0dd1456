//! Lights that burn down: a flash until its owner's next Turn, torches and candles to the end of a Watch, a lantern for
//! two of them; and the shutter of a lantern.

use boneyard_table::{Cx, Refusal, Who};

use super::interact::{Act, Verb, told};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::{Book, Effect, GearRow};
use crate::fact::GearFact;
use crate::rules;
use crate::state::{Item, ItemSheet, State};

/// Watches a lantern burns on one flask.
pub(super) const WATCHES: u8 = 2;

/// How long the light of a thing lasts, as its entry says.
fn lasts<'b>(book: &'b Book, thing: &ItemSheet) -> Option<&'b str> {
    let row = thing.like.and_then(|like| book.gear.get(like.as_str()))?;
    row.effects.iter().find_map(|effect| match effect {
        Effect::Light(light) => light.until.as_deref(),
        _ => None,
    })
}

/// Things of somebody whose light lasts that long, by their numbers.
fn burning(state: &State, book: &Book, who: Who, until: &str, fits: impl Fn(&Item) -> bool) -> Vec<u8> {
    let one = state.one(who);
    let all = one.sheet.items.iter().zip(&one.live.items).enumerate();
    let those =
        all.filter(|(_, (thing, now))| now.count > 0 && fits(now) && lasts(book, thing) == Some(until));
    those.map(|(number, _)| number as u8).collect()
}

/// A Turn begins: whatever flashed until then is out.
pub fn flashes_end(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    for item in burning(cx.state(), cx.book(), who, "your-next-turn", |now| now.lit) {
        goes_out(cx, who, item);
    }
}

/// A Watch is over: torches and candles are burnt down, and lanterns have a Watch less.
pub fn lights_end(cx: &mut Cx<'_, RollHighOrDie>) {
    for who in cx.state().everybody() {
        for item in burning(cx.state(), cx.book(), who, "watch", |now| now.lit) {
            goes_out(cx, who, item);
        }
        for item in burning(cx.state(), cx.book(), who, "two-watches", |now| now.charges > 0) {
            let left = cx.state().live(who).items[usize::from(item)].charges - 1;
            record(cx, rules::RH_HOUSE_17H, GearFact::Charges { who, item, left }.into());
            if left == 0 && cx.state().live(who).items[usize::from(item)].lit {
                record(cx, rules::RH_HOUSE_17H, GearFact::Lit { who, item, lit: false }.into());
            }
        }
    }
}

fn goes_out(cx: &mut Cx<'_, RollHighOrDie>, who: Who, item: u8) {
    let rule = cx.state().sheet(who).items[usize::from(item)].like.unwrap_or(rules::RH_HOUSE_17H);
    record(cx, rule, GearFact::Lit { who, item, lit: false }.into());
    record(cx, rule, GearFact::Count { who, item, count: 0 }.into());
}

/// The shutter of a lantern that burns: CLOSE hides its light, OPEN brings it back.
pub(super) fn shutter(
    row: Option<&GearRow>,
    now: &Item,
    verb: Verb,
    item: u8,
) -> Option<Result<Act, Refusal>> {
    let burns = row.is_some_and(|row| row.hook.as_deref() == Some("lantern")) && now.charges > 0;
    let lit = match verb {
        Verb::Open => true,
        Verb::Close => false,
        _ => return None,
    };
    if !burns {
        return None;
    }
    if now.lit == lit {
        let sentence = if lit { "It is open already." } else { "It is closed already." };
        return Some(told(rules::RH_ACT_10, "so-already", sentence));
    }
    Some(Ok(Act::Shutter { item, lit }))
}
