//! Demons in the place of friends: whom an attack really goes for, once somebody who sees them has failed
//! critically.

use boneyard_table::{Cx, Flow, Seat, Who};

use super::ground::{able, check_reach, distance, fighters, hostile};
use crate::DeadWeight;
use crate::fact::{HurtFact, MagicFact};
use crate::question::{Choose, Topic};
use crate::rules;
use crate::state::{Lasting, Span};
use crate::weapon::Band;

/// After a critical failure in a fight the next attack goes astray.
pub fn failed(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    let sees = cx.state().live(who).under(rules::DW_STATE_03H).is_some();
    if sees && cx.state().battle.is_some() {
        let by = rules::DW_HOUSE_24H;
        let lasting = Lasting { by, from: None, amount: 1, ends: Span::Combat };
        cx.cite(rules::DW_STATE_03H);
        cx.record(by, MagicFact::Lasts { who, lasting }.into());
    }
}

/// Whom an attack goes for: the nearest friend where faces deceive, nobody if the GM lets it be a lost action.
pub(super) fn aimed_at(cx: &mut Cx<'_, DeadWeight>, who: Who, target: Who, reach: Band) -> Flow<Option<Who>> {
    let rule = rules::DW_HOUSE_24H;
    let Some(lasting) = cx.state().live(who).under(rule).copied() else { return Ok(Some(target)) };
    cx.record(rule, MagicFact::Over { who, lasting }.into());
    let state = cx.state();
    let friends =
        fighters(state).filter(|other| *other != who && able(state, *other) && !hostile(state, who, *other));
    let nearest = friends.min_by_key(|other| (distance(state, who, *other), *other));
    let Some(friend) = nearest else { return Ok(Some(target)) };
    let (name, other) = (state.name(who), state.name(friend));
    let words = [("friend", "It goes for the friend"), ("lost", "The action is lost")];
    let question = format!("{name} sees a demon in the place of {other}. What becomes of the attack?");
    let say = cx.ask(Seat::GM, Choose::new(Topic::DemonFaces, question, &words))?;
    if say == "friend" && check_reach(cx.at(), who, friend, reach, rule).is_ok() {
        return Ok(Some(friend));
    }
    let why = "the blow goes at something that is not there";
    cx.record(rule, HurtFact::Nothing { who, why: why.into() }.into());
    Ok(None)
}
