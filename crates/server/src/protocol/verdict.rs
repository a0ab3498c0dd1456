//! What a fight could be made of and would come to, as the game master's page draws it. Shares are ten-thousandths.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::Serialize;

/// What was found so far.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct VerdictCard {
    /// How many fights were counted.
    pub fights: u32,
    /// How many are counted at the most; it is often sure before.
    pub most: u32,
    /// Seconds that what is being fought out now takes at the most.
    pub left: u32,
    /// Whether nothing more follows.
    pub done: bool,
    /// In a word: `safe`, `risky`, `deadly`, `grim`, `hopeless`.
    pub verdict: String,
    /// In a sentence.
    pub sentence: String,
    /// The heroes win.
    pub won: ShareCard,
    /// Somebody of them dies.
    pub death: ShareCard,
    /// All of them fall.
    pub wiped: ShareCard,
    /// The middle of all fights took so many rounds; one in ten less than the first, one in ten more than the last.
    pub rounds: (u32, u32, u32),
    /// Everybody: what they are called, whether they are heroes, how often they died.
    pub fighters: Vec<(String, bool, ShareCard)>,
    /// The same fights without one of a kind. Comes after everything by instinct.
    pub without: Vec<WithoutCard>,
    /// What heroes who look ahead make of it, where that was asked. Comes last, and from few fights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<AheadCard>,
    /// What was taken for granted.
    pub assumes: String,
}

/// A share and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShareCard {
    /// In ten-thousandths.
    pub share: u32,
    /// To either side, in 95 of 100 cases.
    pub err: u32,
}

/// What one creature less would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WithoutCard {
    /// What was changed.
    pub what: String,
    /// Somebody of the heroes dies then.
    pub death: ShareCard,
    /// All of them fall then.
    pub wiped: ShareCard,
}

/// What heroes who look ahead make of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AheadCard {
    /// How many fights were counted.
    pub fights: u32,
    /// They win.
    pub won: ShareCard,
    /// Somebody of them dies.
    pub death: ShareCard,
    /// All of them fall.
    pub wiped: ShareCard,
}

/// What an encounter at a table could be made of, beside newcomers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SurveyCard {
    /// Everybody there who can fight.
    pub fighters: Vec<FighterCard>,
    /// What can be different from how it stands.
    pub circumstances: Vec<CircumstanceCard>,
}

/// Somebody who can fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FighterCard {
    /// Who.
    pub who: Who,
    /// What they are called.
    pub name: String,
    /// Whether they are a player's.
    pub hero: bool,
}

/// Something about an encounter that can be different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CircumstanceCard {
    /// Its name in the question.
    pub name: String,
    /// As people call it.
    pub label: String,
    /// What it can be: the name in the question, and as people call it.
    pub choices: Vec<(String, String)>,
}
