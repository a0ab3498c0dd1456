//! Tables on disk: an append-only journal with chained checksums, snapshots, one-file export and
//! import, backups, and who may enter. The store knows nothing of games: a record is opaque JSON text.
//! What records mean, and how a table is rebuilt from them, is decided elsewhere.

pub mod blocking;

mod backup;
mod batch;
mod chain;
mod check;
mod dated;
mod doors;
mod error;
mod export;
mod group;
mod hold;
mod import;
mod journal;
mod known;
mod private;
mod record;
mod restore;
mod schema;
mod store;
mod tables;
mod transfer;

pub use backup::Backup;
pub use check::Damage;
pub use doors::{DoorChange, DoorRow};
pub use error::StoreError;
pub use group::GroupCommit;
pub use hold::Hold;
pub use journal::Journal;
pub use record::{
    MAX_BODY_BYTES, MAX_NAME_BYTES, MAX_SNAPSHOT_BYTES, MAX_TITLE_BYTES, NewRecord, NewTable, Record, Seq,
    Snapshot, TableInfo,
};
pub use restore::{Restored, restore};
pub use schema::FORMAT;
pub use store::{Options, Store};
pub use transfer::{EXPORT_FORMAT, MAX_IMPORT_BYTES, MAX_IMPORT_LINE_BYTES};
