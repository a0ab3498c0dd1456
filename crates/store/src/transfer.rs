//! The lines of an exported table: a header, one line per record, a footer. Shared by export and import.
//! Every line is JSON and ends in a newline.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::record::{MAX_BODY_BYTES, Seq};

/// The format of exported files this program writes.
pub const EXPORT_FORMAT: u32 = 1;
/// Longest line of an imported file: the largest record and what stands around it.
pub const MAX_IMPORT_LINE_BYTES: usize = MAX_BODY_BYTES + 4096;
/// Largest imported file.
pub const MAX_IMPORT_BYTES: u64 = 256 << 20;

/// The value of `boneyard` in the header.
pub(crate) const FILE_KIND: &str = "table";

/// What every format keeps in its first line, so that an older program can refuse politely.
#[derive(Debug, Deserialize)]
pub(crate) struct Preamble {
    pub(crate) boneyard: String,
    pub(crate) format: u32,
    pub(crate) written_by: String,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    pub(crate) boneyard: String,
    pub(crate) format: u32,
    pub(crate) written_by: String,
    pub(crate) game: String,
    pub(crate) title: String,
    pub(crate) rules_version: String,
    pub(crate) created_at: i64,
    pub(crate) records: u64,
}

/// One record.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordLine<'a> {
    pub(crate) seq: Seq,
    pub(crate) at: i64,
    pub(crate) kind: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) body: &'a RawValue,
    pub(crate) sum: Cow<'a, str>,
}

/// The last line. `sum` is the SHA-256 of all lines before it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Footer {
    pub(crate) end: u64,
    pub(crate) sum: String,
}
