//! Facts of things: where they are, how many, what is loaded, jammed, lit, how far their use is.

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{item, live, sheet};
use crate::state::{Item, ItemSheet, Place, Size, State, Ware};

/// Something that became true of a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearFact {
    /// Somebody has something new.
    Got {
        /// Who.
        who: Who,
        /// What.
        thing: ItemSheet,
        /// How it is.
        item: Item,
    },
    /// A thing is somewhere else.
    Placed {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Where.
        to: Place,
    },
    /// So many are left.
    Count {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// How many.
        count: u16,
    },
    /// Charges that are left.
    Charges {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// How many.
        left: u8,
    },
    /// Steps of a thing's use that are done.
    Step {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// How many.
        step: u8,
    },
    /// What is loaded.
    Loaded {
        /// Whose.
        who: Who,
        /// Which weapon.
        item: u8,
        /// Pieces by the thing they came from.
        loaded: Vec<(u8, u8)>,
    },
    /// A weapon is jammed, or cleared.
    Jammed {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Jammed.
        jammed: bool,
    },
    /// Something burns, or is out.
    Lit {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Burns.
        lit: bool,
    },
    /// Turns until an armed thing goes off.
    Fuse {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// How many; 0 where it is not armed.
        turns: u8,
    },
    /// A blade, or the next piece of a stack, is poisoned or no longer.
    Poisoned {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Whether.
        poisoned: bool,
    },
    /// Pieces that were shot and lie about.
    Spent {
        /// Whose.
        who: Who,
        /// Of which stack.
        item: u8,
        /// How many.
        spent: u16,
    },
    /// A thing is made of other Tags now.
    Rebuilt {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// What it is now.
        ware: Ware,
        /// How large, where that has changed.
        #[serde(default)]
        size: Option<Size>,
    },
    /// Coins somebody has now.
    Coins {
        /// Who.
        who: Who,
        /// How many.
        to: u32,
    },
}

pub(super) fn apply(state: &mut State, fact: &GearFact) {
    match fact {
        GearFact::Got { who, thing, item } => {
            sheet(state, *who, |sheet| sheet.items.push(thing.clone()));
            live(state, *who, |live| live.items.push(item.clone()));
        }
        GearFact::Placed { who, item: number, to } => item(state, *who, *number, |item| item.place = *to),
        GearFact::Count { who, item: number, count } => item(state, *who, *number, |item| {
            item.count = *count;
            if *count == 0 {
                item.place = Place::Gone;
            }
        }),
        GearFact::Charges { who, item: number, left } => {
            item(state, *who, *number, |item| item.charges = *left);
        }
        GearFact::Step { who, item: number, step } => item(state, *who, *number, |item| item.step = *step),
        GearFact::Loaded { who, item: number, loaded } => {
            item(state, *who, *number, |item| item.loaded = loaded.iter().copied().collect());
        }
        GearFact::Jammed { who, item: number, jammed } => {
            item(state, *who, *number, |item| item.jammed = *jammed);
        }
        GearFact::Lit { who, item: number, lit } => item(state, *who, *number, |item| item.lit = *lit),
        GearFact::Fuse { who, item: number, turns } => item(state, *who, *number, |item| item.fuse = *turns),
        GearFact::Poisoned { who, item: number, poisoned } => {
            item(state, *who, *number, |item| item.poisoned = *poisoned);
        }
        GearFact::Spent { who, item: number, spent } => {
            item(state, *who, *number, |item| item.spent = *spent);
        }
        GearFact::Rebuilt { who, item: number, ware, size } => sheet(state, *who, |sheet| {
            if let Some(thing) = sheet.items.get_mut(usize::from(*number)) {
                thing.ware = ware.clone();
                thing.size = size.unwrap_or(thing.size);
            }
        }),
        GearFact::Coins { who, to } => sheet(state, *who, |sheet| sheet.coins = *to),
    }
}
