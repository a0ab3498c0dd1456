//! One kind of question, whole, in one place: its form, its check of an answer, the
//! choices for bots and odds, its instinct and its stance. Who is asked when is the rules' business.

use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::view::{Beforehand, DiceTray, Domain, PromptKind, Stakes, Stands, Verbs};
use crate::{At, Game, Refusal, RuleId};

/// What rules need somebody to choose in the middle of an action.
pub trait Question<G: Game>: Into<G::Prompt> {
    /// The answer as the rules take it, and as it is written by clients and stories.
    type Answer: TryFrom<G::Answer> + Into<G::Answer> + Clone + Serialize + DeserializeOwned;

    /// How it is put to people.
    fn form(&self, at: At<'_, G>) -> Form;

    /// The rule that asks. Worth telling apart where the form takes long to write: odds only want this.
    fn rule(&self, at: At<'_, G>) -> RuleId {
        self.form(at).rule
    }

    /// Everything that makes an answer illegal, free text included.
    fn check(&self, at: At<'_, G>, answer: &Self::Answer) -> Result<(), Refusal>;

    /// Answers for bots, odds and random play.
    fn choices(&self, at: At<'_, G>) -> Choices<Self::Answer>;

    /// A sensible answer, always legal.
    fn instinct(&self, at: At<'_, G>) -> Self::Answer;

    /// Which side the answer serves.
    fn stance(&self) -> Stance;

    /// The answer that lets the moment go by, if there is one: what "pass until my turn" gives.
    fn pass(&self) -> Option<Self::Answer> {
        None
    }

    /// The answer that goes without saying, where nothing else would be sensible: dice that cannot get better lie
    /// still. A live table gives it by itself unless the seat wants to be asked every time; nobody else looks at it.
    fn settled(&self, _at: At<'_, G>) -> Option<Self::Answer> {
        None
    }

    /// How it comes out as things are: "Miss so far".
    fn stands(&self, _at: At<'_, G>) -> Option<Stands> {
        None
    }

    /// What the buttons of a question about dice say: "Reroll this 2", "Keep the miss".
    fn verbs(&self, _at: At<'_, G>) -> Option<Verbs> {
        None
    }

    /// Answers that can be given beforehand to questions of this name, for a while. Each has an id of its own.
    fn beforehand(&self, _at: At<'_, G>) -> Vec<Beforehand> {
        Vec::new()
    }

    /// The answer by something said beforehand, if it bears on this question.
    fn by_word(&self, _at: At<'_, G>, _id: &str) -> Option<Self::Answer> {
        None
    }

    /// The dice it is about, for questions that pick some of them.
    fn tray(&self, _at: At<'_, G>) -> Option<DiceTray> {
        None
    }

    /// An answer in words, for advice: "reroll the 2". Where nothing is said, the form's own words are taken.
    fn words(&self, _at: At<'_, G>, _answer: &Self::Answer) -> Option<String> {
        None
    }

    /// The answer with "make this a rule of the table" ticked, for questions that judge and remember by
    /// themselves. The others have no use for the tick.
    fn ticked(&self, answer: Self::Answer) -> Self::Answer {
        answer
    }
}

/// How a question is put to people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Form {
    /// The window or question by name, as stories and the page call it: "W1", "bid".
    pub name: &'static str,
    /// The rule that asks.
    pub rule: RuleId,
    /// The sentence.
    pub question: String,
    /// How it is drawn.
    pub kind: PromptKind,
    /// What may be answered.
    pub domain: Domain,
    /// What is at stake.
    pub stakes: Stakes,
}

/// Answers to a question that cannot always be listed in full.
#[derive(Clone, Debug, PartialEq)]
pub enum Choices<A> {
    /// All there are.
    Every(Vec<A>),
    /// Not all, but a best one is among them.
    Enough(Vec<A>),
    /// Examples only: exact odds take instinct instead and say so.
    Some(Vec<A>),
}

impl<A> Choices<A> {
    /// The answers listed.
    pub fn list(self) -> Vec<A> {
        match self {
            Self::Every(list) | Self::Enough(list) | Self::Some(list) => list,
        }
    }

    fn map<B>(self, change: impl Fn(A) -> B) -> Choices<B> {
        let all = |list: Vec<A>| list.into_iter().map(&change).collect();
        match self {
            Self::Every(list) => Choices::Every(all(list)),
            Self::Enough(list) => Choices::Enough(all(list)),
            Self::Some(list) => Choices::Some(all(list)),
        }
    }
}

/// Whom an answer serves, for odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Plays to win for this side; side 0 is the heroes'.
    For(u8),
    /// Plays to win for the side of whoever is asked.
    Own,
    /// Judges: the instinct is taken.
    Judge,
    /// Answered without knowing the others': the instinct is taken.
    Sealed,
}

/// A question of any kind of one game: what hosts see of it.
pub trait Ask<G: Game> {
    /// See [`Question::form`].
    fn form(&self, at: At<'_, G>) -> Form;
    /// See [`Question::rule`].
    fn rule(&self, at: At<'_, G>) -> RuleId;
    /// See [`Question::check`].
    fn check(&self, at: At<'_, G>, answer: &G::Answer) -> Result<(), Refusal>;
    /// See [`Question::choices`].
    fn choices(&self, at: At<'_, G>) -> Choices<G::Answer>;
    /// See [`Question::instinct`].
    fn instinct(&self, at: At<'_, G>) -> G::Answer;
    /// See [`Question::stance`].
    fn stance(&self) -> Stance;
    /// See [`Question::pass`].
    fn pass(&self) -> Option<G::Answer>;
    /// See [`Question::settled`].
    fn settled(&self, at: At<'_, G>) -> Option<G::Answer>;
    /// See [`Question::stands`].
    fn stands(&self, at: At<'_, G>) -> Option<Stands>;
    /// See [`Question::verbs`].
    fn verbs(&self, at: At<'_, G>) -> Option<Verbs>;
    /// See [`Question::beforehand`].
    fn beforehand(&self, at: At<'_, G>) -> Vec<Beforehand>;
    /// See [`Question::by_word`].
    fn by_word(&self, at: At<'_, G>, id: &str) -> Option<G::Answer>;
    /// See [`Question::tray`].
    fn tray(&self, at: At<'_, G>) -> Option<DiceTray>;
    /// See [`Question::words`].
    fn words(&self, at: At<'_, G>, answer: &G::Answer) -> Option<String>;
    /// See [`Question::ticked`].
    fn ticked(&self, answer: G::Answer) -> G::Answer;
    /// An answer as clients and stories write it.
    fn read(&self, say: Value) -> Result<G::Answer, Unreadable>;
    /// An answer as clients and stories write it.
    fn write(&self, answer: G::Answer) -> Value;
}

/// An answer that has not the shape of any answer to this question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<G: Game, Q: Question<G>> Ask<G> for Q {
    fn form(&self, at: At<'_, G>) -> Form {
        Question::form(self, at)
    }

    fn rule(&self, at: At<'_, G>) -> RuleId {
        Question::rule(self, at)
    }

    fn check(&self, at: At<'_, G>, answer: &G::Answer) -> Result<(), Refusal> {
        match Q::Answer::try_from(answer.clone()) {
            Ok(answer) => Question::check(self, at, &answer),
            Err(_) => Err(Refusal::by_table("other-question", "That is an answer to another question.")),
        }
    }

    fn choices(&self, at: At<'_, G>) -> Choices<G::Answer> {
        Question::choices(self, at).map(Into::into)
    }

    fn instinct(&self, at: At<'_, G>) -> G::Answer {
        Question::instinct(self, at).into()
    }

    fn stance(&self) -> Stance {
        Question::stance(self)
    }

    fn pass(&self) -> Option<G::Answer> {
        Question::pass(self).map(Into::into)
    }

    fn settled(&self, at: At<'_, G>) -> Option<G::Answer> {
        Question::settled(self, at).map(Into::into)
    }

    fn stands(&self, at: At<'_, G>) -> Option<Stands> {
        Question::stands(self, at)
    }

    fn verbs(&self, at: At<'_, G>) -> Option<Verbs> {
        Question::verbs(self, at)
    }

    fn beforehand(&self, at: At<'_, G>) -> Vec<Beforehand> {
        Question::beforehand(self, at)
    }

    fn by_word(&self, at: At<'_, G>, id: &str) -> Option<G::Answer> {
        Question::by_word(self, at, id).map(Into::into)
    }

    fn tray(&self, at: At<'_, G>) -> Option<DiceTray> {
        Question::tray(self, at)
    }

    fn words(&self, at: At<'_, G>, answer: &G::Answer) -> Option<String> {
        Question::words(self, at, &Q::Answer::try_from(answer.clone()).ok()?)
    }

    fn ticked(&self, answer: G::Answer) -> G::Answer {
        match Q::Answer::try_from(answer.clone()) {
            Ok(own) => Question::ticked(self, own).into(),
            Err(_) => answer,
        }
    }

    fn read(&self, say: Value) -> Result<G::Answer, Unreadable> {
        match serde_json::from_value::<Q::Answer>(say) {
            Ok(answer) => Ok(answer.into()),
            Err(error) => Err(Unreadable(error.to_string())),
        }
    }

    fn write(&self, answer: G::Answer) -> Value {
        let own = Q::Answer::try_from(answer).ok();
        own.and_then(|own| serde_json::to_value(own).ok()).unwrap_or(Value::Null)
    }
}
