//! An Attack and what comes of it: Resistance, Armoring, Vitality, Wounds, Death Calls, falling and dying.

use roll_high_or_die::state::DamageType;

use super::Fight;
use super::known::Weapon;

/// The Reflex of whoever is Unconscious.
const LIMP: i16 = 8;
/// What lying on the ground takes off a shot.
const LOW_COVER: i16 = 3;
/// Stacks of Exhausted that nobody stays up with.
const WORN_OUT: u8 = 6;

impl Fight<'_> {
    pub(super) fn attack(&mut self, who: usize, target: usize, weapon: Weapon) {
        if weapon.shoots {
            self.all[who].shots -= 1;
        }
        let down = self.all[target].out.is_some();
        let mut face = self.rng.die(20);
        if down {
            face = face.max(self.rng.die(20));
        }
        let less = if down && weapon.shoots { LOW_COVER } else { 0 };
        let against = if down { LIMP } else { self.of(target).reflex };
        if i16::from(face) + weapon.bonus - less < against {
            return;
        }
        let mut amount = weapon.plus;
        for _ in 0..weapon.dice.count {
            amount += i16::from(self.rng.die(weapon.dice.sides));
        }
        self.suffer(target, amount.max(0), weapon.kind);
        let one = &mut self.all[target];
        if !one.dead && !weapon.shoots && one.engaged & (1 << who) == 0 {
            one.engaged |= 1 << who;
            one.given += 1;
        }
    }

    fn suffer(&mut self, who: usize, mut amount: i16, kind: DamageType) {
        let own = &self.known.all[who];
        for (_, by) in own.resists.iter().filter(|(known, _)| *known == kind) {
            amount = (amount - by).max(0);
        }
        let one = &mut self.all[who];
        for (lost, piece) in one.lost.iter_mut().zip(&own.pieces) {
            let less = amount.min(piece.value.saturating_sub(*lost) as i16);
            (*lost, amount) = (*lost + less as u16, amount - less);
        }
        if amount == 0 {
            return;
        }
        let to = one.vitality - amount;
        if to >= 0 {
            one.vitality = to;
        } else if !own.takes_wounds || -to * 2 >= own.max_vitality {
            self.dies(who);
        } else {
            self.wound(who);
        }
    }

    /// A Wound, death by Wounds, a Death Call if one is due, the Hit Die.
    fn wound(&mut self, who: usize) {
        let own = &self.known.all[who];
        let one = &mut self.all[who];
        let due = i16::from(one.wounds) > own.death_line;
        one.wounds += 1;
        if one.wounds >= own.constitution {
            return self.dies(who);
        }
        if due {
            self.death_call(who);
        }
        let one = &mut self.all[who];
        if !one.dead && one.hit_dice > 0 {
            one.hit_dice -= 1;
            let more = (i16::from(self.rng.die(own.hit_die)) + own.tough).max(0);
            one.vitality = (one.vitality + more).min(own.max_vitality.max(one.vitality));
        }
    }

    /// A bare d20.
    pub(super) fn death_call(&mut self, who: usize) {
        match self.rng.die(20) {
            1 => self.dies(who),
            2..=9 => self.tires(who),
            _ => {}
        }
    }

    fn tires(&mut self, who: usize) {
        let one = &mut self.all[who];
        if one.exhausted == 0 {
            one.given += 1;
            one.exhausted_as = one.given;
        }
        one.exhausted += 1;
        if one.exhausted >= WORN_OUT && one.out.is_none() {
            one.given += 1;
            one.out = Some(one.given);
            self.lets_go(who);
        }
    }

    fn dies(&mut self, who: usize) {
        let one = &mut self.all[who];
        (one.dead, one.vitality, one.ap) = (true, 0, 0);
        (one.engaged, one.exhausted, one.given) = (0, 0, 0);
        if self.turn == Some(who) {
            self.turn = None;
        }
        self.lets_go(who);
    }

    /// Whoever lies there holds nothing and Engages nobody.
    fn lets_go(&mut self, who: usize) {
        let one = &mut self.all[who];
        one.dropped = one.dropped.or(Some(one.at));
        self.all.iter_mut().for_each(|other| other.engaged &= !(1 << who));
    }
}
