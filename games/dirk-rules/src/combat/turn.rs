//! Turns: what may be done on one, how it ends and the next begins, and how a battle ends.

use boneyard_table::deed::{Card, Deed, Lawful, May};
use boneyard_table::{At, Cx, Flow, Group, Pilot, Refusal, Seat, Who, deed};

use super::begin::line_up;
use super::legal::strike_open;
use super::movement::{can_move, move_limit};
use super::nerve::try_nerve;
use super::react::{Window, bonds, window};
use super::special::sunlight;
use super::words::flee;
use super::{Strike, let_go, release_all, upkeep};
use crate::DirkRules;
use crate::check::is_alive;
use crate::fact::Fact;
use crate::gear::all_arms;
use crate::health::{Harm, collapsed, inflict, out, regain, zeroed};
use crate::house::{
    AdvancedActions, AdvancedInitiative, BattleEnd, InitiativeBid, ReactionPeriod, TauntSave,
};
use crate::power;
use crate::rules;
use crate::state::{Ability, Affliction};
use crate::time::{breath_counted, clock_moves, turn_without_air};

/// What bars a move or an action of `who` now.
pub fn may_turn(may: May<'_, DirkRules>, who: Who) -> Lawful {
    is_alive(may, who)?;
    let state = may.state;
    let (name, live) = (&state.sheet(who).name, state.live(who));
    may.outright_if(state.battle.is_none(), || {
        Refusal::new(rules::DK_BATTLE_01, "no-battle", "That is done in battle, and there is none.")
    })?;
    may.outright_if(state.acting() != Some(who), || {
        let now = state.acting().map_or("nobody", |who| &state.sheet(who).name);
        let sentence = format!("It is not {name}'s turn. Acting now: {now}.");
        Refusal::new(rules::DK_BATTLE_02, "not-your-turn", sentence).with("acting", now)
    })?;
    may.outright_if(collapsed(state, who), || {
        Refusal::new(rules::DK_STAT_03, "collapsed", format!("{name} has collapsed."))
    })?;
    may.outright_if(live.passed_out, || {
        Refusal::new(rules::DK_COND_10H, "passed-out", format!("{name} has passed out."))
    })?;
    may.outright_if(live.suffers(Affliction::Routed) && live.turn.acted, || {
        let sentence = format!("{name} is routed: retreat or surrender, and nothing else.");
        Refusal::new(rules::DK_ADV_10, "routed", sentence)
    })
}

/// What bars advanced actions.
pub fn may_advanced(may: May<'_, DirkRules>) -> Lawful {
    may.outright_if(may.state.house.advanced_actions == AdvancedActions::Off, || {
        let sentence = "Advanced actions are switched off at this table.";
        Refusal::new(rules::DK_BASIC_09, "switched-off", sentence)
    })
}

/// Whom somebody has to attack this turn because of a TAUNT!, as long as there is an action for it.
pub fn owes(at: At<'_, DirkRules>, who: Who) -> Option<Who> {
    let live = at.state.live(who);
    let able = !live.turn.acted && !out(at.state, who) && !zeroed(at.state, who, Ability::Wil);
    live.source(Affliction::Taunted).filter(|by| able && !out(at.state, *by))
}

fn taunted(at: At<'_, DirkRules>, who: Who, by: Who) -> Refusal {
    let (name, by) = (&at.state.sheet(who).name, &at.state.sheet(by).name);
    let sentence = format!("{name} was taunted: this turn goes into attacking {by}.");
    Refusal::new(rules::DK_ADV_09, "taunted", sentence)
}

/// What bars an attack on somebody, whatever it is made with.
pub fn may_attack(may: May<'_, DirkRules>, who: Who, target: Who) -> Lawful {
    may_do_something(may, who)?;
    match owes(may.at(), who).filter(|by| *by != target) {
        Some(by) => may.no(|| taunted(may.at(), who, by)),
        None => Ok(()),
    }
}

/// What bars an action that is no attack.
pub fn may_act(may: May<'_, DirkRules>, who: Who) -> Lawful {
    may_do_something(may, who)?;
    match owes(may.at(), who) {
        Some(by) => may.outright(|| taunted(may.at(), who, by)),
        None => Ok(()),
    }
}

fn may_do_something(may: May<'_, DirkRules>, who: Who) -> Lawful {
    may_turn(may, who)?;
    let (name, live) = (&may.state.sheet(who).name, may.state.live(who));
    may.outright_if(live.surrendered, || {
        Refusal::new(rules::DK_ADV_10, "surrendered", format!("{name} has surrendered."))
    })?;
    may.outright_if(zeroed(may.state, who, Ability::Wil), || {
        Refusal::new(rules::DK_STAT_03, "no-will", format!("{name} has WIL 0: no actions."))
    })?;
    may.outright_if(live.turn.acted, || {
        Refusal::new(rules::DK_BATTLE_06, "no-action", format!("{name} has no action left this turn."))
    })
}

/// A reaction more, unless one is owed.
pub(super) fn gain_reaction(cx: &mut Cx<'_, DirkRules>, who: Who, rule: boneyard_table::RuleId) {
    let live = cx.state().live(who);
    let (to, lost) = match live.lost_reactions {
        0 => (live.reactions.saturating_add(1), 0),
        owed => (live.reactions, owed - 1),
    };
    if to == live.reactions {
        cx.cite(rules::DK_REACT_14);
    }
    cx.record(rule, Fact::Reactions { who, to, lost });
}

deed! {
    /// Ends a turn: the held may try to escape, then the next one's begins.
    pub struct EndTurn(form: DirkRules) {
        who: Who = form.actor()?,
    }
}

impl Deed<DirkRules> for EndTurn {
    const CARD: Card = Card::acting("End the turn", "Turn").rule(rules::DK_BATTLE_06).pilot(Pilot::Fight);

    /// Whoever died or collapsed on their own turn may end it.
    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let who = self.who;
        if may.state.acting() != Some(who) {
            return may_turn(may, who);
        }
        match owes(may.at(), who).filter(|by| reaches(may.at(), who, *by)) {
            Some(by) => may.no(|| taunted(may.at(), who, by)),
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        leave_turn(cx, self.who)
    }
}

/// Whether somebody can attack another now or come nearer for it.
fn reaches(at: At<'_, DirkRules>, who: Who, target: Who) -> bool {
    let strikes = all_arms(at, who).any(|(with, _)| strike_open(at, who, Strike { with, target }));
    let left = move_limit(at, who).saturating_sub(at.state.live(who).turn.moved);
    strikes || left > 0 && at.state.feet(who, target) > 5 && can_move(at, who)
}

/// Ends the turn of somebody who has just put themselves out of the fight.
pub(super) fn leave_turn_if_out(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    if !out(cx.state(), who) || cx.state().acting() != Some(who) {
        return Ok(());
    }
    let leaves = cx.state().in_order().iter().any(|&other| !out(cx.state(), other));
    if leaves && collapsed(cx.state(), who) {
        cx.cite(rules::DK_COND_11H);
    }
    if leaves { leave_turn(cx, who) } else { Ok(()) }
}

fn leave_turn(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    cx.within(who, |cx| turn_without_air(cx, who))?;
    let against: smallvec::SmallVec<[Who; 2]> =
        cx.state().live(who).counters.iter().map(|(foe, _)| *foe).collect();
    for foe in against {
        cx.record(rules::DK_REACT_10, Fact::Counters { who, against: foe, dice: 0 });
    }
    for what in [Affliction::Taunted, Affliction::Routed] {
        if cx.state().live(who).suffers(what) {
            let rule = if what == Affliction::Taunted { rules::DK_COND_07H } else { rules::DK_COND_06H };
            cx.record(rule, Fact::Relieved { who, what });
        }
    }
    power::turn_over(cx, who);
    for held in cx.state().in_order() {
        if held != who && bonds(cx.state().live(held)).next().is_some() {
            cx.within((who, held), |cx| window(cx, Window::Effect { who: held }))?;
        }
    }
    try_nerve(cx)?;
    next_turn(cx)
}

fn next_turn(cx: &mut Cx<'_, DirkRules>) -> Flow {
    let Some(battle) = &cx.state().battle else {
        return Ok(());
    };
    let house = &cx.state().house;
    let bids = house.initiative_bid == InitiativeBid::EachRound
        && house.advanced_initiative == AdvancedInitiative::On;
    let rest = usize::from(battle.turn.unwrap_or(0)) + 1;
    let over = battle.order.iter().skip(rest).all(|&who| cx.state().live(who).dead);
    let living = battle.order.iter().any(|&who| !cx.state().live(who).dead);
    if bids && over && living {
        return new_round(cx);
    }
    let count = battle.order.len();
    let (now, round) = (usize::from(battle.turn.unwrap_or(0)), battle.round);
    for step in 1..=count {
        let place = (now + step) % count;
        let who = battle.order[place];
        if !cx.state().live(who).dead {
            let round = if now + step >= count { round.saturating_add(1) } else { round };
            return turn_begins(cx, place as u8, round);
        }
    }
    Ok(())
}

/// A turn begins: reactions are set to one, what was temporary is gone, a grapple wants its price.
pub(super) fn turn_begins(cx: &mut Cx<'_, DirkRules>, place: u8, round: u16) -> Flow {
    let Some(&who) = cx.state().battle.as_ref().and_then(|battle| battle.order.get(usize::from(place)))
    else {
        return Ok(());
    };
    let live = cx.state().live(who);
    let temp = live.temp_hp;
    let (reactions, lost_reactions) = match live.lost_reactions {
        0 => (1, 0),
        owed => (0, owed - 1),
    };
    let (no_action, lost_actions) = match live.lost_actions {
        0 => (false, 0),
        owed => (true, owed - 1),
    };
    if reactions == 0 {
        cx.cite(rules::DK_REACT_14);
    }
    if no_action {
        cx.cite(rules::DK_HARM_12);
    }
    cx.cite(rules::DK_REACT_01);
    let began = Fact::TurnBegan { who, place, round, reactions, lost_reactions, no_action, lost_actions };
    cx.record(rules::DK_BATTLE_06, began);
    everybody_reacts(cx, who);
    if temp > 0 {
        cx.record(rules::DK_BATTLE_08, Fact::TempHp { who, from: temp, to: 0 });
    }
    rally_ends(cx, who, rules::DK_BATTLE_08);
    regain(cx, who);
    cx.within((who, no_action), |cx| sunlight(cx, who))?;
    power::turn_began(cx, who);
    let burns = cx.book().conditions.named(Affliction::Burning.name()).and_then(|row| row.each_turn);
    if let Some(fire) = burns.filter(|_| cx.state().live(who).suffers(Affliction::Burning)) {
        let rule = rules::DK_COND_09H;
        let amount = u16::from(cx.dice(rule, who, Group::new(1, fire.dice.0))?.first());
        let harm = Harm { fire: fire.fire, ..Harm::of(who, amount) };
        cx.within((who, no_action), |cx| inflict(cx, harm))?;
    }
    if out(cx.state(), who) {
        let_go(cx, who);
    } else {
        cx.within((who, no_action), |cx| upkeep(cx, who))?;
        // Where both saves count, a lost action leaves nothing to compel.
        let lapses = no_action && cx.state().house.taunt_save == TauntSave::Double;
        if cx.state().live(who).suffers(Affliction::Routed) && !lapses {
            cx.within(who, |cx| flee(cx, who))?;
        }
    }
    leave_turn_if_out(cx, who)
}

/// A table that bids anew before every round: a new order, and its first turn.
fn new_round(cx: &mut Cx<'_, DirkRules>) -> Flow {
    let round = cx.state().battle.as_ref().map_or(1, |battle| battle.round.saturating_add(1));
    line_up(cx)?;
    let order = cx.state().in_order();
    match order.iter().position(|&who| !cx.state().live(who).dead) {
        Some(place) => turn_begins(cx, place as u8, round),
        None => Ok(()),
    }
}

/// Where reactions come back with every enemy's turn, everybody else has one again.
fn everybody_reacts(cx: &mut Cx<'_, DirkRules>, acting: Who) {
    if cx.state().house.reaction_period == ReactionPeriod::Cycle {
        return;
    }
    for who in cx.state().in_order() {
        let live = cx.state().live(who);
        let (to, lost) = match live.lost_reactions {
            0 => (1, 0),
            owed => (0, owed - 1),
        };
        if who != acting && !live.dead && (live.reactions, live.lost_reactions) != (to, lost) {
            cx.record(rules::DK_REACT_01, Fact::Reactions { who, to, lost });
        }
    }
}

/// Nobody saves on the WIL of whoever rallied them any more.
fn rally_ends(cx: &mut Cx<'_, DirkRules>, by: Who, rule: boneyard_table::RuleId) {
    for who in cx.state().everybody() {
        if cx.state().live(who).rallied_by == Some(by) {
            cx.record(rule, Fact::Rallied { who, by: None });
        }
    }
}

/// Does something; a battle in which that leaves one side with nobody who fights is over.
pub fn fought_out<'a>(cx: &mut Cx<'a, DirkRules>, does: impl FnOnce(&mut Cx<'a, DirkRules>) -> Flow) -> Flow {
    let by_itself = cx.state().house.battle_end == BattleEnd::Itself;
    if !by_itself || !crate::contested(cx.state()) {
        return does(cx);
    }
    cx.within("contested", does)?;
    if crate::contested(cx.state()) { Ok(()) } else { over(cx) }
}

deed! {
    /// The referee ends the battle: what was temporary is gone, and the clock moves on.
    pub struct EndBattle(_form: DirkRules) {}
}

impl Deed<DirkRules> for EndBattle {
    const CARD: Card = Card::gm("End the battle", "Scene").rule(rules::DK_BATTLE_15);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        may.outright_if(may.state.battle.is_none(), || {
            Refusal::new(rules::DK_BATTLE_15, "no-battle", "There is no battle to end.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        over(cx)
    }
}

/// The battle is over, because the referee says so or one side has nobody left who fights.
pub fn over(cx: &mut Cx<'_, DirkRules>) -> Flow {
    let Some(battle) = &cx.state().battle else { return Ok(()) };
    let (fighters, rounds) = (battle.order.clone(), battle.round);
    let state = cx.state();
    let beaten = |who: &Who| out(state, *who) || state.live(*who).surrendered;
    let ours = |who: &Who| state.sheet(*who).side == 0;
    let (lost, up): (Vec<Who>, Vec<Who>) = fighters.iter().copied().partition(beaten);
    let (fell, beaten): (Vec<Who>, Vec<Who>) = lost.into_iter().partition(ours);
    let decided = !crate::contested(state) && !up.is_empty();
    let won = decided.then(|| up.iter().any(ours));
    let went = Fact::BattleWent { rounds, won, fell, beaten };
    for who in fighters {
        let live = cx.state().live(who);
        let (temp, owed) = (live.temp_hp, live.counters.clone());
        if temp > 0 {
            cx.record(rules::DK_BATTLE_15, Fact::TempHp { who, from: temp, to: 0 });
        }
        for (against, _) in owed {
            cx.record(rules::DK_BATTLE_15, Fact::Counters { who, against, dice: 0 });
        }
        for what in [Affliction::Marked, Affliction::Taunted, Affliction::Routed] {
            if cx.state().live(who).suffers(what) {
                cx.record(rules::DK_BATTLE_15, Fact::Relieved { who, what });
            }
        }
        rally_ends(cx, who, rules::DK_BATTLE_15);
        release_all(cx, who);
    }
    power::scene_over(cx);
    cx.record(rules::DK_BATTLE_15, Fact::BattleEnded);
    cx.record(rules::DK_BATTLE_15, went);
    let to = cx.state().clock.saturating_add(u32::from(rounds) * 10);
    breath_counted(cx, to);
    clock_moves(cx, to)
}
