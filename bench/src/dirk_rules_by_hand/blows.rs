//! An attack and what comes of it: the die and its traits, reactions, armor, injuries, wear, explosions.

use dirk_rules::book::PoolKind;
use dirk_rules::state::{Ability, Part, PartState, Place, Wear};

use super::Fight;
use super::known::Weapon;

impl Fight<'_> {
    /// The ATTACK action: one attack, and as many more as the weapon gives.
    pub(super) fn attacks(&mut self, who: usize, target: usize, weapon: Weapon) {
        self.all[who].turn.acted = true;
        self.attack(who, target, weapon);
        for _ in 0..weapon.extra_attacks {
            if self.all[who].is_out() {
                break;
            }
            let Some(target) = self.next_target(who, &weapon) else { break };
            self.attack(who, target, weapon);
        }
        // Whoever put themselves out of the fight has no turn any more.
        if self.all[who].is_out() && self.all.iter().any(|one| !one.is_out()) {
            self.end_turn();
        }
    }

    /// One attack.
    pub(super) fn attack(&mut self, who: usize, target: usize, weapon: Weapon) {
        let face = self.face(who, weapon);
        let damage = u16::from(face) * if weapon.double_on == Some(face) { 2 } else { 1 };
        let damage = self.answered(who, target, damage);
        if damage > 0 {
            if self.of(target).angry {
                self.all[target].hurt_by = Some(who);
            }
            let lowered = self.inflict(target, damage, weapon.injuries);
            let bitten = weapon.knocks_down && lowered && !self.all[target].dead;
            if bitten && !self.save(target, Ability::Str, false) {
                self.all[target].down = true;
            }
        }
        self.pay(who, weapon, face);
    }

    /// The kept face of one die or two.
    fn face(&mut self, who: usize, weapon: Weapon) -> u8 {
        if weapon.sides <= 1 {
            return 1;
        }
        let one = &self.all[who];
        let worse =
            weapon.two_handed && !one.is_whole(Part::Arm) || weapon.ranged && !one.is_whole(Part::Eyes);
        let mut die = || loop {
            let face = self.rng.die(weapon.sides);
            if weapon.reroll != Some(face) {
                break face;
            }
        };
        match (weapon.trained, worse) {
            (true, false) => die().max(die()),
            (false, true) => die().min(die()),
            _ => die(),
        }
    }

    pub(super) fn save(&mut self, who: usize, ability: Ability, worse: bool) -> bool {
        let mut face = self.rng.die(20);
        if worse {
            face = face.max(self.rng.die(20));
        }
        face <= self.all[who].scores[ability as usize]
    }

    /// A shield in hand.
    fn shield(&self, who: usize) -> Option<u8> {
        let held = |item: &u8| {
            let thing = &self.all[who].items[usize::from(*item)];
            thing.place == Place::Hand && thing.wear == Wear::Whole
        };
        self.of(who).shields.iter().copied().find(held)
    }

    fn suit_ap(&self, who: usize) -> u8 {
        self.of(who).suit.map_or(0, |item| self.all[who].items[usize::from(item)].ap)
    }

    /// BLOCK! where the blow would reach the score, EVADE! from 3 damage up, each at most once.
    fn answered(&mut self, by: usize, who: usize, mut damage: u16) -> u16 {
        let (mut evaded, mut blocked) = (false, false);
        while damage > 0 {
            let one = &self.all[who];
            if one.reactions == 0 || one.is_out() || self.acting() == Some(who) {
                break;
            }
            let reaches = damage > one.hp + u16::from(one.ap) + u16::from(self.suit_ap(who));
            if let Some(shield) = self.shield(who).filter(|_| reaches && !blocked) {
                let worse = !one.is_whole(Part::Arm);
                (blocked, damage) = (true, 0);
                self.all[who].reactions -= 1;
                if !self.save(who, Ability::Str, worse) {
                    let thing = &mut self.all[who].items[usize::from(shield)];
                    (thing.wear, thing.place) = (Wear::Destroyed, Place::Gone);
                }
            } else if damage >= 3 && !evaded {
                let worse = !one.is_whole(Part::Leg);
                (evaded, damage) = (true, damage / 2);
                self.all[who].reactions -= 1;
                if !self.save(who, Ability::Dex, worse) && !self.all[who].down {
                    let feet = self.feet(who, by).saturating_add(10);
                    self.apart.move_to(who as u16, by as u16, feet);
                }
            } else {
                break;
            }
        }
        damage
    }

    /// HP, natural AP, the suit, then STR and its save; whether STR was lowered.
    fn inflict(&mut self, who: usize, mut left: u16, injuries: u8) -> bool {
        let own = &self.known.all[who];
        let one = &mut self.all[who];
        let taken = one.hp.min(left);
        (one.hp, left) = (one.hp - taken, left - taken);
        let mut armor = |ap: &mut u8| {
            let taken = u16::from(*ap).min(left);
            (*ap, left) = (*ap - taken as u8, left - taken);
        };
        armor(&mut one.ap);
        if let Some(suit) = own.suit {
            armor(&mut one.items[usize::from(suit)].ap);
        }
        if left == 0 {
            return false;
        }
        let strength = &mut one.scores[Ability::Str as usize];
        *strength = strength.saturating_sub(left.min(255) as u8);
        if !self.save(who, Ability::Str, false) {
            if own.named {
                for _ in 0..injuries.max(1) {
                    if !self.all[who].dead {
                        self.injure(who);
                    }
                }
            } else {
                self.all[who].dead = true;
            }
        }
        true
    }

    fn injure(&mut self, who: usize) {
        let part = Part::ALL[usize::from(self.rng.die(6)) - 1];
        let helmet = self.of(who).helmet.filter(|_| part == Part::Brain);
        let one = &mut self.all[who];
        if let Some(helmet) = helmet
            && one.items[usize::from(helmet)].wear == Wear::Whole
        {
            one.items[usize::from(helmet)].wear = Wear::Broken;
            return;
        }
        let own = &mut one.parts[part as usize];
        match *own {
            PartState::Whole => *own = PartState::Injured,
            PartState::Injured => *own = PartState::Lost,
            PartState::Lost => one.dead = true,
        }
    }

    /// What the face costs the weapon.
    fn pay(&mut self, who: usize, weapon: Weapon, face: u8) {
        let Some(item) = weapon.item else { return };
        let thing = &mut self.all[who].items[usize::from(item)];
        if weapon.breaks_on == Some(face) {
            thing.wear = Wear::Broken;
            return;
        }
        let Some(kind) = weapon.pool.filter(|_| face == weapon.sides) else { return };
        if thing.pool > 0 {
            thing.pool -= 1;
            return;
        }
        match kind {
            PoolKind::Durability => thing.wear = Wear::Broken,
            PoolKind::Ammo => {}
            PoolKind::Charges => {
                (thing.wear, thing.place) = (Wear::Destroyed, Place::Gone);
                self.explode(who);
            }
        }
    }

    /// D10 to the wielder and everybody within 10 feet.
    fn explode(&mut self, who: usize) {
        let amount = u16::from(self.rng.die(10));
        for nth in 0..self.order.len() {
            let other = self.order[nth];
            let near = other == who || self.feet(who, other) <= 10;
            if near && !self.all[other].dead {
                self.inflict(other, amount, 1);
            }
        }
    }
}
