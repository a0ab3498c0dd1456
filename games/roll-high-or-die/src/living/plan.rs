//! What is meant to be done with Watches: the plan of a Day, and what somebody declares.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::view::count;
use boneyard_table::{Cx, Flow, Refusal, Seat, Who, deed};

use super::THE_DAY;
use super::watch::{WATCHES, check_begin, is_of_the_party, party};
use crate::RollHighOrDie;
use crate::audience::record;
use crate::combat::{at_ease, known};
use crate::fact::LivingFact;
use crate::picks::any;
use crate::rules;
use crate::state::{Planned, Spending, State};

deed! {
    /// What the party means to do with a Day.
    #[serde(deny_unknown_fields)]
    pub struct PlanDay(form: RollHighOrDie) {
        /// Watch by Watch, at most six.
        watches: Vec<Spending> = {
            let (state, gm) = (form.state, form.seat.is_gm());
            form.only_if(gm && check_begin(state).is_ok())?;
            form.each("watches", [TYPICAL.to_vec()])?
        },
        /// Who stands guard in the Resting Watches, one after the other.
        #[serde(default)]
        guards: Vec<Who> = {
            let state = form.state;
            form.maybe_creatures("guards", "Who stands guard", 0..=2, |who| is_of_the_party(state, who))?
        },
    }
}

/// A typical Day.
const TYPICAL: [Spending; 6] = [
    Spending::Travel,
    Spending::Active,
    Spending::Active,
    Spending::Travel,
    Spending::Sleep,
    Spending::Sleep,
];

deed! {
    /// What somebody means to do with the next Watch.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Declare(form: RollHighOrDie) {
        /// Who.
        who: Who = member(form)?,
        /// What.
        spend: Spending = any(form, "spend", "What", SPENDINGS)?,
    }
}

/// What a Watch can be spent on.
pub(super) const SPENDINGS: [(Spending, &str); 4] = [
    (Spending::Travel, "Travel"),
    (Spending::Active, "Be active"),
    (Spending::Sleep, "Sleep"),
    (Spending::Guard, "Stand guard"),
];

/// The field `who`: one of the party, while nobody fights.
pub(super) fn member(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let (who, state) = (form.actor()?, form.state);
    form.only_if(state.encounter.is_none() && is_of_the_party(state, who))?;
    Ok(who)
}

impl Deed<RollHighOrDie> for PlanDay {
    const CARD: Card = Card::anyone("Plan a typical Day", THE_DAY).rule(rules::RH_TIME_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        at_ease(may.state, rules::RH_TIME_02)?;
        let (watches, guards) = (self.watches.len(), self.guards.len());
        may.not_if(watches == 0 || watches > usize::from(WATCHES), || {
            let sentence = format!("A Day has six Watches; that would be {watches}.");
            Refusal::new(rules::RH_TIME_02, "so-many-watches", sentence)
        })?;
        for who in &self.guards {
            known(may.state, *who)?;
        }
        let resting = self.watches.iter().filter(|spend| spend.rests()).count();
        may.not_if(guards > resting, || {
            let guards = count(guards as u32, "guard", "guards");
            let resting = count(resting as u32, "Resting Watch", "Resting Watches");
            let sentence = format!("That is {guards} for {resting}.");
            Refusal::new(rules::RH_TIME_03, "so-many-guards", sentence)
        })?;
        may.not_if(guards >= 3 && party(may.state).len() < 3, || {
            let sentence = "Eight hours for everybody in three guarded Watches take at least three members.";
            Refusal::new(rules::RH_TIME_03, "too-few-guards", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let mut guards = self.guards.iter().copied();
        let watches = self.watches.iter().map(|spend| {
            let guard = if spend.rests() { guards.next() } else { None };
            Planned { spend: if spend.rests() { Spending::Sleep } else { *spend }, guard }
        });
        let plan = watches.collect();
        cx.cite(rules::RH_TIME_03);
        record(cx, rules::RH_TIME_02, LivingFact::Planned { plan }.into());
        Ok(())
    }
}

impl Deed<RollHighOrDie> for Declare {
    const CARD: Card = Card::acting("Say what the next Watch is for", THE_DAY).rule(rules::RH_TIME_02);

    fn may(&self, may: May<'_, RollHighOrDie>) -> Lawful {
        let (rule, who) = (rules::RH_TIME_02, self.who);
        known(may.state, who)?;
        at_ease(may.state, rule)?;
        may.not_if(!is_of_the_party(may.state, who), || no_member(may.state, who))
    }

    fn run(self, cx: &mut Cx<'_, RollHighOrDie>, _by: Seat) -> Flow {
        let Self { who, spend } = self;
        record(cx, rules::RH_TIME_02, LivingFact::Declared { who, spend }.into());
        Ok(())
    }
}

pub(super) fn no_member(state: &State, who: Who) -> Refusal {
    let sentence = format!("{} does not live by Watches.", state.name(who));
    Refusal::new(rules::RH_TIME_02, "not-in-the-party", sentence)
}
