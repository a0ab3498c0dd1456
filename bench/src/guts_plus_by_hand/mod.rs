//! A fight of GUTS+ as somebody would write it who needs nothing but how it ends: no facts, no questions, no host, no
//! words. Everybody chooses by the same instinct, dice fall in the same order, so that the end must be the same state.
//!
//! It holds what happens between people on foot who fight with their bodies, with what is in their hands or with what
//! their entry gives them: the order of the first round, turns, contests with doubles, where a blow lands, soreness
//! that grows, protection and its marks, injuries that pass on, hands that open, falling and flight. It does not hold
//! essences, help, appeals and other house rules: these fights have none of them.

mod body;
mod choice;

use std::sync::Arc;

use boneyard_dice::Rng;
use boneyard_table::Who;
use guts_plus::book::{Book, FoeRow, StatusRow};
use guts_plus::state::{Base, Battle, Creature, Fighter, Kind, Live, Scale, State, Turn};

use body::Blow;

/// What is looked up once for all fights.
pub struct Known<'a> {
    rows: Vec<Option<&'a FoeRow>>,
    sore: &'a StatusRow,
}

impl<'a> Known<'a> {
    /// Of everybody there; `None` where the book does not know what a blow leaves.
    pub fn new(state: &State, book: &'a Book) -> Option<Self> {
        let row = |who: Who| state.sheet(who).like.and_then(|id| book.foes.get(id.as_str()));
        let rows = state.everybody().map(row).collect();
        book.status("Sore").map(|(sore, _)| Self { rows, sore })
    }
}

/// A fight under way.
pub struct Fight<'a> {
    state: State,
    known: &'a Known<'a>,
    rng: Rng,
}

/// The part a throw of two dice hits, on the chart of ten.
const WHERE: [u8; 13] = [1, 1, 0, 8, 4, 2, 6, 1, 7, 3, 5, 9, 0];

/// Fights to the end; how everything is then, and how much was done.
pub fn fight(start: State, known: &Known<'_>, seed: u64, most: u64) -> (State, u64) {
    let mut fight = Fight { state: start, known, rng: Rng::new(seed) };
    fight.begin();
    let mut acts = 0;
    while acts < most && !fight.over() {
        fight.act();
        acts += 1;
    }
    (fight.state, acts)
}

impl Fight<'_> {
    fn one(&self, who: Who) -> &Creature {
        &self.state.creatures[usize::from(who.0)]
    }

    fn live(&mut self, who: Who) -> &mut Live {
        &mut Arc::make_mut(&mut self.state.creatures[usize::from(who.0)]).live
    }

    fn battle(&self) -> &Battle {
        self.state.battle.as_ref().expect("a fight is under way")
    }

    fn battle_mut(&mut self) -> &mut Battle {
        Arc::make_mut(self.state.battle.as_mut().expect("a fight is under way"))
    }

    /// Everybody who can rolls Gumption; heroes come first among equals, then who has more of it.
    fn begin(&mut self) {
        let able: Vec<Who> = self.state.everybody().filter(|who| self.one(*who).can_act()).collect();
        let mut fighters = Vec::with_capacity(able.len());
        for who in able {
            let (mut sum, mut pairs) = (0, 0);
            let dice = self.pool(who);
            self.throw(dice, &mut sum, &mut pairs);
            self.bonus(pairs, &mut sum);
            let rolled = (sum - self.points_off(who)).max(0);
            fighters.push(Fighter { who, rolled, left: false });
        }
        fighters.sort_by_key(|one| {
            let sheet = self.state.sheet(one.who);
            (-one.rolled, sheet.kind != Kind::Hero, u8::MAX - sheet.level(Base::Gumption.nth()))
        });
        for fighter in &fighters {
            self.live(fighter.who).turn = Turn::default();
        }
        self.state.battle = Some(Arc::new(Battle { round: 1, fighters, ..Battle::default() }));
    }

    /// Whether a side has nobody left.
    fn over(&self) -> bool {
        let stands = |side: u8| {
            let there = self.battle().fighters.iter().filter(|one| !one.left);
            there.map(|one| self.one(one.who)).any(|one| one.sheet.side == side && one.can_act())
        };
        !(stands(0) && stands(1))
    }

    fn end_round(&mut self) {
        let battle = self.battle_mut();
        battle.round += 1;
        battle.turn = None;
        for nth in 0..self.battle().fighters.len() {
            let who = self.battle().fighters[nth].who;
            self.live(who).turn = Turn::default();
        }
    }

    fn end_turn(&mut self, who: Who) {
        self.live(who).turn.over = true;
        self.battle_mut().turn = None;
    }

    fn flee(&mut self, who: Who) {
        let turn = &mut self.live(who).turn;
        (turn.active, turn.moved) = (true, true);
        let battle = self.battle_mut();
        if let Some(own) = battle.fighters.iter_mut().find(|own| own.who == who) {
            own.left = true;
        }
        battle.turn = None;
    }

    /// The dice of somebody's Gumption.
    fn pool(&self, who: Who) -> u8 {
        let one = self.one(who);
        let mut dice = i16::from(one.sheet.level(Base::Gumption.nth())).min(10);
        for own in one.live.conditions.iter().filter(|own| own.quality == Some(Base::Gumption)) {
            dice -= i16::from(own.dice());
        }
        let torso = one.sheet.chart.iter().zip(&one.live.parts);
        if torso.into_iter().any(|(chart, part)| part.crossed_out() && chart.kind == "torso") {
            dice -= 1;
        }
        dice.max(1) as u8
    }

    fn points_off(&self, who: Who) -> i16 {
        let counting = self.one(who).live.conditions.iter().filter(|own| own.quality == Some(Base::Gumption));
        counting.map(|own| i16::from(own.points())).sum()
    }

    /// Throws a pool: what it comes to, and its doubles. Two 1s make none.
    fn throw(&mut self, dice: u8, sum: &mut i16, pairs: &mut u8) {
        let mut shown = [0u8; 7];
        for _ in 0..dice {
            let face = self.rng.die(6);
            shown[usize::from(face)] += 1;
            *sum += i16::from(face);
        }
        *pairs += shown[2..].iter().map(|count| count / 2).sum::<u8>();
    }

    fn bonus(&mut self, pairs: u8, sum: &mut i16) {
        for _ in 0..pairs {
            *sum += i16::from(self.rng.die(6));
        }
    }

    /// Both roll Gumption: how it comes out for whoever acts.
    fn contest(&mut self, who: Who, target: Who) -> Scale {
        let (own, other) = (self.pool(who), self.pool(target));
        let ((mut mine, mut my_pairs), (mut theirs, mut their_pairs)) = ((0, 0), (0, 0));
        self.throw(own, &mut mine, &mut my_pairs);
        self.throw(other, &mut theirs, &mut their_pairs);
        self.bonus(my_pairs, &mut mine);
        self.bonus(their_pairs, &mut theirs);
        let mine = (mine - self.points_off(who)).max(0);
        let theirs = (theirs - self.points_off(target)).max(0);
        match mine - theirs {
            ..=-3 => Scale::Negative,
            -2 | -1 => Scale::Failure,
            0 => Scale::Near,
            1..=3 => Scale::Full,
            4.. => Scale::Positive,
        }
    }

    fn attack(&mut self, who: Who, target: Who) {
        let means = self.means(who);
        self.live(who).turn.active = true;
        let outcome = self.contest(who, target);
        match outcome {
            Scale::Failure => {}
            Scale::Negative if self.answers_dangerously(target) => {
                let part = means.part.unwrap_or(1);
                self.injure(who, Blow { part, dangerous: true, cuts: true, through: false });
            }
            Scale::Negative => self.live(who).down = true,
            _ => {
                let part = WHERE[usize::from(self.rng.die(6) + self.rng.die(6))];
                let Means { dangerous, cuts, through, .. } = means;
                let blow = Blow { part, dangerous, cuts, through };
                match (outcome, dangerous) {
                    (Scale::Near, _) | (Scale::Full, false) => self.hurt(target, part, means.name),
                    (Scale::Full, true) => self.injure(target, blow),
                    (_, true) => {
                        self.injure(target, blow);
                        self.live(target).down = true;
                    }
                    (_, false) => {
                        self.hurt(target, part, means.name);
                        self.hurt(target, part, means.name);
                    }
                }
            }
        }
    }
}

/// What somebody attacks with.
#[derive(Clone, Copy)]
struct Means<'a> {
    name: Name<'a>,
    dangerous: bool,
    cuts: bool,
    through: bool,
    part: Option<u8>,
}

/// What it is called: as the entry has it, or as a thing of somebody's.
#[derive(Clone, Copy)]
enum Name<'a> {
    Plain(&'a str),
    Thing(Who, u8),
}
