//! The same store for programs without an async runtime: the terminal and tests. Each handle runs its
//! calls on a small runtime of its own, so it must not be used from inside another one.

use std::io::{BufRead, Write};
use std::path::Path;

use tokio::runtime::{Builder, Runtime};

use crate::journal::Journal;
use crate::{
    Backup, Damage, DoorChange, DoorRow, NewRecord, NewTable, Options, Record, Restored, Seq, Snapshot,
    StoreError, TableInfo,
};

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
        let runtime = runtime()?;
        let store = runtime.block_on(crate::Store::open_with(path, options))?;
        Ok(Store { store, runtime })
    }

    /// The file this store lives in.
    pub fn path(&self) -> &Path {
        self.store.path()
    }

    /// Closes all connections and folds the write-ahead log into the file, as dropping it does.
    pub fn close(self) {
        drop(self);
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

    /// The places of the snapshots that are kept, the latest first.
    pub fn snapshots(&self, id: &str) -> Result<Vec<Seq>, StoreError> {
        self.runtime.block_on(self.store.snapshots(id))
    }

    /// The snapshot at a place, if it is whole.
    pub fn snapshot_at(&self, id: &str, seq: Seq) -> Result<Option<Snapshot>, StoreError> {
        self.runtime.block_on(self.store.snapshot_at(id, seq))
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

    /// Copies the save into a folder under the time of now, and keeps the latest of such copies.
    pub fn backup_into(&self, folder: &Path, keep: usize) -> Result<Backup, StoreError> {
        self.runtime.block_on(self.store.backup_into(folder, keep))
    }

    /// Reads all tables against their checksums, and says which are damaged.
    pub fn check(&self) -> Result<Vec<Damage>, StoreError> {
        self.runtime.block_on(self.store.check())
    }

    /// Everything at all doors.
    pub fn doors(&self) -> Result<Vec<DoorRow>, StoreError> {
        self.runtime.block_on(self.store.doors())
    }

    /// Writes what changed at doors, all or nothing.
    pub fn change_doors(&self, changes: &[DoorChange]) -> Result<(), StoreError> {
        self.runtime.block_on(self.store.change_doors(changes))
    }

    /// The last backup that was finished, if there was any.
    pub fn last_backup(&self) -> Result<Option<Backup>, StoreError> {
        self.runtime.block_on(self.store.last_backup())
    }
}

impl Drop for Store {
    /// However a program comes to its end, the file alone is the whole save then.
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}

/// Puts a copy of a backup in the place of a save.
pub fn restore(backup: &Path, save: &Path, anyway: bool) -> Result<Restored, StoreError> {
    runtime()?.block_on(crate::restore(backup, save, anyway))
}

fn runtime() -> Result<Runtime, StoreError> {
    let built = Builder::new_current_thread().enable_time().build();
    built.map_err(|error| StoreError::file("Starting the store".into(), &error))
}
