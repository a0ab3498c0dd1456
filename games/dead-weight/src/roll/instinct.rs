//! How a bot plays the exchange: rescue what fails, spoil what succeeds, spend nothing in vain.

use boneyard_table::{At, Who};

use super::exchange::each_option;
use super::reading::{read, read_as};
use crate::DeadWeight;
use crate::question::{Spend, With};
use crate::state::{Die, Tray};

/// The reroll somebody would make; nobody is the game master's side.
pub fn reroll(at: At<'_, DeadWeight>, who: Option<Who>) -> Option<Spend> {
    let tray = at.state.tray.as_ref()?;
    let outcome = read(at.state, tray);
    if outcome.succeeded() == who.is_some() {
        return None;
    }
    let mut best: Option<Spend> = None;
    each_option(at.state, who, |spend| {
        let better = match who {
            // Only the last hit is worth spoiling, the best die of it.
            None => {
                spend.die >= 4
                    && changes(at, tray, &spend, 3)
                    && best.is_none_or(|best| spend.die >= best.die)
            }
            // Insight and late efforts are kept for players to decide about.
            Some(_) => {
                !matches!(spend.with, With::Insight | With::ExtraEffort)
                    && best.is_none_or(|best| (spend.die, spend.with) < (best.die, best.with))
            }
        };
        if better {
            best = Some(spend);
        }
        true
    });
    best
}

fn changes(at: At<'_, DeadWeight>, tray: &Tray, spend: &Spend, face: u8) -> bool {
    let old = Die { of: spend.of.unwrap_or(tray.who), face: spend.die };
    !read_as(at.state, tray, &tray.with(old, face)).succeeded()
}

/// Whether a new face is worse for the roller than the old one.
pub fn worse(at: At<'_, DeadWeight>, old: Die, new: u8) -> bool {
    let Some(tray) = &at.state.tray else { return false };
    let (before, after) = (read(at.state, tray), read_as(at.state, tray, &tray.with(old, new)));
    after < before || (after == before && tires(new) && !tires(old.face))
}

fn tires(face: u8) -> bool {
    matches!(face, 1 | 4)
}
