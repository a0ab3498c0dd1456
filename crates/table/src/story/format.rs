//! The story format, as written in TOML.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Expected;
use crate::RuleId;
use crate::asks::Asks;
use crate::stage::{BattleStage, Being, RulingStage, Seating, Stage};
use crate::table::Given;

/// A story.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// Its title.
    pub title: String,
    /// Which game.
    pub game: String,
    /// The rules it proves: each must really be cited.
    pub proves: Vec<RuleId>,
    /// How it begins.
    pub stage: Stage,
    /// What happens.
    pub steps: Vec<Step>,
    /// Odds asked of the table as the steps leave it.
    pub odds: Vec<OddsCheck>,
}

/// A story that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StoryError(pub String);

impl Story {
    /// Reads a story.
    pub fn read(text: &str) -> Result<Self, StoryError> {
        let file: StoryFile = toml::from_str(text).map_err(|error| StoryError(error.to_string()))?;
        Ok(Self {
            title: file.story,
            game: file.game,
            proves: file.proves,
            stage: Stage {
                house: file.house,
                packs: file.packs,
                seats: file.seats,
                heroes: file.heroes,
                creatures: file.creatures,
                apart: file.apart,
                at: file.at,
                battle: file.battle,
                trackers: file.trackers,
                clock: file.clock,
                rulings: file.rulings,
                // A story says every answer, unless it says otherwise.
                asks: file.asks.or(Some(Asks::Every)),
            },
            steps: file.step,
            odds: file.odds,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoryFile {
    story: String,
    game: String,
    #[serde(default)]
    proves: Vec<RuleId>,
    #[serde(default)]
    house: IndexMap<String, Value>,
    #[serde(default)]
    packs: Vec<String>,
    #[serde(default)]
    seats: IndexMap<String, Seating>,
    #[serde(default)]
    heroes: IndexMap<String, Being>,
    #[serde(default)]
    creatures: IndexMap<String, Being>,
    #[serde(default)]
    apart: Vec<(String, String, String)>,
    #[serde(default)]
    at: IndexMap<String, String>,
    battle: Option<BattleStage>,
    #[serde(default)]
    trackers: IndexMap<String, Value>,
    clock: Option<String>,
    #[serde(default)]
    rulings: Vec<RulingStage>,
    asks: Option<Asks>,
    #[serde(default)]
    step: Vec<Step>,
    #[serde(default)]
    odds: Vec<OddsCheck>,
}

/// One step: a command with its dice and answers, and what must be true then.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Step {
    /// Who commands; the game master if nobody is named.
    pub seat: Option<String>,
    /// The command; the table's own are `undo`, `cancel`, `reopen`, `afresh`, `{ overrule }`,
    /// `{ fork }`, `{ answer }`, `{ stand }`, `{ asks }`, `{ level }`, `{ review }`.
    pub r#do: Value,
    /// Faces in the order drawn. All must be used, none may lack.
    pub dice: Vec<u8>,
    /// Answers in order.
    pub answers: Vec<StoryAnswer>,
    /// Who answers once the answers are used up.
    pub rest: Option<Rest>,
    /// The action is left waiting for this question.
    pub stops: Option<String>,
    /// The command must be refused.
    pub refused: Option<ExpectedRefusal>,
    /// What must be true then.
    pub expect: IndexMap<String, Expected>,
    /// Exactly who was asked what, in order.
    pub asked: Option<Vec<String>>,
    /// Exactly who could have spoken up beside the question waited for, each once, in order.
    pub aside: Option<Vec<String>>,
    /// What was proposed at a judgement.
    pub proposes: Option<Proposal>,
    /// Words in the lines a seat reads.
    pub tells: IndexMap<String, Vec<String>>,
    /// Words absent from all that a seat gets.
    pub hidden: IndexMap<String, Vec<String>>,
}

/// Who answers what is not answered by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rest {
    /// Everybody by instinct, the game master by the proposal.
    Instinct,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoryAnswer {
    /// The creature or seat that is asked.
    pub by: String,
    /// The question or window.
    pub to: String,
    /// What is said.
    pub say: Value,
    /// The seat that says it, if it is not the one asked.
    #[serde(default)]
    pub from: Option<String>,
    /// The rule that must reject it, leaving the prompt open.
    #[serde(default)]
    pub refused: Option<RuleId>,
    /// The code of a refusal by the table.
    #[serde(default)]
    pub code: Option<String>,
    /// Makes a ruling a rule of the table.
    #[serde(default)]
    pub table_rule: bool,
}

/// How a command must be refused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpectedRefusal {
    /// By which rule.
    pub rule: Option<RuleId>,
    /// With which code.
    pub code: Option<String>,
    /// With which values.
    pub values: IndexMap<String, Value>,
}

/// What must be proposed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Proposal {
    /// The key of the option.
    pub choice: Option<String>,
    /// Words in the reason.
    pub why: Option<String>,
    /// Words in the earlier rulings, in order.
    pub precedents: Option<Vec<String>>,
}

/// Odds that must come out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsCheck {
    /// A command, or a list of them.
    pub r#do: Value,
    /// Who commands.
    #[serde(default)]
    pub seat: Option<String>,
    /// What must be true in the end: paths, or a word for `last.outcome`.
    #[serde(default)]
    pub outcome: Value,
    /// Instead of an outcome: the path of a number, of which the mean is meant. `times` with an outcome: how often it
    /// takes on average until that is true.
    #[serde(default)]
    pub mean: Option<String>,
    /// How often the commands are given, one round after the other.
    #[serde(default)]
    pub times: Option<u16>,
    /// Whether it is over as soon as the outcome is true.
    #[serde(default)]
    pub as_soon: bool,
    /// The exact chance, or the exact mean, as a fraction.
    pub is: String,
    /// `best` or `instinct`.
    #[serde(default)]
    pub play: Option<String>,
    /// The side that wants it: 0 is the heroes'.
    #[serde(default)]
    pub side: u8,
    /// Questions that are answered like this whenever they are asked.
    #[serde(default)]
    pub given: Vec<Given>,
}
