//! Seeing and not seeing: who is in the dark or blind, what is seen from afar, what is unveiled.

use boneyard_table::{At, Cx, RuleId, Who};

use super::meet::site_is;
use super::party::dark;
use super::trap::room_is;
use crate::DeadWeight;
use crate::fact::ExpeditionFact;
use crate::magic;
use crate::rules;
use crate::state::{Site, State, TrapState};

/// The rule by which an adventurer sees nothing now, if there is one.
pub fn sightless(state: &State, who: Who) -> Option<RuleId> {
    if magic::is_blind(state, who) {
        return Some(rules::DW_HOUSE_24H);
    }
    let hero = state.creature(who).is_some_and(|one| one.sheet.is_hero());
    (hero && dark(state, state.expedition.place_of(who))).then_some(rules::DW_HOUSE_07H)
}

/// The disadvantage of not seeing, with its rule cited.
pub fn unseeing(cx: &mut Cx<'_, DeadWeight>, who: Who) -> u8 {
    let rule = sightless(cx.state(), who);
    rule.into_iter().for_each(|rule| cx.cite(rule));
    u8::from(rule.is_some())
}

/// What somebody sees of a place without going there.
pub fn seen_from_afar(at: At<'_, DeadWeight>, place: &str) -> String {
    let Some(room) = at.state.expedition.room(place) else { return "There is nothing to see.".into() };
    if !room.is("lit") {
        return format!("{place} lies in the dark.");
    }
    let waiting =
        room.waits.iter().filter(|one| !one.hidden).map(|one| format!("{} {}", one.at.len(), one.foe));
    let there = super::party::foes_of(at.state, room).into_iter().map(|who| at.state.name(who).to_owned());
    let all: Vec<String> = waiting.chain(there).collect();
    if all.is_empty() {
        format!("Nobody is to be seen in {place}.")
    } else {
        format!("{place}: {}.", all.join(", "))
    }
}

/// Whatever traps and ways are hidden where somebody is, everybody knows of them.
pub fn unveiled(cx: &mut Cx<'_, DeadWeight>, by: Who, rule: RuleId) {
    let place = cx.state().expedition.place_of(by).to_owned();
    let mut found: Vec<String> = Vec::new();
    if let Some(mut room) = cx.state().expedition.room(&place).cloned() {
        for trap in room.traps.iter_mut().filter(|trap| trap.state == TrapState::Hidden) {
            trap.state = TrapState::Known;
            found.push(trap.name.clone());
        }
        if !found.is_empty() {
            room_is(cx, &place, room, rule);
        }
    }
    let site = cx.state().expedition.at_site();
    let hidden = site.into_iter().flat_map(|site| &site.ways).filter(|way| way.secret);
    let ways: Vec<String> =
        hidden.filter_map(|way| way.from(&place)).map(|to| format!("a way to {to}")).collect();
    if !ways.is_empty() {
        let show = |site: &mut Site| {
            site.ways.iter_mut().filter(|way| way.from(&place).is_some()).for_each(|way| way.secret = false);
        };
        site_is(cx, show, rule);
        found.extend(ways);
    }
    let what = if found.is_empty() {
        "Nothing is hidden here.".into()
    } else {
        format!("Unveiled: {}.", found.join(", "))
    };
    cx.record(rule, ExpeditionFact::Noticed { what }.into());
}
