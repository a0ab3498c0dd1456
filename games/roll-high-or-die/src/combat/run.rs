//! Running: a way gone step by step, with whatever it meets.

use boneyard_board::Route;
use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::{Domain, Reach, Square};
use boneyard_table::{Cx, Flow, Pilot, Seat, Who, deed};
use smallvec::SmallVec;

use super::legal::known;
use super::maneuver::{RULE, declare, drag, may_move, met, warned};
use super::push::{entered, ties};
use super::react::fizzle;
use super::way::{Way, check_line, height_of, is_open, reachable, way};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::skill_check;
use crate::effect;
use crate::fact::FightFact;
use crate::passive;
use crate::picks::{fighting, read, space};
use crate::rules;
use crate::state::Spot;

deed! {
    /// Maneuver: run.
    #[serde(deny_unknown_fields)]
    pub struct Run(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// By which spaces; the shortest way between those, and altogether if nothing is said.
        #[serde(default)]
        by: Vec<Spot> = detour(form, who)?,
        /// Where to.
        to: Spot = {
            let at = form.at();
            space(form, "to", "Where to", || reachable(at, who).into_iter().map(|(spot, _)| spot).collect())?
        },
    }
}

/// The field `by`: a card of its own for those who do not go the shortest way.
fn detour(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Vec<Spot>> {
    let at = form.at();
    warned(form, who);
    if !form.variant(&[false, true])? {
        form.id(|| "run".into());
        form.about(|| "tokens".into());
        return Ok(Vec::new());
    }
    form.id(|| "run-by".into());
    form.label(|| "Run by another way".into());
    let path = || {
        let square = |spot: Spot| Square::new(spot.x.into(), spot.y.into());
        let from = at.state.live(who).at.map_or_else(|| Square::new(0, 0), square);
        let reach = reachable(at, who).into_iter().map(|(spot, cost)| Reach { square: square(spot), cost });
        Domain::Path { from, reach: reach.collect(), most: crate::body::run(at.state, at.book, who).into() }
    };
    let by = form.or_left_out("by", |form| form.field("by", "By way of", path, || Some(Vec::new()), read))?;
    Ok(by.unwrap_or_default())
}

impl Deed<RollHighOrDie> for Run {
    const CARD: Card = Card::acting("Run", "Encounter").rule(RULE).cost(1, "AP").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.way(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        self.carry_out(cx, by)
    }

    fn carry_out(self, cx: &mut Cx<'_, RollHighOrDie>, by: Seat) -> Flow {
        let found = self.way(May::told(cx.at(), by))?;
        let who = self.who;
        let asked = declare(cx, who, 1, true)?;
        if cx.state().live(who).dead {
            return Ok(());
        }
        passive::cite(cx, who, "run", passive::Situation::default());
        let held = passive::forbids(cx.state(), cx.book(), who, "move").is_some()
            || passive::forbids(cx.state(), cx.book(), who, "maneuver").is_some();
        let route = match cx.state().live(who).at {
            Some(from) if super::able(cx.state(), who).is_ok() && !held => {
                let again = if asked { way(cx.at(), &self, from) } else { found.still(cx.at(), &self, from) };
                again.ok()
            }
            _ => None,
        };
        match route {
            Some(way) => walk(cx, who, &way.route),
            None => {
                fizzle(cx, who, "the run");
                Ok(())
            }
        }
    }
}

impl Run {
    /// The way of a run, or what bars it.
    fn way(&self, may: May<'_, RollHighOrDie>) -> Lawful<Way> {
        known(may.state, self.who)?;
        let moves = may_move(may.state, may.book, self.who, 1);
        let from = moves.or_else(|refusal| may.outright(|| refusal))?;
        Ok(way(may.at(), self, from)?)
    }
}

/// Goes a way step by step; what is dragged along comes after.
fn walk(cx: &mut Cx<'_, RollHighOrDie>, who: Who, route: &Route) -> Flow {
    let spots: SmallVec<[Spot; 8]> = route.squares.iter().filter_map(|square| Spot::of(*square)).collect();
    cx.cite(rules::RH_POS_02);
    for (nth, to) in spots.iter().copied().enumerate().skip(1) {
        let left = cx.state().live(who).at;
        if !goes_on(cx, who, left, to) {
            fizzle(cx, who, "the way on");
            return Ok(());
        }
        let size = cx.state().sheet(who).size.spaces();
        let floor = height_of(cx.state(), to, size);
        if met(cx, who, to.footprint(size), floor) {
            return Ok(());
        }
        record(cx, RULE, FightFact::Moved { who, to, lift: 0 }.into());
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

/// Whether the map lets somebody go on who may remember it otherwise.
fn goes_on(cx: &Cx<'_, RollHighOrDie>, who: Who, from: Option<Spot>, to: Spot) -> bool {
    let state = cx.state();
    state.remembered.is_empty() || from.is_none_or(|from| is_open(state, cx.book(), who, from, to))
}

fn stopped(cx: &Cx<'_, RollHighOrDie>, who: Who) -> bool {
    let state = cx.state();
    super::able(state, who).is_err()
        || !state.live(who).stance.is_upright()
        || passive::forbids(state, cx.book(), who, "move").is_some()
}

/// What entering a floor by a run does. Gives whether that ends it.
fn ran_into(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow<bool> {
    let book = cx.book();
    let Some(row) = passive::floor(cx.state(), book, who) else { return Ok(false) };
    let Some(entering) = &row.run_in else { return Ok(false) };
    if let Some(footing) = &entering.check {
        let words: &[&str] = if row.name == "Ice" { &["ice"] } else { &[] };
        if let Some(entry) = passive::hook(cx.state(), book, who, "sure-footed") {
            cx.cite(entry);
        }
        if skill_check(cx, who, footing.skill, footing.dc.into(), row.id, words)? {
            return Ok(false);
        }
    }
    cx.within((who, row.id), |cx| effect::befalls(cx, who, &entering.effects, row.id))?;
    Ok(entering.stops)
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
