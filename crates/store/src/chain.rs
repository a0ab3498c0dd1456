//! The checksum chain: each record's sum covers the one before it, so that a journal that was cut,
//! edited or reordered is noticed. It finds accidents; it is no seal against someone who recomputes it.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::record::{Record, Seq};

/// A link of the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sum([u8; 32]);

impl Sum {
    /// Before the first record of a table of this game.
    pub(crate) fn root(game: &str) -> Sum {
        Sum::of(&[b"boneyard journal 1", game.as_bytes()])
    }

    /// After one more record.
    pub(crate) fn then(self, record: &Record) -> Sum {
        let command = record.command.as_deref().unwrap_or_default();
        Sum::of(&[
            b"record",
            &self.0,
            &record.seq.0.to_be_bytes(),
            &record.at.to_be_bytes(),
            record.kind.as_bytes(),
            command.as_bytes(),
            record.body.as_bytes(),
        ])
    }

    /// Of a snapshot taken where the chain stands at this sum.
    pub(crate) fn snapshot(self, seq: Seq, at: i64, body: &str) -> Sum {
        Sum::of(&[b"snapshot", &self.0, &seq.0.to_be_bytes(), &at.to_be_bytes(), body.as_bytes()])
    }

    /// From the bytes kept in the database.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Sum> {
        bytes.try_into().ok().map(Sum)
    }

    /// For the database.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// For export.
    pub(crate) fn hex(&self) -> String {
        hex(&self.0)
    }

    /// Every part is preceded by its length, so that no two lists of parts read the same.
    fn of(parts: &[&[u8]]) -> Sum {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Sum(hash.finalize().into())
    }
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
