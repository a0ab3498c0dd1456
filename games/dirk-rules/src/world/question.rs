//! What the referee is asked about the world: what to do with a row the dice fell on, which sign
//! shows, which threat grows, how long people were out in the weather.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Asked, At, Choices, Form, Pick, Question, Refusal, RuleId, Stance};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::rows::{Table, rule_of};
use super::threat::MOST;
use crate::DirkRules;
use crate::rules;

/// What becomes of a row the dice fell on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Draws {
    /// It stays.
    Keep,
    /// The dice are rolled again.
    Again,
    /// Another row stands in its place, counted from 0.
    Row(u8),
}

/// Asks what becomes of a row the dice fell on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Drawn {
    /// The table, by its place in the book.
    pub table: u8,
    /// The row, counted from 0.
    pub row: u8,
    /// What the dice came to.
    pub rolled: u16,
    /// Whether the dice may be rolled once more.
    pub again: bool,
}

impl Drawn {
    fn table<'a>(&self, at: At<'a, DirkRules>) -> Option<&'a Table> {
        at.book.tables.iter().nth(self.table.into())
    }
}

impl Question<DirkRules> for Drawn {
    type Answer = Draws;

    fn form(&self, at: At<'_, DirkRules>) -> Form {
        let table = self.table(at);
        let rows = table.map(|table| table.rows.as_slice()).unwrap_or_default();
        let fell = rows.get(usize::from(self.row)).map_or("nothing", |row| &row.text);
        let mut options = vec![Candidate::new(json!(Draws::Keep), format!("Keep: {fell}"))];
        if self.again {
            options.push(Candidate::new(json!(Draws::Again), "Roll again"));
        }
        let others = (0u8..).zip(rows).filter(|(at, _)| *at != self.row);
        options.extend(
            others.map(|(at, row)| Candidate::new(json!(Draws::Row(at)), format!("Instead: {}", row.text))),
        );
        Form {
            name: "drawn",
            rule: table.map_or(rules::DK_EVENT_02, rule_of),
            question: format!("{}: {}. {fell}", table.map_or("A table", |table| &table.name), self.rolled),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: At<'_, DirkRules>, answer: &Draws) -> Result<(), Refusal> {
        let table = self.table(at);
        let rows = table.map_or(0, |table| table.rows.len());
        let rule = table.map_or(rules::DK_EVENT_02, rule_of);
        match answer {
            Draws::Row(row) if usize::from(*row) >= rows => {
                let sentence = format!("The table has the rows 0 to {}.", rows.saturating_sub(1));
                Err(Refusal::new(rule, "no-such-row", sentence).with("rows", rows))
            }
            Draws::Again if !self.again => {
                let sentence = "This has been rolled often enough. Keep it or name another row.";
                Err(Refusal::new(rule, "too-often", sentence))
            }
            _ => Ok(()),
        }
    }

    fn choices(&self, at: At<'_, DirkRules>) -> Choices<Draws> {
        let rows = self.table(at).map_or(0, |table| table.rows.len().min(255) as u8);
        let again = self.again.then_some(Draws::Again);
        Choices::Every([Draws::Keep].into_iter().chain(again).chain((0..rows).map(Draws::Row)).collect())
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> Draws {
        Draws::Keep
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Asks whose encounters are rolled: a region by its place in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Region;

impl Pick<DirkRules> for Region {
    type Answer = u16;

    fn asked(&self, at: At<'_, DirkRules>) -> Asked<u16> {
        let regions = (0u16..).zip(at.book.regions.iter().map(|region| region.name.as_str()));
        Asked::one_of("region", rules::DK_EVENT_02, "Somebody comes by. Where is this?", regions)
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> u16 {
        0
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// How something that is still to come shows itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Which of its signs, counted from 0.
    pub sign: u8,
    /// Whether it is noticed without asking.
    pub noticed: bool,
}

/// Asks how something that is still to come shows itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SignOf {
    /// What comes, 1 to 5.
    pub result: u8,
}

impl SignOf {
    pub(super) fn signs<'a>(&self, at: At<'a, DirkRules>) -> &'a [String] {
        let row = at.book.signs.iter().find(|row| row.result == self.result);
        row.map(|row| row.signs.as_slice()).unwrap_or_default()
    }
}

impl Pick<DirkRules> for SignOf {
    type Answer = Shown;

    fn asked(&self, at: At<'_, DirkRules>) -> Asked<Shown> {
        let options = (0u8..).zip(self.signs(at)).flat_map(|(sign, words)| {
            let noticed = (Shown { sign, noticed: true }, format!("They notice {words}"));
            [noticed, (Shown { sign, noticed: false }, format!("Only if they look: {words}"))]
        });
        Asked::one_of("sign", rules::DK_EVT_05H, "How does it show itself?", options)
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> Shown {
        Shown { sign: 0, noticed: true }
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Asks which threat grows: 0 for a new one, else its place counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThreatGrows;

impl Pick<DirkRules> for ThreatGrows {
    type Answer = u16;

    fn asked(&self, at: At<'_, DirkRules>) -> Asked<u16> {
        let known = (1u16..).zip(&at.state.world.threats).filter(|(_, threat)| threat.step < MOST);
        let grow = known
            .map(|(number, threat)| (number, format!("{} grows: step {}", threat.name, threat.step + 1)));
        let options = [(0, "A new one".to_owned())].into_iter().chain(grow);
        Asked::one_of("threat", rules::DK_EVT_06H, "A threat. A new one, or does one grow?", options)
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> u16 {
        0
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Asks how many hours people were exposed to the weather.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HoursOut {
    /// The weather.
    pub is: RuleId,
    /// Hours that passed.
    pub of: u16,
    /// As many as are proposed.
    pub likely: u16,
}

impl Question<DirkRules> for HoursOut {
    type Answer = u16;

    fn form(&self, at: At<'_, DirkRules>) -> Form {
        let row = at.book.weathers.get(self.is.as_str());
        let (name, text) = row.map_or(("The weather", ""), |row| (row.name.as_str(), row.text.as_str()));
        Form {
            name: "hours-out",
            rule: self.is,
            question: format!("{name}. {text} For how many of {} hours are they exposed to it?", self.of),
            kind: PromptKind::Number,
            domain: Domain::amount(0, self.of.into()),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: At<'_, DirkRules>, answer: &u16) -> Result<(), Refusal> {
        if *answer <= self.of {
            return Ok(());
        }
        let sentence = format!("It was {} hours at most.", self.of);
        Err(Refusal::new(self.is, "how-long", sentence).with("most", self.of))
    }

    fn choices(&self, _at: At<'_, DirkRules>) -> Choices<u16> {
        Choices::Some(vec![0, self.likely, self.of.min(2)])
    }

    fn instinct(&self, _at: At<'_, DirkRules>) -> u16 {
        self.likely.min(self.of)
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
