//! Using one of a stock: a usage die is rolled, a count goes down.

use boneyard_table::{Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DeadWeight;
use crate::fact::GearFact;
use crate::roll::{acting_hero, use_stock};
use crate::rules;
use crate::state::Place;

/// Uses one of a stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spend {
    /// Whose.
    pub who: Who,
    /// Which thing.
    pub item: u8,
}

/// Uses one of a stock for whatever the table agreed on.
pub fn spend(cx: &mut Cx<'_, DeadWeight>, spend: Spend) -> Flow {
    let Spend { who, item } = spend;
    acting_hero(cx.state(), who)?;
    let thing = cx.state().live(who).items.get(usize::from(item)).copied();
    let Some(thing) = thing.filter(|thing| thing.place != Place::Gone) else {
        return refuse(Refusal::new(rules::DW_DICE_04, "gone", "There is none of it left."));
    };
    if thing.die > 0 {
        return use_stock(cx, who, item);
    }
    let fact = GearFact::Count { who, item, from: thing.count, to: thing.count.saturating_sub(1) };
    cx.record(rules::DW_INV_08, fact.into());
    Ok(())
}
