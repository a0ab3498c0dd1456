//! What is counted, and the page for whoever watches the server. Numbers only: nothing of any table.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that goes up, and sometimes down.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn up(&self) {
        self.add(1);
    }

    pub(crate) fn add(&self, much: u64) {
        self.0.fetch_add(much, Ordering::Relaxed);
    }

    pub(crate) fn down(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) tables_open: Count,
    pub(crate) sockets_open: Count,
    pub(crate) messages: Count,
    pub(crate) done: Count,
    pub(crate) refused: Count,
    pub(crate) failed: Count,
    pub(crate) sent: Count,
    pub(crate) sent_bytes: Count,
    pub(crate) turned_away: Count,
}

impl Metrics {
    /// A message was sent.
    pub(crate) fn sent(&self, text: &str) {
        self.sent.up();
        self.sent_bytes.add(text.len() as u64);
    }

    /// The page in the format of Prometheus.
    pub(crate) fn page(&self) -> String {
        let all = [
            ("tables_open", "gauge", "Tables in memory.", &self.tables_open),
            ("sockets_open", "gauge", "Open sockets.", &self.sockets_open),
            ("messages_total", "counter", "Messages from pages.", &self.messages),
            ("done_total", "counter", "Requests carried out and on disk.", &self.done),
            ("refused_total", "counter", "Requests the rules or the table refused.", &self.refused),
            ("failed_total", "counter", "Requests that failed otherwise.", &self.failed),
            ("sent_total", "counter", "Messages to pages.", &self.sent),
            ("sent_bytes_total", "counter", "Bytes of these messages.", &self.sent_bytes),
            (
                "turned_away_total",
                "counter",
                "Requests and sockets over a limit or from elsewhere.",
                &self.turned_away,
            ),
        ];
        let mut page = String::new();
        for (name, kind, help, count) in all {
            let _ = writeln!(
                page,
                "# HELP boneyard_{name} {help}\n# TYPE boneyard_{name} {kind}\nboneyard_{name} {}",
                count.now()
            );
        }
        page
    }
}
