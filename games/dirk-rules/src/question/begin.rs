//! Questions before the first turn: sealed bids, ties, the free attack; and whom to strike next.

use boneyard_table::view::{Beforehand, Candidate, Domain, PromptKind, Stakes};
use boneyard_table::{Asked, Choices, Form, Pick, Question, Refusal, Stance, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Here, weapon_name};
use crate::DirkRules;
use crate::combat::{Strike, legal_strike, strike_open};
use crate::gear::all_arms;
use crate::instinct;
use crate::rules;
use crate::state::With;

/// How many HP to bid to act sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bid {
    /// Who bids.
    pub who: Who,
    /// At most.
    pub most: u16,
}

impl Question<DirkRules> for Bid {
    type Answer = u16;

    fn form(&self, _at: Here<'_>) -> Form {
        Form {
            name: "bid",
            rule: rules::DK_BATTLE_03,
            question: "How many hit points do you bid to act sooner? Nobody sees it until all have chosen."
                .into(),
            kind: PromptKind::Number,
            domain: Domain::amount(0, self.most.into()),
            stakes: Stakes::Costly,
        }
    }

    fn check(&self, _at: Here<'_>, answer: &u16) -> Result<(), Refusal> {
        if *answer <= self.most {
            return Ok(());
        }
        let sentence = format!("You have {} hit points to bid, not {answer}.", self.most);
        Err(Refusal::new(rules::DK_BATTLE_03, "too-much", sentence).with("most", self.most))
    }

    fn choices(&self, _at: Here<'_>) -> Choices<u16> {
        Choices::Every((0..=self.most).collect())
    }

    fn instinct(&self, _at: Here<'_>) -> u16 {
        0
    }

    fn stance(&self) -> Stance {
        Stance::Sealed
    }

    fn pass(&self) -> Option<u16> {
        Some(0)
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        vec![Beforehand::new(NOTHING, "Never bid")]
    }

    fn by_word(&self, _at: Here<'_>, id: &str) -> Option<u16> {
        (id == NOTHING).then_some(0)
    }
}

/// Said beforehand: no hit points are bid.
const NOTHING: &str = "nothing";

/// Whether two allies who tied change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Swap {
    /// Who would act first.
    pub first: Who,
    /// Who would act second.
    pub second: Who,
}

impl Pick<DirkRules> for Swap {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let name = |who| &at.state.sheet(who).name;
        let question = format!("{} and {} tied. Change places?", name(self.first), name(self.second));
        Asked::yes_no("swap", rules::DK_BATTLE_02, question, "Change places", "Stay")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        false
    }

    fn stance(&self) -> Stance {
        Stance::Judge
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }

    fn settled(&self, at: Here<'_>) -> Option<bool> {
        // Which of the referee's creatures goes first is all one.
        let referees = |who| at.state.sheet(who).seat.is_gm();
        (referees(self.first) && referees(self.second)).then_some(false)
    }
}

/// The free attack of the quickfire round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuickShot {
    /// Who may strike.
    pub who: Who,
}

impl QuickShot {
    /// Whether anything can be struck.
    pub fn possible(self, at: Here<'_>) -> bool {
        self.shots(at).next().is_some()
    }

    fn shots<'a>(self, at: Here<'a>) -> impl Iterator<Item = Strike> + 'a {
        let who = self.who;
        let armed = all_arms(at, who).filter(|(with, _)| *with != With::Fists);
        armed.flat_map(move |(with, _)| {
            let all = at.state.everybody().map(move |target| Strike { with, target });
            all.filter(move |strike| strike_open(at, who, *strike))
        })
    }
}

impl Question<DirkRules> for QuickShot {
    type Answer = Option<Strike>;

    fn form(&self, at: Here<'_>) -> Form {
        let shots = self.shots(at).map(|strike| {
            let target = &at.state.sheet(strike.target).name;
            Candidate::new(
                json!(strike),
                format!("{target}, with {}", weapon_name(at, self.who, strike.with)),
            )
        });
        Form {
            name: "quickfire",
            rule: rules::DK_BATTLE_05,
            question: "Your weapon is in hand: strike before the first turn?".into(),
            kind: PromptKind::PickOne,
            domain: Domain::one_of([Candidate::new(Value::Null, "Hold back")].into_iter().chain(shots)),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Option<Strike>) -> Result<(), Refusal> {
        match answer {
            None => Ok(()),
            Some(Strike { with: With::Fists, .. }) => Err(Refusal::new(
                rules::DK_BATTLE_05,
                "no-weapon",
                "Bare hands are no weapon in hand for the quickfire round.",
            )),
            Some(strike) => legal_strike(at, self.who, *strike),
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<Option<Strike>> {
        Choices::Every([None].into_iter().chain(self.shots(at).map(Some)).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Option<Strike> {
        instinct::strike(at, self.who).filter(|strike| strike.with != With::Fists)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<Option<Strike>> {
        Some(None)
    }
}

/// The target of a further attack of the same ATTACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextTarget {
    /// Who attacks.
    pub who: Who,
    /// With what.
    pub with: With,
}

impl NextTarget {
    /// Whether there is anybody left to attack.
    pub fn possible(self, at: Here<'_>) -> bool {
        self.targets(at).next().is_some()
    }

    fn targets<'a>(self, at: Here<'a>) -> impl Iterator<Item = Who> + 'a {
        let NextTarget { who, with } = self;
        at.state.everybody().filter(move |&target| strike_open(at, who, Strike { with, target }))
    }
}

impl Question<DirkRules> for NextTarget {
    type Answer = Option<Who>;

    fn form(&self, at: Here<'_>) -> Form {
        let targets =
            self.targets(at).map(|who| Candidate::new(json!(who), at.state.sheet(who).name.clone()));
        Form {
            name: "next",
            rule: rules::DK_BATTLE_13,
            question: format!("One attack more with the {}. At whom?", weapon_name(at, self.who, self.with)),
            kind: PromptKind::PickOne,
            domain: Domain::one_of([Candidate::new(Value::Null, "Nobody")].into_iter().chain(targets)),
            stakes: Stakes::None,
        }
    }

    fn check(&self, at: Here<'_>, answer: &Option<Who>) -> Result<(), Refusal> {
        match *answer {
            None => Ok(()),
            Some(target) => legal_strike(at, self.who, Strike { with: self.with, target }),
        }
    }

    fn choices(&self, at: Here<'_>) -> Choices<Option<Who>> {
        Choices::Every([None].into_iter().chain(self.targets(at).map(Some)).collect())
    }

    fn instinct(&self, at: Here<'_>) -> Option<Who> {
        instinct::target(at, self.who, self.with)
    }

    fn stance(&self) -> Stance {
        Stance::Own
    }

    fn pass(&self) -> Option<Option<Who>> {
        Some(None)
    }
}
