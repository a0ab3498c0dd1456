//! Facts of magic: castings and what their dice came to, miscasts, rips, changed ground, who was raised.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Fate, Last, Patch, Rip, Spot, State};

/// Something that became true by magic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MagicFact {
    /// Somebody casts.
    Casts {
        /// Who.
        who: Who,
        /// What: a spell, or a wish in words.
        what: String,
        /// With so many Magic Dice.
        dice: u8,
    },
    /// What the dice came to.
    Power {
        /// Of whom.
        who: Who,
        /// The sum of the Magic Dice.
        power: i16,
        /// Dice that match, as the table counts them; 0 if none do.
        matching: u8,
    },
    /// A row of the miscasts.
    Miscast {
        /// Of whom.
        who: Who,
        /// The total.
        total: i16,
        /// Which row.
        row: u8,
    },
    /// Nothing comes of a casting.
    Fizzled {
        /// Whose.
        who: Who,
    },
    /// A casting did something harmless and large.
    Surged {
        /// Whose.
        who: Who,
        /// What everybody sees.
        text: String,
    },
    /// Somebody dead lives, or somebody called has so many HP.
    Raised {
        /// Who.
        who: Who,
        /// HP.
        hp: i16,
    },
    /// A hole in reality.
    Rip {
        /// Where it is and leads.
        rip: Rip,
    },
    /// A rip closes.
    Closed {
        /// Which, by its place in the list.
        nth: u8,
    },
    /// The ground of some squares is different.
    Ground {
        /// Which squares.
        squares: Vec<Spot>,
        /// What it is.
        is: String,
        /// Who did it.
        by: Who,
        /// DC of a save on it.
        dc: u8,
        /// For how many more turns of theirs; for good if nothing is said.
        rounds: Option<u16>,
    },
    /// Ground that was changed for a while has less time left, or is as it was.
    GroundPassed {
        /// By whom it was changed.
        by: Who,
    },
    /// Somebody is in this Fighting Style from now on.
    Style {
        /// Who.
        who: Who,
        /// Which.
        style: Option<RuleId>,
    },
}

pub(super) fn apply(state: &mut State, fact: &MagicFact) {
    match fact {
        MagicFact::Casts { .. } | MagicFact::Surged { .. } => {}
        MagicFact::Power { power, matching, .. } => {
            let outcome = if *matching == 0 { "cast".into() } else { format!("{matching} matching").into() };
            state.last = Some(Last { outcome, total: *power });
        }
        MagicFact::Miscast { total, row, .. } => {
            state.last = Some(Last { outcome: format!("miscast {row}").into(), total: *total });
        }
        MagicFact::Fizzled { .. } => state.last = Some(Last { outcome: "fizzled".into(), total: 0 }),
        MagicFact::Raised { who, hp } => live(state, *who, |live| {
            live.hp = *hp;
            live.fate = if *hp > 0 { Fate::Up } else { Fate::Dying };
        }),
        MagicFact::Rip { rip } => state.rips.push(rip.clone()),
        MagicFact::Closed { nth } => {
            if usize::from(*nth) < state.rips.len() {
                state.rips.remove(usize::from(*nth));
            }
        }
        MagicFact::Ground { squares, is, by, dc, rounds } => {
            let (squares, is) = (squares.clone(), is.clone());
            state.patches.push(Patch { squares, is, by: *by, dc: *dc, rounds: *rounds });
        }
        MagicFact::GroundPassed { by } => {
            for patch in state.patches.iter_mut().filter(|patch| patch.by == *by) {
                patch.rounds = patch.rounds.map(|rounds| rounds.saturating_sub(1));
            }
            state.patches.retain(|patch| patch.rounds != Some(0));
        }
        MagicFact::Style { who, style } => live(state, *who, |live| live.style = *style),
    }
}
