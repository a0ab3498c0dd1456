//! Swimming: into Deep Water, through it and out again. The first stroke of a Turn takes a check; the one who fails it
//! goes nowhere that Turn, with the head under water.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::legal::known;
use super::maneuver::{arrive, check_neighbour, declare, may_move, next, warned};
use super::push::is_object;
use super::way::height_of;
use crate::RollHighOrDie;
use crate::audience::record;
use crate::check::skill_check;
use crate::fact::{HurtFact, TableFact};
use crate::passive;
use crate::picks::fighting;
use crate::rules;
use crate::state::{Skill, Span, Spot, State, Used};

const RULE: boneyard_table::RuleId = rules::RH_HOUSE_10H;
/// What still water asks for, and what a current does.
const STILL: i16 = 10;
const CURRENT: i16 = 15;

deed! {
    /// Maneuver: swim to the next space.
    #[serde(deny_unknown_fields)]
    #[derive(Copy, Hash)]
    pub struct Swim(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
        /// Where to.
        to: Spot = {
            warned(form, who);
            next(form, who, |to| Swim { who, to })?
        },
    }
}

fn deep(state: &State, book: &crate::book::Book, spot: Spot) -> bool {
    passive::ground(state, book, spot).is_some_and(|row| row.water.as_deref() == Some("deep"))
}

/// What the water between two spaces asks for: a current takes hold of the one who comes into it or goes out.
fn dc(state: &State, book: &crate::book::Book, from: Option<Spot>, to: Spot) -> i16 {
    let flows =
        |spot: Spot| deep(state, book, spot) && state.board.as_ref().is_some_and(|board| board.flows(spot));
    if flows(to) || from.is_some_and(flows) { CURRENT } else { STILL }
}

/// How often somebody has tried this Turn: once for getting on, twice for having failed.
fn tried(state: &State, who: Who) -> u8 {
    state.live(who).times_used(RULE)
}

impl Deed<RollHighOrDie> for Swim {
    const CARD: Card = Card::acting("Swim", "Encounter").rule(RULE).cost(1, "AP").pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (state, book, Self { who, to }) = (may.state, may.book, *self);
        known(state, who)?;
        let from = may_move(state, book, who, 1)?;
        check_neighbour(may.at(), who, from, to)?;
        may.not_if(!deep(state, book, from) && !deep(state, book, to), || {
            Refusal::new(RULE, "no-water", format!("There is no deep water between {from} and {to}."))
        })?;
        let size = state.sheet(who).size.spaces();
        let level = height_of(state, to, size) == height_of(state, from, size);
        may.not_if(!level || is_object(state, book, to) && !deep(state, book, to), || {
            Refusal::new(RULE, "not-level", format!("{to} cannot be reached by swimming."))
        })?;
        may.not_if(tried(state, who) >= 2, || {
            Refusal::new(RULE, "no-way-made", format!("{} gets no further this Turn.", state.name(who)))
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        swim(cx, self)
    }
}

fn swim(cx: &mut Cx<'_, RollHighOrDie>, stroke: Swim) -> Flow {
    let who = stroke.who;
    declare(cx, who, 1, true)?;
    cx.cite(RULE);
    if super::able(cx.state(), who).is_ok() && tried(cx.state(), who) == 0 {
        let dc = dc(cx.state(), cx.book(), cx.state().live(who).at, stroke.to);
        let swims = cx.within(stroke, |cx| skill_check(cx, who, Skill::Athletics, dc, RULE, &["swim"]))?;
        let used = Used { what: RULE, until: Span::Turn, times: if swims { 1 } else { 2 } };
        record(cx, RULE, TableFact::Used { who, used }.into());
        if cx.state().live(who).airless == swims {
            record(cx, RULE, HurtFact::Air { who, airless: !swims }.into());
        }
        if !swims {
            return Ok(());
        }
    }
    arrive(cx, who, stroke.to, 0, "the stroke")?;
    // On firm ground there is air again.
    let dry = cx.state().live(who).at.is_some_and(|at| !deep(cx.state(), cx.book(), at));
    if dry && cx.state().live(who).airless && !cx.state().live(who).dead {
        record(cx, RULE, HurtFact::Air { who, airless: false }.into());
    }
    Ok(())
}
