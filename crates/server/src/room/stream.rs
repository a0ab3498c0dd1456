//! What one seat was told so far, in order: the desk as it was sent last, the log, and the latest updates
//! for pages that were away for a moment. Numbers count what this seat was told, so they tell of nothing else.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::sync::mpsc;

use super::ask::SocketId;
use super::desk::Laid;
use super::log::{LINES, Log};
use super::older::Mark;
use super::sights::Sights;
use super::telling::Telling;
use crate::doors::VisitorId;
use crate::metrics::Metrics;
use crate::protocol::{Change, Place, ToClient};

/// Updates kept for pages that come back, and how many bytes they may have together.
const KEPT_UPDATES: usize = 256;
const KEPT_BYTES: usize = 64 * 1024;

/// A seat's stream.
#[derive(Debug)]
pub(crate) struct Stream {
    /// The number of the last update.
    pub(crate) n: u32,
    laid: Laid,
    pub(super) log: Log,
    /// Where reading back stands, by the number of the oldest line that was read.
    pub(super) read: BTreeMap<i32, Mark>,
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
    /// A stream that begins with what lies there and the log; `older` says whether something stands before that.
    pub(crate) fn new(laid: Laid, log: &mut Telling, older: bool) -> Self {
        let mut stream = Self {
            n: 0,
            laid,
            log: Log { older, ..Log::default() },
            read: BTreeMap::new(),
            updates: VecDeque::new(),
            bytes: 0,
            sockets: BTreeMap::new(),
            alone: 0,
        };
        log.add_to(&mut stream.log);
        stream.log.trim(LINES);
        stream
    }

    /// Takes what the seat sees now, and tells what is different, if anything is. `laid` is what lies before
    /// it, unless that is as it was; `told` is its log from an action on.
    pub(crate) fn now(
        &mut self,
        laid: Option<(Laid, &mut Sights<'_>)>,
        told: Option<&mut Telling>,
    ) -> Option<Arc<str>> {
        let mut patch = [Arc::default(), Arc::default()];
        if let Some((laid, sights)) = laid {
            let own = changes_text(&self.laid.own.own_changes(&laid.own));
            patch = [sights.changes(&self.laid.seen, &laid.seen), own.into()];
            self.laid = laid;
        }
        let log = told.and_then(|told| told.add_to(&mut self.log));
        self.log.trim_many();
        if patch.iter().all(|part| part.is_empty()) && log.is_none() {
            return None;
        }
        self.n = self.n.saturating_add(1);
        let text: Arc<str> = update(self.n, &patch, log.as_deref()).into();
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

    /// Everything, for a page that begins here.
    pub(crate) fn whole(&self, run: &str, preview: bool) -> Arc<str> {
        let from = self.log.lines.len().saturating_sub(LINES);
        let mut desk = Box::new(self.laid.own.showing(&self.laid.seen));
        desk.you.preview = preview;
        let place = Place { run: run.to_owned(), n: self.n };
        text(&ToClient::Whole { place, desk, log: self.log.part(from, self.log.lines.len()) })
    }

    /// Whether the seat sees that somebody is waited for.
    pub(crate) fn shows_waiting(&self) -> bool {
        !self.laid.own.view.waiting_for.is_empty()
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

    /// Begins the log anew: something changed further back than it is kept. Pages that were away get everything.
    pub(crate) fn again(&mut self, laid: Option<Laid>, log: &mut Telling, older: bool) {
        if let Some(laid) = laid {
            self.laid = laid;
        }
        self.log = Log { older, ..Log::default() };
        log.add_to(&mut self.log);
        self.log.trim(LINES);
        self.read.clear();
        self.updates.clear();
        self.bytes = 0;
        self.n = self.n.saturating_add(1);
    }

    /// Sends everything to every page of the seat.
    pub(crate) fn send_whole(&mut self, run: &str, metrics: &Metrics) {
        let texts = [false, true].map(|preview| self.whole(run, preview));
        self.sockets.retain(|_, socket| {
            let text = &texts[usize::from(socket.preview)];
            if socket.begun {
                metrics.sent(text);
            }
            !socket.begun || socket.out.try_send(Arc::clone(text)).is_ok()
        });
    }
}

/// [`ToClient::Update`] from parts that are text already: changes without the brackets around them, and the log.
fn update(n: u32, patch: &[Arc<str>; 2], log: Option<&str>) -> String {
    let parts: Vec<&str> = patch.iter().map(|part| &**part).filter(|part| !part.is_empty()).collect();
    let length = parts.iter().map(|part| part.len() + 1).sum::<usize>() + log.map_or(0, str::len);
    let mut text = String::with_capacity(length + 64);
    text.push_str(r#"{"type":"update","n":"#);
    text.push_str(&n.to_string());
    if !parts.is_empty() {
        text.push_str(r#","patch":["#);
        text.push_str(&parts.join(","));
        text.push(']');
    }
    if let Some(log) = log {
        text.push_str(r#","log":"#);
        text.push_str(log);
    }
    text.push('}');
    text
}

/// Changes as text, without the brackets around them; none as nothing.
pub(super) fn changes_text(changes: &[Change]) -> String {
    if changes.is_empty() {
        return String::new();
    }
    // Plain data with text keys always has a JSON form.
    let text = serde_json::to_string(changes).unwrap_or_default();
    text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or_default().to_owned()
}

/// A message as it travels.
pub(crate) fn text(message: &ToClient) -> Arc<str> {
    // Plain data with text keys always has a JSON form.
    serde_json::to_string(message).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use boneyard_table::view::Line;

    use super::*;

    #[test]
    fn an_update_put_together_from_texts_is_the_one_the_protocol_names() {
        let log = crate::protocol::LogPart {
            from: 3,
            older: false,
            lines: vec![Arc::new(Line::change("Brack is \"down\"."))],
        };
        let gone = Change::Remove { path: "/view/order".into() };
        let list = Change::Replace { path: "/people".into(), value: serde_json::json!([["a"], []]) };
        for [seen, own] in [
            [vec![gone.clone()], vec![list.clone()]],
            [vec![list.clone(), gone], vec![]],
            [vec![], vec![list]],
            [vec![], vec![]],
        ] {
            for log in [Some(log.clone()), None] {
                let told = log.as_ref().map(|log| serde_json::to_string(log).expect("plain data"));
                let parts = [&seen, &own].map(|part| changes_text(part).into());
                let put_together = update(7, &parts, told.as_deref());
                let patch = [seen.clone(), own.clone()].concat();
                assert_eq!(*put_together, *text(&ToClient::Update { n: 7, patch, log }));
            }
        }
    }
}
