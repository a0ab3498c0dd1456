//! The format of the save: recognising it, refusing what is not ours or newer, and bringing an older
//! one up to date step by step, each time with a copy of the file beside it first.

use std::path::{Path, PathBuf};

use sqlx::SqliteConnection;

use crate::error::StoreError;

/// The format this program writes.
pub const FORMAT: u32 = STEPS.len() as u32;

/// Step `n` (from zero) brings a save of format `n` to format `n + 1`; each sets `user_version` itself.
pub(crate) const STEPS: &[&str] =
    &[include_str!("schema_1.sql"), include_str!("schema_2.sql"), include_str!("schema_3.sql")];

/// Marks the file as ours: "BONE".
const APPLICATION_ID: i64 = 0x424F_4E45;

/// The version that stamps what it writes.
pub(crate) const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Makes an opened file ready for use, or refuses it without touching it. An older one is copied first.
pub(crate) async fn prepare(
    db: &mut SqliteConnection,
    path: &Path,
    steps: &'static [&'static str],
) -> Result<(), StoreError> {
    bring_up(db, path, steps, true).await
}

/// The same; `copies` says whether an older one is copied first.
pub(crate) async fn bring_up(
    db: &mut SqliteConnection,
    path: &Path,
    steps: &'static [&'static str],
    copies: bool,
) -> Result<(), StoreError> {
    let found = recognise(db, path, steps.len() as u32).await?;
    let failed = |error: sqlx::Error| StoreError::from_database(path, &error);

    // Only now, for switching to write-ahead logging changes the file.
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(&mut *db).await.map_err(failed)?;
    if mode != "wal" {
        let why = format!("its file system does not allow safe writing (journal mode {mode})");
        return Err(StoreError::CannotOpen { path: path.display().to_string(), why });
    }

    for (step, sql) in (1..).zip(steps).skip(found as usize) {
        // A save that is just being made has nothing to lose.
        if found > 0 && copies {
            copy_into(db, path, &free_copy_name(path, step - 1)).await?;
        }
        migrate(db, path, step, sql).await?;
    }
    stamp(db).await.map_err(failed)
}

/// The format of the file: zero if it is empty.
pub(crate) async fn recognise(db: &mut SqliteConnection, path: &Path, known: u32) -> Result<u32, StoreError> {
    let failed = |error: sqlx::Error| StoreError::from_database(path, &error);
    let mark: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *db).await.map_err(failed)?;
    let format = user_version(db).await.map_err(failed)?;
    let objects: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut *db).await.map_err(failed)?;

    if mark == 0 && format == 0 && objects == 0 {
        return Ok(0);
    }
    if mark != APPLICATION_ID {
        let why = "it is a database of another program".into();
        return Err(StoreError::NotASave { path: path.display().to_string(), why });
    }
    if format > known {
        let written_by = sqlx::query_scalar("SELECT value FROM meta WHERE key = 'written_by'")
            .fetch_optional(&mut *db)
            .await
            // A newer format may keep its stamp elsewhere.
            .unwrap_or_default()
            .unwrap_or_else(|| format!("format {format}"));
        return Err(StoreError::Newer { written_by });
    }
    if format == 0 {
        let what = "its format is missing".into();
        return Err(StoreError::Damaged { place: path.display().to_string(), what });
    }
    Ok(format)
}

/// Goes up to format `to`, unless another program did so first.
async fn migrate(
    db: &mut SqliteConnection,
    path: &Path,
    to: u32,
    sql: &'static str,
) -> Result<(), StoreError> {
    let failed = |error: sqlx::Error| StoreError::from_database(path, &error);
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *db).await.map_err(failed)?;
    if user_version(db).await.map_err(failed)? < to {
        sqlx::raw_sql(sql).execute(&mut *db).await.map_err(failed)?;
    }
    sqlx::raw_sql("COMMIT").execute(&mut *db).await.map_err(failed)?;
    Ok(())
}

/// Writes a whole, consistent copy of the database to a file that does not exist yet.
pub(crate) async fn copy_into(db: &mut SqliteConnection, path: &Path, copy: &Path) -> Result<(), StoreError> {
    let Some(name) = copy.to_str() else {
        let why = "its name must be readable text".into();
        return Err(StoreError::Invalid { what: format!("{}", copy.display()), why });
    };
    // An empty file is filled; made by us, it is nobody else's to read.
    crate::private::make(copy).map_err(|error| StoreError::file(format!("Writing {name}"), &error))?;
    let copied = sqlx::query("VACUUM INTO ?1").bind(name).execute(db).await;
    copied.map_err(|error| match StoreError::from_database(path, &error) {
        StoreError::Full { .. } => StoreError::Full { path: name.into() },
        StoreError::CannotOpen { why, .. } => StoreError::CannotOpen { path: name.into(), why },
        other => other,
    })?;
    std::fs::File::open(copy)
        .and_then(|file| file.sync_all())
        .map_err(|error| StoreError::file(format!("Writing {name}"), &error))
}

/// `camp.boneyard` of format 1 is kept as `camp.boneyard.format-1`; an earlier copy is never overwritten.
fn free_copy_name(path: &Path, format: u32) -> PathBuf {
    let named = |suffix: String| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let mut copy = named(format!(".format-{format}"));
    let mut count = 2;
    while copy.exists() {
        copy = named(format!(".format-{format}-{count}"));
        count += 1;
    }
    copy
}

/// Notes which version writes here, for the day an older one meets a newer format.
async fn stamp(db: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO meta (key, value) SELECT 'written_by', ?1
         WHERE NOT EXISTS (SELECT 1 FROM meta WHERE key = 'written_by' AND value = ?1)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .bind(PROGRAM_VERSION)
    .execute(db)
    .await?;
    Ok(())
}

async fn user_version(db: &mut SqliteConnection) -> Result<u32, sqlx::Error> {
    let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(db).await?;
    Ok(u32::try_from(version).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Options, Store};
    use crate::{Journal, NewRecord, NewTable, Seq};

    const NEXT: &[&str] = &[
        STEPS[0],
        STEPS[1],
        STEPS[2],
        "ALTER TABLE game_table ADD COLUMN colour TEXT; PRAGMA user_version = 4;",
    ];
    const BROKEN: &[&str] = &[
        STEPS[0],
        STEPS[1],
        STEPS[2],
        "ALTER TABLE game_table ADD COLUMN colour TEXT; ALTER TABLE nowhere ADD COLUMN x TEXT;",
    ];

    async fn crypt_in(path: &Path) {
        let store = Store::open(path).await.expect("a new save opens");
        let table = NewTable {
            id: "crypt".into(),
            game: "dirk-rules".into(),
            title: "The Crypt".into(),
            rules_version: "1".into(),
        };
        let record = NewRecord { kind: "fact".into(), body: "{}".into() };
        store.create(&table, &[record]).await.expect("a table is created");
        store.close().await;
    }

    #[tokio::test]
    async fn an_older_save_is_copied_and_then_brought_up_to_date() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("camp.boneyard");
        crypt_in(&path).await;

        let store = Store::open_steps(&path, Options::default(), NEXT).await.expect("it migrates");
        assert_eq!(store.read("crypt", Seq(1)).await.expect("it reads").len(), 1);
        store.close().await;

        let newer = Store::open(&path).await.expect_err("format 4 is newer than this program");
        assert_eq!(newer, StoreError::Newer { written_by: PROGRAM_VERSION.into() });
        let copy = Store::open(dir.path().join("camp.boneyard.format-3")).await.expect("the copy is a save");
        assert_eq!(copy.read("crypt", Seq(1)).await.expect("it reads").len(), 1);
    }

    #[tokio::test]
    async fn a_migration_that_fails_leaves_the_save_as_it_was() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("camp.boneyard");
        crypt_in(&path).await;

        Store::open_steps(&path, Options::default(), BROKEN).await.expect_err("the step fails");
        let store = Store::open(&path).await.expect("format 3 still opens");
        assert_eq!(store.read("crypt", Seq(1)).await.expect("it reads").len(), 1);
        store.close().await;

        Store::open_steps(&path, Options::default(), NEXT).await.expect("a second try succeeds");
        assert!(dir.path().join("camp.boneyard.format-3-2").exists(), "and keeps the first copy too");
    }
}
