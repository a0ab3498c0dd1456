//! The packs of a table, read one after the other: a row may be like one of its own pack or of an earlier one.

use serde::de::DeserializeOwned;
use toml::de::DeTable;

use crate::error::ContentError;
use crate::like::{self, Rows};
use crate::limits::Limits;
use crate::pack::{Pack, PackFile};
use crate::read::{parse, typed};

/// Packs that were read so far.
#[derive(Debug, Default)]
pub struct Shelf {
    files: Vec<PackFile>,
}

impl Shelf {
    /// Reads every file of the next pack.
    pub fn read<'p, T: DeserializeOwned>(
        &mut self,
        pack: &'p Pack,
    ) -> Result<Vec<(&'p PackFile, T)>, ContentError> {
        let limits = Limits::default();
        let parsed = pack.files.iter().map(|file| parse(&limits, &file.path, &file.text));
        let parsed = parsed.collect::<Result<Vec<_>, ContentError>>()?;
        let mut read = Vec::with_capacity(parsed.len());
        if parsed.iter().any(|(_, table)| like::any(table.get_ref())) {
            // They were read before, so nothing is wrong with them.
            let earlier: Vec<_> =
                self.files.iter().filter_map(|file| DeTable::parse(&file.text).ok()).collect();
            let files = earlier.iter().chain(parsed.iter().map(|(_, table)| table));
            let mut rows = Rows::of(files.map(|table| table.get_ref()).collect());
            for (at, (file, (outline, table))) in pack.files.iter().zip(&parsed).enumerate() {
                let whole = rows
                    .whole(earlier.len() + at)
                    .map_err(|fault| ContentError::at(&file.path, &file.text, fault.span, fault.what))?;
                let whole = toml::Spanned::new(table.span(), whole);
                read.push((file, typed(&file.path, &file.text, outline, whole)?));
            }
        } else {
            for (file, (outline, table)) in pack.files.iter().zip(parsed) {
                read.push((file, typed(&file.path, &file.text, &outline, table)?));
            }
        }
        self.files.extend(pack.files.iter().cloned());
        Ok(read)
    }
}
