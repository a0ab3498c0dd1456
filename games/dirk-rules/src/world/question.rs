//! What the referee is asked about the world: what to do with a row the dice fell on, which sign
//! shows, which threat grows, how long people were out in the weather.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{At, Choices, Form, Question, Refusal, RuleId, Stance};
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

impl Question<DirkRules> for Region {
    type Answer = u16;

    fn form(&self, at: At<'_, DirkRules>) -> Form {
        let regions = (0u16..).zip(&at.book.regions);
        let options = regions.map(|(at, region)| Candidate::new(json!(at), region.name.clone()));
        pick("region", rules::DK_EVENT_02, "Somebody comes by. Where is this?".into(), options)
    }

    fn check(&self, at: At<'_, DirkRules>, answer: &u16) -> Result<(), Refusal> {
        listed(rules::DK_EVENT_02, *answer, at.book.regions.len(), "regions")
    }

    fn choices(&self, at: At<'_, DirkRules>) -> Choices<u16> {
        Choices::Every((0..at.book.regions.len() as u16).collect())
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

impl Question<DirkRules> for SignOf {
    type Answer = Shown;

    fn form(&self, at: At<'_, DirkRules>) -> Form {
        let options = (0u8..).zip(self.signs(at)).flat_map(|(sign, words)| {
            let seen = Candidate::new(json!(Shown { sign, noticed: true }), format!("They notice {words}"));
            let kept = Shown { sign, noticed: false };
            [seen, Candidate::new(json!(kept), format!("Only if they look: {words}"))]
        });
        pick("sign", rules::DK_EVT_05H, "How does it show itself?".into(), options)
    }

    fn check(&self, at: At<'_, DirkRules>, answer: &Shown) -> Result<(), Refusal> {
        listed(rules::DK_EVT_05H, answer.sign.into(), self.signs(at).len(), "signs")
    }

    fn choices(&self, at: At<'_, DirkRules>) -> Choices<Shown> {
        let signs = 0..self.signs(at).len() as u8;
        Choices::Every(signs.flat_map(|sign| [true, false].map(|noticed| Shown { sign, noticed })).collect())
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

impl Question<DirkRules> for ThreatGrows {
    type Answer = u16;

    fn form(&self, at: At<'_, DirkRules>) -> Form {
        let known = (1u16..).zip(&at.state.world.threats).filter(|(_, threat)| threat.step < MOST);
        let known = known.map(|(number, threat)| {
            let label = format!("{} grows: step {}", threat.name, threat.step + 1);
            Candidate::new(json!(number), label)
        });
        let options = [Candidate::new(json!(0), "A new one")].into_iter().chain(known);
        pick("threat", rules::DK_EVT_06H, "A threat. A new one, or does one grow?".into(), options)
    }

    fn check(&self, at: At<'_, DirkRules>, answer: &u16) -> Result<(), Refusal> {
        let threats = &at.state.world.threats;
        listed(rules::DK_EVT_06H, *answer, threats.len() + 1, "threats")?;
        let grown = usize::from(*answer).checked_sub(1).and_then(|at| threats.get(at));
        match grown.filter(|threat| threat.step >= MOST) {
            Some(threat) => {
                let sentence = format!("{} has reached its aim: there is no step above {MOST}.", threat.name);
                Err(Refusal::new(rules::DK_EVT_06H, "last-step", sentence).with("most", MOST))
            }
            None => Ok(()),
        }
    }

    fn choices(&self, at: At<'_, DirkRules>) -> Choices<u16> {
        let known = (1u16..).zip(&at.state.world.threats).filter(|(_, threat)| threat.step < MOST);
        Choices::Every([0].into_iter().chain(known.map(|(number, _)| number)).collect())
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

fn listed(rule: RuleId, answer: u16, many: usize, what: &str) -> Result<(), Refusal> {
    if usize::from(answer) < many {
        return Ok(());
    }
    let sentence = format!("There are {many} {what} to choose from, counted from 0.");
    Err(Refusal::new(rule, "not-listed", sentence).with("given", answer))
}

fn pick(
    name: &'static str,
    rule: RuleId,
    question: String,
    options: impl IntoIterator<Item = Candidate<serde_json::Value>>,
) -> Form {
    let domain = Domain::one_of(options);
    Form { name, rule, question, kind: PromptKind::PickOne, domain, stakes: Stakes::None }
}
