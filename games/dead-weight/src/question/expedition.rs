//! Questions on the way and in camp: those answered by one word of a few, and which things to part with.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, RuleId, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, Owned, no};
use crate::DeadWeight;
use crate::expedition::pieces;
use crate::rules;

/// What a question of one word is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Whether the party does something.
    Agree,
    /// Which dice of decay to throw again for insight.
    DecayDice,
    /// What comes in the place of an affliction one has.
    DecayAgain,
    /// Whether those who are met attack.
    Attack,
    /// What comes of talking.
    Parley,
    /// Whether a hidden trap strikes looters.
    TrapStrikes,
    /// Who tries to disarm what was just found.
    Disarm,
    /// Whether the grave is consecrated.
    Consecrated,
    /// Whether the place is safe enough for a camp.
    Safe,
    /// Whether it is dry and stable.
    Dry,
    /// Whether it is filthy.
    Filthy,
    /// Whether it is exposed.
    Exposed,
    /// How something improvised comes out.
    Freeform,
    /// Which die of the mortally wounded counts.
    MortalDie,
    /// Which score is lower for good.
    Maimed,
    /// What becomes of those nobody can save.
    Captured,
    /// Which monsters come.
    Wandering,
}

impl Topic {
    fn name(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::DecayDice => "decay dice",
            Self::DecayAgain => "decay",
            Self::Attack => "attack",
            Self::Parley => "parley",
            Self::TrapStrikes => "trap",
            Self::Disarm => "disarm",
            Self::Consecrated => "consecrated",
            Self::Safe => "safe",
            Self::Dry => "dry",
            Self::Filthy => "filthy",
            Self::Exposed => "exposed",
            Self::Freeform => "outcome",
            Self::MortalDie => "die",
            Self::Maimed => "score",
            Self::Captured => "captured",
            Self::Wandering => "monsters",
        }
    }

    fn rule(self) -> RuleId {
        match self {
            Self::Agree => rules::DW_GAME_06,
            Self::DecayDice => rules::DW_HOUSE_01H,
            Self::DecayAgain => rules::DW_TRACK_04,
            Self::Attack => rules::DW_EXPL_06,
            Self::Parley => rules::DW_EXPL_05,
            Self::TrapStrikes => rules::DW_EXPL_04,
            Self::Disarm => rules::DW_EXPL_10,
            Self::Consecrated => rules::DW_HOUSE_21H,
            Self::Safe => rules::DW_EXPL_14,
            Self::Dry | Self::Filthy => rules::DW_CAMP_02,
            Self::Exposed => rules::DW_CAMP_14,
            Self::Freeform => rules::DW_EXPL_13,
            Self::MortalDie | Self::Maimed => rules::DW_HOUSE_09H,
            Self::Captured => rules::DW_HOUSE_08H,
            Self::Wandering => rules::DW_CAMP_15,
        }
    }
}

/// A question that is answered by one word of a few.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choose {
    /// What it is about.
    pub topic: Topic,
    /// The sentence.
    pub question: String,
    /// The words, with what they mean.
    pub options: Vec<(String, String)>,
    /// The word that is proposed.
    pub proposal: String,
}

impl Choose {
    /// A question with these words, the first of them proposed.
    pub fn new(topic: Topic, question: impl Into<String>, options: &[(&str, &str)]) -> Self {
        let options: Vec<(String, String)> =
            options.iter().map(|(word, label)| ((*word).to_owned(), (*label).to_owned())).collect();
        let proposal = options.first().map_or_else(String::new, |(word, _)| word.clone());
        Self { topic, question: question.into(), options, proposal }
    }

    /// Proposes another word.
    #[must_use]
    pub fn proposing(mut self, word: &str) -> Self {
        word.clone_into(&mut self.proposal);
        self
    }

    /// A question of yes or no.
    pub fn yes_no(topic: Topic, question: impl Into<String>, proposal: bool) -> Self {
        let word = if proposal { "yes" } else { "no" };
        Self::new(topic, question, &[("yes", "Yes"), ("no", "No")]).proposing(word)
    }
}

impl Question<DeadWeight> for Choose {
    type Answer = String;

    fn form(&self, _at: Here<'_>) -> Form {
        let options = self.options.iter().map(|(word, label)| Candidate::new(json!(word), label.clone()));
        Form {
            name: self.topic.name(),
            rule: self.topic.rule(),
            question: self.question.clone(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &String) -> Result<(), Refusal> {
        if self.options.iter().any(|(word, _)| word == answer) {
            return Ok(());
        }
        let words: Vec<&str> = self.options.iter().map(|(word, _)| word.as_str()).collect();
        no(self.topic.rule(), "no-such-answer", format!("Say {}.", words.join(" or ")))
    }

    fn choices(&self, _at: Here<'_>) -> Choices<String> {
        Choices::Every(self.options.iter().map(|(word, _)| word.clone()).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> String {
        self.proposal.clone()
    }

    fn stance(&self) -> Stance {
        match self.topic {
            Topic::DecayDice | Topic::DecayAgain | Topic::MortalDie | Topic::Maimed => Stance::Own,
            Topic::Agree => Stance::Sealed,
            _ => Stance::Judge,
        }
    }
}

/// Which thing the party parts with next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GiveUp {
    /// Of which kind.
    pub role: String,
    /// How many are still to go.
    pub count: u8,
}

impl Question<DeadWeight> for GiveUp {
    type Answer = Owned;

    fn form(&self, at: Here<'_>) -> Form {
        let mut there = pieces(at.state, at.book, &self.role);
        there.dedup();
        let options = there.into_iter().map(|owned| {
            let sheet = at.state.sheet(owned.who);
            let thing = sheet.items.get(usize::from(owned.item)).map_or("", |item| item.name.as_str());
            Candidate::new(json!(owned), format!("{thing} of {}", sheet.name))
        });
        Form {
            name: "give up",
            rule: rules::DW_TRACK_07,
            question: format!("An omen: the party parts with {} of its things. Which now?", self.count),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Owned) -> Result<(), Refusal> {
        if pieces(at.state, at.book, &self.role).contains(answer) {
            return Ok(());
        }
        no(rules::DW_TRACK_07, "not-that", "That is not among what the omen wants.")
    }

    fn choices(&self, at: Here<'_>) -> Choices<Owned> {
        let mut there = pieces(at.state, at.book, &self.role);
        there.dedup();
        Choices::Every(there)
    }

    fn instinct(&self, at: Here<'_>) -> Owned {
        pieces(at.state, at.book, &self.role).first().copied().unwrap_or(Owned { who: Who(0), item: 0 })
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}
