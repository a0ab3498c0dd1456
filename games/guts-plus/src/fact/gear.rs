//! Facts of things: owned, taken, put down, worn, held, handed on.

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::state::{Item, ItemSheet, State, UsedThing};

/// Something that became true of things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearFact {
    /// Somebody owns exactly these.
    Owns {
        /// Who.
        who: Who,
        /// All of it.
        things: Vec<(ItemSheet, Item)>,
    },
    /// Somebody has another thing.
    Got {
        /// Who.
        who: Who,
        /// What.
        sheet: ItemSheet,
        /// How it is.
        item: Item,
    },
    /// A thing is otherwise now: worn, held, more of it, gone.
    Now {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// Before.
        from: Item,
        /// Now.
        to: Item,
    },
    /// A thing was handed on.
    Gave {
        /// By whom.
        who: Who,
        /// To whom.
        to: Who,
        /// What.
        name: String,
        /// How many.
        count: u8,
    },
    /// A thing was taken from somebody.
    Lost {
        /// From whom.
        who: Who,
        /// What.
        name: String,
    },
    /// The GM says what a thing does.
    Defined {
        /// Whose.
        who: Who,
        /// Which.
        item: u8,
        /// What it is now.
        sheet: ItemSheet,
    },
    /// A thing was used that can be used only so often.
    Used {
        /// By whom.
        who: Who,
        /// Its entry.
        thing: RuleId,
        /// In which session.
        session: u16,
        /// In which scene.
        scene: u32,
    },
    /// How somebody took a look at somebody else.
    Looked {
        /// Who looked.
        who: Who,
        /// At whom.
        at: Who,
        /// What they thought.
        words: String,
    },
}

pub(super) fn apply(state: &mut State, fact: &GearFact) {
    match fact {
        GearFact::Owns { who, things } => {
            sheet(state, *who, |own| own.items = things.iter().map(|(sheet, _)| sheet.clone()).collect());
            live(state, *who, |own| own.items = things.iter().map(|(_, item)| item.clone()).collect());
        }
        GearFact::Got { who, sheet: thing, item } => {
            sheet(state, *who, |own| own.items.push(thing.clone()));
            live(state, *who, |own| own.items.push(item.clone()));
        }
        GearFact::Now { who, item, to, .. } => live(state, *who, |own| {
            if let Some(known) = own.items.get_mut(usize::from(*item)) {
                known.clone_from(to);
            }
        }),
        GearFact::Defined { who, item, sheet: thing } => sheet(state, *who, |own| {
            if let Some(known) = own.items.get_mut(usize::from(*item)) {
                known.clone_from(thing);
            }
        }),
        GearFact::Used { who, thing, session, scene } => {
            let fresh = UsedThing { who: *who, thing: *thing, session: *session, scene: *scene };
            state.used.retain(|known| known.who != *who || known.thing != *thing);
            state.used.push(fresh);
        }
        GearFact::Gave { .. } | GearFact::Lost { .. } | GearFact::Looked { .. } => {}
    }
}
