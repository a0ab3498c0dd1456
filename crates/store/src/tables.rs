//! The list of tables in a save: creating, listing, putting away, deleting. Not what happens at them.

use sqlx::SqliteConnection;

use crate::chain::Sum;
use crate::error::StoreError;
use crate::journal::{insert, stamped};
use crate::record::{NewRecord, NewTable, Record, Seq, TableInfo, check_record};
use crate::store::{Store, now};

const SELECT_INFO: &str = "SELECT id, game, title, rules_version, created_at, archived, last_seq, last_at
                           FROM game_table";

impl Store {
    /// Creates a table with its first records, and returns the last one's place.
    pub async fn create(&self, table: &NewTable, records: &[NewRecord]) -> Result<Seq, StoreError> {
        records.iter().try_for_each(|record| check_record(&record.kind, &record.body))?;
        let at = now();
        self.create_whole(table, at, &stamped(Seq::START, at, records)).await
    }

    /// All tables, the last played first.
    pub async fn tables(&self) -> Result<Vec<TableInfo>, StoreError> {
        let mut read = self.begin_read().await?;
        let rows = sqlx::query_as(sqlx::AssertSqlSafe(format!("{SELECT_INFO} ORDER BY last_at DESC, id")))
            .fetch_all(&mut read.db)
            .await
            .map_err(|error| self.failed(&error));
        read.end(rows.map(|rows| rows.into_iter().map(info).collect())).await
    }

    /// One table.
    pub async fn info(&self, id: &str) -> Result<TableInfo, StoreError> {
        let mut read = self.begin_read().await?;
        let outcome = table_info(self, &mut read.db, id).await;
        read.end(outcome).await
    }

    /// Puts a table away, or takes it out again. Its journal is untouched.
    pub async fn set_archived(&self, id: &str, archived: bool) -> Result<(), StoreError> {
        let mut write = self.begin_write().await?;
        let changed = sqlx::query("UPDATE game_table SET archived = ?2 WHERE id = ?1")
            .bind(id)
            .bind(archived)
            .execute(&mut write.db)
            .await;
        let outcome = self.exactly_one(id, changed);
        write.end(outcome).await
    }

    /// Deletes a table with all its history. There is no way back but a backup.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        let mut write = self.begin_write().await?;
        write.known.forget(id);
        let changed =
            sqlx::query("DELETE FROM game_table WHERE id = ?1").bind(id).execute(&mut write.db).await;
        let mut outcome = self.exactly_one(id, changed);
        if outcome.is_ok() {
            let door =
                sqlx::query("DELETE FROM door WHERE table_id = ?1").bind(id).execute(&mut write.db).await;
            outcome = door.map(drop).map_err(|error| self.failed(&error));
        }
        write.end(outcome).await
    }

    /// Creates a table with records that have their places and times already.
    pub(crate) async fn create_whole(
        &self,
        table: &NewTable,
        created_at: i64,
        records: &[Record],
    ) -> Result<Seq, StoreError> {
        table.check()?;
        let mut write = self.begin_write().await?;
        write.known.forget(&table.id);
        let outcome = create(self, &mut write.db, table, created_at, records).await;
        write.end(outcome).await
    }

    fn exactly_one(
        &self,
        id: &str,
        changed: Result<sqlx::sqlite::SqliteQueryResult, sqlx::Error>,
    ) -> Result<(), StoreError> {
        match changed.map_err(|error| self.failed(&error))?.rows_affected() {
            0 => Err(StoreError::NoSuchTable { id: id.into() }),
            _ => Ok(()),
        }
    }
}

/// Where a table's journal ends.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) game: String,
    pub(crate) last: Seq,
    pub(crate) sum: Sum,
}

pub(crate) async fn head(store: &Store, db: &mut SqliteConnection, id: &str) -> Result<Head, StoreError> {
    let row: Option<(String, i64, Vec<u8>)> =
        sqlx::query_as("SELECT game, last_seq, last_sum FROM game_table WHERE id = ?1")
            .bind(id)
            .fetch_optional(db)
            .await
            .map_err(|error| store.failed(&error))?;
    let (game, last, sum) = row.ok_or_else(|| StoreError::NoSuchTable { id: id.into() })?;
    let last = Seq::from_sql(last);
    let sum = Sum::from_bytes(&sum).ok_or_else(|| {
        StoreError::damaged_record(id, last, "the checksum of the journal's end is not one")
    })?;
    Ok(Head { game, last, sum })
}

pub(crate) async fn table_info(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
) -> Result<TableInfo, StoreError> {
    sqlx::query_as(sqlx::AssertSqlSafe(format!("{SELECT_INFO} WHERE id = ?1")))
        .bind(id)
        .fetch_optional(db)
        .await
        .map_err(|error| store.failed(&error))?
        .map(info)
        .ok_or_else(|| StoreError::NoSuchTable { id: id.into() })
}

async fn create(
    store: &Store,
    db: &mut SqliteConnection,
    table: &NewTable,
    created_at: i64,
    records: &[Record],
) -> Result<Seq, StoreError> {
    let taken: Option<i64> = sqlx::query_scalar("SELECT 1 FROM game_table WHERE id = ?1")
        .bind(table.id.as_str())
        .fetch_optional(&mut *db)
        .await
        .map_err(|error| store.failed(&error))?;
    if taken.is_some() {
        return Err(StoreError::TableExists { id: table.id.clone() });
    }
    let root = Sum::root(&table.game);
    let end = records.iter().fold(root, |sum, record| sum.then(record));
    let (last, last_at) = records.last().map_or((Seq::START, created_at), |record| (record.seq, record.at));
    sqlx::query(
        "INSERT INTO game_table (id, game, title, rules_version, created_at, last_seq, last_at, last_sum)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )
    .bind(table.id.as_str())
    .bind(table.game.as_str())
    .bind(table.title.as_str())
    .bind(table.rules_version.as_str())
    .bind(created_at)
    .bind(last.to_sql())
    .bind(last_at)
    .bind(end.as_bytes())
    .execute(&mut *db)
    .await
    .map_err(|error| store.failed(&error))?;
    insert(store, db, &table.id, root, records).await?;
    Ok(last)
}

type InfoRow = (String, String, String, String, i64, bool, i64, i64);

fn info((id, game, title, rules_version, created_at, archived, last, last_at): InfoRow) -> TableInfo {
    TableInfo { id, game, title, rules_version, created_at, archived, last: Seq::from_sql(last), last_at }
}
