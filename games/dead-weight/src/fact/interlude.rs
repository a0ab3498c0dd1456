//! Facts of the week between expeditions: steps, the Guild's part, the market, growing, retiring.

use std::sync::Arc;

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::rules;
use crate::state::{Attribute, Good, Span, State, Tokens, Used};

/// Something that became true between expeditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InterludeFact {
    /// The party is back: what is once per expedition may be done again.
    Returned,
    /// Silver was found on the expedition.
    Found {
        /// How much.
        silver: u32,
    },
    /// A challenging foe or fight was won.
    Challenged,
    /// A step begins.
    Step {
        /// Which, from 1.
        number: u8,
    },
    /// Treasure was sold.
    Sold {
        /// By whom.
        who: Who,
        /// Which thing.
        item: u8,
        /// For how much.
        silver: u32,
    },
    /// The Guild took its part.
    Cut {
        /// How much.
        silver: u32,
    },
    /// Somebody spends the week somewhere.
    Lodged {
        /// Who.
        who: Who,
        /// Where.
        lodging: RuleId,
    },
    /// Renown was gained or spent.
    Renown {
        /// By whom.
        who: Who,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// Somebody is of this level now.
    Level {
        /// Who.
        who: Who,
        /// Which.
        to: u8,
    },
    /// Lessons were marked or spent.
    Lessons {
        /// By whom.
        who: Who,
        /// Where.
        attribute: Attribute,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// A skill was given up.
    SkillDropped {
        /// By whom.
        who: Who,
        /// Which.
        skill: RuleId,
    },
    /// Something was asked for at the market.
    Market {
        /// What came of it.
        good: Good,
    },
    /// Somebody left play for good.
    Retired {
        /// Who.
        who: Who,
        /// What they leave to the Guild.
        legacy: u16,
    },
    /// The week is over.
    SetOut,
}

pub(super) fn apply(state: &mut State, fact: &InterludeFact) {
    match fact {
        InterludeFact::Returned => {
            forget(state, Span::Expedition);
            state.interlude = Some(1);
            Arc::make_mut(&mut state.expedition).under_way = false;
            for creature in &mut state.creatures {
                Arc::make_mut(creature).live.tokens = Tokens::default();
            }
            let party = Arc::make_mut(&mut state.party);
            party.returned = true;
            party.used.push(Used { what: rules::DW_HOUSE_36H, until: Span::Interlude });
        }
        InterludeFact::Found { silver } => {
            let party = Arc::make_mut(&mut state.party);
            party.found = party.found.saturating_add(*silver);
        }
        InterludeFact::Challenged => Arc::make_mut(&mut state.party).challenging = true,
        InterludeFact::Step { number } => state.interlude = Some(*number),
        InterludeFact::Sold { silver, .. } => {
            let party = Arc::make_mut(&mut state.party);
            party.sold = party.sold.saturating_add(*silver);
        }
        InterludeFact::Cut { .. } => {}
        InterludeFact::Lodged { who, lodging } => live(state, *who, |live| {
            live.used.push(Used { what: *lodging, until: Span::Interlude });
        }),
        InterludeFact::Renown { who, to, .. } => sheet(state, *who, |sheet| sheet.hero.renown = *to),
        InterludeFact::Level { who, to } => sheet(state, *who, |sheet| sheet.hero.level = *to),
        InterludeFact::Lessons { who, attribute, to, .. } => {
            live(state, *who, |live| live.lessons[*attribute] = *to);
        }
        InterludeFact::SkillDropped { who, skill } => sheet(state, *who, |sheet| {
            sheet.hero.skills.retain(|known| known != skill);
        }),
        InterludeFact::Market { good } => {
            let market = &mut Arc::make_mut(&mut state.party).market;
            match market.iter_mut().find(|known| known.ware == good.ware) {
                Some(known) => *known = good.clone(),
                None => market.push(good.clone()),
            }
        }
        InterludeFact::Retired { who, legacy } => {
            sheet(state, *who, |sheet| sheet.hero.retired = true);
            let party = Arc::make_mut(&mut state.party);
            party.legacy = party.legacy.saturating_add(*legacy);
            party.list.retain(|known| known != who);
        }
        InterludeFact::SetOut => {
            forget(state, Span::Interlude);
            state.interlude = None;
            let party = Arc::make_mut(&mut state.party);
            party.market.clear();
            (party.sold, party.found, party.challenging) = (0, 0, false);
        }
    }
}

/// What was done or lasts only that long.
fn forget(state: &mut State, span: Span) {
    Arc::make_mut(&mut state.party).forget(span);
    for creature in &mut state.creatures {
        let live = &mut Arc::make_mut(creature).live;
        live.used.retain(|used| used.until != span);
        live.lasting.retain(|lasting| lasting.ends != span);
    }
}
