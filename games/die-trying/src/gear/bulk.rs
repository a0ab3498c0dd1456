//! How much somebody carries and can carry.

use boneyard_table::{Cx, Flow, Refusal, Seat, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DieTrying;
use crate::book::Book;
use crate::check::score;
use crate::combat::{gm, known};
use crate::fact::GearFact;
use crate::house::BulkLimit;
use crate::passive;
use crate::rules;
use crate::state::{Ability, Bulk, Item, ItemSheet, Place, State, Ware};

/// A heap of small things that counts after all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Heap {
    /// Whose.
    pub who: Who,
    /// How many L it counts as; 0 for none.
    pub light: u8,
}

/// Nobody carries more than this above the limit.
const ABOVE: i16 = 5;
/// Coins of an L, where a heap counts.
pub const COINS: u32 = 100;

/// The most L a heap counts as.
pub const HEAP: u8 = 100;

/// Whole Bulk and L of one thing.
fn weight(book: &Book, thing: &ItemSheet, item: &Item) -> (u32, u32) {
    if !item.place.is_carried() || item.count == 0 {
        return (0, 0);
    }
    // Rules ask what somebody carries with every check: the list is only looked at where it matters.
    let row = || thing.kind.and_then(|kind| book.gear.get(kind.as_str()));
    let pieces = match item.count {
        1 => 1,
        count => u32::from(count).div_ceil(u32::from(row().map_or(1, |row| row.pack.max(1)))),
    };
    let unworn = match (&thing.ware, item.place) {
        (Ware::Armor(_), Place::Worn) => 0,
        (Ware::Armor(_), _) => row().map_or(1, |row| u32::from(row.unworn)),
        _ => 0,
    };
    match thing.bulk {
        Bulk::Negligible => (unworn * pieces, 0),
        Bulk::Light => (unworn * pieces, pieces),
        Bulk::Whole(bulk) => ((u32::from(bulk) + unworn) * pieces, 0),
    }
}

/// Whole Bulk and L of everything somebody carries.
fn load(state: &State, book: &Book, who: Who) -> (u32, u32) {
    let one = state.one(who);
    let things = one.sheet.items.iter().zip(&one.live.items);
    things
        .map(|(thing, item)| weight(book, thing, item))
        .fold((0, u32::from(one.sheet.heap)), |(whole, light), (more, tens)| (whole + more, light + tens))
}

/// One for every ten L, and nothing for the rest.
fn bulk_of((whole, light): (u32, u32)) -> i16 {
    i16::try_from(whole + light / 10).unwrap_or(i16::MAX)
}

/// The Bulk somebody carries: whole numbers, and one for every ten L.
pub fn carried(state: &State, book: &Book, who: Who) -> i16 {
    bulk_of(load(state, book, who))
}

/// The Bulk somebody carries without trouble.
pub fn bulk_limit(state: &State, book: &Book, who: Who) -> i16 {
    let own = (5 + score(state, book, who, Ability::Strength)).max(3);
    own + passive::total_but_load(state, book, who, "bulk-limit")
}

/// Whether somebody carries too much to go on as usual.
pub fn overloaded(state: &State, book: &Book, who: Who) -> bool {
    state.house.bulk_limit == BulkLimit::On
        && state.sheet(who).is_hero()
        && carried(state, book, who) > bulk_limit(state, book, who)
}

/// Whether somebody can take one more thing up.
pub fn can_carry(state: &State, book: &Book, who: Who, thing: &ItemSheet, item: Item) -> Result<(), Refusal> {
    if state.house.bulk_limit == BulkLimit::Off || !state.sheet(who).is_hero() {
        return Ok(());
    }
    // Taken together, so that the tenth L counts with the nine before it.
    let ((whole, light), (more, tens)) = (load(state, book, who), weight(book, thing, &item));
    let (now, then) = (bulk_of((whole, light)), bulk_of((whole + more, light + tens)));
    let most = bulk_limit(state, book, who) + ABOVE;
    if then > now && then > most {
        let sentence = format!(
            "{} carries {now} Bulk; with the {} it would be {then}, and nobody here carries more than {most}.",
            state.name(who),
            thing.name,
        );
        return Err(Refusal::new(rules::DT_HOUSE_02H, "too-much", sentence).with("most", most));
    }
    Ok(())
}

/// The TS says that a heap of small things counts, or does not.
pub fn heap(cx: &mut Cx<'_, DieTrying>, by: Seat, heap: Heap) -> Flow {
    let rule = rules::DT_BULK_03;
    gm(by, rule, "Only the Trapsetter says when small things are too many.")?;
    known(cx.state(), heap.who)?;
    if heap.light > HEAP {
        let sentence = format!("A heap counts as {HEAP} L at the most.");
        return refuse(Refusal::new(rule, "so-much", sentence));
    }
    cx.cite(rules::DT_BULK_02);
    cx.record(rule, GearFact::Heap { who: heap.who, light: heap.light }.into());
    Ok(())
}
