//! What is told of the log from an action on, put into words once for all seats that are told the same. How it
//! is numbered is each seat's own.

use std::sync::Arc;

use boneyard_table::live::ActionId;
use boneyard_table::table::AnyTable;
use boneyard_table::view::Line;
use boneyard_table::{Role, Seat};

use super::desk::log;
use super::stream::part;

/// What is told from an action on, to every seat.
#[derive(Debug)]
pub(crate) struct Tellings<'a> {
    table: &'a dyn AnyTable,
    from: ActionId,
    /// Each with the first seat it is for.
    told: Vec<(Seat, Telling)>,
}

/// The end of a log, as some seats are told it.
#[derive(Debug)]
pub(crate) struct Telling {
    from: ActionId,
    /// Lines with their places; their numbers are those of the last log they were added to.
    tail: Vec<(ActionId, Arc<Line>)>,
    /// What was added last to a log: how long that was, and the text.
    text: Option<(usize, usize, Arc<str>)>,
}

impl<'a> Tellings<'a> {
    pub(crate) fn new(table: &'a dyn AnyTable, from: ActionId) -> Self {
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
    /// What is told from an action on.
    pub(crate) fn new(from: ActionId, tail: Vec<(ActionId, Line)>) -> Self {
        let tail = tail.into_iter().map(|(place, line)| (place, Arc::new(line))).collect();
        Self { from, tail, text: None }
    }

    /// The lines of a log from the action on are these. Gives what is different as text; what is the same as
    /// before is not told again.
    pub(crate) fn add_to(&mut self, log: &mut Vec<(ActionId, Arc<Line>)>) -> Option<Arc<str>> {
        // Most often everything is new.
        let begins = match log.last() {
            Some((place, _)) if *place >= self.from => log.partition_point(|(place, _)| *place < self.from),
            _ => log.len(),
        };
        let old = &log[begins..];
        let mut equal = 0;
        for ((_, old), (_, new)) in old.iter().zip(&mut self.tail) {
            // The new one has no number of this log yet; one that stays has the old one's.
            number(new, old.seq);
            if old != new {
                break;
            }
            equal += 1;
        }
        if equal == old.len() && equal == self.tail.len() {
            return None;
        }
        let at = begins + equal;
        log.truncate(at);
        for (place, line) in &mut self.tail[equal..] {
            number(line, u32::try_from(log.len()).unwrap_or(u32::MAX).saturating_add(1));
            log.push((*place, Arc::clone(line)));
        }
        match &self.text {
            Some((same_at, same_equal, text)) if (*same_at, *same_equal) == (at, equal) => {
                Some(Arc::clone(text))
            }
            _ => {
                // Plain data with text keys always has a JSON form.
                let text: Arc<str> =
                    serde_json::to_string(&part(log, at, log.len())).unwrap_or_default().into();
                self.text = Some((at, equal, Arc::clone(&text)));
                Some(text)
            }
        }
    }
}

/// Gives a line its number; a copy of it, if another log has it by another.
fn number(line: &mut Arc<Line>, seq: u32) {
    if line.seq != seq {
        Arc::make_mut(line).seq = seq;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(words: &[&'static str]) -> Vec<(ActionId, Line)> {
        words.iter().map(|words| (ActionId(1), Line::change(*words))).collect()
    }

    fn read(log: &[(ActionId, Arc<Line>)]) -> Vec<(u32, &str)> {
        log.iter().map(|(_, line)| (line.seq, line.say.text())).collect()
    }

    #[test]
    fn two_seats_at_different_places_share_the_words_and_keep_their_numbers() {
        let mut told = Telling::new(ActionId(1), tail(&["Brack rolls 4.", "Brack passes."]));
        let earlier = || (ActionId(0), Arc::new(Line { seq: 1, ..Line::change("Hello.") }));
        let (mut first, mut second, mut third) = (Vec::new(), vec![earlier()], Vec::new());
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
        let mut log = Vec::new();
        Telling::new(ActionId(1), tail(&["A battle begins.", "Brack acts."])).add_to(&mut log);
        assert_eq!(
            Telling::new(ActionId(1), tail(&["A battle begins.", "Brack acts."])).add_to(&mut log),
            None
        );
        let text = Telling::new(ActionId(1), tail(&["A battle begins.", "Mogg acts."])).add_to(&mut log);
        assert!(text.is_some_and(|text| text.starts_with(r#"{"from":1,"#) && !text.contains("begins")));
        assert_eq!(read(&log), [(1, "A battle begins."), (2, "Mogg acts.")]);
        let text = Telling::new(ActionId(1), Vec::new()).add_to(&mut log);
        assert_eq!(text.as_deref(), Some(r#"{"from":0,"lines":[]}"#));
    }
}
