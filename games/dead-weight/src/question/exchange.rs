//! Questions of the exchange: rerolls, which face to keep, the success somebody Hopeless loses.

use boneyard_table::view::{Candidate, Die as DieShown, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, no};
use crate::DeadWeight;
use crate::roll::{check_reroll, instinct, reroll_options};
use crate::rules;
use crate::state::Die;

/// What a reroll is paid with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// Own proficiency, on own dice.
    Proficiency,
    /// An advantage, on any die.
    Advantage,
    /// Insight, on own dice.
    Insight,
    /// A shield token.
    Shield,
    /// A dodge token.
    Dodge,
    /// No reroll but one die more, where the table allows it late.
    ExtraEffort,
    /// A disadvantage, by the game master, who keeps the old or the new face.
    Disadvantage,
    /// Nothing: a Hopeless roller must.
    Hopelessness,
}

impl With {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proficiency => "proficiency",
            Self::Advantage => "an advantage",
            Self::Insight => "insight",
            Self::Shield => "a shield token",
            Self::Dodge => "a dodge token",
            Self::ExtraEffort => "an extra effort",
            Self::Disadvantage => "a disadvantage",
            Self::Hopelessness => "hopelessness",
        }
    }
}

/// A reroll: what it is paid with, and which die, named by owner and face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// What it is paid with.
    pub with: With,
    /// The face of the die; nothing where no die is rerolled.
    #[serde(default)]
    pub die: u8,
    /// Whose die, if not the roller's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Who>,
    /// Whose token, if several could spend one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Who>,
}

/// What a side says in the exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RerollSay {
    /// Lets the dice lie.
    Pass(Pass),
    /// Rerolls a die.
    Reroll(Spend),
}

/// The word for letting the dice lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// Pass.
    Pass,
}

/// Whether to reroll a die of the tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reroll {
    /// Who is asked: the roller or a helper; nobody where it is the game master.
    pub who: Option<Who>,
}

impl Question<DeadWeight> for Reroll {
    type Answer = RerollSay;

    fn form(&self, at: Here<'_>) -> Form {
        let pass = Candidate::new(json!(RerollSay::Pass(Pass::Pass)), "Let them lie");
        let options = reroll_options(at, self.who).into_iter().map(|spend| {
            let name = match spend {
                Spend { with: With::ExtraEffort, .. } => "One die more for 1 fatigue".into(),
                Spend { with, die, of: Some(of), .. } => {
                    format!("The {die} of {} with {}", at.state.name(of), with.name())
                }
                Spend { with, die, .. } => format!("The {die} with {}", with.name()),
            };
            Candidate::new(json!(RerollSay::Reroll(spend)), name)
        });
        let shown: Vec<String> =
            at.state.tray.iter().flat_map(|tray| &tray.dice).map(|die| die.face.to_string()).collect();
        Form {
            name: "reroll",
            rule: rules::DW_TEST_13,
            question: format!("The dice show {}. Roll one again?", shown.join(", ")),
            kind: PromptKind::PickOne,
            domain: Domain::one_of([pass].into_iter().chain(options)),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &RerollSay) -> Result<(), Refusal> {
        match answer {
            RerollSay::Pass(_) => Ok(()),
            RerollSay::Reroll(spend) => check_reroll(at, self.who, *spend),
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<RerollSay> {
        let all = reroll_options(at, self.who).into_iter().map(RerollSay::Reroll);
        Choices::Every([RerollSay::Pass(Pass::Pass)].into_iter().chain(all).collect())
    }

    fn instinct(&self, at: Here<'_>) -> RerollSay {
        instinct::reroll(at, self.who).map_or(RerollSay::Pass(Pass::Pass), RerollSay::Reroll)
    }

    fn stance(&self) -> Stance {
        if self.who.is_some() { Stance::Own } else { Stance::For(1) }
    }

    fn pass(&self) -> Option<RerollSay> {
        Some(RerollSay::Pass(Pass::Pass))
    }
}

/// Which face stands after a disadvantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeptFace {
    /// The one that lay there.
    Old,
    /// The one just rolled.
    New,
}

/// Whether the game master keeps the old or the new face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Keep {
    /// The die as it lay.
    pub old: Die,
    /// What came up.
    pub new: u8,
}

impl Question<DeadWeight> for Keep {
    type Answer = KeptFace;

    fn form(&self, _at: Here<'_>) -> Form {
        let shown = |id: &str, face: u8| Box::new(DieShown::new(id, 6, face.into()));
        Form {
            name: "keep",
            rule: rules::DW_TEST_10,
            question: format!("The {} came up {}. Which stands?", self.old.face, self.new),
            kind: PromptKind::KeepOldOrNew { old: shown("old", self.old.face), new: shown("new", self.new) },
            domain: Domain::one_of([
                Candidate::new(json!(KeptFace::Old), format!("The old {}", self.old.face)),
                Candidate::new(json!(KeptFace::New), format!("The new {}", self.new)),
            ]),
            stakes: Stakes::None,
        }
    }

    fn check(&self, _at: Here<'_>, _answer: &KeptFace) -> Result<(), Refusal> {
        Ok(())
    }

    fn choices(&self, _at: Here<'_>) -> Choices<KeptFace> {
        if self.old.face == self.new {
            return Choices::Enough(vec![KeptFace::Old]);
        }
        Choices::Every(vec![KeptFace::Old, KeptFace::New])
    }

    fn instinct(&self, at: Here<'_>) -> KeptFace {
        if instinct::worse(at, self.old, self.new) { KeptFace::New } else { KeptFace::Old }
    }

    fn stance(&self) -> Stance {
        Stance::For(1)
    }
}

/// Which success a Hopeless roller must throw again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hopeless {
    /// Whose.
    pub who: Who,
    /// Whether the game master picks.
    pub gm: bool,
}

impl Hopeless {
    fn faces(self, at: Here<'_>) -> Vec<u16> {
        let mut faces: Vec<u16> = crate::roll::hits_of(at.state, self.who).map(u16::from).collect();
        faces.dedup();
        faces
    }
}

impl Question<DeadWeight> for Hopeless {
    type Answer = u16;

    fn form(&self, at: Here<'_>) -> Form {
        let options =
            self.faces(at).into_iter().map(|face| Candidate::new(json!(face), format!("The {face}")));
        Form {
            name: "hopeless",
            rule: rules::DW_AFFL_10,
            question: format!("{} is Hopeless: which success is rolled again?", at.state.name(self.who)),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &u16) -> Result<(), Refusal> {
        if self.faces(at).contains(answer) {
            return Ok(());
        }
        let faces: Vec<String> = self.faces(at).iter().map(u16::to_string).collect();
        let sentence = format!("One of the successes must be rolled again: {}.", faces.join(", "));
        no(rules::DW_AFFL_10, "no-such-success", sentence)
    }

    fn choices(&self, at: Here<'_>) -> Choices<u16> {
        Choices::Every(self.faces(at))
    }

    fn instinct(&self, at: Here<'_>) -> u16 {
        // The game master takes the best die, the player the one that tires.
        let faces = self.faces(at);
        let pick = if self.gm { faces.last() } else { faces.first() };
        pick.copied().unwrap_or_default()
    }

    fn stance(&self) -> Stance {
        if self.gm { Stance::For(1) } else { Stance::Own }
    }
}
