//! The roll under way: dice with their owners, rerolls left on both sides, who has passed. It is
//! in the state so that both sides see it and odds can merge equal trays.

use std::borrow::Cow;

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::Attribute;

/// A roll under way.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tray {
    /// Who rolls.
    pub who: Who,
    /// On what; nothing for a creature that rolls its level.
    pub attribute: Option<Attribute>,
    /// Whether 1s and 4s tire.
    pub test: bool,
    /// How many dice the roller throws; 0 means two of which the lower is kept.
    pub count: u8,
    /// Keeps it safe: a die was given up by choice.
    #[serde(default)]
    pub safe: bool,
    /// Made an extra effort.
    #[serde(default)]
    pub effort: bool,
    /// Does not want a lesson marked.
    #[serde(default)]
    pub no_lesson: bool,
    /// Who helps.
    #[serde(default)]
    #[schemars(with = "Vec<Helper>")]
    pub helpers: SmallVec<[Helper; 1]>,
    /// Rerolls the roller has left from proficiency.
    #[serde(default)]
    pub proficiency: u8,
    /// Advantages left.
    #[serde(default)]
    pub advantages: u8,
    /// Disadvantages left.
    #[serde(default)]
    pub disadvantages: u8,
    /// What is at stake between two fighters, if it is an attack or a defence.
    #[serde(default)]
    pub clash: Option<Clash>,
    /// Nothing counts but whether it succeeds: a great success is worth no more, a critical failure no less.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plain: bool,
    /// Shield tokens that were spent on it.
    #[serde(default)]
    pub blocked: u8,
    /// The dice, sorted by owner and face.
    #[serde(default)]
    #[schemars(with = "Vec<Die>")]
    pub dice: SmallVec<[Die; 6]>,
    /// The players' side has passed since the last reroll.
    #[serde(default)]
    pub passed: bool,
    /// The game master's side has.
    #[serde(default)]
    pub gm_passed: bool,
}

/// Somebody who helps with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Helper {
    /// Who.
    pub who: Who,
    /// Rerolls left from proficiency, for the own dice alone.
    pub proficiency: u8,
    /// Made an extra effort: two dice.
    #[serde(default)]
    pub effort: bool,
}

/// One die on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// Whose.
    pub of: Who,
    /// What it shows.
    pub face: u8,
}

/// What is at stake between two fighters: whose tokens may be spent, and which are barred.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Clash {
    /// Whether the roller attacks or defends.
    pub roller_attacks: bool,
    /// Whose tokens may be spent: those attacked, or the defender and the one who lends a shield.
    #[schemars(with = "Vec<Who>")]
    pub tokens_of: SmallVec<[Who; 2]>,
    /// Whether shield tokens are barred (X).
    #[serde(default)]
    pub no_shield: Bar,
    /// Whether dodge tokens are barred (D).
    #[serde(default)]
    pub no_dodge: Bar,
}

/// When a token may not be spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bar {
    /// It may.
    #[default]
    Open,
    /// Not while the dice on the table are critical.
    WhenCritical,
    /// Never.
    Barred,
}

/// How a roll came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// No hit and a 1.
    CriticalFailure,
    /// No hit.
    Failure,
    /// At least one hit.
    Success,
    /// A success with two 6s.
    GreatSuccess,
}

impl Outcome {
    /// Whether something was achieved.
    pub fn succeeded(self) -> bool {
        self >= Self::Success
    }

    /// Whether it succeeded, in a word.
    pub fn word(self) -> &'static str {
        if self.succeeded() { "success" } else { "failure" }
    }
}

/// What came of the last thing that was rolled for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Last {
    /// In a word: `success`, `failure`, or what a rule says.
    pub outcome: Cow<'static, str>,
    /// A great success.
    #[serde(default)]
    pub great: bool,
    /// A critical failure.
    #[serde(default)]
    pub critical: bool,
    /// The dice that counted.
    #[schemars(with = "Vec<u8>")]
    pub dice: SmallVec<[u8; 8]>,
}

impl Tray {
    /// The faces of somebody's dice, lowest first.
    pub fn of(&self, who: Who) -> impl Iterator<Item = u8> + '_ {
        self.dice.iter().filter(move |die| die.of == who).map(|die| die.face)
    }

    /// Takes what a reroll costs off the tray.
    pub(crate) fn spend(&mut self, by: Option<Who>, with: crate::question::With) {
        use crate::question::With;
        match with {
            With::Proficiency if by == Some(self.who) => {
                self.proficiency = self.proficiency.saturating_sub(1);
            }
            With::Proficiency => {
                if let Some(helper) = self.helpers.iter_mut().find(|helper| Some(helper.who) == by) {
                    helper.proficiency = helper.proficiency.saturating_sub(1);
                }
            }
            With::Advantage => self.advantages = self.advantages.saturating_sub(1),
            With::Disadvantage => self.disadvantages = self.disadvantages.saturating_sub(1),
            With::Shield => self.blocked = self.blocked.saturating_add(1),
            With::Dodge | With::Insight | With::ExtraEffort | With::Hopelessness => {}
        }
    }

    /// Puts a new face in the place of an old one.
    pub(crate) fn replace(&mut self, old: Die, new: u8) {
        put(&mut self.dice, old, new);
    }

    /// The dice with a new face in the place of an old one.
    pub fn with(&self, old: Die, new: u8) -> SmallVec<[Die; 6]> {
        let mut dice: SmallVec<[Die; 6]> = SmallVec::from_slice(&self.dice);
        put(&mut dice, old, new);
        dice
    }

    /// Lays a die beside the others.
    pub(crate) fn add(&mut self, die: Die) {
        self.dice.push(die);
        self.dice.sort_unstable();
    }
}

/// Gives one of sorted dice a new face and moves it to its new place.
fn put(dice: &mut [Die], old: Die, new: u8) {
    let Some(mut at) = dice.iter().position(|die| *die == old) else { return };
    dice[at].face = new;
    while at > 0 && dice[at - 1] > dice[at] {
        dice.swap(at - 1, at);
        at -= 1;
    }
    while at + 1 < dice.len() && dice[at] > dice[at + 1] {
        dice.swap(at, at + 1);
        at += 1;
    }
}
