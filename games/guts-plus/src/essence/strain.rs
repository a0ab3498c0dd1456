//! Strain: how it comes, what it does on top of itself, and when it goes.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{Cx, Flow, Refusal, RuleId, Seat, Who, deed};

use crate::GutsPlus;
use crate::fact::EssenceFact;
use crate::form;
use crate::health::{Hurt, injure};
use crate::rules;
use crate::state::{State, Strain};

/// Whether somebody is strained.
pub fn strained(state: &State, who: Who) -> bool {
    state.creature(who).is_some_and(|one| one.live.essence.strain.is_some())
}

fn now(state: &State, who: Who) -> Strain {
    Strain { round: state.battle.as_ref().filter(|battle| battle.has(who)).map(|battle| battle.round) }
}

/// Something strains: the first time it is a condition, from then on an injury to the head that
/// nothing keeps off.
pub fn strain(cx: &mut Cx<'_, GutsPlus>, who: Who, rule: RuleId) -> Flow {
    let again = strained(cx.state(), who);
    let strain = Some(now(cx.state(), who));
    cx.cite(rules::GP_STATUS_10);
    cx.record(rule, EssenceFact::Strain { who, strain }.into());
    if again {
        cx.cite(rules::GP_ESS_13);
        let part = cx.state().one(who).vital();
        let hurt = Hurt {
            who,
            part,
            lines: 1,
            dangerous: false,
            cuts: false,
            through: true,
            cause: "strain",
            rule: rules::GP_ESS_13,
        };
        injure(cx, &hurt)?;
    }
    Ok(())
}

/// Essence was used while strained: the wait begins anew.
pub(super) fn used(cx: &mut Cx<'_, GutsPlus>, who: Who) {
    let strain = now(cx.state(), who);
    if cx.state().live(who).essence.strain.is_some_and(|old| old != strain) {
        cx.record(rules::GP_ESS_14, EssenceFact::Strain { who, strain: Some(strain) }.into());
    }
}

/// A round is over: strain goes from the one who let it pass without using essence.
pub(super) fn round_over(cx: &mut Cx<'_, GutsPlus>, round: u16) {
    let done: Vec<Who> = cx
        .state()
        .everybody()
        .filter(|who| {
            let strain = cx.state().live(*who).essence.strain;
            strain.and_then(|strain| strain.round).is_some_and(|since| since < round)
        })
        .collect();
    for who in done {
        cx.record(rules::GP_ESS_14, EssenceFact::Strain { who, strain: None }.into());
    }
}

/// A fight is over: what is left of strain lasts until the scene changes.
pub fn fight_ends(cx: &mut Cx<'_, GutsPlus>) {
    let left: Vec<Who> = cx
        .state()
        .everybody()
        .filter(|who| cx.state().live(*who).essence.strain.is_some_and(|strain| strain.round.is_some()))
        .collect();
    for who in left {
        cx.record(rules::GP_ESS_14, EssenceFact::Strain { who, strain: Some(Strain { round: None }) }.into());
    }
}

/// The scene changes: strain is gone.
pub fn scene_changes(cx: &mut Cx<'_, GutsPlus>) {
    let all: Vec<Who> = cx.state().everybody().filter(|who| strained(cx.state(), *who)).collect();
    for who in all {
        cx.record(rules::GP_ESS_14, EssenceFact::Strain { who, strain: None }.into());
    }
}

deed! {
    /// The GM ends strain.
    pub struct Unstrain(form: GutsPlus) {
        /// Whose.
        who: Who = {
            let state = form.state;
            let all = state.everybody().filter(|who| strained(state, *who));
            let who = form::each_creature(form, "who", all)?;
            form.label(|| format!("{} is strained no more", state.name(who)).into());
            form.id(|| format!("unstrain:{}", who.0));
            who
        },
    }
}

impl Deed<GutsPlus> for Unstrain {
    const CARD: Card = Card::gm("End strain", "Essence").rule(rules::GP_ESS_14);

    fn may(&self, may: May<'_, GutsPlus>) -> Lawful {
        may.not_if(!strained(may.state, self.who), || {
            let sentence = format!("{} is not strained.", may.state.name(self.who));
            Refusal::new(rules::GP_ESS_14, "not-strained", sentence)
        })
    }

    fn run(self, cx: &mut Cx<'_, GutsPlus>, _by: Seat) -> Flow {
        cx.record(rules::GP_ESS_14, EssenceFact::Strain { who: self.who, strain: None }.into());
        Ok(())
    }
}
