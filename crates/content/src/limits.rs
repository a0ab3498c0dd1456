//! How large content may be. A pack comes from anywhere, so each limit is checked before its text is used.

use crate::error::ContentError;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The limits for one file and one pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of one file.
    pub file_bytes: usize,
    /// Most items in one array, so also most rows of one table in one file.
    pub entries: usize,
    /// Most characters of one text.
    pub text_chars: usize,
    /// Most files of one pack.
    pub files: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes: 1 << 20, entries: 5_000, text_chars: 20_000, files: 500 }
    }
}

impl Limits {
    pub(crate) fn check_size(&self, file: &str, text: &str) -> Result<(), ContentError> {
        over("a file", "bytes", text.len(), self.file_bytes)
            .map_or(Ok(()), |what| Err(ContentError::new(file, text, 0..0, String::new(), what)))
    }

    pub(crate) fn check_files(&self, pack: &str, files: usize) -> Result<(), ContentError> {
        over("a pack", "files", files, self.files)
            .map_or(Ok(()), |what| Err(ContentError::new(pack, "", 0..0, String::new(), what)))
    }

    pub(crate) fn check_values(
        &self,
        file: &str,
        text: &str,
        table: &DeTable<'_>,
    ) -> Result<(), ContentError> {
        table.values().try_for_each(|value| self.check_value(file, text, value))
    }

    fn check_value(&self, file: &str, text: &str, value: &Spanned<DeValue<'_>>) -> Result<(), ContentError> {
        let too_much = match value.get_ref() {
            DeValue::String(words) => over("a text", "characters", words.chars().count(), self.text_chars),
            DeValue::Array(items) => over("an array", "entries", items.len(), self.entries),
            _ => None,
        };
        if let Some(what) = too_much {
            return Err(ContentError::at(file, text, value.span(), what));
        }
        match value.get_ref() {
            DeValue::Array(items) => items.iter().try_for_each(|item| self.check_value(file, text, item)),
            DeValue::Table(table) => self.check_values(file, text, table),
            _ => Ok(()),
        }
    }
}

fn over(thing: &str, unit: &str, has: usize, most: usize) -> Option<String> {
    (has > most).then(|| format!("{has} {unit} are too many; {thing} may have at most {most} {unit}"))
}
