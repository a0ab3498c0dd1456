//! Appending for many tables with few statements: every statement is a trip to the database's own thread, and
//! a hundred tables that write at the same time would otherwise make four hundred of them.

use std::collections::BTreeMap;

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::chain::Sum;
use crate::error::StoreError;
use crate::journal::stamped;
use crate::record::{NewRecord, Record, Seq};
use crate::store::{Store, now};

/// Rows of one statement. Few different sizes, so that each statement is prepared once and kept.
const SIZES: [usize; 4] = [64, 16, 4, 1];

/// What one table wants to append.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) id: &'a str,
    pub(crate) after: Seq,
    pub(crate) records: &'a [NewRecord],
    pub(crate) command: Option<&'a str>,
}

/// Appends for different tables, as [`crate::journal::append`] does for one. Each gets its own answer; an
/// error of the database is everybody's.
pub(crate) async fn append_all(
    store: &Store,
    db: &mut SqliteConnection,
    wanted: &[Wanted<'_>],
) -> Result<Vec<Result<Seq, StoreError>>, StoreError> {
    let heads = heads(store, db, wanted).await?;
    let done = carried_out(store, db, wanted).await?;
    let at = now();
    let mut rows: Vec<(&str, Record, Sum)> = Vec::new();
    let mut ends: Vec<(&str, Seq, Sum)> = Vec::new();
    let mut outcomes = Vec::with_capacity(wanted.len());
    for one in wanted {
        let already = one.command.and_then(|command| done.get(&(one.id, command)));
        let outcome = match (heads.get(one.id), already) {
            (None, _) => Err(StoreError::NoSuchTable { id: one.id.into() }),
            (Some(_), Some(seq)) => Err(StoreError::AlreadyDone { seq: *seq }),
            (Some((last, _)), None) if *last != one.after => {
                Err(StoreError::Conflict { id: one.id.into(), after: one.after, last: *last })
            }
            (Some((last, sum)), None) => {
                let (mut end, mut sum) = (*last, *sum);
                let mut links = stamped(one.after, at, one.records);
                if let Some(last) = links.last_mut() {
                    // The last one carries the command, so that its place is what the first call returned.
                    last.command = one.command.map(Into::into);
                }
                for record in links {
                    sum = sum.then(&record);
                    end = record.seq;
                    rows.push((one.id, record, sum));
                }
                ends.push((one.id, end, sum));
                Ok(end)
            }
        };
        outcomes.push(outcome);
    }
    insert(store, db, &rows).await?;
    advance(store, db, at, &ends).await?;
    Ok(outcomes)
}

async fn heads<'a>(
    store: &Store,
    db: &mut SqliteConnection,
    wanted: &[Wanted<'a>],
) -> Result<BTreeMap<&'a str, (Seq, Sum)>, StoreError> {
    let mut heads = BTreeMap::new();
    for some in sized(wanted) {
        let mut sql =
            QueryBuilder::<Sqlite>::new("SELECT id, last_seq, last_sum FROM game_table WHERE id IN (");
        let mut ids = sql.separated(", ");
        for one in some {
            ids.push_bind(one.id);
        }
        sql.push(")");
        let rows: Vec<(String, i64, Vec<u8>)> =
            sql.build_query_as().fetch_all(&mut *db).await.map_err(|error| store.failed(&error))?;
        for (id, last, sum) in rows {
            let last = Seq::from_sql(last);
            let sum = Sum::from_bytes(&sum).ok_or_else(|| {
                StoreError::damaged_record(&id, last, "the checksum of the journal's end is not one")
            })?;
            if let Some(one) = some.iter().find(|one| one.id == id) {
                heads.insert(one.id, (last, sum));
            }
        }
    }
    Ok(heads)
}

async fn carried_out<'a>(
    store: &Store,
    db: &mut SqliteConnection,
    wanted: &[Wanted<'a>],
) -> Result<BTreeMap<(&'a str, &'a str), Seq>, StoreError> {
    let named: Vec<(&str, &str)> = wanted.iter().filter_map(|one| Some((one.id, one.command?))).collect();
    let mut done = BTreeMap::new();
    for some in sized(&named) {
        let mut sql =
            QueryBuilder::<Sqlite>::new("SELECT record.table_id, record.command, record.seq FROM (");
        sql.push_values(some, |mut row, (id, command)| {
            row.push_bind(*id).push_bind(*command);
        });
        sql.push(
            ") AS asked JOIN record ON record.table_id = asked.column1 AND record.command = asked.column2",
        );
        let rows: Vec<(String, String, i64)> =
            sql.build_query_as().fetch_all(&mut *db).await.map_err(|error| store.failed(&error))?;
        for (id, command, seq) in rows {
            if let Some(known) = some.iter().find(|known| **known == (id.as_str(), command.as_str())) {
                done.insert(*known, Seq::from_sql(seq));
            }
        }
    }
    Ok(done)
}

async fn insert(
    store: &Store,
    db: &mut SqliteConnection,
    rows: &[(&str, Record, Sum)],
) -> Result<(), StoreError> {
    for some in sized(rows) {
        let mut sql =
            QueryBuilder::<Sqlite>::new("INSERT INTO record (table_id, seq, at, kind, command, body, sum) ");
        sql.push_values(some, |mut row, (id, record, sum)| {
            row.push_bind(*id)
                .push_bind(record.seq.to_sql())
                .push_bind(record.at)
                .push_bind(record.kind.as_str())
                .push_bind(record.command.as_deref())
                .push_bind(record.body.as_str())
                .push_bind(sum.as_bytes());
        });
        sql.build().execute(&mut *db).await.map_err(|error| store.failed(&error))?;
    }
    Ok(())
}

async fn advance(
    store: &Store,
    db: &mut SqliteConnection,
    at: i64,
    ends: &[(&str, Seq, Sum)],
) -> Result<(), StoreError> {
    for some in sized(ends) {
        let mut sql = QueryBuilder::<Sqlite>::new("UPDATE game_table SET last_at = ");
        sql.push_bind(at);
        sql.push(", last_seq = ended.column2, last_sum = ended.column3 FROM (");
        sql.push_values(some, |mut row, (id, last, sum)| {
            row.push_bind(*id).push_bind(last.to_sql()).push_bind(sum.as_bytes());
        });
        sql.push(") AS ended WHERE game_table.id = ended.column1");
        sql.build().execute(&mut *db).await.map_err(|error| store.failed(&error))?;
    }
    Ok(())
}

/// Cuts a list into pieces of the sizes that statements have.
fn sized<T>(mut rest: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= rest.len())?;
        let (some, left) = rest.split_at(size);
        rest = left;
        Some(some)
    })
}
