//! What is told of the log from a place on, put into words once for all seats that are told the same. How it
//! is numbered is each seat's own.

use std::sync::Arc;

use boneyard_table::table::{AnyTable, LinePlace};
use boneyard_table::view::Line;
use boneyard_table::{Role, Seat};

use super::desk::log;
use super::log::{Log, number as numbered};

/// What is told from an action on, to every seat.
#[derive(Debug)]
pub(crate) struct Tellings<'a> {
    table: &'a dyn AnyTable,
    from: LinePlace,
    /// Each with the first seat it is for.
    told: Vec<(Seat, Telling)>,
}

/// The end of a log, as some seats are told it.
#[derive(Debug)]
pub(crate) struct Telling {
    from: LinePlace,
    /// Lines with their places; their numbers are those of the last log they were added to.
    tail: Vec<(LinePlace, Arc<Line>)>,
    /// What was added last to a log: from which line on, which of these lines that was, and the text.
    text: Option<(i32, usize, Arc<str>)>,
}

impl<'a> Tellings<'a> {
    pub(crate) fn new(table: &'a dyn AnyTable, from: LinePlace) -> Self {
        Self { table, from, told: Vec::new() }
    }

    /// What one seat is told.
    pub(crate) fn to(&mut self, seat: Seat) -> &mut Telling {
        let table = self.table;
        let display =
            |seat: Seat| table.frame().seats.get(&seat).map(|info| info.role) == Some(Role::Display);
        let alike = |one: Seat| display(one) == display(seat) && table.told_alike(one, seat, self.from);
        let known = self.told.iter().position(|(one, _)| alike(*one));
        let at = known.unwrap_or_else(|| {
            self.told.push((seat, Telling::new(self.from, log(table, seat, self.from))));
            self.told.len() - 1
        });
        &mut self.told[at].1
    }
}

impl Telling {
    /// What is told from a place on.
    pub(crate) fn new(from: LinePlace, tail: Vec<(LinePlace, Line)>) -> Self {
        let tail = tail.into_iter().map(|(place, line)| (place, Arc::new(line))).collect();
        Self { from, tail, text: None }
    }

    /// The lines of a log from the place on are these, as far as it is kept. Gives what is different as text; what is the
    /// same as before is not told again.
    pub(crate) fn add_to(&mut self, log: &mut Log) -> Option<Arc<str>> {
        let from = self.from.max(log.begins());
        let older = self.tail.partition_point(|(place, _)| *place < from);
        let tail = &mut self.tail[older..];
        // Most often everything is new.
        let begins = match log.lines.last() {
            Some((place, _)) if *place >= from => log.lines.partition_point(|(place, _)| *place < from),
            _ => log.lines.len(),
        };
        let old = &log.lines[begins..];
        let mut equal = 0;
        for ((_, old), (_, new)) in old.iter().zip(tail.iter_mut()) {
            // The new one has no number of this log yet; one that stays has the old one's.
            number(new, old.seq);
            if old != new {
                break;
            }
            equal += 1;
        }
        if equal == old.len() && equal == tail.len() {
            return None;
        }
        let at = begins + equal;
        log.lines.truncate(at);
        for (place, line) in &mut tail[equal..] {
            number(line, log.next());
            log.lines.push((*place, Arc::clone(line)));
        }
        let (first, which) = (numbered(log.from, at), older + equal);
        match &self.text {
            Some((same_first, same_which, text)) if (*same_first, *same_which) == (first, which) => {
                Some(Arc::clone(text))
            }
            _ => {
                let mut part = log.part(at, log.lines.len());
                // The page knows that there are older ones.
                part.older = false;
                // Plain data with text keys always has a JSON form.
                let text: Arc<str> = serde_json::to_string(&part).unwrap_or_default().into();
                self.text = Some((first, which, Arc::clone(&text)));
                Some(text)
            }
        }
    }
}

/// Gives a line its number; a copy of it, if another log has it by another.
fn number(line: &mut Arc<Line>, seq: i32) {
    if line.seq != seq {
        Arc::make_mut(line).seq = seq;
    }
}

#[cfg(test)]
mod tests {
    use boneyard_table::ActionId;

    use super::*;

    const FROM: LinePlace = LinePlace::START;

    fn tail(words: &[&'static str]) -> Vec<(LinePlace, Line)> {
        words.iter().map(|words| (LinePlace::of(ActionId(1)), Line::change(*words))).collect()
    }

    fn read(log: &Log) -> Vec<(i32, &str)> {
        log.lines.iter().map(|(_, line)| (line.seq, line.say.text())).collect()
    }

    #[test]
    fn two_seats_at_different_places_share_the_words_and_keep_their_numbers() {
        let from = LinePlace::of(ActionId(1));
        let mut told = Telling::new(from, tail(&["Brack rolls 4.", "Brack passes."]));
        let earlier = (LinePlace::START, Arc::new(Line { seq: 1, ..Line::change("Hello.") }));
        let (mut first, mut third) = (Log::default(), Log::default());
        let mut second = Log { lines: vec![earlier], ..Log::default() };
        let text = told.add_to(&mut first).expect("something is new");
        let other = told.add_to(&mut second).expect("something is new");
        assert_eq!(read(&first), [(1, "Brack rolls 4."), (2, "Brack passes.")]);
        assert_eq!(read(&second), [(1, "Hello."), (2, "Brack rolls 4."), (3, "Brack passes.")]);
        assert!(text.starts_with(r#"{"from":0,"#) && other.starts_with(r#"{"from":1,"#), "{text} {other}");
        assert_eq!(told.add_to(&mut third), Some(text));
        assert_eq!(read(&third), read(&first));
    }

    #[test]
    fn what_is_told_already_is_not_told_again_and_what_is_gone_is_replaced() {
        let mut log = Log::default();
        Telling::new(FROM, tail(&["A battle begins.", "Brack acts."])).add_to(&mut log);
        assert_eq!(Telling::new(FROM, tail(&["A battle begins.", "Brack acts."])).add_to(&mut log), None);
        let text = Telling::new(FROM, tail(&["A battle begins.", "Mogg acts."])).add_to(&mut log);
        assert!(text.is_some_and(|text| text.starts_with(r#"{"from":1,"#) && !text.contains("begins")));
        assert_eq!(read(&log), [(1, "A battle begins."), (2, "Mogg acts.")]);
        let text = Telling::new(FROM, Vec::new()).add_to(&mut log);
        assert_eq!(text.as_deref(), Some(r#"{"from":0,"lines":[]}"#));
    }

    #[test]
    fn what_stands_before_the_kept_lines_is_not_told() {
        let kept = (LinePlace::of(ActionId(2)), Arc::new(Line { seq: 8, ..Line::change("Mogg acts.") }));
        let mut log = Log { lines: vec![kept], from: 7, older: true };
        let mut tail = tail(&["Brack acts."]);
        tail.push((LinePlace::of(ActionId(2)), Line::change("Mogg acts.")));
        tail.push((LinePlace::of(ActionId(3)), Line::change("Brack waits.")));
        let text = Telling::new(FROM, tail).add_to(&mut log).expect("the last is new");
        assert!(text.starts_with(r#"{"from":8,"#) && !text.contains("Mogg"), "{text}");
        assert_eq!(read(&log), [(8, "Mogg acts."), (9, "Brack waits.")]);
    }
}
