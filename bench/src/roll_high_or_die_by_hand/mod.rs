//! A fight of Roll High or Die as somebody would write it who needs nothing but how it ends: no facts, no questions, no
//! host, no words. Everybody chooses by the same instinct, dice fall in the same order, so that the end must be the same
//! state. While it lasts everybody is a few numbers; what it changed is written into the state when it is over.
//!
//! Up to sixteen on an open map that is laid out before. It holds what can happen there to people with blades, staffs,
//! fists and bows: Initiative with its lots, AP, runs, crawling in among one's own and having to make room, Engaged with
//! its strikes before a Maneuver, arrows that run out, Resistance and Armoring piece by piece, Wounds, Hit Dice, Death
//! Calls, Exhausted and Unconscious, death, flight over the edge, giving up. Nobody here hides, throws, reloads, uses a
//! Feature, changes Stance but by falling, or meets terrain, light, weather or a scenario. Ways over the map are
//! searched by the same library.

mod blows;
mod choice;
mod going;
mod known;

use std::sync::Arc;

use boneyard_dice::Rng;
use boneyard_table::Who;
use boneyard_table::moment::{Lasting, Until};
use roll_high_or_die::rules;
use roll_high_or_die::state::{Ailment, Condition, Creature, Place, Spot, Stance, State, Turn};
use smallvec::SmallVec;

pub use known::Known;
use known::{Numbers, PIECES};

/// Turns nobody can act in before an Encounter is called off.
const STALE: u32 = 400;

/// Somebody in the fight.
#[derive(Clone, Copy)]
struct Body {
    vitality: i16,
    wounds: u8,
    hit_dice: u8,
    ap: u8,
    dead: bool,
    away: bool,
    /// Unconscious, by the number that Condition has.
    out: Option<u32>,
    at: Spot,
    /// What each piece has lost of its Armoring.
    lost: [u16; PIECES],
    /// Pieces that are left to shoot.
    shots: u16,
    /// Those who Engaged it, a bit for each.
    engaged: u16,
    exhausted: u8,
    exhausted_as: u32,
    /// Conditions it has had.
    given: u32,
    /// Where everything fell that it held.
    dropped: Option<Spot>,
}

impl Body {
    fn is_here(&self) -> bool {
        !self.dead && !self.away
    }
}

/// A fight under way.
struct Fight<'a> {
    known: &'a Known,
    rng: Rng,
    all: SmallVec<[Body; 8]>,
    order: SmallVec<[usize; 8]>,
    /// How many of the order have had their Turn.
    acted: usize,
    turn: Option<usize>,
    round: u32,
    over: bool,
}

/// Fights to the end; how everything is then, and how much was done.
pub fn fight(start: State, known: &Known, seed: u64, most: u64) -> (State, u64) {
    let all = start.creatures.iter().zip(&known.all).map(|(one, own)| body(one, own)).collect();
    let order = SmallVec::new();
    let rng = Rng::new(seed);
    let mut fight = Fight { known, rng, all, order, acted: 0, turn: None, round: 1, over: false };
    fight.initiative();
    fight.settle();
    let mut acts = 0;
    while let Some(who) = fight.turn.filter(|_| !fight.over && acts < most) {
        fight.act(who);
        fight.settle();
        acts += 1;
    }
    (fight.written(start), acts)
}

fn body(one: &Creature, own: &Numbers) -> Body {
    let live = &one.live;
    let mut lost = [0; PIECES];
    for (lost, piece) in lost.iter_mut().zip(&own.pieces) {
        *lost = piece.item.map_or(live.hide_lost, |item| live.items[usize::from(item)].lost);
    }
    Body {
        vitality: live.vitality,
        wounds: live.wounds,
        hit_dice: live.hit_dice,
        ap: 0,
        dead: false,
        away: false,
        out: None,
        at: own.at,
        lost,
        shots: own.shot.map_or(0, |item| live.items[usize::from(item)].count),
        engaged: 0,
        exhausted: 0,
        exhausted_as: 0,
        given: 0,
        dropped: None,
    }
}

impl Fight<'_> {
    fn of(&self, who: usize) -> &Numbers {
        &self.known.all[who]
    }

    /// Everybody who is alive and here.
    fn here(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.all.len()).filter(|who| self.all[*who].is_here())
    }

    fn foes(&self, who: usize) -> impl Iterator<Item = usize> + '_ {
        let side = self.of(who).side;
        self.here().filter(move |other| self.of(*other).side != side)
    }

    /// Spaces between two.
    fn apart(&self, one: usize, other: usize) -> u8 {
        apart(self.all[one].at, self.all[other].at)
    }

    /// Everybody rolls; equals by the Dexterity Score, then by bare d20s until no two are equal.
    fn initiative(&mut self) {
        type Place = (i16, u8, u8);
        let mut places: SmallVec<[Place; 8]> = SmallVec::new();
        for own in &self.known.all {
            places.push((i16::from(self.rng.die(20)) + own.initiative, own.dexterity, 0));
        }
        loop {
            let tied = |nth: usize| {
                places.iter().enumerate().any(|(other, place)| other != nth && *place == places[nth])
            };
            let tied: SmallVec<[usize; 8]> = (0..places.len()).filter(|nth| tied(*nth)).collect();
            if tied.is_empty() {
                break;
            }
            let mut lots: SmallVec<[(Place, u8); 8]> = places.iter().map(|place| (*place, 0)).collect();
            for nth in tied {
                lots[nth].1 = self.rng.die(20);
            }
            for (place, lot) in places.iter_mut().zip(&lots) {
                // Only who comes before whom is kept of a throw.
                let level = |other: &&(Place, u8)| (other.0.0, other.0.1) == (lot.0.0, lot.0.1);
                let mut below: SmallVec<[(u8, u8); 8]> =
                    lots.iter().filter(level).map(|other| (other.0.2, other.1)).collect();
                below.retain(|other| *other < (lot.0.2, lot.1));
                below.sort_unstable();
                below.dedup();
                place.2 = below.len() as u8;
            }
        }
        self.order = (0..places.len()).collect();
        self.order.sort_unstable_by_key(|who| std::cmp::Reverse(places[*who]));
    }

    /// Goes on to the next moment at which somebody has to decide something.
    fn settle(&mut self) {
        for _ in 0..STALE {
            if self.is_decided() {
                break;
            }
            if let Some(who) = self.turn {
                if self.all[who].out.is_none() {
                    return;
                }
                self.finish(who);
                continue;
            }
            // Whoever is gone has no place any more.
            while self.order.get(self.acted).is_some_and(|who| !self.all[*who].is_here()) {
                self.acted += 1;
            }
            match self.order.get(self.acted).copied() {
                Some(who) => self.begin(who),
                None => (self.round, self.acted) = (self.round + 1, 0),
            }
        }
        self.over = true;
    }

    /// Whether a side has nobody left.
    fn is_decided(&self) -> bool {
        let left = |side: u8| self.here().any(|who| self.of(who).side == side);
        !(left(0) && left(1))
    }

    /// A Turn begins: a Death Call if one is due, then AP.
    fn begin(&mut self, who: usize) {
        (self.turn, self.acted) = (Some(who), self.acted + 1);
        let own = self.of(who);
        let (most, line) = (own.ap, own.death_line);
        if own.takes_wounds && i16::from(self.all[who].wounds) > line {
            self.death_call(who);
        }
        let one = &mut self.all[who];
        if one.dead {
            return;
        }
        one.ap = match one.out {
            Some(_) => 0,
            None => most.saturating_sub(one.exhausted).max(most.min(1)),
        };
    }

    /// A Turn is over. Whoever is in another's space is set in the nearest free one.
    fn finish(&mut self, who: usize) {
        if self.shares(who) {
            self.set_aside(who);
        }
        self.all[who].ap = 0;
        self.turn = None;
    }

    /// Everything as the rules would leave it.
    fn written(&self, mut state: State) -> State {
        state.board = Some(self.known.board.clone());
        state.explored.clone_from(&self.known.explored);
        state.days.fought = (0..self.all.len() as u16).map(Who).collect();
        let seconds = u64::from(state.house.round_seconds.0);
        state.now = state.now.later(seconds * u64::from(self.round - 1));
        for (who, one) in self.all.iter().enumerate() {
            write(Arc::make_mut(&mut state.creatures[who]), one, self.of(who));
        }
        state
    }
}

fn apart(one: Spot, other: Spot) -> u8 {
    one.x.abs_diff(other.x).max(one.y.abs_diff(other.y))
}

fn write(creature: &mut Creature, one: &Body, own: &Numbers) {
    let live = &mut creature.live;
    (live.vitality, live.wounds, live.hit_dice, live.ap) = (one.vitality, one.wounds, one.hit_dice, 0);
    (live.dead, live.away, live.turn) = (one.dead, one.away, Turn::default());
    (live.at, live.lift) = ((!one.away).then_some(one.at), 0);
    if one.dropped.is_some() {
        let held = live.items.iter_mut().filter(|item| item.place.is_held());
        held.for_each(|item| item.place = Place::Floor(one.dropped));
    }
    if one.out.is_some() {
        live.stance = Stance::Prone;
    }
    for (piece, lost) in own.pieces.iter().zip(one.lost) {
        match piece.item {
            Some(item) => live.items[usize::from(item)].lost = lost,
            None => live.hide_lost = lost,
        }
    }
    if let Some(item) = own.shot {
        let item = &mut live.items[usize::from(item)];
        (item.spent, item.count) = (item.spent + item.count - one.shots, one.shots);
    }
    // Conditions are numbered as they come; of those that are left only these stay when it is over.
    let mut lasting = Lasting::default();
    for number in 1..=one.given {
        let (what, stacks, by) = if Some(number) == one.out {
            (Condition::Unconscious, 1, Condition::Exhausted.rule())
        } else {
            (Condition::Exhausted, one.exhausted, rules::RH_DEATH_02)
        };
        lasting.add(Ailment { what, stacks, from: None, dc: None, by }, Until::ended());
        if Some(number) != one.out && (one.exhausted == 0 || number != one.exhausted_as) {
            lasting.end(number);
        }
    }
    live.conditions = lasting;
}
