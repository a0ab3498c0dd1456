//! A pack: named files with who made them and under which licence. The game's own content is a pack too.
//! Packs hold text; nothing here reads a disk.

use crate::error::ContentError;
use crate::limits::Limits;
use crate::read::read_within;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Content that belongs together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// Short name, such as `dirk-rules`; stands before the file name in errors and origins.
    pub name: Arc<str>,
    /// Name for people.
    pub title: String,
    /// Who made it.
    pub author: String,
    /// Under which terms it may be used.
    pub licence: String,
    /// Its files, ordered by name.
    pub files: Vec<PackFile>,
}

/// One file of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackFile {
    /// The pack it belongs to.
    pub pack: Arc<str>,
    /// Pack and path, such as `dirk-rules/weapons.toml`.
    pub path: Arc<str>,
    /// The text as written.
    pub text: Arc<str>,
}

/// The file that tells about the pack itself.
const HEADER: &str = "pack.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    name: String,
    title: String,
    author: String,
    licence: String,
}

impl Pack {
    /// A pack made by the program, such as the content compiled into a game.
    pub fn built_in(name: &str, title: &str, author: &str, licence: &str, files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|&(file, text)| (file.to_owned(), text.to_owned())).collect();
        Self::of(name, title.to_owned(), author.to_owned(), licence.to_owned(), files)
    }

    /// A pack from its files, one of which is `pack.toml` with `name`, `title`, `author` and `licence`.
    pub fn from_files(limits: &Limits, mut files: Vec<(String, String)>) -> Result<Self, ContentError> {
        limits.check_files(HEADER, files.len())?;
        let Some(at) = files.iter().position(|(file, _)| file == HEADER) else {
            let what = "the pack has no such file; it names the pack's name, title, author and licence";
            return Err(ContentError::new(HEADER, "", 0..0, String::new(), what.to_owned()));
        };
        let (_, text) = files.remove(at);
        let Header { name, title, author, licence } = read_within(limits, HEADER, &text)?;
        let is_name = !name.is_empty()
            && name.len() <= 40
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if !is_name {
            return Err(ContentError::in_field(HEADER, &text, "name", "this cannot name a pack")
                .allowing("1 to 40 small letters, digits and hyphens"));
        }
        for (field, value) in [("title", &title), ("author", &author), ("licence", &licence)] {
            if value.trim().is_empty() {
                return Err(ContentError::in_field(HEADER, &text, field, "this must not be empty"));
            }
        }
        Ok(Self::of(&name, title, author, licence, files))
    }

    fn of(
        name: &str,
        title: String,
        author: String,
        licence: String,
        mut files: Vec<(String, String)>,
    ) -> Self {
        files.sort();
        let pack: Arc<str> = name.into();
        let files = files
            .into_iter()
            .map(|(file, text)| PackFile {
                pack: pack.clone(),
                path: format!("{name}/{file}").into(),
                text: text.into(),
            })
            .collect();
        Self { name: pack, title, author, licence, files }
    }
}

impl PackFile {
    /// Reads the file within the usual limits.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, ContentError> {
        self.read_within(&Limits::default())
    }

    /// Reads the file within these limits.
    pub fn read_within<T: DeserializeOwned>(&self, limits: &Limits) -> Result<T, ContentError> {
        read_within(limits, &self.path, &self.text)
    }

    /// A mistake in a field of this file, such as `weapon[2].damage`, found by the one who read it.
    pub fn mistake(&self, field: &str, what: impl Into<String>) -> ContentError {
        ContentError::in_field(&self.path, &self.text, field, what)
    }
}
