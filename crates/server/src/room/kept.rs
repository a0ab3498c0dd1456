//! A table with its journal. Every change is planned, put on disk together with what other tables want to
//! keep, and only then followed, so what is in memory is always the fold of what is on disk.

use std::sync::Arc;

use boneyard_registry::GameEntry;
use boneyard_store::{GroupCommit, Journal, NewRecord, Seq, Store, StoreError};
use boneyard_table::table::{AnyTable, Op, Planned};
use boneyard_table::{Refusal, Seat};

use crate::failing::for_people;
use crate::random;

/// How many records may pass before the whole table is kept, to shorten the next opening. A long table is
/// kept more seldom, so that keeping it never costs more than playing.
const SNAPSHOT_EVERY: u64 = 1_000;

/// A table that is on disk.
#[derive(Debug)]
pub(crate) struct Kept {
    store: Arc<Store>,
    writer: GroupCommit,
    id: String,
    entry: &'static GameEntry,
    table: Box<dyn AnyTable>,
    snapshot: u64,
}

/// Why nothing changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDone {
    /// The rules or the table say no.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The same request was carried out before.
    #[error("This was already done.")]
    Already,
    /// The save fails; the table is as it was.
    #[error("{}", for_people(.0))]
    Save(StoreError),
    /// What is on disk cannot be followed: the table is closed.
    #[error("This table cannot be read on: {0}.")]
    Broken(String),
}

impl Kept {
    /// Opens a saved table: the latest snapshot and what came after, or all its records.
    pub(crate) async fn open(
        store: Arc<Store>,
        writer: GroupCommit,
        id: &str,
        entry: &'static GameEntry,
    ) -> Result<Self, NotDone> {
        let broken = |error: boneyard_table::table::Corrupt| NotDone::Broken(error.to_string());
        let snapshot = store.latest_snapshot(id).await.map_err(NotDone::Save)?;
        // A snapshot that this version cannot read is passed over: the records hold the truth.
        let loaded = snapshot.and_then(|snapshot| {
            let table = entry.game.load(&snapshot.body).ok()?;
            (u64::from(table.seq()) == snapshot.seq.0).then_some((table, snapshot.seq.0))
        });
        let with = |table, snapshot| Self {
            store: Arc::clone(&store),
            writer: writer.clone(),
            id: id.to_owned(),
            entry,
            table,
            snapshot,
        };
        if let Some((table, snapshot)) = loaded {
            let mut kept = with(table, snapshot);
            match kept.catch_up().await {
                // What came after does not follow from it: the records are read from the first.
                Err(NotDone::Broken(why)) => tracing::warn!(table = id, why, "a snapshot was passed over"),
                caught_up => return caught_up.map(|()| kept),
            }
        }
        let first = store.read_page(id, Seq(1), 1).await.map_err(NotDone::Save)?;
        let first = first.first().ok_or_else(|| NotDone::Broken("it is empty".into()))?;
        let mut kept = with(entry.game.open(&first.body).map_err(broken)?, 0);
        kept.catch_up().await?;
        Ok(kept)
    }

    pub(crate) fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    fn last(&self) -> Seq {
        Seq(u64::from(self.table.seq()))
    }

    /// Does what a seat asks, or says why not. When it returns, it is on disk. A `command` id makes it
    /// happen once.
    pub(crate) async fn act(
        &mut self,
        seat: Seat,
        op: Op,
        command: Option<&str>,
    ) -> Result<Planned, NotDone> {
        loop {
            let planned = match self.table.plan(seat, op.clone(), None) {
                Ok(planned) => planned,
                // What was done already is often refused the second time.
                Err(refusal) => return Err(self.already(command).await.unwrap_or(NotDone::Refused(refusal))),
            };
            if self.keep(&planned, command).await? {
                return Ok(planned);
            }
        }
    }

    /// Opens the dice in use for everybody to check.
    pub(crate) async fn reveal(&mut self, command: &str) -> Result<Planned, NotDone> {
        loop {
            let seeds = random::seeds().map_err(|error| NotDone::Broken(error.to_string()))?;
            let planned = match self.table.plan_reveal(seeds) {
                Ok(planned) => planned,
                Err(refusal) => {
                    return Err(self.already(Some(command)).await.unwrap_or(NotDone::Refused(refusal)));
                }
            };
            if self.keep(&planned, Some(command)).await? {
                return Ok(planned);
            }
        }
    }

    async fn already(&self, command: Option<&str>) -> Option<NotDone> {
        match self.store.carried_out(&self.id, command?).await {
            Ok(done) => done.map(|_| NotDone::Already),
            Err(error) => Some(NotDone::Save(error)),
        }
    }

    /// Puts a plan on disk and follows it. `false` if another program played at the table meanwhile: what
    /// it did is followed now, and the plan must be made again.
    async fn keep(&mut self, planned: &Planned, command: Option<&str>) -> Result<bool, NotDone> {
        let record = vec![new_record(&planned.record)];
        match self.writer.append(&self.id, self.last(), record, command).await {
            Ok(_) => {}
            Err(StoreError::AlreadyDone { .. }) => return Err(NotDone::Already),
            Err(StoreError::Conflict { .. }) => {
                self.catch_up().await?;
                return Ok(false);
            }
            Err(error) => return Err(NotDone::Save(error)),
        }
        self.table.apply_record(&planned.record).map_err(|error| NotDone::Broken(error.to_string()))?;
        let last = self.last().0;
        if last >= self.snapshot + SNAPSHOT_EVERY.max(self.snapshot / 2) {
            self.snapshot().await;
        }
        Ok(true)
    }

    async fn catch_up(&mut self) -> Result<(), NotDone> {
        let records = self.store.read(&self.id, self.last().next()).await.map_err(NotDone::Save)?;
        for record in records {
            self.table.apply_record(&record.body).map_err(|error| NotDone::Broken(error.to_string()))?;
        }
        Ok(())
    }

    /// Keeps the whole table, so that it opens fast. All records are on disk anyway, so failing is no loss.
    pub(crate) async fn snapshot(&mut self) {
        let last = self.last();
        if last.0 <= self.snapshot {
            return;
        }
        let kept = match self.table.save() {
            Ok(saved) => self.store.snapshot(&self.id, last, &saved).await.map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match kept {
            Ok(()) => self.snapshot = last.0,
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "no snapshot was kept");
                // Not tried again at every move.
                self.snapshot = last.0;
            }
        }
    }
}

/// A record with its kind, which is the one key of its JSON.
pub(crate) fn new_record(body: &str) -> NewRecord {
    let kind = body.split('"').nth(1).unwrap_or("record");
    NewRecord { kind: kind.to_owned(), body: body.to_owned() }
}
