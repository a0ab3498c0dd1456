//! Scrolling back: lines older than those that are kept, read back from the journal for the seat that asks, and numbered
//! on from the oldest it was told.

use std::sync::Arc;

use boneyard_table::Seat;
use boneyard_table::table::{Back, LinePlace};
use boneyard_table::view::Line;

use super::actor::Actor;
use super::ask::SocketId;
use super::desk::may_read;
use super::kept::NotDone;
use super::log::LINES;
use crate::protocol::{LogPart, ToClient};

/// Places remembered for each seat; past it they are found again from the latest lines on.
const MOST_MARKS: usize = 1_000;

/// Where reading back stands.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// What stands before here comes next; everything, if nothing was told.
    before: Option<LinePlace>,
    /// Where the journal is to be read from for it; nothing if the table may remember it.
    back: Option<Back>,
}

impl Mark {
    fn comes_next(&self, place: &LinePlace) -> bool {
        self.before.is_none_or(|before| *place < before)
    }
}

impl Actor {
    /// Answers a page that wants lines before a number.
    pub(super) async fn older(&mut self, socket: SocketId, seat: Seat, id: String, before: i32, count: u32) {
        let Some(stream) = self.streams.get(&seat) else { return };
        // Of none there is no last one to go on from.
        let count = (count as usize).clamp(1, LINES);
        let log = match stream.log.before(before, count) {
            Some(log) => log,
            None => match self.read_older(seat, before, count).await {
                Ok(log) => log,
                Err(error) => {
                    tracing::error!(table = self.kept.id(), ?error, "older lines cannot be read");
                    return self.failed(socket, Some(id), "save", &error.to_string());
                }
            },
        };
        self.tell(socket, &ToClient::Lines { id, log });
    }

    async fn read_older(&mut self, seat: Seat, before: i32, count: usize) -> Result<LogPart, NotDone> {
        let Some(stream) = self.streams.get(&seat) else {
            return Ok(LogPart { from: 0, older: false, lines: Vec::new() });
        };
        let first = stream.log.from.saturating_add(1);
        // What is asked for need not be what was read last: it goes on from the nearest that was.
        let nearest = stream.read.range(before.min(first)..first).next();
        let nearest = nearest.map(|(number, mark)| (*number, mark.clone()));
        let kept = stream.log.lines.first().map(|(place, _)| *place);
        let (from, mark) = nearest.unwrap_or((first, Mark { before: kept, back: None }));
        // A page that names a number far from all it was told gets none of the lines between.
        let between = usize::try_from(from.saturating_sub(before)).unwrap_or(0).min(LINES);
        let wanted = count.saturating_add(between);

        let mut found: Vec<(LinePlace, Line)> = Vec::new();
        let mut back = match &mark.back {
            Some(back) => back.clone(),
            None => {
                found = super::desk::log(self.table(), seat, LinePlace::START);
                found.retain(|(place, _)| mark.comes_next(place));
                self.table().back()
            }
        };
        let mut last = mark.back.clone();
        while found.len() < wanted && !back.is_done() {
            let (mut lines, further) = self.kept.read_back(seat, &back).await?;
            lines.retain(|(place, line)| mark.comes_next(place) && may_read(self.table(), seat, line));
            lines.append(&mut found);
            (found, last) = (lines, Some(std::mem::replace(&mut back, further)));
        }
        // All lines of a place go together.
        let mut cut = found.len().saturating_sub(wanted);
        while cut > 0 && found[cut - 1].0 == found[cut].0 {
            cut -= 1;
        }
        let older = cut > 0 || !back.is_done();
        let mark = match (cut, found.get(cut)) {
            (1.., Some((place, _))) => Mark { before: Some(*place), back: last },
            _ => Mark { before: mark.before, back: Some(back) },
        };
        let mut lines: Vec<Line> = found.drain(cut..).map(|(_, line)| line).collect();
        let mut number = from;
        for line in lines.iter_mut().rev() {
            number = number.saturating_sub(1);
            line.seq = number;
        }
        if let Some(stream) = self.streams.get_mut(&seat) {
            if stream.read.len() >= MOST_MARKS {
                stream.read.clear();
            }
            stream.read.insert(number, mark);
        }
        lines.retain(|line| line.seq < before);
        Ok(LogPart {
            from: number.saturating_sub(1),
            older,
            lines: lines.into_iter().map(Arc::new).collect(),
        })
    }
}
