//! Copies of the whole save, made while it is in use. A backup is a save like any other.
//! When to make one, and how many to keep, is the caller's choice.

use std::path::{Path, PathBuf};

use sqlx::Connection;

use crate::check::Damage;
use crate::error::StoreError;
use crate::hold::beside;
use crate::schema::copy_into;
use crate::store::{Store, now};

/// A backup that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Where it was put.
    pub path: PathBuf,
    /// Tables that are damaged, in the save as in the copy.
    pub damaged: Vec<Damage>,
}

impl Store {
    /// Copies the save to a new file. It gets its name only when it is on disk and its records were read against
    /// their checksums. A table that is damaged in the save is copied as it is, and named.
    pub async fn backup(&self, path: impl AsRef<Path>) -> Result<Backup, StoreError> {
        let path = path.as_ref();
        if path.exists() {
            let why = "there is already a file of that name".into();
            return Err(StoreError::CannotOpen { path: path.display().to_string(), why });
        }
        let at = now();
        let partial = Partial::of(path);
        let mut db = self.connect().await?;
        let copied = copy_into(&mut db, self.path(), &partial.0).await;
        let _ = db.close().await;
        copied?;
        let damaged = self.verified(&partial.0).await?;
        std::fs::rename(&partial.0, path)
            .and_then(|()| sync_folder(path))
            .map_err(|error| StoreError::file(format!("Writing {}", path.display()), &error))?;
        let backup = Backup { at, path: path.to_owned(), damaged };
        // The copy is what counts: a save that has no room for this note must still be able to leave.
        let _ = self.note_backup(&backup).await;
        Ok(backup)
    }

    /// Reads a copy against its checksums. What is damaged in it must be so in the save, or the copy is no good.
    async fn verified(&self, copy: &Path) -> Result<Vec<Damage>, StoreError> {
        let store = Store::look_at(copy);
        let damaged = store.check().await;
        store.close().await;
        let damaged = damaged?;
        for damage in &damaged {
            if self.check_table(&damage.id).await.is_ok() {
                let what = "it is not what was copied".into();
                return Err(StoreError::Damaged { place: copy.display().to_string(), what });
            }
        }
        Ok(damaged)
    }

    /// The last backup that was finished, if there was any.
    pub async fn last_backup(&self) -> Result<Option<Backup>, StoreError> {
        let mut read = self.begin_read().await?;
        let row: Result<Option<(String, String)>, sqlx::Error> = sqlx::query_as(
            "SELECT at.value, path.value FROM meta AS at, meta AS path
             WHERE at.key = 'last_backup_at' AND path.key = 'last_backup_path'",
        )
        .fetch_optional(&mut read.db)
        .await;
        let row = read.end(row.map_err(|error| self.failed(&error))).await?;
        Ok(row.and_then(|(at, path)| {
            Some(Backup { at: at.parse().ok()?, path: path.into(), damaged: Vec::new() })
        }))
    }

    async fn note_backup(&self, backup: &Backup) -> Result<(), StoreError> {
        let mut write = self.begin_write().await?;
        let noted = sqlx::query(
            "INSERT INTO meta (key, value) VALUES ('last_backup_at', ?1), ('last_backup_path', ?2)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )
        .bind(backup.at.to_string())
        .bind(backup.path.display().to_string())
        .execute(&mut write.db)
        .await;
        let outcome = noted.map(drop).map_err(|error| self.failed(&error));
        write.end(outcome).await
    }
}

/// What the name of a copy under way ends with.
pub(crate) const PARTIAL: &str = ".partial";

/// A copy under way. It is gone with this value, unless it got its name.
struct Partial(PathBuf);

impl Partial {
    fn of(path: &Path) -> Self {
        let partial = beside(path, PARTIAL);
        // Left over from a copy that was interrupted.
        let _ = std::fs::remove_file(&partial);
        Self(partial)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A name given to a file is on disk only when its folder is.
pub(crate) fn sync_folder(path: &Path) -> std::io::Result<()> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if cfg!(unix) => std::fs::File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}
