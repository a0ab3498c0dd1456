//! Rooms as the heroes find them: what they see from now on, and who comes when the alarm is raised.

use boneyard_table::{Audience, Cx, Flow, RuleId, Who};

use crate::DieTrying;
use crate::book::{Book, RoomRow};
use crate::effect::{free_near, secret_number};
use crate::fact::{BoardFact, DungeonFact, FightFact, TableFact, TrapFact};
use crate::rules;
use crate::sight;
use crate::state::{Fate, Region, Spot, State};

/// Seconds in a round.
const ROUND: u64 = 6;

/// The room a square belongs to.
pub fn room_at(book: &Book, at: Spot) -> Option<&RoomRow> {
    book.rooms.iter().find(|room| region(room).is_some_and(|region| region.covers(at)))
}

/// The squares of a room.
pub(super) fn region(room: &RoomRow) -> Option<Region> {
    let side = |length: i16| u8::try_from(length).ok();
    let [x, y, width, height] = room.at;
    let at = Spot::of(boneyard_board::Square::new(x, y))?;
    Some(Region { at, width: side(width)?, height: side(height)? })
}

/// Whether the heroes know a square of the map: outside a dungeon all of them.
pub fn explored(state: &State, book: &Book, at: Spot) -> bool {
    let Some(dungeon) = &state.dungeon else { return true };
    let Some(room) = room_at(book, at) else {
        // Corridors are known with a room they touch.
        let near = |seen: &RuleId| {
            book.rooms.get(seen.as_str()).and_then(region).is_some_and(|region| {
                let wide = Region {
                    at: Spot::new(region.at.x.saturating_sub(2), region.at.y.saturating_sub(2)),
                    width: region.width + 4,
                    height: region.height + 4,
                };
                wide.covers(at)
            })
        };
        return dungeon.seen.iter().any(near);
    };
    dungeon.seen.contains(&room.id)
}

/// What the heroes see now of a dungeon: rooms they stand in, creatures in view, caches in plain sight.
pub fn reveal(cx: &mut Cx<'_, DieTrying>) {
    if cx.state().dungeon.is_none() {
        return;
    }
    let book = cx.book();
    let heroes: Vec<Who> = cx
        .state()
        .heroes()
        .filter(|who| !cx.state().live(*who).away && cx.state().live(*who).fate == Fate::Up)
        .collect();
    for hero in &heroes {
        let Some(room) = cx.state().live(*hero).at.and_then(|at| room_at(book, at)) else { continue };
        let known = cx.state().dungeon.as_ref().is_some_and(|dungeon| dungeon.seen.contains(&room.id));
        if !known {
            cx.record(room.id, DungeonFact::Room { room: room.id }.into());
        }
        let plain: Vec<u8> = cx
            .state()
            .caches
            .iter()
            .enumerate()
            .filter(|(_, cache)| {
                !cache.found
                    && cache.find.is_none()
                    && cache.at.is_some_and(|at| room_at(book, at) == Some(room))
            })
            .map(|(nth, _)| nth as u8)
            .collect();
        for nth in plain {
            cx.record(room.id, TrapFact::FoundCache { nth, by: *hero }.into());
        }
    }
    let hidden: Vec<Who> = cx.state().everybody().filter(|who| cx.state().live(*who).unseen).collect();
    for who in hidden {
        let disguised = cx.state().sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
        // One that waits in disguise is seen for what it is once it fights.
        let fights = cx.state().battle.as_ref().is_some_and(|battle| battle.has(who));
        let disguised = disguised.is_some_and(|row| row.disguise.is_some()) && !fights;
        // Who stands nowhere on the map sees nobody there, and is not seen.
        let near = |hero: &Who| {
            sight::distance(cx.state(), *hero, who).is_some() && sight::seen(cx.state(), book, *hero, who)
        };
        if !disguised && heroes.iter().any(near) {
            cx.record(rules::DT_SENSE_01, TableFact::Shown { who }.into());
        }
    }
}

/// Whether somebody comes into view of the heroes now, who then stop where they are.
pub fn comes_to_light(cx: &mut Cx<'_, DieTrying>) -> bool {
    if cx.state().dungeon.is_none() || cx.state().battle.is_some() {
        return false;
    }
    let unseen =
        |cx: &Cx<'_, DieTrying>| cx.state().beings().filter(|who| cx.state().live(*who).unseen).count();
    let before = unseen(cx);
    reveal(cx);
    unseen(cx) < before
}

/// An alarm, or force at a door: those of another room come, some rounds later.
pub fn alarm(cx: &mut Cx<'_, DieTrying>, who: Who) -> Flow {
    let book = cx.book();
    let Some(dungeon) = cx.state().dungeon.clone() else { return Ok(()) };
    let Some(row) = book.scenarios.get(dungeon.scenario.as_str()) else { return Ok(()) };
    let near = |room: &RoomRow| {
        cx.state().live(who).at.is_some_and(|at| {
            region(room).is_some_and(|region| {
                let wide = Region {
                    at: Spot::new(region.at.x.saturating_sub(2), region.at.y.saturating_sub(2)),
                    width: region.width + 4,
                    height: region.height + 4,
                };
                wide.covers(at)
            })
        })
    };
    let raised = row.alarms.iter().find(|alarm| book.rooms.get(alarm.room.as_str()).is_some_and(near));
    let Some(raised) = raised.filter(|_| dungeon.coming.is_none()) else { return Ok(()) };
    let rounds = secret_number(cx, row.id, &raised.after)?;
    let at = cx.state().now.later(u64::from(rounds.max(0).unsigned_abs()) * ROUND);
    let fact = DungeonFact::Coming { room: raised.brings, at };
    cx.record_for(Audience::GM, row.id, fact.into());
    Ok(())
}

/// Those who were called are there: at a free square near the heroes, and in the fight if there is one.
pub fn arrive(cx: &mut Cx<'_, DieTrying>) {
    let Some((room, at)) = cx.state().dungeon.as_ref().and_then(|dungeon| dungeon.coming) else { return };
    if cx.state().now < at {
        return;
    }
    let book = cx.book();
    cx.record_for(Audience::GM, room, DungeonFact::Came.into());
    let Some(row) = book.rooms.get(room.as_str()) else { return };
    let waiting: Vec<Who> = cx
        .state()
        .everybody()
        .filter(|who| {
            let one = cx.state().one(*who);
            one.live.fate == Fate::Up
                && one.live.at.and_then(|at| room_at(book, at)).is_some_and(|here| here.id == row.id)
                && one.sheet.side == 1
        })
        .collect();
    let Some(hero) = cx.state().heroes().find(|who| cx.state().live(*who).fate == Fate::Up) else { return };
    for who in waiting {
        let size = cx.state().sheet(who).size.squares();
        if let Some(at) = free_near(cx.state(), hero, size) {
            cx.record(room, BoardFact::Put { who, at: Some(at) }.into());
        }
        cx.record(room, TableFact::Shown { who }.into());
        if let Some(after) =
            cx.state().battle.as_ref().and_then(|battle| battle.order.places().last().map(|p| p.who))
        {
            cx.record(room, FightFact::Joined { who, after }.into());
        }
    }
}
