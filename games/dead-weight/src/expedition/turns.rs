//! Exploration turns passing: lights burn, the Bleeding bleed, the overburdened test, decay rises, and
//! after the whole action come decay rolls, doom, omens and the one who was on the way.

use boneyard_table::{Audience, Cx, Flow, Who};

use super::{decay, light, meet, mortal, trackers, trap};
use crate::DeadWeight;
use crate::book::Twist;
use crate::combat::too_much;
use crate::fact::{ExpeditionFact, MagicFact};
use crate::gear::encumbered;
use crate::hurt;
use crate::rules;
use crate::state::{Affliction, Coming, Lasting, Span};

/// So many turns pass after an action that is done.
pub fn pass(cx: &mut Cx<'_, DeadWeight>, turns: u8) -> Flow {
    spend(cx, turns, false)
}

/// The one turn of a whole fight: nobody bleeds or stumbles for it again.
pub fn pass_fight(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    cx.cite(rules::DW_EXPL_06);
    spend(cx, 1, true)
}

fn spend(cx: &mut Cx<'_, DeadWeight>, turns: u8, fight: bool) -> Flow {
    if !cx.state().expedition.under_way {
        return Ok(());
    }
    for left in (1..=turns).rev() {
        cx.within((left, fight), |cx| one(cx, fight))?;
    }
    cx.within(turns, decay::round)?;
    settle(cx)
}

/// What comes after decay: events of doom, omens, arrivals.
pub fn settle(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    cx.within(0, trackers::doom_events)?;
    cx.within(1, trackers::full_omens)?;
    arrivals(cx)
}

fn one(cx: &mut Cx<'_, DeadWeight>, fight: bool) -> Flow {
    let rule = rules::DW_EXPL_02;
    let turn = cx.state().expedition.turn.saturating_add(1);
    cx.record(rule, ExpeditionFact::Turn { turn }.into());
    light::burns(cx)?;
    let heroes: Vec<Who> = cx.state().heroes().filter(|who| !cx.state().live(*who).mortal).collect();
    if !fight {
        for &who in &heroes {
            if cx.state().live(who).suffers(Affliction::Bleeding) {
                cx.within(who, |cx| hurt::tire_chosen(cx, who, rules::DW_AFFL_04))?;
            }
        }
        for &who in &heroes {
            if encumbered(cx.at(), who) {
                cx.within(who, |cx| too_much(cx, who))?;
            }
        }
    }
    last(cx);
    let from = cx.state().expedition.decay;
    cx.record(rules::DW_TRACK_01, ExpeditionFact::Decay { from, to: from + 1 }.into());
    tide(cx);
    on_the_way(cx);
    mortal::time_runs(cx)?;
    if let Some(flood) = cx.state().expedition.at_site().and_then(|site| site.flood) {
        let inside: Vec<Who> = cx.state().heroes().collect();
        for who in inside {
            cx.within(who, |cx| trap::caught(cx, who, flood, rules::DW_TRACK_05))?;
        }
    }
    Ok(())
}

/// Where the tide sets the pace doom goes up by itself.
fn tide(cx: &mut Cx<'_, DeadWeight>) {
    let way = &cx.state().expedition;
    let row = way.at_site().and_then(|site| cx.book().places.get(site.twist?.as_str()));
    let rises =
        |twist: &Twist| matches!(twist, Twist::Tide(every) if way.turn % u16::from(*every).max(1) == 0);
    if row.is_some_and(|row| row.twist.iter().any(rises)) {
        trackers::advance_doom(cx, 1, rules::DW_HOUSE_48H);
    }
}

/// What lasts for so many turns has one fewer.
fn last(cx: &mut Cx<'_, DeadWeight>) {
    let everybody: Vec<Who> = cx.state().everybody().collect();
    for who in everybody {
        let lasting: Vec<Lasting> =
            cx.state().live(who).lasting.iter().filter(|one| one.ends == Span::Turns).copied().collect();
        for one in lasting {
            let left = Lasting { amount: one.amount.saturating_sub(1), ..one };
            let fact = if left.amount == 0 {
                MagicFact::Over { who, lasting: one }
            } else {
                MagicFact::Lasts { who, lasting: left }
            };
            cx.record(rules::DW_EXPL_02, fact.into());
        }
    }
}

fn on_the_way(cx: &mut Cx<'_, DeadWeight>) {
    let mut coming = cx.state().expedition.coming.clone();
    if coming.iter().any(|one| one.turns > 0) {
        for one in &mut coming {
            one.turns = one.turns.saturating_sub(1);
        }
        let fact = ExpeditionFact::Coming { coming };
        cx.record_for(Audience::GM, rules::DW_TRACK_05, fact.into());
    }
}

fn arrivals(cx: &mut Cx<'_, DeadWeight>) -> Flow {
    let all = cx.state().expedition.coming.clone();
    if all.iter().all(|one| one.turns > 0) {
        return Ok(());
    }
    let (here, later): (Vec<Coming>, Vec<Coming>) = all.into_iter().partition(|one| one.turns == 0);
    let fact = ExpeditionFact::Coming { coming: later };
    cx.record_for(Audience::GM, rules::DW_TRACK_05, fact.into());
    for one in here {
        match one.from {
            Some(room) => meet::hunters(cx, &room)?,
            None => meet::wandering(cx)?,
        }
    }
    Ok(())
}
