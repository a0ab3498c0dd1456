//! When everything was done, by the clock of the journal: the table itself knows none. A journal only grows, so what
//! was read of it once is remembered, and only what came since is read again.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use boneyard_store::{Record, Seq};
use serde::Deserialize;

/// Records read at a time.
pub(crate) const PAGE: u32 = 500;
/// Tables that are remembered; a server with more of them reads some anew.
const MOST_TABLES: usize = 100;

/// When each action was done or dropped, in milliseconds since 1970, by the table's own numbers.
pub(crate) type Times = Arc<BTreeMap<u32, i64>>;

/// What was read of the journals so far.
#[derive(Debug, Default)]
pub(crate) struct TimesRead {
    tables: Mutex<HashMap<String, Read>>,
}

#[derive(Clone, Debug)]
struct Read {
    /// The first record that was not read.
    next: Seq,
    times: Times,
}

impl TimesRead {
    /// The times of a table, whose journal is read on by `page`: so many records from one on, fewer at its end.
    pub(crate) async fn of<E, P, F>(&self, table: &str, page: P) -> Result<Times, E>
    where
        P: Fn(Seq) -> F,
        F: Future<Output = Result<Vec<Record>, E>>,
    {
        let mut read = self.recalled(table);
        loop {
            let records = page(read.next).await?;
            let Some(last) = records.last() else { break };
            read.next = last.seq.next();
            let whole = records.len() < PAGE as usize;
            Arc::make_mut(&mut read.times).extend(records.iter().filter_map(ended));
            if whole {
                break;
            }
        }
        let times = Arc::clone(&read.times);
        self.remember(table, read);
        Ok(times)
    }

    fn recalled(&self, table: &str) -> Read {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(table).cloned().unwrap_or_else(|| Read { next: Seq(1), times: Times::default() })
    }

    fn remember(&self, table: &str, read: Read) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.len() >= MOST_TABLES && !tables.contains_key(table) {
            tables.clear();
        }
        // Somebody else may have read further meanwhile.
        let further = tables.get(table).is_some_and(|known| known.next > read.next);
        if !further {
            tables.insert(table.to_owned(), read);
        }
    }
}

/// The action of a record that ends one; nothing else of it is read.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ends {
    Acted { id: u32 },
    Cancelled { action: u32 },
}

fn ended(record: &Record) -> Option<(u32, i64)> {
    match record.kind.as_str() {
        "acted" | "cancelled" => match serde_json::from_str(&record.body).ok()? {
            Ends::Acted { id } => Some((id, record.at)),
            Ends::Cancelled { action } => Some((action, record.at)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;

    use super::*;

    fn record(seq: u64, at: i64, kind: &str, body: &str) -> Record {
        Record { seq: Seq(seq), at, kind: kind.into(), command: None, body: body.into() }
    }

    /// The times of a journal, and how many records were read for it.
    async fn told(read: &TimesRead, journal: &[Record]) -> (BTreeMap<u32, i64>, usize) {
        let count = Cell::new(0);
        let page = |from: Seq| {
            let found = journal.iter().filter(|record| record.seq >= from).take(PAGE as usize);
            let found: Vec<Record> = found.cloned().collect();
            count.set(count.get() + found.len());
            std::future::ready(Ok::<_, Infallible>(found))
        };
        let Ok(times) = read.of("t1", page).await;
        ((*times).clone(), count.get())
    }

    #[tokio::test]
    async fn an_action_that_waited_has_the_time_at_which_it_was_done() {
        let journal = [
            record(1, 5, "waiting", r#"{"waiting":{"id":1,"by":0}}"#),
            record(2, 10, "acted", r#"{"acted":{"id":1,"by":0,"log":[]}}"#),
            record(3, 20, "said", r#"{"said":{}}"#),
            record(4, 30, "cancelled", r#"{"cancelled":{"action":2,"by":0}}"#),
            record(5, 40, "acted", "broken"),
        ];
        let (times, _) = told(&TimesRead::default(), &journal).await;
        assert_eq!(times, BTreeMap::from([(1, 10), (2, 30)]));
    }

    #[tokio::test]
    async fn a_long_journal_is_read_once_and_then_only_what_is_new() {
        let acted = |nth: u64| record(nth, nth as i64, "acted", &format!(r#"{{"acted":{{"id":{nth}}}}}"#));
        let mut journal: Vec<Record> = (1..=1_200).map(acted).collect();
        let read = TimesRead::default();
        let (times, count) = told(&read, &journal).await;
        assert_eq!((times.len(), count), (1_200, 1_200));
        journal.push(acted(1_201));
        let (times, count) = told(&read, &journal).await;
        assert_eq!((times.len(), times.get(&1_201), count), (1_201, Some(&1_201), 1));
        assert_eq!(told(&read, &journal).await.1, 0, "nothing is new");
    }
}
