//! A table further back than it is remembered: read anew from the journal, from the last snapshot before what is wanted.

use std::sync::Arc;

use boneyard_registry::GameEntry;
use boneyard_store::{Record, Seq, Snapshot, Store};
use boneyard_table::table::{self, AnyTable, Corrupt, Remembers};
use boneyard_table::{ActionId, Refusal};

use super::kept::NotDone;

/// What a table in play remembers.
pub(super) const LATELY: Remembers = Remembers::Lately(table::LATELY);
/// Records read at a time.
const PAGE: u32 = 2_048;

/// The journal of one table.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub(super) store: Arc<Store>,
    pub(super) id: String,
    pub(super) entry: &'static GameEntry,
}

/// How far a table is read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Until {
    /// Up to a record.
    Record(Seq),
    /// To just before an action ended.
    Done(ActionId),
}

impl Past {
    pub(super) async fn page(&self, from: Seq, most: u32) -> Result<Vec<Record>, NotDone> {
        self.store.read_page(&self.id, from, most).await.map_err(NotDone::Save)
    }

    /// The table as it began.
    pub(super) async fn begun(&self) -> Result<Box<dyn AnyTable>, NotDone> {
        let first = self.page(Seq(1), 1).await?;
        let first = first.first().ok_or_else(|| NotDone::Broken("it is empty".into()))?;
        let mut table = self.entry.game.open(&first.body).map_err(broken)?;
        table.remember(LATELY);
        Ok(table)
    }

    /// The table of a snapshot, if it can be read, and its record.
    pub(super) fn loaded(&self, snapshot: &Snapshot) -> Option<(Box<dyn AnyTable>, u64)> {
        let mut table = self.entry.game.load(&snapshot.body).ok()?;
        table.remember(LATELY);
        (u64::from(table.seq()) == snapshot.seq.0).then_some((table, snapshot.seq.0))
    }

    /// The table with everything from before an action on.
    pub(super) async fn since(&self, action: ActionId, until: Until) -> Result<Box<dyn AnyTable>, NotDone> {
        for seq in self.store.snapshots(&self.id).await.map_err(NotDone::Save)? {
            let snapshot = self.store.snapshot_at(&self.id, seq).await.map_err(NotDone::Save)?;
            let Some((mut table, _)) = snapshot.and_then(|snapshot| self.loaded(&snapshot)) else { continue };
            if !table.is_to_come(action) {
                continue;
            }
            table.remember(Remembers::Everything);
            if let Some(table) = self.followed(table, until).await? {
                return Ok(table);
            }
        }
        let mut table = self.begun().await?;
        table.remember(Remembers::Everything);
        let followed = self.followed(table, until).await?;
        followed.ok_or_else(|| NotDone::Broken("its records do not lead back".into()))
    }

    /// The table with every die that was drawn.
    pub(super) async fn with_dice(&self, last: Seq) -> Result<Box<dyn AnyTable>, NotDone> {
        for remembers in [Remembers::LatelyAndDice(table::LATELY), Remembers::Everything] {
            let mut table = self.begun().await?;
            table.remember(remembers);
            if let Some(table) = self.followed(table, Until::Record(last)).await? {
                return Ok(table);
            }
        }
        Err(NotDone::Broken("its records do not lead back".into()))
    }

    /// The table further on; nothing if a record reaches further back than it does.
    async fn followed(
        &self,
        mut table: Box<dyn AnyTable>,
        until: Until,
    ) -> Result<Option<Box<dyn AnyTable>>, NotDone> {
        loop {
            let seq = u64::from(table.seq());
            let most = match until {
                Until::Record(last) => {
                    u32::try_from(last.0.saturating_sub(seq)).unwrap_or(u32::MAX).min(PAGE)
                }
                Until::Done(_) => PAGE,
            };
            if most == 0 {
                return Ok(Some(table));
            }
            let records = self.page(Seq(seq).next(), most).await?;
            if records.is_empty() {
                return match until {
                    Until::Record(_) => Ok(Some(table)),
                    Until::Done(_) => {
                        Err(Refusal::by_table("no-such-action", "There is no such action.").into())
                    }
                };
            }
            let game = self.entry.game;
            // No other table waits for it.
            let read =
                tokio::task::spawn_blocking(move || -> Result<(Option<Box<dyn AnyTable>>, bool), NotDone> {
                    for record in records {
                        if let Until::Done(action) = until
                            && game.ends(&record.body).map_err(broken)? == Some(action)
                        {
                            return Ok((Some(table), true));
                        }
                        match table.apply_record(&record.body) {
                            Err(Corrupt::LiesBack(_)) => return Ok((None, true)),
                            followed => followed.map_err(broken)?,
                        }
                    }
                    Ok((Some(table), false))
                });
            let read = read.await.map_err(|error| NotDone::Broken(error.to_string()))?;
            match read? {
                (Some(further), false) => table = further,
                (table, _) => return Ok(table),
            }
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
pub(super) fn broken(error: Corrupt) -> NotDone {
    NotDone::Broken(error.to_string())
}
