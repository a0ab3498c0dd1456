//! The dice on the table, as both sides see them.

use boneyard_table::view::{DiceTray, Die as DieShown};

use crate::state::{State, Tray};

pub(super) fn shown(state: &State, tray: &Tray) -> DiceTray {
    let what = tray.attribute.map_or("Level", |attribute| attribute.name());
    let dice = tray.dice.iter().enumerate().map(|(number, die)| {
        let own = die.of == tray.who;
        let shown = DieShown::new(number.to_string(), 6, die.face.into())
            .owner(state.name(die.of).to_owned())
            .role(if own { "own" } else { "helper" });
        // A helper tires by effort, never by the faces.
        if own && tray.test && matches!(die.face, 1 | 4) { shown.mark("tires") } else { shown }
    });
    DiceTray::new("tray", format!("{} of {}", what, state.name(tray.who)), dice)
}
