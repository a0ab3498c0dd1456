//! What a reroll could still change: how the dice come out in words, and whom they tire. Where it can change nothing for
//! the better, nobody need be asked.

use boneyard_table::{At, Who};
use smallvec::SmallVec;

use super::exchange::each_option;
use super::instinct;
use super::reading::{read_as, tired_by};
use crate::DeadWeight;
use crate::question::{Spend, With};
use crate::state::{Die, Outcome, State, Tray};

/// Whether some reroll of somebody's could turn the dice to their liking; nobody is the game master's side, which likes
/// what the roller does not.
pub fn turns(at: At<'_, DeadWeight>, who: Option<Who>) -> bool {
    let Some(tray) = &at.state.tray else { return false };
    let now = Lie::of(at.state, tray, &tray.dice);
    let mut any = false;
    each_option(at.state, who, |spend| {
        any = (1..=6).any(|face| {
            let then = Lie::of(at.state, tray, &lying(tray, spend, face));
            if who.is_some() { then.beats(now) } else { now.beats(then) }
        });
        !any
    });
    any
}

/// The reroll that goes without saying: one that costs nothing, of a roll that has failed and could not fail worse.
pub fn settled(at: At<'_, DeadWeight>, who: Who) -> Option<Spend> {
    let tray = at.state.tray.as_ref().filter(|tray| tray.plain && !tray.test)?;
    if read_as(at.state, tray, &tray.dice).succeeded() {
        return None;
    }
    instinct::reroll(at, Some(who)).filter(|spend| matches!(spend.with, With::Proficiency | With::Advantage))
}

/// How dice lie: what they come to, and how many they tire.
#[derive(Clone, Copy)]
struct Lie {
    outcome: Outcome,
    tires: usize,
}

impl Lie {
    fn of(state: &State, tray: &Tray, dice: &[Die]) -> Self {
        let read = read_as(state, tray, dice);
        let outcome = match (tray.plain, read.succeeded()) {
            (true, true) => Outcome::Success,
            (true, false) => Outcome::Failure,
            (false, _) => read,
        };
        Self { outcome, tires: tired_by(tray, read, dice).len() }
    }

    /// Comes out better, or as well and tires fewer.
    fn beats(self, other: Self) -> bool {
        self.outcome > other.outcome || (self.outcome == other.outcome && self.tires < other.tires)
    }
}

/// The dice after a reroll that came up so.
fn lying(tray: &Tray, spend: Spend, face: u8) -> SmallVec<[Die; 6]> {
    if spend.with != With::ExtraEffort {
        return tray.with(Die { of: spend.of.unwrap_or(tray.who), face: spend.die }, face);
    }
    let mut dice: SmallVec<[Die; 6]> = SmallVec::from_slice(&tray.dice);
    dice.push(Die { of: tray.who, face });
    dice.sort_unstable();
    dice
}
