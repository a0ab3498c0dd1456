//! Putting a backup in the place of a save. What stood there is kept beside it.

use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::backup::sync_folder;
use crate::check::Damage;
use crate::dated::stamp;
use crate::error::StoreError;
use crate::hold::{Hold, beside};
use crate::schema::{self, copy_into};
use crate::store::{Options, Store, now, refuse_lost};

/// A save that was restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// How many tables it holds.
    pub tables: usize,
    /// Those of them that are damaged.
    pub damaged: Vec<Damage>,
    /// Where the save is that stood there before.
    pub before: Option<PathBuf>,
}

/// Puts a copy of `backup` in the place of `save`, if all its tables are whole, or `anyway`. Refused while anybody
/// uses the save; the backup stays as it is.
pub async fn restore(backup: &Path, save: &Path, anyway: bool) -> Result<Restored, StoreError> {
    if !backup.is_file() {
        let why = "there is no such file".into();
        return Err(StoreError::CannotOpen { path: backup.display().to_string(), why });
    }
    refuse_lost(backup)?;
    let _serving = Hold::to_serve(save)?;
    let _alone = Hold::alone(save)?;
    let copy = beside(save, ".restoring");
    clear(&copy);
    let restored = put_in_place(backup, save, &copy, anyway).await;
    clear(&copy);
    restored
}

async fn put_in_place(backup: &Path, save: &Path, copy: &Path, anyway: bool) -> Result<Restored, StoreError> {
    copied(backup, copy).await?;
    let store = Store::open_copy(copy).await?;
    let checked = match store.check().await {
        Ok(damaged) => store.tables().await.map(|tables| (tables.len(), damaged)),
        Err(error) => Err(error),
    };
    store.close().await;
    let (tables, damaged) = checked?;
    if let Some(first) = damaged.first().filter(|_| !anyway) {
        return Err(StoreError::Unsound { path: backup.display().to_string(), what: first.what.clone() });
    }
    let before = put_aside(save).await?;
    std::fs::rename(copy, save)
        .and_then(|()| sync_folder(save))
        .map_err(|error| StoreError::file(format!("Writing {}", save.display()), &error))?;
    Ok(Restored { tables, damaged, before })
}

/// Reads the backup with what its write-ahead log still holds, and changes nothing in it.
async fn copied(backup: &Path, copy: &Path) -> Result<(), StoreError> {
    let failed = |error: sqlx::Error| StoreError::from_database(backup, &error);
    let options = SqliteConnectOptions::new().filename(backup).read_only(true).disable_statement_logging();
    let mut db = options.connect().await.map_err(failed)?;
    let known = schema::recognise(&mut db, backup, schema::FORMAT).await;
    let copied = match known {
        Ok(0) => {
            let why = "it is empty".into();
            Err(StoreError::NotASave { path: backup.display().to_string(), why })
        }
        Ok(_) => copy_into(&mut db, backup, copy).await,
        Err(error) => Err(error),
    };
    let _ = db.close().await;
    copied
}

/// Keeps what stands in the save's place under a name with the time. The save itself stays where it is until another
/// takes its name, so that there is one at any moment.
async fn put_aside(save: &Path) -> Result<Option<PathBuf>, StoreError> {
    if !save.exists() && !beside(save, "-wal").exists() {
        return Ok(None);
    }
    // What its log holds goes into the file, if it can still be read.
    if let Ok(store) = Store::open_with(save, Options::default()).await {
        store.close().await;
    }
    let before = beside(save, &format!(".before-{}", stamp(now())));
    let failed = |error: std::io::Error| StoreError::file(format!("Writing {}", before.display()), &error);
    for suffix in ["-wal", "-shm"] {
        let log = beside(save, suffix);
        if log.exists() {
            std::fs::rename(log, beside(&before, suffix)).map_err(failed)?;
        }
    }
    if save.exists() {
        std::fs::hard_link(save, &before)
            .or_else(|_| std::fs::copy(save, &before).map(drop))
            .map_err(failed)?;
    }
    Ok(Some(before))
}

/// Takes away what a restore left that did not come to its end.
fn clear(copy: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(copy, suffix));
    }
}
