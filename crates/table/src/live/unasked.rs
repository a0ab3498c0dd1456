//! Questions that need not be put: those with a single legal answer, those whose answer goes without saying, and those a
//! seat has answered beforehand. The answer is written down like any other, so that what is played again asks nothing new.

use super::host::Live;
use super::{Entry, How};
use crate::asks::Asks;
use crate::view::{Domain, Stakes};
use crate::{Ask, At, Choices, Game, Party, Seat, Stored};

impl<G: Stored> Live<'_, '_, G> {
    /// The answer to a question that this seat need not be asked, and how it comes.
    pub(super) fn unasked(&self, at: At<'_, G>, seat: Seat, prompt: &G::Prompt) -> Option<(How, G::Answer)> {
        let question = G::question(prompt);
        let form = question.form(at);
        let legal = |answer: &G::Answer| question.check(at, answer).is_ok();
        let said = self.frame.said_to(seat, form.name).find_map(|id| question.by_word(at, id));
        if let Some(answer) = said.filter(legal) {
            return Some((How::Standing, answer));
        }
        let asks = self.frame.asks_for(seat);
        if asks == Asks::Every {
            return None;
        }
        if let Some(answer) = only_answer(question, at, &form.domain).filter(legal) {
            return Some((How::Only, answer));
        }
        let spares = asks == Asks::Mortal && form.stakes != Stakes::Mortal;
        let answer = question.settled(at).or_else(|| spares.then(|| question.instinct(at)));
        answer.filter(legal).map(|answer| (How::Settled, answer))
    }

    /// An answer that did not come from the seat, as history keeps it. What was chosen for somebody is kept in words.
    pub(super) fn answered(
        at: At<'_, G>,
        (party, prompt): &(Party, G::Prompt),
        by: Seat,
        how: How,
        answer: &G::Answer,
    ) -> Entry<G::Fact> {
        let question = G::question(prompt);
        let form = question.form(at);
        let passes = question.pass().is_some_and(|pass| pass == *answer);
        let chosen = || question.words(at, answer).unwrap_or_else(|| form.question.clone());
        let what = (how == How::Settled && !passes).then(chosen);
        Entry::Answered { rule: form.rule, party: *party, by, how, what }
    }
}

/// The one legal answer, if there is but one. All answers are listed only where a look at the domain leaves no more.
fn only_answer<G: Game>(question: &dyn Ask<G>, at: At<'_, G>, domain: &Domain) -> Option<G::Answer> {
    let open = match domain {
        Domain::OneOf { options } => options.iter().filter(|one| one.refusal.is_none()).count(),
        Domain::Creature { among } => among.iter().filter(|one| one.refusal.is_none()).count(),
        Domain::Item { among } | Domain::Place { among } => {
            among.iter().filter(|one| one.refusal.is_none()).count()
        }
        Domain::Die { among, least: 1, most: 1, .. } => {
            among.iter().filter(|one| one.refusal.is_none()).count()
        }
        Domain::Square { among } => among.len(),
        Domain::Direction { among } => among.len(),
        Domain::Amount { least, most, .. } if least == most => 1,
        // One of the two may be against the rules.
        Domain::YesNo { .. } => 1,
        _ => return None,
    };
    if open != 1 {
        return None;
    }
    match question.choices(at) {
        Choices::Every(all) => match <[G::Answer; 1]>::try_from(all) {
            Ok([answer]) => Some(answer),
            Err(_) => None,
        },
        Choices::Enough(_) | Choices::Some(_) => None,
    }
}
