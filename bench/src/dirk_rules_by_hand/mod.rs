//! A fight of DIRK RULES! as somebody would write it who needs nothing but how it ends: no facts, no questions, no host,
//! no words. Everybody chooses by the same instinct, dice fall in the same order, so that the end must be the same state.
//! While it lasts everybody is a few numbers; what it changed is written into the state when it is over.
//!
//! It holds what happens between people with weapons and shields of the list and beasts with a bite: the order with its
//! ties, the quickfire round, coming nearer and being driven back, EVADE!, BLOCK! and ESCAPE!, armor, injuries and what
//! they hinder, helmets, collapse and death, grudges, being bitten to the ground and standing up, wear, guns that
//! run dry and charges that explode, nerve, rout and retreat. Nobody here knows powers, grapples, taunts, calls shots,
//! protects a leader, bids or mends. Distances are kept by the same library.

mod blows;
mod choice;
mod known;

use std::sync::Arc;

use boneyard_board::Distances;
use boneyard_dice::Rng;
use boneyard_table::Who;
use dirk_rules::state::{
    Ability, Afflicted, Affliction, Battle, Creature, Item, Live, Part, PartState, State, Turn,
};
use smallvec::SmallVec;

pub use known::Known;
use known::Numbers;

/// Somebody in the fight.
#[derive(Clone)]
struct Body {
    scores: [u8; 3],
    hp: u16,
    ap: u8,
    reactions: u8,
    parts: [PartState; 6],
    dead: bool,
    down: bool,
    routed: bool,
    /// Has lost heart once.
    fearful: bool,
    hurt_by: Option<usize>,
    turn: Turn,
    items: SmallVec<[Item; 6]>,
}

impl Body {
    fn is_out(&self) -> bool {
        self.dead || self.scores[Ability::Str as usize] == 0
    }

    fn is_whole(&self, part: Part) -> bool {
        self.parts[part as usize] == PartState::Whole
    }
}

/// A fight under way.
struct Fight<'a> {
    known: &'a Known,
    rng: Rng,
    all: SmallVec<[Body; 8]>,
    apart: Distances,
    order: SmallVec<[usize; 8]>,
    /// Whose turn it is, by place in the order.
    place: Option<usize>,
    round: u16,
    shaken: SmallVec<[u8; 4]>,
}

/// Fights to the end; how everything is then, and how much was done.
pub fn fight(start: State, known: &Known, seed: u64, most: u64) -> (State, u64) {
    let mut fight = Fight {
        known,
        rng: Rng::new(seed),
        all: start.creatures.iter().map(|one| body(&one.live)).collect(),
        apart: start.apart.clone(),
        order: SmallVec::new(),
        place: None,
        round: 0,
        shaken: SmallVec::new(),
    };
    fight.line_up();
    fight.quickfire();
    fight.first_turn();
    let mut acts = 0;
    while let Some(who) = fight.acting().filter(|_| acts < most && fight.is_contested()) {
        fight.act(who);
        acts += 1;
    }
    (fight.written(start), acts)
}

fn body(live: &Live) -> Body {
    Body {
        scores: live.scores,
        hp: live.hp,
        ap: live.ap,
        reactions: 1,
        parts: live.parts,
        dead: live.dead,
        down: live.down,
        routed: false,
        fearful: false,
        hurt_by: None,
        turn: Turn::default(),
        items: live.items.clone(),
    }
}

impl Fight<'_> {
    fn of(&self, who: usize) -> &Numbers {
        &self.known.all[who]
    }

    fn acting(&self) -> Option<usize> {
        self.place.map(|place| self.order[place])
    }

    fn feet(&self, one: usize, other: usize) -> u16 {
        self.apart.between(one as u16, other as u16).unwrap_or(5)
    }

    /// Whether both sides have somebody who can fight.
    fn is_contested(&self) -> bool {
        let up =
            |side: u8| (0..self.all.len()).any(|who| self.of(who).side == side && !self.all[who].is_out());
        up(0) && up(1)
    }

    /// By DEX; of those who are equal each kind throws D10s until they differ.
    fn line_up(&mut self) {
        let dex = |who: &usize| self.all[*who].scores[Ability::Dex as usize];
        let mut all: SmallVec<[usize; 8]> = (0..self.all.len()).collect();
        all.sort_by_key(|who| std::cmp::Reverse(dex(who)));
        let level: SmallVec<[u8; 8]> = all.iter().map(dex).collect();
        let mut from = 0;
        while from < all.len() {
            let to = from + level[from..].iter().take_while(|score| **score == level[from]).count();
            self.break_ties(&all[from..to]);
            from = to;
        }
    }

    fn break_ties(&mut self, tied: &[usize]) {
        type Block = (SmallVec<[u8; 4]>, SmallVec<[usize; 4]>);
        let mut blocks: SmallVec<[Block; 4]> = SmallVec::new();
        for &who in tied {
            let kin = self.of(who).kin;
            match blocks.iter_mut().find(|(_, block)| kin.is_some() && self.known.all[block[0]].kin == kin) {
                Some((_, block)) => block.push(who),
                None => blocks.push((SmallVec::new(), SmallVec::from_slice(&[who]))),
            }
        }
        loop {
            let same = |nth: usize| {
                blocks.iter().enumerate().any(|(other, block)| other != nth && block.0 == blocks[nth].0)
            };
            let equal: SmallVec<[usize; 4]> = (0..blocks.len()).filter(|nth| same(*nth)).collect();
            if equal.is_empty() {
                break;
            }
            for nth in equal {
                blocks[nth].0.push(self.rng.die(10));
            }
        }
        blocks.sort_by(|one, other| other.0.cmp(&one.0));
        self.order.extend(blocks.into_iter().flat_map(|(_, block)| block));
    }

    /// Whoever has a weapon in hand strikes once.
    fn quickfire(&mut self) {
        for nth in 0..self.order.len() {
            let who = self.order[nth];
            if self.all[who].is_out() {
                continue;
            }
            if let Some((target, weapon)) = self.strike(who).filter(|(_, weapon)| !weapon.fists) {
                self.attack(who, target, weapon);
            }
        }
    }

    fn first_turn(&mut self) {
        self.round = 1;
        let Some(place) = self.order.iter().position(|who| !self.all[*who].dead) else { return };
        if self.begin(place) {
            self.end_turn();
        }
    }

    /// A turn begins, and is spent on flight by the routed; whether it is over already.
    fn begin(&mut self, place: usize) -> bool {
        self.place = Some(place);
        let who = self.order[place];
        let one = &mut self.all[who];
        (one.reactions, one.turn) = (1, Turn::default());
        if one.is_out() {
            return self.all.iter().any(|one| !one.is_out());
        }
        if one.routed {
            self.retreat(who);
        }
        false
    }

    /// The turn is over, and those after it of whoever can do nothing.
    fn end_turn(&mut self) {
        loop {
            let Some(now) = self.place else { return };
            let who = self.order[now];
            self.all[who].routed = false;
            for nth in 0..self.order.len() {
                let other = self.order[nth];
                if other != who && self.all[other].routed {
                    self.escape(other);
                }
            }
            self.try_nerve();
            let count = self.order.len();
            let next = (1..=count).find(|step| !self.all[self.order[(now + step) % count]].dead);
            let Some(step) = next else { return };
            if now + step >= count {
                self.round += 1;
            }
            if !self.begin((now + step) % count) {
                return;
            }
        }
    }

    /// Everything as the rules would leave it.
    fn written(&self, mut state: State) -> State {
        let order = self.order.iter().map(|who| Who(*who as u16)).collect();
        let score = |who: &usize| u16::from(self.known.all[*who].dex);
        state.battle = Some(Battle {
            order,
            scores: self.order.iter().map(score).collect(),
            turn: self.place.map(|place| place as u8),
            round: self.round,
            shaken: self.shaken.clone(),
        });
        state.apart = self.apart.clone();
        for (creature, one) in state.creatures.iter_mut().zip(&self.all) {
            write(Arc::make_mut(creature), one);
        }
        state
    }
}

fn write(creature: &mut Creature, one: &Body) {
    let live = &mut creature.live;
    (live.scores, live.hp, live.ap, live.parts) = (one.scores, one.hp, one.ap, one.parts);
    (live.reactions, live.turn, live.special_round) = (one.reactions, one.turn, None);
    (live.dead, live.down) = (one.dead, one.down);
    live.hurt_by = one.hurt_by.map(|by| Who(by as u16)).or(live.hurt_by);
    live.items.clone_from(&one.items);
    if one.routed {
        live.afflicted.push(Afflicted { what: Affliction::Routed, by: None });
    }
    if one.fearful {
        creature.sheet.change().tags.push("fearful".to_owned());
    }
}
