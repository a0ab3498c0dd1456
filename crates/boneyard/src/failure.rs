//! Why a command could not be carried out, in one sentence for the person who typed it.

use std::fmt::Display;
use std::io;
use std::path::Path;

use boneyard_store::StoreError;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A request that is impossible or badly formed.
    #[error("{0}")]
    Said(String),
    /// A file cannot be read or written.
    #[error("{path} cannot be {doing}: {why}.")]
    File {
        /// Which file.
        path: String,
        /// "read" or "written".
        doing: &'static str,
        /// What the system says.
        why: String,
    },
    /// The save refuses or fails.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The output cannot be written.
    #[error("Cannot write the output: {0}.")]
    Output(#[from] io::Error),
}

impl Failure {
    /// A failure in words.
    pub fn said(words: impl Display) -> Self {
        Self::Said(words.to_string())
    }

    /// A file that cannot be read.
    pub fn unread(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.display().to_string(), doing: "read", why: plain(error) }
    }

    /// A file that cannot be written.
    pub fn unwritten(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.display().to_string(), doing: "written", why: plain(error) }
    }
}

/// The system's words without its error number.
fn plain(error: &io::Error) -> String {
    let words = error.to_string();
    words.split(" (os error").next().unwrap_or(&words).to_lowercase()
}
