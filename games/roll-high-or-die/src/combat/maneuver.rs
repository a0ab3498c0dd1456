//! Maneuvers: changing Stance, running, crawling, climbing, jumping. Declared, paid, then whatever they set off, then
//! checked once more and done.

use boneyard_board::{Footprint, Route, Square, Step, Walk};
use boneyard_table::{At, Cx, Flow, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::{at_ease, has, in_encounter, known, pay};
use super::push::{entered, floor_under, is_object, over_nothing, taken, ties};
use super::react::{before_maneuver, fizzle};
use crate::RollHighOrDie;
use crate::body::run as run_feet;
use crate::book::Book;
use crate::check::skill_check;
use crate::effect;
use crate::fact::FightFact;
use crate::gear::free_hands;
use crate::house::ProneCrawlOnly;
use crate::passive;
use crate::rules;
use crate::sight::{self, SPACE};
use crate::state::{Condition, Skill, Spot, Stance, State};

/// Changing Stance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeStance {
    /// Who.
    pub who: Who,
    /// Which.
    pub stance: Stance,
}

/// Running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Who.
    pub who: Who,
    /// Where to.
    pub to: Spot,
    /// By which spaces; the shortest way if nothing is said.
    #[serde(default)]
    pub by: Vec<Spot>,
}

/// Crawling or jumping to the next space, or climbing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// Who.
    pub who: Who,
    /// Where to.
    pub to: Spot,
}

/// A jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leap {
    /// Who.
    pub who: Who,
    /// Where to, in a straight line.
    pub to: Spot,
    /// Athletics or Acrobatics, for more than 5 feet.
    #[serde(default)]
    pub skill: Option<Skill>,
}

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

const RULE: boneyard_table::RuleId = rules::RH_ACT_04;

fn bad<T>(code: &str, sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(RULE, code, sentence))
}

/// Whether somebody may make Maneuvers at all.
fn may_maneuver(state: &State, book: &Book, who: Who, ap: u8) -> Result<(), Refusal> {
    in_encounter(state, book, who, ap)?;
    has(state, who, "maneuver")?;
    if let Some((rule, _)) = passive::forbids(state, book, who, "maneuver") {
        let sentence = format!("{} cannot Maneuver now.", state.name(who));
        return Err(Refusal::new(rule, "no-maneuver", sentence));
    }
    Ok(())
}

/// Whether somebody may go anywhere by themselves, and from where.
fn may_move(state: &State, book: &Book, who: Who, ap: u8) -> Result<Spot, Refusal> {
    may_maneuver(state, book, who, ap)?;
    if let Some((rule, _)) = passive::forbids(state, book, who, "move") {
        let sentence = format!("{} is held and cannot move.", state.name(who));
        return Err(Refusal::new(rule, "held", sentence));
    }
    match (&state.board, state.live(who).at) {
        (Some(_), Some(at)) => Ok(at),
        _ => bad("no-map", format!("{} stands on no map.", state.name(who))),
    }
}

/// Whether a Stance may be taken.
pub fn check_stance(at: At<'_, RollHighOrDie>, take: TakeStance) -> Result<(), Refusal> {
    let (state, who) = (at.state, take.who);
    known(state, who)?;
    if state.encounter.is_some() {
        may_maneuver(state, at.book, who, 1)?;
    } else {
        super::able(state, who)?;
    }
    if state.live(who).stance == take.stance {
        let sentence = format!("{} is in {} already.", state.name(who), take.stance.name());
        return Err(Refusal::new(rules::RH_STANCE_01, "same-stance", sentence));
    }
    Ok(())
}

/// Takes a Stance: freely at ease, by a Maneuver in an Encounter.
pub fn take_stance(cx: &mut Cx<'_, RollHighOrDie>, take: TakeStance) -> Flow {
    check_stance(cx.at(), take)?;
    let who = take.who;
    if at_ease(cx.state(), RULE).is_err() {
        declare(cx, who, 1, false)?;
        if super::able(cx.state(), who).is_err() {
            if !cx.state().live(who).dead {
                fizzle(cx, who, "the change of Stance");
            }
            return Ok(());
        }
    }
    cx.record(rules::RH_STANCE_01, FightFact::Stance { who, to: take.stance }.into());
    Ok(())
}

/// Pays a Maneuver and opens what it triggers.
fn declare(cx: &mut Cx<'_, RollHighOrDie>, who: Who, ap: u8, moving: bool) -> Flow {
    pay(cx, who, ap, RULE);
    cx.record(RULE, FightFact::Maneuvers { who }.into());
    before_maneuver(cx, who, moving)
}

/// What a step of a run costs in feet; nothing where one may not go.
fn step_cost(state: &State, book: &Book, who: Who, step: Step) -> Option<u32> {
    let to = Spot::of(step.to)?;
    let from = Spot::of(step.from)?;
    let size = state.sheet(who).size.spaces();
    let own = sight::bottom(state, who) - state.live(who).lift + height_of(state, from, size)
        - height_of(state, state.live(who).at?, size);
    let floor = floor_under(state, to, size)?;
    let row = |spot: Spot| state.board.as_ref().and_then(|board| book.terrain.named(board.floor(spot)));
    let slope =
        [from, to].into_iter().any(|spot| row(spot).is_some_and(|row| row.hook.as_deref() == Some("uphill")));
    let rise = floor - own;
    if rise.abs() > if slope { SPACE } else { 0 } {
        return None;
    }
    let matter = super::push::floors_matter(state);
    let mut double = slope && rise > 0;
    for spot in to.spaces(size) {
        let Some(row) = row(spot) else { continue };
        if row.enter.is_some() {
            return None;
        }
        let footed = passive::hook(state, book, who, "sure-footed").is_some();
        let spared = footed && matches!(row.name.as_str(), "Rough" | "Mud");
        double |= matter && row.double && row.hook.as_deref() != Some("uphill") && !spared;
    }
    if in_the_way(state, who, to.footprint(size), own) || nearer(state, book, who, from, to) {
        return None;
    }
    Some(step.length * if double { 10 } else { 5 })
}

fn height_of(state: &State, spot: Spot, size: u8) -> i16 {
    floor_under(state, spot, size).unwrap_or(0)
}

/// Whether somebody who considers the mover hostile stands there.
fn in_the_way(state: &State, who: Who, there: Footprint, bottom: i16) -> bool {
    let top = bottom + state.sheet(who).size.tall();
    state.here().any(|other| {
        let low = sight::bottom(state, other);
        other != who
            && state.hostile(other, who)
            && !sight::hidden_from(state, other, who)
            && sight::place_of(state, other).is_some_and(|here| here.overlaps(there))
            && low < top
            && low + state.sheet(other).size.tall() > bottom
    })
}

/// Whether a step leads nearer to somebody the mover is Frightened of.
fn nearer(state: &State, book: &Book, who: Who, from: Spot, to: Spot) -> bool {
    if passive::forbids(state, book, who, "nearer").is_none() {
        return false;
    }
    let size = state.sheet(who).size.spaces();
    let far = |spot: Spot, other: Footprint| sight::metric(state).distance(spot.footprint(size), other);
    let sources = state.live(who).conditions.iter().filter(|known| known.what.what == Condition::Frightened);
    let places = sources.filter_map(|known| sight::place_of(state, known.what.from?));
    places.into_iter().any(|source| far(to, source) < far(from, source))
}

/// Whether somebody could stay there: nobody else is in it.
fn may_stay(state: &State, who: Who, spot: Spot) -> bool {
    let size = state.sheet(who).size.spaces();
    let floor = height_of(state, spot, size);
    taken(state, who, spot.footprint(size), floor).is_none_or(|other| sight::hidden_from(state, other, who))
}

/// The way of a run, or why it cannot be made.
pub fn check_run(at: At<'_, RollHighOrDie>, run: &Run) -> Result<Route, Refusal> {
    let (state, book, who) = (at.state, at.book, run.who);
    known(state, who)?;
    let from = may_move(state, book, who, 1)?;
    way(at, run, from)
}

/// The way of a run without asking for AP: what must still hold when it gets its turn.
fn way(at: At<'_, RollHighOrDie>, run: &Run, from: Spot) -> Result<Route, Refusal> {
    let (state, book, who) = (at.state, at.book, run.who);
    let stance = state.live(who).stance;
    if !stance.is_upright() {
        let rule = if stance == Stance::Prone { rules::RH_STANCE_05 } else { rules::RH_STANCE_04 };
        let sentence = format!("Nobody runs while {}.", stance.name());
        return Err(Refusal::new(rule, "cannot-run", sentence));
    }
    let Some(board) = &state.board else { return bad("no-map", "There is no map.") };
    if run.to == from && run.by.is_empty() {
        return bad("there-already", format!("{} is there already.", state.name(who)));
    }
    let cost = |step: Step| step_cost(state, book, who, step);
    let size = state.sheet(who).size.spaces();
    let walk = Walk { size, diagonals: sight::metric(state), ..Walk::new(&cost) };
    let route = if run.by.is_empty() {
        board.grid.path(from.square(), run.to.square(), &walk)
    } else {
        let squares: Vec<Square> = std::iter::once(from)
            .chain(run.by.iter().copied())
            .chain((run.by.last() != Some(&run.to)).then_some(run.to))
            .map(Spot::square)
            .collect();
        if squares.len() > 20 {
            return bad("too-far", "That is too far for one Maneuver.");
        }
        match board.grid.follow(&squares, &walk) {
            Ok(route) => Some(route),
            Err(fault) => return bad("no-way", fault.to_string()),
        }
    };
    let Some(route) = route else {
        return bad("no-way", format!("There is no way to {} that {} could run.", run.to, state.name(who)));
    };
    let most = u32::from(run_feet(state, book, who));
    if route.cost() > most {
        let sentence = format!("That is {} feet; a run is at most {most}.", route.cost());
        return Err(Refusal::new(RULE, "too-far", sentence).with("feet", route.cost()).with("most", most));
    }
    if !may_stay(state, who, run.to) && state.live(who).ap <= 1 {
        let sentence = format!("Somebody is at {}, and there would be no AP left to move on.", run.to);
        return Err(Refusal::new(rules::RH_POS_03, "taken", sentence));
    }
    Ok(route)
}

/// Runs.
pub fn run(cx: &mut Cx<'_, RollHighOrDie>, run: &Run) -> Flow {
    check_run(cx.at(), run)?;
    let who = run.who;
    declare(cx, who, 1, true)?;
    if cx.state().live(who).dead {
        return Ok(());
    }
    let held = passive::forbids(cx.state(), cx.book(), who, "move").is_some()
        || passive::forbids(cx.state(), cx.book(), who, "maneuver").is_some();
    let route = match cx.state().live(who).at {
        Some(from) if super::able(cx.state(), who).is_ok() && !held => way(cx.at(), run, from).ok(),
        _ => None,
    };
    match route {
        Some(route) => walk(cx, who, &route),
        None => {
            fizzle(cx, who, "the run");
            Ok(())
        }
    }
}

/// Goes a way step by step; what is dragged along comes after.
fn walk(cx: &mut Cx<'_, RollHighOrDie>, who: Who, route: &Route) -> Flow {
    let spots: Vec<Spot> = route.squares.iter().filter_map(|square| Spot::of(*square)).collect();
    cx.cite(rules::RH_POS_02);
    for (nth, to) in spots.iter().copied().enumerate().skip(1) {
        let left = cx.state().live(who).at;
        let bumped = {
            let state = cx.state();
            let size = state.sheet(who).size.spaces();
            let there = to.footprint(size);
            taken(state, who, there, height_of(state, to, size)).filter(|other| state.hostile(*other, who))
        };
        if let Some(other) = bumped {
            // Somebody Hidden is run into: no longer Hidden, and no further.
            let rule = Condition::Hidden.rule();
            crate::hurt::end_conditions(cx, other, rule, |ailment| ailment.what == Condition::Hidden);
            return Ok(());
        }
        cx.record(RULE, FightFact::Moved { who, to, lift: 0 }.into());
        drag(cx, who, left);
        ties(cx);
        let locals = (who, nth as u16, &spots);
        cx.within(locals, |cx| entered(cx, who))?;
        if cx.within(locals, |cx| ran_into(cx, who))? || stopped(cx, who) {
            return Ok(());
        }
    }
    Ok(())
}

fn stopped(cx: &Cx<'_, RollHighOrDie>, who: Who) -> bool {
    let state = cx.state();
    super::able(state, who).is_err()
        || !state.live(who).stance.is_upright()
        || passive::forbids(state, cx.book(), who, "move").is_some()
}

/// Whoever is Grappled by the mover is pulled into the space just left.
fn drag(cx: &mut Cx<'_, RollHighOrDie>, who: Who, left: Option<Spot>) {
    let Some(left) = left else { return };
    let held: Vec<Who> =
        cx.state().here().filter(|other| cx.state().live(*other).is_by(Condition::Grappled, who)).collect();
    for other in held {
        let rule = Condition::Grappled.rule();
        cx.record(rule, FightFact::Pushed { who: other, to: left, lift: 0 }.into());
    }
}

/// What entering a floor by a run does. Gives whether that ends it.
fn ran_into(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow<bool> {
    let book = cx.book();
    let Some(row) = passive::floor(cx.state(), book, who) else { return Ok(false) };
    let Some(entering) = &row.run_in else { return Ok(false) };
    if let Some(footing) = &entering.check {
        let words: &[&str] = if row.name == "Ice" { &["ice"] } else { &[] };
        if skill_check(cx, who, footing.skill, footing.dc.into(), row.id, words)? {
            return Ok(false);
        }
    }
    cx.within((who, row.id), |cx| effect::befalls(cx, who, &entering.effects, row.id))?;
    Ok(entering.stops)
}

/// The way to a space in a straight line, at most so many feet.
pub fn check_line(at: At<'_, RollHighOrDie>, who: Who, to: Spot, most: u32) -> Result<Route, Refusal> {
    let (state, book) = (at.state, at.book);
    let from = may_move(state, book, who, 0)?;
    let (dx, dy) = (i16::from(to.x) - i16::from(from.x), i16::from(to.y) - i16::from(from.y));
    if (dx, dy) == (0, 0) || !(dx == 0 || dy == 0 || dx.abs() == dy.abs()) {
        return bad("not-straight", format!("{to} does not lie in a straight line."));
    }
    let Some(board) = &state.board else { return bad("no-map", "There is no map.") };
    let spaces = dx.abs().max(dy.abs());
    let squares: Vec<Square> = (0..=spaces)
        .filter_map(|nth| from.step(dx.signum() * nth, dy.signum() * nth))
        .map(Spot::square)
        .collect();
    let cost = |step: Step| step_cost(state, book, who, step);
    let size = state.sheet(who).size.spaces();
    let walk = Walk { size, diagonals: sight::metric(state), ..Walk::new(&cost) };
    let route = match board.grid.follow(&squares, &walk) {
        Ok(route) => route,
        Err(fault) => return bad("no-way", fault.to_string()),
    };
    if route.cost() > most {
        let sentence = format!("That is {} feet, more than {most}.", route.cost());
        return Err(Refusal::new(RULE, "too-far", sentence).with("feet", route.cost()).with("most", most));
    }
    if !may_stay(state, who, to) {
        return Err(Refusal::new(rules::RH_POS_03, "taken", format!("Somebody is at {to}.")));
    }
    Ok(route)
}

/// Runs in a straight line as one Maneuver that is paid already. Gives whether it was done.
pub fn go_line(cx: &mut Cx<'_, RollHighOrDie>, who: Who, to: Spot, most: u32) -> Flow<bool> {
    declare(cx, who, 0, true)?;
    if cx.state().live(who).dead {
        return Ok(false);
    }
    match check_line(cx.at(), who, to, most) {
        Ok(route) => walk(cx, who, &route)?,
        Err(_) => fizzle(cx, who, "the charge"),
    }
    Ok(cx.state().live(who).at == Some(to))
}

/// Every space somebody can run to, with what it costs in feet.
pub fn reachable(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(Spot, u32)> {
    let (state, book) = (at.state, at.book);
    let (Ok(from), Some(board)) = (may_move(state, book, who, 1), &state.board) else { return Vec::new() };
    if !state.live(who).stance.is_upright() {
        return Vec::new();
    }
    let most = u32::from(run_feet(state, book, who));
    let cost = |step: Step| step_cost(state, book, who, step);
    let size = state.sheet(who).size.spaces();
    let walk = Walk { size, diagonals: sight::metric(state), ..Walk::new(&cost) };
    let all = board.grid.reach(from.square(), most, &walk).into_iter();
    all.filter_map(|reached| Some((Spot::of(reached.square)?, reached.cost)))
        .filter(|(spot, _)| *spot != from && (may_stay(state, who, *spot) || state.live(who).ap > 1))
        .collect()
}

/// The first stretch of the shortest way to a space that is wanted.
pub fn towards(at: At<'_, RollHighOrDie>, who: Who, wanted: &dyn Fn(Spot) -> bool) -> Option<Spot> {
    let (state, book) = (at.state, at.book);
    let from = may_move(state, book, who, 1).ok()?;
    let board = state.board.as_ref()?;
    let cost = |step: Step| step_cost(state, book, who, step);
    let size = state.sheet(who).size.spaces();
    let walk = Walk { size, diagonals: sight::metric(state), ..Walk::new(&cost) };
    let fits =
        |square: Square| Spot::of(square).is_some_and(|spot| wanted(spot) && may_stay(state, who, spot));
    let route = board.grid.path_where(from.square(), &fits, &walk)?;
    let within = route.within(run_feet(state, book, who).into());
    let spots = within.squares.iter().rev().filter_map(|square| Spot::of(*square));
    spots.into_iter().find(|spot| may_stay(state, who, *spot)).filter(|spot| *spot != from)
}

/// Whether one step leads to a space on the same level.
fn check_neighbour(state: &State, who: Who, from: Spot, to: Spot) -> Result<(), Refusal> {
    let board = match &state.board {
        Some(board) if board.has(to) => board,
        _ => return bad("off-map", format!("{to} is not on the map.")),
    };
    if from.square().direction_to(to.square()).is_none() {
        return bad("not-next", format!("{to} is no neighbouring space."));
    }
    let corners = boneyard_board::Corners::OneWay;
    if let Some(obstacle) = board.grid.obstacle(from.square(), to.square(), corners) {
        return bad("no-way", format!("There is no way to {to}: {obstacle}."));
    }
    let size = state.sheet(who).size.spaces();
    if in_the_way(state, who, to.footprint(size), height_of(state, to, size)) {
        return Err(Refusal::new(rules::RH_POS_02, "no-way", format!("Somebody bars the way to {to}.")));
    }
    if !may_stay(state, who, to) && state.live(who).ap <= 1 {
        let sentence = format!("Somebody is at {to}, and there would be no AP left to move on.");
        return Err(Refusal::new(rules::RH_POS_03, "taken", sentence));
    }
    Ok(())
}

/// Whether somebody may crawl there.
pub fn check_crawl(at: At<'_, RollHighOrDie>, shift: Shift) -> Result<(), Refusal> {
    let (state, book, who) = (at.state, at.book, shift.who);
    known(state, who)?;
    let from = may_move(state, book, who, 1)?;
    check_neighbour(state, who, from, shift.to)?;
    let size = state.sheet(who).size.spaces();
    if height_of(state, shift.to, size) != height_of(state, from, size) || is_object(state, book, shift.to) {
        return bad("not-level", format!("{} cannot be reached by crawling.", shift.to));
    }
    Ok(())
}

/// Crawls.
pub fn crawl(cx: &mut Cx<'_, RollHighOrDie>, shift: Shift) -> Flow {
    check_crawl(cx.at(), shift)?;
    let who = shift.who;
    declare(cx, who, 1, true)?;
    arrive(cx, who, shift.to, 0, "the crawl")
}

/// Somebody comes to a space unless something keeps them from it now.
fn arrive(cx: &mut Cx<'_, RollHighOrDie>, who: Who, to: Spot, lift: i16, what: &str) -> Flow {
    if cx.state().live(who).dead {
        return Ok(());
    }
    let held = passive::forbids(cx.state(), cx.book(), who, "move").is_some();
    if super::able(cx.state(), who).is_err() || held {
        fizzle(cx, who, what);
        return Ok(());
    }
    let left = cx.state().live(who).at;
    cx.record(RULE, FightFact::Moved { who, to, lift }.into());
    drag(cx, who, left);
    ties(cx);
    if lift == 0 {
        cx.within((who, to), |cx| entered(cx, who))?;
        return Ok(());
    }
    over_nothing(cx, who)
}

/// Not from Prone, unless the table allows it.
fn not_prone(state: &State, who: Who) -> Result<(), Refusal> {
    if state.live(who).stance == Stance::Prone && state.house.prone_crawl_only == ProneCrawlOnly::On {
        return bad("prone", "From Prone one can only crawl.");
    }
    Ok(())
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
    let row = |spot: Spot| state.board.as_ref().and_then(|board| book.terrain.named(board.floor(spot)));
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
    check_neighbour(state, who, from, climb.to)?;
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
    let ap = u8::try_from(rise.max(SPACE) / SPACE).unwrap_or(u8::MAX);
    in_encounter(state, book, who, ap)?;
    Ok((ap, (!easy).then_some(10), 0))
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
            if total + 5 <= i16::from(dc) {
                return over_nothing(cx, who);
            }
            return Ok(());
        }
    }
    if climb.to == cx.state().live(who).at.unwrap_or(climb.to) && !cx.state().live(who).dead {
        // Holding on to a ladder is no fall.
        cx.record(rule, FightFact::Moved { who, to: climb.to, lift }.into());
        ties(cx);
        return Ok(());
    }
    arrive(cx, who, climb.to, lift, "the climb")
}

/// What a jump takes: AP, the spaces crossed, and how high it ends above the floor there.
pub fn check_jump(at: At<'_, RollHighOrDie>, leap: Leap) -> Result<(u8, Vec<Spot>, i16), Refusal> {
    let (state, book, who) = (at.state, at.book, leap.who);
    known(state, who)?;
    let from = may_move(state, book, who, 1)?;
    not_prone(state, who)?;
    let rule = rules::RH_HOUSE_09H;
    let (dx, dy) = (i16::from(leap.to.x) - i16::from(from.x), i16::from(leap.to.y) - i16::from(from.y));
    let spaces = dx.abs().max(dy.abs());
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    if spaces == 0 || !straight {
        return Err(Refusal::new(rule, "not-straight", "A jump goes straight, to another space."));
    }
    if spaces > 4 {
        return Err(Refusal::new(rule, "too-far", "Nobody leaps more than 20 feet."));
    }
    let ap = u8::try_from(spaces).unwrap_or(4);
    in_encounter(state, book, who, ap)?;
    let size = state.sheet(who).size.spaces();
    let own = sight::bottom(state, who);
    let steps = (1..=spaces).filter_map(|nth| from.step(dx.signum() * nth, dy.signum() * nth));
    let path: Vec<Spot> = steps.collect();
    let mut last = from;
    for spot in &path {
        let floor = floor_under(state, *spot, size);
        let corners = boneyard_board::Corners::OneWay;
        let wall = state
            .board
            .as_ref()
            .is_none_or(|board| board.grid.obstacle(last.square(), spot.square(), corners).is_some());
        let high = floor.is_none_or(|floor| floor > own + SPACE);
        if wall || high || in_the_way(state, who, spot.footprint(size), own) {
            return bad("no-way", format!("There is no way through {spot}."));
        }
        last = *spot;
    }
    if is_object(state, book, leap.to) {
        return bad("object", format!("{} has to be climbed.", leap.to));
    }
    if !may_stay(state, who, leap.to) {
        return Err(Refusal::new(rules::RH_POS_03, "taken", format!("Somebody is at {}.", leap.to)));
    }
    let lift = (own - height_of(state, leap.to, size)).max(0);
    Ok((ap, path, lift))
}

/// Jumps; more than 5 feet takes a check.
pub fn jump(cx: &mut Cx<'_, RollHighOrDie>, leap: Leap) -> Flow {
    let (ap, path, lift) = check_jump(cx.at(), leap)?;
    let (who, rule) = (leap.who, rules::RH_HOUSE_09H);
    if path.len() > 1 && !matches!(leap.skill, None | Some(Skill::Athletics | Skill::Acrobatics)) {
        return refuse(Refusal::new(rule, "wrong-skill", "A leap takes Athletics or Acrobatics."));
    }
    declare(cx, who, ap, true)?;
    cx.cite(rule);
    if path.len() > 1 && super::able(cx.state(), who).is_ok() {
        let dc = 5 + 5 * (path.len() as i16 - 1);
        let state = cx.state();
        let better = [Skill::Athletics, Skill::Acrobatics].into_iter().rev();
        let better = better.max_by_key(|skill| crate::body::skill_bonus(state, who, *skill));
        let skill = leap.skill.or(better).unwrap_or(Skill::Athletics);
        let own = sight::bottom(state, who);
        let far = cx.within((who, leap.to, lift), |cx| skill_check(cx, who, skill, dc, rule, &[]))?;
        if !far {
            let short = path[0];
            let size = cx.state().sheet(who).size.spaces();
            let lift = (own - height_of(cx.state(), short, size)).max(0);
            return arrive(cx, who, short, lift, "the leap");
        }
    }
    arrive(cx, who, leap.to, lift, "the jump")
}
