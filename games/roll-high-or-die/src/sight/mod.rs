//! What can be seen from where: Line of Sight, Cover, height and light, all worked out by the board from what floors
//! and objects mean in this game. Without a map everybody is in the open, in High Light, and within reach.

mod light;

use std::sync::Arc;

use boneyard_board::{
    Cover as Covers, CoverRule, Diagonals, DoorAt, Footprint, Relief, Space, Square, Squares, Stand,
};
use boneyard_table::{RuleId, Who};

use crate::book::Book;
use crate::house::{
    CoverRequiresAdjacency, DiagonalMetric, HighGroundInclusive, OwnCoverFree, TerrainModule,
};
use crate::passive;
use crate::state::{Board, Condition, Cover, Sights, Spot, Stance, State};

pub use light::{blinds, in_darkness, light_at, light_of};

/// Feet of a space, each way and up.
pub const SPACE: i16 = 5;

/// Feet a wall or a closed door is tall unless its entry says otherwise.
const WALL: i16 = 10;

/// The squares somebody takes up.
#[inline]
pub fn place_of(state: &State, who: Who) -> Option<Footprint> {
    let one = state.one(who);
    one.live.at.map(|at| at.footprint(one.sheet.size.spaces()))
}

/// The feet at which somebody's space begins.
#[inline]
pub fn bottom(state: &State, who: Who) -> i16 {
    let one = state.one(who);
    let raised = state.board.as_ref().filter(|board| !board.heights.is_empty());
    let floor = raised.zip(one.live.at).map_or(0, |(board, at)| {
        at.spaces(one.sheet.size.spaces()).map(|spot| board.height(spot)).min().unwrap_or(0)
    });
    floor + one.live.lift
}

/// How far apart two are in feet; 5 where nobody stands on a map.
#[inline]
pub fn distance(state: &State, one: Who, other: Who) -> u16 {
    let (Some(from), Some(to)) = (place_of(state, one), place_of(state, other)) else { return 5 };
    let flat = metric(state).distance(from, to);
    let up = level_gap(state, one, other);
    u16::try_from(flat.max(up)).unwrap_or(u16::MAX).saturating_mul(5)
}

/// Levels of 5 feet between the nearest of both.
#[inline]
fn level_gap(state: &State, one: Who, other: Who) -> u32 {
    let span = |who: Who| {
        let low = bottom(state, who).div_euclid(SPACE);
        (low, low + state.sheet(who).size.tall() / SPACE - 1)
    };
    let ((low, top), (other_low, other_top)) = (span(one), span(other));
    let gap = (other_low - top).max(low - other_top).max(0);
    gap.unsigned_abs().into()
}

/// How diagonals count here.
#[inline]
pub fn metric(state: &State) -> Diagonals {
    match state.house.diagonal_metric {
        DiagonalMetric::Chebyshev => Diagonals::Equal,
        DiagonalMetric::Alternating => Diagonals::Alternating,
    }
}

/// Whether two are at most one space apart on every axis.
#[inline]
pub fn adjacent(state: &State, one: Who, other: Who) -> bool {
    let (Some(from), Some(to)) = (place_of(state, one), place_of(state, other)) else { return true };
    Diagonals::Equal.distance(from, to) <= 1 && level_gap(state, one, other) <= 1
}

/// What a space is to lines of sight.
fn space(state: &State, book: &Book, board: &Board, square: Square) -> Space {
    let Some(spot) = Spot::of(square) else { return Space::default() };
    let floor = board.height(spot);
    let door = board.grid.doors().find(|(_, door, _)| door.at == DoorAt::Square(square));
    if let Some((_, _, open)) = door {
        return if open {
            Space { floor, ..Space::default() }
        } else {
            Space { floor, cover: Covers::Full, tall: WALL, ..Space::default() }
        };
    }
    let row = book.terrain.named(board.floor(spot));
    match row {
        Some(row) => {
            let ground = row.enter.is_none() || row.stands_among;
            // Floors of the module are Clear where it is off; walls and objects are the map's.
            let off = state.house.terrain == TerrainModule::Off && ground;
            let cover = match row.cover.filter(|_| !off) {
                None | Some(Cover::No) => Covers::No,
                Some(Cover::Low) => Covers::Low,
                Some(Cover::High) => Covers::High,
                Some(Cover::Full) => Covers::Full,
            };
            let tall = row.tall.and_then(|feet| i16::try_from(feet).ok());
            let tall = tall.unwrap_or(if cover == Covers::Full { WALL } else { 0 });
            Space {
                floor,
                cover,
                tall,
                within: row.stands_among && !off,
                murk: row.blocks_beyond.is_some() && !off,
            }
        }
        // A brazier stands in the way of feet, not of eyes.
        None if board.floor(spot) == "Brazier" => Space { floor, ..Space::default() },
        None if board.grid.bars(square).is_some() => {
            Space { floor, cover: Covers::Full, tall: WALL, ..Space::default() }
        }
        None => Space { floor, ..Space::default() },
    }
}

/// The map as lines of sight meet it.
pub fn relief(state: &State, book: &Book) -> Option<Arc<Relief>> {
    sights(state, book).map(Sights::relief)
}

/// The same with what was found out about it so far.
#[inline]
pub(crate) fn sights<'s>(state: &'s State, book: &Book) -> Option<&'s Sights> {
    let board = state.board.as_ref()?;
    board.seen.sights(state.house.terrain, || {
        Relief::of(&board.grid, 0, SPACE, WALL, &|square| space(state, book, board, square)).ok()
    })
}

/// How somebody stands in it.
#[inline]
pub fn stand(state: &State, relief: &Relief, who: Who) -> Option<Stand> {
    let place = place_of(state, who)?;
    let mut stand = relief.stand(place, state.sheet(who).size.tall());
    let lift = state.live(who).lift;
    (stand.bottom, stand.top) = (stand.bottom + lift, stand.top + lift);
    Some(stand)
}

/// Whether a straight line joins two, no matter who looks.
pub fn line(state: &State, book: &Book, one: Who, other: Who) -> bool {
    let Some(sights) = sights(state, book) else { return true };
    match (stand(state, sights, one), stand(state, sights, other)) {
        (Some(from), Some(to)) => sights.clear(from, to),
        _ => true,
    }
}

/// Whether somebody has Line of Sight to another: not Blinded beyond the next space, and the other not Hidden from them.
pub fn sees(state: &State, book: &Book, who: Who, other: Who) -> bool {
    if hidden_from(state, other, who) {
        return false;
    }
    if passive::forbids(state, book, who, "see-far").is_some() && !adjacent(state, who, other) {
        return false;
    }
    if weather_beyond(state, book, who, other).is_some() {
        return false;
    }
    line(state, book, who, other)
}

/// The weather somebody is too far away in to be seen.
pub fn weather_beyond(state: &State, book: &Book, who: Who, other: Who) -> Option<RuleId> {
    let sky = crate::living::weather(state, book)?;
    let most = sky.sight.filter(|_| outdoors(state, who) || outdoors(state, other))?;
    (distance(state, who, other) > most).then_some(sky.id)
}

/// Whether somebody is under the open sky.
pub fn outdoors(state: &State, who: Who) -> bool {
    let (Some(board), Some(at)) = (&state.board, state.live(who).at) else { return true };
    !board.roofs.iter().any(|roof| roof.covers(at))
}

/// Those of a side who could see anything.
fn eyes(state: &State, side: u8) -> impl Iterator<Item = Who> + '_ {
    state.here().filter(move |who| {
        let one = state.one(*who);
        one.sheet.side == side && !one.live.is(Condition::Unconscious) && one.sheet.draft.is_none()
    })
}

/// Whether a side knows where somebody is: it is one of theirs, or one of theirs sees it.
pub fn side_sees(state: &State, book: &Book, side: u8, who: Who) -> bool {
    state.sheet(who).side == side || eyes(state, side).any(|eye| sees(state, book, eye, who))
}

/// Whether the players' side knows where somebody is.
pub fn in_view(state: &State, book: &Book, who: Who) -> bool {
    side_sees(state, book, 0, who)
}

/// The same for another space, and the one who is Hidden there counts as Hidden only if they are so to those who look.
pub fn in_view_at(state: &State, book: &Book, who: Who, at: Spot, lift: i16, hidden: bool) -> bool {
    if state.sheet(who).side == 0 {
        return true;
    }
    let Some(sights) = sights(state, book) else { return true };
    let size = state.sheet(who).size;
    let mut there = sights.stand(at.footprint(size.spaces()), size.tall());
    (there.bottom, there.top) = (there.bottom + lift, there.top + lift);
    eyes(state, 0).any(|eye| {
        let blind = passive::forbids(state, book, eye, "see-far").is_some();
        let near = place_of(state, eye).is_some_and(|own| Diagonals::Equal.distance(own, there.at) <= 1);
        !(hidden && hidden_from(state, who, eye))
            && (!blind || near)
            && stand(state, sights, eye).is_some_and(|from| sights.clear(from, there))
    })
}

/// Whether the players' side sees a space of the map now.
pub fn space_in_view(state: &State, book: &Book, spot: Spot) -> bool {
    let Some(sights) = sights(state, book) else { return true };
    let there = sights.upright(spot.square());
    eyes(state, 0).any(|eye| {
        let blind = passive::forbids(state, book, eye, "see-far").is_some();
        let near = place_of(state, eye).is_some_and(|own| Diagonals::Equal.distance(own, there.at) <= 1);
        (!blind || near) && stand(state, sights, eye).is_some_and(|from| sights.clear(from, there))
    })
}

/// Every space of the map that the players' side sees now.
pub fn seen(state: &State, book: &Book) -> Option<Squares> {
    let relief = relief(state, book)?;
    let (width, height) = relief.size();
    let mut all = Squares::none(relief.level(), width, height);
    for eye in eyes(state, 0) {
        let Some(from) = stand(state, &relief, eye) else { continue };
        if passive::forbids(state, book, eye, "see-far").is_some() {
            let own = from.at;
            let near = relief
                .squares()
                .filter(|square| Diagonals::Equal.distance(own, Footprint { at: *square, size: 1 }) <= 1);
            near.for_each(|square| {
                all.add(square);
            });
        } else {
            all.join(&relief.seen_from(from));
        }
    }
    Some(all)
}

/// Whether somebody is Hidden from another: those who consider them hostile do not see them.
#[inline]
pub fn hidden_from(state: &State, who: Who, from: Who) -> bool {
    state.live(who).is(Condition::Hidden) && state.hostile(from, who)
}

/// Cover between two before anybody's Stance; none where there is no Line of Sight.
pub fn crossed(state: &State, book: &Book, who: Who, target: Who) -> Option<Cover> {
    let Some(sights) = sights(state, book) else { return Some(Cover::No) };
    let (Some(from), Some(to)) = (stand(state, sights, who), stand(state, sights, target)) else {
        return Some(Cover::No);
    };
    sights.covered(from, to, cover_rule(state)).map(cover_of)
}

/// Cover between somebody and a thing that stands in a space; none where there is no Line of Sight to it. What fills its
/// space is seen from a free space before it.
pub fn crossed_to_thing(state: &State, book: &Book, who: Who, at: Spot) -> Option<Cover> {
    let Some(relief) = relief(state, book) else { return Some(Cover::No) };
    let Some(from) = stand(state, &relief, who) else { return Some(Cover::No) };
    let apart = |square: Square| Diagonals::Equal.distance(from.at, Footprint { at: square, size: 1 });
    let blind = passive::forbids(state, book, who, "see-far").is_some();
    if blind && apart(at.square()) > 1 {
        return None;
    }
    let rule = cover_rule(state);
    let cover = |square: Square| relief.cover(from, relief.upright(square), rule).map(|found| found.cover);
    if relief.space(at.square()).cover != Covers::Full {
        return cover(at.square()).map(cover_of);
    }
    let Square { level, y, x } = at.square();
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
    let before = around.map(|(across, down)| Square { level, y: y + down, x: x + across });
    let (width, height) = relief.size();
    let open = before.filter(|square| (0..width).contains(&square.x) && (0..height).contains(&square.y));
    let open = open
        .filter(|square| relief.space(*square).cover != Covers::Full && apart(*square) < apart(at.square()));
    open.filter_map(cover).min().map(cover_of)
}

/// How this table counts Cover.
pub fn cover_rule(state: &State) -> CoverRule {
    CoverRule {
        own_is_free: state.house.own_cover_free == OwnCoverFree::On,
        beside_target_only: state.house.cover_requires_adjacency == CoverRequiresAdjacency::On,
    }
}

/// What the board found, in this game's words.
pub fn cover_of(found: Covers) -> Cover {
    match found {
        Covers::No => Cover::No,
        Covers::Low => Cover::Low,
        Covers::High => Cover::High,
        Covers::Full => Cover::Full,
    }
}

/// What a Stance makes of Cover, each step raised once.
pub fn raised(cover: Cover, stance: Stance) -> Cover {
    match (cover, stance) {
        (Cover::Low, Stance::Crouched | Stance::Prone) => Cover::High,
        (Cover::No, Stance::Prone) => Cover::Low,
        (cover, _) => cover,
    }
}

/// Whether somebody attacks another from High Ground.
pub fn high_ground(state: &State, who: Who, target: Who) -> bool {
    if state.live(who).at.is_none() || state.live(target).at.is_none() {
        return false;
    }
    let highest = state.board.as_ref().zip(state.live(target).at).map_or(0, |(board, at)| {
        at.spaces(state.sheet(target).size.spaces()).map(|spot| board.height(spot)).max().unwrap_or(0)
    });
    let top = highest + state.live(target).lift + state.sheet(target).size.tall();
    let own = bottom(state, who);
    match state.house.high_ground_inclusive {
        HighGroundInclusive::Off => own > top,
        HighGroundInclusive::On => own >= top,
    }
}

/// What lies between two spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// How far it is.
    pub feet: u16,
    /// What covers somebody upright there; none where there is no Line of Sight.
    pub cover: Option<Cover>,
    /// The one who stands here is on High Ground.
    pub high: bool,
}

/// What lies between two spaces, for somebody upright in each.
pub fn between(state: &State, book: &Book, from: Spot, to: Spot) -> Option<Between> {
    let (relief, board) = (relief(state, book)?, state.board.as_ref()?);
    let (here, there) = (relief.upright(from.square()), relief.upright(to.square()));
    let cover = relief.sees(here, there).then(|| relief.cover(here, there, cover_rule(state))).flatten();
    let cover = cover.map(|found| cover_of(found.cover));
    let flat = metric(state).distance(from.footprint(1), to.footprint(1));
    let (low, other) = (board.height(from), board.height(to));
    let up = (low - other).unsigned_abs() / SPACE.unsigned_abs();
    let feet = u16::try_from(flat.max(up.into())).unwrap_or(u16::MAX).saturating_mul(5);
    let high = match state.house.high_ground_inclusive {
        HighGroundInclusive::Off => low > other + SPACE,
        HighGroundInclusive::On => low >= other + SPACE,
    };
    Some(Between { feet, cover, high })
}

/// Spaces somebody sees that nobody of the players' side had seen before.
pub fn newly_seen(state: &State, book: &Book, who: Who) -> Option<Squares> {
    let sights = sights(state, book)?;
    let (width, height) = sights.size();
    if state.explored.has_all(sights.level(), (width, height)) {
        return Some(Squares::none(sights.level(), 0, 0));
    }
    let mut all = Squares::none(sights.level(), width, height);
    let Some(from) = stand(state, sights, who) else { return Some(all) };
    let blind = passive::forbids(state, book, who, "see-far").is_some();
    for square in sights.squares().filter(|square| !state.explored.has(*square)) {
        let near = Diagonals::Equal.distance(from.at, Footprint { at: square, size: 1 }) <= 1;
        if (!blind || near) && sights.clear(from, sights.upright(square)) {
            all.add(square);
        }
    }
    Some(all)
}
