//! Facts of things: owned, taken, put down, worn, held, handed on.

use boneyard_table::change::{Change, Telling};
use boneyard_table::view::Line;
use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{live, sheet};
use crate::GutsPlus;
use crate::state::{Item, ItemSheet, State, UsedThing};
use crate::tell::{Teller, change};

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

impl Change<GutsPlus> for GearFact {
    fn apply(&self, state: &mut State) {
        match self {
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

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who| teller.name(who);
        match self {
            GearFact::Owns { who, things } => {
                let worn: Vec<&str> = things
                    .iter()
                    .filter(|(_, item)| item.worn)
                    .map(|(sheet, _)| sheet.name.as_str())
                    .collect();
                let has: Vec<&str> = things
                    .iter()
                    .filter(|(_, item)| !item.worn)
                    .map(|(sheet, _)| sheet.name.as_str())
                    .collect();
                let list =
                    |all: Vec<&str>| if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
                change(format!("{} wears {} and has {}.", name(*who), list(worn), list(has)), *who)
            }
            GearFact::Got { who, sheet, item } => {
                let count = if item.count > 1 { format!(" ({})", item.count) } else { String::new() };
                let verb = if item.worn { "wears" } else { "has" };
                change(format!("{} {verb} the {}{count} now.", name(*who), sheet.name), *who)
            }
            GearFact::Now { who, item, from, to } => {
                let thing = teller.thing(*who, *item);
                let say = if to.gone {
                    format!("{} does not have the {thing} any more.", name(*who))
                } else if to.worn != from.worn {
                    format!("{} {} the {thing}.", name(*who), if to.worn { "puts on" } else { "takes off" })
                } else if to.hand != from.hand {
                    format!(
                        "{} {} the {thing}.",
                        name(*who),
                        if to.hand.is_some() { "holds" } else { "puts away" }
                    )
                } else {
                    format!("{} has {} of the {thing}.", name(*who), to.count)
                };
                change(say, *who)
            }
            GearFact::Gave { who, to, name: thing, count } => {
                let count = if *count > 1 { format!("{count} ") } else { String::new() };
                change(format!("{} hands {} {count}{thing}.", name(*who), name(*to)), *who)
            }
            GearFact::Lost { who, name: thing } => change(format!("{} loses the {thing}.", name(*who)), *who),
            GearFact::Defined { who, item, sheet } => {
                let thing = teller.thing(*who, *item);
                let about = if sheet.about.is_empty() { String::new() } else { format!(" {}", sheet.about) };
                let slots = if sheet.slots.abs() == 1 { "slot" } else { "slots" };
                change(format!("The {thing} of {}: {:+} {slots}.{about}", name(*who), sheet.slots), *who)
            }
            GearFact::Used { who, thing, .. } => {
                let row = teller.at.book.gear.get(thing.as_str());
                change(
                    format!("{} uses the {}.", name(*who), row.map_or("thing", |row| row.name.as_str())),
                    *who,
                )
            }
            GearFact::Looked { who, at, words } => {
                change(format!("{} takes a look at {}: {words}.", name(*who), name(*at)), *at)
            }
        }
    }
}
