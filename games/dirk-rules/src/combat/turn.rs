//! Turns: what may be done on one, how it ends and the next begins, and how a battle ends.

use boneyard_table::{At, Cx, Flow, Group, Refusal, Who, refuse};

use super::react::{Window, window};
use super::{let_go, release_all, upkeep};
use crate::DirkRules;
use crate::check::{alive, referee};
use crate::fact::Fact;
use crate::gear::{hands, hands_full, takes};
use crate::health::{collapsed, out, zeroed};
use crate::house::Hands;
use crate::rules;
use crate::state::{Ability, Place, Wear};

/// Refuses a move or action that is not `who`'s to make now.
pub fn must_act_now(at: At<'_, DirkRules>, who: Who) -> Result<(), Refusal> {
    alive(at, who)?;
    let state = at.state;
    let name = &state.sheet(who).name;
    if state.battle.is_none() {
        return Err(Refusal::new(
            rules::DK_BATTLE_01,
            "no-battle",
            "That is done in battle, and there is none.",
        ));
    }
    if state.acting() != Some(who) {
        let now = state.acting().map_or("nobody", |who| &state.sheet(who).name);
        let sentence = format!("It is not {name}'s turn. Acting now: {now}.");
        return Err(Refusal::new(rules::DK_BATTLE_02, "not-your-turn", sentence).with("acting", now));
    }
    if collapsed(state, who) {
        return Err(Refusal::new(rules::DK_STAT_03, "collapsed", format!("{name} has collapsed.")));
    }
    if state.live(who).passed_out {
        return Err(Refusal::new(rules::DK_COND_10H, "passed-out", format!("{name} has passed out.")));
    }
    Ok(())
}

/// Refuses an action where there is none left.
pub fn can_act(at: At<'_, DirkRules>, who: Who) -> Result<(), Refusal> {
    must_act_now(at, who)?;
    let name = &at.state.sheet(who).name;
    if zeroed(at.state, who, Ability::Wil) {
        return Err(Refusal::new(rules::DK_STAT_03, "no-will", format!("{name} has WIL 0: no actions.")));
    }
    if at.state.live(who).turn.acted {
        let sentence = format!("{name} has no action left this turn.");
        return Err(Refusal::new(rules::DK_BATTLE_06, "no-action", sentence));
    }
    Ok(())
}

/// FULL DEFENSE: a reaction more and D6 temporary HP until the next turn.
pub fn full_defense(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    can_act(cx.at(), who)?;
    cx.record(rules::DK_ADV_12, Fact::Acted { who });
    cx.record(rules::DK_ADV_12, Fact::Defending { who });
    gain_reaction(cx, who, rules::DK_ADV_12);
    let face = cx.dice(rules::DK_ADV_12, who, Group::new(1, 6))?.first();
    let from = cx.state().live(who).temp_hp;
    cx.cite(rules::DK_BATTLE_08);
    cx.record(rules::DK_ADV_12, Fact::TempHp { who, from, to: from + u16::from(face) });
    Ok(())
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

/// Takes something in hand or puts it away: once a turn for free in battle.
pub fn hold(cx: &mut Cx<'_, DirkRules>, who: Who, item: u8, place: Place) -> Flow {
    alive(cx.at(), who)?;
    let rule = rules::DK_HAND_01H;
    let at = usize::from(item);
    let state = cx.state();
    let (Some(thing), Some(sheet)) = (state.live(who).items.get(at), state.sheet(who).items.get(at)) else {
        return refuse(Refusal::new(rule, "no-such-thing", "There is no such thing to hold."));
    };
    let armor = sheet.kind.is_some_and(|kind| cx.book().armor.get(kind.as_str()).is_some());
    let fits = match place {
        Place::Hand => !armor,
        Place::Worn => armor,
        Place::Pack => true,
        Place::Gone => false,
    };
    if !fits || thing.place == Place::Gone || thing.wear == Wear::Destroyed || thing.place == place {
        return refuse(Refusal::new(rule, "no-place", format!("The {} cannot be put there.", sheet.name)));
    }
    let battle = state.battle.is_some();
    if battle {
        must_act_now(cx.at(), who)?;
        if state.live(who).turn.drew {
            let sentence = "One thing is drawn or put away for free each turn, and that is done.";
            return refuse(Refusal::new(rules::DK_BATTLE_06, "drawn-already", sentence));
        }
        if armor {
            return refuse(Refusal::new(
                rules::DK_BATTLE_06,
                "no-time",
                "Armor is not changed in the middle of a battle.",
            ));
        }
    }
    if place == Place::Hand && state.house.hands == Hands::On {
        let (have, full, needs) = (hands(cx.at(), who), hands_full(cx.at(), who), takes(cx.book(), sheet));
        if full.saturating_add(needs) > have {
            let sentence = format!("The {} takes {needs} of {have} hands, and {full} are full.", sheet.name);
            let refusal = Refusal::new(rule, "hands-full", sentence)
                .with("hands", have)
                .with("full", full)
                .with("needs", needs);
            return refuse(refusal);
        }
    }
    if place == Place::Worn {
        one_of_a_kind(cx, who, item)?;
    }
    cx.record(rule, Fact::Placed { who, item, place, drew: battle });
    Ok(())
}

fn one_of_a_kind(cx: &Cx<'_, DirkRules>, who: Who, item: u8) -> Flow {
    let kind = |number: u8| cx.state().sheet(who).items.get(usize::from(number)).and_then(|item| item.kind);
    let Some(armor) = kind(item).and_then(|kind| cx.book().armor.get(kind.as_str())) else {
        return Ok(());
    };
    match crate::gear::worn(cx.at(), who).find(|(_, _, worn)| worn.slot == armor.slot) {
        Some((_, _, worn)) => {
            let sentence = format!("The {} is worn there already.", worn.name);
            refuse(Refusal::new(armor.id, "worn-already", sentence))
        }
        None => Ok(()),
    }
}

/// Refuses ending a turn that is not `who`'s. Whoever died or collapsed on their own turn may end it.
pub fn can_end_turn(at: At<'_, DirkRules>, who: Who) -> Result<(), Refusal> {
    if at.state.acting() == Some(who) { Ok(()) } else { must_act_now(at, who) }
}

/// Ends a turn: the held may try to escape, then the next one's begins.
pub fn end_turn(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    can_end_turn(cx.at(), who)?;
    leave_turn(cx, who)
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
    let against: smallvec::SmallVec<[Who; 2]> =
        cx.state().live(who).counters.iter().map(|(foe, _)| *foe).collect();
    for foe in against {
        cx.record(rules::DK_REACT_10, Fact::Counters { who, against: foe, dice: 0 });
    }
    for held in cx.state().in_order() {
        if held != who && cx.state().live(held).held_by.is_some() {
            window(cx, Window::Effect { who: held })?;
        }
    }
    next_turn(cx)
}

fn next_turn(cx: &mut Cx<'_, DirkRules>) -> Flow {
    let Some(battle) = &cx.state().battle else {
        return Ok(());
    };
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
    if temp > 0 {
        cx.record(rules::DK_BATTLE_08, Fact::TempHp { who, from: temp, to: 0 });
    }
    if out(cx.state(), who) {
        let_go(cx, who);
    } else {
        upkeep(cx, who)?;
    }
    leave_turn_if_out(cx, who)
}

/// The referee ends the battle: what was temporary is gone, and the clock moves on.
pub fn end_battle(cx: &mut Cx<'_, DirkRules>, by: boneyard_table::Seat) -> Flow {
    referee(by, rules::DK_BATTLE_15, "end a battle")?;
    let Some(battle) = &cx.state().battle else {
        return refuse(Refusal::new(rules::DK_BATTLE_15, "no-battle", "There is no battle to end."));
    };
    let (fighters, rounds) = (battle.order.clone(), battle.round);
    for who in fighters {
        let live = cx.state().live(who);
        let (temp, owed) = (live.temp_hp, live.counters.clone());
        if temp > 0 {
            cx.record(rules::DK_BATTLE_15, Fact::TempHp { who, from: temp, to: 0 });
        }
        for (against, _) in owed {
            cx.record(rules::DK_BATTLE_15, Fact::Counters { who, against, dice: 0 });
        }
        release_all(cx, who);
    }
    cx.record(rules::DK_BATTLE_15, Fact::BattleEnded);
    let from = cx.state().clock;
    let to = from.saturating_add(u32::from(rounds) * 10);
    cx.record(rules::DK_BASIC_10, Fact::Clock { from, to });
    Ok(())
}
