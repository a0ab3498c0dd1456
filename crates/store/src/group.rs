//! Group commit: what many tables want to append at the same time goes to disk in one transaction, for one
//! wait. Each still gets its own answer, and only once it is durable.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::batch::{MOST_AT_ONCE, Wanted, append_all, settle};
use crate::error::StoreError;
use crate::record::{NewRecord, Seq, check_name, check_record};
use crate::store::Store;

/// Recent records are moved to their tables when nobody has written for this long.
const QUIET: Duration = Duration::from_millis(50);
/// They are moved under way when there are so many: who opens a table looks through all of them.
const MOST_RECENT: u64 = 131_072;

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
            let mut recent = 0;
            let mut patience = QUIET;
            loop {
                let next = waiting.recv_many(&mut batch, MOST_AT_ONCE);
                let came = match recent {
                    0 => Some(next.await),
                    _ => tokio::time::timeout(patience, next).await.ok(),
                };
                match came {
                    Some(0) => break,
                    Some(_) => {
                        recent = commit(&store, std::mem::take(&mut batch)).await;
                        patience = QUIET;
                    }
                    None => patience = Duration::ZERO,
                }
                if came.is_none() || recent > MOST_RECENT {
                    // They are as durable where they lie: what fails now is tried again when more is written.
                    recent = settle(&store).await.unwrap_or(0);
                }
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
        self.queue.send(pending).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }
}

/// Appends refuse before they write anything, so one that is refused leaves the others alone; one that
/// fails half-way takes the whole transaction back. Says how many records are recent then.
async fn commit(store: &Store, batch: Vec<Pending>) -> u64 {
    let wanted: Vec<Wanted<'_>> = batch.iter().map(Pending::wanted).collect();
    let appended = append_all(store, &wanted).await;
    drop(wanted);
    let (answers, recent): (Vec<_>, u64) = match appended {
        Ok(appended) => (appended.outcomes, appended.recent),
        Err(error) => (batch.iter().map(|_| Err(error.clone())).collect(), 0),
    };
    for (one, answer) in batch.into_iter().zip(answers) {
        // The one who no longer waits has lost nothing: it is on disk, and its id says so.
        let _ = one.answer.send(answer);
    }
    recent
}

impl Pending {
    fn wanted(&self) -> Wanted<'_> {
        let Pending { id, after, records, command, .. } = self;
        Wanted { id, after: *after, records, command: command.as_deref() }
    }
}
