//! What the writer remembers of the tables it wrote to last, so that a commit need not read it again. It holds
//! as long as nobody else writes to the save, and the database says whether somebody did.

use std::collections::BTreeMap;

use crate::chain::Sum;
use crate::record::Seq;

/// Tables remembered at most; past it everything is read again.
const MOST_TABLES: usize = 4096;

/// The tables written to last.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The database's count of what others wrote.
    version: i64,
    tables: BTreeMap<String, End>,
}

/// Where a table's journal ends.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) last: Seq,
    pub(crate) sum: Sum,
    /// Commands carried out by what is not among the records yet.
    pub(crate) commands: BTreeMap<String, Seq>,
}

impl Known {
    /// Forgets everything if somebody else wrote since.
    pub(crate) fn as_of(&mut self, version: i64) {
        if self.version != version || self.tables.len() > MOST_TABLES {
            self.tables.clear();
        }
        self.version = version;
    }

    /// The count that what is remembered holds for.
    pub(crate) fn version(&self) -> i64 {
        self.version
    }

    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut End> {
        self.tables.get_mut(id)
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.tables.contains_key(id)
    }

    pub(crate) fn learn(&mut self, id: String, last: Seq, sum: Sum) {
        self.tables.insert(id, End { last, sum, commands: BTreeMap::new() });
    }

    /// Something was written past what is remembered of this table.
    pub(crate) fn forget(&mut self, id: &str) {
        self.tables.remove(id);
    }

    pub(crate) fn forget_all(&mut self) {
        self.tables.clear();
    }

    /// What a table wrote up to here is among the records now.
    pub(crate) fn settled(&mut self, id: &str, upto: Seq) {
        if let Some(end) = self.tables.get_mut(id) {
            end.commands.retain(|_, seq| *seq > upto);
        }
    }
}
