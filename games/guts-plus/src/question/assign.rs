//! What roll somebody's attempt takes, as the GM names it.

use boneyard_table::view::{Candidate, Domain, JudgeCard, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::decide::earlier;
use super::words::MOST_WORDS;
use super::{Here, no};
use crate::GutsPlus;
use crate::rules;
use crate::state::{Edge, Scale};

/// What the GM names for a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Named {
    /// The base quality.
    pub quality: String,
    /// A quality of their own that replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// A quality of their own that is added to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<String>,
    /// Advantages and disadvantages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Conditions do not count this time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lift: bool,
    /// The least that achieves anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<Scale>,
    /// Players are not told that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// What happens on failure.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub on_failure: String,
    /// Who helps from the start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<Who>,
    /// The one who acts gives up before rolling.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub give_up: bool,
}

/// What the GM names for a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NamedContest {
    /// What the one who acts rolls.
    #[serde(flatten)]
    pub own: Named,
    /// Those who resist, and what they roll.
    pub against: Vec<NamedAgainst>,
}

/// Somebody who resists.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct NamedAgainst {
    /// Who.
    pub who: Who,
    /// What they roll.
    #[serde(flatten)]
    pub named: Named,
}

/// What an attempt takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// A check.
    Check(Named),
    /// A contest.
    Contest(NamedContest),
    /// It works without a roll.
    Works,
    /// It is beyond them.
    Impossible,
    /// It does not happen.
    Stop,
}

/// What the GM says to an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AssignSay {
    /// With words of the GM's own.
    Free {
        /// The words.
        free: String,
        /// What it takes.
        like: Task,
    },
    /// What it takes.
    Plain(Task),
}

impl AssignSay {
    /// What it takes, and the words with it.
    pub fn parts(self) -> (Task, String) {
        match self {
            Self::Free { free, like } => (like, free),
            Self::Plain(task) => (task, String::new()),
        }
    }

    fn task(&self) -> &Task {
        match self {
            Self::Free { like, .. } => like,
            Self::Plain(task) => task,
        }
    }
}

/// What roll somebody's attempt takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assign {
    /// Who tries.
    pub who: Who,
    /// What.
    pub what: String,
    /// Why it should simply work, in the player's words.
    pub argue: Option<String>,
    /// What is proposed.
    pub proposal: Task,
    /// Why.
    pub why: String,
    /// Custom qualities that might fit.
    pub fits: Vec<String>,
}

impl Question<GutsPlus> for Assign {
    type Answer = AssignSay;

    fn form(&self, at: Here<'_>) -> Form {
        let mut options = vec![(self.proposal.clone(), self.label(at, &self.proposal))];
        let checks = crate::state::Base::ALL
            .map(|base| Task::Check(Named { quality: base.name().to_owned(), ..Named::default() }));
        for task in checks.into_iter().chain([Task::Works, Task::Impossible, Task::Stop]) {
            if task != self.proposal {
                options.push((task.clone(), self.label(at, &task)));
            }
        }
        let mut about: Vec<String> = self.argue.iter().map(|words| format!("Appeal: {words}")).collect();
        about.extend(self.fits.iter().map(|fit| format!("{fit}: could replace or be added")));
        let judge = JudgeCard {
            proposal: json!(self.proposal),
            reason: self.why.clone().into(),
            tag: self.what.clone(),
            about: about.into_iter().map(Into::into).collect(),
            precedents: earlier(at.state, rules::GP_ROLL_02, &self.what),
            free: true,
            later: false,
        };
        Form {
            name: "assign",
            rule: rules::GP_ROLL_02,
            question: format!("{} tries: {}. What does it take?", at.state.name(self.who), self.what),
            kind: PromptKind::Judge(judge),
            domain: Domain::one_of(
                options.into_iter().map(|(task, label)| Candidate::new(json!(task), label)),
            ),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &AssignSay) -> Result<(), Refusal> {
        crate::roll::check_task(at, self.who, answer.task())?;
        if let AssignSay::Free { free, .. } = answer
            && free.chars().count() > MOST_WORDS
        {
            return no(rules::GP_ROLL_02, "too-long", format!("Say it in at most {MOST_WORDS} letters."));
        }
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<AssignSay> {
        Choices::Some(vec![AssignSay::Plain(self.proposal.clone())])
    }

    fn instinct(&self, _at: Here<'_>) -> AssignSay {
        AssignSay::Plain(self.proposal.clone())
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

impl Assign {
    fn label(&self, at: Here<'_>, task: &Task) -> String {
        match task {
            Task::Check(named) => format!("A {} check", named.quality),
            Task::Contest(contest) => {
                let against: Vec<&str> =
                    contest.against.iter().map(|against| at.state.name(against.who)).collect();
                format!("A {} contest against {}", contest.own.quality, against.join(" and "))
            }
            Task::Works => "It works, no roll needed".into(),
            Task::Impossible => "Impossible for them".into(),
            Task::Stop => "It does not happen".into(),
        }
    }
}
