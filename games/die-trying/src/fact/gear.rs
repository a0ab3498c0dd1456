//! Facts of things: where they are, how many, how much light or use is left in them; silver.

use boneyard_table::Who;
use boneyard_table::clock::Time;
use boneyard_table::view::Direction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::state::{Item, ItemSheet, Place, State};

/// Something that became true of a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearFact {
    /// Somebody has a thing more.
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
    /// There are so many now, or so much is left.
    Left {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// How many.
        count: u16,
        /// Minutes or uses.
        left: u16,
    },
    /// A light burns from now on.
    Lit {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Since when.
        since: Time,
    },
    /// A light is out.
    Out {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Minutes left.
        left: u16,
    },
    /// A hood is up or down.
    Hood {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Lowered.
        lowered: bool,
    },
    /// A cone of light points somewhere.
    Aimed {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Where.
        facing: Direction,
    },
    /// A thing was hurt.
    Worn {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// By how much in all.
        hurt: u8,
    },
    /// A heap of small things counts as so many L.
    Heap {
        /// Whose.
        who: Who,
        /// How many.
        light: u8,
    },
    /// Silver somebody has now.
    Silver {
        /// Who.
        who: Who,
        /// How much.
        to: u32,
    },
}

pub(super) fn apply(state: &mut State, fact: &GearFact) {
    match fact {
        GearFact::Got { who, thing, item } => {
            sheet(state, *who, |sheet| sheet.items.push(thing.clone()));
            live(state, *who, |live| live.items.push(*item));
        }
        GearFact::Placed { who, item, to } => thing(state, *who, *item, |item| item.place = *to),
        GearFact::Left { who, item, count, left } => {
            thing(state, *who, *item, |item| (item.count, item.left) = (*count, *left));
        }
        GearFact::Lit { who, item, since } => thing(state, *who, *item, |item| item.lit = Some(*since)),
        GearFact::Out { who, item, left } => {
            thing(state, *who, *item, |item| (item.lit, item.left) = (None, *left));
        }
        GearFact::Hood { who, item, lowered } => thing(state, *who, *item, |item| item.hood = *lowered),
        GearFact::Aimed { who, item, facing } => {
            thing(state, *who, *item, |item| item.facing = Some(*facing));
        }
        GearFact::Worn { who, item, hurt } => thing(state, *who, *item, |item| item.hurt = *hurt),
        GearFact::Heap { who, light } => sheet(state, *who, |sheet| sheet.heap = *light),
        GearFact::Silver { who, to } => sheet(state, *who, |sheet| sheet.silver = *to),
    }
}

fn thing(state: &mut State, who: Who, item: u8, change: impl FnOnce(&mut Item)) {
    live(state, who, |live| {
        if let Some(item) = live.items.get_mut(usize::from(item)) {
            change(item);
        }
    });
}
