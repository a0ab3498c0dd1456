//! A thing from its entry.

use crate::book::{Book, Listed};
use crate::state::{Item, ItemSheet, Place};

/// A new thing by the name of its entry: what it is, and how it is when new.
pub fn ware(book: &Book, name: &str) -> Option<(ItemSheet, Item)> {
    let blank = |name: &str, kind, slots, awkward: &[_]| ItemSheet {
        name: name.to_lowercase(),
        kind: Some(kind),
        slots,
        awkward: awkward.to_vec(),
        stack: 1,
        liquid: false,
        of: None,
        goes_off: None,
    };
    let place = |slots: u8| if slots == 0 { Place::Notes } else { Place::Bag };
    if let Some(row) = book.weapons.named(name) {
        let die = row.stock.map_or(0, |die| die.0);
        let sheet = blank(&row.name, row.id, row.slots, &row.awkward);
        return Some((sheet, Item { die, place: place(row.slots), ..Item::default() }));
    }
    if let Some(row) = book.armor.named(name) {
        let sheet = blank(&row.name, row.id, row.slots, &row.awkward);
        return Some((sheet, Item { ap: row.ap, place: Place::Worn, ..Item::default() }));
    }
    if let Some(row) = book.shields.named(name) {
        let sheet = blank(&row.name, row.id, row.slots, &row.awkward);
        return Some((sheet, Item { place: place(row.slots), ..Item::default() }));
    }
    if let Some(row) = book.gear.named(name) {
        let die = row.stock.map_or(0, |die| die.0);
        // What holds several charges is a stack of them.
        let charges = row.charges;
        let stack = row.stack.or(charges).unwrap_or(1);
        let sheet =
            ItemSheet { stack, liquid: row.liquid, ..blank(&row.name, row.id, row.slots, &row.awkward) };
        let place = if row.liquid { Place::Flask } else { place(row.slots) };
        return Some((sheet, Item { die, place, count: charges.unwrap_or(1), ..Item::default() }));
    }
    if let Some(row) = book.containers.named(name) {
        let sheet = blank(&row.name, row.id, 1, &row.awkward);
        return Some((sheet, Item { place: Place::Worn, ..Item::default() }));
    }
    let row = book.treasure.named(name)?;
    let sheet = blank(&row.name, row.id, row.slots, &row.awkward);
    Some((sheet, Item { place: place(row.slots), ..Item::default() }))
}

/// Things as a list names them. A thing that does not stack comes several times.
pub fn listed(book: &Book, listed: &Listed) -> Vec<(ItemSheet, Item)> {
    let (name, count, called, left) = match listed {
        Listed::One(name) => (name, 1, None, None),
        Listed::More { item, count, called, left } => (item, *count, called.as_ref(), *left),
    };
    let Some((mut sheet, mut item)) = ware(book, name) else { return Vec::new() };
    if let Some(called) = called {
        sheet.name.clone_from(called);
    }
    if let Some(left) = left {
        item.die = left.0;
    }
    if sheet.stack > 1 {
        item.count = item.count.max(count);
        return vec![(sheet, item)];
    }
    vec![(sheet, item); usize::from(count)]
}
