//! What to answer to a question that is open, as the seat that is asked may know it: each answer with what may come of
//! it, and the best. A table may do without.

use std::sync::Arc;

use serde_json::Value;

use super::chance::OddsTask;
use super::forecast::{Bounds, Forecast, Looks, side_of};
use super::{Now, TableOf};
use crate::live::{Action, Open, PromptId, Wants, resumed};
use crate::odds::{Counsel, OddsError, Then};
use crate::view::{Domain, Found};
use crate::{At, Cx, Entry, Game, Playable, Refusal, Seat, Sees};

/// What to answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Each answer, the best first.
    pub choices: Vec<Choice>,
    /// The best in a sentence: "Reroll the 2; then stop".
    pub best: String,
    /// What was taken for granted, in words.
    pub assumptions: Vec<String>,
}

/// One answer and what may come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The answer as it is given.
    pub say: Value,
    /// In words.
    pub words: String,
    /// What may come of it.
    pub forecast: Forecast,
}

impl<G: Playable> TableOf<G> {
    /// What to answer to a prompt that is put to this seat.
    pub(super) fn advice_task_for(
        &self,
        seat: Seat,
        prompt: PromptId,
        bounds: Bounds,
    ) -> Result<OddsTask<Advice>, OddsError> {
        if !self.frame.advice && !seat.is_gm() {
            let sentence = "This table does without advice.";
            return Err(OddsError::Refused(Refusal::by_table("no-advice", sentence)));
        }
        let (action, log, open) = self.open_question(seat, prompt)?;
        // Advice would tell of dice and rulings that this seat has not seen.
        let hidden = |entry: &Entry<G::Fact>| match entry {
            Entry::Fact { audience, .. } => audience.sees(seat) != Sees::Whole,
            Entry::Roll(thrown) => thrown.audience.sees(seat) != Sees::Whole,
            Entry::Ruling(record) => record.audience.sees(seat) != Sees::Whole,
            Entry::Answered { .. } | Entry::Overruled { .. } => false,
        };
        if open.sealed || !matches!(open.wants, Wants::Answer(_)) || (!seat.is_gm() && log.iter().any(hidden))
        {
            return Err(untold());
        }
        let mut state = match seat.is_gm() {
            true => self.state.clone(),
            false => G::known(self.at(), seat).ok_or(OddsError::Untold)?,
        };
        G::forget(&mut state);
        let (party, nth) = (open.party, usize::from(open.id.nth));
        let (by, command, told) = (action.by, action.command.clone(), action.told.clone());
        let (book, unknown) = (Arc::clone(&self.book), self.unknown_to(seat));
        Ok(Box::new(move || {
            let looks =
                Looks { start: At { state: &state, book: &*book }, seat, side: side_of::<G>(&state, party) };
            let script =
                |cx: &mut Cx<'_, G>| resumed(&told, nth, cx, |cx| G::resolve(cx, by, command.clone()));
            let counsel = looks.explored(&script, true, bounds, |explorer| explorer.counsel());
            match counsel {
                Ok(Some(counsel)) => Ok(looks.advice(counsel, unknown)),
                Ok(None)
                | Err(OddsError::TooLarge { .. } | OddsError::TooLong { .. } | OddsError::Wayward { .. }) => {
                    Err(untold())
                }
                Err(error) => Err(error),
            }
        }))
    }

    fn open_question(&self, seat: Seat, prompt: PromptId) -> Result<Waiting<'_, G>, OddsError> {
        let meant = self.meant(seat, prompt);
        let nobody = || OddsError::Refused(Refusal::by_table("not-asked", "That question is closed."));
        let (action, now) =
            self.waiting.get(&meant.action).zip(self.now.get(&meant.action)).ok_or_else(nobody)?;
        let Now::Asks { open, log, .. } = now else { return Err(nobody()) };
        let own = |open: &&Open<G>| open.id == meant && !open.answered && (open.seat == seat || seat.is_gm());
        open.iter().find(own).map(|open| (action, log.as_slice(), open)).ok_or_else(nobody)
    }
}

/// A waiting action, what happened in it so far, and one of its questions.
type Waiting<'a, G> =
    (&'a Action<<G as Game>::Command, <G as Game>::Answer>, &'a [Entry<<G as Game>::Fact>], &'a Open<G>);

fn untold() -> OddsError {
    OddsError::Refused(Refusal::by_table("no-advice", "There is no advice for this question."))
}

impl<G: Playable> Looks<'_, G> {
    fn advice(&self, counsel: Counsel<G, Arc<crate::outcome::Outcome>>, unknown: Option<String>) -> Advice {
        let Counsel { state, prompt, answers, best, then } = counsel;
        let words = |state: &G::State, prompt: &G::Prompt, answer: &G::Answer| {
            let at = At { state, book: self.start.book };
            answer_words::<G>(at, prompt, answer)
        };
        let mut choices: Vec<Choice> = answers
            .iter()
            .map(|(answer, odds)| Choice {
                say: G::question(&prompt).write(answer.clone()),
                words: words(&state, &prompt, answer),
                forecast: self.told(odds, true),
            })
            .collect();
        if best < choices.len() {
            choices[..=best].rotate_right(1);
        }
        let next = Then::told(&then, |one| words(&one.state, &one.prompt, &one.answer));
        let best = choices.first().map_or_else(String::new, |first| sentence(&first.words, &next));
        let assumptions =
            choices.iter().flat_map(|choice| choice.forecast.assumptions.clone()).chain(unknown);
        let mut named: Vec<String> = Vec::new();
        assumptions.for_each(|one| {
            if !named.contains(&one) {
                named.push(one);
            }
        });
        if choices.iter().any(|choice| matches!(choice.forecast.found, Found::Cut { .. })) {
            named.push("What goes round in circles is followed only so far".into());
        }
        Advice { choices, best, assumptions: named }
    }
}

/// "Reroll the 2; then stop", or how often each would be next.
fn sentence(first: &str, next: &[(String, u64)]) -> String {
    let mut letters = first.chars();
    let first: String = letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default();
    let total: u64 = next.iter().fold(0u64, |sum, (_, ways)| sum.saturating_add(*ways));
    match next {
        [] => first,
        [(only, _)] => format!("{first}; then {only}"),
        [(likeliest, ways), ..] => {
            let percent = (u128::from(*ways) * 100 + u128::from(total) / 2) / u128::from(total.max(1));
            format!("{first}; then {likeliest} {percent} % of the time")
        }
    }
}

/// An answer in the words of its question or its form.
fn answer_words<G: Playable>(at: At<'_, G>, prompt: &G::Prompt, answer: &G::Answer) -> String {
    let question = G::question(prompt);
    if let Some(words) = question.words(at, answer) {
        return words;
    }
    let say = question.write(answer.clone());
    named(&question.form(at).domain, &say).unwrap_or_else(|| plain(&say))
}

/// What a domain calls a pick.
fn named(domain: &Domain, say: &Value) -> Option<String> {
    let only = |say: &Value| match say {
        Value::Array(list) => list.first().filter(|_| list.len() == 1).cloned(),
        one => Some(one.clone()),
    };
    let say = only(say)?;
    let text = |list: &[crate::view::Candidate<String>]| {
        list.iter().find(|one| say == *one.pick).map(|one| one.name.text().to_owned())
    };
    match domain {
        Domain::YesNo { yes, no } => say.as_bool().map(|is| if is { yes } else { no }.text().to_owned()),
        Domain::OneOf { options } => {
            options.iter().find(|one| one.pick == say).map(|one| one.name.text().to_owned())
        }
        Domain::Creature { among } => {
            among.iter().find(|one| say == one.pick.0).map(|one| one.name.text().to_owned())
        }
        Domain::Die { among, .. } | Domain::Item { among } | Domain::Place { among } => text(among),
        Domain::Amount { unit, .. } => {
            let unit = unit.as_ref().map(|unit| format!(" {}", unit.text())).unwrap_or_default();
            say.as_i64().map(|number| format!("{number}{unit}"))
        }
        _ => None,
    }
}

/// A value as words, for want of better ones.
fn plain(say: &Value) -> String {
    match say {
        Value::String(word) => word.replace('_', " "),
        Value::Array(list) if list.is_empty() => "none".into(),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => fields.values().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
