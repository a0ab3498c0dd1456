//! Turns: what the beginning of one settles, in its order; how one ends; going on to the next; how an Encounter ends.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::encounter::Encounter;
use boneyard_table::moment::Moment;
use boneyard_table::order::Next;
use boneyard_table::{At, Awaits, Cx, Flow, Pilot, Refusal, Seat, Who, deed};
use smallvec::SmallVec;

use super::able;
use super::elements::{airless, beats_down, breathe, burns_down};
use super::legal::{fighters, in_encounter, takes};
use super::push::{gravity, ties};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::body;
use crate::book::Book;
use crate::effect;
use crate::fact::{BoardFact, FightFact, Outcome, TableFact};
use crate::hurt::{death_call, end_conditions, moment_passes, row_of, takes_wounds};
use crate::passive::{self, Situation};
use crate::picks::fighting;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Cover, Light, Span, Spot, State};

deed! {
    /// Ends the Turn.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct EndTurn(form: RollHighOrDie) {
        /// Who.
        who: Who = fighting(form)?,
    }
}

deed! {
    /// Leaves over the edge of the map, or is taken out of the Encounter by the Referee.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Leave(form: RollHighOrDie) {
        /// Who.
        who: Who = at_the_edge(form)?,
    }
}

fn at_the_edge(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let who = fighting(form)?;
    let at = form.at();
    form.only_if(may_leave(May::quiet(at, form.seat), who).is_ok())?;
    form.danger(|| Some("You leave the map.".into()));
    Ok(who)
}

deed! {
    /// The Referee ends the Encounter.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct EndEncounter(_form: RollHighOrDie) {}
}

/// Turns nobody can act in before an Encounter is called off.
const STALE: u32 = 400;

impl Deed<RollHighOrDie> for EndTurn {
    const CARD: Card = Card::acting("End the Turn", "Encounter").rule(rules::RH_ENC_08).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (state, who) = (may.state, self.who);
        takes(state, may.book, who, 0)?;
        may.not_if(state.encounter.is_none(), || {
            Refusal::new(rules::RH_CORE_03, "no-encounter", "There are Turns only in an Encounter.")
        })?;
        let stuck = shares(state, may.book, who) && state.live(who).ap > 0;
        may.not_if(stuck && !super::way::free_spaces(may.at(), who).is_empty(), || {
            let sentence = format!("{} shares a space and cannot end the Turn there.", state.name(who));
            Refusal::new(rules::RH_POS_03, "sharing", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        finish(cx, self.who)
    }
}

/// Whether somebody is in a space with another creature.
pub fn shares(state: &State, book: &Book, who: Who) -> bool {
    sight::place_of(state, who).is_some_and(|here| {
        super::push::taken(state, who, here, sight::bottom(state, who))
            .is_some_and(|other| !share(state, book, who, other))
    })
}

/// Whether two may be in one space: a swarm is everywhere.
pub(super) fn share(state: &State, book: &Book, who: Who, other: Who) -> bool {
    [who, other].into_iter().any(|one| passive::hook(state, book, one, "swarm").is_some())
}

/// Brings an Encounter to the next moment at which somebody has to decide something.
pub fn settle(cx: &mut Cx<'_, RollHighOrDie>) -> Flow {
    for _ in 0..STALE {
        let Some(encounter) = &cx.state().encounter else { return Ok(()) };
        if let Some(outcome) = over(cx.state()) {
            end(cx, outcome);
            return Ok(());
        }
        if let Some(who) = encounter.acting() {
            if able(cx.state(), who).is_ok() && !cx.state().live(who).away && has_ap(cx.state(), who) {
                return Ok(());
            }
            cx.within(who, |cx| finish(cx, who))?;
            continue;
        }
        match encounter.order.next(|who| cx.state().live(who).dead || cx.state().live(who).away) {
            Next::Turn(who) => cx.within(who, |cx| begin(cx, who))?,
            Next::AnyOf(block) => {
                let who = block.first().map_or(Who(0), |place| place.who);
                cx.within(who, |cx| begin(cx, who))?;
            }
            Next::RoundOver => {
                round_over(cx);
                cx.within(0, beats_down)?;
                cx.within(1, crate::scenario::round_begins)?;
            }
        }
    }
    end(cx, Outcome::Stopped);
    Ok(())
}

/// The one who begins with nothing to spend has no Turn to speak of; the one who has spent all may still act for
/// nothing.
fn has_ap(state: &State, who: Who) -> bool {
    let none = [Condition::Stunned, Condition::Surprised, Condition::Unconscious];
    !none.into_iter().any(|condition| state.live(who).is(condition))
}

/// How an Encounter has ended, if a side has nobody left. Hazards without foes end when the Referee says so.
fn over(state: &State) -> Option<Outcome> {
    let encounter = state.encounter.as_ref()?;
    if encounter.order.places().is_empty() && encounter.fighters.iter().any(|who| !state.live(*who).dead) {
        return None;
    }
    let hostile = |one: Who| encounter.fighters.iter().any(|other| state.hostile(one, *other));
    if !encounter.fighters.iter().any(|who| hostile(*who)) {
        return encounter.fighters.iter().all(|who| state.live(*who).dead).then_some(Outcome::Lost);
    }
    let left: SmallVec<[Who; 12]> = fighters(state).collect();
    if left.iter().any(|one| left.iter().any(|other| state.hostile(*one, *other))) {
        return None;
    }
    let heroes = left.iter().any(|who| state.sheet(*who).side == 0);
    Some(if heroes { Outcome::Won } else { Outcome::Lost })
}

/// A Turn begins: gravity, breath, Conditions, the floor, what ends now, a Death Call, AP.
fn begin(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let rule = rules::RH_ENC_06;
    if let Some(entry) = cx.state().sheet(who).like {
        cx.cite(entry);
    }
    cx.cite(rules::RH_CORE_04);
    record(cx, rule, FightFact::Turn { who }.into());
    crate::inventory::flashes_end(cx, who);
    if cx.state().live(who).is(Condition::Falling) {
        cx.within(who, |cx| gravity(cx, who))?;
    }
    cx.within(who, |cx| breathe(cx, who))?;
    cx.within(who, |cx| suffers(cx, who))?;
    if cx.state().live(who).dead {
        return Ok(());
    }
    moment_passes(cx, Moment::TurnStart(who));
    let line = body::death_line(cx.state(), cx.book(), who);
    if cx.state().live(who).wounds > 0 {
        passive::cite(cx, who, "death-line", Situation::default());
    }
    if takes_wounds(cx.state(), who) && i16::from(cx.state().live(who).wounds) > line {
        cx.within(who, |cx| death_call(cx, who))?;
        if cx.state().live(who).dead {
            return Ok(());
        }
    }
    let to = body::ap(cx.state(), cx.book(), who);
    passive::cite(cx, who, "ap", Situation::default());
    record(cx, rules::RH_ENC_05, FightFact::Ap { who, to }.into());
    crate::scenario::turn_begins(cx, who)
}

/// What Conditions and the floor do when a Turn begins, each its own event.
fn suffers(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let book = cx.book();
    let all: SmallVec<[(Condition, u8); 8]> =
        cx.state().live(who).conditions.iter().map(|known| (known.what.what, known.what.stacks)).collect();
    for (condition, stacks) in all {
        let Some(row) = row_of(book, condition).filter(|row| !row.turn_start.is_empty()) else { continue };
        cx.within((who, condition, stacks), |cx| effect::stacked(cx, who, &row.turn_start, row.id, stacks))?;
        if cx.state().live(who).dead {
            return Ok(());
        }
    }
    if let Some(row) = passive::floor(cx.state(), book, who).filter(|row| !row.turn_start.is_empty()) {
        cx.within(who, |cx| effect::befalls(cx, who, &row.turn_start, row.id))?;
    }
    Ok(())
}

/// A Turn is over: AP are lost, what waited for it ends, the one who stands in plain view is Hidden no longer.
fn finish(cx: &mut Cx<'_, RollHighOrDie>, who: Who) -> Flow {
    let rule = rules::RH_ENC_08;
    if cx.state().live(who).is(Condition::Hidden) && in_plain_view(cx.state(), cx.book(), who) {
        end_conditions(cx, who, Condition::Hidden.rule(), |ailment| ailment.what == Condition::Hidden);
    }
    if !airless(cx.state(), cx.book(), who) {
        end_conditions(cx, who, rules::RH_SUFF_01, |ailment| {
            matches!(ailment.what, Condition::HoldingBreath | Condition::Suffocating)
        });
    }
    if shares(cx.state(), cx.book(), who) {
        step_aside(cx, who);
    }
    cx.within(who, |cx| burns_down(cx, who))?;
    moment_passes(cx, Moment::TurnEnd(who));
    if cx.state().live(who).used.iter().any(|used| used.until == Span::Turn) {
        record(cx, rule, TableFact::Fresh { who, span: Span::Turn }.into());
    }
    record(cx, rule, FightFact::TurnOver { who }.into());
    ties(cx);
    Ok(())
}

/// The one who may not stay in a shared space is set in the nearest free one.
fn step_aside(cx: &mut Cx<'_, RollHighOrDie>, who: Who) {
    let state = cx.state();
    let (Some(board), Some(at)) = (&state.board, state.live(who).at) else { return };
    let size = state.sheet(who).size.spaces();
    let own = sight::bottom(state, who);
    let free = |spot: &Spot| {
        super::push::floor_under(state, *spot, size) == Some(own)
            && super::push::taken(state, who, spot.footprint(size), own).is_none()
            && !super::push::is_object(state, cx.book(), *spot)
    };
    let far = |spot: &Spot| (sight::metric(state).distance(at.footprint(size), spot.footprint(size)), *spot);
    let nearest = board.grid.chart().squares().filter_map(Spot::of).filter(free).min_by_key(far);
    if let Some(to) = nearest {
        record(cx, rules::RH_POS_03, FightFact::Pushed { who, to, lift: 0 }.into());
    }
}

/// Whether somebody who considers one hostile would see one with No Cover, in High or Blinding Light.
fn in_plain_view(state: &State, book: &Book, who: Who) -> bool {
    if sight::light_of(state, book, who) < Light::High {
        return false;
    }
    state.here().any(|other| {
        state.hostile(other, who)
            && able(state, other).is_ok()
            && sight::crossed(state, book, other, who)
                .map(|cover| sight::raised(cover, state.live(who).stance))
                .is_some_and(|cover| cover == Cover::No)
    })
}

/// A Round is over: floors that last for so many go back, and the next one begins.
fn round_over(cx: &mut Cx<'_, RollHighOrDie>) {
    let floors: Vec<crate::state::Floor> =
        cx.state().board.iter().flat_map(|board| board.floors.iter().cloned()).collect();
    for floor in floors {
        match floor.rounds {
            None => {}
            Some(0 | 1) => record(cx, rules::RH_TERR_01, BoardFact::FloorBack { at: floor.at }.into()),
            Some(left) => {
                let floor = crate::state::Floor { rounds: Some(left - 1), ..floor };
                record(cx, rules::RH_TERR_01, BoardFact::Floor(floor).into());
            }
        }
    }
    let seconds = cx.state().house.round_seconds.0;
    let to = cx.state().now.later(seconds.into());
    record(cx, rules::RH_TIME_01, TableFact::Time { to }.into());
    let round = cx.state().encounter.as_ref().map_or(0, |encounter| encounter.order.round());
    record(cx, rules::RH_ENC_02, FightFact::Round { number: round.saturating_add(1) }.into());
}

/// An Encounter is over.
pub fn end(cx: &mut Cx<'_, RollHighOrDie>, outcome: Outcome) {
    let rule = rules::RH_ENC_10;
    let all: Vec<Who> =
        cx.state().encounter.iter().flat_map(|encounter| encounter.fighters.iter().copied()).collect();
    crate::living::encounter_over(cx);
    crate::scenario::fought(cx);
    moment_passes(cx, Moment::BattleEnd);
    for who in all {
        end_conditions(cx, who, rule, |ailment| matches!(ailment.what, Condition::Engaged));
        for span in [Span::Turn, Span::Encounter] {
            if cx.state().live(who).used.iter().any(|used| used.until == span) {
                record(cx, rule, TableFact::Fresh { who, span }.into());
            }
        }
    }
    let down = |who: &Who| cx.state().sheet(*who).is_hero() && cx.state().live(*who).dead;
    let fell = cx
        .state()
        .encounter
        .iter()
        .flat_map(|encounter| encounter.fighters.iter().copied())
        .filter(down)
        .collect();
    let rounds = RollHighOrDie::round(cx.at());
    record(cx, rule, FightFact::Ended { outcome, rounds, fell }.into());
}

impl Deed<RollHighOrDie> for EndEncounter {
    const CARD: Card = Card::gm("End the Encounter", "Encounter").rule(rules::RH_ENC_10);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        may.not_if(may.state.encounter.is_none(), || {
            Refusal::new(rules::RH_ENC_10, "no-encounter", "There is no Encounter.")
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        end(cx, Outcome::Stopped);
        Ok(())
    }
}

impl Deed<RollHighOrDie> for Leave {
    const CARD: Card =
        Card::acting("Leave the Encounter", "Encounter").rule(rules::RH_ENC_04).pilot(Pilot::Foes);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        if !may.by.is_gm() {
            return may_leave(may, self.who);
        }
        let there = may.state.encounter.as_ref().is_some_and(|encounter| encounter.order.has(self.who));
        may.not_if(!there, || {
            let sentence = "Name somebody who has a place in the order.";
            Refusal::new(rules::RH_ENC_04, "not-in-it", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        record(cx, rules::RH_ENC_04, FightFact::Left { who: self.who }.into());
        Ok(())
    }
}

/// Whether somebody stands where one can leave.
pub fn may_leave(may: May<'_, RollHighOrDie>, who: Who) -> Lawful {
    in_encounter(may.state, may.book, who, 0)?;
    let edge = may.state.board.as_ref().zip(may.state.live(who).at).is_some_and(|(board, spot)| {
        let (width, height) = board.grid.chart().size(0).unwrap_or((0, 0));
        let square = spot.square();
        square.x == 0 || square.y == 0 || square.x + 1 == width || square.y + 1 == height
    });
    may.not_if(!edge, || {
        Refusal::new(rules::RH_ENC_04, "not-at-the-edge", "One leaves over the edge of the map.")
    })
}

/// Who is waited for in an Encounter.
pub fn awaits(at: At<'_, RollHighOrDie>) -> Option<Awaits> {
    let who = at.state.acting()?;
    // Whose Turn it is would tell of somebody nobody knows of.
    let secret = at.state.live(who).unseen;
    let why = if secret { "The Referee acts.".to_owned() } else { format!("{} acts.", at.state.name(who)) };
    Some(Awaits { creatures: vec![who], seats: Vec::new(), why })
}
