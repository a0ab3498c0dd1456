//! Questions with a short list of answers: yes or no, or one of a few. The one who writes one says the sentence and the
//! answers once; how it is drawn, what is refused and what bots may choose follow from that list.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::view::{Beforehand, Candidate, Domain, PromptKind, Stakes, Stands};
use crate::{At, Choices, Form, Game, Question, Refusal, RuleId, Stance};

/// A question with a short list of answers, all of which may be given.
pub trait Pick<G: Game>: Into<G::Prompt> {
    /// The answer as the rules take it, and as it is written by clients and stories.
    type Answer: TryFrom<G::Answer> + Into<G::Answer> + Clone + PartialEq + Serialize + DeserializeOwned;

    /// What is asked, and every answer to it.
    fn asked(&self, at: At<'_, G>) -> Asked<Self::Answer>;

    /// A sensible answer, one of the list.
    fn instinct(&self, at: At<'_, G>) -> Self::Answer;

    /// Which side the answer serves.
    fn stance(&self) -> Stance {
        Stance::Own
    }

    /// The answer that lets the moment go by, if there is one.
    fn pass(&self) -> Option<Self::Answer> {
        None
    }

    /// The answer that goes without saying, as [`Question::settled`] has it.
    fn settled(&self, _at: At<'_, G>) -> Option<Self::Answer> {
        None
    }

    /// How it comes out as things are.
    fn stands(&self, _at: At<'_, G>) -> Option<Stands> {
        None
    }

    /// Answers that can be given beforehand, as [`Question::beforehand`] has it.
    fn beforehand(&self, _at: At<'_, G>) -> Vec<Beforehand> {
        Vec::new()
    }

    /// The answer by something said beforehand.
    fn by_word(&self, _at: At<'_, G>, _id: &str) -> Option<Self::Answer> {
        None
    }
}

/// What is asked, and every answer to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked<A> {
    name: &'static str,
    rule: RuleId,
    question: String,
    stakes: Stakes,
    answers: Vec<(A, String)>,
}

impl Asked<bool> {
    /// Yes or no, each in its own words.
    pub fn yes_no(
        name: &'static str,
        rule: RuleId,
        question: impl Into<String>,
        yes: impl Into<String>,
        no: impl Into<String>,
    ) -> Self {
        Self::one_of(name, rule, question, [(true, yes.into()), (false, no.into())])
    }
}

impl<A> Asked<A> {
    /// One of these answers, told by their words.
    pub fn one_of<W: Into<String>>(
        name: &'static str,
        rule: RuleId,
        question: impl Into<String>,
        answers: impl IntoIterator<Item = (A, W)>,
    ) -> Self {
        let answers = answers.into_iter().map(|(answer, words)| (answer, words.into())).collect();
        Self { name, rule, question: question.into(), stakes: Stakes::None, answers }
    }

    /// What is at stake.
    pub fn at_stake(mut self, stakes: Stakes) -> Self {
        self.stakes = stakes;
        self
    }
}

impl<A: Serialize> Asked<A> {
    fn form(self) -> Form {
        let written = |answer: &A| serde_json::to_value(answer).unwrap_or(Value::Null);
        let words = |wanted: bool| {
            let found = self.answers.iter().find(|(answer, _)| written(answer) == Value::Bool(wanted));
            found.map(|(_, words)| words.clone())
        };
        let (kind, domain) = match (words(true), words(false)) {
            (Some(yes), Some(no)) => (PromptKind::YesOrNo, Domain::YesNo { yes: yes.into(), no: no.into() }),
            _ => {
                let answers = self.answers.iter();
                let options = answers.map(|(answer, words)| Candidate::new(written(answer), words.clone()));
                (PromptKind::PickOne, Domain::one_of(options))
            }
        };
        Form { name: self.name, rule: self.rule, question: self.question, kind, domain, stakes: self.stakes }
    }
}

impl<G: Game, P: Pick<G>> Question<G> for P {
    type Answer = P::Answer;

    fn form(&self, at: At<'_, G>) -> Form {
        self.asked(at).form()
    }

    fn check(&self, at: At<'_, G>, answer: &P::Answer) -> Result<(), Refusal> {
        let asked = self.asked(at);
        if asked.answers.iter().any(|(listed, _)| listed == answer) {
            return Ok(());
        }
        let listed: Vec<&str> = asked.answers.iter().map(|(_, words)| words.as_str()).collect();
        let sentence = format!("That is none of the answers: {}.", listed.join("; "));
        Err(Refusal::new(asked.rule, "no-such-answer", sentence))
    }

    fn choices(&self, at: At<'_, G>) -> Choices<P::Answer> {
        let mut all: Vec<P::Answer> = self.asked(at).answers.into_iter().map(|(answer, _)| answer).collect();
        // Where several are equally good, odds advise the first: that should be the sensible one.
        let sensible = Pick::instinct(self, at);
        if let Some(place) = all.iter().position(|answer| *answer == sensible) {
            all[..=place].rotate_right(1);
        }
        Choices::Every(all)
    }

    fn instinct(&self, at: At<'_, G>) -> P::Answer {
        Pick::instinct(self, at)
    }

    fn stance(&self) -> Stance {
        Pick::stance(self)
    }

    fn pass(&self) -> Option<P::Answer> {
        Pick::pass(self)
    }

    fn settled(&self, at: At<'_, G>) -> Option<P::Answer> {
        Pick::settled(self, at)
    }

    fn stands(&self, at: At<'_, G>) -> Option<Stands> {
        Pick::stands(self, at)
    }

    fn beforehand(&self, at: At<'_, G>) -> Vec<Beforehand> {
        Pick::beforehand(self, at)
    }

    fn by_word(&self, at: At<'_, G>, id: &str) -> Option<P::Answer> {
        Pick::by_word(self, at, id)
    }
}
