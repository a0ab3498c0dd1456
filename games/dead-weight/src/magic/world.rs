//! What powers do to the place and to the luck of the party. The place takes its doom from here.

use boneyard_table::{Audience, Cx, RuleId, Who};

use crate::DeadWeight;
use crate::fact::{ExpeditionFact, MagicFact};
use crate::roll::omen_readers;
use crate::state::Omens;

/// Doom of this place goes up or down: for the GM's eyes.
pub fn doom(cx: &mut Cx<'_, DeadWeight>, who: Who, by: i8, rule: RuleId) {
    if by != 0 {
        cx.record_for(Audience::GM, rule, MagicFact::Stirs { who, by }.into());
    }
}

/// Omens go up or down, seen by those who may.
pub fn omens(cx: &mut Cx<'_, DeadWeight>, by: i8, rule: RuleId) {
    let from = cx.state().party.omens;
    let to = Omens { value: from.value.saturating_add_signed(by), ..from };
    if to != from {
        let audience = omen_readers(cx.state());
        cx.record_for(audience, rule, ExpeditionFact::Omens { from, to }.into());
    }
}

/// The room where the party is stays lit.
pub fn lit(cx: &mut Cx<'_, DeadWeight>, who: Who, rule: RuleId) {
    let place = cx.state().expedition.here.clone();
    cx.record(rule, MagicFact::Lit { who, place }.into());
}

/// Something the GM has to tell, or that is told about a power.
pub fn told(cx: &mut Cx<'_, DeadWeight>, who: Who, text: String, rule: RuleId) {
    cx.record(rule, MagicFact::Told { who, text }.into());
}
