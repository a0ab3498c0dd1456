//! Moving on the map, step by step: what a step costs, who is in the way, what moving ends, and doors.

use std::cell::LazyCell;

use boneyard_board::{Footprint, Route, Square, Step, Walk};
use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::moment::Tie;
use boneyard_table::view::{self, Domain};
use boneyard_table::{At, Cx, Flow, Pilot, Refusal, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bars::{Bars, SQUARE, nearer_to_dread, square_of};
use super::legal::{Cost, actor_now, hostile, is_awake, may_do};
use super::react;
use crate::DieTrying;
use crate::book::Book;
use crate::dungeon;
use crate::fact::{FightFact, TableFact};
use crate::hurt::{speed, tie_breaks};
use crate::passive;
use crate::rules;
use crate::sight;
use crate::state::{Spot, State};
use crate::trap;

/// Moving.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Go {
    /// Who.
    pub who: Who,
    /// Where to.
    pub to: Spot,
    /// By which squares; the shortest way if nothing is said.
    #[serde(default)]
    pub by: Vec<Spot>,
    /// At half pace, with an eye on the floor: a trap may be noticed before it goes off.
    #[serde(default)]
    pub slowly: bool,
    /// A square to go by way of, where not all of them are named.
    #[serde(default)]
    pub via: Option<Spot>,
}

impl Go {
    /// There, by the shortest way.
    pub fn to(who: Who, to: Spot) -> Self {
        Self { who, to, by: Vec::new(), slowly: false, via: None }
    }
}

impl Form<DieTrying> for Go {
    fn form(form: &mut Filling<'_, DieTrying>) -> Filled<Self> {
        let who = actor_now(form)?;
        let at = form.at();
        // A longer way goes round a trap, or keeps clear of the one who is waited for.
        let own_way = form.variant(&[false, true])?;
        let hero = at.state.creature(who).is_some_and(|one| one.sheet.is_hero());
        form.only_if(hero || !own_way)?;
        let open = LazyCell::new(|| reachable(at, who));
        let squares = || Domain::Square { among: open.iter().map(|(spot, _)| square(*spot)).collect() };
        let via = if own_way { form.maybe_field("via", "By way of", squares, maybe_spot)? } else { None };
        let to = form.field("to", "Where to", squares, || open.first().map(|(spot, _)| *spot), spot)?;
        let slowly = own_way && form.flag("slowly", "At half pace, with an eye on the floor")?;
        if own_way {
            form.label(|| "Move by a way of your own".into());
        }
        form.id(|| if own_way { "move-via" } else { "move" }.to_owned());
        Ok(Self { who, to, by: form.unasked("by")?, slowly, via })
    }

    fn actor(&self) -> Option<Who> {
        Some(self.who)
    }
}

/// A square as it is written.
pub(crate) fn spot(written: Value) -> Result<Spot, String> {
    serde_json::from_value(written).map_err(|error| error.to_string())
}

/// The same where it may be left out.
pub(crate) fn maybe_spot(written: Value) -> Result<Option<Spot>, String> {
    spot(written).map(Some)
}

/// A square as pages draw it.
pub(crate) fn square(spot: Spot) -> view::Square {
    view::Square::new(spot.x.into(), spot.y.into())
}

/// How far somebody can still go, in feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gait {
    /// Feet left; none where nobody counts.
    pub left: Option<u16>,
    /// Feet a square costs.
    pub square: u16,
}

/// How somebody goes now.
pub fn gait(state: &State, book: &Book, who: Who) -> Gait {
    let live = state.live(who);
    let square = square_of(state, who);
    let left = state.battle.as_ref().map(|_| {
        let all = speed(state, book, who) * if live.turn.dashed { 2 } else { 1 };
        (all + live.turn.extra).saturating_sub(live.turn.spent)
    });
    Gait { left, square }
}

/// Whether somebody may move at all.
fn may_move(may: May<'_, DieTrying>, who: Who) -> Lawful<Spot> {
    let state = may.state;
    may_do(may, who, Cost::Free)?;
    if let Some(rule) = passive::forbids(state, may.book, who, "move") {
        return may.outright(|| {
            let sentence = format!("{} cannot leave the square.", state.name(who));
            Refusal::new(rule, "immobilized", sentence)
        });
    }
    match (&state.board, state.live(who).at) {
        (Some(_), Some(at)) => Ok(at),
        _ => may.outright(|| {
            let sentence = format!("{} stands on no map.", state.name(who));
            Refusal::new(rules::DT_COM_05, "no-map", sentence)
        }),
    }
}

/// From where somebody could move now.
fn moves_from(at: At<'_, DieTrying>, who: Who) -> Option<Spot> {
    may_move(May::quiet(at, Seat::GM), who).ok()
}

/// Whether somebody could stop there: nobody else stands there, as far as they know.
fn may_stop(state: &State, who: Who, at: Square) -> bool {
    let there = Footprint { at, size: state.sheet(who).size.squares() };
    let other = super::ground::taken(state, who, there);
    other.is_none_or(|other| state.sheet(who).has_tag("swarm") || !sight::may_target(state, who, other))
}

/// The way of a move, or why it cannot be made.
fn may_go(may: May<'_, DieTrying>, go: &Go) -> Lawful<Route> {
    let (state, book, who) = (may.state, may.book, go.who);
    let from = may_move(may, who)?;
    let rule = rules::DT_COM_05;
    let bad = |code: &str, sentence: String| Refusal::new(rule, code, sentence);
    let Some(board) = &state.board else { return may.no(|| bad("no-map", "There is no map.".into())) };
    may.not_if(go.to == from && go.by.is_empty() && go.via.is_none(), || {
        bad("there-already", format!("{} is there already.", state.name(who)))
    })?;
    let bars = Bars::of(state, who).at_pace(go.slowly);
    let cost = |step: Step| bars.cost(may.at(), who, step);
    let walk = Walk { size: bars.size, least: bars.square.into(), ..Walk::new(&cost) };
    let shortest = |from: Spot, to: Spot| board.grid.path(from.square(), to.square(), &walk);
    let named = match (&go.by[..], go.via) {
        ([], None) => None,
        ([], Some(via)) => {
            let legs = shortest(from, via).zip(shortest(via, go.to));
            let Some((first, second)) = legs else {
                return may.no(|| bad("no-way", format!("There is no way to {} by way of {via}.", go.to)));
            };
            Some(first.squares.into_iter().chain(second.squares.into_iter().skip(1)).collect::<Vec<_>>())
        }
        (by, _) => {
            let last = (by.last() != Some(&go.to)).then_some(go.to);
            let all = std::iter::once(from).chain(by.iter().copied()).chain(last);
            Some(all.map(Spot::square).collect())
        }
    };
    let route = match named {
        None => shortest(from, go.to),
        Some(squares) if squares.len() > 200 => {
            return may.no(|| bad("too-far", "That is too far for one move.".into()));
        }
        Some(squares) => match board.grid.follow(&squares, &walk) {
            Ok(route) => Some(route),
            Err(fault) => return may.no(|| bad("no-way", fault.to_string())),
        },
    };
    let Some(route) = route else {
        return may.no(|| bad("no-way", format!("There is no way to {} for {}.", go.to, state.name(who))));
    };
    may.not_if(!may_stop(state, who, go.to.square()), || {
        bad("taken", format!("Somebody stands at {}.", go.to))
    })?;
    let left = gait(state, book, who).left;
    may.not_if(left.is_some_and(|left| route.cost() > u32::from(left)), || {
        let (feet, left) = (route.cost(), left.unwrap_or(0));
        let sentence = format!("That is {feet} feet; {} has {left} left.", state.name(who));
        bad("too-far", sentence).with("feet", feet).with("left", left)
    })?;
    Ok(route)
}

impl Deed<DieTrying> for Go {
    const CARD: Card = Card::acting("Move", "Fight").rule(rules::DT_COM_05);

    /// Outside a fight nobody goes anywhere by themselves but to another hero.
    fn pilot(&self, at: At<'_, DieTrying>) -> Pilot {
        let goes = at.state.battle.is_some() || crate::bots::joins(at, self);
        if goes { Pilot::Travel } else { Pilot::Never }
    }

    fn may(&self, may: May<'_, DieTrying>) -> Lawful {
        may_go(may, self).map(|_| ())
    }

    fn run(self, cx: &mut Cx<'_, DieTrying>, by: Seat) -> Flow {
        let route = may_go(May::quiet(cx.at(), by), &self)?;
        walk(cx, &self, &route)
    }
}

/// Moves, step by step. Somebody unnoticed in the way ends it; so may a Reaction.
fn walk(cx: &mut Cx<'_, DieTrying>, go: &Go, route: &Route) -> Flow {
    let who = go.who;
    let mut before = 0;
    for (nth, (square, cost)) in route.squares.iter().zip(&route.costs).enumerate().skip(1) {
        let Some(to) = Spot::of(*square) else { break };
        let feet = u16::try_from(cost - before).unwrap_or(u16::MAX);
        before = *cost;
        let there = to.footprint(cx.state().sheet(who).size.squares());
        let met = super::ground::taken(cx.state(), who, there)
            .filter(|other| !sight::may_target(cx.state(), who, *other) && hostile(cx.state(), who, *other));
        if let Some(other) = met {
            // Bumped into: where it stands is known now.
            if cx.state().live(other).unseen {
                cx.record(rules::DT_STL_06, TableFact::Shown { who: other }.into());
            }
            cx.record(rules::DT_STL_06, crate::fact::SightFact::Found { who: other, by: who }.into());
            break;
        }
        let leaving = react::leaves(cx.state(), cx.book(), who, to);
        let takers = cx.within((who, nth as u16, to, go.to), |cx| react::takers(cx, &leaving, who))?;
        for (place, &by) in takers.iter().enumerate() {
            let upright = !cx.state().live(who).prone;
            let rest = &takers[place..];
            let stopped =
                cx.within((who, nth as u16, to, rest, go.to), |cx| react::opportunity(cx, by, who))?;
            let held = passive::forbids(cx.state(), cx.book(), who, "move").is_some();
            let felled = upright && cx.state().live(who).prone;
            if stopped || held || felled || !is_awake(cx.state(), who) {
                return Ok(());
            }
        }
        let seen_by = sight::told_to(cx, who);
        let fact = FightFact::Moved { who, to, feet, covered: SQUARE };
        cx.record_for(seen_by, rules::DT_COM_05, fact.into());
        tie_breaks(cx, Tie::Stays(who));
        sight::moved(cx, who);
        if enters(cx, who, nth as u16, go)? || dungeon::comes_to_light(cx) {
            break;
        }
    }
    cx.within(who, |cx| dungeon::tiptoes(cx, who))
}

/// Every square somebody can still reach and stop on, with what it costs in feet.
pub fn reachable(at: At<'_, DieTrying>, who: Who) -> Vec<(Spot, u32)> {
    let (state, book) = (at.state, at.book);
    let (Some(from), Some(board)) = (moves_from(at, who), &state.board) else { return Vec::new() };
    let most = gait(state, book, who).left.map_or(60, u32::from);
    let bars = Bars::of(state, who);
    let cost = |step: Step| bars.cost(at, who, step);
    let walk = Walk { size: state.sheet(who).size.squares(), ..Walk::new(&cost) };
    let all = board.grid.reach(from.square(), most, &walk).into_iter();
    all.filter(|reached| reached.square != from.square() && may_stop(state, who, reached.square))
        .filter_map(|reached| Some((Spot::of(reached.square)?, reached.cost)))
        .collect()
}

/// How near to what is wanted somebody can come this turn.
pub fn towards(at: At<'_, DieTrying>, who: Who, wanted: &dyn Fn(Spot) -> bool) -> Option<Spot> {
    aimed(at, who, wanted, &[], 0)
}

/// The same where it is known near what it lies: somewhere on one of these.
pub fn towards_some(
    at: At<'_, DieTrying>,
    who: Who,
    wanted: &dyn Fn(Spot) -> bool,
    aim: &[Footprint],
) -> Option<Spot> {
    aimed(at, who, wanted, aim, 0)
}

/// How near somebody can come this turn to where they are at most so many squares from a place.
pub fn towards_place(at: At<'_, DieTrying>, who: Who, place: Footprint, within: u32) -> Option<Spot> {
    let size = at.state.sheet(who).size.squares();
    let near = |spot: Spot| boneyard_board::Diagonals::Equal.distance(spot.footprint(size), place) <= within;
    aimed(at, who, &near, &[place], within)
}

fn aimed(
    at: At<'_, DieTrying>,
    who: Who,
    wanted: &dyn Fn(Spot) -> bool,
    aim: &[Footprint],
    within: u32,
) -> Option<Spot> {
    let (state, book) = (at.state, at.book);
    let from = moves_from(at, who)?;
    let board = state.board.as_ref()?;
    let bars = Bars::of(state, who);
    let cost = |step: Step| bars.cost(at, who, step);
    let walk = Walk { size: bars.size, least: bars.square.into(), aim, within, ..Walk::new(&cost) };
    let fits = |square: Square| Spot::of(square).is_some_and(wanted) && may_stop(state, who, square);
    let route = board.grid.path_where(from.square(), &fits, &walk)?;
    let most = gait(state, book, who).left.map_or(u32::MAX, u32::from);
    let mut back = route.squares.iter().zip(&route.costs).rev();
    let (last, _) = back.find(|(square, cost)| **cost <= most && may_stop(state, who, **square))?;
    Spot::of(*last).filter(|spot| *spot != from)
}

/// How near somebody comes to what is wanted by a way that enemies bar: up to the first of them.
pub fn up_to_enemies(at: At<'_, DieTrying>, who: Who, wanted: &dyn Fn(Spot) -> bool) -> Option<Spot> {
    let (state, book) = (at.state, at.book);
    let from = moves_from(at, who)?;
    let board = state.board.as_ref()?;
    let size = state.sheet(who).size.squares();
    let cost = |step: Step| (!nearer_to_dread(state, book, who, step)).then_some(1);
    let fits = |square: Square| Spot::of(square).is_some_and(wanted);
    let route = board.grid.path_where(from.square(), &fits, &Walk { size, ..Walk::new(&cost) })?;
    let bars = Bars::of(state, who);
    let open = route.squares.iter().take_while(|square| !bars.barred.contains(square));
    let last = open.filter(|square| may_stop(state, who, **square)).last()?;
    Spot::of(*last).filter(|spot| *spot != from)
}

/// Whether one step leads somebody to a free square, no matter whose turn it is.
pub(super) fn beside(at: At<'_, DieTrying>, go: &Go) -> bool {
    let (state, book, who) = (at.state, at.book, go.who);
    let (Some(board), Some(from)) = (&state.board, state.live(who).at) else { return false };
    let bars = Bars::of(state, who);
    let cost = |step: Step| bars.cost(at, who, step);
    let walk = Walk { size: state.sheet(who).size.squares(), ..Walk::new(&cost) };
    let held = passive::forbids(state, book, who, "move").is_some();
    let squares = [from.square(), go.to.square()];
    !held && board.grid.follow(&squares, &walk).is_ok() && may_stop(state, who, go.to.square())
}

/// What a square does to the one who comes onto it. Gives whether that ends the move.
fn enters(cx: &mut Cx<'_, DieTrying>, who: Who, nth: u16, go: &Go) -> Flow<bool> {
    let locals = (who, nth, go.to, go.slowly);
    let known = cx.state().known_traps.len();
    cx.within(locals, |cx| trap::stepped(cx, who, go.slowly))?;
    let noticed = go.slowly && cx.state().known_traps.len() > known;
    cx.within(locals, |cx| crate::magic::slips(cx, who))?;
    let stuck = passive::forbids(cx.state(), cx.book(), who, "move").is_some();
    Ok(noticed || stuck || cx.state().live(who).prone || !is_awake(cx.state(), who))
}
