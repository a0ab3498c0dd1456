//! A table with its journal. Every change is planned, put on disk, and only then followed, so what is
//! in memory is always the fold of what is on disk.

use boneyard_store::blocking::Store;
use boneyard_store::{NewRecord, NewTable, Seq, StoreError};
use boneyard_table::frame::Seeds;
use boneyard_table::live::ActionId;
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyTable, Corrupt, Op, PackName, Planned};
use boneyard_table::{Refusal, Seat};

use crate::games::{self, GameEntry};
use crate::{Failure, random};

/// The number of records between two snapshots, which make the next opening faster.
const SNAPSHOT_EVERY: u64 = 200;

/// A table that is on disk.
#[derive(Debug)]
pub struct KeptTable<'s> {
    store: &'s Store,
    id: String,
    entry: &'static GameEntry,
    table: Box<dyn AnyTable>,
    snapshot: u64,
}

/// Why nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The rules or the table say no.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The save fails.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The records on disk do not apply.
    #[error("Cannot read the rest of this table: {0}.")]
    Corrupt(#[from] Corrupt),
    /// Another program plays at the same table.
    #[error("Another program played at this table meanwhile. Look again; your action was not done.")]
    MovedOn,
    /// The program around the table fails.
    #[error("{0}")]
    Failed(#[from] Failure),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Store(error) => Self::Store(error),
            Trouble::Failed(failure) => failure,
            other => Self::said(other),
        }
    }
}

impl<'s> KeptTable<'s> {
    /// A new table on a stage.
    pub fn create(
        store: &'s Store,
        entry: &'static GameEntry,
        title: &str,
        stage: &Stage,
        packs: Vec<PackName>,
        seeds: Seeds,
    ) -> Result<Self, Trouble> {
        let first = entry.game.stage(title, stage, packs, seeds);
        let first = first.map_err(|error| Failure::said(format!("Cannot start this table: {error}.")))?;
        Self::begin(store, entry, title, &first)
    }

    /// A new table from its first record.
    pub fn begin(
        store: &'s Store,
        entry: &'static GameEntry,
        title: &str,
        first: &str,
    ) -> Result<Self, Trouble> {
        let table = entry.game.open(first)?;
        let new = NewTable {
            id: random::table_id()?,
            game: entry.game.name().to_owned(),
            title: title.to_owned(),
            rules_version: entry.game.rules().to_owned(),
        };
        store.create(&new, &[new_record(first)])?;
        Ok(Self { store, id: new.id, entry, table, snapshot: 0 })
    }

    /// Opens a saved table: the latest snapshot and what came after, or all its records.
    pub fn open(store: &'s Store, id: &str) -> Result<Self, Trouble> {
        let info = store.info(id)?;
        let entry = games::find(&info.game)?;
        if let Some(mut kept) = Self::from_snapshot(store, id, entry)? {
            match kept.catch_up() {
                // What came after does not follow from it: the records are read from the first.
                Err(Trouble::Corrupt(_)) => {}
                caught_up => return caught_up.map(|()| kept),
            }
        }
        let first = store.read_page(id, Seq(1), 1)?;
        let first = first.first().ok_or_else(|| Failure::said(format!("Table \"{id}\" is empty.")))?;
        let table = entry.game.open(&first.body)?;
        let mut kept = Self { store, id: id.to_owned(), entry, table, snapshot: 0 };
        kept.catch_up()?;
        Ok(kept)
    }

    /// Skips a snapshot that this version cannot read: the records are the truth.
    fn from_snapshot(store: &'s Store, id: &str, entry: &'static GameEntry) -> Result<Option<Self>, Trouble> {
        let Some(snapshot) = store.latest_snapshot(id)? else { return Ok(None) };
        let Ok(table) = entry.game.load(&snapshot.body) else { return Ok(None) };
        // A long table is read from its records: everything can be undone, and the whole log be read.
        let fits = u64::from(table.seq()) == snapshot.seq.0 && table.is_whole();
        let kept = Self { store, id: id.to_owned(), entry, table, snapshot: snapshot.seq.0 };
        Ok(fits.then_some(kept))
    }

    /// Follows the records on disk that are not yet here.
    fn catch_up(&mut self) -> Result<(), Trouble> {
        for record in self.store.read(&self.id, self.last().next())? {
            self.table.apply_record(&record.body)?;
        }
        Ok(())
    }

    /// The table.
    pub fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// Its id in the save.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its game.
    pub fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    /// The last record on disk that was followed.
    pub fn last(&self) -> Seq {
        Seq(u64::from(self.table.seq()))
    }

    /// Does a seat's request, or says why not. When it returns, the record is on disk.
    pub fn act(&mut self, seat: Seat, op: Op) -> Result<Planned, Trouble> {
        let planned = self.table.plan(seat, op, None)?;
        self.keep(planned)
    }

    /// Opens the dice in use for everybody to check; returns the number of their stretch.
    pub fn reveal(&mut self) -> Result<usize, Trouble> {
        let stretch = self.table.frame().stretches.len().saturating_sub(1);
        let planned = self.table.plan_reveal(random::seeds()?)?;
        self.keep(planned)?;
        Ok(stretch)
    }

    /// A new table that starts from this one before an action, or from its present state.
    pub fn fork(&self, title: &str, before: Option<ActionId>) -> Result<KeptTable<'s>, Trouble> {
        let first = self.table.fork(title, before, random::seeds()?)?;
        Self::begin(self.store, self.entry, title, &first)
    }

    /// Writes a snapshot of the table, so that it opens fast.
    pub fn snapshot(&mut self) -> Result<(), Trouble> {
        let last = self.last();
        if last.0 > self.snapshot {
            self.store.snapshot(&self.id, last, &self.table.save()?)?;
            self.snapshot = last.0;
        }
        Ok(())
    }

    fn keep(&mut self, planned: Planned) -> Result<Planned, Trouble> {
        match self.store.append(&self.id, self.last(), &[new_record(&planned.record)], None) {
            Ok(_) => {}
            Err(StoreError::Conflict { .. }) => {
                self.catch_up()?;
                return Err(Trouble::MovedOn);
            }
            Err(error) => return Err(error.into()),
        }
        self.table.apply_record(&planned.record)?;
        if self.last().0 >= self.snapshot + SNAPSHOT_EVERY {
            self.snapshot()?;
        }
        Ok(planned)
    }
}

/// A record with its kind, which is the one key of its JSON.
fn new_record(body: &str) -> NewRecord {
    let kind = body.split('"').nth(1).unwrap_or("record");
    NewRecord { kind: kind.to_owned(), body: body.to_owned() }
}
