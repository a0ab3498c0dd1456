//! What keeps enemies out of a place or catches them as they come in: jammed doors, lines of salt, snares.

use boneyard_table::{Audience, Cx, Flow, RuleId, Seat, Who};

use super::meet::site_is;
use super::trap::{room_is, springs_alone};
use crate::DeadWeight;
use crate::fact::{ExpeditionFact, FightFact};
use crate::hurt::{self, Strike};
use crate::magic::Source;
use crate::roll;
use crate::rules;
use crate::state::{Site, State};

/// Wounds of a snare.
const SNARE: u8 = 2;

/// A trap waits where somebody is for the next enemy that comes in.
pub fn set_snare(cx: &mut Cx<'_, DeadWeight>, by: Who, rule: RuleId) {
    let place = cx.state().expedition.place_of(by).to_owned();
    if let Some(mut room) = cx.state().expedition.room(&place).cloned() {
        room.snares = room.snares.saturating_add(1);
        room_is(cx, &place, room, rule);
        cx.record(
            rule,
            ExpeditionFact::Noticed { what: "A trap is set for the next who comes.".into() }.into(),
        );
    }
}

/// What only one thing does: a line of salt, a pole that pokes ahead, ashes that call somebody back.
pub fn hook(cx: &mut Cx<'_, DeadWeight>, source: Source<'_>, target: Who, name: &str) -> Flow {
    let place = cx.state().expedition.place_of(source.by).to_owned();
    match name {
        "line-of-salt" => {
            if let Some(mut room) = cx.state().expedition.room(&place).cloned() {
                room.salted = true;
                room_is(cx, &place, room, source.rule);
                let what = "A line of salt is drawn.".into();
                cx.record(source.rule, ExpeditionFact::Noticed { what }.into());
            }
            Ok(())
        }
        "probe-trap" => {
            springs_alone(cx, &place, source.rule);
            Ok(())
        }
        "living-ashes" => super::mortal::called_back(cx, target, source.rule),
        _ => Ok(()),
    }
}

/// Whether a jammed door leads into a place.
fn jammed(state: &State, place: &str) -> bool {
    let site: Option<&Site> = state.expedition.at_site();
    site.is_some_and(|site| site.ways.iter().any(|way| way.jammed && way.from(place).is_some()))
}

/// Those who come into a place and are not kept out: jammed doors and salt ask for an enemy test, the first
/// who gets in finds the snare.
pub fn let_in(cx: &mut Cx<'_, DeadWeight>, place: &str, coming: Vec<Who>) -> Flow<Vec<Who>> {
    let Some(room) = cx.state().expedition.room(place).cloned() else { return Ok(coming) };
    let door = jammed(cx.state(), place);
    let mut inside = Vec::new();
    for (nth, who) in coming.into_iter().enumerate() {
        let salt = room.salted && cx.state().sheet(who).is("undead");
        let bars = [(door, rules::DW_GEAR_10H), (salt, rules::DW_GEAR_16H)];
        let mut kept = false;
        for (_, rule) in bars.into_iter().filter(|(bars, _)| *bars) {
            kept |= !cx.within((place, nth, who), |cx| roll::by_level(cx, who, rule))?.succeeded();
        }
        if kept {
            cx.record_for(Audience::GM, rules::DW_EXPL_03, FightFact::Left { who }.into());
        } else {
            inside.push(who);
        }
    }
    if door && !inside.is_empty() {
        let through = |site: &mut Site| {
            site.ways.iter_mut().filter(|way| way.from(place).is_some()).for_each(|way| way.jammed = false);
        };
        site_is(cx, through, rules::DW_GEAR_10H);
    }
    if let Some(&first) = inside.first().filter(|_| room.snares > 0) {
        let rule = rules::DW_GEAR_28H;
        let mut room = room;
        room.snares -= 1;
        room_is(cx, place, room, rule);
        let who = first;
        let strike = Strike {
            who,
            wounds: SNARE,
            armor: true,
            resistance: true,
            non_lethal: false,
            at_most: None,
            rule,
        };
        cx.within((place, Seat::GM), |cx| hurt::strike(cx, strike))?;
    }
    inside.retain(|who| !cx.state().live(*who).dead);
    Ok(inside)
}
