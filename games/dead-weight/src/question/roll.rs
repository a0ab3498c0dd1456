//! Questions before a roll: how many dice, and whether to help.

use boneyard_table::view::{Beforehand, Candidate, Domain, PromptKind, Stakes, count};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no};
use crate::DeadWeight;
use crate::roll::{check_declaration, may_call_on_tragedy, may_effort};
use crate::rules;
use crate::state::Attribute;

/// Everything a roller says before the dice fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Declared {
    /// How many dice, if not all.
    pub dice: Option<u8>,
    /// Marks fatigue for a die more.
    pub extra_effort: bool,
    /// Calls on the tragedy.
    pub tragedy: bool,
    /// Marks a lesson if it fails.
    pub lesson: bool,
}

impl Default for Declared {
    fn default() -> Self {
        Self { dice: None, extra_effort: false, tragedy: false, lesson: true }
    }
}

/// What a roller answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Declaration {
    /// So many dice.
    Dice(u8),
    /// In a word.
    Word(DeclareWord),
    /// In full.
    Full(Declared),
}

/// A declaration in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeclareWord {
    /// Does not try after all.
    Withdraw,
    /// All dice, and one more for fatigue.
    ExtraEffort,
}

impl Declaration {
    /// What is declared; nothing where the roller withdraws.
    pub fn declared(self) -> Option<Declared> {
        match self {
            Self::Dice(dice) => Some(Declared { dice: Some(dice), ..Declared::default() }),
            Self::Word(DeclareWord::Withdraw) => None,
            Self::Word(DeclareWord::ExtraEffort) => {
                Some(Declared { extra_effort: true, ..Declared::default() })
            }
            Self::Full(declared) => Some(declared),
        }
    }
}

/// How many dice to roll, and whether with an extra effort or the tragedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeclaredDice {
    /// Who rolls.
    pub who: Who,
    /// On what.
    pub attribute: Attribute,
    /// Whether it is a test.
    pub test: bool,
    /// All dice there are.
    pub pool: i8,
    /// Whether the roller may withdraw.
    pub withdraw: bool,
}

impl DeclaredDice {
    fn all(self, at: Here<'_>) -> Vec<Declaration> {
        let full = u8::try_from(self.pool).unwrap_or(0);
        let dice = (1..=full).rev().map(Declaration::Dice);
        let zero = (full == 0).then(|| Declaration::Full(Declared::default()));
        let effort = Declaration::Word(DeclareWord::ExtraEffort);
        let tragedy = Declaration::Full(Declared { tragedy: true, ..Declared::default() });
        let withdraw = Declaration::Word(DeclareWord::Withdraw);
        let all = dice.chain(zero).chain([effort, tragedy, withdraw]);
        all.filter(|say| Question::check(&self, at, say).is_ok()).collect()
    }

    /// Whether there is anything to choose beside rolling what there is.
    pub fn open(self, at: Here<'_>) -> bool {
        let one = at.state.one(self.who);
        self.pool > 1
            || self.withdraw
            || may_effort(one, self.attribute)
            || (self.test && may_call_on_tragedy(one))
    }
}

impl Question<DeadWeight> for DeclaredDice {
    type Answer = Declaration;

    fn form(&self, at: Here<'_>) -> Form {
        let kind = if self.test { "test" } else { "check" };
        let full = u8::try_from(self.pool).unwrap_or(0);
        let options = self.all(at).into_iter().map(|say| {
            let name = match say {
                Declaration::Dice(dice) if dice == full && dice > 1 => format!("All {dice} dice"),
                Declaration::Dice(dice) if self.test && dice < full => format!("{dice}, keeping it safe"),
                Declaration::Dice(dice) => count(dice, "die", "dice"),
                Declaration::Word(DeclareWord::Withdraw) => "Let it be".into(),
                Declaration::Word(DeclareWord::ExtraEffort) => {
                    format!("Extra effort: 1 fatigue, {}", count(full + 1, "die", "dice"))
                }
                Declaration::Full(declared) if declared.tragedy => {
                    "Use your tragedy: harder roll, gain 1 insight".into()
                }
                Declaration::Full(_) => "Two dice, the lower counts".into(),
            };
            Candidate::new(json!(say), name)
        });
        Form {
            name: "dice",
            rule: rules::DW_TEST_02,
            question: format!("{} {kind}. How many dice do you roll?", self.attribute.name()),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Declaration) -> Result<(), Refusal> {
        match answer.declared() {
            Some(declared) => check_declaration(at, *self, declared),
            None if self.withdraw => Ok(()),
            None => no(rules::DW_TEST_01, "no-way-back", "This roll cannot be withdrawn from."),
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<Declaration> {
        Choices::Every(self.all(at))
    }

    fn instinct(&self, _at: Here<'_>) -> Declaration {
        match u8::try_from(self.pool) {
            Ok(full @ 1..) => Declaration::Dice(full),
            _ => Declaration::Full(Declared::default()),
        }
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn settled(&self, at: Here<'_>) -> Option<Declaration> {
        // More dice are better where none of them tires, and nothing else can be declared.
        let more = |say: &Declaration| matches!(say, Declaration::Dice(_));
        (!self.test && self.pool > 0 && self.all(at).iter().all(more)).then(|| Question::instinct(self, at))
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        vec![Beforehand::new(ALL, "Always roll all dice")]
    }

    fn by_word(&self, at: Here<'_>, id: &str) -> Option<Declaration> {
        (id == ALL && !self.withdraw).then(|| Question::instinct(self, at))
    }
}

/// Said beforehand: all dice, whatever is rolled.
const ALL: &str = "all";

/// What somebody says who could help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HelpSay {
    /// Helps with a die.
    Help,
    /// Helps with two dice, for fatigue.
    ExtraEffort,
    /// Does not.
    Pass,
}

/// Whether to help with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferHelp {
    /// Who could help.
    pub who: Who,
    /// Whom.
    pub with: Who,
    /// On what.
    pub attribute: Attribute,
}

impl Question<DeadWeight> for OfferHelp {
    type Answer = HelpSay;

    fn form(&self, at: Here<'_>) -> Form {
        let option = |say: HelpSay, name: &'static str| {
            Candidate::new(json!(say), name).refused(Question::check(self, at, &say).err())
        };
        let name = at.state.name(self.with);
        Form {
            name: "help",
            rule: rules::DW_TEST_15,
            question: format!("Help {name} with {}? Say how.", self.attribute.name()),
            kind: PromptKind::PickOne,
            domain: Domain::one_of([
                option(HelpSay::Pass, "No"),
                option(HelpSay::Help, "With a die"),
                option(HelpSay::ExtraEffort, "With two dice, for 1 fatigue"),
            ]),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &HelpSay) -> Result<(), Refusal> {
        match answer {
            HelpSay::Pass => Ok(()),
            say => {
                crate::roll::check_help(at, self.who, self.with, self.attribute, *say == HelpSay::ExtraEffort)
            }
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<HelpSay> {
        let all = [HelpSay::Pass, HelpSay::Help, HelpSay::ExtraEffort];
        Choices::Every(all.into_iter().filter(|say| Question::check(self, at, say).is_ok()).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> HelpSay {
        HelpSay::Pass
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<HelpSay> {
        Some(HelpSay::Pass)
    }
}
