//! Ground that magic changed: who slips on it, and when it is itself again.

use boneyard_table::{Cx, Flow, Who};

use crate::DieTrying;
use crate::check::{self, Check};
use crate::fact::MagicFact;
use crate::hurt::fall_prone;
use crate::rules;
use crate::state::Ability;

/// Somebody comes onto slick ground: a Dexterity save, or Prone.
pub fn slips(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let state = cx.state();
    let Some(here) = state.live(who).at else { return Ok(()) };
    let slick = state.patches.iter().find(|patch| patch.is == "slick" && patch.squares.contains(&here));
    let Some(dc) = slick.map(|patch| patch.dc).filter(|_| !state.live(who).prone) else { return Ok(()) };
    let rule = rules::DT_SPELL_10H;
    let check = Check::save(state, cx.book(), who, Ability::Dexterity, rule);
    let (degree, _) = cx.within(who, |cx| check::make(cx, check, i16::from(dc)))?;
    if !degree.succeeded() {
        fall_prone(cx, who, rule);
    }
    Ok(())
}

/// A turn of the one who changed the ground is over.
pub fn ground_passes(cx: &mut Cx<'_, DieTrying>, who: Who) {
    if cx.state().patches.iter().any(|patch| patch.by == who && patch.rounds.is_some()) {
        cx.record(rules::DT_HOUSE_08H, MagicFact::GroundPassed { by: who }.into());
    }
}
