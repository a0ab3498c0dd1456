//! Facts of essence: auras, skills, uses, what is kept up, strain.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::state::{Essence, Halves, Holding, Lingers, Owes, Scale, State, Strain, Withstood};

/// Something that became true of an essence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EssenceFact {
    /// Its nature and its skills; nothing if somebody has none to move.
    Essence {
        /// Whose.
        who: Who,
        /// All of it.
        essence: Option<Essence>,
    },
    /// A skill was learned.
    Learned {
        /// By whom.
        who: Who,
        /// Which.
        skill: RuleId,
    },
    /// Skills were merged, or the GM said no.
    Merged {
        /// Whose.
        who: Who,
        /// All of them.
        skills: Vec<RuleId>,
        /// Whether it may be.
        allowed: bool,
    },
    /// A skill came to something, or to nothing.
    Used {
        /// Whose.
        who: Who,
        /// Which.
        skill: RuleId,
        /// On whom.
        target: Option<Who>,
        /// On what, or for what.
        what: String,
        /// How it read.
        outcome: Scale,
        /// Whether it worked.
        worked: bool,
        /// What came of it, in the GM's words.
        words: String,
    },
    /// What somebody keeps up.
    Holding {
        /// Who.
        who: Who,
        /// All of it.
        holding: Vec<Holding>,
    },
    /// Strained from now on, or not any more.
    Strain {
        /// Who.
        who: Who,
        /// The strain.
        strain: Option<Strain>,
    },
    /// The strained use their essence all the same.
    Warned {
        /// Who.
        who: Who,
        /// Whether they go on.
        goes_on: bool,
    },
    /// Something is in the way, or not any more.
    Cut {
        /// Whose.
        who: Who,
        /// How far it still reaches.
        feet: Option<Halves>,
    },
    /// The maintenance check of a round was made.
    Checked {
        /// By whom.
        who: Who,
        /// In which round.
        round: u16,
    },
    /// Dice that coming rolls lose.
    Owes {
        /// Who.
        who: Who,
        /// All of it.
        owes: Vec<Owes>,
    },
    /// A mind withstood.
    Withstood {
        /// What is counted now.
        count: Withstood,
    },
    /// Something lasts for a while.
    Lingers {
        /// What.
        lingers: Lingers,
    },
    /// It does not last any more.
    Over {
        /// What.
        lingers: Lingers,
    },
}

pub(super) fn apply(state: &mut State, fact: &EssenceFact) {
    match fact {
        EssenceFact::Essence { who, essence } => sheet(state, *who, |own| own.essence.clone_from(essence)),
        EssenceFact::Learned { who, skill } => sheet(state, *who, |own| {
            if let Some(essence) = &mut own.essence {
                essence.skills.push(*skill);
            }
        }),
        EssenceFact::Merged { .. } | EssenceFact::Used { .. } | EssenceFact::Warned { .. } => {}
        EssenceFact::Holding { who, holding } => {
            live(state, *who, |own| own.essence.holding.clone_from(holding));
        }
        EssenceFact::Strain { who, strain } => live(state, *who, |own| own.essence.strain = *strain),
        EssenceFact::Cut { who, feet } => live(state, *who, |own| own.essence.cut = *feet),
        EssenceFact::Checked { who, round } => live(state, *who, |own| own.essence.checked = *round),
        EssenceFact::Owes { who, owes } => live(state, *who, |own| own.essence.owes.clone_from(owes)),
        EssenceFact::Withstood { count } => {
            let same = |known: &&mut Withstood| known.user == count.user && known.target == count.target;
            match state.withstood.iter_mut().find(same) {
                Some(known) => *known = *count,
                None => state.withstood.push(*count),
            }
        }
        EssenceFact::Lingers { lingers } => state.lingering.push(*lingers),
        EssenceFact::Over { lingers } => state.lingering.retain(|known| known != lingers),
    }
}
