//! Reading a table from one file, whole or not at all. Everything is verified before the first write,
//! so that a bad file never holds up the tables in play.

use std::collections::BTreeSet;
use std::io::BufRead;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::chain::{Sum, hex};
use crate::error::StoreError;
use crate::record::{NewTable, Record, Seq, TableInfo, check_name, check_record};
use crate::store::Store;
use crate::transfer::{
    EXPORT_FORMAT, FILE_KIND, Footer, Header, MAX_IMPORT_BYTES, MAX_IMPORT_LINE_BYTES, Preamble, RecordLine,
};

impl Store {
    /// Reads an exported table and keeps it under a new id.
    pub async fn import<R: BufRead + Send>(
        &self,
        source: &mut R,
        new_id: &str,
    ) -> Result<TableInfo, StoreError> {
        let (header, records) = parse(source, MAX_IMPORT_BYTES)?;
        let table = NewTable {
            id: new_id.into(),
            game: header.game,
            title: header.title,
            rules_version: header.rules_version,
        };
        self.create_whole(&table, header.created_at, &records).await?;
        self.info(new_id).await
    }
}

fn parse(source: &mut impl BufRead, max_bytes: u64) -> Result<(Header, Vec<Record>), StoreError> {
    let mut lines = Lines { source, number: 0, bytes: 0, max_bytes, hash: Sha256::new() };
    let header = header(lines.next()?.as_deref())?;
    let mut sum = Sum::root(&header.game);
    let mut commands = BTreeSet::new();
    let mut records: Vec<Record> = Vec::new();
    for seq in 1..=header.records {
        let text = lines.next()?;
        let Some(text) = text else { return Err(lines.cut(records.len(), header.records)) };
        let (record, stored) = record(lines.number, &text)?;
        if record.seq != Seq(seq) {
            let what = format!("record {seq} should be here, not {}", record.seq);
            return Err(StoreError::import(lines.number, what));
        }
        sum = sum.then(&record);
        if stored != sum.hex() {
            return Err(StoreError::import(lines.number, format!("record {seq} does not fit its checksum")));
        }
        if let Some(command) = &record.command
            && !commands.insert(command.clone())
        {
            let what = format!("the command {command} was carried out before");
            return Err(StoreError::import(lines.number, what));
        }
        records.push(record);
    }
    let whole = hex(&lines.hash.clone().finalize());
    let Some(text) = lines.next()? else { return Err(lines.cut(records.len(), header.records)) };
    let footer: Footer = json(lines.number, &text, "it should be the end of the file")?;
    if footer.end != header.records || footer.sum != whole {
        let what = "the checksum of the file does not fit: it was changed after it was exported";
        return Err(StoreError::import(lines.number, what));
    }
    if lines.next()?.is_some() {
        return Err(StoreError::import(lines.number, "nothing may follow the end"));
    }
    Ok((header, records))
}

fn header(text: Option<&str>) -> Result<Header, StoreError> {
    let not_ours = "it is not the beginning of an exported table";
    let text = text.ok_or_else(|| StoreError::import(1, "the file is empty"))?;
    let preamble: Preamble = json(1, text, not_ours)?;
    if preamble.boneyard != FILE_KIND {
        return Err(StoreError::import(1, not_ours));
    }
    if preamble.format > EXPORT_FORMAT {
        return Err(StoreError::Newer { written_by: preamble.written_by });
    }
    json(1, text, not_ours)
}

fn record(number: u64, text: &str) -> Result<(Record, String), StoreError> {
    let line: RecordLine<'_> = json(number, text, "it is not a record")?;
    let record = Record {
        seq: line.seq,
        at: line.at,
        kind: line.kind.into_owned(),
        command: line.command.map(Into::into),
        body: line.body.get().into(),
    };
    check_record(&record.kind, &record.body)
        .and_then(|()| {
            record.command.as_deref().map_or(Ok(()), |command| check_name("The command's id", command))
        })
        .map_err(|error| match error {
            StoreError::Invalid { what, why } => StoreError::import(number, format!("{what}: {why}")),
            StoreError::TooLarge { limit, .. } => {
                StoreError::TooLarge { what: format!("Line {number} of the imported file"), limit }
            }
            other => other,
        })?;
    Ok((record, line.sum.into_owned()))
}

fn json<'a, T: Deserialize<'a>>(number: u64, text: &'a str, otherwise: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| {
        // The parser sees one line only; its own "at line 1" would mislead.
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        StoreError::import(number, format!("{otherwise} (column {}: {reason})", error.column()))
    })
}

/// The lines read so far, how much that was, and their checksum.
struct Lines<'a, R> {
    source: &'a mut R,
    number: u64,
    bytes: u64,
    max_bytes: u64,
    hash: Sha256,
}

impl<R: BufRead> Lines<'_, R> {
    /// The next line without its end, or nothing at the end of the file.
    fn next(&mut self) -> Result<Option<String>, StoreError> {
        let mut line = Vec::new();
        let limit = MAX_IMPORT_LINE_BYTES as u64;
        // Two more bytes for the line's end, one more to see that the limit was passed.
        let read = std::io::Read::take(&mut *self.source, limit + 3)
            .read_until(b'\n', &mut line)
            .map_err(|error| StoreError::file("Reading the imported file".into(), &error))?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.bytes += read as u64;
        if self.bytes > self.max_bytes {
            return Err(StoreError::TooLarge { what: "The imported file".into(), limit: self.max_bytes });
        }
        // Mail programs and editors may change how lines end; that alone is no damage.
        line.pop_if(|last| *last == b'\n');
        line.pop_if(|last| *last == b'\r');
        if line.len() as u64 > limit {
            let what = format!("Line {} of the imported file", self.number);
            return Err(StoreError::TooLarge { what, limit });
        }
        self.hash.update(&line);
        self.hash.update(b"\n");
        let text = String::from_utf8(line);
        text.map(Some).map_err(|_| StoreError::import(self.number, "it is not text"))
    }

    fn cut(&self, found: usize, expected: u64) -> StoreError {
        let what = format!("the file ends here, after {found} of {expected} records");
        StoreError::import(self.number + 1, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_larger_than_its_limit_is_refused_on_the_way() {
        let file = include_bytes!("../tests/fixtures/export-1.jsonl");
        let whole = file.len() as u64;
        parse(&mut &file[..], whole).expect("a file as large as the limit is read");
        let refused = parse(&mut &file[..], whole - 1).expect_err("one byte more is too much");
        assert_eq!(refused, StoreError::TooLarge { what: "The imported file".into(), limit: whole - 1 });
    }

    /// A file whose checksums all fit, whatever its records say.
    fn forged(records: &[Record]) -> String {
        let mut sum = Sum::root("dirk-rules");
        let mut file = format!(
            r#"{{"boneyard":"table","format":1,"written_by":"0.1.0","game":"dirk-rules","title":"The Crypt","rules_version":"1","created_at":0,"records":{}}}"#,
            records.len()
        );
        for record in records {
            sum = sum.then(record);
            let line = RecordLine {
                seq: record.seq,
                at: record.at,
                kind: (&record.kind).into(),
                command: record.command.as_deref().map(Into::into),
                body: serde_json::from_str(&record.body).expect("JSON"),
                sum: sum.hex().into(),
            };
            file = format!("{file}\n{}", serde_json::to_string(&line).expect("a line"));
        }
        let whole = hex(&Sha256::digest(format!("{file}\n")));
        format!("{file}\n{{\"end\":{},\"sum\":\"{whole}\"}}\n", records.len())
    }

    #[test]
    fn a_forged_file_must_still_make_sense() {
        let told = |seq: u64, kind: &str, command: &str| Record {
            seq: Seq(seq),
            at: 0,
            kind: kind.into(),
            command: Some(command.into()),
            body: "{}".into(),
        };
        let read = |records: &[Record]| {
            parse(&mut forged(records).as_bytes(), MAX_IMPORT_BYTES).map(|(_, read)| read.len())
        };
        let refused = |line: u64, what: &str| Err(StoreError::import(line, what));
        assert_eq!(read(&[told(1, "fact", "tap-1"), told(2, "fact", "tap-2")]), Ok(2));
        assert_eq!(
            read(&[told(1, "fact", "tap-1"), told(2, "fact", "tap-1")]),
            refused(3, "the command tap-1 was carried out before")
        );
        assert_eq!(read(&[told(2, "fact", "tap-1")]), refused(2, "record 1 should be here, not 2"));
        let odd = "it must be made of letters, digits and - _ . + : only";
        assert_eq!(read(&[told(1, "two words", "tap-1")]), refused(2, &format!("The record's kind: {odd}")));
        assert_eq!(read(&[told(1, "fact", "")]), refused(2, &format!("The command's id: {odd}")));
    }
}
