//! How a fight ends: nobody left, gone through an exit, given up; and what that brings.

use boneyard_table::deed::{Card, Deed, Filled, Filling, Form, Lawful, May};
use boneyard_table::encounter::Encounter;
use boneyard_table::{At, Cx, Flow, Refusal, RuleId, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::ground::{able, fighters};
use crate::DeadWeight;
use crate::expedition;
use crate::fact::{FightFact, FightOutcome, GearFact, RollFact};
use crate::gear::free_place;
use crate::hurt;
use crate::question::Challenging;
use crate::roll;
use crate::rules;
use crate::state::{Affliction, Last, Place, State};

/// How a fight has ended, if one side has nobody left in it.
pub fn over(state: &State) -> Option<FightOutcome> {
    let left = |side: u8, hero: bool| {
        fighters(state).any(|who| {
            let sheet = state.sheet(who);
            sheet.side == side && sheet.is_hero() == hero && able(state, who)
        })
    };
    if state.battle.as_ref().is_some_and(|battle| battle.setup && unplaced(battle.fighters.iter())) {
        return None;
    }
    if !left(1, false) {
        return Some(FightOutcome::Won);
    }
    if left(0, true) {
        return None;
    }
    let got_away = |who: Who| {
        let one = state.one(who);
        one.sheet.is_hero() && one.live.away && !one.live.dead && !one.live.mortal
    };
    Some(if fighters(state).any(got_away) { FightOutcome::Escaped } else { FightOutcome::Lost })
}

fn unplaced<'a>(mut fighters: impl Iterator<Item = &'a crate::state::Fighter>) -> bool {
    fighters.any(|fighter| fighter.at.is_none())
}

/// Ends a fight.
pub fn end(cx: &mut Cx<'_, DeadWeight>, outcome: FightOutcome) -> Flow {
    let rule = match outcome {
        FightOutcome::Escaped | FightOutcome::Pursued => rules::DW_HOUSE_15H,
        FightOutcome::Surrendered | FightOutcome::BothRetreat => rules::DW_COMB_08,
        _ => rules::DW_COMB_09,
    };
    let outcome = match outcome {
        FightOutcome::Escaped if roll::risk(cx, rule, Seat::GM, 1)? => FightOutcome::Pursued,
        other => other,
    };
    finished(cx, outcome, rule)
}

fn finished(cx: &mut Cx<'_, DeadWeight>, outcome: FightOutcome, rule: RuleId) -> Flow {
    if outcome != FightOutcome::Stopped {
        cx.within(outcome as u8, survived)?;
    }
    cx.within(outcome as u8, crate::magic::combat_ends)?;
    let hard = challenging_fight(cx.at()) || challenging_foe(cx.at());
    if outcome == FightOutcome::Won && hard && !cx.state().party.challenging {
        cx.record(rules::DW_HOUSE_20H, crate::fact::InterludeFact::Challenged.into());
    }
    let holds_the_field = matches!(outcome, FightOutcome::Won | FightOutcome::Stopped);
    if holds_the_field {
        gather(cx);
    }
    let away = |who: &Who| cx.state().sheet(*who).is_hero() && cx.state().live(*who).away;
    let fled: Vec<Who> = fighters(cx.state()).filter(away).collect();
    let out = |hero: bool| -> Vec<Who> {
        let state = cx.state();
        let down = |who: &Who| state.live(*who).dead || state.live(*who).mortal;
        fighters(state).filter(|who| state.sheet(*who).is_hero() == hero && down(who)).collect()
    };
    let (fell, mut beaten) = (out(true), out(false));
    beaten.retain(|who| is_foe(cx.state(), *who));
    let rounds = DeadWeight::round(cx.at());
    cx.record(rule, FightFact::Ended { outcome, rounds, fell, beaten }.into());
    let last = Last { outcome: outcome.word().into(), great: false, critical: false, dice: SmallVec::new() };
    cx.record(rule, RollFact::CameOut(last).into());
    expedition::fought(cx, &fled, outcome == FightOutcome::Pursued)
}

/// The adventurers are gone from a fight at once, and nobody can follow.
pub fn vanish(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    finished(cx, FightOutcome::Escaped, rules::DW_HOUSE_15H)
}

/// What was thrown and not caught is picked up by the one it belonged to.
fn gather(cx: &mut Cx<'_, DeadWeight>) {
    let lying: Vec<(Who, u8)> = cx
        .state()
        .battle
        .iter()
        .flat_map(|battle| &battle.lying)
        .map(|(who, item, _)| (*who, *item))
        .collect();
    for (who, item) in lying {
        if let Some(to) = free_place(cx.at(), who, item).filter(|_| !cx.state().live(who).dead) {
            let fact = GearFact::Placed { who, item, from: Place::Gone, to, wielded: false };
            cx.record(rules::DW_ACT_10, fact.into());
        }
    }
}

/// Those who lived through a challenging fight take heart.
fn survived(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let alive = |state: &State, what: Affliction| -> Vec<Who> {
        let heroes = fighters(state).filter(|who| state.sheet(*who).is_hero() && !state.live(*who).dead);
        heroes.filter(|who| state.live(*who).suffers(what)).collect()
    };
    let hopeless = alive(cx.state(), Affliction::Hopeless);
    if !hopeless.is_empty() && cx.within((), |cx| cx.ask(Seat::GM, Challenging { foe: false }))? {
        for who in hopeless {
            hurt::cured(cx, who, Affliction::Hopeless, rules::DW_AFFL_14);
        }
    }
    let defeated = fighters(cx.state()).any(|who| is_foe(cx.state(), who) && !able(cx.state(), who));
    let terrified = alive(cx.state(), Affliction::Terrified);
    if defeated && !terrified.is_empty() && cx.within((), |cx| cx.ask(Seat::GM, Challenging { foe: true }))? {
        for who in terrified {
            hurt::cured(cx, who, Affliction::Terrified, rules::DW_AFFL_14);
        }
    }
    Ok(())
}

fn is_foe(state: &State, who: Who) -> bool {
    state.sheet(who).side == 1
}

/// Whether a fight was challenging by its numbers: three times the levels of the party, or somebody
/// mortally wounded.
pub fn challenging_fight(at: At<'_, DeadWeight>) -> bool {
    let state = at.state;
    let levels = |hero: bool| -> u32 {
        let all = fighters(state)
            .filter(|who| if hero { state.sheet(*who).is_hero() } else { is_foe(state, *who) });
        all.map(|who| level(state, who)).sum()
    };
    let bloody = |who: Who| {
        let one = state.one(who);
        one.sheet.is_hero() && (one.live.mortal || one.live.dead)
    };
    levels(false) >= 3 * levels(true) || fighters(state).any(bloody)
}

/// Whether a foe that was defeated stands three levels above the best adventurer.
pub fn challenging_foe(at: At<'_, DeadWeight>) -> bool {
    let state = at.state;
    let heroes = fighters(state).filter(|who| state.sheet(*who).is_hero());
    let best = heroes.map(|who| level(state, who)).max().unwrap_or(0);
    fighters(state).any(|who| is_foe(state, who) && !able(state, who) && level(state, who) >= best + 3)
}

fn level(state: &State, who: Who) -> u32 {
    let sheet = state.sheet(who);
    u32::from(if sheet.is_hero() { sheet.hero.level } else { sheet.foe.level })
}

/// Ends a fight that came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StopFight {}

impl Form<DeadWeight> for StopFight {
    fn form(form: &mut Filling<'_, DeadWeight>) -> Filled<Self> {
        let fights = form.state.battle.is_some();
        form.only_if(fights)?;
        Ok(Self {})
    }
}

impl Deed<DeadWeight> for StopFight {
    const CARD: Card = Card::gm("End the fight", "Fight").rule(rules::DW_COMB_09);

    fn may(&self, may: May<'_, DeadWeight>) -> Lawful {
        let none = || Refusal::new(rules::DW_COMB_09, "no-fight", "There is no fight.");
        may.outright_if(may.state.battle.is_none(), none)
    }

    fn run(self, cx: &mut Cx<'_, DeadWeight>, _by: Seat) -> Flow {
        end(cx, FightOutcome::Stopped)
    }
}
