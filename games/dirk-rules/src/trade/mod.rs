//! Gems and what they buy: shops and services, repairs, wages, things that change hands, crossings
//! in one's own ship. What heroes buy while they are made goes through here too.

mod fix;
mod hand;
mod rows;
mod shop;
mod work;

pub use fix::{Fixing, Repair};
pub use hand::Held;
pub(crate) use hand::item_named;
pub use rows::{Fix, Goods, Per};
pub use shop::{Fetches, Sell, Shop, Ware};
pub(crate) use shop::{may_pay_for, pay_for};
pub(crate) use work::paid_for;
pub use work::{Voyage, Work};

use boneyard_table::view::Line;
use boneyard_table::{At, Cx, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DirkRules;
use crate::fact::Fact;
use crate::state::{Place, State};
use crate::tell::gems_in_words;
use crate::view::numbers_visible;

/// Something about gems that became true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TradeFact {
    /// A purse changed.
    Gems {
        /// Whose.
        who: Who,
        /// From.
        from: u32,
        /// To.
        to: u32,
    },
    /// Somebody paid for a service.
    Paid {
        /// Who.
        who: Who,
        /// For what.
        what: String,
        /// How much of it.
        count: u16,
    },
    /// Somebody sold a thing.
    Sold {
        /// Who.
        who: Who,
        /// Which.
        item: u8,
        /// For how many gems.
        gems: u32,
    },
}

/// Writes a fact down.
pub(crate) fn apply(state: &mut State, fact: &TradeFact) {
    match fact {
        TradeFact::Gems { who, to, .. } => {
            if let Some(sheet) = state.sheet_mut(*who) {
                sheet.gems = *to;
            }
        }
        TradeFact::Paid { .. } => {}
        TradeFact::Sold { who, item, .. } => {
            let item = state.live_mut(*who).and_then(|live| live.items.get_mut(usize::from(*item)));
            if let Some(item) = item {
                item.place = Place::Gone;
            }
        }
    }
}

/// A fact about gems as told to a seat.
pub(crate) fn tell(at: At<'_, DirkRules>, fact: &TradeFact, seat: Seat) -> Option<Line> {
    let name = |who: Who| at.state.creature(who).map_or("somebody", |creature| &creature.sheet.name);
    let (say, who) = match fact {
        TradeFact::Gems { who, .. } if !numbers_visible(at.state, *who, seat) => return None,
        TradeFact::Gems { who, from, to } => (format!("{}: {from} gems before, {to} now.", name(*who)), *who),
        TradeFact::Paid { who, what, count } => (format!("{} pays for {count} × {what}.", name(*who)), *who),
        TradeFact::Sold { who, item, gems } => {
            let sheet = at.state.creature(*who).and_then(|one| one.sheet.items.get(usize::from(*item)));
            let thing = sheet.map_or("thing", |item| &item.name);
            (format!("{} sells the {thing} for {}.", name(*who), gems_in_words(*gems)), *who)
        }
    };
    Some(Line::change(say).who(who))
}

/// A purse grows or shrinks.
pub(crate) fn purse(cx: &mut Cx<'_, DirkRules>, rule: RuleId, who: Who, to: u32) {
    let from = cx.state().sheet(who).gems;
    if from != to {
        cx.record(rule, Fact::Trade(TradeFact::Gems { who, from, to }));
    }
}
