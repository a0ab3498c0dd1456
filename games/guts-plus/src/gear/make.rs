//! A thing from its name, worn at a place or only carried. What entries say of it is in `people`.

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Refusal, RuleId, Who};

use crate::GutsPlus;
use crate::book::Book;
use crate::people::thing_of;
use crate::rules;
use crate::state::ItemSheet;

/// Longest name of a thing.
const MOST_NAME: usize = 80;

/// A thing as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// What it is.
    pub sheet: ItemSheet,
    /// The row it comes from, where it has effects of its own.
    pub gear: Option<RuleId>,
}

/// Whether a thing may be called so.
pub fn may_call(may: May<'_, GutsPlus>, name: &str) -> Lawful {
    let name = name.trim();
    may.not_if(name.is_empty() || name.chars().count() > MOST_NAME || name.contains('.'), || {
        let sentence = format!("A thing has a name of 1 to {MOST_NAME} letters without dots.");
        Refusal::new(rules::GP_ITEM_05, "no-name", sentence)
    })
}

/// Where a bag of this name is worn.
pub fn bag_place(book: &Book, name: &str) -> String {
    thing_of(book, &[], name).place.unwrap_or_else(|| "neck".into())
}

/// The pieces of a pair by name, one for each side; nothing if it is no pair.
pub fn pair_of(book: &Book, name: &str) -> Option<[String; 2]> {
    let row = book.protection.named(name.trim()).filter(|row| row.pair)?;
    let one = row.name.strip_suffix('s').unwrap_or(&row.name);
    Some([format!("left {one}"), format!("right {one}")])
}

/// The entries behind a name, for what comes from them.
pub fn entries(book: &Book, name: &str, clothes: bool) -> Vec<RuleId> {
    let name = name.trim().to_lowercase();
    let says = |words: &[String]| words.iter().any(|word| name.contains(&word.to_lowercase()));
    let mut all: Vec<RuleId> = Vec::new();
    all.extend(book.protection.named(&name).map(|row| row.id));
    all.extend(book.gear.named(&name).map(|row| row.id));
    if clothes {
        all.extend(book.garments.iter().find(|row| says(&row.names)).map(|row| row.id));
    } else {
        all.extend(book.bags.iter().find(|row| says(&row.names)).map(|row| row.id));
    }
    all
}

/// A thing of this name. What is worn as a pair is two things.
pub fn make(at: At<'_, GutsPlus>, who: Who, name: &str, place: Option<&str>, clothes: bool) -> Vec<Made> {
    let name = name.trim();
    let chart = at.state.creature(who).map_or(&[][..], |one| &one.sheet.chart);
    let gear = at.book.gear.named(name).map(|row| row.id);
    let made = |name: &str| {
        let mut sheet = thing_of(at.book, chart, name);
        if let Some(place) = place {
            sheet.place = Some(place.to_owned());
        }
        sheet.clothes = clothes;
        if clothes {
            // A coat with pockets is no bag, whatever its name says.
            sheet.bag = false;
        }
        Made { sheet, gear }
    };
    match pair_of(at.book, name).filter(|_| place.is_some()) {
        Some(pair) => pair.iter().map(|name| made(name)).collect(),
        None => vec![made(name)],
    }
}
