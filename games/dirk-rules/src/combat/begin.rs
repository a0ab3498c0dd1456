//! How a battle begins: who takes part, sealed bids, the turn order, the quickfire round.

use std::cmp::Reverse;

use boneyard_table::{Cx, Flow, Group, Party, Refusal, Who, refuse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::attack::{Strike, arms_of, go_on, strike};
use super::legal::strike_bar;
use super::put;
use super::turn::turn_begins;
use crate::DirkRules;
use crate::check::alive;
use crate::fact::Fact;
use crate::gear::armed;
use crate::health::out;
use crate::house::{AdvancedInitiative, Quickfire, QuickfireOrder, TurnTie};
use crate::power;
use crate::question::{Bid, QuickShot, Swap};
use crate::rules;
use crate::state::{Ability, State, With};

/// Begins a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// Who takes part; everybody who could, if nobody is named.
    #[serde(default)]
    pub fighters: Vec<Who>,
    /// Who has no weapon in hand.
    #[serde(default)]
    pub ambushed: Vec<Who>,
}

/// Whoever would fight now: the heroes, and everybody against them who has not given up. Nobody, if there is only one
/// side.
pub fn all_sides(state: &State) -> Vec<Who> {
    let able = |who: &Who| {
        let one = state.sheet(*who);
        one.draft.is_none() && !out(state, *who) && !state.live(*who).surrendered
    };
    let all: Vec<Who> = state.everybody().filter(able).collect();
    let both = [true, false].map(|ours| all.iter().any(|who| (state.sheet(*who).side == 0) == ours));
    if both == [true, true] { all } else { Vec::new() }
}

/// Declares that priority is contested.
pub fn begin(cx: &mut Cx<'_, DirkRules>, begin: &Begin) -> Flow {
    let proposed;
    let begin = if begin.fighters.is_empty() {
        proposed = Begin { fighters: all_sides(cx.state()), ..begin.clone() };
        &proposed
    } else {
        begin
    };
    let rule = rules::DK_BATTLE_01;
    if cx.state().battle.is_some() {
        return refuse(Refusal::new(rule, "in-battle", "A battle is under way already."));
    }
    if begin.fighters.len() < 2 || begin.fighters.len() > 60 {
        return refuse(
            Refusal::new(rule, "fighters", "A battle takes two to sixty fighters.")
                .with("given", begin.fighters.len()),
        );
    }
    for (at, &who) in begin.fighters.iter().enumerate() {
        alive(cx.at(), who)?;
        if begin.fighters[..at].contains(&who) {
            return refuse(Refusal::new(
                rule,
                "twice",
                format!("{} is listed twice.", cx.state().sheet(who).name),
            ));
        }
    }
    if let Some(&stranger) = begin.ambushed.iter().find(|who| !begin.fighters.contains(who)) {
        return refuse(
            Refusal::new(rule, "not-fighting", "Only fighters can be ambushed.").with("who", stranger.0),
        );
    }
    cx.record(rule, Fact::BattleBegan { fighters: begin.fighters.clone() });
    for &who in &begin.ambushed {
        if let Some(row) = power::spared(cx.at(), who, "ambushed") {
            cx.cite(row);
            continue;
        }
        cx.record(rules::DK_COND_12H, Fact::Ambushed { who });
    }
    line_up(cx)?;
    let order = cx.state().in_order();
    if cx.state().house.quickfire == Quickfire::On {
        quickfire(cx, &order)?;
    }
    first_turn(cx, &order)
}

/// Bids, and the turn order that comes of them; the dead stand at its end.
pub(super) fn line_up(cx: &mut Cx<'_, DirkRules>) -> Flow {
    let all = cx.state().in_order();
    let (fighters, dead): (SmallVec<[Who; 8]>, SmallVec<[Who; 8]>) =
        all.into_iter().partition(|who| !cx.state().live(*who).dead);
    let raised = bids(cx, &fighters)?;
    let mut order = ordered(cx, raised.clone())?;
    order.extend(dead);
    let score = |who: &Who| raised.iter().find(|(known, _)| known == who).map_or(0, |(_, score)| *score);
    let scores = order.iter().map(score).collect();
    cx.record(rules::DK_BATTLE_02, Fact::Order { order: order.to_vec(), scores });
    Ok(())
}

/// Brings somebody into a battle under way: by DEX and bid, behind those who are level.
pub fn join(cx: &mut Cx<'_, DirkRules>, who: Who) -> Flow {
    let Some(battle) = &cx.state().battle else {
        return refuse(Refusal::new(rules::DK_BATTLE_01, "no-battle", "There is no battle to come into."));
    };
    let rule = rules::DK_BATTLE_02;
    alive(cx.at(), who)?;
    if battle.order.contains(&who) {
        return refuse(Refusal::new(
            rule,
            "fighting",
            format!("{} is fighting already.", cx.state().sheet(who).name),
        ));
    }
    if battle.order.len() >= 60 {
        return refuse(Refusal::new(
            rules::DK_BATTLE_01,
            "fighters",
            "A battle takes two to sixty fighters.",
        ));
    }
    let score = bids(cx, &[who])?[0].1;
    let Some(battle) = &cx.state().battle else {
        return Ok(());
    };
    let place = battle.scores.iter().take_while(|known| **known >= score).count() as u8;
    let turn = battle.turn.map(|turn| if place <= turn { turn + 1 } else { turn });
    cx.record(rule, Fact::Entered { who, place, score, turn });
    Ok(())
}

/// Everybody who has HP bids at once; what is bid is gone.
fn bids(cx: &mut Cx<'_, DirkRules>, fighters: &[Who]) -> Flow<SmallVec<[(Who, u16); 8]>> {
    let dex = |cx: &Cx<'_, DirkRules>, who| u16::from(cx.state().live(who).score(Ability::Dex));
    let mut raised: SmallVec<[(Who, u16); 8]> = fighters.iter().map(|&who| (who, dex(cx, who))).collect();
    if cx.state().house.advanced_initiative == AdvancedInitiative::Off {
        return Ok(raised);
    }
    let bidding: SmallVec<[Who; 8]> = fighters
        .iter()
        .copied()
        .filter(|&who| cx.state().live(who).hp > 0 && !out(cx.state(), who))
        .collect();
    let asked: SmallVec<[(Party, Bid); 8]> =
        bidding.iter().map(|&who| (who.into(), Bid { who, most: cx.state().live(who).hp })).collect();
    if bidding.iter().any(|&who| cx.state().sheet(who).seat.is_gm()) {
        cx.cite(rules::DK_AUTO_01H);
    }
    let answers = cx.ask_each(asked)?;
    for (&who, &hp) in bidding.iter().zip(&answers) {
        if hp == 0 {
            continue;
        }
        let left = cx.state().live(who).hp.saturating_sub(hp);
        cx.cite(rules::DK_BATTLE_04);
        cx.record(rules::DK_BATTLE_03, Fact::Bid { who, hp, left });
        if let Some((_, score)) = raised.iter_mut().find(|(known, _)| *known == who) {
            *score += hp;
        }
    }
    Ok(raised)
}

/// From highest to lowest; ties roll D10 until they differ.
fn ordered(cx: &mut Cx<'_, DirkRules>, mut scores: SmallVec<[(Who, u16); 8]>) -> Flow<SmallVec<[Who; 8]>> {
    let hero = |cx: &Cx<'_, DirkRules>, who| cx.state().sheet(who).hero;
    scores.sort_by_key(|&(who, score)| {
        let players_first = cx.state().house.turn_tie == TurnTie::PlayersFirst;
        (Reverse(score), players_first && !hero(cx, who))
    });
    let mut order: SmallVec<[Who; 8]> = SmallVec::new();
    let mut at = 0;
    while at < scores.len() {
        let (_, score) = scores[at];
        let same = |&(who, known): &(Who, u16)| {
            let apart =
                cx.state().house.turn_tie == TurnTie::PlayersFirst && hero(cx, who) != hero(cx, scores[at].0);
            known == score && !apart
        };
        let tied: SmallVec<[Who; 8]> =
            scores[at..].iter().take_while(|entry| same(entry)).map(|(who, _)| *who).collect();
        at += tied.len();
        let sorted = break_ties(cx, tied)?;
        order.extend(sorted);
    }
    Ok(order)
}

/// Creatures that go together.
type Block = SmallVec<[Who; 4]>;

fn break_ties(cx: &mut Cx<'_, DirkRules>, tied: SmallVec<[Who; 8]>) -> Flow<SmallVec<[Who; 8]>> {
    let blocks = as_blocks(cx, &tied);
    if blocks.len() <= 1 {
        return Ok(tied);
    }
    let mut ranked: Vec<(Vec<u8>, Block)> = blocks.into_iter().map(|block| (Vec::new(), block)).collect();
    loop {
        let equal: Vec<usize> = (0..ranked.len())
            .filter(|&at| {
                ranked.iter().enumerate().any(|(other, (rolls, _))| other != at && *rolls == ranked[at].0)
            })
            .collect();
        if equal.is_empty() {
            break;
        }
        for at in equal {
            let face = cx.dice(rules::DK_BATTLE_02, ranked[at].1[0], Group::new(1, 10))?.first();
            ranked[at].0.push(face);
        }
    }
    ranked.sort_by(|(a, _), (b, _)| b.cmp(a));
    let mut order: Vec<Block> = ranked.into_iter().map(|(_, block)| block).collect();
    for at in 1..order.len() {
        let (before, after) = (order[at - 1][0], order[at][0]);
        let allies = cx.state().sheet(before).side == cx.state().sheet(after).side;
        if allies && cx.ask(after, Swap { first: before, second: after })? {
            order.swap(at - 1, at);
        }
    }
    Ok(order.into_iter().flatten().collect())
}

/// Identical unnamed creatures act as one block with one roll.
fn as_blocks(cx: &Cx<'_, DirkRules>, tied: &[Who]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for &who in tied {
        let sheet = cx.state().sheet(who);
        let twin = blocks.iter_mut().find(|block| {
            let other = cx.state().sheet(block[0]);
            !sheet.named
                && !other.named
                && sheet.like.is_some()
                && sheet.like == other.like
                && sheet.side == other.side
        });
        match twin {
            Some(block) => block.push(who),
            None => blocks.push(Block::from_slice(&[who])),
        }
    }
    blocks
}

/// Whoever has a weapon in hand may make one free attack: all choose at once, and they strike in turn order.
fn quickfire(cx: &mut Cx<'_, DirkRules>, order: &[Who]) -> Flow {
    if cx.state().house.quickfire_order == QuickfireOrder::Simultaneous {
        return all_at_once(cx, order);
    }
    let asked: SmallVec<[Who; 8]> = order.iter().copied().filter(|&who| may_shoot(cx, who)).collect();
    let shots = quick_shots(cx, &asked)?;
    for (at, (&who, shot)) in asked.iter().zip(&shots).enumerate() {
        let Some(mut shot) = *shot else { continue };
        if !may_shoot(cx, who) {
            continue;
        }
        let rest = &shots[at..];
        // What they meant to strike is gone: they choose again.
        if strike_bar(cx.at(), who, shot).is_some() {
            match cx.within((who, rest), |cx| put(cx, who, QuickShot { who }))? {
                Some(other) => shot = other,
                None => continue,
            }
        }
        cx.within((who, rest), |cx| strike(cx, rules::DK_BATTLE_05, who, shot))?;
        cx.within((who, rest), |cx| quick_hands(cx, who, shot.with))?;
    }
    Ok(())
}

/// Whether somebody has a weapon in hand and anything to strike with it.
fn may_shoot(cx: &Cx<'_, DirkRules>, who: Who) -> bool {
    let able = !out(cx.state(), who) && !cx.state().live(who).ambushed && armed(cx.at(), who);
    able && QuickShot { who }.possible(cx.at())
}

/// All say at once whom they strike.
fn quick_shots(cx: &mut Cx<'_, DirkRules>, asked: &[Who]) -> Flow<SmallVec<[Option<Strike>; 4]>> {
    if asked.iter().any(|&who| cx.state().sheet(who).seat.is_gm()) {
        cx.cite(rules::DK_AUTO_01H);
    }
    cx.ask_each(asked.iter().map(|&who| (who.into(), QuickShot { who })))
}

/// All choose first, and all strike, even those who fall before their place in the order.
fn all_at_once(cx: &mut Cx<'_, DirkRules>, order: &[Who]) -> Flow {
    let asked: SmallVec<[Who; 8]> = order.iter().copied().filter(|&who| may_shoot(cx, who)).collect();
    let shots = quick_shots(cx, &asked)?;
    for (at, (&who, shot)) in asked.iter().zip(&shots).enumerate() {
        let Some(shot) = *shot else { continue };
        if strike_bar(cx.at(), who, shot).is_some() {
            let why = "There is nothing left to strike.".into();
            cx.record(rules::DK_BATTLE_05, Fact::Fizzled { who, why });
            continue;
        }
        cx.within((who, &shots[at..]), |cx| strike(cx, rules::DK_BATTLE_05, who, shot))?;
        cx.within((who, &shots[at..]), |cx| quick_hands(cx, who, shot.with))?;
    }
    Ok(())
}

/// Some are quick enough for all the attacks of their weapon.
fn quick_hands(cx: &mut Cx<'_, DirkRules>, who: Who, with: With) -> Flow {
    let Some(row) = power::hooked(cx.at(), who, "quickfire-extra-attack") else {
        return Ok(());
    };
    let Some(weapon) = arms_of(cx, who, with).filter(|weapon| weapon.extra_attacks > 0) else {
        return Ok(());
    };
    cx.cite(row);
    go_on(cx, who, with, weapon.extra_attacks, false, &weapon)
}

fn first_turn(cx: &mut Cx<'_, DirkRules>, order: &[Who]) -> Flow {
    match order.iter().position(|&who| !cx.state().live(who).dead) {
        Some(place) => turn_begins(cx, place as u8, 1),
        None => Ok(()),
    }
}
