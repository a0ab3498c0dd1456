//! Climbing: up a ladder, onto an object, up and down a wall.

use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{in_encounter, known};
use super::maneuver::{arrive, bad, check_neighbour, declare, may_move, not_prone};
use super::push::{floor_under, over_nothing, ties};
use super::way::height_of;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::skill_check;
use crate::fact::FightFact;
use crate::gear::free_hands;
use crate::passive;
use crate::rules;
use crate::sight::{self, SPACE};
use crate::state::{Skill, Spot, State};

/// A climb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Climb {
    /// Who.
    pub who: Who,
    /// Where to: a neighbouring space, or one's own to go straight up.
    pub to: Spot,
    /// Down instead of up, in one's own space.
    #[serde(default)]
    pub down: bool,
}

/// What a climb takes: AP, a DC if there is one, and how high it ends above the floor there.
pub fn check_climb(at: At<'_, RollHighOrDie>, climb: Climb) -> Result<(u8, Option<u8>, i16), Refusal> {
    let (state, book, who) = (at.state, at.book, climb.who);
    known(state, who)?;
    let from = may_move(state, book, who, 1)?;
    not_prone(state, who)?;
    let rule = rules::RH_HOUSE_10H;
    if free_hands(state, who) == 0 && !state.sheet(who).handless {
        return Err(Refusal::new(rule, "hands-full", "Nobody climbs with both hands full."));
    }
    let row = |spot: Spot| passive::ground(state, book, spot);
    let ladder = |spot: Spot| row(spot).is_some_and(|row| row.name == "Ladder");
    let size = state.sheet(who).size.spaces();
    let own = sight::bottom(state, who);
    if climb.to == from {
        if !ladder(from) {
            return bad("nothing-to-climb", format!("There is nothing to climb at {from}."));
        }
        let lift = state.live(who).lift + if climb.down { -SPACE } else { SPACE };
        let highest = around(state, from, size);
        if lift < 0 || lift + height_of(state, from, size) > highest {
            return bad("no-further", "It goes no further that way.");
        }
        return Ok((1, None, lift));
    }
    check_neighbour(at, who, from, climb.to)?;
    let floor = height_of(state, climb.to, size);
    let easy = ladder(from) || ladder(climb.to);
    if let Some(object) =
        row(climb.to).filter(|row| row.enter.as_deref() == Some("climb") && row.climb.is_some())
    {
        let spaces = object.climb.unwrap_or(5).div_ceil(5);
        let ap = u8::try_from(spaces).unwrap_or(1);
        in_encounter(state, book, who, ap)?;
        return Ok((ap, object.climb_dc, 0));
    }
    let rise = (floor - own).abs();
    if rise == 0 {
        return bad("level", format!("{} lies as high: that is no climb.", climb.to));
    }
    let nature = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    let clings = nature.and_then(|row| row.climbs);
    let stride = clings.and_then(|feet| i16::try_from(feet).ok()).unwrap_or(SPACE).max(SPACE);
    let ap = u8::try_from((rise + stride - 1) / stride).unwrap_or(u8::MAX);
    in_encounter(state, book, who, ap)?;
    let sheer = state.board.as_ref().is_some_and(|board| {
        [from, climb.to].into_iter().any(|spot| board.sheer.iter().any(|part| part.covers(spot)))
    });
    let roped = state
        .board
        .as_ref()
        .is_some_and(|board| [from, climb.to].into_iter().any(|spot| board.ropes.contains(&spot)));
    let dc = if sheer { 15 } else { 10 };
    Ok((ap, (!easy && !roped && clings.is_none()).then_some(dc), 0))
}

/// The highest floor next to a space.
fn around(state: &State, spot: Spot, size: u8) -> i16 {
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
    let spots = steps.filter_map(|(across, down)| spot.step(across, down));
    spots.filter_map(|spot| floor_under(state, spot, size)).max().unwrap_or(0)
}

/// Climbs.
pub fn climb(cx: &mut Cx<'_, RollHighOrDie>, climb: Climb) -> Flow {
    let (ap, dc, lift) = check_climb(cx.at(), climb)?;
    let who = climb.who;
    declare(cx, who, ap, true)?;
    let rule = rules::RH_HOUSE_10H;
    cx.cite(rule);
    if let Some(dc) = dc.filter(|_| super::able(cx.state(), who).is_ok()) {
        let up = cx.within((who, climb.to, lift), |cx| {
            skill_check(cx, who, Skill::Athletics, dc.into(), rule, &["climb"])
        })?;
        if !up {
            let total = cx.state().last.as_ref().map_or(0, |last| last.total);
            let kit = ready_kit(cx.state(), cx.book(), who);
            if let Some(entry) = kit {
                cx.cite(entry);
            } else if total + 5 <= i16::from(dc) {
                return slips(cx, who, climb.to);
            }
            return Ok(());
        }
    }
    if climb.to == cx.state().live(who).at.unwrap_or(climb.to) && !cx.state().live(who).dead {
        // Holding on to a ladder is no fall.
        record(cx, rule, FightFact::Moved { who, to: climb.to, lift }.into());
        ties(cx);
        return Ok(());
    }
    arrive(cx, who, climb.to, lift, "the climb")
}

/// A Climbing Kit that is put on: nobody falls with it.
fn ready_kit(state: &State, book: &Book, who: Who) -> Option<RuleId> {
    let one = state.one(who);
    one.sheet.items.iter().zip(&one.live.items).find_map(|(thing, now)| {
        let row = thing.like.and_then(|like| book.gear.get(like.as_str()))?;
        let ready = row.hook.as_deref() == Some("climbing-kit") && now.lit && now.place.is_carried();
        ready.then_some(row.id)
    })
}

/// Whoever slips comes off the wall: over the lower of both spaces, as high as they were to get.
fn slips(cx: &mut Cx<'_, RollHighOrDie>, who: Who, to: Spot) -> Flow {
    let size = cx.state().sheet(who).size.spaces();
    let Some(from) = cx.state().live(who).at else { return Ok(()) };
    let (here, there) = (height_of(cx.state(), from, size), height_of(cx.state(), to, size));
    let (below, lift) = if here > there { (to, here - there) } else { (from, there - here) };
    record(cx, rules::RH_HOUSE_10H, FightFact::Pushed { who, to: below, lift }.into());
    ties(cx);
    over_nothing(cx, who)
}
