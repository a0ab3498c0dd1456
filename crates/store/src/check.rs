//! Reading every record against its checksum, so that damage is found while a backup is still whole, and not on the
//! day the table is exported.

use crate::error::StoreError;
use crate::journal::page;
use crate::record::Seq;
use crate::store::Store;

/// Records held in memory at a time: each may be a picture.
const PAGE: u32 = 32;

/// A table whose records are not what was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What does not fit, in a sentence.
    pub what: String,
}

impl Store {
    /// Reads all tables against their checksums, and says which are damaged. Play may go on meanwhile.
    pub async fn check(&self) -> Result<Vec<Damage>, StoreError> {
        let mut found = Vec::new();
        for info in self.tables().await? {
            match self.check_table(&info.id).await {
                Ok(()) | Err(StoreError::NoSuchTable { .. }) => {}
                Err(error @ StoreError::Damaged { .. }) => {
                    found.push(Damage { id: info.id, title: info.title, what: error.to_string() });
                }
                Err(other) => return Err(other),
            }
        }
        Ok(found)
    }

    /// Reads one table against its checksums, a page at a time.
    pub async fn check_table(&self, id: &str) -> Result<(), StoreError> {
        let mut next = Seq(1);
        loop {
            let mut read = self.begin_read().await?;
            let outcome = page(self, &mut read.db, id, next, PAGE).await;
            let records = read.end(outcome).await?;
            let Some((last, _)) = records.last() else { return Ok(()) };
            next = last.seq.next();
            // Tables in play come first.
            tokio::task::yield_now().await;
        }
    }
}
