//! Traps a Creature has set where it lives: they are there when it is.

use boneyard_table::{Audience, Cx, Who};

use crate::DieTrying;
use crate::effect::free_near;
use crate::fact::TrapFact;
use crate::house::HouseTraps;
use crate::state::Laid;

/// Lays what somebody's entry says it has set nearby.
pub fn lay_own(cx: &mut Cx<'_, DieTrying>, who: Who) {
    let book = cx.book();
    let row = cx.state().sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    let Some(row) = row.filter(|_| cx.state().house.house_traps == HouseTraps::On) else { return };
    for name in &row.traps {
        let Some(trap) = book.traps.named(name) else { continue };
        let laid = Laid { at: free_near(cx.state(), who, 1), ..Laid::of(trap.id) };
        cx.record_for(Audience::GM, row.id, TrapFact::Laid { laid }.into());
    }
}
