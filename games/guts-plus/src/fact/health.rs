//! Facts of bodies: injuries, protection, unconsciousness, conditions, recovery.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Condition, Item, Live, Out, Part, State};

/// Something that became true of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthFact {
    /// A part is as it is now.
    Part {
        /// Whose.
        who: Who,
        /// Which.
        part: u8,
        /// Before.
        from: Part,
        /// Now.
        to: Part,
    },
    /// Nothing more can happen to a part.
    Spared {
        /// Whose.
        who: Who,
        /// Which.
        part: u8,
    },
    /// A thing is as it is now.
    Item {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Before.
        from: Item,
        /// Now.
        to: Item,
    },
    /// Cannot act from now on, or has until another moment.
    Out {
        /// Who.
        who: Who,
        /// How long that may last.
        out: Out,
    },
    /// Can act again.
    Woke {
        /// Who.
        who: Who,
    },
    /// Died.
    Died {
        /// Who.
        who: Who,
    },
    /// Knocked down, or up again.
    Down {
        /// Who.
        who: Who,
        /// Whether down.
        down: bool,
    },
    /// Somebody has a condition, or has it otherwise.
    Condition {
        /// Who.
        who: Who,
        /// Its place among theirs; at the end if it is new.
        at: u8,
        /// What it is now.
        condition: Condition,
    },
    /// A condition has ended.
    ConditionEnded {
        /// Whose.
        who: Who,
        /// Its place among theirs.
        at: u8,
        /// What it was called.
        name: String,
    },
    /// The GM says that a condition lasts.
    ConditionLasts {
        /// Whose.
        who: Who,
        /// What it is called.
        name: String,
    },
    /// What heals next.
    HealsNext {
        /// Whose.
        who: Who,
        /// A part with one line.
        single: Option<u8>,
        /// A part that is crossed out.
        double: Option<u8>,
    },
    /// A meal helped.
    Meal {
        /// Whom.
        who: Who,
        /// How many today.
        count: u8,
    },
}

fn part(live: &mut Live, nth: u8, to: Part) {
    if let Some(part) = live.parts.get_mut(usize::from(nth)) {
        *part = to;
    }
}

/// The same of a fact nobody keeps: a condition is moved.
pub(super) fn adopt(state: &mut State, fact: HealthFact) {
    match fact {
        HealthFact::Condition { who, at, condition } => {
            live(state, who, |live| match live.conditions.get_mut(usize::from(at)) {
                Some(known) => *known = condition,
                None => live.conditions.push(condition),
            });
        }
        fact => apply(state, &fact),
    }
}

pub(super) fn apply(state: &mut State, fact: &HealthFact) {
    match fact {
        HealthFact::Part { who, part: nth, to, .. } => live(state, *who, |live| part(live, *nth, *to)),
        HealthFact::Spared { .. } | HealthFact::ConditionLasts { .. } => {}
        HealthFact::Item { who, item, to, .. } => live(state, *who, |live| {
            if let Some(own) = live.items.get_mut(usize::from(*item)) {
                own.clone_from(to);
            }
        }),
        HealthFact::Out { who, out } => {
            live(state, *who, |live| live.out = Some(*out));
            super::fight::falls(state, *who);
        }
        HealthFact::Woke { who } => live(state, *who, |live| live.out = None),
        HealthFact::Died { who } => {
            live(state, *who, |live| live.dead = true);
            super::fight::falls(state, *who);
        }
        HealthFact::Down { who, down } => live(state, *who, |live| live.down = *down),
        HealthFact::Condition { who, at, condition } => {
            live(state, *who, |live| match live.conditions.get_mut(usize::from(*at)) {
                Some(known) => known.clone_from(condition),
                None => live.conditions.push(condition.clone()),
            });
        }
        HealthFact::ConditionEnded { who, at, .. } => live(state, *who, |live| {
            if usize::from(*at) < live.conditions.len() {
                live.conditions.remove(usize::from(*at));
            }
        }),
        HealthFact::HealsNext { who, single, double } => live(state, *who, |live| {
            live.heals_single = *single;
            live.heals_double = *double;
        }),
        HealthFact::Meal { who, count } => live(state, *who, |live| live.meals = *count),
    }
}
