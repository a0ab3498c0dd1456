//! What traps are worth: a Point is due for one that was disarmed, or that hurt a hero. Who gets it is with the Points.

use boneyard_table::{Audience, Cx, Who};

use crate::DieTrying;
use crate::fact::TrapFact;
use crate::rules;
use crate::state::{State, Worth};

/// The traps a Point is due for, by their places in the list.
pub fn due(state: &State) -> Vec<u8> {
    let due = state.traps.iter().enumerate().filter(|(_, laid)| laid.worth == Worth::Due);
    due.filter_map(|(nth, _)| u8::try_from(nth).ok()).collect()
}

/// A trap was dealt with: a Point is due for it, unless it was paid before.
pub(super) fn dealt_with(cx: &mut Cx<'_, DieTrying>, nth: u8) {
    let worth = cx.state().traps.get(usize::from(nth)).map(|laid| laid.worth);
    if worth == Some(Worth::Nothing) {
        let fact = TrapFact::Worth { nth, worth: Worth::Due };
        cx.record_for(Audience::GM, rules::DT_HOUSE_12H, fact.into());
    }
}

/// A trap has struck at somebody who had so many HP before.
pub(super) fn hurt_by(cx: &mut Cx<'_, DieTrying>, nth: u8, target: Who, before: i16) {
    if cx.state().sheet(target).is_hero() && cx.state().live(target).hp < before {
        dealt_with(cx, nth);
    }
}
