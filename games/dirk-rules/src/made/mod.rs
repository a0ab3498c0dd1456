//! What the referee makes at the table: creatures, things, hazards, places and ways of their own. Each is a row of the table's
//! own pack, written by one form and read like any other content; what was made is at hand by a button from then on.

mod creature;
mod hazard;
mod place;
mod thing;

pub use creature::{BringIn, MakeCreature};
pub use hazard::MakeHazard;
pub use place::{MakePlace, MakeWay};
pub use thing::{HandOver, MakeItem};

use boneyard_content::{Catalog, Entry};
use boneyard_table::deed::{Lawful, May};
use boneyard_table::table::{OWN_PACK, OwnFile};
use boneyard_table::{Refusal, RuleId};
use serde::Serialize;

use crate::DirkRules;
use crate::rules;

/// The rule by which the referee makes up what the lists lack.
const RULE: RuleId = rules::DK_BASIC_05;

/// How long a name may be.
const LONGEST: usize = 40;

/// What is made is called something.
fn may_be_named(may: May<'_, DirkRules>, name: &str) -> Lawful {
    let long = name.trim().is_empty() || name.chars().count() > LONGEST;
    may.not_if(long || name.chars().any(char::is_control), || {
        Refusal::new(RULE, "name", format!("A name has 1 to {LONGEST} characters.")).with("most", LONGEST)
    })
}

/// A name as ids and files have it: `ash-wolf`. Names that are long or have other letters end in a number, so that no two are
/// taken for one another.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.trim().chars().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if name.trim().is_ascii() && (1..=24).contains(&slug.len()) {
        return slug.to_owned();
    }
    let turn = |sum: u32, byte: u8| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let sum = name.trim().bytes().fold(0x811c_9dc5, turn);
    let begins = slug.get(..slug.len().min(15)).unwrap_or_default().trim_end_matches('-');
    if begins.is_empty() { format!("n{sum:08x}") } else { format!("{begins}-{sum:08x}") }
}

/// The id of a row: `TABLE-FOE-ASH-WOLF`.
fn id(kind: &str, name: &str) -> String {
    format!("TABLE-{kind}-{}", slug(name).to_ascii_uppercase())
}

/// A row as a file of the table's own pack.
fn file(folder: &str, name: &str, table: &str, row: &impl Serialize) -> Result<OwnFile, Refusal> {
    let text = boneyard_content::written(table, row).map_err(|error| {
        Refusal::new(RULE, "unwritable", format!("This cannot be written down: {error}."))
    })?;
    Ok(OwnFile::new(format!("{folder}/{}", slug(name)), text))
}

/// Whether an entry was made at this table.
fn is_own<T: Entry>(all: &Catalog<T>, row: &T) -> bool {
    all.origin(row.id()).is_some_and(|origin| &*origin.pack == OWN_PACK)
}

/// Damage as a row says it.
#[derive(Serialize)]
struct Amount {
    dice: String,
    kind: String,
}

/// The dice of damage, in a form.
const DICE: [&str; 6] = ["1d4", "1d6", "1d8", "1d10", "1d12", "1d20"];
