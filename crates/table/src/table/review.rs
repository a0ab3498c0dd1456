//! Review before it counts: where a table wants it, the game master sees what an action is about to
//! do, and accepts it, drops it, or changes values in the same breath, each with a reason.

use std::sync::Arc;

use serde_json::Value;

use super::TableOf;
use crate::live::{Action, Change, Digest, Draw, Entry, Open, PromptId, Run, RunEnd, Told, Wants, advance};
use crate::{At, Audience, Party, Playable, Refusal, Seat};

/// A review is the last thing an action waits for.
const LAST: u16 = u16::MAX;
/// More values than this are not changed in one review.
const MOST_CHANGES: usize = 20;

impl<G: Playable> TableOf<G> {
    /// Runs an action on committed state; where it is to be reviewed, that is what it waits for last.
    pub(super) fn run_on(
        &self,
        action: &mut Action<G::Command, G::Answer>,
        dice: Option<&mut dyn Draw>,
    ) -> Run<G> {
        let reviewed = action.told.pop_if(|told| matches!(told, Told::Reviewed { .. }));
        let book = self.book_for(action).unwrap_or_else(|_| Arc::clone(&self.book));
        let at = At { state: &self.state, book: &*book };
        let mut run =
            advance::<G>(at, (&self.frame, self.plays_on()), action, dice, self.sabotage.as_deref());
        let done = matches!(run.end, RunEnd::Done);
        let counts = run.log.iter().any(|entry| matches!(entry, Entry::Fact { .. }));
        match &reviewed {
            None if done && action.review && counts => {
                let open = self.review(action, &run);
                run.end = RunEnd::Waiting(vec![open]);
            }
            None => {}
            Some(Told::Reviewed { digest, changes }) if done && *digest == Digest::of(&run.log) => {
                for change in changes {
                    if let Err(refusal) = overruled::<G>(&mut run, &self.book, change) {
                        run.end = RunEnd::Refused(refusal);
                        break;
                    }
                }
            }
            Some(_) => run.end = RunEnd::Diverged,
        }
        action.told.extend(reviewed);
        run
    }

    fn review(&self, action: &Action<G::Command, G::Answer>, run: &Run<G>) -> Open<G> {
        let at = At { state: &run.state, book: &*self.book };
        let sees = |seat: &Seat| run.log.iter().any(|entry| self.line(at, entry, *seat).is_some());
        let audience = Audience::seats(self.frame.seats.keys().copied().filter(sees));
        Open {
            id: PromptId { action: action.id, ask: LAST, nth: 0 },
            party: Party::Seat(Seat::GM),
            seat: Seat::GM,
            sealed: false,
            answered: false,
            optional: false,
            audience,
            digest: Digest::of(&run.log),
            wants: Wants::Review,
        }
    }
}

/// Adds what the game master changes to what the action did.
fn overruled<G: Playable>(run: &mut Run<G>, book: &G::Book, change: &Change) -> Result<(), Refusal> {
    let overruling = G::overrule(At { state: &run.state, book }, &change.path, &change.value)?;
    let before = run.state.clone();
    overruling.facts.iter().for_each(|fact| G::apply(&mut run.state, fact));
    let (before, after) = (At { state: &before, book }, At { state: &run.state, book });
    let audience = super::overrule::audience::<G>(&change.path, before, after);
    run.log.push(Entry::Overruled {
        path: change.path.clone(),
        old: overruling.old,
        new: change.value.clone(),
        reason: change.reason.clone(),
        audience,
    });
    for fact in overruling.facts {
        let (rule, terms) = (G::OVERRULE, Vec::new());
        run.log.push(Entry::Fact { rule, audience, fact, terms });
    }
    if !run.cited.contains(&G::OVERRULE) {
        run.cited.push(G::OVERRULE);
    }
    Ok(())
}

/// What the game master says to a review: "accept", or values to change.
pub(super) fn read_review<G: Playable>(say: Value) -> Result<Vec<Change>, Refusal> {
    let unreadable = || {
        let sentence =
            "Say \"accept\", or { change: [{ path, value, reason }] }. To drop the action, cancel it.";
        Refusal::new(G::OVERRULE, "unreadable", sentence)
    };
    let changes = match say {
        Value::String(word) if word == "accept" => return Ok(Vec::new()),
        Value::Object(mut map) if map.len() == 1 => map.remove("change").ok_or_else(unreadable)?,
        _ => return Err(unreadable()),
    };
    let mut changes: Vec<Change> = serde_json::from_value(changes).map_err(|_| unreadable())?;
    if changes.len() > MOST_CHANGES {
        let sentence = format!("At most {MOST_CHANGES} values are changed in one review.");
        return Err(Refusal::new(G::OVERRULE, "too-many", sentence).with("most", MOST_CHANGES));
    }
    for change in &mut changes {
        change.reason = change.reason.trim().to_owned();
        if change.reason.is_empty() || change.reason.chars().count() > 400 {
            let sentence = "Overruling needs a reason of 1 to 400 characters.";
            return Err(Refusal::new(G::OVERRULE, "no-reason", sentence));
        }
    }
    Ok(changes)
}
