//! Overruling: the game master sets a value against the rules, with a reason that is kept.

use serde_json::Value;

use super::plan::{must_be_gm, plain};
use super::{Act, Planned, Record, TableOf};
use crate::live::Entry;
use crate::sabotage::Way;
use crate::{At, Audience, Lane, Playable, Refusal, Seat};

/// What overruling a value comes to, as the game says it.
#[derive(Debug)]
pub struct Overruling<F> {
    /// What the value was.
    pub old: Value,
    /// The facts that change it.
    pub facts: Vec<F>,
}

impl<G: Playable> TableOf<G> {
    pub(super) fn plan_overrule(
        &self,
        seat: Seat,
        path: &str,
        value: &Value,
        reason: &str,
    ) -> Result<Planned, Refusal> {
        must_be_gm(seat, "overrule").map_err(|refusal| refusal.under(G::OVERRULE))?;
        let words = reason.trim();
        if words.is_empty() || words.chars().count() > 400 {
            return Err(Refusal::new(
                G::OVERRULE,
                "no-reason",
                "Overruling needs a reason of 1 to 400 characters.",
            ));
        }
        let mut overruling = G::overrule(self.at(), path, value)?;
        if self.sabotage.as_ref().is_some_and(|sabotage| sabotage.hits(G::OVERRULE, Way::Lost, String::new)) {
            overruling.facts.clear();
        }
        let mut after = self.state.clone();
        overruling.facts.iter().for_each(|fact| G::apply(&mut after, fact));
        let audience = audience::<G>(path, self.at(), At { state: &after, book: &*self.book });
        let entry = Entry::Overruled {
            path: path.to_owned(),
            old: overruling.old,
            new: value.clone(),
            reason: words.to_owned(),
            audience,
        };
        let fact = |fact| Entry::Fact { rule: G::OVERRULE, audience, fact, terms: Vec::new() };
        let log = [entry].into_iter().chain(overruling.facts.into_iter().map(fact)).collect();
        let id = self.next_action;
        let (told, ended) = (Vec::new(), Vec::new());
        let (lane, forgotten) = (Lane::Free, Vec::new());
        let act = Act {
            id,
            by: seat,
            lane,
            command: None,
            told,
            log,
            ended,
            forgotten,
            replaces: None,
            wrote: Vec::new(),
        };
        let planned = plain(&Record::<G>::Acted(act))?;
        Ok(Planned { action: Some(id), told_from: Some(id), cited: vec![G::OVERRULE], ..planned })
    }
}

/// Who may learn that a value was set: those who know of whomever it is about, before and after.
pub(super) fn audience<G: Playable>(path: &str, before: At<'_, G>, after: At<'_, G>) -> Audience {
    let told = G::overruled_for(path);
    let all = G::creatures(before, Seat::GM).into_iter();
    let about =
        |name: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    // Of two that fit, the longer name is meant: names may have dots in them.
    let Some((who, _)) = all.filter(|(_, name)| about(name)).max_by_key(|(_, name)| name.len()) else {
        return told;
    };
    let knows = |at: At<'_, G>, seat| G::called(at, who, seat).is_some();
    let seats = (1..Seat::MOST).map(Seat);
    let unknown = seats.clone().any(|seat| !knows(before, seat) || !knows(after, seat));
    if !unknown {
        return told;
    }
    told.and(Audience::seats(seats.filter(|seat| knows(before, *seat) && knows(after, *seat))))
}
