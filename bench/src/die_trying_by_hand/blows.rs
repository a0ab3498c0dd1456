//! A Strike and what comes of it: degrees, fumbles, damage, dropping and dying, the throws of the dying.

use boneyard_table::Who;
use die_trying::state::{DamageType, Dice, Fate, Place, Ware};
use smallvec::SmallVec;

use super::{Fight, weighty};

/// How a roll comes out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Degree {
    CriticalFailure,
    Failure,
    Success,
    CriticalSuccess,
}

/// A die that falls, read against a number.
fn degree(face: u8, total: i16, dc: i16) -> Degree {
    use Degree::{CriticalFailure, CriticalSuccess, Failure, Success};
    let plain = match total - dc {
        6.. => CriticalSuccess,
        1.. => Success,
        ..=-6 => CriticalFailure,
        _ => Failure,
    };
    match (face, plain) {
        (1, CriticalSuccess) => Success,
        (1, Success) => Failure,
        (1, _) => CriticalFailure,
        (10, CriticalFailure) => Failure,
        (10, Failure) => Success,
        (10, _) => CriticalSuccess,
        _ => plain,
    }
}

/// What somebody strikes with now.
#[derive(Clone, Copy)]
struct Weapon {
    dice: Dice,
    kind: DamageType,
    more: i16,
    style: bool,
}

impl Fight<'_> {
    /// What is in hand, what grows there, or bare hands.
    fn weapon(&self, who: Who) -> Weapon {
        let (one, own) = (self.one(who), self.of(who));
        if let Some(natural) = one.sheet.fixed.attacks.first() {
            return Weapon { dice: natural.arms.dice, kind: natural.arms.kind, more: 0, style: false };
        }
        let held = own.weapon.filter(|nth| one.live.items[usize::from(*nth)].place.is_held());
        match held.map(|nth| &one.sheet.items[usize::from(nth)].ware) {
            Some(Ware::Weapon(arms)) => {
                let heavy = weighty(&arms.traits);
                let style = heavy && one.live.style.is_some();
                let more = match (heavy, style) {
                    (false, _) => 0,
                    (true, true) => own.strength.max(0),
                    (true, false) => (own.strength + 1).div_euclid(2),
                };
                Weapon { dice: arms.dice, kind: arms.kind, more, style }
            }
            _ => Weapon { dice: Dice::new(1, 3, 0), kind: DamageType::Bludgeoning, more: 0, style: false },
        }
    }

    pub(super) fn strike(&mut self, who: Who, target: Who) {
        let weapon = self.weapon(who);
        let prone = |who: Who| i16::from(self.live(who).prone);
        let bonus = self.of(who).attack - prone(who) + prone(target);
        let dc = self.of(target).ac;
        let face = self.rng.die(10);
        match degree(face, i16::from(face) + bonus, dc) {
            Degree::Failure => {}
            Degree::CriticalFailure => self.fumble(who, weapon),
            hit => {
                let rolled = self.damage(weapon.dice);
                let critical = hit == Degree::CriticalSuccess;
                let amount = (rolled + weapon.more).max(0) * if critical { 2 } else { 1 };
                self.suffer(target, amount, weapon.kind);
                if critical && weapon.style && self.live(target).fate != Fate::Dead {
                    self.live_mut(target).prone = true;
                }
            }
        }
    }

    fn damage(&mut self, dice: Dice) -> i16 {
        let mut sum = i16::from(dice.flat);
        for _ in 0..dice.count {
            sum += self.face(dice.sides);
        }
        sum
    }

    /// A die; three sides are read off six.
    fn face(&mut self, sides: u8) -> i16 {
        match sides {
            3 => i16::from(self.rng.die(6).div_ceil(2)),
            sides => i16::from(self.rng.die(sides)),
        }
    }

    /// The least damage to whoever chance picks of those in reach.
    fn fumble(&mut self, who: Who, weapon: Weapon) {
        let near = |other: &Who| {
            *other == who || self.live(*other).fate != Fate::Dead && self.apart(who, *other) <= 1
        };
        let mut among: SmallVec<[Who; 8]> = SmallVec::from_slice(&[who]);
        among.extend(self.order.iter().copied().filter(|other| *other != who && near(other)));
        let hit = match among[..] {
            [only] => only,
            _ => among[usize::from(self.rng.die(among.len() as u8)) - 1],
        };
        let amount = (weapon.dice.least() + weapon.more).max(0);
        self.suffer(hit, amount, weapon.kind);
    }

    fn suffer(&mut self, who: Who, amount: i16, kind: DamageType) {
        let against = &self.one(who).sheet.fixed.defences;
        if against.immune.contains(&kind) {
            return;
        }
        let weak = against.weak.iter().filter(|(known, _)| *known == kind).map(|(_, by)| *by).max();
        let resist = against.resist.iter().filter(|(known, _)| known.is_none_or(|known| known == kind));
        let resist = resist.map(|(_, by)| *by).max().unwrap_or(0);
        let more = if amount > 0 { weak.unwrap_or(0) } else { 0 };
        let lost = amount + i16::from(more) - i16::from(resist);
        if lost > 0 && self.live(who).fate != Fate::Dead {
            let to = self.live(who).hp - lost;
            self.comes_to(who, to);
        }
    }

    /// What follows from the Hitpoints somebody has now.
    fn comes_to(&mut self, who: Who, hp: i16) {
        let (throws, dies_at) = (self.of(who).throws, self.of(who).dies_at);
        let now = self.state.now;
        let live = self.live_mut(who);
        live.hp = hp;
        match live.fate {
            Fate::Dying | Fate::Stable(_) if hp >= 1 => live.fate = Fate::Up,
            _ if hp > 0 => {}
            _ if !throws || hp <= dies_at => {
                (live.fate, live.prone, live.died) = (Fate::Dead, true, Some(now));
                self.drops_all(who);
            }
            Fate::Up | Fate::Stable(_) => {
                (live.fate, live.prone) = (Fate::Dying, true);
                self.drops_all(who);
            }
            Fate::Dying | Fate::Dead => {}
        }
    }

    fn drops_all(&mut self, who: Who) {
        let live = self.live_mut(who);
        let spot = live.at;
        for item in live.items.iter_mut().filter(|item| item.place.is_held()) {
            item.place = Place::Floor(spot);
        }
    }

    /// Whoever is dying throws as the turn ends.
    pub(super) fn death_save(&mut self, who: Who) {
        if self.live(who).fate != Fate::Dying {
            return;
        }
        let hp = self.live(who).hp;
        let face = self.rng.die(10);
        let by = match degree(face, i16::from(face), 4 - hp) {
            Degree::CriticalSuccess if hp == 0 => 1,
            Degree::CriticalSuccess => 2,
            Degree::Success if hp == 0 => {
                let hours = self.face(3) + self.face(3);
                let until = self.state.now.later(u64::from(hours.unsigned_abs()) * 3600);
                let live = self.live_mut(who);
                (live.fate, live.hp, live.prone) = (Fate::Stable(until), 0, true);
                return;
            }
            Degree::Success => 1,
            Degree::Failure => -1,
            Degree::CriticalFailure => -2,
        };
        self.comes_to(who, hp + by);
    }
}
