//! The chart in play: who stands where, who is in whose way, how far it is and which way leads there.

use std::sync::OnceLock;

use boneyard_board::{Chart as Drawing, Diagonals as Slants, Footprint, Grid, Ground, Legend, Square, Walk};
use boneyard_table::{At, Refusal, RuleId, Who};
use smallvec::SmallVec;

use crate::DeadWeight;
use crate::house::Diagonals;
use crate::rules;
use crate::state::{Battle, Chart, Fighter, Shared, State, Tile};
use crate::weapon::Band;

/// Tiles a chart may have across or down.
pub const MOST_SIDE: u8 = 40;
/// Tiles a chart has across and down if nothing is said.
pub const USUAL_SIDE: u8 = 12;

/// Whether somebody is in the fight and on the chart, on their feet or not.
#[inline]
pub fn present(state: &State, who: Who) -> bool {
    let on = state.battle.as_ref().is_some_and(|battle| battle.tile(who).is_some());
    on && state.creature(who).is_some_and(|one| !one.live.dead && !one.live.away)
}

/// Whether somebody is in the fight and can still fight.
#[inline]
pub fn able(state: &State, who: Who) -> bool {
    present(state, who) && !state.live(who).mortal
}

/// Everybody in the fight, in their order.
#[inline]
pub fn fighters(state: &State) -> impl Iterator<Item = Who> + '_ {
    state.battle.iter().flat_map(|battle| &battle.fighters).map(|fighter| fighter.who)
}

/// Whether somebody has no body just now.
#[inline]
pub fn ghostly(state: &State, who: Who) -> bool {
    state.sheet(who).is("incorporeal") && state.live(who).under(rules::DW_GEAR_55H).is_none()
}

/// Whether somebody walks on walls, over the heads of the one who is in the way.
pub fn overhead(state: &State, who: Who) -> bool {
    state.live(who).under(rules::DW_SPELL_23H).is_some()
}

/// Whether two are on different sides.
#[inline]
pub fn hostile(state: &State, one: Who, other: Who) -> bool {
    state.sheet(one).side != state.sheet(other).side
}

/// Those of other sides who are there, the fallen included.
#[inline]
pub fn opponents(state: &State, who: Who) -> impl Iterator<Item = Who> + '_ {
    opposing(state, who).map(|fighter| fighter.who)
}

/// The same as they stand.
#[inline]
fn opposing(state: &State, who: Who) -> impl Iterator<Item = &Fighter> {
    let side = state.creature(who).map(|one| one.sheet.side);
    let there =
        state.battle.iter().flat_map(|battle| &battle.fighters).filter(|fighter| fighter.at.is_some());
    there.filter(move |fighter| {
        state
            .creature(fighter.who)
            .is_some_and(|other| Some(other.sheet.side) != side && !other.live.dead && !other.live.away)
    })
}

/// The tiles of those of other sides who can still fight, in their order.
#[inline]
pub fn standing(state: &State, who: Who) -> impl Iterator<Item = (Who, Tile)> + '_ {
    let up = opposing(state, who).filter(move |fighter| !state.live(fighter.who).mortal);
    up.filter_map(|fighter| Some((fighter.who, fighter.at?)))
}

/// How many squares apart two are.
#[inline]
pub fn distance(state: &State, one: Who, other: Who) -> Option<u16> {
    let battle = state.battle.as_ref()?;
    Some(tiles_apart(state, battle.tile(one)?, battle.tile(other)?))
}

/// How many squares apart two tiles are.
#[inline]
pub fn tiles_apart(state: &State, one: Tile, other: Tile) -> u16 {
    let far = slants(state).distance(Footprint::one(one.square()), Footprint::one(other.square()));
    u16::try_from(far).unwrap_or(u16::MAX)
}

/// Whether two are Close.
#[inline]
pub fn close(state: &State, one: Who, other: Who) -> bool {
    distance(state, one, other).is_some_and(|far| far <= Band::Close.squares())
}

#[inline]
fn slants(state: &State) -> Slants {
    match state.house.diagonals {
        Diagonals::On => Slants::Equal,
        Diagonals::Off => Slants::Never,
    }
}

/// Whether somebody can reach somebody over a band.
pub fn check_reach(
    at: At<'_, DeadWeight>,
    who: Who,
    target: Who,
    band: Band,
    rule: RuleId,
) -> Result<(), Refusal> {
    let state = at.state;
    let (Some(battle), Some(far)) = (&state.battle, distance(state, who, target)) else {
        return Err(Refusal::new(rule, "not-there", format!("{} is not on the chart.", state.name(target))));
    };
    if far > band.squares() {
        let name = state.name(target);
        let sentence = format!("{name} is {far} squares away; this reaches {}.", band.name());
        let refusal = Refusal::new(rules::DW_RANGE_03, "out-of-range", sentence);
        return Err(refusal.with("squares", far).with("band", band.name()));
    }
    let through = ghostly(state, who);
    let (Some(from), Some(to)) = (battle.tile(who), battle.tile(target)) else { return Ok(()) };
    if !through && battle.chart.grid.crosses(from.square(), to.square()).is_some() {
        let sentence = format!("A wall stands between you and {}.", state.name(target));
        return Err(Refusal::new(rules::DW_HOUSE_14H, "wall", sentence));
    }
    Ok(())
}

/// Those of other sides who can still fight and stand next to a tile.
#[inline]
pub fn threats(state: &State, who: Who, tile: Tile) -> impl Iterator<Item = Who> + '_ {
    let near = move |there: Tile| tiles_apart(state, there, tile) <= 1;
    standing(state, who).filter(move |(_, there)| near(*there)).map(|(other, _)| other)
}

/// Whether somebody of another side holds a tile.
#[inline]
pub fn held_by_opponent(state: &State, who: Who, tile: Tile) -> bool {
    standing(state, who).any(|(_, there)| there == tile)
}

/// How somebody goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gait {
    /// What it may cost in all.
    pub points: u8,
    /// What leaving a tile next to an opponent costs beside the step.
    pub leaving: u8,
    /// Walls and people are no hindrance.
    pub through: bool,
}

/// A way by its tiles, the first being where one stands.
pub fn way(state: &State, who: Who, to: Tile, gait: Gait) -> Option<Vec<Tile>> {
    let from = state.battle.as_ref()?.tile(who)?;
    let found = with_walk(state, who, gait, |grid, walk| grid.path(from.square(), to.square(), walk))?;
    let whole = found.cost() / STEP <= u32::from(gait.points) && can_stop(state, who, to);
    whole.then(|| found.squares.into_iter().filter_map(Tile::of).collect())
}

/// A way that leads over a tile somebody wants to go by, the first being where one stands.
pub fn way_by(state: &State, who: Who, via: Tile, to: Tile, gait: Gait) -> Option<Vec<Tile>> {
    let from = state.battle.as_ref()?.tile(who)?;
    let leg = |from: Tile, to: Tile| {
        with_walk(state, who, gait, |grid, walk| grid.path(from.square(), to.square(), walk))
    };
    let (first, second) = (leg(from, via)?, leg(via, to)?);
    let squares = first.squares.into_iter().chain(second.squares.into_iter().skip(1));
    let tiles: Vec<Tile> = squares.filter_map(Tile::of).collect();
    follow(state, who, &tiles, gait).is_ok().then_some(tiles)
}

/// Checks a way somebody chose, tile by tile, the first being where they stand.
pub fn follow(state: &State, who: Who, tiles: &[Tile], gait: Gait) -> Result<(), String> {
    let squares: Vec<Square> = tiles.iter().map(|tile| tile.square()).collect();
    let route = with_walk(state, who, gait, |grid, walk| Some(grid.follow(&squares, walk)));
    let route = route.ok_or("there is no chart")?.map_err(|fault| fault.to_string())?;
    if route.cost() / STEP > u32::from(gait.points) {
        return Err(format!("This costs {}; there are {}.", route.cost() / STEP, gait.points));
    }
    match tiles.last() {
        Some(end) if !can_stop(state, who, *end) => Err(format!("Nobody can stop at {end}.")),
        _ => Ok(()),
    }
}

/// Tiles somebody can get to, with what each costs; the one they stand on is not among them.
pub fn reachable(state: &State, who: Who, gait: Gait) -> Vec<(Tile, u8)> {
    let Some(from) = state.battle.as_ref().and_then(|battle| battle.tile(who)) else { return Vec::new() };
    let most = u32::from(gait.points) * STEP + STEP - 1;
    let reached = with_walk(state, who, gait, |grid, walk| Some(grid.reach(from.square(), most, walk)))
        .unwrap_or_default();
    let tiles = reached.into_iter().filter_map(|reached| {
        Some((Tile::of(reached.square)?, u8::try_from(reached.cost / STEP).unwrap_or(u8::MAX)))
    });
    tiles.filter(|(tile, _)| *tile != from && can_stop(state, who, *tile)).collect()
}

/// The tile to go to on the way to one that is so near to any of these, however long the way is: as far as the points
/// go.
pub fn towards(state: &State, who: Who, gait: Gait, near: &[Tile], within: u16) -> Option<Tile> {
    let from = state.battle.as_ref()?.tile(who)?;
    if near.is_empty() {
        return None;
    }
    let aim: SmallVec<[Footprint; 8]> = near.iter().map(|tile| Footprint::one(tile.square())).collect();
    let (slants, within) = (slants(state), u32::from(within));
    let wanted =
        |square: Square| aim.iter().any(|there| slants.distance(*there, Footprint::one(square)) <= within);
    let route = with_walk(state, who, gait, |grid, walk| {
        grid.path_where(from.square(), &wanted, &Walk { aim: &aim, within, ..*walk })
    })?;
    let steps =
        route.squares.iter().zip(&route.costs).filter(|(_, cost)| **cost / STEP <= gait.points.into());
    let tiles = steps.filter_map(|(square, _)| Tile::of(*square));
    let mut back = tiles.rev().filter(|tile| *tile == from || can_stop(state, who, *tile));
    back.next().filter(|tile| *tile != from)
}

/// A step in the unit of the search: ways of the same length differ by how often they leave somebody's side.
const STEP: u32 = 100;

fn with_walk<T>(
    state: &State,
    who: Who,
    gait: Gait,
    go: impl FnOnce(&Grid, &Walk<'_>) -> Option<T>,
) -> Option<T> {
    let battle = state.battle.as_ref()?;
    let standing: SmallVec<[Square; 8]> = standing(state, who).map(|(_, there)| there.square()).collect();
    let (slants, passes) = (slants(state), gait.through || overhead(state, who));
    let cost = |step: boneyard_board::Step| {
        if !passes && standing.contains(&step.to) {
            return None;
        }
        let from = Footprint::one(step.from);
        let leaves = standing.iter().any(|there| slants.distance(Footprint::one(*there), from) <= 1);
        Some(STEP + u32::from(leaves) * (1 + u32::from(gait.leaving) * STEP))
    };
    let walk = Walk { diagonals: slants, least: STEP, ..Walk::new(&cost) };
    if gait.through {
        let (width, height) = battle.chart.grid.chart().size(0)?;
        let open = Drawing::open(width, height, legend()).ok()?;
        return go(&Grid::new(open), &walk);
    }
    go(&battle.chart.grid, &walk)
}

/// Whether somebody may end a move on a tile.
pub fn can_stop(state: &State, who: Who, tile: Tile) -> bool {
    let floor = |battle: &Battle| battle.chart.grid.bars(tile.square()).is_none();
    state.battle.as_deref().is_some_and(floor) && !held_by_opponent(state, who, tile)
}

/// Marks of a drawing beside floor, wall and doors: exits, the advantage point, water.
fn legend() -> Legend {
    let marks = [('>', "exit"), ('^', "advantage point"), ('~', "water")];
    marks.into_iter().map(|(mark, name)| (mark, Ground::floor(name))).collect()
}

/// The open chart of a fight of which nothing is said, laid out once: fights are simulated by the thousand.
pub fn usual_chart() -> Result<Shared<Chart>, String> {
    static USUAL: OnceLock<Shared<Chart>> = OnceLock::new();
    if let Some(chart) = USUAL.get() {
        return Ok(chart.clone());
    }
    let chart = Shared::new(open_chart(USUAL_SIDE, USUAL_SIDE)?);
    Ok(USUAL.get_or_init(|| chart).clone())
}

/// An open chart.
pub fn open_chart(width: u8, height: u8) -> Result<Chart, String> {
    sized(width.into(), height.into())?;
    let drawing = Drawing::open(width.into(), height.into(), legend()).map_err(|fault| fault.to_string())?;
    Ok(Chart { grid: Grid::new(drawing), exits: Vec::new(), advantage: None })
}

/// A chart from its drawing: `.` floor, `#` wall, `+` closed door, `'` open door, `>` exit, `^` the
/// advantage point, `~` water.
pub fn drawn_chart(text: &str) -> Result<Chart, String> {
    let drawing =
        Drawing::of_squares(text.trim_matches('\n'), legend()).map_err(|fault| fault.to_string())?;
    let (width, height) = drawing.size(0).ok_or("the drawing is empty")?;
    sized(width, height)?;
    let exits = drawing.named("exit").filter_map(Tile::of).collect();
    let points: Vec<Tile> = drawing.named("advantage point").filter_map(Tile::of).collect();
    if points.len() > 1 {
        return Err("there is one advantage point at most".into());
    }
    Ok(Chart { grid: Grid::new(drawing), exits, advantage: points.first().copied() })
}

fn sized(width: i16, height: i16) -> Result<(), String> {
    let most = i16::from(MOST_SIDE);
    if (1..=most).contains(&width) && (1..=most).contains(&height) {
        return Ok(());
    }
    Err(format!("a chart is 1 to {MOST_SIDE} squares each way, not {width} by {height}"))
}

/// Turns floor into wall.
pub fn wall(chart: &mut Chart, tile: Tile) -> Result<(), String> {
    chart.grid.redraw(|drawing| drawing.set_ground(tile.square(), '#')).map_err(|fault| fault.to_string())
}
