//! The book at the doors: which browser may do what, who waits, who was turned away. Plain data and the
//! changes to it; keeping it on disk is `mod.rs`.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_table::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::signs;
use crate::protocol::KnockCard;

/// People who may wait at one table.
const MOST_WAITING: usize = 32;
/// Browsers that are remembered; those with a seat are never forgotten.
const MOST_VISITORS: usize = 10_000;

/// A browser, known by the digest of its cookie: the book can be read without anybody's seat being lost.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct VisitorId(String);

impl VisitorId {
    /// The browser with this cookie.
    pub(crate) fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// As it was written down.
    pub(super) fn read(digest: &str) -> Self {
        Self(digest.to_owned())
    }

    /// As it is written down.
    pub(super) fn digest(&self) -> &str {
        &self.0
    }

    /// Enough of it to tell it from others.
    pub(super) fn short(&self) -> String {
        self.0.chars().take(16).collect()
    }
}

/// Everything that is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Book {
    #[serde(default)]
    pub(super) visitors: BTreeMap<VisitorId, Visitor>,
    #[serde(default)]
    pub(super) tables: BTreeMap<String, TableDoor>,
}

/// A browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Visitor {
    /// Came by the link the program printed.
    #[serde(default)]
    pub(super) owner: bool,
    /// When it came by that link, in milliseconds since 1970.
    #[serde(default)]
    pub(super) since: i64,
    /// "phone" or "computer", if it came by that link.
    #[serde(default)]
    pub(super) device: String,
}

/// The door of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TableDoor {
    /// What stands behind the `#` of the invitation, and the short code.
    #[serde(default)]
    pub(super) invitation: Option<(String, String)>,
    /// Who sits where.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) seats: BTreeMap<VisitorId, Seat>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) knocks: Vec<Knock>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) blocked: BTreeSet<VisitorId>,
    #[serde(default)]
    pub(super) next_knock: u32,
    /// After so many seconds instinct answers.
    #[serde(default)]
    pub(super) delay: Option<u32>,
}

impl TableDoor {
    /// What is left where nobody sits, waits or is turned away.
    pub(super) fn without_people(&self) -> Self {
        let Self { invitation, next_knock, delay, .. } = self.clone();
        Self { invitation, next_knock, delay, ..Self::default() }
    }
}

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Knock {
    pub(super) id: u32,
    pub(super) visitor: VisitorId,
    pub(super) name: String,
    pub(super) sign: String,
    pub(super) device: String,
}

/// How a browser stands at a table's door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    Stranger,
    Waiting(KnockCard),
    Seated(Seat),
}

/// Why a knock is not heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unheard {
    #[error("The GM of this table does not want to be asked again.")]
    Blocked,
    #[error("Too many people wait at this door. Try again later.")]
    Crowded,
    #[error("You already sit at this table.")]
    Seated,
    #[error("A name has 1 to 40 characters.")]
    Name,
}

impl Book {
    pub(super) fn stands(&self, table: &str, visitor: &VisitorId) -> Stands {
        if self.visitors.get(visitor).is_some_and(|visitor| visitor.owner) {
            return Stands::Seated(Seat::GM);
        }
        let Some(door) = self.tables.get(table) else { return Stands::Stranger };
        if let Some(seat) = door.seats.get(visitor) {
            return Stands::Seated(*seat);
        }
        let knock = door.knocks.iter().find(|knock| knock.visitor == *visitor);
        knock.map_or(Stands::Stranger, |knock| Stands::Waiting(knock.card()))
    }

    /// Remembers a browser, and forgets ones that came to nothing if there are too many.
    pub(super) fn welcome(&mut self, visitor: VisitorId, owner: bool) {
        if self.visitors.len() >= MOST_VISITORS {
            let tables = &self.tables;
            self.visitors.retain(|known, visitor| {
                let at_a_table = |door: &TableDoor| {
                    door.seats.contains_key(known) || door.knocks.iter().any(|knock| knock.visitor == *known)
                };
                visitor.owner || tables.values().any(at_a_table)
            });
        }
        self.visitors.entry(visitor).or_default().owner |= owner;
    }

    pub(super) fn knock(
        &mut self,
        table: &str,
        visitor: &VisitorId,
        name: &str,
        device: &str,
        number: u64,
    ) -> Result<(), Unheard> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 40 || name.contains(char::is_control) {
            return Err(Unheard::Name);
        }
        if matches!(self.stands(table, visitor), Stands::Seated(_)) {
            return Err(Unheard::Seated);
        }
        let door = self.tables.entry(table.to_owned()).or_default();
        if door.blocked.contains(visitor) {
            return Err(Unheard::Blocked);
        }
        if let Some(knock) = door.knocks.iter_mut().find(|knock| knock.visitor == *visitor) {
            name.clone_into(&mut knock.name);
            return Ok(());
        }
        if door.knocks.len() >= MOST_WAITING {
            return Err(Unheard::Crowded);
        }
        let taken: Vec<&str> = door.knocks.iter().map(|knock| knock.sign.as_str()).collect();
        let sign = signs::deal(number, &taken);
        door.next_knock = door.next_knock.wrapping_add(1);
        let (id, visitor) = (door.next_knock, visitor.clone());
        door.knocks.push(Knock { id, visitor, name: name.to_owned(), sign, device: device.to_owned() });
        Ok(())
    }

    /// Somebody who waits leaves the waiting room; who they were, if they did.
    pub(super) fn done_waiting(&mut self, table: &str, is: impl Fn(&Knock) -> bool) -> Option<Knock> {
        let door = self.tables.get_mut(table)?;
        let at = door.knocks.iter().position(is)?;
        Some(door.knocks.remove(at))
    }

    /// The table whose invitation this is.
    pub(super) fn invited_by(&self, fits: impl Fn(&str, &str, &str) -> bool) -> Option<&str> {
        let good = |(table, door): &(&String, &TableDoor)| {
            door.invitation.as_ref().is_some_and(|(secret, code)| fits(table, secret, code))
        };
        self.tables.iter().find(good).map(|(table, _)| table.as_str())
    }
}

impl Knock {
    pub(super) fn card(&self) -> KnockCard {
        KnockCard {
            id: self.id,
            name: self.name.clone(),
            sign: self.sign.clone(),
            device: self.device.clone(),
        }
    }
}
