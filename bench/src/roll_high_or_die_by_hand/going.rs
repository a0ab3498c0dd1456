//! Going: ways past those who bar them, what a Maneuver sets off, spaces that are shared.

use boneyard_board::{Footprint, Square, Step, Walk};
use roll_high_or_die::state::Spot;
use smallvec::SmallVec;

use super::{Fight, apart};

/// Spaces one after the other.
type Way = SmallVec<[Spot; 4]>;

/// Feet of a space.
const SPACE: u32 = 5;

/// Where others stand: those one can only pass, and those who bar the way.
struct Others {
    taken: SmallVec<[Square; 8]>,
    barred: SmallVec<[Square; 8]>,
}

impl Others {
    fn cost(&self, step: Step) -> Option<u32> {
        (!self.barred.contains(&step.to)).then_some(step.length * SPACE)
    }
}

impl Fight<'_> {
    fn others(&self, who: usize) -> Others {
        let side = self.of(who).side;
        let mut others = Others { taken: SmallVec::new(), barred: SmallVec::new() };
        for other in self.here().filter(|other| *other != who) {
            let square = self.all[other].at.square();
            others.taken.push(square);
            if self.of(other).side != side {
                others.barred.push(square);
            }
        }
        others
    }

    pub(super) fn is_edge(&self, spot: Spot) -> bool {
        let (width, height) = self.known.size;
        spot.x == 0 || spot.y == 0 || spot.x + 1 == width || spot.y + 1 == height
    }

    /// The first run of the shortest way to a free space near another, or at the edge of the map.
    pub(super) fn towards(&self, who: usize, aim: Option<(Spot, u8)>) -> Option<Way> {
        let one = &self.all[who];
        if one.ap == 0 {
            return None;
        }
        let others = self.others(who);
        let fits = |square: Square| {
            Spot::of(square).is_some_and(|spot| match aim {
                Some((aim, within)) => apart(spot, aim) <= within,
                None => self.is_edge(spot),
            }) && !others.taken.contains(&square)
        };
        let cost = |step: Step| others.cost(step);
        let aims = aim.map(|(aim, _)| Footprint { at: aim.square(), size: 1 });
        let within = aim.map_or(0, |(_, within)| u32::from(within));
        let walk = Walk { least: SPACE, aim: aims.as_slice(), within, ..Walk::new(&cost) };
        let route = self.known.board.grid.path_where(one.at.square(), &fits, &walk)?;
        let most = self.of(who).run;
        let reached = route.costs.iter().take_while(|cost| **cost <= most).count();
        let last = (1..reached).rev().find(|nth| !others.taken.contains(&route.squares[*nth]))?;
        Some(route.squares[1..=last].iter().filter_map(|square| Spot::of(*square)).collect())
    }

    /// The way to the nearest space nobody is in.
    pub(super) fn to_free_space(&self, who: usize) -> Option<Way> {
        let from = self.all[who].at.square();
        let others = self.others(who);
        let cost = |step: Step| others.cost(step);
        let walk = Walk { least: SPACE, ..Walk::new(&cost) };
        let grid = &self.known.board.grid;
        let all = grid.reach(from, self.of(who).run, &walk);
        let free = all.into_iter().filter(|there| there.square != from);
        let free = free.filter(|there| !others.taken.contains(&there.square));
        let to = free.min_by_key(|there| (there.cost, Spot::of(there.square)))?;
        let route = grid.path(from, to.square, &walk)?;
        Some(route.squares[1..].iter().filter_map(|square| Spot::of(*square)).collect())
    }

    /// Goes a way, after those have struck who Engaged the mover. Always done, whatever comes of it.
    pub(super) fn run(&mut self, who: usize, way: &[Spot]) -> bool {
        self.all[who].ap -= 1;
        self.struck_first(who);
        if self.all[who].dead || self.all[who].out.is_some() {
            return true;
        }
        for to in way {
            self.moved(who, *to);
        }
        true
    }

    /// Somebody is elsewhere: Engaged ends out of reach.
    fn moved(&mut self, who: usize, to: Spot) {
        self.all[who].at = to;
        for other in 0..self.all.len() {
            if other != who && self.all[other].is_here() && self.apart(who, other) > 1 {
                self.all[other].engaged &= !(1 << who);
                self.all[who].engaged &= !(1 << other);
            }
        }
    }

    /// Those who Engaged the mover strike, in Turn Order after it.
    fn struck_first(&mut self, who: usize) {
        let own = self.order.iter().position(|other| *other == who).unwrap_or(0);
        for nth in 1..self.order.len() {
            let other = self.order[(own + nth) % self.order.len()];
            let (one, by) = (&self.all[who], &self.all[other]);
            if one.dead {
                return;
            }
            if one.engaged & (1 << other) == 0 || !by.is_here() || by.out.is_some() {
                continue;
            }
            let far = self.apart(other, who);
            let weapon = self.of(other).weapons.iter().find(|weapon| !weapon.shoots && weapon.reach >= far);
            if let Some(weapon) = weapon.copied() {
                self.attack(other, who, weapon);
            }
        }
    }

    /// Whether somebody is in a space with another.
    pub(super) fn shares(&self, who: usize) -> bool {
        self.here().any(|other| other != who && self.all[other].at == self.all[who].at)
    }

    /// Sets somebody in the nearest free space.
    pub(super) fn set_aside(&mut self, who: usize) {
        let (at, others) = (self.all[who].at, self.others(who));
        let free = self.known.board.grid.chart().squares().filter(|square| !others.taken.contains(square));
        let nearest = free.filter_map(Spot::of).min_by_key(|spot| (apart(*spot, at), *spot));
        if let Some(to) = nearest {
            self.moved(who, to);
        }
    }
}
