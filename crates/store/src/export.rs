//! Writing one table as one file. Reading it back is `import`.

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use crate::chain::{Sum, hex};
use crate::error::StoreError;
use crate::journal::page;
use crate::record::{Record, Seq};
use crate::schema::PROGRAM_VERSION;
use crate::store::Store;
use crate::tables::table_info;
use crate::transfer::{EXPORT_FORMAT, FILE_KIND, Footer, Header, RecordLine};

/// Records held in memory at a time.
const PAGE: u32 = 256;

impl Store {
    /// Writes a table as text: the same table always gives the same bytes. Play may go on meanwhile;
    /// what is exported is the table as it was when the call began.
    pub async fn export<W: Write + Send>(&self, id: &str, out: &mut W) -> Result<(), StoreError> {
        let mut read = self.begin_read().await?;
        let outcome = export(self, &mut read.db, id, out).await;
        read.end(outcome).await
    }
}

async fn export<W: Write + Send>(
    store: &Store,
    db: &mut SqliteConnection,
    id: &str,
    out: &mut W,
) -> Result<(), StoreError> {
    let info = table_info(store, db, id).await?;
    let mut lines = Lines { id, out, hash: Sha256::new() };
    lines.write(&Header {
        boneyard: FILE_KIND.into(),
        format: EXPORT_FORMAT,
        written_by: PROGRAM_VERSION.into(),
        game: info.game,
        title: info.title,
        rules_version: info.rules_version,
        created_at: info.created_at,
        records: info.last.0,
    })?;
    let mut last = Seq::START;
    while last < info.last {
        for (record, sum) in page(store, db, id, last.next(), PAGE).await? {
            lines.record(&record, sum)?;
            last = record.seq;
        }
    }
    lines.finish(info.last.0)
}

/// The lines written so far and their checksum.
struct Lines<'a, W> {
    id: &'a str,
    out: &'a mut W,
    hash: Sha256,
}

impl<W: Write> Lines<'_, W> {
    fn record(&mut self, record: &Record, sum: Sum) -> Result<(), StoreError> {
        let body: &RawValue = serde_json::from_str(&record.body)
            .map_err(|_| StoreError::damaged_record(self.id, record.seq, "it is not JSON"))?;
        self.write(&RecordLine {
            seq: record.seq,
            at: record.at,
            kind: Cow::Borrowed(&record.kind),
            command: record.command.as_deref().map(Cow::Borrowed),
            body,
            sum: sum.hex().into(),
        })
    }

    fn finish(mut self, records: u64) -> Result<(), StoreError> {
        let sum = hex(&self.hash.clone().finalize());
        self.write(&Footer { end: records, sum })?;
        self.out.flush().map_err(|error| self.failed(&error))
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), StoreError> {
        let mut text = serde_json::to_vec(line).map_err(|error| self.failed(&error.into()))?;
        text.push(b'\n');
        self.hash.update(&text);
        self.out.write_all(&text).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> StoreError {
        StoreError::file(format!("Exporting table \"{}\"", self.id), error)
    }
}
