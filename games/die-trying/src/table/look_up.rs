//! A capitalised term is the rule or entry of that name; a word in small letters is only a word.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::view::{Candidate, Domain};
use boneyard_table::{By, Cx, Flow, Refusal, RuleId, Seat, deed};
use serde_json::json;

use crate::DieTrying;
use crate::fact::TableFact;
use crate::naming::as_written;
use crate::rules;

deed! {
    /// Looks a term of the rules up.
    pub struct LookUp(form: DieTrying) {
        /// As it is written there.
        term: String = {
            // All of them are there: one is tried.
            let all = || titles().map(|title| Candidate::new(json!(title), title));
            form.field("term", "Which", || Domain::one_of(all()), || titles().next().map(str::to_owned), as_written)?
        },
    }
}

/// Every term there is.
fn titles() -> impl Iterator<Item = &'static str> {
    let all = rules::RULEBOOK.rules().chain(rules::RULEBOOK.entries());
    all.map(|rule| rule.title).filter(|title| is_term(title))
}

fn is_term(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

impl LookUp {
    fn found(&self, may: May<'_, DieTrying>) -> Lawful<Option<RuleId>> {
        let (term, rule) = (self.term.trim(), rules::DT_CORE_10);
        may.not_if(!is_term(term), || {
            let sentence = "In small letters a word only describes; terms of the rules are capitalised.";
            Refusal::new(rule, "only-a-word", sentence)
        })?;
        let mut all = rules::RULEBOOK.rules().chain(rules::RULEBOOK.entries());
        match all.find(|known| known.title == term) {
            Some(found) => Ok(RuleId::read(found.id)),
            None => may.no(|| Refusal::new(rule, "no-such-term", "No rule and no entry has that name.")),
        }
    }
}

impl Deed<DieTrying> for LookUp {
    const CARD: Card = Card::gm("Look a term up", "Table").rule(rules::DT_CORE_10);

    // Players have the rulebook before them; they may ask all the same.
    fn by(&self) -> By {
        By::Anyone
    }

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        self.found(may).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        if let Some(rule) = self.found(May::quiet(cx.at(), by))? {
            let term = self.term.trim().to_owned();
            cx.record(rules::DT_CORE_10, TableFact::LookedUp { term, rule }.into());
        }
        Ok(())
    }
}
