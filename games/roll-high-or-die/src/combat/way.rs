//! Ways over the map: what a step costs, who stands in the way as far as the mover's side knows, where one can get to.

use boneyard_board::{Diagonals, Footprint, Route, Square, Step, Walk};
use boneyard_table::{At, Refusal, Who};
use smallvec::SmallVec;

use super::bodies::{Barred, Bodies};
use super::maneuver::{RULE, bad, may_move};
use super::push::{floor_under, floors_matter};
use super::run::Run;
use crate::RollHighOrDie;
use crate::body::run as run_feet;
use crate::book::Book;
use crate::passive::{self, Floors};
use crate::remembered;
use crate::rules;
use crate::sight::{self, SPACE};
use crate::state::{Board, Condition, Levels, Spot, Stance, State, Tread};

/// What steps cost somebody: everything that is the same for all of them, looked up once for a whole way.
struct Footing<'s> {
    state: &'s State,
    bodies: &'s Bodies,
    floors: Option<Floors<'s, 's>>,
    size: u8,
    /// The height of the mover's space, less that of the floor below.
    base: Option<i16>,
    /// How high every floor is, where not all are alike.
    levels: Option<&'s Levels>,
    /// The spaces that are barred to those who take up only one, and between which heights.
    barred: SmallVec<[Barred; 12]>,
    /// Floors mean something.
    matter: bool,
    footed: bool,
    /// Drags somebody through water as if there were none.
    drags: bool,
}

/// Feet of a step at least.
const LEAST: u32 = 5;

impl<'s> Footing<'s> {
    fn of(state: &'s State, book: &'s Book, who: Who, bodies: &'s Bodies) -> Self {
        let size = state.sheet(who).size.spaces();
        let live = state.live(who);
        let base = live.at.map(|at| sight::bottom(state, who) - live.lift - height_of(state, at, size));
        let levels = state.board.as_ref().filter(|_| !is_level(state)).map(|board| board.levels());
        let barred = if size <= 1 { bodies.barred() } else { SmallVec::new() };
        Self {
            state,
            bodies,
            floors: Floors::of(state, book),
            size,
            base,
            levels,
            barred,
            matter: floors_matter(state),
            footed: passive::hook(state, book, who, "sure-footed").is_some(),
            drags: crate::body::drags(state, book, who),
        }
    }

    /// How somebody goes whose steps cost this.
    fn walk<'a>(&self, cost: &'a dyn Fn(Step) -> Option<u32>) -> Walk<'a> {
        Walk { size: self.size, diagonals: sight::metric(self.state), least: LEAST, ..Walk::new(cost) }
    }

    /// Whether a space costs double; nothing where one may not go.
    fn slows(&self, spot: Spot) -> Option<bool> {
        match self.floors.as_ref().map_or(Tread::Plain, |floors| floors.tread(spot)) {
            Tread::Plain => Some(false),
            Tread::Shut => None,
            Tread::Double { loose, wet } => {
                Some(self.matter && !(loose && self.footed) && !(wet && self.drags))
            }
        }
    }

    /// What a step of a run costs in feet; nothing where one may not go. Walls are the map's own.
    fn cost(&self, step: Step) -> Option<u32> {
        let (from, to) = (Spot::of(step.from)?, Spot::of(step.to)?);
        let mut own = self.base?;
        let mut rise = -own;
        if let Some(levels) = self.levels {
            let floor = |spot: Spot| match self.size {
                0..=1 => levels.at(spot),
                size => floor_under(self.state, spot, size),
            };
            own += floor(from).unwrap_or(0);
            rise = floor(to)? - own;
        }
        let uphill = |spot: Spot| self.floors.as_ref().is_some_and(|floors| floors.is_slope(spot));
        let slope = rise != 0 && (uphill(from) || uphill(to));
        if rise.abs() > if slope { SPACE } else { 0 } {
            return None;
        }
        let mut double = slope && rise > 0;
        if self.size <= 1 {
            double |= self.slows(to)?;
        } else {
            for spot in to.spaces(self.size) {
                double |= self.slows(spot)?;
            }
        }
        let barred = if self.size <= 1 {
            self.barred.iter().any(|body| body.at == to && self.bodies.meets_at(body, own))
        } else {
            self.bodies.bar(to.footprint(self.size), own)
        };
        if barred {
            return None;
        }
        Some(step.length * if double { 2 * LEAST } else { LEAST })
    }
}

/// Whether every floor is as high as any other.
fn is_level(state: &State) -> bool {
    state.board.as_ref().is_none_or(|board| board.heights.is_empty())
}

pub(super) fn height_of(state: &State, spot: Spot, size: u8) -> i16 {
    if is_level(state) {
        return 0;
    }
    floor_under(state, spot, size).unwrap_or(0)
}

/// No Maneuver of somebody Frightened ends nearer to whom they fear.
pub(super) fn check_fear(state: &State, book: &Book, who: Who, from: Spot, to: Spot) -> Result<(), Refusal> {
    if !Feared::of(state, book, who, from).nearer(to) {
        return Ok(());
    }
    let sentence = format!("{} is Frightened and goes no nearer.", state.name(who));
    Err(Refusal::new(Condition::Frightened.rule(), "too-near", sentence))
}

/// Where those are whom somebody is Frightened of.
struct Feared {
    places: SmallVec<[Footprint; 2]>,
    from: Spot,
    size: u8,
    metric: Diagonals,
}

impl Feared {
    fn of(state: &State, book: &Book, who: Who, from: Spot) -> Self {
        let mut places = SmallVec::new();
        if passive::forbids(state, book, who, "nearer").is_some() {
            let all = state.live(who).conditions.iter();
            let sources = all.filter(|known| known.what.what == Condition::Frightened);
            places.extend(sources.filter_map(|known| sight::place_of(state, known.what.from?)));
        }
        Self { places, from, size: state.sheet(who).size.spaces(), metric: sight::metric(state) }
    }

    /// Whether a Maneuver there leads nearer to one of them.
    fn nearer(&self, to: Spot) -> bool {
        let far = |spot: Spot, other: Footprint| self.metric.distance(spot.footprint(self.size), other);
        self.places.iter().any(|source| far(to, *source) < far(self.from, *source))
    }
}

/// The one who hangs on a ladder or a wall climbs or jumps; only what flies goes on up there.
pub(super) fn on_the_floor(state: &State, book: &Book, who: Who) -> Result<(), Refusal> {
    if state.live(who).lift <= 0 || passive::forbids(state, book, who, "fall").is_some() {
        return Ok(());
    }
    bad("no-floor", format!("{} hangs above the floor: climb down, or jump.", state.name(who)))
}

/// Whether somebody could stay there as far as they know: nobody else is in it.
pub(super) fn may_stay(state: &State, who: Who, bodies: &Bodies, spot: Spot) -> bool {
    let size = state.sheet(who).size.spaces();
    !bodies.fill(spot.footprint(size), height_of(state, spot, size))
}

/// The way of a run, and who was known to be where when it was looked for.
#[derive(Debug)]
pub struct Way {
    pub(super) route: Route,
    bodies: Bodies,
}

impl Way {
    /// The same way once it is paid for, where nothing else has happened.
    pub(super) fn still(self, at: At<'_, RollHighOrDie>, run: &Run, from: Spot) -> Result<Self, Refusal> {
        let (state, book, who) = (at.state, at.book, run.who);
        let most = u32::from(run_feet(state, book, who));
        let cost = self.route.cost();
        if cost > most {
            let sentence = format!("That is {cost} feet; a run is at most {most}.");
            return Err(Refusal::new(RULE, "too-far", sentence).with("feet", cost).with("most", most));
        }
        check_fear(state, book, who, from, run.to)?;
        if state.live(who).ap <= 1 && !may_stay(state, who, &self.bodies, run.to) {
            let sentence = format!("Somebody is at {}, and there would be no AP left to move on.", run.to);
            return Err(Refusal::new(rules::RH_POS_03, "taken", sentence));
        }
        Ok(self)
    }
}

/// The way of a run without asking for AP: what must still hold when it gets its turn.
pub(super) fn way(at: At<'_, RollHighOrDie>, run: &Run, from: Spot) -> Result<Way, Refusal> {
    let (state, book, who) = (at.state, at.book, run.who);
    let stance = state.live(who).stance;
    if !stance.is_upright() {
        let rule = if stance == Stance::Prone { rules::RH_STANCE_05 } else { rules::RH_STANCE_04 };
        let sentence = format!("Nobody runs while {}.", stance.name());
        return Err(Refusal::new(rule, "cannot-run", sentence));
    }
    on_the_floor(state, book, who)?;
    let known = remembered::known_to(state, who);
    let Some(board) = &known.board else { return bad("no-map", "There is no map.") };
    if run.to == from && run.by.is_empty() {
        return bad("there-already", format!("{} is there already.", state.name(who)));
    }
    let bodies = Bodies::known_to(state, book, who);
    let footing = Footing::of(&known, book, who, &bodies);
    let cost = |step: Step| footing.cost(step);
    let walk = footing.walk(&cost);
    let route = if run.by.is_empty() {
        board.grid.path(from.square(), run.to.square(), &walk)
    } else {
        if run.by.len() > 20 {
            return bad("too-far", "That is too far for one Maneuver.");
        }
        match board.grid.follow(&by_way_of(board, run, from, &walk)?, &walk) {
            Ok(route) => Some(route),
            Err(fault) => return bad("no-way", fault.to_string()),
        }
    };
    let Some(route) = route else {
        return bad("no-way", format!("There is no way to {} that {} could run.", run.to, state.name(who)));
    };
    Way { route, bodies }.still(at, run, from)
}

/// The spaces of a way that is told; between two that are no neighbours it is the shortest.
fn by_way_of(board: &Board, run: &Run, from: Spot, walk: &Walk<'_>) -> Result<Vec<Square>, Refusal> {
    let mut squares = vec![from.square()];
    let last = (run.by.last() != Some(&run.to)).then_some(run.to);
    let mut here = from.square();
    for to in run.by.iter().copied().chain(last).map(Spot::square) {
        if here.direction_to(to).is_some() {
            squares.push(to);
        } else if here != to {
            let Some(leg) = board.grid.path(here, to, walk) else {
                return bad("no-way", format!("There is no way from {here} to {to}."));
            };
            squares.extend(leg.squares.into_iter().skip(1));
        }
        here = to;
    }
    Ok(squares)
}

/// The way to a space in a straight line, at most so many feet.
pub fn check_line(at: At<'_, RollHighOrDie>, who: Who, to: Spot, most: u32) -> Result<Route, Refusal> {
    let from = may_move(at.state, at.book, who, 0)?;
    let known = remembered::known_to(at.state, who);
    let bodies = Bodies::known_to(at.state, at.book, who);
    let footing = Footing::of(&known, at.book, who, &bodies);
    line(at, who, (from, to), most, &footing)
}

/// Every space somebody could get to in a straight line, at most so many feet.
pub fn lines(at: At<'_, RollHighOrDie>, who: Who, most: u32) -> Vec<Spot> {
    let Ok(from) = may_move(at.state, at.book, who, 0) else { return Vec::new() };
    let known = remembered::known_to(at.state, who);
    let bodies = Bodies::known_to(at.state, at.book, who);
    let footing = Footing::of(&known, at.book, who, &bodies);
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
    let spaces = i16::try_from(most / 5).unwrap_or(0);
    let spots = around.flat_map(|(across, down)| (1..=spaces).map(move |nth| (across * nth, down * nth)));
    let spots = spots.filter_map(|(across, down)| from.step(across, down)).filter(|to| *to != from);
    spots.filter(|to| line(at, who, (from, *to), most, &footing).is_ok()).collect()
}

fn line(
    at: At<'_, RollHighOrDie>,
    who: Who,
    (from, to): (Spot, Spot),
    most: u32,
    footing: &Footing<'_>,
) -> Result<Route, Refusal> {
    let (dx, dy) = (i16::from(to.x) - i16::from(from.x), i16::from(to.y) - i16::from(from.y));
    if (dx, dy) == (0, 0) || !(dx == 0 || dy == 0 || dx.abs() == dy.abs()) {
        return bad("not-straight", format!("{to} does not lie in a straight line."));
    }
    let Some(board) = &footing.state.board else { return bad("no-map", "There is no map.") };
    let spaces = dx.abs().max(dy.abs());
    let squares: Vec<Square> = (0..=spaces)
        .filter_map(|nth| from.step(dx.signum() * nth, dy.signum() * nth))
        .map(Spot::square)
        .collect();
    let cost = |step: Step| footing.cost(step);
    let route = match board.grid.follow(&squares, &footing.walk(&cost)) {
        Ok(route) => route,
        Err(fault) => return bad("no-way", fault.to_string()),
    };
    if route.cost() > most {
        let sentence = format!("That is {} feet, more than {most}.", route.cost());
        return Err(Refusal::new(RULE, "too-far", sentence).with("feet", route.cost()).with("most", most));
    }
    if !may_stay(at.state, who, footing.bodies, to) {
        return Err(Refusal::new(rules::RH_POS_03, "taken", format!("Somebody is at {to}.")));
    }
    Ok(route)
}

/// Every space somebody can run to, with what it costs in feet.
pub fn reachable(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(Spot, u32)> {
    // Through a friend's space one may go on with what is left.
    reached(at, who, at.state.live(who).ap > 1)
}

/// Every space somebody can run to and stay in as far as they know, with what it costs in feet.
pub fn free_spaces(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(Spot, u32)> {
    reached(at, who, false)
}

fn reached(at: At<'_, RollHighOrDie>, who: Who, shared: bool) -> Vec<(Spot, u32)> {
    let (state, book) = (at.state, at.book);
    let known = remembered::known_to(state, who);
    let (Ok(from), Some(board)) = (may_move(state, book, who, 1), &known.board) else { return Vec::new() };
    if !state.live(who).stance.is_upright() || on_the_floor(state, book, who).is_err() {
        return Vec::new();
    }
    let most = u32::from(run_feet(state, book, who));
    let bodies = Bodies::known_to(state, book, who);
    let footing = Footing::of(&known, book, who, &bodies);
    let cost = |step: Step| footing.cost(step);
    let walk = footing.walk(&cost);
    let feared = Feared::of(state, book, who, from);
    let all = board.grid.reach(from.square(), most, &walk).into_iter();
    all.filter_map(|reached| Some((Spot::of(reached.square)?, reached.cost)))
        .filter(|(spot, _)| *spot != from && (shared || may_stay(state, who, &bodies, *spot)))
        .filter(|(spot, _)| !feared.nearer(*spot))
        .collect()
}

/// Whether a whole way is open as the map is, whatever the mover believed.
pub(super) fn is_open_along(state: &State, book: &Book, who: Who, route: &Route) -> bool {
    let spots: Vec<Spot> = route.squares.iter().filter_map(|square| Spot::of(*square)).collect();
    state.remembered.is_empty() || spots.windows(2).all(|step| is_open(state, book, who, step[0], step[1]))
}

/// Whether the next space of a way can be entered as the map is, whatever the mover believed.
pub(super) fn is_open(state: &State, book: &Book, who: Who, from: Spot, to: Spot) -> bool {
    let Some(board) = &state.board else { return true };
    let bodies = Bodies::known_to(state, book, who);
    let footing = Footing::of(state, book, who, &bodies);
    let cost = |step: Step| footing.cost(step);
    let walk = footing.walk(&cost);
    board.grid.follow(&[from.square(), to.square()], &walk).is_ok()
}

/// Where somebody could go from where they stand, for one who looks for several things.
#[derive(Debug)]
pub struct Ways<'a, 's> {
    at: At<'s, RollHighOrDie>,
    who: Who,
    from: Spot,
    bodies: &'a Bodies,
    /// What lies where, for those for whom parts of the map are parts: one space, on the floor.
    floors: Option<Floors<'a, 'a>>,
    ways: boneyard_board::Ways<'a>,
}

/// Looks for ways of somebody who can run; nothing for those who cannot.
pub fn ways<T>(
    at: At<'_, RollHighOrDie>,
    who: Who,
    look: impl FnOnce(&mut Ways<'_, '_>) -> Option<T>,
) -> Option<T> {
    let (state, book) = (at.state, at.book);
    let from = may_move(state, book, who, 1).ok().filter(|_| state.live(who).stance.is_upright())?;
    let known = remembered::known_to(state, who);
    let board = known.board.as_ref()?;
    let bodies = Bodies::known_to(state, book, who);
    let footing = Footing::of(&known, book, who, &bodies);
    let cost = |step: Step| footing.cost(step);
    let ways = board.grid.ways(from.square(), footing.walk(&cost));
    let floors = footing.floors.filter(|_| footing.size <= 1 && footing.base == Some(0));
    look(&mut Ways { at, who, from, bodies: &bodies, floors, ways })
}

impl Ways<'_, '_> {
    /// The first stretch of the shortest way to a space that is wanted. Where every such space lies within so many
    /// squares of one of these, saying so spares looking elsewhere.
    pub fn towards(
        &mut self,
        near: &[Footprint],
        within: u32,
        wanted: &dyn Fn(Spot) -> bool,
    ) -> Option<Spot> {
        let Self { at: At { state, book, .. }, who, from, bodies, floors, .. } = *self;
        if let Some(floors) = floors.filter(|_| !near.is_empty()) {
            let mut spots = near.iter().flat_map(|place| around(*place, within));
            if !spots.any(|spot| wanted(spot) && !floors.apart(from, spot)) {
                return None;
            }
        }
        let stays = |spot: Spot| may_stay(state, who, bodies, spot);
        let fits = |square: Square| Spot::of(square).is_some_and(|spot| wanted(spot) && stays(spot));
        let route = self.ways.nearest(&fits, near, within)?;
        let within = route.within(run_feet(state, book, who).into());
        let spots = within.squares.iter().rev().filter_map(|square| Spot::of(*square));
        let feared = Feared::of(state, book, who, from);
        let braves = |spot: &Spot| !feared.nearer(*spot);
        spots.into_iter().find(|spot| stays(*spot) && braves(spot)).filter(|spot| *spot != from)
    }
}

/// The spaces within so many squares of something.
fn around(place: Footprint, within: u32) -> impl Iterator<Item = Spot> {
    let far = i32::try_from(within).unwrap_or(i32::MAX).min(i32::from(u8::MAX));
    let size = i32::from(place.size.max(1));
    let side = move |at: i16| {
        let at = i32::from(at);
        (at - far).max(0)..=(at + size - 1 + far).min(i32::from(u8::MAX))
    };
    side(place.at.y).flat_map(move |y| side(place.at.x).map(move |x| Spot::new(x as u8, y as u8)))
}

/// The first stretch of the shortest way to a space that is wanted.
pub fn towards(at: At<'_, RollHighOrDie>, who: Who, wanted: &dyn Fn(Spot) -> bool) -> Option<Spot> {
    ways(at, who, |ways| ways.towards(&[], 0, wanted))
}
