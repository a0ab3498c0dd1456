//! Lines of Sight as they are drawn: from the one who acts to those they fight, with the Cover that counts and what
//! gives it, and what somebody would see from another space. All of it only from what the seat knows of the map.

use std::sync::Arc;

use boneyard_board as board;
use boneyard_board::{Breaker, CoverBy, Relief, Stand, Wall};
use boneyard_table::view::{Glimpse, Run, SightLine, Square};
use boneyard_table::{At, Seat, Who};

use super::placed;
use crate::RollHighOrDie;
use crate::remembered;
use crate::sight;
use crate::state::{Cover, Spot};

/// The lines that matter now: those of the one who acts, or of every Character where nobody does.
pub(super) fn lines(at: At<'_, RollHighOrDie>, seat: Seat) -> Vec<SightLine> {
    let state = at.state;
    let Some(relief) = known(at, seat, &explored(at, seat)) else { return Vec::new() };
    let acting = state.acting();
    let eyes = state.here().filter(|who| match acting {
        Some(acting) => acting == *who,
        None => state.sheet(*who).is_hero(),
    });
    let eyes = eyes.filter(|who| placed(at, *who, seat));
    eyes.filter_map(|eye| Some((eye, sight::stand(state, &relief, eye)?)))
        .flat_map(|(eye, from)| toward_foes(at, seat, &relief, eye, from))
        .collect()
}

/// What somebody would see if they stood there.
pub(crate) fn view_from(at: At<'_, RollHighOrDie>, seat: Seat, who: Who, from: Square) -> Option<Glimpse> {
    let explored = explored(at, seat);
    let relief = known(at, seat, &explored)?;
    let spot = Spot { y: u8::try_from(from.y).ok()?, x: u8::try_from(from.x).ok()? };
    let size = at.state.sheet(who).size;
    let place = spot.footprint(size.spaces());
    let (width, height) = relief.size();
    let on_map = |square: board::Square| (0..width).contains(&square.x) && (0..height).contains(&square.y);
    if from.level != 0 || !place.squares().all(on_map) {
        return None;
    }
    let stand = relief.stand(place, size.tall());
    let seen = relief.seen_from(stand);
    let seen = seen.iter().filter(|square| explored(*square));
    let seen = seen.map(|square| Square::new(square.x.into(), square.y.into()));
    Some(Glimpse { seen: Run::of(seen), lines: toward_foes(at, seat, &relief, who, stand) })
}

/// The map as a seat knows it: to players, what nobody of theirs has seen is open ground, and what they have seen is as
/// they last saw it.
fn known(
    at: At<'_, RollHighOrDie>,
    seat: Seat,
    explored: &dyn Fn(board::Square) -> bool,
) -> Option<Arc<Relief>> {
    if seat.is_gm() {
        return sight::relief(at.state, at.book);
    }
    let whole = sight::relief(&remembered::known(at.state), at.book)?;
    let (width, height) = whole.size();
    let mut known = Relief::open(whole.level(), width, height, sight::SPACE).ok()?;
    for square in whole.squares().filter(|square| explored(*square)) {
        known.set(square, whole.space(square)).ok()?;
    }
    let walls = whole.walls().iter().copied();
    known.build(walls.filter(|wall| beside(wall).into_iter().any(explored))).ok()?;
    Some(Arc::new(known))
}

/// What a seat knows of the map: the GM everything, players what their side has seen or sees now.
fn explored(at: At<'_, RollHighOrDie>, seat: Seat) -> impl Fn(board::Square) -> bool {
    let now = if seat.is_gm() { None } else { sight::seen(at.state, at.book) };
    move |square| {
        seat.is_gm() || at.state.explored.has(square) || now.as_ref().is_some_and(|now| now.has(square))
    }
}

/// The squares on both sides of the middle of a wall.
fn beside(wall: &Wall) -> [board::Square; 2] {
    let middle = |one: i32, other: i32| (one + other) / 2;
    let (x, y) = (middle(wall.from().x, wall.to().x), middle(wall.from().y, wall.to().y));
    let square = |x: i32, y: i32| {
        board::Square::new(x.div_euclid(board::SIDE) as i16, y.div_euclid(board::SIDE) as i16)
    };
    [square(x - 1, y - 1), square(x + 1, y + 1)]
}

fn toward_foes(
    at: At<'_, RollHighOrDie>,
    seat: Seat,
    relief: &Relief,
    eye: Who,
    from: Stand,
) -> Vec<SightLine> {
    let state = at.state;
    let foes = state.here().filter(|other| state.hostile(eye, *other) && placed(at, *other, seat));
    foes.filter_map(|other| Some(line(at, relief, (eye, from), (other, sight::stand(state, relief, other)?))))
        .flatten()
        .collect()
}

fn line(
    at: At<'_, RollHighOrDie>,
    relief: &Relief,
    (eye, from): (Who, Stand),
    (other, to): (Who, Stand),
) -> Option<SightLine> {
    let (seer, seen) = (at.state.name(eye), at.state.name(other));
    let tenths = |point: board::Point| (point.x / (board::SIDE / 10), point.y / (board::SIDE / 10));
    if let Some(found) = relief.cover(from, to, sight::cover_rule(at.state)) {
        let cover = sight::raised(sight::cover_of(found.cover), at.state.live(other).stance);
        let say = match cover {
            Cover::No => format!("{seer} sees {seen} in the open."),
            cover => format!("{seen} has {} Cover from {seer}.", cover.name()),
        };
        let line = SightLine::new(tenths(found.line.from), tenths(found.line.to), true, say);
        return Some(line.between(eye, other).by(given_by(found.by)));
    }
    let found = relief.sight(from, to)?;
    let say = format!("{seer} has no Line of Sight to {seen}.");
    let by = found.line.broken.map(CoverBy::Stopped).unwrap_or(CoverBy::Nothing);
    let line = SightLine::new(tenths(found.line.from), tenths(found.line.to), false, say);
    Some(line.between(eye, other).by(given_by(by)))
}

fn given_by(by: CoverBy) -> Vec<Square> {
    let squares = match by {
        CoverBy::Space(one) | CoverBy::Stopped(Breaker::Space(one) | Breaker::Murk(one)) => vec![one],
        CoverBy::Corner(one, other) | CoverBy::Stopped(Breaker::Corner(one, other)) => vec![one, other],
        CoverBy::Nothing | CoverBy::Wall(_) | CoverBy::Stopped(Breaker::Wall(_)) => Vec::new(),
    };
    squares.into_iter().map(|square| Square::new(square.x.into(), square.y.into())).collect()
}
