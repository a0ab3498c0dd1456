//! A decision of the GM: its options with a proposal, the earlier decisions beside it, and what is said. What
//! there is to decide is in `matter`.

use std::borrow::Cow;

use boneyard_table::view::{Beforehand, Candidate, Domain, EarlierRuling, JudgeCard, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::words::MOST_WORDS;
use super::{Here, Matter, no};
use crate::GutsPlus;
use crate::state::{Scale, State};

/// Something the GM decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decide {
    /// What it is about.
    pub matter: Matter,
    /// The tag it is remembered by.
    pub tag: String,
    /// The question.
    pub question: String,
    /// Facts for the GM's eyes.
    pub about: Vec<String>,
    /// Keys and labels of what can be decided.
    pub options: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    /// Which is proposed.
    pub proposal: u8,
    /// Why.
    pub why: String,
    /// Who acts.
    pub who: Option<Who>,
}

impl Decide {
    /// What an option says; what nobody offered says nothing.
    pub fn label(&self, key: &str) -> String {
        self.options
            .iter()
            .find(|(known, _)| known == key)
            .map_or(String::new(), |(_, label)| label.clone().into_owned())
    }

    /// A decision of which the first option is proposed.
    pub fn new(matter: Matter, tag: &str, question: impl Into<String>) -> Self {
        Self {
            matter,
            tag: tag.to_owned(),
            question: question.into(),
            about: Vec::new(),
            options: Vec::new(),
            proposal: 0,
            why: String::new(),
            who: None,
        }
    }

    /// Adds an option.
    #[must_use]
    pub fn option(mut self, key: impl Into<Cow<'static, str>>, label: impl Into<Cow<'static, str>>) -> Self {
        self.options.push((key.into(), label.into()));
        self
    }

    /// Proposes another option than the first.
    #[must_use]
    pub fn propose(mut self, key: &str, why: impl Into<String>) -> Self {
        if let Some(at) = self.options.iter().position(|(known, _)| known == key) {
            self.proposal = at as u8;
        }
        self.why = why.into();
        self
    }

    /// Names who acts.
    #[must_use]
    pub fn who(mut self, who: Who) -> Self {
        self.who = Some(who);
        self
    }

    /// Tells the GM something.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about.push(about.into());
        self
    }

    /// The key of what is proposed.
    pub fn proposed(&self) -> &str {
        self.options.get(usize::from(self.proposal)).map_or("", |(key, _)| key)
    }
}

impl Question<GutsPlus> for Decide {
    type Answer = Say;

    fn rule(&self, _at: Here<'_>) -> RuleId {
        self.matter.rule()
    }

    fn form(&self, at: Here<'_>) -> Form {
        let judge = JudgeCard {
            proposal: json!(self.proposed()),
            reason: self.why.clone().into(),
            tag: self.tag.clone(),
            about: self.about.iter().map(|about| about.clone().into()).collect(),
            precedents: earlier(at.state, self.matter.rule(), &self.tag),
            free: true,
            later: false,
        };
        let options =
            self.options.iter().map(|(key, label)| Candidate::new(json!(key), label.clone().into_owned()));
        Form {
            name: self.matter.name(),
            rule: self.matter.rule(),
            question: self.question.clone(),
            kind: PromptKind::Judge(judge),
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Say) -> Result<(), Refusal> {
        check_say(self.matter.rule(), self.options.iter().map(|(key, _)| &**key), answer)
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Say> {
        Choices::Every(self.options.iter().map(|(key, _)| Say::plain(key)).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> Say {
        Say::plain(self.proposed())
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }

    fn settled(&self, at: Here<'_>) -> Option<Say> {
        // Asked once, then the same again: where the GM took the proposal last time, it is taken.
        let mut earlier = at.state.precedents(self.matter.rule(), &self.tag);
        let last = earlier.next().map(|(_, decision)| decision)?;
        let same = last.choice == self.proposed() && last.choice == last.proposal;
        (self.matter.repeats() && same && last.words.is_empty()).then(|| Say::plain(self.proposed()))
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        vec![Beforehand::new(PROPOSAL, "Take the proposal")]
    }

    fn by_word(&self, at: Here<'_>, id: &str) -> Option<Say> {
        (id == PROPOSAL).then(|| Question::instinct(self, at))
    }

    fn ticked(&self, answer: Say) -> Say {
        Say { table_rule: true, ..answer }
    }
}

/// Said beforehand: what is proposed is taken.
pub(super) const PROPOSAL: &str = "proposal";

/// What the GM says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Written", into = "Written")]
pub struct Say {
    /// The option taken, by its key.
    pub choice: String,
    /// Why, or how, in the GM's words.
    pub words: String,
    /// It worked all the same, at this price.
    pub twist: String,
    /// From now on a rule of this table.
    pub table_rule: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Written {
    Word(String),
    Free {
        free: String,
        like: String,
    },
    Full {
        choice: String,
        #[serde(default, alias = "reason")]
        words: String,
        #[serde(default)]
        twist: String,
        #[serde(default)]
        table_rule: bool,
    },
}

impl From<Written> for Say {
    fn from(written: Written) -> Self {
        let plain = |choice, words| Self { choice, words, twist: String::new(), table_rule: false };
        match written {
            Written::Word(choice) => plain(choice, String::new()),
            Written::Free { free, like } => plain(like, free),
            Written::Full { choice, words, twist, table_rule } => Self { choice, words, twist, table_rule },
        }
    }
}

impl From<Say> for Written {
    fn from(say: Say) -> Self {
        let Say { choice, words, twist, table_rule } = say;
        if words.is_empty() && twist.is_empty() && !table_rule {
            return Self::Word(choice);
        }
        Self::Full { choice, words, twist, table_rule }
    }
}

impl Say {
    /// An option and nothing else.
    pub fn plain(choice: &str) -> Self {
        Self { choice: choice.to_owned(), words: String::new(), twist: String::new(), table_rule: false }
    }
}

/// Earlier decisions as they are shown, the latest first.
pub(super) fn earlier(state: &State, rule: RuleId, tag: &str) -> Vec<EarlierRuling> {
    let told = state.precedents(rule, tag).take(5).map(|(_, decision)| {
        let name = Scale::of_key(&decision.choice).map_or(decision.choice.as_str(), |scale| scale.name());
        let words = if decision.words.is_empty() { String::new() } else { format!(" ({})", decision.words) };
        EarlierRuling {
            say: format!("earlier ruling: {name}{words}").into(),
            table_rule: decision.table_rule,
        }
    });
    told.collect()
}

pub(super) fn check_say<'a>(
    rule: RuleId,
    mut keys: impl Iterator<Item = &'a str> + Clone,
    say: &Say,
) -> Result<(), Refusal> {
    if !keys.clone().any(|key| key == say.choice) {
        let all: Vec<&str> = keys.by_ref().collect();
        let sentence = format!("\"{}\" is not among {}.", say.choice, all.join(", "));
        return no(rule, "not-an-option", sentence);
    }
    if say.words.chars().count().max(say.twist.chars().count()) > MOST_WORDS {
        return no(rule, "too-long", format!("Say it in at most {MOST_WORDS} letters."));
    }
    Ok(())
}
