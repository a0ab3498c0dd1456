//! Questions in the windows: whether to react, what to keep, where one ends up.

use boneyard_table::view::{Beforehand, Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Asked, Choices, Form, Pick, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Here, stakes_of};
use crate::DirkRules;
use crate::combat::{legal, may_react};
use crate::instinct;
use crate::rules;
use crate::state::Reaction;

/// The windows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum WindowName {
    /// Before the damage is rolled.
    W1,
    /// After it.
    W2,
    /// On the move.
    WM,
    /// Under an effect.
    WE,
}

impl WindowName {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::W1 => "W1",
            Self::W2 => "W2",
            Self::WM => "WM",
            Self::WE => "WE",
        }
    }

    fn offers(self) -> &'static [Reaction] {
        match self {
            Self::W1 => &[Reaction::Counter, Reaction::Intercept],
            Self::W2 => &[Reaction::Evade, Reaction::Block],
            Self::WM => &[Reaction::Intercept],
            Self::WE => &[Reaction::Escape],
        }
    }
}

/// Whether to react in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct React {
    /// Which window.
    pub window: WindowName,
    /// Who may react.
    pub who: Who,
}

impl React {
    fn legal<'a>(self, at: Here<'a>) -> impl Iterator<Item = Reaction> + 'a {
        let all = [Reaction::Pass].into_iter().chain(self.window.offers().iter().copied());
        all.filter(move |kind| may_react(at, self.window, self.who, *kind))
    }
}

impl Question<DirkRules> for React {
    type Answer = Reaction;

    fn form(&self, at: Here<'_>) -> Form {
        let name = |who| at.state.sheet(who).name.as_str();
        let (question, rule, stakes) = match (self.window, at.state.attack) {
            (WindowName::W1, Some(attack)) if attack.target == self.who => (
                format!("{} attacks you. COUNTER! before the damage is rolled?", name(attack.by)),
                rules::DK_REACT_09,
                Stakes::Costly,
            ),
            (WindowName::W1, Some(attack)) => (
                format!("{} attacks {}. Step in?", name(attack.by), name(attack.target)),
                rules::DK_REACT_12,
                Stakes::Costly,
            ),
            (WindowName::W2, Some(attack)) => {
                let damage = attack.damage.unwrap_or(0);
                (format!("{damage} damage. React?"), rules::DK_REACT_02, stakes_of(at, self.who, damage))
            }
            (WindowName::WM, _) => ("Step in the way?".into(), rules::DK_REACT_11, Stakes::None),
            _ => ("Try to break loose?".into(), rules::DK_REACT_08, Stakes::None),
        };
        let options = [Reaction::Pass].into_iter().chain(self.window.offers().iter().copied()).map(|kind| {
            let label = if kind == Reaction::Pass { "Pass" } else { kind.name() };
            Candidate::new(json!(kind), label).refused(legal(at, self.window, self.who, kind).err())
        });
        Form {
            name: self.window.as_str(),
            rule,
            question,
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Reaction) -> Result<(), Refusal> {
        legal(at, self.window, self.who, *answer)
    }

    fn choices(&self, at: Here<'_>) -> Choices<Reaction> {
        Choices::Every(self.legal(at).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Reaction {
        instinct::reaction(at, self.window, self.who)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<Reaction> {
        Some(Reaction::Pass)
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        let label = match self.window {
            WindowName::W1 => "Never COUNTER! or step in",
            WindowName::W2 => "Take damage that cannot kill",
            WindowName::WM => "Never step in the way",
            _ => "Never break loose",
        };
        vec![Beforehand::new(PASS, label)]
    }

    fn by_word(&self, at: Here<'_>, id: &str) -> Option<Reaction> {
        let mortal = Question::form(self, at).stakes == Stakes::Mortal;
        (id == PASS && !mortal).then_some(Reaction::Pass)
    }
}

/// Said beforehand: such chances go by, unless somebody may die of it.
const PASS: &str = "pass";

/// What a passed save may keep instead of gaining a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeepWhat {
    /// One's position.
    Position,
    /// The shield.
    Shield,
}

/// Keep position or shield, or gain a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Keep {
    /// Who chooses.
    pub who: Who,
    /// What may be kept.
    pub what: KeepWhat,
}

impl Pick<DirkRules> for Keep {
    type Answer = bool;

    fn asked(&self, _at: Here<'_>) -> Asked<bool> {
        let (rule, keep) = match self.what {
            KeepWhat::Position => (rules::DK_REACT_05, "Keep your position"),
            KeepWhat::Shield => (rules::DK_REACT_07, "Keep the shield"),
        };
        Asked::yes_no("keep", rule, format!("{keep}, or a reaction more?"), keep, "A reaction more")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }
}

/// How somebody loses their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Displaced {
    /// To the ground.
    KnockedDown,
    /// 10 feet away.
    DrivenBack,
}

/// Knocked down or driven back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Displace {
    /// Who loses their position.
    pub who: Who,
}

impl Pick<DirkRules> for Displace {
    type Answer = Displaced;

    fn asked(&self, at: Here<'_>) -> Asked<Displaced> {
        let options =
            [(Displaced::KnockedDown, "Knocked down"), (Displaced::DrivenBack, "Driven back 10 feet")];
        Asked::one_of(
            "displaced",
            rules::DK_REACT_05,
            format!("{} does not keep position. How?", at.state.sheet(self.who).name),
            options,
        )
    }

    fn instinct(&self, _at: Here<'_>) -> Displaced {
        Displaced::DrivenBack
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }
}

/// Whether to force a way past whoever stepped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BreakThrough {
    /// Who was stopped.
    pub who: Who,
    /// By whom.
    pub by: Who,
}

impl Pick<DirkRules> for BreakThrough {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let question = format!("{} bars your way. Force a contest of STR?", at.state.sheet(self.by).name);
        Asked::yes_no("break through", rules::DK_HOUSE_01H, question, "Force it", "Stop")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }
}
