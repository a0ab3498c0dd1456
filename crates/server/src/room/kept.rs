//! A table with its journal. Every change is planned, put on disk together with what other tables want to
//! keep, and only then followed, so what is in memory is always the fold of what is on disk.

use std::sync::Arc;

use boneyard_dice::fair::Proof;
use boneyard_registry::GameEntry;
use boneyard_store::{GroupCommit, Journal, NewRecord, Record, Seq, Store, StoreError};
use boneyard_table::table::{AnyTable, Back, Corrupt, LinePlace, Op, Planned, reaches_back};
use boneyard_table::view::Line;
use boneyard_table::{ActionId, Refusal, Seat};

use super::past::{LATELY, Past, Until, broken};
use crate::failing::for_people;
use crate::random;

/// How many records may pass before the table is kept as it stands, to shorten the next opening.
const SNAPSHOT_EVERY: u64 = 512;
/// How many are worth it where nobody is at the table any more.
const WORTH_IT: u64 = 64;
/// Records read at a time to catch up.
const PAGE: u32 = 512;
/// Records read at a time by somebody who scrolls back.
const BACK: u32 = 64;

/// A table that is on disk.
#[derive(Debug)]
pub(crate) struct Kept {
    past: Past,
    writer: GroupCommit,
    table: Box<dyn AnyTable>,
    snapshot: u64,
    /// How often the table was read anew, because something lay further back than it remembered.
    read_anew: u32,
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
        let latest = store.latest_snapshot(id).await.map_err(NotDone::Save)?;
        let past = Past { store, id: id.to_owned(), entry };
        // A snapshot that this version cannot read is passed over: the records hold the truth.
        if let Some((table, snapshot)) = latest.and_then(|snapshot| past.loaded(&snapshot)) {
            let mut kept = Self { past: past.clone(), writer: writer.clone(), table, snapshot, read_anew: 0 };
            match kept.catch_up().await {
                // What came after does not follow from it: the records are read from the first.
                Err(NotDone::Broken(why)) => tracing::warn!(table = id, why, "a snapshot was passed over"),
                caught_up => return caught_up.map(|()| kept),
            }
        }
        let table = past.begun().await?;
        let mut kept = Self { past, writer, table, snapshot: 0, read_anew: 0 };
        kept.catch_up().await?;
        // Whoever opens it next need not read all of it again.
        kept.snapshot_after(SNAPSHOT_EVERY).await;
        Ok(kept)
    }

    pub(crate) fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    pub(crate) fn id(&self) -> &str {
        &self.past.id
    }

    pub(crate) fn entry(&self) -> &'static GameEntry {
        self.past.entry
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
        let mut reached = false;
        let done = loop {
            let planned = match self.table.plan(seat, op.clone(), None) {
                Ok(planned) => planned,
                Err(refusal) if !reached && reaches_back(&refusal).is_some() => {
                    self.reach(reaches_back(&refusal).unwrap_or_default()).await?;
                    reached = true;
                    continue;
                }
                // What was done already is often refused the second time.
                Err(refusal) => break Err(self.already(command).await.unwrap_or(NotDone::Refused(refusal))),
            };
            match self.keep(&planned, command).await {
                Ok(false) => {}
                Ok(true) => break Ok(planned),
                Err(error) => break Err(error),
            }
        };
        if reached {
            self.table.remember(LATELY);
            // Whoever opens it need not reach as far back again.
            self.snapshot_after(1).await;
        }
        done
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
        match self.past.store.carried_out(&self.past.id, command?).await {
            Ok(done) => done.map(|_| NotDone::Already),
            Err(error) => Some(NotDone::Save(error)),
        }
    }

    /// Puts a plan on disk and follows it. `false` if another program played at the table meanwhile: what
    /// it did is followed now, and the plan must be made again.
    async fn keep(&mut self, planned: &Planned, command: Option<&str>) -> Result<bool, NotDone> {
        let record = vec![new_record(&planned.record)];
        match self.writer.append(&self.past.id, self.last(), record, command).await {
            Ok(_) => {}
            Err(StoreError::AlreadyDone { .. }) => return Err(NotDone::Already),
            Err(StoreError::Conflict { .. }) => {
                self.catch_up().await?;
                return Ok(false);
            }
            Err(error) => return Err(NotDone::Save(error)),
        }
        self.table.apply_record(&planned.record).map_err(|error| NotDone::Broken(error.to_string()))?;
        self.snapshot_after(SNAPSHOT_EVERY).await;
        Ok(true)
    }

    async fn catch_up(&mut self) -> Result<(), NotDone> {
        loop {
            let records = self.past.page(self.last().next(), PAGE).await?;
            let whole = records.len() < PAGE as usize;
            for record in records {
                let followed = self.table.apply_record(&record.body);
                let Err(error) = followed else { continue };
                let Corrupt::LiesBack(action) = error else { return Err(broken(error)) };
                self.reach(action).await?;
                self.table.apply_record(&record.body).map_err(broken)?;
                self.table.remember(LATELY);
            }
            if whole {
                return Ok(());
            }
        }
    }

    /// Reads the table anew, so that it remembers everything from before an action on.
    async fn reach(&mut self, action: ActionId) -> Result<(), NotDone> {
        self.table = self.past.since(action, Until::Record(self.last())).await?;
        self.read_anew = self.read_anew.wrapping_add(1);
        Ok(())
    }

    /// Counts how often the table was read anew.
    pub(crate) fn read_anew(&self) -> u32 {
        self.read_anew
    }

    /// The first record of a new table that begins as this one stood before an action, or stands.
    pub(crate) async fn fork(&self, title: &str, before: Option<ActionId>) -> Result<String, NotDone> {
        let seeds = random::seeds().map_err(|error| NotDone::Broken(error.to_string()))?;
        match self.table.fork(title, before, seeds) {
            Ok(first) => Ok(first),
            Err(refusal) => {
                let Some(action) = reaches_back(&refusal) else { return Err(refusal.into()) };
                let then = self.past.since(action, Until::Done(action)).await?;
                Ok(self.table.fork_from(&*then, title, seeds)?)
            }
        }
    }

    /// The dice of a stretch that was opened. Those of a long past are read back.
    pub(crate) async fn proof(&self, stretch: usize) -> Option<Proof> {
        let record = self.table.frame().stretches.get(stretch)?;
        if !record.revealed || !record.forgotten {
            return self.table.proof(stretch);
        }
        let read = self.past.with_dice(self.last()).await;
        match read {
            Ok(table) => table.proof(stretch),
            Err(error) => {
                tracing::error!(table = self.id(), ?error, "the dice cannot be read back");
                None
            }
        }
    }

    /// Lines before those that were read, as told to a seat, and how far back that is.
    pub(crate) async fn read_back(
        &self,
        seat: Seat,
        back: &Back,
    ) -> Result<(Vec<(LinePlace, Line)>, Back), NotDone> {
        let end = back.record().max(1);
        let first = end.saturating_sub(BACK).max(1);
        let records = match end - first {
            0 => Vec::new(),
            count => self.past.page(Seq(first.into()), count).await?,
        };
        let number = |record: &Record| u32::try_from(record.seq.0).unwrap_or(u32::MAX);
        let records: Vec<(u32, String)> =
            records.into_iter().map(|record| (number(&record), record.body)).collect();
        self.table.read_back(seat, back, &records).map_err(broken)
    }

    /// Keeps the table as it stands where nobody is at it any more.
    pub(crate) async fn park(&mut self) {
        self.snapshot_after(WORTH_IT).await;
    }

    /// Keeps the table as it stands after so many records, so that it opens fast. All records are on disk anyway, so
    /// failing is no loss.
    async fn snapshot_after(&mut self, records: u64) {
        let last = self.last();
        if last.0 < self.snapshot.saturating_add(records) {
            return;
        }
        let kept = match self.table.save() {
            Ok(saved) => {
                let kept = self.past.store.snapshot(&self.past.id, last, &saved).await;
                kept.map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = kept {
            tracing::warn!(table = %self.past.id, %error, "no snapshot was kept");
        }
        // One that failed is not tried again at every move.
        self.snapshot = last.0;
    }
}

/// A record with its kind, which is the one key of its JSON.
pub(crate) fn new_record(body: &str) -> NewRecord {
    let kind = body.split('"').nth(1).unwrap_or("record");
    NewRecord { kind: kind.to_owned(), body: body.to_owned() }
}
