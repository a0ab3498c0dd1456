//! The SQLite file behind a store: opening it, one writer, a few readers. No SQL about tables here.
//!
//! Several handles, even in several programs, may use one save: every write is one immediate
//! transaction, and the one who comes second gets a conflict or waits for at most [`BUSY_WAIT`].

use std::path::{Path, PathBuf};
use std::sync::Mutex as StdMutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Mutex, MutexGuard};

use crate::error::StoreError;
use crate::hold::beside;
use crate::known::Known;
use crate::{private, schema};

/// How long a write waits for another program before it gives up.
const BUSY_WAIT: Duration = Duration::from_secs(5);

/// Idle readers kept open.
const SPARE_READERS: usize = 4;

const PAGE_BYTES: u64 = 4096;

/// What each connection keeps of the file in memory: enough for where some hundred tables write.
const CACHE_KILOBYTES: u32 = 16 * 1024;

/// How a save is opened.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The size the save may grow to; past it, appends fail as they do on a full disk.
    pub max_bytes: Option<u64>,
}

/// A save: many tables in one SQLite file. Share it behind an `Arc`.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connect: SqliteConnectOptions,
    writer: Mutex<Option<Writer>>,
    readers: StdMutex<Vec<SqliteConnection>>,
    closed: AtomicBool,
}

/// The one connection that writes, and what it remembers.
#[derive(Debug)]
struct Writer {
    db: SqliteConnection,
    known: Known,
}

impl Store {
    /// Opens a save, creating the file if there is none.
    pub async fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        Store::open_with(path, Options::default()).await
    }

    /// Opens a save with a limit on its size.
    pub async fn open_with(path: impl AsRef<Path>, options: Options) -> Result<Store, StoreError> {
        Store::open_steps(path.as_ref(), options, schema::STEPS).await
    }

    /// The file this store lives in.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Waits for the one who writes, folds the write-ahead log into the file and closes all connections: then the file
    /// alone is the whole save. Whatever is asked later is refused. Dropping a store is just as safe, but leaves the
    /// folding to the one who opens it next.
    pub async fn close(&self) {
        let mut slot = self.writer.lock().await;
        if self.closed.swap(true, Ordering::SeqCst) {
            return;
        }
        let readers = std::mem::take(&mut *self.spare_readers());
        for reader in readers {
            // What was acknowledged is on disk already; a failed close loses nothing.
            let _ = reader.close().await;
        }
        let writer = match slot.take() {
            Some(writer) => Some(writer.db),
            None => self.connect.connect().await.ok(),
        };
        if let Some(mut db) = writer {
            // Closing the last connection folds it in too, but a reader may still be under way.
            let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut db).await;
            let _ = db.close().await;
        }
    }

    /// Opens a copy that nobody else knows of, and brings it up to date without another copy of it.
    pub(crate) async fn open_copy(path: &Path) -> Result<Store, StoreError> {
        let connect = connect_options(path, Options::default());
        let failed = |error: sqlx::Error| StoreError::from_database(path, &error);
        let mut db = connect.connect().await.map_err(failed)?;
        if let Err(error) = schema::bring_up(&mut db, path, schema::STEPS, false).await {
            let _ = db.close().await;
            return Err(error);
        }
        Ok(Store::of(path, connect, Some(db)))
    }

    /// A copy that is only looked at: nothing in it changes, and nothing comes to lie beside it.
    pub(crate) fn look_at(path: &Path) -> Store {
        Store::of(path, connect_options(path, Options::default()).read_only(true).immutable(true), None)
    }

    fn of(path: &Path, connect: SqliteConnectOptions, db: Option<SqliteConnection>) -> Store {
        Store {
            path: path.to_owned(),
            connect,
            writer: Mutex::new(db.map(|db| Writer { db, known: Known::default() })),
            readers: StdMutex::new(Vec::new()),
            closed: AtomicBool::new(false),
        }
    }

    pub(crate) async fn open_steps(
        path: &Path,
        options: Options,
        steps: &'static [&'static str],
    ) -> Result<Store, StoreError> {
        let connect = connect_options(path, options);
        let refused = |why: String| StoreError::CannotOpen { path: path.display().to_string(), why };
        if path.is_dir() {
            return Err(refused("it is a folder".into()));
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
            && !folder.is_dir()
        {
            return Err(refused(format!("the folder {} does not exist", folder.display())));
        }

        refuse_lost(path)?;
        let failed = |error: sqlx::Error| StoreError::from_database(path, &error);
        // Where this fails, opening it says why.
        let _ = private::make(path);
        let mut db = connect.clone().create_if_missing(true).connect().await.map_err(failed)?;
        if let Err(error) = schema::prepare(&mut db, path, steps).await {
            // Closed here and now, so that no helper files are left beside what was refused.
            let _ = db.close().await;
            return Err(error);
        }
        for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
            // A save of somebody else's that we may use is theirs to close.
            let _ = private::close_to_others(&file);
        }
        Ok(Store::of(path, connect, Some(db)))
    }

    /// Starts the one write transaction there can be.
    pub(crate) async fn begin_write(&self) -> Result<Write<'_>, StoreError> {
        let mut write = self.writer().await?;
        sqlx::query("BEGIN IMMEDIATE").execute(&mut write.db).await.map_err(|error| self.failed(&error))?;
        Ok(write)
    }

    /// The connection that writes, for the one who begins the transaction with more words.
    pub(crate) async fn writer(&self) -> Result<Write<'_>, StoreError> {
        let mut slot = self.writer.lock().await;
        self.must_be_open()?;
        let Writer { db, known } = match slot.take() {
            Some(writer) => writer,
            None => Writer { db: self.connect().await?, known: Known::default() },
        };
        Ok(Write { store: self, slot, db, known })
    }

    /// Starts a read transaction: what it sees does not change under it.
    pub(crate) async fn begin_read(&self) -> Result<Read<'_>, StoreError> {
        self.must_be_open()?;
        let spare = self.spare_readers().pop();
        let mut db = match spare {
            Some(db) => db,
            None => self.connect().await?,
        };
        sqlx::query("BEGIN").execute(&mut db).await.map_err(|error| self.failed(&error))?;
        Ok(Read { store: self, db })
    }

    /// A connection of its own, outside any transaction.
    pub(crate) async fn connect(&self) -> Result<SqliteConnection, StoreError> {
        self.must_be_open()?;
        self.connect.connect().await.map_err(|error| self.failed(&error))
    }

    pub(crate) fn failed(&self, error: &sqlx::Error) -> StoreError {
        StoreError::from_database(&self.path, error)
    }

    /// Keeps a connection for the next reader, or gives it back where there are enough or the store is closed.
    fn spare(&self, db: SqliteConnection) -> Option<SqliteConnection> {
        let mut spare = self.spare_readers();
        if spare.len() >= SPARE_READERS || self.closed.load(Ordering::SeqCst) {
            return Some(db);
        }
        spare.push(db);
        None
    }

    fn must_be_open(&self) -> Result<(), StoreError> {
        if self.closed.load(Ordering::SeqCst) { Err(StoreError::Closed) } else { Ok(()) }
    }

    fn spare_readers(&self) -> std::sync::MutexGuard<'_, Vec<SqliteConnection>> {
        self.readers.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// A write transaction. Unless it ends in [`Write::end`] or [`Write::done`], its connection is dropped with it,
/// and closing a connection rolls back: a call that is cancelled or fails half-way changes nothing.
pub(crate) struct Write<'a> {
    store: &'a Store,
    slot: MutexGuard<'a, Option<Writer>>,
    pub(crate) db: SqliteConnection,
    pub(crate) known: Known,
}

impl Write<'_> {
    /// Commits what went well and takes back what did not.
    pub(crate) async fn end<T>(mut self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        if outcome.is_ok() {
            let committed = sqlx::query("COMMIT").execute(&mut self.db).await;
            committed.map_err(|error| self.store.failed(&error))?;
            self.done();
        } else if sqlx::query("ROLLBACK").execute(&mut self.db).await.is_ok() {
            // A connection that cannot even roll back (SQLite did so by itself when the disk was full)
            // is not trusted again: the next write opens a fresh one.
            self.done();
        }
        outcome
    }

    /// The transaction is over: the connection is kept for the next.
    pub(crate) fn done(mut self) {
        *self.slot = Some(Writer { db: self.db, known: self.known });
    }
}

/// A read transaction.
pub(crate) struct Read<'a> {
    store: &'a Store,
    pub(crate) db: SqliteConnection,
}

impl Read<'_> {
    /// Ends the transaction and keeps the connection for the next reader.
    pub(crate) async fn end<T>(mut self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        if sqlx::query("ROLLBACK").execute(&mut self.db).await.is_ok() {
            let left = self.store.spare(self.db);
            if let Some(db) = left {
                let _ = db.close().await;
            }
        }
        outcome
    }
}

/// Refuses an empty or missing save whose write-ahead log is there: SQLite would throw the log away.
pub(crate) fn refuse_lost(path: &Path) -> Result<(), StoreError> {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    if size(path) == 0 && size(&beside(path, "-wal")) > 0 {
        return Err(StoreError::Lost { path: path.display().to_string() });
    }
    Ok(())
}

/// Milliseconds since 1970: the only clock near the journal.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn connect_options(path: &Path, options: Options) -> SqliteConnectOptions {
    let connect = SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY_WAIT)
        // A commit that returned must survive the loss of power, not only of the program.
        .synchronous(SqliteSynchronous::Full)
        .pragma("fullfsync", "ON")
        .pragma("cache_size", format!("-{CACHE_KILOBYTES}"))
        .disable_statement_logging();
    match options.max_bytes {
        Some(bytes) => connect.pragma("max_page_count", (bytes / PAGE_BYTES).max(1).to_string()),
        None => connect,
    }
}
