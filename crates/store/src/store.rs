//! The SQLite file behind a store: opening it, one writer, a few readers. No SQL about tables here.
//!
//! Several handles, even in several programs, may use one save: every write is one immediate
//! transaction, and whoever comes second gets a conflict or waits for at most [`BUSY_WAIT`].

use std::path::{Path, PathBuf};
use std::sync::Mutex as StdMutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Mutex, MutexGuard};

use crate::error::StoreError;
use crate::known::Known;
use crate::schema;

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

    /// Closes all connections and folds the write-ahead log into the file. Dropping a store is just as
    /// safe, but leaves that to whoever opens it next.
    pub async fn close(self) {
        let readers = self.readers.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let writer = self.writer.into_inner().map(|writer| writer.db);
        for connection in readers.into_iter().chain(writer) {
            // What was acknowledged is on disk already; a failed close loses nothing.
            let _ = connection.close().await;
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

        let failed = |error: sqlx::Error| StoreError::from_database(path, &error);
        let mut db = connect.clone().create_if_missing(true).connect().await.map_err(failed)?;
        if let Err(error) = schema::prepare(&mut db, path, steps).await {
            // Closed here and now, so that no helper files are left beside what was refused.
            let _ = db.close().await;
            return Err(error);
        }
        Ok(Store {
            path: path.to_owned(),
            connect,
            writer: Mutex::new(Some(Writer { db, known: Known::default() })),
            readers: StdMutex::new(Vec::new()),
        })
    }

    /// Starts the one write transaction there can be.
    pub(crate) async fn begin_write(&self) -> Result<Write<'_>, StoreError> {
        let mut write = self.writer().await?;
        sqlx::query("BEGIN IMMEDIATE").execute(&mut write.db).await.map_err(|error| self.failed(&error))?;
        Ok(write)
    }

    /// The connection that writes, for whoever begins the transaction with more words.
    pub(crate) async fn writer(&self) -> Result<Write<'_>, StoreError> {
        let mut slot = self.writer.lock().await;
        let Writer { db, known } = match slot.take() {
            Some(writer) => writer,
            None => Writer { db: self.connect().await?, known: Known::default() },
        };
        Ok(Write { store: self, slot, db, known })
    }

    /// Starts a read transaction: what it sees does not change under it.
    pub(crate) async fn begin_read(&self) -> Result<Read<'_>, StoreError> {
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
        self.connect.connect().await.map_err(|error| self.failed(&error))
    }

    pub(crate) fn failed(&self, error: &sqlx::Error) -> StoreError {
        StoreError::from_database(&self.path, error)
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
            let mut spare = self.store.spare_readers();
            if spare.len() < SPARE_READERS {
                spare.push(self.db);
            }
        }
        outcome
    }
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
