//! Questions of Encounters: strikes before a Maneuver, where a Shove leads, what a hit does instead, who takes a blow.

use boneyard_table::view::Beforehand;
use boneyard_table::{Asked, Pick};
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Here;
use crate::RollHighOrDie;
use crate::body::armoring;
use crate::combat::Shoved;
use crate::rules;
use crate::state::{Skill, Spot, Stance};

/// Whether somebody strikes before a Maneuver, and with what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StrikeFirst {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// Weapons that reach.
    pub with: Vec<String>,
    /// By what.
    pub rule: RuleId,
}

impl Pick<RollHighOrDie> for StrikeFirst {
    type Answer = Option<String>;

    fn asked(&self, at: Here<'_>) -> Asked<Option<String>> {
        let (name, target) = (at.state.name(self.who), at.state.name(self.target));
        let question = format!("{name}: {target} moves. Strike first?");
        let strikes = self.with.iter().map(|weapon| (Some(weapon.clone()), format!("With {weapon}")));
        let all = strikes.chain([(None, "Let it be".to_owned())]);
        Asked::one_of("strike", self.rule, question, all)
    }

    fn instinct(&self, _at: Here<'_>) -> Option<String> {
        self.with.first().cloned()
    }

    fn pass(&self) -> Option<Option<String>> {
        Some(None)
    }

    fn beforehand(&self, _at: Here<'_>) -> Vec<Beforehand> {
        let always = self.with.first().map(|weapon| format!("Always strike with {weapon}"));
        let always = always.map(|label| Beforehand::new(ALWAYS, label));
        always.into_iter().chain([Beforehand::new(NEVER, "Never strike first")]).collect()
    }

    fn by_word(&self, _at: Here<'_>, id: &str) -> Option<Option<String>> {
        match id {
            ALWAYS => Some(self.with.first().cloned()),
            NEVER => Some(None),
            _ => None,
        }
    }
}

/// Said beforehand: strikes first whenever it is possible.
const ALWAYS: &str = "always";
/// Said beforehand: never does.
const NEVER: &str = "never";

/// Where a Shove leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShoveTo {
    /// Who shoves.
    pub who: Who,
    /// Whom.
    pub target: Who,
    /// Spaces it can lead to.
    pub among: Vec<Spot>,
}

impl Pick<RollHighOrDie> for ShoveTo {
    type Answer = Shoved;

    fn asked(&self, at: Here<'_>) -> Asked<Shoved> {
        let question = format!("Where does {} go?", at.state.name(self.target));
        let spaces = self.among.iter().map(|spot| (Shoved::To(*spot), format!("To {spot}")));
        let rest = [(Shoved::Prone, "Prone".to_owned()), (Shoved::Neither, "Nowhere".to_owned())];
        Asked::one_of("shove", rules::RH_ACT_03, question, spaces.chain(rest))
    }

    fn instinct(&self, at: Here<'_>) -> Shoved {
        if at.state.live(self.target).stance == Stance::Prone { Shoved::Neither } else { Shoved::Prone }
    }
}

/// Whether a hit slows instead of hurting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InsteadSlow {
    /// Who.
    pub who: Who,
    /// Whom.
    pub target: Who,
}

impl Pick<RollHighOrDie> for InsteadSlow {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let question = format!("Slow {} instead of hurting them?", at.state.name(self.target));
        Asked::yes_no("entangle", rules::RH_WTAG_20H, question, "Slow", "Hurt")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        false
    }
}

/// Whether somebody takes a blow meant for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakeBlow {
    /// Who.
    pub who: Who,
    /// For whom.
    pub target: Who,
    /// By whom it is dealt.
    pub from: Who,
}

impl Pick<RollHighOrDie> for TakeBlow {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let (name, target) = (at.state.name(self.who), at.state.name(self.target));
        let question = format!("{name}: {target} is hit. Take the damage instead?");
        Asked::yes_no("interpose", rules::RH_COND_28H, question, "Take it", "Let it be")
    }

    fn instinct(&self, at: Here<'_>) -> bool {
        let left = |who| i32::from(armoring(at.state, at.book, who)) + i32::from(at.state.live(who).vitality);
        left(self.who) > left(self.target)
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}

/// Which piece loses Armoring first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LosesFirst {
    /// Whose.
    pub who: Who,
}

impl Pick<RollHighOrDie> for LosesFirst {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let question = format!("{}: which piece takes it first?", at.state.name(self.who));
        Asked::yes_no("armor", rules::RH_DEF_06, question, "The headgear", "The body armor")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        false
    }
}

/// Which of two held things falls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhichFalls {
    /// Whose.
    pub who: Who,
    /// Those that are held, by their numbers.
    pub among: Vec<u8>,
}

impl Pick<RollHighOrDie> for WhichFalls {
    type Answer = u8;

    fn asked(&self, at: Here<'_>) -> Asked<u8> {
        let question = format!("What does {} drop?", at.state.name(self.who));
        let sheet = at.state.sheet(self.who);
        let all = self.among.iter().map(|item| {
            let name = sheet.items.get(usize::from(*item)).map_or("thing", |thing| thing.name.as_str());
            (*item, name.to_owned())
        });
        Asked::one_of("drops", rules::RH_FEAT_14H, question, all)
    }

    fn instinct(&self, _at: Here<'_>) -> u8 {
        self.among.first().copied().unwrap_or(0)
    }
}

/// With which of two Skills somebody gets out of the way of a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DodgeBy {
    /// Who.
    pub who: Who,
    /// Against what.
    pub dc: u8,
}

impl Pick<RollHighOrDie> for DodgeBy {
    type Answer = Skill;

    fn asked(&self, at: Here<'_>) -> Asked<Skill> {
        let question =
            format!("{}: a trap, DC {}. How do you get out of its way?", at.state.name(self.who), self.dc);
        let all = [Skill::Acrobatics, Skill::Stealth].map(|skill| (skill, skill.name().to_owned()));
        Asked::one_of("dodge", rules::RH_SKILL_07, question, all)
    }

    fn instinct(&self, at: Here<'_>) -> Skill {
        let bonus = |skill| crate::body::skill_bonus(at.state, self.who, skill);
        if bonus(Skill::Stealth) > bonus(Skill::Acrobatics) { Skill::Stealth } else { Skill::Acrobatics }
    }
}

/// Whether somebody who is helped expends a Hit Die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpendDie {
    /// Who.
    pub who: Who,
    /// What allows it.
    pub rule: RuleId,
}

impl Pick<RollHighOrDie> for SpendDie {
    type Answer = bool;

    fn asked(&self, at: Here<'_>) -> Asked<bool> {
        let question = format!("{}: expend a Hit Die now?", at.state.name(self.who));
        Asked::yes_no("hit-die", self.rule, question, "Expend it", "Keep it")
    }

    fn instinct(&self, _at: Here<'_>) -> bool {
        true
    }

    fn pass(&self) -> Option<bool> {
        Some(false)
    }
}
