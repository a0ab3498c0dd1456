//! The dice on the table, as everybody sees them.

use boneyard_table::view::{DiceTray, Die};

use crate::state::State;

/// The dice of the roll under way.
pub fn shown(state: &State) -> Option<DiceTray> {
    let tray = state.tray.as_ref()?;
    let mut dice = Vec::new();
    for (nth, side) in tray.sides.iter().enumerate() {
        let owner = state.name(side.who).to_owned();
        let values = side.read();
        for (number, face) in side.dice.iter().enumerate() {
            let die =
                Die::new(format!("{nth}.{number}"), 6, (*face).into()).owner(owner.clone()).role("pool");
            dice.push(match values.get(number) {
                Some(value) if value != face => die.counts_as((*value).into()),
                _ => die,
            });
        }
        for (number, face) in side.bonus.iter().enumerate() {
            let die = Die::new(format!("{nth}.b{number}"), 6, (*face).into());
            dice.push(die.owner(owner.clone()).role("bonus"));
        }
        for (number, helper) in side.helpers.iter().enumerate() {
            for (at, face) in helper.dice.iter().enumerate() {
                let die = Die::new(format!("{nth}.h{number}.{at}"), 6, (*face).into());
                dice.push(die.owner(state.name(helper.who).to_owned()).role("assist"));
            }
        }
    }
    if dice.is_empty() {
        return None;
    }
    Some(DiceTray::new("tray", tray.what.clone(), dice))
}
