//! How a battle begins: who takes part, sealed bids, the turn order, the quickfire round.

use std::borrow::Cow;
use std::cmp::Reverse;

use boneyard_table::deed::{Card, Deed, Filled, Filling, Lawful, May};
use boneyard_table::{Cx, Flow, Group, Party, Pilot, Refusal, Seat, Who, deed};
use smallvec::SmallVec;

use super::attack::{Strike, arms_of, go_on, strike};
use super::legal::strike_open;
use super::put;

use super::turn::{leave_turn_if_out, turn_begins};
use crate::DirkRules;
use crate::check::is_alive;
use crate::fact::Fact;
use crate::gear::armed;
use crate::health::out;
use crate::house::{AdvancedInitiative, Quickfire, QuickfireOrder, TurnTie};
use crate::power;
use crate::question::{Bid, QuickShot, Swap};
use crate::rules;
use crate::state::{Ability, State, With};

deed! {
    /// Begins a battle.
    pub struct Begin(form: DirkRules) {
        /// Who takes part; everybody who could, if nobody is named.
        #[serde(default)]
        fighters: Vec<Who> = fighters(form)?,
        /// Who has no weapon in hand.
        #[serde(default)]
        ambushed: Vec<Who> = form.unasked_creatures("ambushed")?,
    }
}

/// The field `fighters`: a card for everybody, and one that asks.
fn fighters(form: &mut Filling<'_, DirkRules>) -> Filled<Vec<Who>> {
    if !form.variant(&[false, true])? {
        form.id(|| "begin".into());
        return Ok(Vec::new());
    }
    form.label(|| "Begin a battle with some of them".into());
    form.id(|| "begin-some".into());
    let at = form.at();
    let fights = |who: Who| is_alive(May::quiet(at, Seat::GM), who).is_ok();
    let fighters = form.or_left_out("fighters", |form| {
        // Any two may be of one side: a battle of everybody is what is tried.
        form.creatures_tried("fighters", "Who", 2..=60, fights, |all| all.len())
    });
    fighters.map(Option::unwrap_or_default)
}

impl Deed<DirkRules> for Begin {
    const CARD: Card = Card::gm("Begin a battle", "Scene").rule(rules::DK_BATTLE_01).pilot(Pilot::Opens);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let rule = rules::DK_BATTLE_01;
        may.outright_if(may.state.battle.is_some(), || {
            Refusal::new(rule, "in-battle", "A battle is under way already.")
        })?;
        let fighters = self.all(may.state);
        may.not_if(fighters.is_empty(), || Refusal::new(rule, "one-side", "Nobody is here to fight."))?;
        may.not_if(fighters.len() < 2 || fighters.len() > 60, || {
            let refusal = Refusal::new(rule, "fighters", "A battle takes two to sixty fighters.");
            refusal.with("given", fighters.len())
        })?;
        for (at, &who) in fighters.iter().enumerate() {
            is_alive(may, who)?;
            may.not_if(fighters[..at].contains(&who), || {
                Refusal::new(rule, "twice", format!("{} is listed twice.", may.state.sheet(who).name))
            })?;
        }
        may.not_if(foes_alone(may.state, &fighters), || {
            let sentence = "Nobody here is against the others: name somebody for them to fight.";
            Refusal::new(rule, "one-side", sentence)
        })?;
        match self.ambushed.iter().find(|who| !fighters.contains(who)) {
            Some(stranger) => may.no(|| {
                let refusal = Refusal::new(rule, "not-fighting", "Only fighters can be ambushed.");
                refusal.with("who", stranger.0)
            }),
            None => Ok(()),
        }
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let fighters = self.all(cx.state()).into_owned();
        cx.record(rules::DK_BATTLE_01, Fact::BattleBegan { fighters });
        for &who in &self.ambushed {
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
}

impl Begin {
    fn all(&self, state: &State) -> Cow<'_, [Who]> {
        if self.fighters.is_empty() { all_sides(state).into() } else { (&self.fighters[..]).into() }
    }
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

/// Whether all of these are of one side against the heroes. Heroes alone may want to know who is first.
pub fn foes_alone(state: &State, fighters: &[Who]) -> bool {
    let side = |who: &Who| state.sheet(*who).side;
    let first = fighters.first().map_or(0, side);
    first != 0 && fighters.iter().all(|who| side(who) == first)
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

deed! {
    /// Brings somebody into a battle under way: by DEX and bid, behind those who are level.
    pub struct Join(form: DirkRules) {
        who: Who = latecomer(form)?,
    }
}

/// The field `who`: somebody who is not fighting yet.
fn latecomer(form: &mut Filling<'_, DirkRules>) -> Filled<Who> {
    let at = form.at();
    let fights = |who: Who| at.state.battle.as_ref().is_some_and(|battle| battle.order.contains(&who));
    form.creature_among("who", "Who", |who| !fights(who))
}

impl Deed<DirkRules> for Join {
    const CARD: Card = Card::gm("Bring into the battle", "Scene").rule(rules::DK_BATTLE_02);

    fn may(&self, may: May<'_, DirkRules>) -> Lawful {
        let Some(battle) = &may.state.battle else {
            return may.outright(|| {
                Refusal::new(rules::DK_BATTLE_01, "no-battle", "There is no battle to come into.")
            });
        };
        is_alive(may, self.who)?;
        may.not_if(battle.order.contains(&self.who), || {
            let sentence = format!("{} is fighting already.", may.state.sheet(self.who).name);
            Refusal::new(rules::DK_BATTLE_02, "fighting", sentence)
        })?;
        may.not_if(battle.order.len() >= 60, || {
            Refusal::new(rules::DK_BATTLE_01, "fighters", "A battle takes two to sixty fighters.")
        })
    }

    fn run(self, cx: &mut Cx<'_, DirkRules>, _by: Seat) -> Flow {
        let who = self.who;
        let score = bids(cx, &[who])?[0].1;
        let Some(battle) = &cx.state().battle else {
            return Ok(());
        };
        let place = battle.scores.iter().take_while(|known| **known >= score).count() as u8;
        let turn = battle.turn.map(|turn| if place <= turn { turn + 1 } else { turn });
        cx.record(rules::DK_BATTLE_02, Fact::Entered { who, place, score, turn });
        // Where nobody could act any more, the turn stayed with somebody who is out.
        match cx.state().acting() {
            Some(acting) => leave_turn_if_out(cx, acting),
            None => Ok(()),
        }
    }
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
        if !strike_open(cx.at(), who, shot) {
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
        if !strike_open(cx.at(), who, shot) {
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
