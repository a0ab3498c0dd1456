//! Morale: where it starts, what it loses, what broken sides do.

use boneyard_table::{Cx, Flow, Party, RuleId, Seat, Who, vote};

use super::ground::{able, fighters};
use super::tokens;
use crate::DeadWeight;
use crate::fact::{Effort, FightFact, FightOutcome};
use crate::house::BrokenSideMayFightOn;
use crate::question::{AcceptSurrender, BrokenFoes, OfferSurrender};
use crate::rules;
use crate::state::{Attribute, Kind, Morale, State};

/// The most a morale die shows.
const MOST: u8 = 6;

/// Where the adventurers start (DW-MORALE-01): 1 for each with a PRE die, 2 for each with three.
pub fn adventurers(state: &State, who: &[Who]) -> Morale {
    let points = who.iter().filter(|who| !state.live(**who).mortal).map(|who| {
        match state.one(*who).available(Attribute::Pre) {
            0 => 0,
            1 | 2 => 1,
            _ => 2,
        }
    });
    Morale { value: points.sum::<u8>().clamp(1, MOST), broken: false }
}

/// Where the enemies start (DW-MORALE-02): 1 more than there are of them.
pub fn enemies(count: usize) -> Morale {
    let value = u8::try_from(count + 1).unwrap_or(MOST).min(MOST);
    Morale { value, broken: false }
}

/// A member of a side fell or died.
fn lost(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    let sheet = cx.state().sheet(who);
    let counts = !matches!(sheet.kind, Kind::Ally { .. }) && sheet.side < 2;
    let side = sheet.side;
    if counts && fighters(cx.state()).any(|fighter| fighter == who) {
        lower(cx, side, rules::DW_MORALE_03);
    }
}

/// Somebody was mortally wounded: their side loses heart, and whatever they held is free.
pub fn fallen(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    lost(cx, who);
    tokens::lets_go(cx, who);
}

/// Somebody died. The one who has Battle trance and killed an enemy in their own turn goes on.
pub fn died(cx: &mut Cx<'_, DeadWeight>, who: Who) {
    lost(cx, who);
    tokens::lets_go(cx, who);
    let state = cx.state();
    let Some(acting) = state.battle.as_ref().and_then(|battle| battle.acting()) else { return };
    let one = state.one(acting);
    if one.sheet.has_trait(rules::DW_TRAIT_02) && able(state, acting) && state.sheet(who).side != 0 {
        let left = one.live.turn.actions.saturating_add(1);
        let fact = FightFact::Actions { who: acting, left, on: Effort::Gain };
        cx.record(rules::DW_TRAIT_02, fact.into());
    }
}

/// An adventurer's dice in PRE changed in a fight: the last one gone costs heart.
pub fn presence(cx: &mut Cx<'_, DeadWeight>, who: Who, before: u8) {
    let gone = before > 0 && cx.state().one(who).available(Attribute::Pre) == 0;
    if gone && fighters(cx.state()).any(|fighter| fighter == who) {
        lower(cx, 0, rules::DW_MORALE_03);
    }
}

/// A side loses a point; below 1 it is broken for good.
pub fn lower(cx: &mut Cx<'_, DeadWeight>, side: u8, rule: RuleId) {
    let Some(battle) = &cx.state().battle else { return };
    let Some(from) = battle.morale.get(usize::from(side)).copied().filter(|morale| !morale.broken) else {
        return;
    };
    let to = Morale { value: from.value.saturating_sub(1), broken: from.value <= 1 };
    cx.cite(rule);
    let rule = if to.broken { rules::DW_MORALE_04 } else { rule };
    cx.record(rule, FightFact::Morale { side, from, to }.into());
}

/// Those of a side who can still fight and think for themselves.
fn minded(state: &State, side: u8) -> impl Iterator<Item = Who> + '_ {
    fighters(state).filter(move |who| {
        let sheet = state.sheet(*who);
        sheet.side == side && able(state, *who) && !sheet.is("mindless")
    })
}

/// Advantages and disadvantages of the adventurers' attacks and defences.
pub fn edges(state: &State) -> (u8, u8) {
    let broken = |side| state.battle.as_ref().is_some_and(|battle| battle.broken(side));
    (u8::from(broken(1)), u8::from(broken(0)))
}

/// What comes of broken sides at the end of a round: how the fight ends, if it does.
pub fn broken_sides(cx: &mut Cx<'_, DeadWeight>) -> Flow<Option<FightOutcome>> {
    let broken = |cx: &Cx<'_, DeadWeight>, side| cx.state().battle.as_ref().is_some_and(|b| b.broken(side));
    let rule = rules::DW_COMB_08;
    match (broken(cx, 0), broken(cx, 1)) {
        (true, true) => {
            cx.cite(rule);
            // The one who has no mind to run fights on.
            Ok(minded(cx.state(), 1).next().map(|_| FightOutcome::BothRetreat))
        }
        (true, false) => {
            if !heroes_offer(cx)? || minded(cx.state(), 1).next().is_none() {
                return Ok(None);
            }
            if cx.ask(Seat::GM, AcceptSurrender { of: 0 })? {
                cx.cite(rule);
                return Ok(Some(FightOutcome::Surrendered));
            }
            cx.record(rule, FightFact::NoQuarter { side: 0 }.into());
            Ok(None)
        }
        (false, true) => enemies_broken(cx).map(|()| None),
        (false, false) => Ok(None),
    }
}

/// A broken party offers its surrender, where the table lets it choose only if it wants to.
fn heroes_offer(cx: &mut Cx<'_, DeadWeight>) -> Flow<bool> {
    if cx.state().house.broken_side_may_fight_on == BrokenSideMayFightOn::Off {
        return Ok(true);
    }
    let asked: Vec<(Party, OfferSurrender)> =
        voters(cx.state()).into_iter().map(|who| (who.into(), OfferSurrender)).collect();
    vote(cx, &[], &asked, OfferSurrender)
}

/// Broken enemies give up if they have a mind to; if nobody takes it, the GM says what they do.
fn enemies_broken(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    if minded(cx.state(), 1).next().is_none() {
        cx.cite(rules::DW_HOUSE_34H);
        return Ok(());
    }
    let may_hold_back = cx.state().house.broken_side_may_fight_on == BrokenSideMayFightOn::On;
    let mut plan = if may_hold_back {
        cx.ask(Seat::GM, BrokenFoes { may_surrender: true })?
    } else {
        BrokenFoes::SURRENDER.to_owned()
    };
    if plan == BrokenFoes::SURRENDER {
        let question = AcceptSurrender { of: 1 };
        let asked: Vec<(Party, AcceptSurrender)> =
            voters(cx.state()).into_iter().map(|who| (who.into(), question)).collect();
        if cx.within((), |cx| vote(cx, &[], &asked, question))? {
            let all: Vec<Who> = minded(cx.state(), 1).collect();
            for who in all {
                cx.record(rules::DW_COMB_08, FightFact::Surrendered { who }.into());
            }
            return Ok(());
        }
        cx.record(rules::DW_COMB_08, FightFact::NoQuarter { side: 1 }.into());
        if may_hold_back {
            return Ok(());
        }
        plan = cx.ask(Seat::GM, BrokenFoes { may_surrender: false })?;
    }
    let fleeing = plan == BrokenFoes::FLEE;
    if cx.state().battle.as_ref().is_some_and(|battle| battle.fleeing != fleeing) {
        cx.record(rules::DW_MORALE_06, FightFact::Fleeing { fleeing }.into());
    }
    Ok(())
}

/// One adventurer for each player who still has somebody in the fight.
fn voters(state: &State) -> Vec<Who> {
    let mut voters: Vec<Who> = Vec::new();
    for who in fighters(state).filter(|who| state.sheet(*who).is_hero() && able(state, *who)) {
        let seat = state.sheet(who).seat;
        if voters.iter().all(|known| state.sheet(*known).seat != seat) {
            voters.push(who);
        }
    }
    voters
}
