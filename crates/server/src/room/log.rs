//! The end of one seat's log, numbered, and what is told of its changes. Older lines are read back (`older.rs`).

use std::sync::Arc;

use boneyard_table::table::LinePlace;
use boneyard_table::view::Line;

use crate::protocol::LogPart;

/// Lines kept, and sent to begin with; older ones can be asked for.
pub(crate) const LINES: usize = 200;
/// So many more are let in before the oldest go.
const SLACK: usize = 56;

/// The latest lines of a log.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Each with its place, numbered one after the other.
    pub(super) lines: Vec<(LinePlace, Arc<Line>)>,
    /// The number of the line before the first of them.
    pub(super) from: i32,
    /// Whether there are older ones.
    pub(super) older: bool,
}

impl Log {
    /// Everything from here on is kept.
    pub(super) fn begins(&self) -> LinePlace {
        match self.lines.first() {
            Some((place, _)) if self.older => *place,
            _ => LinePlace::START,
        }
    }

    /// The number that the line after these has.
    pub(super) fn next(&self) -> i32 {
        number(self.from, self.lines.len())
    }

    /// Lets the oldest go, all lines of a place together.
    pub(super) fn trim(&mut self, most: usize) {
        let mut gone = self.lines.len().saturating_sub(most);
        while gone > 0 && self.lines[gone - 1].0 == self.lines[gone].0 {
            gone -= 1;
        }
        if gone > 0 {
            self.from = number(self.from, gone) - 1;
            self.lines.drain(..gone);
            self.older = true;
        }
    }

    /// Lets the oldest go where there are many more than are kept.
    pub(super) fn trim_many(&mut self) {
        if self.lines.len() > LINES + SLACK {
            self.trim(LINES);
        }
    }

    /// The lines between two places in it.
    pub(super) fn part(&self, from: usize, end: usize) -> LogPart {
        let lines = self.lines[from..end].iter().map(|(_, line)| Arc::clone(line)).collect();
        LogPart { from: number(self.from, from) - 1, older: from > 0 || self.older, lines }
    }

    /// The lines before a number, as far as they are kept; `None` if that one or older ones are not.
    pub(super) fn before(&self, before: i32, most: usize) -> Option<LogPart> {
        let end = before.saturating_sub(1).saturating_sub(self.from);
        let end = usize::try_from(end.max(0)).unwrap_or(0).min(self.lines.len());
        let is_kept = end > 0 || !self.older;
        is_kept.then(|| self.part(end.saturating_sub(most.min(LINES)), end))
    }
}

/// The number of a line so many places after another.
pub(super) fn number(from: i32, after: usize) -> i32 {
    from.saturating_add(i32::try_from(after).unwrap_or(i32::MAX)).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use boneyard_table::ActionId;

    use super::*;

    fn log(lines: usize) -> Log {
        let line = |nth: usize| {
            let line = Line { seq: number(0, nth), ..Line::change("Brack waits.") };
            // Two lines at each place.
            (LinePlace::of(ActionId(nth as u32 / 2)), Arc::new(line))
        };
        Log { lines: (0..lines).map(line).collect(), from: 0, older: false }
    }

    #[test]
    fn the_oldest_go_place_by_place_and_the_others_keep_their_numbers() {
        let mut log = log(21);
        log.trim(10);
        assert_eq!((log.lines.len(), log.from, log.older), (11, 10, true), "the eleventh shares its place");
        assert_eq!(log.lines[0].1.seq, 11);
        assert_eq!(log.next(), 22);
    }

    #[test]
    fn lines_before_a_number_are_given_as_far_as_they_are_kept() {
        let numbers = |part: &LogPart| part.lines.iter().map(|line| line.seq).collect::<Vec<_>>();
        let mut log = log(20);
        let part = log.before(4, 2).expect("kept");
        assert_eq!((part.from, part.older, numbers(&part)), (1, true, vec![2, 3]));
        let part = log.before(1, 5).expect("there is nothing before the first");
        assert_eq!((part.from, part.older, numbers(&part)), (0, false, vec![]));
        log.trim(10);
        assert_eq!(log.before(12, 5).map(|part| numbers(&part)), Some(vec![11]));
        assert_eq!(log.before(11, 5), None, "what stands before is read back");
        assert_eq!(log.before(-7, 5), None);
    }
}
