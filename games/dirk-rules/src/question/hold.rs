//! Questions about what holds somebody: escaping it, and what holding on costs.

use boneyard_table::view::{Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Choices, Form, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Here;
use crate::DirkRules;
use crate::combat::bonds;
use crate::rules;
use crate::state::{Ability, Affliction};

/// What can hold a creature so that it may ESCAPE!.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bond {
    /// A grapple.
    Grappled,
    /// A net, a web, threads.
    Entangled,
    /// Another's will.
    Enchanted,
    /// Fear.
    Routed,
    /// A taunt.
    Taunted,
}

impl Bond {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Grappled, Self::Entangled, Self::Enchanted, Self::Routed, Self::Taunted];

    /// What it is, unless it is a grapple.
    pub fn affliction(self) -> Option<Affliction> {
        match self {
            Self::Grappled => None,
            Self::Entangled => Some(Affliction::Entangled),
            Self::Enchanted => Some(Affliction::Enchanted),
            Self::Routed => Some(Affliction::Routed),
            Self::Taunted => Some(Affliction::Taunted),
        }
    }

    /// The name of its condition.
    pub fn name(self) -> &'static str {
        self.affliction().map_or("grappled", Affliction::name)
    }
}

/// What to ESCAPE! from, where several things hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EscapeFrom {
    /// Who tries.
    pub who: Who,
}

impl Question<DirkRules> for EscapeFrom {
    type Answer = Bond;

    fn form(&self, at: Here<'_>) -> Form {
        let options = bonds(at.state.live(self.who)).map(|bond| Candidate::new(json!(bond), bond.name()));
        Form {
            name: "from",
            rule: rules::DK_REACT_08,
            question: "Break loose from what?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Bond) -> Result<(), Refusal> {
        if bonds(at.state.live(self.who)).any(|bond| bond == *answer) {
            return Ok(());
        }
        let sentence = format!("Not {}: there is nothing to escape from.", answer.name());
        Err(Refusal::new(rules::DK_REACT_08, "not-held", sentence))
    }

    fn choices(&self, at: Here<'_>) -> Choices<Bond> {
        Choices::Every(bonds(at.state.live(self.who)).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Bond {
        bonds(at.state.live(self.who)).next().unwrap_or(Bond::Grappled)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// Which score to ESCAPE! with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EscapeBy {
    /// Who tries.
    pub who: Who,
    /// From what.
    pub from: Bond,
}

impl EscapeBy {
    /// The scores it can be tried with.
    pub fn allowed(self, at: Here<'_>) -> &[Ability] {
        at.book.conditions.named(self.from.name()).map_or(&[], |row| &row.escape)
    }
}

impl Question<DirkRules> for EscapeBy {
    type Answer = Ability;

    fn form(&self, at: Here<'_>) -> Form {
        let live = at.state.live(self.who);
        let options = self.allowed(at).iter().map(|&ability| {
            Candidate::new(json!(ability), format!("{} {}", ability.name(), live.score(ability)))
        });
        Form {
            name: "ability",
            rule: rules::DK_REACT_08,
            question: "Break loose with which score?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Ability) -> Result<(), Refusal> {
        if self.allowed(at).contains(answer) {
            return Ok(());
        }
        let allowed: Vec<&str> = self.allowed(at).iter().map(|ability| ability.name()).collect();
        let sentence = format!("One breaks loose with {}.", allowed.join(" or "));
        Err(Refusal::new(rules::DK_REACT_08, "wrong-ability", sentence).with("given", answer.name()))
    }

    fn choices(&self, at: Here<'_>) -> Choices<Ability> {
        Choices::Every(self.allowed(at).to_vec())
    }

    fn instinct(&self, at: Here<'_>) -> Ability {
        let live = at.state.live(self.who);
        let best = self.allowed(at).iter().rev().copied().max_by_key(|ability| live.score(*ability));
        best.unwrap_or(Ability::Str)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}

/// What holding on costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// The move.
    Move,
    /// The action.
    Action,
    /// Nothing: let go.
    LetGo,
}

/// Whether to hold on to a grapple, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Upkeep {
    /// Who holds.
    pub who: Who,
    /// Who is held.
    pub held: Who,
}

impl Upkeep {
    fn lost_action(self, at: Here<'_>) -> bool {
        at.state.live(self.who).turn.acted
    }
}

impl Question<DirkRules> for Upkeep {
    type Answer = Hold;

    fn form(&self, at: Here<'_>) -> Form {
        let options =
            [(Hold::Move, "Give up the move"), (Hold::Action, "Give up the action"), (Hold::LetGo, "Let go")]
                .map(|(how, label)| Candidate::new(json!(how), label).refused(self.check(at, &how).err()));
        Form {
            name: "upkeep",
            rule: rules::DK_ADV_06,
            question: format!("You hold {}. What do you give up for it?", at.state.sheet(self.held).name),
            kind: PromptKind::PickOne,
            domain: Domain::one_of(options),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Hold) -> Result<(), Refusal> {
        if *answer == Hold::Action && self.lost_action(at) {
            let sentence = "A lost action cannot pay for a grapple; the move can.";
            return Err(Refusal::new(rules::DK_ADV_06, "action-lost", sentence));
        }
        Ok(())
    }

    fn choices(&self, at: Here<'_>) -> Choices<Hold> {
        let all = [Hold::Move, Hold::Action, Hold::LetGo].into_iter();
        Choices::Every(all.filter(|how| self.check(at, how).is_ok()).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> Hold {
        Hold::Move
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }
}
