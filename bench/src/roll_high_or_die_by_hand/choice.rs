//! What everybody does next, by the instinct of the game.

use roll_high_or_die::state::Spot;
use smallvec::SmallVec;

use super::known::Weapon;
use super::{Fight, apart};

/// Rounds after which those who get nowhere go home, the Referee's first.
const LONG: u32 = 25;

impl Fight<'_> {
    /// Whoever is to act does what comes to mind.
    pub(super) fn act(&mut self, who: usize) {
        let strike = self.target(who);
        if self.wants_out(who) && self.flee(who) {
            return;
        }
        if let Some((target, weapon)) = strike {
            self.all[who].ap -= weapon.w;
            return self.attack(who, target, weapon);
        }
        let tired = self.round >= if self.of(who).hero { 3 * LONG } else { LONG };
        let done = self.approach(who) || tired && self.flee(who) || self.makes_room(who);
        if !done {
            self.finish(who);
        }
    }

    /// The weakest of those somebody can attack now, then the nearest, and with what.
    fn target(&self, who: usize) -> Option<(usize, Weapon)> {
        let one = &self.all[who];
        let ready = |weapon: &&Weapon| weapon.w <= one.ap && (!weapon.shoots || one.shots > 0);
        let ready: SmallVec<[Weapon; 2]> = self.of(who).weapons.iter().filter(ready).copied().collect();
        let furthest = ready.iter().map(|weapon| weapon.reach).max()?;
        let reached = self.foes(who).map(|foe| (self.left(foe), self.apart(who, foe), foe));
        let (_, far, target) = reached.filter(|(_, far, _)| *far <= furthest).min()?;
        ready.into_iter().find(|weapon| weapon.reach >= far).map(|weapon| (target, weapon))
    }

    /// Armoring and Vitality that are left.
    fn left(&self, who: usize) -> i16 {
        let one = &self.all[who];
        let pieces = self.of(who).pieces.iter().zip(one.lost);
        let armor: u16 = pieces.map(|(piece, lost)| piece.value.saturating_sub(lost)).sum();
        armor as i16 + one.vitality
    }

    /// Whether somebody has nothing left to attack with, or a Character's side has lost half of its people and faces
    /// more than it has left.
    fn wants_out(&self, who: usize) -> bool {
        let own = self.of(who);
        let shots = self.all[who].shots > 0;
        if !own.weapons.iter().any(|weapon| !weapon.shoots || shots) {
            return true;
        }
        if !own.hero {
            return false;
        }
        let began = self.known.all.iter().filter(|other| other.side == own.side).count();
        let left = self.here().filter(|other| self.of(*other).side == own.side).count();
        began > 1 && left * 2 <= began && self.foes(who).count() > left
    }

    /// Leaves over the edge of the map, or runs there; whether there is a way.
    fn flee(&mut self, who: usize) -> bool {
        if self.is_edge(self.all[who].at) {
            let one = &mut self.all[who];
            (one.away, one.ap) = (true, 0);
            self.turn = None;
            return true;
        }
        self.towards(who, None).is_some_and(|way| self.run(who, &way))
    }

    /// Goes for the nearest enemy there is a way to; whether there is any.
    fn approach(&mut self, who: usize) -> bool {
        if self.all[who].ap == 0 {
            return false;
        }
        let mut foes: SmallVec<[(u8, usize); 8]> =
            self.foes(who).map(|foe| (self.apart(who, foe), foe)).collect();
        foes.sort_unstable();
        let reach = self.of(who).weapons.iter().map(|weapon| weapon.reach).max().unwrap_or(1);
        for (far, foe) in foes {
            for within in [reach, 1] {
                // Where one stands near enough already and still cannot attack, only nearer will do.
                if far <= within {
                    continue;
                }
                let aim = self.all[foe].at;
                if let Some(way) = self.towards(who, Some((aim, within))) {
                    return self.run(who, &way);
                }
                if let Some(to) = self.crawls_to(who, aim, within) {
                    return self.run(who, &[to]);
                }
            }
        }
        false
    }

    /// The next space near an enemy that one can get into when there is no way to a free one.
    fn crawls_to(&self, who: usize, aim: Spot, within: u8) -> Option<Spot> {
        let one = &self.all[who];
        let (from, side) = (one.at, self.of(who).side);
        let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
        steps.filter_map(|(across, down)| from.step(across, down)).find(|to| {
            let on_map = to.x < self.known.size.0 && to.y < self.known.size.1;
            let mut others = self.here().filter(|other| *other != who && self.all[*other].at == *to);
            let open = if one.ap > 1 {
                others.all(|other| self.of(other).side == side)
            } else {
                others.next().is_none()
            };
            *to != from && on_map && open && apart(*to, aim) <= within
        })
    }

    /// Whoever may not end the Turn in another's space goes to the nearest free one; whether that was so.
    fn makes_room(&mut self, who: usize) -> bool {
        if self.all[who].ap == 0 || !self.shares(who) {
            return false;
        }
        self.to_free_space(who).is_some_and(|way| self.run(who, &way))
    }
}
