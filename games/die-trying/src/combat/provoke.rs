//! Bystanders: in the fight, on nobody's side, until somebody attacks them.

use boneyard_table::{Cx, Who};

use crate::DieTrying;
use crate::fact::TableFact;
use crate::rules;
use crate::sight;
use crate::state::{BYSTANDER, State};

/// Whether somebody only stands by so far.
#[inline]
pub fn stands_by(state: &State, who: Who) -> bool {
    state.sheet(who).has_tag(BYSTANDER)
}

/// Somebody is attacked: the one who stood by does so no longer.
pub fn provoke(cx: &mut Cx<'_, DieTrying>, target: Who) {
    if stands_by(cx.state(), target) {
        sight::note(cx, target, rules::DT_RIP_01H, TableFact::Provoked { who: target });
    }
}
