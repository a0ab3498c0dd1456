//! What powers do to the place and to the luck of the party, and the turn they take while exploring.

use boneyard_table::{Audience, Cx, Flow, RuleId, Who};

use crate::DeadWeight;
use crate::expedition;
use crate::fact::{ExpeditionFact, MagicFact};
use crate::rules;

/// Doom of this place goes up or down.
pub fn doom(cx: &mut Cx<'_, DeadWeight>, by: i8, rule: RuleId) {
    if by > 0 {
        expedition::advance_doom(cx, by.unsigned_abs(), rule);
    } else {
        expedition::lower_doom(cx, by.unsigned_abs(), rule);
    }
}

/// Omens go up or down, seen by those who may.
pub fn omens(cx: &mut Cx<'_, DeadWeight>, by: i8, rule: RuleId) -> Flow {
    if by > 0 {
        return expedition::advance_omens(cx, by.unsigned_abs(), rule);
    }
    expedition::lower_omens(cx, by.unsigned_abs(), rule);
    Ok(())
}

/// The room where the party is stays lit until the expedition is over.
pub fn lit(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) {
    let name = cx.state().expedition.here.clone();
    if let Some(room) = cx.state().expedition.room(&name)
        && !room.is("lit")
    {
        let mut room = Box::new(room.clone());
        room.flags.push("lit".into());
        cx.record_for(Audience::GM, rule, ExpeditionFact::Room { name, room }.into());
    }
    cx.record(rule, MagicFact::Lit { who }.into());
}

/// The one who lies there never rises.
pub fn laid_to_rest(cx: &mut Cx<'_, DeadWeight>, target: Who, rule: RuleId) {
    let mut rising = cx.state().expedition.rising.clone();
    rising.retain(|(known, _)| *known != target);
    if rising != cx.state().expedition.rising {
        cx.record_for(Audience::GM, rule, ExpeditionFact::Rising { rising }.into());
    }
}

/// Something the GM has to tell, or that is told about a power.
pub fn told(cx: &mut Cx<'_, DeadWeight>, who: Who, text: String, rule: RuleId) {
    cx.record(rule, MagicFact::Told { who, text }.into());
}

/// A power used while exploring takes a turn; one that was paid for in a fight does not, even if it
/// ended the fight.
pub fn turn(cx: &mut Cx<'_, DeadWeight>, fought: bool) -> Flow {
    let state = cx.state();
    if fought || state.battle.is_some() || state.camp.is_some() || state.interlude.is_some() {
        return Ok(());
    }
    cx.cite(rules::DW_EXPL_12);
    expedition::pass(cx, 1)
}
