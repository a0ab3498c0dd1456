//! Who plays by themselves if people let them.

use boneyard_table::{At, Who};

use crate::DirkRules;

/// The heroes in play.
pub fn party(at: At<'_, DirkRules>) -> Vec<Who> {
    let plays = |who: &Who| {
        let sheet = at.state.sheet(*who);
        sheet.hero && sheet.draft.is_none() && !at.state.live(*who).dead
    };
    at.state.everybody().filter(plays).collect()
}
