//! Catching somebody who falls: the one who is beside them and on firm ground may try before gravity has them, by the
//! Referee's form.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Pilot, Refusal, Seat, Who, deed};

use super::legal::{beside, may_spend, target as check_target};
use super::push::{entered, floor_under, is_object, taken, ties};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::book::Book;
use crate::check::attempt;
use crate::fact::FightFact;
use crate::hurt::end_conditions;
use crate::picks::{fighting, target};
use crate::question::Ruled;
use crate::rules;
use crate::sight;
use crate::state::{Condition, Skill, Spot, State};

const RULE: boneyard_table::RuleId = rules::RH_FALL_01;
/// What is proposed: as much as laying hands on somebody takes otherwise.
const AP: u8 = 2;
const DC: i16 = 15;

deed! {
    /// Catching somebody who falls.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Catch(form: RollHighOrDie) {
        /// Who.
        who: Who = while_somebody_falls(form)?,
        /// Whom.
        target: Who = target(form, who)?,
    }
}

fn while_somebody_falls(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let who = fighting(form)?;
    let falls = |other: Who| other != who && form.state.live(other).is(Condition::Falling);
    form.only_if(form.state.here().any(falls))?;
    Ok(who)
}

impl Deed<RollHighOrDie> for Catch {
    const CARD: Card = Card::acting("Catch somebody who falls", "Encounter").rule(RULE).pilot(Pilot::Fight);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        self.spot(may).map(drop)
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Some(to) = firm(cx.state(), cx.book(), self) else { return Ok(()) };
        let what = format!("catch {}", cx.state().name(self.target));
        let proposed = Ruled {
            ap: AP,
            skill: Some(Skill::Athletics),
            dc: DC,
            success: "held fast".into(),
            failure: "out of reach".into(),
            ..Ruled::default()
        };
        cx.cite(RULE);
        if !cx.within((self.who, self.target, to), |cx| attempt(cx, self.who, &what, Some(proposed)))? {
            return Ok(());
        }
        pulled(cx, self.target, to)
    }
}

impl Catch {
    /// Where the one who falls would be pulled to, or what bars it.
    fn spot(self, may: May<'_, RollHighOrDie>) -> Lawful<Spot> {
        let state = may.state;
        may_spend(may, self.who, 0)?;
        check_target(state, may.book, self.who, self.target, RULE)?;
        let (who, target) = (state.name(self.who), state.name(self.target));
        may.not_if(!state.live(self.target).is(Condition::Falling), || {
            Refusal::new(RULE, "not-falling", format!("{target} is not falling."))
        })?;
        may.not_if(state.hostile(self.target, self.who), || {
            Refusal::new(RULE, "no-ally", format!("{target} takes no hand of {who}."))
        })?;
        may.not_if(state.live(self.who).lift > 0, || {
            Refusal::new(RULE, "no-ground", format!("{who} has no ground to stand on."))
        })?;
        beside(state, self.who, self.target, RULE)?;
        match firm(state, may.book, self) {
            Some(spot) => Ok(spot),
            None => may.no(|| {
                let sentence = format!("There is no firm ground beside {who} to pull {target} onto.");
                Refusal::new(RULE, "no-room", sentence)
            }),
        }
    }
}

/// The free space beside the catcher, level with them and nearest to the one who falls.
fn firm(state: &State, book: &Book, on: Catch) -> Option<Spot> {
    let (own, from) = (state.live(on.who).at?, state.live(on.target).at?);
    let size = state.sheet(on.target).size.spaces();
    let level = sight::bottom(state, on.who);
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (across, down)));
    let spots = around.filter_map(|(across, down)| own.step(across, down));
    let free = |spot: &Spot| {
        floor_under(state, *spot, size) == Some(level)
            && taken(state, on.target, spot.footprint(size), level).is_none()
            && !spot.spaces(size).any(|spot| is_object(state, book, spot))
    };
    let far =
        |spot: &Spot| (sight::metric(state).distance(from.footprint(size), spot.footprint(size)), *spot);
    spots.filter(free).min_by_key(far)
}

fn pulled(cx: &mut Cx<'_, RollHighOrDie>, who: Who, to: Spot) -> Flow {
    record(cx, RULE, FightFact::Pushed { who, to, lift: 0 }.into());
    end_conditions(cx, who, RULE, |ailment| ailment.what == Condition::Falling);
    ties(cx);
    cx.within(who, |cx| entered(cx, who))
}
