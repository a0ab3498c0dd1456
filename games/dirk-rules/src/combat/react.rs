//! Windows: the fixed points at which reactions may be declared, who is asked in which order,
//! and what each of the five reactions does.

use std::cmp::Reverse;

use boneyard_table::{Cx, Flow, Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::grapple::let_go;
use super::legal::{STEP_IN, may_react, may_step_in, steady};
use super::misc::{knock_down, unsettle};
use super::movement::{Path, go};
use super::put;
use super::turn::gain_reaction;
use super::wear::break_or_destroy;
use crate::DirkRules;
use crate::check::{Contender, Save, contend, save};
use crate::fact::Fact;
use crate::gear::shield;
use crate::house::{EvadeDisplacement, InterceptContest};
use crate::power;
use crate::question::{
    Bond, BreakThrough, Displace, Displaced, EscapeBy, EscapeFrom, Foresee, Keep, KeepWhat, React, WindowName,
};
use crate::rules;
use crate::state::{Ability, Affliction, Live, Reaction, Wear};

/// A point at which reactions may be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// An attack is declared, its damage not rolled: others may step in, the target may COUNTER!.
    Before,
    /// Damage is rolled, nothing absorbed yet: the target may EVADE! or BLOCK!.
    After,
    /// Somebody moves: others may step in the way.
    Move {
        /// Who moves.
        who: Who,
        /// As seen from whom.
        anchor: Who,
        /// How far apart they would be.
        to: u16,
    },
    /// Something lasting holds a creature: it may ESCAPE!.
    Effect {
        /// Who is held.
        who: Who,
    },
}

/// Opens a window and goes through everybody entitled, in order. Gives whether a move was stopped.
pub fn window(cx: &mut Cx<'_, DirkRules>, window: Window) -> Flow<bool> {
    match window {
        Window::Before => before(cx).map(|()| false),
        Window::After => after(cx).map(|()| false),
        Window::Move { who, anchor, to } => on_the_way(cx, who, anchor, to),
        Window::Effect { who } => escape(cx, who).map(|()| false),
    }
}

/// Those who may act in a window, the quickest first.
fn entitled(cx: &Cx<'_, DirkRules>, may: impl Fn(Who) -> bool) -> SmallVec<[Who; 8]> {
    let mut able: SmallVec<[Who; 8]> = match &cx.state().battle {
        Some(battle) => battle.order.iter().copied().filter(|&who| may(who)).collect(),
        None => cx.state().everybody().filter(|&who| may(who)).collect(),
    };
    if able.len() > 1 {
        able.sort_by_key(|&who| Reverse(cx.state().live(who).score(Ability::Dex)));
    }
    able
}

fn before(cx: &mut Cx<'_, DirkRules>) -> Flow {
    let Some(attack) = cx.state().attack else {
        return Ok(());
    };
    let side = cx.state().sheet(attack.target).side;
    let others = entitled(cx, |who| cx.state().sheet(who).side == side && may_step_in(cx.at(), who));
    for who in others {
        if put(cx, who, React { window: WindowName::W1, who })? == Reaction::Intercept {
            spend(cx, who, Reaction::Intercept, rules::DK_REACT_12);
            cx.cite(rules::DK_HOUSE_01H);
            beside(cx, who, attack.target);
            cx.record(rules::DK_REACT_12, Fact::Redirected { from: attack.target, to: who });
            break;
        }
    }
    let Some(target) = cx.state().attack.map(|attack| attack.target) else {
        return Ok(());
    };
    if !may_react(cx.at(), WindowName::W1, target, Reaction::Counter) {
        return Ok(());
    }
    if put(cx, target, React { window: WindowName::W1, who: target })? == Reaction::Counter {
        spend(cx, target, Reaction::Counter, rules::DK_REACT_09);
        let owed = cx
            .state()
            .live(target)
            .counters
            .iter()
            .find(|(foe, _)| *foe == attack.by)
            .map_or(0, |(_, dice)| *dice);
        cx.record(
            rules::DK_REACT_10,
            Fact::Counters { who: target, against: attack.by, dice: owed.saturating_add(1) },
        );
    }
    Ok(())
}

fn after(cx: &mut Cx<'_, DirkRules>) -> Flow {
    loop {
        let Some(attack) = cx.state().attack.filter(|attack| attack.damage.is_some_and(|damage| damage > 0))
        else {
            return Ok(());
        };
        let who = attack.target;
        let any = [Reaction::Evade, Reaction::Block]
            .into_iter()
            .any(|kind| may_react(cx.at(), WindowName::W2, who, kind));
        if attack.used != 0 && cx.state().live(who).reactions > 0 {
            cx.cite(rules::DK_REACT_03);
        }
        if !any {
            return Ok(());
        }
        match put(cx, who, React { window: WindowName::W2, who })? {
            Reaction::Evade => cx.within(who, |cx| evade(cx, who))?,
            Reaction::Block => cx.within(who, |cx| block(cx, who))?,
            _ => return Ok(()),
        }
    }
}

/// EVADE!: half damage, then position or reaction.
fn evade(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    spend(cx, who, Reaction::Evade, rules::DK_REACT_04);
    let from = cx.state().attack.and_then(|attack| attack.damage).unwrap_or(0);
    let to = cx.state().house.half(from);
    cx.cite(rules::DK_BASIC_04);
    cx.record(rules::DK_REACT_04, Fact::DamageChanged { from, to });
    let rule = rules::DK_REACT_05;
    let passed = foreseen(cx, who)?
        || cx.within(who, |cx| save(cx, Save::new(who, Ability::Dex, rule).tagged("save-evade")))?;
    if let Some(both) = power::hooked(cx.at(), who, "evade-gives-both").filter(|_| passed) {
        cx.cite(both);
        cx.cite(rules::DK_REACT_13);
        gain_reaction(cx, who, rule);
        return Ok(());
    }
    if passed && put(cx, who, Keep { who, what: KeepWhat::Position })? {
        return Ok(());
    }
    if passed {
        cx.cite(rules::DK_REACT_13);
        gain_reaction(cx, who, rule);
    }
    displace(cx, who)
}

/// A power that passes the save of EVADE! without a roll, if it is paid for.
fn foreseen(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow<bool> {
    let Some((power, cost)) = power::foresight(cx.at(), who) else {
        return Ok(false);
    };
    let Ok(price) = power::affordable(cx.at(), who, cost) else {
        return Ok(false);
    };
    if !put(cx, who, Foresee { who, power, cost })? {
        return Ok(false);
    }
    cx.cite(power);
    power::pay(cx, who, price)?;
    Ok(true)
}

/// Knocked down or driven back: who says so is the table's choice.
fn displace(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let Some(by) = cx.state().attack.map(|attack| attack.by) else {
        return Ok(());
    };
    if cx.state().live(who).down {
        return Ok(());
    }
    let live = cx.state().live(who);
    let rooted = live.held_by.is_some() || live.suffers(Affliction::Entangled);
    let question = Displace { who };
    let how = match cx.state().house.evade_displacement {
        _ if rooted => Displaced::KnockedDown,
        EvadeDisplacement::Referee => cx.ask(Seat::GM, question)?,
        EvadeDisplacement::Evader => cx.ask(who, question)?,
        EvadeDisplacement::Attacker => cx.ask(by, question)?,
    };
    match how {
        Displaced::KnockedDown => knock_down(cx, who),
        Displaced::DrivenBack => {
            let from = cx.state().feet(who, by);
            let moved = cx.state().live(who).turn.moved;
            cx.record(
                rules::DK_COND_02H,
                Fact::Moved { who, anchor: by, from, to: from.saturating_add(10), moved },
            );
            power::moved(cx, who);
            unsettle(cx, who);
            let_go(cx, who);
        }
    }
    Ok(())
}

/// BLOCK!: no damage, then shield or reaction.
fn block(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let Some(item) = shield(cx.at(), who).map(|(item, shield)| (item, shield.id)) else {
        return Ok(());
    };
    spend(cx, who, Reaction::Block, rules::DK_REACT_06);
    let (item, id) = item;
    cx.cite(id);
    let from = cx.state().attack.and_then(|attack| attack.damage).unwrap_or(0);
    cx.record(rules::DK_REACT_06, Fact::DamageChanged { from, to: 0 });
    let rule = rules::DK_REACT_07;
    let passed =
        cx.within((who, item), |cx| save(cx, Save::new(who, Ability::Str, rule).tagged("save-block")))?;
    if passed && put(cx, who, Keep { who, what: KeepWhat::Shield })? {
        return Ok(());
    }
    if passed {
        cx.cite(rules::DK_REACT_13);
        gain_reaction(cx, who, rule);
    }
    break_or_destroy(cx, who, item, Wear::Destroyed, rule);
    Ok(())
}

/// ESCAPE!: a save ends what holds.
fn escape(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let holding: SmallVec<[Bond; 4]> = bonds(cx.state().live(who)).collect();
    let Some(&first) = holding.first() else {
        return Ok(());
    };
    if !may_react(cx.at(), WindowName::WE, who, Reaction::Escape) {
        return Ok(());
    }
    if put(cx, who, React { window: WindowName::WE, who })? != Reaction::Escape {
        return Ok(());
    }
    let from = if holding.len() > 1 { put(cx, who, EscapeFrom { who })? } else { first };
    if let Some(row) = cx.book().conditions.named(from.name()) {
        cx.cite(row.id);
    }
    let by = EscapeBy { who, from };
    let ability = match by.allowed(cx.at()) {
        [only] => *only,
        _ => put(cx, who, by)?,
    };
    spend(cx, who, Reaction::Escape, rules::DK_REACT_08);
    let mut own = Save::new(who, ability, rules::DK_REACT_08);
    if let Some((lock, _, escape)) = power::lock_of(cx.at(), who).filter(|_| from == Bond::Entangled) {
        cx.cite(lock);
        own.difficulty = escape;
    }
    if !cx.within((who, from), |cx| save(cx, own))? {
        return Ok(());
    }
    if from == Bond::Entangled {
        power::unlock(cx, who, None);
    }
    match (from.affliction(), cx.state().live(who).held_by) {
        (Some(what), _) => cx.record(rules::DK_REACT_08, Fact::Relieved { who, what }),
        (None, Some(holder)) => cx.record(rules::DK_REACT_08, Fact::Released { holder, held: who }),
        (None, None) => {}
    }
    Ok(())
}

/// What holds somebody and can be escaped from.
pub fn bonds(live: &Live) -> impl Iterator<Item = Bond> + '_ {
    Bond::ALL.into_iter().filter(|bond| match bond.affliction() {
        Some(what) => live.suffers(what),
        None => live.held_by.is_some(),
    })
}

/// INTERCEPT! against a move: the mover stops beside whoever stepped in.
fn on_the_way(cx: &mut Cx<'_, DirkRules>, mover: Who, anchor: Who, to: u16) -> Flow<bool> {
    let side = cx.state().sheet(mover).side;
    let path = Path { mover, anchor, to };
    let able = entitled(cx, |who| {
        let foe = cx.state().sheet(who).side != side;
        let may = foe && may_react(cx.at(), WindowName::WM, who, Reaction::Intercept);
        may && steady(cx.at(), who) && path.nearest(cx.state(), who, STEP_IN).is_some()
    });
    for who in able {
        let Some(walked) = path.nearest(cx.state(), who, STEP_IN) else {
            continue;
        };
        if put(cx, who, React { window: WindowName::WM, who })? == Reaction::Intercept {
            spend(cx, who, Reaction::Intercept, rules::DK_REACT_11);
            cx.cite(rules::DK_HOUSE_01H);
            if cx.within((mover, anchor, to, who), |cx| breaks_through(cx, mover, who))? {
                continue;
            }
            let moved = cx.state().live(mover).turn.moved.saturating_add(walked);
            go(cx, rules::DK_REACT_11, mover, anchor, path.after(cx.state(), walked), moved);
            beside(cx, who, mover);
            return Ok(true);
        }
    }
    Ok(false)
}

/// At some tables who is stopped may force a contest of STR, and goes on by winning it.
fn breaks_through(cx: &mut Cx<'_, DirkRules>, mover: Who, by: Who) -> Flow<bool> {
    if cx.state().house.intercept_contest == InterceptContest::Off
        || !put(cx, mover, BreakThrough { who: mover, by })?
    {
        return Ok(false);
    }
    let side = |who| Contender { who, ability: Ability::Str, advantage: false, disadvantage: false };
    let winner = cx.within((mover, by), |cx| contend(cx, &[side(mover), side(by)]))?;
    Ok(winner == Some(mover))
}

/// An interceptor shifts next to the one protected or stopped; it does not count against the next move.
fn beside(cx: &mut Cx<'_, DirkRules>, who: Who, other: Who) {
    if cx.state().feet(who, other) > 5 {
        let moved = cx.state().live(who).turn.moved;
        go(cx, rules::DK_HOUSE_01H, who, other, 5, moved);
    }
}

fn spend(cx: &mut Cx<'_, DirkRules>, who: Who, kind: Reaction, rule: boneyard_table::RuleId) {
    let left = cx.state().live(who).reactions.saturating_sub(1);
    cx.cite(rules::DK_REACT_01);
    cx.record(rule, Fact::Reacted { who, kind, left });
}
