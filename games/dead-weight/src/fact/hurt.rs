//! Facts of the body: fatigue, wounds, armor, afflictions, being down, death.

use std::borrow::Cow;
use std::sync::Arc;

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::live;
use crate::state::{Affliction, Attribute, State};

/// Something that befell a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HurtFact {
    /// Fatigue on an attribute changed.
    Fatigue {
        /// Whose.
        who: Who,
        /// Where.
        attribute: Attribute,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// Wounds on an attribute changed, and the fatigue they took over.
    Wounds {
        /// Whose.
        who: Who,
        /// Where.
        attribute: Attribute,
        /// From.
        from: u8,
        /// To.
        to: u8,
        /// Fatigue left there.
        fatigue: u8,
    },
    /// Wounds on the way were reduced.
    Reduced {
        /// Whose.
        who: Who,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// Wounds that fit nowhere are lost.
    Lost {
        /// Whose.
        who: Who,
        /// How many.
        wounds: u8,
    },
    /// A worn piece lost armor points, or got them back.
    Ap {
        /// Whose.
        who: Who,
        /// Which thing.
        item: u8,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// The armor of somebody without attributes changed.
    FoeArmor {
        /// Whose.
        who: Who,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// Somebody without attributes has taken so many wounds.
    Hits {
        /// Who.
        who: Who,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// Somebody is mortally wounded, or no longer.
    Mortal {
        /// Who.
        who: Who,
        /// Whether they are.
        mortal: bool,
    },
    /// Somebody died.
    Died {
        /// Who.
        who: Who,
    },
    /// Somebody dead is back.
    Revived {
        /// Who.
        who: Who,
    },
    /// Something ails somebody.
    Afflicted {
        /// Whom.
        who: Who,
        /// What.
        what: Affliction,
    },
    /// It does no longer.
    Cured {
        /// Whom.
        who: Who,
        /// What.
        what: Affliction,
    },
    /// Insight was gained or spent.
    Insight {
        /// By whom.
        who: Who,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// Nothing came of something, and why.
    Nothing {
        /// For whom.
        who: Who,
        /// Why.
        why: Cow<'static, str>,
    },
}

pub(super) fn apply(state: &mut State, fact: &HurtFact) {
    match fact {
        HurtFact::Fatigue { who, attribute, to, .. } => {
            live(state, *who, |live| live.fatigue[*attribute] = *to);
        }
        HurtFact::Wounds { who, attribute, to, fatigue, .. } => live(state, *who, |live| {
            live.wounds[*attribute] = *to;
            live.fatigue[*attribute] = *fatigue;
        }),
        HurtFact::Reduced { .. } | HurtFact::Lost { .. } | HurtFact::Nothing { .. } => {}
        HurtFact::Ap { who, item, to, .. } => live(state, *who, |live| {
            if let Some(item) = live.items.get_mut(usize::from(*item)) {
                item.ap = *to;
            }
        }),
        HurtFact::FoeArmor { who, to, .. } => live(state, *who, |live| live.armor = *to),
        HurtFact::Hits { who, to, .. } => live(state, *who, |live| live.hits = *to),
        HurtFact::Mortal { who, mortal } => live(state, *who, |live| live.mortal = *mortal),
        HurtFact::Died { who } => {
            live(state, *who, |live| {
                live.dead = true;
                live.mortal = false;
            });
            if state.creature(*who).is_some_and(|one| one.sheet.is_hero()) && state.expedition.under_way {
                let way = Arc::make_mut(&mut state.expedition);
                way.fallen.push((*who, way.turn));
            }
        }
        HurtFact::Revived { who } => {
            live(state, *who, |live| live.dead = false);
            let way = Arc::make_mut(&mut state.expedition);
            way.fallen.retain(|(known, _)| known != who);
            way.rising.retain(|(known, _)| known != who);
        }
        HurtFact::Afflicted { who, what } => live(state, *who, |live| live.afflictions.add(*what)),
        HurtFact::Cured { who, what } => live(state, *who, |live| live.afflictions.remove(*what)),
        HurtFact::Insight { who, to, .. } => live(state, *who, |live| live.insight = *to),
    }
}
