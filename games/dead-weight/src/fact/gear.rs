//! Facts of things and coins.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::state::{Item, ItemSheet, Place, State};

/// Something that became true of somebody's things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearFact {
    /// Somebody has one more thing.
    Got {
        /// Who.
        who: Who,
        /// What it is.
        sheet: ItemSheet,
        /// How it is.
        item: Item,
    },
    /// A thing is somewhere else now.
    Placed {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// From.
        from: Place,
        /// To.
        to: Place,
        /// Whether it is in use there.
        wielded: bool,
    },
    /// How many there are of a thing.
    Count {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// The usage die of a stock stepped down.
    Die {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Sides before.
        from: u8,
        /// Sides now; 0 if that was the last of it.
        to: u8,
    },
    /// A thing broke, or works again.
    Broken {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Whether it is broken.
        broken: bool,
    },
    /// What was in a canteen or skin is lost.
    Spilled {
        /// Whose.
        who: Who,
        /// Which liquid.
        item: u8,
    },
    /// A thing takes so many actions before it can be used.
    Unready {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// How many.
        actions: u8,
    },
    /// What a thing is has changed.
    Sheet {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// What it is now.
        sheet: ItemSheet,
    },
    /// A notation was explained.
    Explained {
        /// As it is written.
        notation: String,
        /// Each piece in words.
        parts: Vec<String>,
    },
    /// What somebody has in coins now.
    Coins {
        /// Who.
        who: Who,
        /// Silver.
        silver: u32,
        /// Gold.
        gold: u32,
        /// Counterfeit.
        counterfeit: u32,
    },
}

pub(super) fn apply(state: &mut State, fact: &GearFact) {
    match fact {
        GearFact::Got { who, sheet: thing, item } => {
            sheet(state, *who, |sheet| sheet.items.push(thing.clone()));
            live(state, *who, |live| live.items.push(*item));
        }
        GearFact::Placed { who, item, to, wielded, .. } => change(state, *who, *item, |item| {
            item.place = *to;
            item.wielded = *wielded;
        }),
        GearFact::Count { who, item, to, .. } => change(state, *who, *item, |item| {
            item.count = *to;
            if *to == 0 {
                (item.place, item.wielded) = (Place::Gone, false);
            }
        }),
        GearFact::Die { who, item, to, .. } => change(state, *who, *item, |item| {
            item.die = *to;
            if *to == 0 {
                (item.place, item.wielded) = (Place::Gone, false);
            }
        }),
        GearFact::Broken { who, item, broken } => change(state, *who, *item, |item| item.broken = *broken),
        GearFact::Spilled { who, item } => change(state, *who, *item, |item| item.place = Place::Gone),
        GearFact::Unready { who, item, actions } => {
            change(state, *who, *item, |item| item.unready = *actions);
        }
        GearFact::Sheet { who, item, sheet: thing } => sheet(state, *who, |sheet| {
            if let Some(known) = sheet.items.get_mut(usize::from(*item)) {
                known.clone_from(thing);
            }
        }),
        GearFact::Explained { .. } => {}
        GearFact::Coins { who, silver, gold, counterfeit } => sheet(state, *who, |sheet| {
            sheet.hero.silver = *silver;
            sheet.hero.gold = *gold;
            sheet.hero.counterfeit = *counterfeit;
        }),
    }
}

fn change(state: &mut State, who: Who, item: u8, change: impl FnOnce(&mut Item)) {
    live(state, who, |live| {
        if let Some(item) = live.items.get_mut(usize::from(item)) {
            change(item);
        }
    });
}
