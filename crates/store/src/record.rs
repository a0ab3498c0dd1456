//! What goes into the store and comes out of it, and how large each part may be.
//! How it lies on disk is elsewhere.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::StoreError;

/// Largest body of one record. Records refer to content; they do not copy it.
pub const MAX_BODY_BYTES: usize = 1 << 20;
/// Largest snapshot.
pub const MAX_SNAPSHOT_BYTES: usize = 64 << 20;
/// Longest id, game, rules version, kind or command id.
pub const MAX_NAME_BYTES: usize = 64;
/// Longest title.
pub const MAX_TITLE_BYTES: usize = 200;

/// A place in a table's journal. The first record is 1; 0 is before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seq(pub u64);

impl Seq {
    /// Before the first record.
    pub const START: Seq = Seq(0);

    /// The record after this one.
    #[must_use]
    pub fn next(self) -> Seq {
        Seq(self.0.saturating_add(1))
    }

    pub(crate) fn to_sql(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    pub(crate) fn from_sql(seq: i64) -> Seq {
        Seq(u64::try_from(seq).unwrap_or(0))
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A table to be created. The id is chosen by the caller and never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTable {
    /// Unique within the save: letters, digits and `- _ . + :`.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// What people call the table.
    pub title: String,
    /// The version of the rules the table started with.
    pub rules_version: String,
}

/// What a lobby shows of a table without reading its journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableInfo {
    /// Unique within the save.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// What people call the table.
    pub title: String,
    /// The version of the rules the table started with.
    pub rules_version: String,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// Put away: still whole, but out of sight.
    pub archived: bool,
    /// The last record.
    pub last: Seq,
    /// When the last record was written, in milliseconds since 1970; the creation if there is none.
    pub last_at: i64,
}

/// A record to be appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRecord {
    /// What the body is, in one word.
    pub kind: String,
    /// One line of JSON, kept byte for byte.
    pub body: String,
}

/// A record as it stands in the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its place.
    pub seq: Seq,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
    /// What the body is, in one word.
    pub kind: String,
    /// The command it ends, if that had an id.
    pub command: Option<String>,
    /// One line of JSON, as it was given.
    pub body: String,
}

/// The whole state of a table after a record, so that opening need not read all before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The last record it includes.
    pub seq: Seq,
    /// When it was taken, in milliseconds since 1970.
    pub at: i64,
    /// Opaque text, as it was given.
    pub body: String,
}

impl NewTable {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        check_name("The table's id", &self.id)?;
        check_name("The game's id", &self.game)?;
        check_name("The rules version", &self.rules_version)?;
        if self.title.len() > MAX_TITLE_BYTES {
            return Err(StoreError::TooLarge { what: "The title".into(), limit: MAX_TITLE_BYTES as u64 });
        }
        if self.title.trim().is_empty() || self.title.contains(char::is_control) {
            return Err(StoreError::Invalid {
                what: "The title".into(),
                why: "it must be a line of text that is not empty".into(),
            });
        }
        Ok(())
    }
}

/// Checks what no record may be without, whether it is appended or imported.
pub(crate) fn check_record(kind: &str, body: &str) -> Result<(), StoreError> {
    check_name("The record's kind", kind)?;
    if body.len() > MAX_BODY_BYTES {
        return Err(StoreError::TooLarge { what: "A record".into(), limit: MAX_BODY_BYTES as u64 });
    }
    // One record is one line of an export, and must come back from it byte for byte.
    let one_line = !body.contains(['\n', '\r']) && body.trim() == body;
    if !one_line || serde_json::from_str::<serde::de::IgnoredAny>(body).is_err() {
        return Err(StoreError::Invalid {
            what: "A record".into(),
            why: "it must be one line of JSON".into(),
        });
    }
    Ok(())
}

/// Checks a short identifier.
pub(crate) fn check_name(what: &str, name: &str) -> Result<(), StoreError> {
    if name.len() > MAX_NAME_BYTES {
        return Err(StoreError::TooLarge { what: what.into(), limit: MAX_NAME_BYTES as u64 });
    }
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.+:".contains(c)) {
        return Err(StoreError::Invalid {
            what: what.into(),
            why: "it must be made of letters, digits and - _ . + : only".into(),
        });
    }
    Ok(())
}
