//! Tables on disk: an append-only journal with chained checksums, snapshots, one-file export and
//! import, and backups. The store knows nothing of games: a record is opaque JSON text.
//! What records mean, and how a table is rebuilt from them, is decided elsewhere.

pub mod blocking;

mod backup;
mod batch;
mod chain;
mod error;
mod export;
mod group;
mod import;
mod journal;
mod known;
mod record;
mod schema;
mod store;
mod tables;
mod transfer;

pub use backup::Backup;
pub use error::StoreError;
pub use group::GroupCommit;
pub use journal::Journal;
pub use record::{
    MAX_BODY_BYTES, MAX_NAME_BYTES, MAX_SNAPSHOT_BYTES, MAX_TITLE_BYTES, NewRecord, NewTable, Record, Seq,
    Snapshot, TableInfo,
};
pub use schema::FORMAT;
pub use store::{Options, Store};
pub use transfer::{EXPORT_FORMAT, MAX_IMPORT_BYTES, MAX_IMPORT_LINE_BYTES};
