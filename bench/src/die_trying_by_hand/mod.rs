//! A fight of Die Trying as somebody would write it who needs nothing but how it ends: no facts, no questions, no host.
//! Everybody chooses by the same instinct, dice fall in the same order, so that the end must be the same state.
//!
//! Four with mauls, heavy armor and the Hammerfall style against four skeletons on open ground. It holds what happens
//! there: Initiative with its lots, turns, going and dashing, Strikes with their degrees and fumbles, weakness to the
//! damage, falling prone and standing up, dropping with what is in hand, Death Saving Throws, coming round and going on
//! with bare hands. Nobody here hides, casts, runs, reacts or is hindered otherwise. Ways over the map are searched by
//! the same library.

mod blows;
mod going;

use std::sync::Arc;

use boneyard_dice::Rng;
use boneyard_table::Who;
use boneyard_table::stage::{Being, Stage};
use die_trying::book::Book;
use die_trying::check::skill_bonus;
use die_trying::hurt::{ac, dies_at, makes_throws, speed};
use die_trying::state::{
    Ability, Creature, Fate, Live, Proficiency, Spot, State, Trait, Turn as Spent, Ware,
};
use smallvec::SmallVec;

/// Seconds in a round.
const ROUND: u64 = 6;

/// Two rows facing each other.
pub fn stage() -> Stage {
    let mut stage = Stage::default();
    for number in 0..4 {
        let column = char::from(b'H' + number);
        let (hero, foe) = (format!("Hero {number}"), format!("Foe {number}"));
        let mut fighter = Being { like: Some("Marda Pell".to_owned()), ..Being::default() };
        fighter.set.insert("style".to_owned(), serde_json::json!("Hammerfall"));
        stage.heroes.insert(hero.clone(), fighter);
        let skeleton = Being { like: Some("Skeleton".to_owned()), ..Being::default() };
        stage.creatures.insert(foe.clone(), skeleton);
        stage.at.insert(hero, format!("{column}12"));
        stage.at.insert(foe, format!("{column}8"));
    }
    stage
}

/// What stands on somebody's sheet.
#[derive(Clone, Copy)]
struct Numbers {
    hero: bool,
    side: u8,
    perception: i16,
    dexterity: i8,
    attack: i16,
    strength: i16,
    ac: i16,
    speed: u16,
    dies_at: i16,
    throws: bool,
    /// The thing in hand it strikes with, if it does.
    weapon: Option<u8>,
}

/// Everybody's sheet, read once for all fights.
pub struct Known {
    all: Vec<Numbers>,
}

impl Known {
    /// Of everybody there.
    pub fn new(state: &State, book: &Book) -> Self {
        let numbers = |who: Who| {
            let sheet = state.sheet(who);
            let strength = i16::from(sheet.scores[Ability::Strength]);
            let trained = i16::from(sheet.trained.level(Proficiency::Weapons).bonus());
            let listed = sheet.fixed.attacks.first().map(|own| i16::from(own.bonus));
            let weapon = sheet.items.iter().position(|item| matches!(item.ware, Ware::Weapon(_)));
            Numbers {
                hero: sheet.is_hero(),
                side: sheet.side,
                perception: skill_bonus(state, book, who, Proficiency::Perception),
                dexterity: sheet.scores[Ability::Dexterity],
                attack: listed.unwrap_or(strength + trained),
                strength,
                ac: ac(state, book, who, None),
                speed: speed(state, book, who),
                dies_at: dies_at(state, book, who),
                throws: makes_throws(state, who),
                weapon: weapon.map(|nth| nth as u8),
            }
        };
        Self { all: state.everybody().map(numbers).collect() }
    }
}

/// A place in the order: Perception, Dexterity, whether it is a hero's, lots, whose.
type Place = (i16, i8, bool, u64, Who);

/// A turn under way.
#[derive(Clone, Copy, Default)]
struct Turn {
    action: bool,
    dashed: bool,
    feet: u16,
}

/// A fight under way.
pub struct Fight<'a> {
    state: State,
    known: &'a Known,
    rng: Rng,
    order: SmallVec<[Who; 8]>,
    turn: Turn,
}

/// Fights to the end; how everything is then, and how much was done.
pub fn fight(start: State, known: &Known, seed: u64, most: u64) -> (State, u64) {
    let mut fight =
        Fight { state: start, known, rng: Rng::new(seed), order: SmallVec::new(), turn: Turn::default() };
    fight.initiative();
    let mut acts = 0;
    'fight: while !fight.over() {
        for nth in 0..fight.order.len() {
            let who = fight.order[nth];
            if fight.live(who).fate == Fate::Dead {
                continue;
            }
            fight.turn = Turn { action: true, ..Turn::default() };
            while fight.live(who).fate == Fate::Up && !fight.over() {
                acts += 1;
                let ends = fight.act(who);
                if ends || acts >= most {
                    break;
                }
            }
            if acts >= most || fight.over() {
                break 'fight;
            }
            fight.death_save(who);
            if fight.over() {
                break 'fight;
            }
        }
        fight.state.now = fight.state.now.later(ROUND);
    }
    for nth in 0..fight.order.len() {
        let live = fight.live_mut(fight.order[nth]);
        (live.turn, live.reaction) = (Spent::default(), false);
    }
    (fight.state, acts)
}

impl Fight<'_> {
    fn one(&self, who: Who) -> &Creature {
        &self.state.creatures[usize::from(who.0)]
    }

    fn live(&self, who: Who) -> &Live {
        &self.one(who).live
    }

    fn live_mut(&mut self, who: Who) -> &mut Live {
        &mut Arc::make_mut(&mut self.state.creatures[usize::from(who.0)]).live
    }

    fn of(&self, who: Who) -> &Numbers {
        &self.known.all[usize::from(who.0)]
    }

    fn everybody(&self) -> impl Iterator<Item = Who> + use<> {
        (0..self.known.all.len() as u16).map(Who)
    }

    /// Everybody rolls Perception; equal ones throw lots until no two are equal.
    fn initiative(&mut self) {
        let mut heroes_first: SmallVec<[Who; 8]> = self.everybody().collect();
        heroes_first.sort_by_key(|who| !self.of(*who).hero);
        let mut all: SmallVec<[Place; 8]> = SmallVec::new();
        for who in heroes_first {
            let Numbers { perception, dexterity, hero, .. } = *self.of(who);
            all.push((i16::from(self.rng.die(10)) + perception, dexterity, hero, 0, who));
        }
        loop {
            let level = |one: &Place| (one.0, one.1, one.2, one.3);
            let tied: SmallVec<[usize; 8]> = (0..all.len())
                .filter(|nth| {
                    all.iter()
                        .enumerate()
                        .any(|(other, own)| other != *nth && level(own) == level(&all[*nth]))
                })
                .collect();
            if tied.is_empty() {
                break;
            }
            // Lots thrown before stay in front.
            all.iter_mut().for_each(|own| own.3 *= 11);
            for nth in tied {
                all[nth].3 += u64::from(self.rng.die(10));
            }
        }
        all.sort_by_key(|own| std::cmp::Reverse((own.0, own.1, own.2, own.3)));
        self.order = all.into_iter().map(|own| own.4).collect();
    }

    /// Whether a side has nobody left who stands.
    fn over(&self) -> bool {
        let up = |heroes: bool| {
            self.order
                .iter()
                .any(|who| (self.of(*who).side == 0) == heroes && self.live(*who).fate == Fate::Up)
        };
        !(up(true) && up(false))
    }

    /// Does what comes to mind; whether that ends the turn.
    fn act(&mut self, who: Who) -> bool {
        let half = self.of(who).speed / 2;
        if self.live(who).prone && self.left(who) >= half {
            self.turn.feet += half;
            self.live_mut(who).prone = false;
            return false;
        }
        if !self.turn.action {
            return true;
        }
        let near = self.nearest_first(who);
        let reached = near.first().copied().filter(|foe| self.apart(who, *foe) <= 1);
        if let Some(target) = reached {
            self.turn.action = false;
            self.strike(who, target);
            return false;
        }
        for target in near {
            if self.approach(who, target) {
                return false;
            }
            if self.left(who) < 5 && !self.turn.dashed {
                (self.turn.action, self.turn.dashed) = (false, true);
                return false;
            }
        }
        true
    }

    /// Feet somebody can still go.
    fn left(&self, who: Who) -> u16 {
        let all = self.of(who).speed * if self.turn.dashed { 2 } else { 1 };
        all.saturating_sub(self.turn.feet)
    }

    fn nearest_first(&self, who: Who) -> SmallVec<[Who; 8]> {
        let side = self.of(who).side;
        let foes =
            self.everybody().filter(|foe| self.of(*foe).side != side && self.live(*foe).fate == Fate::Up);
        let mut all: SmallVec<[Who; 8]> = foes.collect();
        all.sort_by_key(|foe| (self.apart(who, *foe), *foe));
        all
    }

    fn spot(&self, who: Who) -> Spot {
        self.live(who).at.unwrap_or(Spot { x: 0, y: 0 })
    }

    /// Squares between two.
    fn apart(&self, who: Who, other: Who) -> u8 {
        let (one, other) = (self.spot(who), self.spot(other));
        one.x.abs_diff(other.x).max(one.y.abs_diff(other.y))
    }
}

/// Whether a weapon leaves it to its weight.
fn weighty(traits: &[Trait]) -> bool {
    traits.contains(&Trait::Weighty)
}
