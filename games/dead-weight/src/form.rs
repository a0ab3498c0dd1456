//! Fields that forms of several deeds share, and what bars a deed whatever is picked. Which picks are legal is for the
//! deeds to say.

use boneyard_table::deed::{Filled, Filling, Lawful, May};
use boneyard_table::view::{Candidate, Domain, Square};
use boneyard_table::{Refusal, Who};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::DeadWeight;
use crate::state::{Attribute, Item, ItemSheet, Place, Tile};
use crate::values::item_named;

/// A form of this game.
pub type Form<'a> = Filling<'a, DeadWeight>;

/// What a check of the table and of the one who acts found: it holds whatever is picked.
pub fn whatever_picked<T>(may: May<'_, DeadWeight>, looked: Result<T, Refusal>) -> Lawful<T> {
    looked.or_else(|why| may.outright(|| why))
}

/// Reads a field as it is stored.
pub fn stored<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// Somebody's things that will do, by name, with what tells like ones apart; words may name any of theirs.
pub fn own_thing(
    form: &mut Form<'_>,
    name: &'static str,
    label: &'static str,
    who: Who,
    will_do: impl Fn(u8, &ItemSheet, &Item) -> bool,
) -> Filled<u8> {
    let state = form.state;
    let one = state.creature(who);
    let things = one.into_iter().flat_map(|one| one.sheet.items.iter().zip(&one.live.items));
    let there = (0u8..)
        .zip(things)
        .filter(|(number, (sheet, now))| now.place != Place::Gone && will_do(*number, sheet, now));
    let named = there.map(|(number, (sheet, now))| {
        (number, boneyard_table::deed::Named::new(sheet.name.clone()).say(now.place.name().to_owned()))
    });
    form.named(name, label, named, |name| item_named(state, who, name))
}

/// One of the four attributes.
pub fn attribute(form: &mut Form<'_>, name: &'static str, label: &'static str) -> Filled<Attribute> {
    form.one_of(name, label, Attribute::ALL.map(|attribute| (attribute, attribute.name())))
}

/// One of these tiles; the first of them is tried.
pub fn tile(form: &mut Form<'_>, name: &'static str, label: &'static str, tiles: &[Tile]) -> Filled<Tile> {
    form.field(name, label, || squares(tiles), || tiles.first().copied(), stored)
}

/// These tiles, as forms list them.
pub fn squares(tiles: &[Tile]) -> Domain {
    Domain::Square { among: tiles.iter().map(|tile| Square::new(tile.x.into(), tile.y.into())).collect() }
}

/// One of a long list, of which each is as legal as the first: that alone is tried.
pub fn listed(form: &mut Form<'_>, name: &'static str, label: &'static str, all: &[&str]) -> Filled<String> {
    let domain =
        || Domain::one_of(all.iter().map(|one| Candidate::new(Value::from(*one), (*one).to_owned())));
    form.field(name, label, domain, || all.first().map(|one| (*one).to_owned()), stored)
}
