//! Facts of Conditions: they begin, grow, end, and the moments they wait for.

use boneyard_table::Who;
use boneyard_table::moment::{Moment, Until};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Ailment, State};

/// Something that became true of Conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConditionFact {
    /// A Condition is on somebody, with so many stacks now.
    Gains {
        /// Whom.
        who: Who,
        /// Which; its stacks are how many there are now.
        ailment: Ailment,
        /// When it ends.
        until: Until,
    },
    /// Fewer stacks are left.
    Eases {
        /// On whom.
        who: Who,
        /// Its number.
        id: u32,
        /// Which, with what is left.
        ailment: Ailment,
    },
    /// A Condition is over.
    Ends {
        /// On whom.
        who: Who,
        /// Its number.
        id: u32,
        /// Which.
        ailment: Ailment,
    },
    /// A moment came that Conditions wait for.
    Passed {
        /// On whom.
        who: Who,
        /// Which.
        moment: Moment,
    },
}

pub(super) fn apply(state: &mut State, fact: &ConditionFact) {
    match fact {
        ConditionFact::Gains { who, ailment, until } => gain(state, *who, ailment.clone(), until.clone()),
        ConditionFact::Eases { who, id, ailment } => live(state, *who, |live| {
            let until = live.conditions.get(*id).map(|known| known.until.clone()).unwrap_or_default();
            let same = |known: &Ailment| known.what == ailment.what && known.from == ailment.from;
            live.conditions.refresh(same, ailment.clone(), until);
        }),
        ConditionFact::Ends { who, id, .. } => live(state, *who, |live| {
            live.conditions.end(*id);
        }),
        ConditionFact::Passed { who, moment } => live(state, *who, |live| live.conditions.pass(*moment)),
    }
}

pub(super) fn gain(state: &mut State, who: Who, ailment: Ailment, until: Until) {
    live(state, who, |live| {
        let (what, from) = (ailment.what, ailment.from);
        live.conditions.refresh(|known| known.what == what && known.from == from, ailment, until);
    });
}
