//! The journal of one table: appending, reading back with every checksum verified, snapshots.
//! The trait is the seam for other databases.

use sqlx::SqliteConnection;

use crate::chain::Sum;
use crate::error::StoreError;
use crate::record::{MAX_SNAPSHOT_BYTES, NewRecord, Record, Seq, Snapshot, check_name, check_record};
use crate::store::{Store, now};
use crate::tables::{Head, head};

/// Snapshots kept per table: the latest, and one before it in case the latest is damaged.
const KEEP_SNAPSHOTS: i64 = 2;

/// After so many records, and again after as many, one snapshot stays: whoever goes far back begins there and not at the
/// first record.
const WAYMARK_EVERY: i64 = 16_384;

/// What a table's authority needs of whatever keeps its history.
pub trait Journal {
    /// Appends records after `after`, all or none, and returns the last one's place once they are
    /// durable. A `command` id makes it happen once: sent again, it answers
    /// [`StoreError::AlreadyDone`] with the place the first one returned.
    fn append(
        &self,
        id: &str,
        after: Seq,
        records: &[NewRecord],
        command: Option<&str>,
    ) -> impl Future<Output = Result<Seq, StoreError>> + Send;

    /// All records from `from` on, `from` included.
    fn read(&self, id: &str, from: Seq) -> impl Future<Output = Result<Vec<Record>, StoreError>> + Send;

    /// Keeps the state after record `seq`.
    fn snapshot(&self, id: &str, seq: Seq, body: &str)
    -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The latest snapshot that is whole. A damaged one is passed over: the journal holds the truth.
    fn latest_snapshot(&self, id: &str) -> impl Future<Output = Result<Option<Snapshot>, StoreError>> + Send;
}

impl Journal for Store {
    async fn append(
        &self,
        id: &str,
        after: Seq,
        records: &[NewRecord],
        command: Option<&str>,
    ) -> Result<Seq, StoreError> {
        if records.is_empty() {
            let why = "there must be at least one".into();
            return Err(StoreError::Invalid { what: "The records to append".into(), why });
        }
        records.iter().try_for_each(|record| check_record(&record.kind, &record.body))?;
        command.map_or(Ok(()), |command| check_name("The command's id", command))?;

        let mut write = self.begin_write().await?;
        write.known.forget(id);
        let outcome = append(self, &mut write.db, id, after, records, command).await;
        write.end(outcome).await
    }

    async fn read(&self, id: &str, from: Seq) -> Result<Vec<Record>, StoreError> {
        self.read_page(id, from, u32::MAX).await
    }

    async fn snapshot(&self, id: &str, seq: Seq, body: &str) -> Result<(), StoreError> {
        if body.len() > MAX_SNAPSHOT_BYTES {
            return Err(StoreError::TooLarge { what: "A snapshot".into(), limit: MAX_SNAPSHOT_BYTES as u64 });
        }
        let mut write = self.begin_write().await?;
        let outcome = snapshot(self, &mut write.db, id, seq, body).await;
        write.end(outcome).await
    }

    async fn latest_snapshot(&self, id: &str) -> Result<Option<Snapshot>, StoreError> {
        let mut read = self.begin_read().await?;
        let outcome = latest_snapshot(self, &mut read.db, id).await;
        read.end(outcome).await
    }
}

impl Store {
    /// At most `limit` records from `from` on: a window of a long log.
    pub async fn read_page(&self, id: &str, from: Seq, limit: u32) -> Result<Vec<Record>, StoreError> {
        let mut read = self.begin_read().await?;
        let outcome = page(self, &mut read.db, id, from, limit).await;
        read.end(outcome.map(|rows| rows.into_iter().map(|(record, _)| record).collect())).await
    }

    /// The places of the snapshots that are kept, the latest first: the newest, and some on the way back.
    pub async fn snapshots(&self, id: &str) -> Result<Vec<Seq>, StoreError> {
        let mut read = self.begin_read().await?;
        let outcome = match head(self, &mut read.db, id).await {
            Ok(head) => snapshots(self, &mut read.db, id, &head).await,
            Err(error) => Err(error),
        };
        read.end(outcome).await
    }

    /// The snapshot at a place, if it is whole.
    pub async fn snapshot_at(&self, id: &str, seq: Seq) -> Result<Option<Snapshot>, StoreError> {
        let mut read = self.begin_read().await?;
        let outcome = match head(self, &mut read.db, id).await {
            Ok(head) => passed_over(whole_snapshot(self, &mut read.db, id, &head, seq).await),
            Err(error) => Err(error),
        };
        read.end(outcome).await
    }

    /// Where a command with this id ended, if it was carried out.
    pub async fn carried_out(&self, id: &str, command: &str) -> Result<Option<Seq>, StoreError> {
        let mut read = self.begin_read().await?;
        let outcome = carried_out(self, &mut read.db, id, command).await;
        read.end(outcome).await
    }
}

async fn append(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    after: Seq,
    records: &[NewRecord],
    command: Option<&str>,
) -> Result<Seq, StoreError> {
    let head = head(store, db, id).await?;
    if let Some(command) = command
        && let Some(seq) = carried_out(store, db, id, command).await?
    {
        return Err(StoreError::AlreadyDone { seq });
    }
    if head.last != after {
        return Err(StoreError::Conflict { id: id.into(), after, last: head.last });
    }
    let at = now();
    let mut links = stamped(after, at, records);
    if let Some(last) = links.last_mut() {
        // The last one carries the command, so that its place is what the first call returned.
        last.command = command.map(Into::into);
    }
    let last = links.last().map_or(after, |record| record.seq);
    let sum = insert(store, db, id, head.sum, &links).await?;
    advance(store, db, id, last, at, sum).await?;
    Ok(last)
}

async fn carried_out(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    command: &str,
) -> Result<Option<Seq>, StoreError> {
    let done: Option<i64> =
        sqlx::query_scalar("SELECT seq FROM journal WHERE table_id = ?1 AND command = ?2")
            .bind(id)
            .bind(command)
            .fetch_optional(db)
            .await
            .map_err(|error| store.failed(&error))?;
    Ok(done.map(Seq::from_sql))
}

/// Gives new records their places and their time.
pub(crate) fn stamped(after: Seq, at: i64, records: &[NewRecord]) -> Vec<Record> {
    let mut seq = after;
    let stamp = |record: &NewRecord| {
        seq = seq.next();
        Record { seq, at, kind: record.kind.clone(), command: None, body: record.body.clone() }
    };
    records.iter().map(stamp).collect()
}

/// Writes records onto where the chain stands, and says where it stands then.
pub(crate) async fn insert(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    mut sum: Sum,
    records: &[Record],
) -> Result<Sum, StoreError> {
    for record in records {
        sum = sum.then(record);
        sqlx::query(
            "INSERT INTO record (table_id, seq, at, kind, command, body, sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )
        .bind(id)
        .bind(record.seq.to_sql())
        .bind(record.at)
        .bind(record.kind.as_str())
        .bind(record.command.as_deref())
        .bind(record.body.as_str())
        .bind(sum.as_bytes())
        .execute(&mut *db)
        .await
        .map_err(|error| store.failed(&error))?;
    }
    Ok(sum)
}

async fn advance(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    last: Seq,
    at: i64,
    sum: Sum,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE game_table SET last_seq = ?2, last_at = ?3, last_sum = ?4 WHERE id = ?1")
        .bind(id)
        .bind(last.to_sql())
        .bind(at)
        .bind(sum.as_bytes())
        .execute(db)
        .await
        .map_err(|error| store.failed(&error))?;
    Ok(())
}

/// seq, at, kind, command, body, sum
type RecordRow = (i64, i64, Vec<u8>, Option<Vec<u8>>, Vec<u8>, Vec<u8>);

/// Text as it was read: what the disk made of it may be none.
fn text(id: &str, seq: Seq, bytes: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(bytes).map_err(|_| StoreError::damaged_record(id, seq, "it is not text"))
}

/// Reads records with their sums and verifies the chain over them, up to the head if they reach it.
pub(crate) async fn page(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    from: Seq,
    limit: u32,
) -> Result<Vec<(Record, Sum)>, StoreError> {
    let head = head(store, db, id).await?;
    let from = from.max(Seq(1));
    let before = Seq(from.0 - 1);
    if before > head.last {
        return Ok(Vec::new());
    }
    let mut sum = sum_at(store, db, id, &head, before).await?;
    let mut last = before;
    let rows: Vec<RecordRow> = sqlx::query_as(
        "SELECT seq, at, kind, command, body, sum FROM journal
         WHERE table_id = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3",
    )
    .bind(id)
    .bind(from.to_sql())
    .bind(i64::from(limit))
    .fetch_all(db)
    .await
    .map_err(|error| store.failed(&error))?;

    let complete = rows.len() < limit as usize;
    let mut records = Vec::with_capacity(rows.len());
    for (seq, at, kind, command, body, stored) in rows {
        let seq = Seq::from_sql(seq);
        let command = command.map(|command| text(id, seq, command)).transpose()?;
        let record = Record { seq, at, kind: text(id, seq, kind)?, command, body: text(id, seq, body)? };
        let expected = last.next();
        if record.seq != expected {
            return Err(StoreError::damaged_record(id, expected, "it is missing"));
        }
        if record.seq > head.last {
            return Err(StoreError::damaged_record(id, record.seq, "it lies beyond the end of the journal"));
        }
        sum = sum.then(&record);
        if stored != sum.as_bytes() {
            return Err(StoreError::damaged_record(id, record.seq, "it does not fit its checksum"));
        }
        last = record.seq;
        records.push((record, sum));
    }
    if complete && last < head.last {
        return Err(StoreError::damaged_record(id, last.next(), "it is missing"));
    }
    if last == head.last && sum != head.sum {
        return Err(StoreError::damaged_record(id, last, "it does not fit the end of the journal"));
    }
    Ok(records)
}

async fn snapshot(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    seq: Seq,
    body: &str,
) -> Result<(), StoreError> {
    let head = head(store, db, id).await?;
    if seq > head.last {
        let why = format!("record {seq} does not exist, the last is {}", head.last);
        return Err(StoreError::Invalid { what: format!("A snapshot of table \"{id}\""), why });
    }
    let at = now();
    let sum = sum_at(store, db, id, &head, seq).await?.snapshot(seq, at, body);
    sqlx::query("INSERT OR REPLACE INTO snapshot (table_id, seq, at, body, sum) VALUES (?1, ?2, ?3, ?4, ?5)")
        .bind(id)
        .bind(seq.to_sql())
        .bind(at)
        .bind(body)
        .bind(sum.as_bytes())
        .execute(&mut *db)
        .await
        .map_err(|error| store.failed(&error))?;
    sqlx::query(
        "DELETE FROM snapshot WHERE table_id = ?1
             AND seq NOT IN (SELECT seq FROM snapshot WHERE table_id = ?1 ORDER BY seq DESC LIMIT ?2)
             AND seq NOT IN
             (SELECT min(seq) FROM snapshot WHERE table_id = ?1 AND seq >= ?3 GROUP BY seq / ?3)",
    )
    .bind(id)
    .bind(KEEP_SNAPSHOTS)
    .bind(WAYMARK_EVERY)
    .execute(db)
    .await
    .map_err(|error| store.failed(&error))?;
    Ok(())
}

async fn latest_snapshot(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
) -> Result<Option<Snapshot>, StoreError> {
    let head = head(store, db, id).await?;
    for seq in snapshots(store, db, id, &head).await? {
        if let Some(snapshot) = passed_over(whole_snapshot(store, db, id, &head, seq).await)? {
            return Ok(Some(snapshot));
        }
    }
    Ok(None)
}

async fn snapshots(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    head: &Head,
) -> Result<Vec<Seq>, StoreError> {
    let seqs: Vec<i64> =
        sqlx::query_scalar("SELECT seq FROM snapshot WHERE table_id = ?1 AND seq <= ?2 ORDER BY seq DESC")
            .bind(id)
            .bind(head.last.to_sql())
            .fetch_all(db)
            .await
            .or_else(|error| match store.failed(&error) {
                StoreError::Damaged { .. } => Ok(Vec::new()),
                other => Err(other),
            })?;
    Ok(seqs.into_iter().map(Seq::from_sql).collect())
}

/// Whatever the disk made of a snapshot, the records are read instead, and they are checked one by one.
fn passed_over(read: Result<Option<Snapshot>, StoreError>) -> Result<Option<Snapshot>, StoreError> {
    match read {
        Err(StoreError::Damaged { .. }) => Ok(None),
        read => read,
    }
}

/// A snapshot, if it is what was written.
async fn whole_snapshot(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    head: &Head,
    seq: Seq,
) -> Result<Option<Snapshot>, StoreError> {
    let row: Option<(i64, Vec<u8>, Vec<u8>)> =
        sqlx::query_as("SELECT at, body, sum FROM snapshot WHERE table_id = ?1 AND seq = ?2")
            .bind(id)
            .bind(seq.to_sql())
            .fetch_optional(&mut *db)
            .await
            .map_err(|error| store.failed(&error))?;
    let Some((at, body, stored)) = row else { return Ok(None) };
    let Ok(body) = String::from_utf8(body) else { return Ok(None) };
    let expected = sum_at(store, db, id, head, seq).await?.snapshot(seq, at, &body);
    Ok((stored == expected.as_bytes()).then_some(Snapshot { seq, at, body }))
}

/// Where the chain stands after a record.
async fn sum_at(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    head: &Head,
    seq: Seq,
) -> Result<Sum, StoreError> {
    if seq == Seq::START {
        return Ok(Sum::root(&head.game));
    }
    let sum: Option<Vec<u8>> = sqlx::query_scalar("SELECT sum FROM journal WHERE table_id = ?1 AND seq = ?2")
        .bind(id)
        .bind(seq.to_sql())
        .fetch_optional(db)
        .await
        .map_err(|error| store.failed(&error))?;
    sum.ok_or_else(|| StoreError::damaged_record(id, seq, "it is missing"))
        .map(|bytes| Sum::from_bytes(&bytes))?
        .ok_or_else(|| StoreError::damaged_record(id, seq, "its checksum is not one"))
}
