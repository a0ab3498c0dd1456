//! Where the tables are kept, and finding one of them by what people call it.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use boneyard_store::blocking::Store;
use boneyard_store::{Hold, TableInfo};

use crate::cli::Backups;
use crate::kept::KeptTable;
use crate::{Failure, random};

const FILE: &str = "tables.boneyard";

/// The folder given, or `boneyard` in the user's data folder.
pub(crate) fn folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // A relative XDG_DATA_HOME is to be ignored, by its own specification.
    let data = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let data = data.or_else(|| set("HOME").map(|home| home.join(".local").join("share")));
    let data = data.ok_or_else(|| {
        Failure::said("Boneyard finds no folder for your tables. Name one with --data DIR.")
    })?;
    Ok(data.join("boneyard"))
}

/// A save in use. When it is dropped, the file alone is the whole save again.
#[derive(Debug)]
pub(crate) struct Save {
    store: Store,
    /// The lock that keeps other programs from replacing the file.
    _hold: Hold,
}

impl std::ops::Deref for Save {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// Opens the save of a folder, making both if there is none.
pub(crate) fn open(folder: &Path) -> Result<Save, Failure> {
    let file = file(folder)?;
    let hold = Hold::beside_others(&file)?;
    Ok(Save { store: Store::open(file)?, _hold: hold })
}

/// Where backups with a date go.
pub(crate) fn backups(folder: &Path, wanted: &Backups) -> PathBuf {
    wanted.folder.clone().unwrap_or_else(|| folder.join("backups"))
}

/// The save of a folder, which is made if there is none.
pub(crate) fn file(folder: &Path) -> Result<PathBuf, Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::unwritten(folder, &error))?;
    Ok(folder.join(FILE))
}

/// The table with this id, or the only one with this title.
pub(crate) fn find(store: &Store, name: &str) -> Result<TableInfo, Failure> {
    let tables = store.tables()?;
    if let Some(info) = tables.iter().find(|info| info.id == name) {
        return Ok(info.clone());
    }
    let titled: Vec<&TableInfo> =
        tables.iter().filter(|info| info.title.eq_ignore_ascii_case(name)).collect();
    match titled.as_slice() {
        [one] => Ok((*one).clone()),
        [] if tables.is_empty() => {
            Err(Failure::said(format!("There is no table \"{name}\": nothing is saved here yet.")))
        }
        [] => Err(Failure::said(format!("There is no table \"{name}\". `boneyard tables` lists them."))),
        many => {
            let ids: Vec<&str> = many.iter().map(|info| info.id.as_str()).collect();
            Err(Failure::said(format!(
                "{} tables are called \"{name}\". Say which: {}.",
                many.len(),
                ids.join(", ")
            )))
        }
    }
}

/// Writes a table as one file: whole or not at all, and never over another file.
pub(crate) fn export(store: &Store, id: &str, path: &Path) -> Result<(), Failure> {
    let file = File::create_new(path).map_err(|error| Failure::unwritten(path, &error))?;
    let mut out = BufWriter::new(file);
    let written = store.export(id, &mut out).map_err(Failure::from).and_then(|()| {
        let file = out.into_inner().map_err(|error| Failure::unwritten(path, error.error()))?;
        file.sync_all().map_err(|error| Failure::unwritten(path, &error))
    });
    if written.is_err() {
        std::fs::remove_file(path).ok();
    }
    written
}

/// Reads an exported table and checks that it can be played before it stays.
pub(crate) fn import(store: &Store, path: &Path) -> Result<TableInfo, Failure> {
    let file = File::open(path).map_err(|error| Failure::unread(path, &error))?;
    let info = store.import(&mut BufReader::new(file), &random::table_id()?)?;
    if let Err(trouble) = KeptTable::open(store, &info.id) {
        store.delete(&info.id)?;
        return Err(Failure::said(format!("{trouble} Nothing was imported.")));
    }
    Ok(info)
}
