//! A fight: who is in it, the order of the first round, whose turn is open.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::State;

/// A fight under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Battle {
    /// The round, from 1.
    pub round: u16,
    /// Who takes part, in the order of the first round.
    pub fighters: Vec<Fighter>,
    /// Whose turn is open.
    pub turn: Option<Who>,
    /// Everybody who was beaten so far.
    pub beaten: Vec<Who>,
}

/// Somebody in a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Fighter {
    /// Who.
    pub who: Who,
    /// What they rolled for the first round.
    #[serde(default)]
    pub rolled: i16,
    /// Left: fled, gave up, was let go.
    #[serde(default)]
    pub left: bool,
}

impl Battle {
    /// Whether somebody is in it.
    pub fn has(&self, who: Who) -> bool {
        self.fighters.iter().any(|fighter| fighter.who == who && !fighter.left)
    }
}

/// Who is left of a fight, side by side: how it would end now, in words.
pub fn stands_now(state: &State) -> String {
    let fighters = state.battle.as_ref().map_or(&[][..], |battle| &battle.fighters);
    let count = |heroes: bool| {
        let own = fighters.iter().filter(|one| (state.sheet(one.who).side == 0) == heroes);
        let (mut up, mut fled, mut out) = (0, 0, 0);
        for one in own {
            match (state.one(one.who).can_act(), one.left) {
                (false, _) => out += 1,
                (true, true) => fled += 1,
                (true, false) => up += 1,
            }
        }
        (up, fled, out)
    };
    let (heroes, others) = (count(true), count(false));
    let word = match (heroes.0, others.0) {
        (0, 0) => "nobody is left",
        (_, 0) => "the heroes win",
        (0, _) => "the heroes lose",
        _ => "it is broken off",
    };
    let told = |(up, fled, out): (u8, u8, u8)| format!("{up} up, {fled} gone, {out} out");
    format!("{word} (heroes {}; others {})", told(heroes), told(others))
}
