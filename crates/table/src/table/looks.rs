//! Whether a record changes anything that seats see beside the log. Most of what people do at a table (words,
//! free rolls, checks) changes nothing there, and then nobody's page has to be put together anew.

use super::{Record, TableOf, Talk};
use crate::{ActionId, Playable};

/// How a table looked before a record.
pub(super) struct Before<G: Playable> {
    state: G::State,
    around: Around,
    /// Whether the record is of a kind that may leave everything as it was.
    quiet: bool,
}

/// What views, offers and prompts are made from beside the state, as far as quiet records can change it.
#[derive(PartialEq, Eq)]
struct Around {
    waiting: usize,
    standing: usize,
    said_before: usize,
    rulings: usize,
    redo: Option<ActionId>,
    dice_begun: bool,
}

impl<G: Playable> TableOf<G> {
    pub(super) fn looked(&self, record: &Record<G>) -> Before<G> {
        let quiet = match record {
            // What waits asks again on the state that is then.
            Record::Acted(act) => self.waiting.is_empty() && act.wrote.is_empty(),
            Record::Said(said) => !matches!(said.talk, Talk::Shows { .. }),
            _ => false,
        };
        Before { state: self.state.clone(), around: self.around(), quiet }
    }

    /// Counts on if anything looks different now.
    pub(super) fn look_after(&mut self, before: &Before<G>) {
        let same =
            before.quiet && before.around == self.around() && G::looks_same(&before.state, &self.state);
        if !same {
            self.looks = self.looks.wrapping_add(1);
        }
    }

    fn around(&self) -> Around {
        Around {
            waiting: self.waiting.len(),
            standing: self.frame.standing.len(),
            said_before: self.frame.said_before.len(),
            rulings: self.frame.rulings.len(),
            redo: self.redoable(),
            dice_begun: self.frame.stretches.last().is_some_and(|stretch| stretch.next != [0, 0]),
        }
    }
}
