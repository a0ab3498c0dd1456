//! Group commit: what many tables want to append at the same time goes to disk in one transaction, for one
//! wait. Each still gets its own answer, and only once it is durable.

use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use crate::batch::{Wanted, append_all};
use crate::error::StoreError;
use crate::journal::append;
use crate::record::{NewRecord, Seq, check_name, check_record};
use crate::store::Store;

/// What may wait for one transaction; whoever comes later waits for the next.
const MOST_AT_ONCE: usize = 512;

/// The one line in which appends wait. Clones stand in the same line; when the last is gone, it closes.
#[derive(Clone, Debug)]
pub struct GroupCommit {
    queue: mpsc::Sender<Pending>,
}

#[derive(Debug)]
struct Pending {
    id: String,
    after: Seq,
    records: Vec<NewRecord>,
    command: Option<String>,
    answer: oneshot::Sender<Result<Seq, StoreError>>,
}

impl GroupCommit {
    /// Starts the line; its task runs on the runtime of the caller.
    pub fn start(store: Arc<Store>) -> Self {
        let (queue, mut waiting) = mpsc::channel(MOST_AT_ONCE);
        tokio::spawn(async move {
            let mut batch = Vec::new();
            while waiting.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
                commit(&store, std::mem::take(&mut batch)).await;
            }
        });
        Self { queue }
    }

    /// The same as [`crate::Journal::append`].
    pub async fn append(
        &self,
        id: &str,
        after: Seq,
        records: Vec<NewRecord>,
        command: Option<&str>,
    ) -> Result<Seq, StoreError> {
        records.iter().try_for_each(|record| check_record(&record.kind, &record.body))?;
        command.map_or(Ok(()), |command| check_name("The command's id", command))?;
        let (answer, answered) = oneshot::channel();
        let pending =
            Pending { id: id.to_owned(), after, records, command: command.map(str::to_owned), answer };
        let closed = || StoreError::File { doing: "Writing".into(), why: "the save is closed".into() };
        self.queue.send(pending).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}

/// Appends refuse before they write anything, so one that is refused leaves the others alone; one that
/// fails half-way takes the whole transaction back.
async fn commit(store: &Store, batch: Vec<Pending>) {
    let mut write = match store.begin_write().await {
        Ok(write) => write,
        Err(error) => return batch.into_iter().for_each(|one| drop(one.answer.send(Err(error.clone())))),
    };
    let outcomes = match different(&batch) {
        true => append_all(store, &mut write.db, &wanted(&batch)).await,
        false => one_by_one(store, &mut write.db, &batch).await,
    };
    let (outcomes, ended) = match outcomes {
        Ok(outcomes) => (outcomes, write.end(Ok(())).await),
        Err(error) => (Vec::new(), write.end(Err(error)).await),
    };
    let outcomes = outcomes.into_iter().map(Some).chain(std::iter::repeat(None));
    for (one, outcome) in batch.into_iter().zip(outcomes) {
        let answer = match (&ended, outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Err(_), Some(Err(refused))) => Err(refused),
            (Err(error), _) => Err(error.clone()),
            (Ok(()), None) => {
                Err(StoreError::File { doing: "Writing".into(), why: "it was not begun".into() })
            }
        };
        // Whoever no longer waits has lost nothing: it is on disk, and its id says so.
        let _ = one.answer.send(answer);
    }
}

/// Whether every append is for another table, as it is where each table has one authority.
fn different(batch: &[Pending]) -> bool {
    let mut ids: Vec<&str> = batch.iter().map(|one| one.id.as_str()).collect();
    ids.sort_unstable();
    ids.windows(2).all(|two| two[0] != two[1])
}

fn wanted(batch: &[Pending]) -> Vec<Wanted<'_>> {
    let mut wanted = Vec::with_capacity(batch.len());
    for Pending { id, after, records, command, .. } in batch {
        wanted.push(Wanted { id, after: *after, records, command: command.as_deref() });
    }
    wanted
}

/// Several appends for one table build on each other.
async fn one_by_one(
    store: &Store,
    db: &mut SqliteConnection,
    batch: &[Pending],
) -> Result<Vec<Result<Seq, StoreError>>, StoreError> {
    let mut outcomes = Vec::with_capacity(batch.len());
    for one in batch {
        let outcome = append(store, db, &one.id, one.after, &one.records, one.command.as_deref()).await;
        match outcome {
            Err(error) if !error.is_refusal() => return Err(error),
            outcome => outcomes.push(outcome),
        }
    }
    Ok(outcomes)
}
