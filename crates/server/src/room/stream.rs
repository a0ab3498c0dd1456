//! What one seat was told so far, in order: the desk as it was sent last, the log, and the latest updates
//! for pages that were away for a moment. Numbers count what this seat was told, so they tell of nothing else.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boneyard_table::live::ActionId;
use boneyard_table::view::Line;
use tokio::sync::mpsc;

use super::ask::SocketId;
use crate::doors::VisitorId;
use crate::metrics::Metrics;
use crate::protocol::{Desk, LogPart, Place, ToClient};

/// Updates kept for pages that come back, and how many bytes they may have together.
const KEPT_UPDATES: usize = 256;
const KEPT_BYTES: usize = 512 * 1024;
/// Lines sent to begin with; older ones can be asked for.
pub(crate) const FIRST_LINES: usize = 200;

/// A seat's stream.
#[derive(Debug)]
pub(crate) struct Stream {
    /// The number of the last update.
    pub(crate) n: u32,
    desk: Desk,
    /// Every line with its place.
    log: Vec<(ActionId, Line)>,
    updates: VecDeque<(u32, Arc<str>)>,
    bytes: usize,
    pub(crate) sockets: BTreeMap<SocketId, Socket>,
    /// Changes that passed since the last socket went.
    pub(crate) alone: u32,
}

/// A page that is told what the seat is told.
#[derive(Debug)]
pub(crate) struct Socket {
    pub(crate) visitor: VisitorId,
    pub(crate) preview: bool,
    pub(crate) out: mpsc::Sender<Arc<str>>,
    /// Whether it has been sent what everything begins with.
    pub(crate) begun: bool,
    /// Whether odds are being worked out for it.
    pub(crate) asks_odds: Arc<AtomicBool>,
}

impl Stream {
    pub(crate) fn new(desk: Desk, log: Vec<(ActionId, Line)>) -> Self {
        let mut stream = Self {
            n: 0,
            desk,
            log: Vec::new(),
            updates: VecDeque::new(),
            bytes: 0,
            sockets: BTreeMap::new(),
            alone: 0,
        };
        stream.extend(log.into_iter());
        stream
    }

    /// Takes what the seat sees now, and tells what is different, if anything is. `desk` is what lies before
    /// it, unless that is as it was; `told` is its log from an action on, with that action.
    pub(crate) fn now(
        &mut self,
        desk: Option<Desk>,
        told: Option<(ActionId, Vec<(ActionId, Line)>)>,
    ) -> Option<Arc<str>> {
        let patch = match desk {
            Some(mut desk) => {
                let patch = self.desk.changes_to(&mut desk);
                self.desk = desk;
                patch
            }
            None => Vec::new(),
        };
        let log = told.and_then(|(from, tail)| self.told(from, tail));
        if patch.is_empty() && log.is_none() {
            return None;
        }
        self.n = self.n.saturating_add(1);
        let text = text(&ToClient::Update { n: self.n, patch, log });
        self.bytes += text.len();
        self.updates.push_back((self.n, Arc::clone(&text)));
        while self.updates.len() > KEPT_UPDATES || self.bytes > KEPT_BYTES {
            let Some((_, gone)) = self.updates.pop_front() else { break };
            self.bytes -= gone.len();
        }
        Some(text)
    }

    /// Sends an update to every page of the seat. One that is too slow is let go; it comes back and catches up.
    pub(crate) fn send(&mut self, text: &Arc<str>, metrics: &Metrics) {
        self.sockets.retain(|_, socket| {
            if !socket.begun {
                return true;
            }
            metrics.sent(text);
            socket.out.try_send(Arc::clone(text)).is_ok()
        });
    }

    /// The lines from an action on are these. What is the same as before is not told again.
    fn told(&mut self, from: ActionId, mut tail: Vec<(ActionId, Line)>) -> Option<LogPart> {
        let begins = self.log.partition_point(|(place, _)| *place < from);
        let old = &self.log[begins..];
        let mut equal = 0;
        for ((_, old), (_, new)) in old.iter().zip(&mut tail) {
            // The new one has no number yet; one that stays has the old one's.
            new.seq = old.seq;
            if old != new {
                break;
            }
            equal += 1;
        }
        if equal == old.len() && equal == tail.len() {
            return None;
        }
        let at = begins + equal;
        self.log.truncate(at);
        self.extend(tail.into_iter().skip(equal));
        Some(LogPart { from: count(at), lines: lines(&self.log[at..]) })
    }

    fn extend(&mut self, tail: impl Iterator<Item = (ActionId, Line)>) {
        for (place, line) in tail {
            let seq = count(self.log.len()).saturating_add(1);
            self.log.push((place, Line { seq, ..line }));
        }
    }

    /// Everything, for a page that begins here.
    pub(crate) fn whole(&self, run: &str, preview: bool) -> Arc<str> {
        let from = self.log.len().saturating_sub(FIRST_LINES);
        let mut desk = Box::new(self.desk.clone());
        desk.you.preview = preview;
        let place = Place { run: run.to_owned(), n: self.n };
        text(&ToClient::Whole {
            place,
            desk,
            log: LogPart { from: count(from), lines: lines(&self.log[from..]) },
        })
    }

    /// Whether the seat sees that somebody is waited for.
    pub(crate) fn shows_waiting(&self) -> bool {
        !self.desk.view.waiting_for.is_empty()
    }

    /// The updates after one, if they are all still here.
    pub(crate) fn gap(&self, after: u32) -> Option<Vec<Arc<str>>> {
        if after == self.n {
            return Some(Vec::new());
        }
        let first = self.updates.front()?.0;
        let known = after < self.n && after.saturating_add(1) >= first;
        known.then(|| {
            self.updates.iter().filter(|(n, _)| *n > after).map(|(_, text)| Arc::clone(text)).collect()
        })
    }

    /// Lines before a place.
    pub(crate) fn lines(&self, before: u32, most: u32) -> LogPart {
        let end = (before as usize).saturating_sub(1).min(self.log.len());
        let from = end.saturating_sub((most as usize).min(FIRST_LINES));
        LogPart { from: count(from), lines: lines(&self.log[from..end]) }
    }
}

fn lines(placed: &[(ActionId, Line)]) -> Vec<Line> {
    placed.iter().map(|(_, line)| line.clone()).collect()
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

/// A message as it travels.
pub(crate) fn text(message: &ToClient) -> Arc<str> {
    // Plain data with text keys always has a JSON form.
    serde_json::to_string(message).unwrap_or_default().into()
}
