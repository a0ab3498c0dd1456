//! The same store for programs without an async runtime: the terminal and tests. Each handle runs its
//! calls on a small runtime of its own, so it must not be used from inside another one.

use std::io::{BufRead, Write};
use std::path::Path;

use tokio::runtime::{Builder, Runtime};

use crate::journal::Journal;
use crate::{Backup, NewRecord, NewTable, Options, Record, Seq, Snapshot, StoreError, TableInfo};

/// A save whose calls return when they are done. Each method is that of [`crate::Store`].
#[derive(Debug)]
pub struct Store {
    store: crate::Store,
    runtime: Runtime,
}

impl Store {
    /// Opens a save, creating the file if there is none.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        Store::open_with(path, Options::default())
    }

    /// Opens a save with a limit on its size.
    pub fn open_with(path: impl AsRef<Path>, options: Options) -> Result<Store, StoreError> {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| StoreError::file("Starting the store".into(), &error))?;
        let store = runtime.block_on(crate::Store::open_with(path, options))?;
        Ok(Store { store, runtime })
    }

    /// The file this store lives in.
    pub fn path(&self) -> &Path {
        self.store.path()
    }

    /// Closes all connections and folds the write-ahead log into the file.
    pub fn close(self) {
        self.runtime.block_on(self.store.close());
    }

    /// Creates a table with its first records, and returns the last one's place.
    pub fn create(&self, table: &NewTable, records: &[NewRecord]) -> Result<Seq, StoreError> {
        self.runtime.block_on(self.store.create(table, records))
    }

    /// All tables, the last played first.
    pub fn tables(&self) -> Result<Vec<TableInfo>, StoreError> {
        self.runtime.block_on(self.store.tables())
    }

    /// One table.
    pub fn info(&self, id: &str) -> Result<TableInfo, StoreError> {
        self.runtime.block_on(self.store.info(id))
    }

    /// Puts a table away, or takes it out again.
    pub fn set_archived(&self, id: &str, archived: bool) -> Result<(), StoreError> {
        self.runtime.block_on(self.store.set_archived(id, archived))
    }

    /// Deletes a table with all its history.
    pub fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.runtime.block_on(self.store.delete(id))
    }

    /// Appends records after `after`, all or none; durable when it returns.
    pub fn append(
        &self,
        id: &str,
        after: Seq,
        records: &[NewRecord],
        command: Option<&str>,
    ) -> Result<Seq, StoreError> {
        self.runtime.block_on(self.store.append(id, after, records, command))
    }

    /// All records from `from` on, `from` included.
    pub fn read(&self, id: &str, from: Seq) -> Result<Vec<Record>, StoreError> {
        self.runtime.block_on(self.store.read(id, from))
    }

    /// At most `limit` records from `from` on.
    pub fn read_page(&self, id: &str, from: Seq, limit: u32) -> Result<Vec<Record>, StoreError> {
        self.runtime.block_on(self.store.read_page(id, from, limit))
    }

    /// Keeps the state after record `seq`.
    pub fn snapshot(&self, id: &str, seq: Seq, body: &str) -> Result<(), StoreError> {
        self.runtime.block_on(self.store.snapshot(id, seq, body))
    }

    /// The latest snapshot that is whole.
    pub fn latest_snapshot(&self, id: &str) -> Result<Option<Snapshot>, StoreError> {
        self.runtime.block_on(self.store.latest_snapshot(id))
    }

    /// Writes a table as one file.
    pub fn export<W: Write + Send>(&self, id: &str, out: &mut W) -> Result<(), StoreError> {
        self.runtime.block_on(self.store.export(id, out))
    }

    /// Reads an exported table and keeps it under a new id.
    pub fn import<R: BufRead + Send>(&self, source: &mut R, new_id: &str) -> Result<TableInfo, StoreError> {
        self.runtime.block_on(self.store.import(source, new_id))
    }

    /// Copies the save to a new file.
    pub fn backup(&self, path: impl AsRef<Path>) -> Result<Backup, StoreError> {
        self.runtime.block_on(self.store.backup(path))
    }

    /// The last backup that was finished, if there was any.
    pub fn last_backup(&self) -> Result<Option<Backup>, StoreError> {
        self.runtime.block_on(self.store.last_backup())
    }
}
