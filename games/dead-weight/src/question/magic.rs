//! Questions of powers: casting without a conductor, mishap dice, whom and what.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no, yes_no};
use crate::DeadWeight;
use crate::rules;
use crate::state::Attribute;

/// Whether to cast without a conductor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unconducted {
    /// Who casts.
    pub who: Who,
    /// Which spell.
    pub spell: RuleId,
}

impl Question<DeadWeight> for Unconducted {
    type Answer = bool;

    fn form(&self, _at: Here<'_>) -> Form {
        let question = "No conductor is at hand: a disadvantage, and every failure is a mishap. Cast anyway?";
        let form = yes_no("unconducted", rules::DW_SPELL_01, question.into(), "Cast it", "Let it be");
        Form { stakes: Stakes::Costly, ..form }
    }

    fn check(&self, _at: Here<'_>, _answer: &bool) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<bool> {
        Choices::Every(vec![true, false])
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        false
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Which dice of a mishap to throw again for insight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RerollMishap {
    /// Whose.
    pub who: Who,
    /// The first die.
    pub first: u8,
    /// The second die.
    pub second: u8,
    /// The level of the spell.
    pub level: u8,
}

impl Question<DeadWeight> for RerollMishap {
    type Answer = u16;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = [
            (0, "Let them lie".to_owned()),
            (1, format!("The first, {}", self.first)),
            (2, format!("The second, {}", self.second)),
            (3, "Both".to_owned()),
        ];
        let total = u16::from(self.first) + u16::from(self.second) + u16::from(self.level);
        Form {
            name: "mishap",
            rule: rules::DW_HOUSE_01H,
            question: format!("A mishap of {total}. Spend 1 insight to throw dice of it again?"),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options.map(|(pick, name)| Candidate::new(json!(pick), name))),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &u16) -> Result<(), Refusal> {
        if *answer <= 3 {
            return Ok(());
        }
        no(rules::DW_HOUSE_01H, "which", "Throw none, the first, the second or both: 0 to 3.")
    }

    fn choices(&self, _at: Here<'_>) -> Choices<u16> {
        Choices::Every(vec![0, 1, 2, 3])
    }

    fn instinct(&self, _at: Here<'_>) -> u16 {
        // The worst rows are the highest.
        if self.first + self.second + self.level >= 11 { 3 } else { 0 }
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Which attribute recovers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoverWhere {
    /// Whose.
    pub who: Who,
}

impl RecoverWhere {
    fn open(self, at: Here<'_>) -> Vec<Attribute> {
        let tired = at.state.live(self.who).fatigue;
        tired.each().filter(|(_, marks)| *marks > 0).map(|(attribute, _)| attribute).collect()
    }
}

impl Question<DeadWeight> for RecoverWhere {
    type Answer = Attribute;

    fn form(&self, at: Here<'_>) -> Form {
        let tired = at.state.live(self.who).fatigue;
        let options = self.open(at).into_iter().map(|attribute| {
            Candidate::new(json!(attribute), format!("{}, {} fatigue", attribute.name(), tired[attribute]))
        });
        Form {
            name: "recover",
            rule: rules::DW_HURT_03,
            question: "Which attribute recovers?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Attribute) -> Result<(), Refusal> {
        if self.open(at).contains(answer) {
            return Ok(());
        }
        no(rules::DW_HURT_03, "not-tired", format!("{} is not tired.", answer.name()))
    }

    fn choices(&self, at: Here<'_>) -> Choices<Attribute> {
        Choices::Every(self.open(at))
    }

    fn instinct(&self, at: Here<'_>) -> Attribute {
        let tired = at.state.live(self.who).fatigue;
        self.open(at).into_iter().max_by_key(|attribute| tired[*attribute]).unwrap_or(Attribute::Str)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Where wounds go that are taken over from somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakeOver {
    /// Who takes them.
    pub who: Who,
}

impl TakeOver {
    fn open(self, at: Here<'_>) -> Vec<Attribute> {
        Attribute::ALL.into_iter().filter(|attribute| at.state.one(self.who).room(*attribute) > 0).collect()
    }
}

impl Question<DeadWeight> for TakeOver {
    type Answer = Attribute;

    fn form(&self, at: Here<'_>) -> Form {
        let one = at.state.one(self.who);
        let options = self.open(at).into_iter().map(|attribute| {
            Candidate::new(
                json!(attribute),
                format!("{}, room for {}", attribute.name(), one.room(attribute)),
            )
        });
        Form {
            name: "take_over",
            rule: rules::DW_HOUSE_33H,
            question: "Which attribute bears the wounds?".into(),
            kind: PromptKind::PlaceMarks,
            domain: Domain::one_of(options),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Attribute) -> Result<(), Refusal> {
        if self.open(at).contains(answer) {
            return Ok(());
        }
        no(rules::DW_HOUSE_33H, "no-room", format!("{} has no room.", answer.name()))
    }

    fn choices(&self, at: Here<'_>) -> Choices<Attribute> {
        Choices::Every(self.open(at))
    }

    fn instinct(&self, at: Here<'_>) -> Attribute {
        let one = at.state.one(self.who);
        self.open(at).into_iter().max_by_key(|attribute| one.room(*attribute)).unwrap_or(Attribute::Str)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Which of several afflictions ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndWhich {
    /// Whose.
    pub who: Who,
    /// By which rule.
    pub rule: RuleId,
    /// Those that are there.
    pub among: Vec<String>,
}

impl Question<DeadWeight> for EndWhich {
    type Answer = String;

    fn form(&self, at: Here<'_>) -> Form {
        Form {
            name: "end",
            rule: self.rule,
            question: format!("What ends for {}?", at.state.name(self.who)),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(self.among.iter().map(|name| Candidate::new(json!(name), name.clone()))),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        if self.among.contains(answer) {
            return Ok(());
        }
        no(self.rule, "not-there", format!("One of {}.", self.among.join(", ")))
    }

    fn choices(&self, _at: Here<'_>) -> Choices<String> {
        Choices::Every(self.among.clone())
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        self.among.last().cloned().unwrap_or_default()
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// One of several things that could happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChooseOne {
    /// Who chooses.
    pub who: Who,
    /// By which rule.
    pub rule: RuleId,
    /// What there is.
    pub names: Vec<String>,
}

impl Question<DeadWeight> for ChooseOne {
    type Answer = u16;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = self.names.iter().enumerate();
        Form {
            name: "choose",
            rule: self.rule,
            question: "Which of these?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options.map(|(nth, name)| Candidate::new(json!(nth), name.clone()))),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &u16) -> Result<(), Refusal> {
        if usize::from(*answer) < self.names.len() {
            return Ok(());
        }
        no(self.rule, "which", format!("Choose 0 to {}.", self.names.len().saturating_sub(1)))
    }

    fn choices(&self, _at: Here<'_>) -> Choices<u16> {
        Choices::Every((0..self.names.len() as u16).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> u16 {
        0
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Oneself or somebody Nearby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PickPerson {
    /// Who picks.
    pub who: Who,
    /// By which rule.
    pub rule: RuleId,
    /// Those who can be picked.
    pub among: Vec<Who>,
}

impl Question<DeadWeight> for PickPerson {
    type Answer = Option<Who>;

    fn form(&self, at: Here<'_>) -> Form {
        let people = self.among.iter().map(|who| Candidate::new(*who, at.state.name(*who).to_owned()));
        Form {
            name: "person",
            rule: self.rule,
            question: "For whom?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::creature(people),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &Option<Who>) -> Result<(), Refusal> {
        if answer.is_some_and(|who| self.among.contains(&who)) {
            return Ok(());
        }
        no(self.rule, "whom", "Pick yourself or somebody Nearby.")
    }

    fn choices(&self, _at: Here<'_>) -> Choices<Option<Who>> {
        Choices::Every(self.among.iter().copied().map(Some).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Option<Who> {
        let worst = |who: &Who| {
            let live = at.state.live(*who);
            live.wounds.each().map(|(_, wounds)| wounds).sum::<u8>() + live.afflictions.iter().count() as u8
        };
        self.among.iter().copied().max_by_key(worst)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// What the GM says to somebody who found something out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GmAnswers {
    /// Who found it out.
    pub who: Who,
    /// By which rule.
    pub rule: RuleId,
    /// About what.
    pub about: String,
}

const MOST_WORDS: usize = 300;

impl Question<DeadWeight> for GmAnswers {
    type Answer = String;

    fn form(&self, at: Here<'_>) -> Form {
        Form {
            name: "answer",
            rule: self.rule,
            question: format!("{} finds something out ({}). What?", at.state.name(self.who), self.about),
            kind: PromptKind::Words { in_character: false },
            domain: Domain::text(MOST_WORDS as u32),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        if (1..=MOST_WORDS).contains(&answer.trim().chars().count()) {
            return Ok(());
        }
        no(self.rule, "words", format!("Answer in 1 to {MOST_WORDS} characters."))
    }

    fn choices(&self, _at: Here<'_>) -> Choices<String> {
        Choices::Enough(vec!["There is nothing.".into()])
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        "There is nothing.".into()
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}
