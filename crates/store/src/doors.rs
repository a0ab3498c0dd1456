//! Who may enter, kept with the tables, so that a backup carries it and a restore brings it back. What the rows mean
//! is the server's to say.

use crate::error::StoreError;
use crate::store::Store;

/// One thing at a door.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorRow {
    /// Which table's door; empty for what belongs to no table.
    pub table: String,
    /// What, once for each table.
    pub key: String,
    /// As it was given.
    pub value: String,
}

/// A change at a door: the row as it is now, or that it is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DoorChange {
    /// The row is so from now on.
    Is(DoorRow),
    /// There is no such row any more.
    Gone {
        /// Which table's door.
        table: String,
        /// What.
        key: String,
    },
}

impl Store {
    /// Everything at all doors.
    pub async fn doors(&self) -> Result<Vec<DoorRow>, StoreError> {
        let mut read = self.begin_read().await?;
        let rows: Result<Vec<(String, String, String)>, sqlx::Error> =
            sqlx::query_as("SELECT table_id, key, value FROM door ORDER BY table_id, key")
                .fetch_all(&mut read.db)
                .await;
        let row = |(table, key, value)| DoorRow { table, key, value };
        let rows = rows.map(|rows| rows.into_iter().map(row).collect());
        read.end(rows.map_err(|error| self.failed(&error))).await
    }

    /// Writes what changed at doors, all or nothing.
    pub async fn change_doors(&self, changes: &[DoorChange]) -> Result<(), StoreError> {
        if changes.is_empty() {
            return Ok(());
        }
        let mut write = self.begin_write().await?;
        let mut outcome = Ok(());
        for change in changes {
            let changed = match change {
                DoorChange::Is(DoorRow { table, key, value }) => {
                    sqlx::query(
                        "INSERT INTO door (table_id, key, value) VALUES (?1, ?2, ?3)
                         ON CONFLICT (table_id, key) DO UPDATE SET value = excluded.value",
                    )
                    .bind(table.as_str())
                    .bind(key.as_str())
                    .bind(value.as_str())
                    .execute(&mut write.db)
                    .await
                }
                DoorChange::Gone { table, key } => {
                    sqlx::query("DELETE FROM door WHERE table_id = ?1 AND key = ?2")
                        .bind(table.as_str())
                        .bind(key.as_str())
                        .execute(&mut write.db)
                        .await
                }
            };
            if let Err(error) = changed {
                outcome = Err(self.failed(&error));
                break;
            }
        }
        write.end(outcome).await
    }
}
