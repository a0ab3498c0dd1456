//! Judgement: what the rules leave to the game master, with a proposal and the earlier
//! rulings on the same rule and tag. Where rulings are kept is the table's frame.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Audience, RuleId, Seat};

/// Tags that begin like this are of one roll alone: nobody is bound by what was ruled on it.
pub const ONCE: &str = "this once, ";

/// Something the game master decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// The rule that leaves it open.
    pub rule: RuleId,
    /// What it is about, in a word or two: rulings with the same rule and tag are precedents.
    pub tag: String,
    /// The question.
    pub question: String,
    /// Facts for the game master's eyes.
    pub about: Vec<String>,
    /// What can be ruled; free words always can.
    pub options: Vec<RulingOption>,
    /// Which option is proposed.
    pub proposal: u8,
    /// Why it is proposed.
    pub why: String,
    /// Earlier rulings, latest first. Filled in by the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub precedents: Vec<Precedent>,
}

impl Judgement {
    /// What history keeps of a ruling on this.
    pub(crate) fn record(&self, ruling: &Ruling, audience: Audience) -> RulingRecord {
        let option = self.options.get(usize::from(ruling.option()));
        let (key, words) = match ruling {
            Ruling::Listed(_) => option.map_or(("", ""), |option| (&option.key, &option.label)),
            Ruling::Free { words, .. } => ("free", &**words),
        };
        let (key, words) = (key.to_owned(), words.to_owned());
        RulingRecord {
            rule: self.rule,
            tag: self.tag.clone(),
            key,
            words,
            by: Seat::GM,
            audience,
            table_rule: false,
            unasked: false,
        }
    }
}

/// One way to rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulingOption {
    /// Stable name, kept with precedents.
    pub key: String,
    /// What the button says.
    pub label: String,
}

impl RulingOption {
    /// An option.
    pub fn new(key: &str, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into() }
    }
}

/// An earlier ruling that bears on this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Precedent {
    /// Which option was taken, or "free".
    pub key: String,
    /// In words.
    pub words: String,
    /// Whether it stands as a rule of this table.
    pub table_rule: bool,
}

/// What was decided, as rules take it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// The option with this index.
    Listed(u8),
    /// Words of the game master's own. Rules go on as with the proposal's index given
    /// here; what else follows, the game master adds by overruling.
    Free {
        /// The option the rules go on with.
        like: u8,
        /// The game master's words.
        words: Box<str>,
    },
}

impl Ruling {
    /// The option the rules go on with.
    pub fn option(&self) -> u8 {
        match self {
            Self::Listed(option) | Self::Free { like: option, .. } => *option,
        }
    }
}

/// How much the table asks about a rule of judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Ask the first time; then take the last ruling on the same tag.
    #[default]
    Suggest,
    /// Ask every time.
    Ask,
    /// Take the proposal without asking.
    Apply,
}

/// A ruling as history keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulingRecord {
    /// The rule that left it open.
    pub rule: RuleId,
    /// What it was about.
    pub tag: String,
    /// Which option was taken, or "free".
    pub key: String,
    /// In words.
    pub words: String,
    /// Who ruled.
    pub by: Seat,
    /// Who may know of it.
    #[serde(default, skip_serializing_if = "Audience::is_open")]
    pub audience: Audience,
    /// Whether it stands as a rule of this table from now on.
    #[serde(default)]
    pub table_rule: bool,
    /// Whether it was taken without asking.
    #[serde(default)]
    pub unasked: bool,
}
