//! What states are hashed by where exact odds look up a mark: only what play changes often. Equal states hash alike,
//! as they must; states that differ in nothing but the rest are told apart by comparing them.

use std::hash::{Hash, Hasher};

use super::{Creature, Expedition, Live, State, Tray};

impl Hash for State {
    fn hash<H: Hasher>(&self, to: &mut H) {
        for creature in &self.creatures {
            creature.hash(to);
        }
        let Self { party, expedition, tray, last, battle, camp, interlude, .. } = self;
        let omens = [party.omens.value, party.omens.size, party.used.len() as u8, party.market.len() as u8];
        to.write_u32(u32::from_le_bytes(omens));
        to.write_u32(party.found ^ party.sold.rotate_left(16));
        expedition.hash(to);
        tray.hash(to);
        last.hash(to);
        battle.hash(to);
        camp.hash(to);
        interlude.hash(to);
    }
}

impl Hash for Creature {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.live.hash(to);
        self.sheet.hash(to);
    }
}

impl Hash for Live {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let Self { fatigue, wounds, lessons, afflictions, tokens, turn, .. } = self;
        [fatigue, wounds, lessons].into_iter().for_each(|four| to.write_u32(four.packed()));
        let flags = [self.mortal, self.dead, self.away, turn.moved, turn.acted];
        let flags = flags.into_iter().fold(0u8, |all, flag| all << 1 | u8::from(flag));
        let left = [self.insight, self.hits, self.armor, turn.actions, flags, self.cut_loose_by];
        let tokens = [tokens.shield, tokens.dodge, tokens.late_dodge, tokens.stun];
        for four in [[left[0], left[1], left[2], left[3]], tokens] {
            to.write_u32(u32::from_le_bytes(four));
        }
        to.write_u16(u16::from_le_bytes([left[4], left[5]]));
        afflictions.hash(to);
        let exhausted = self.memorised.iter().filter(|one| one.exhausted).count();
        to.write_u16(u16::from_le_bytes([exhausted as u8, self.used.len() as u8]));
        for lasting in &self.lasting {
            to.write_u8(lasting.amount);
        }
        for item in &self.items {
            let wear = [item.count, item.die, item.ap, item.unready << 1 | u8::from(item.broken)];
            to.write_u32(u32::from_le_bytes(wear));
        }
    }
}

impl Hash for Expedition {
    fn hash<H: Hasher>(&self, to: &mut H) {
        to.write_u16(self.turn);
        let coming = (self.coming.len() + self.dying.len() + self.rising.len()) as u8;
        to.write_u16(u16::from_le_bytes([self.decay, coming]));
        for site in self.sites.values() {
            to.write_u8(site.doom);
        }
    }
}

impl Hash for Tray {
    fn hash<H: Hasher>(&self, to: &mut H) {
        let flags = [self.effort, self.passed, self.gm_passed];
        let flags = flags.into_iter().fold(0u8, |all, flag| all << 1 | u8::from(flag));
        let helping: u8 = self.helpers.iter().map(|helper| 1 + helper.proficiency).fold(0, u8::wrapping_add);
        let left = [self.proficiency, self.advantages, self.disadvantages, self.blocked];
        to.write_u32(u32::from_le_bytes(left));
        to.write_u32(u32::from_le_bytes([flags, helping, self.count, self.who.0 as u8]));
        for die in &self.dice {
            to.write_u16(die.of.0 << 3 ^ u16::from(die.face));
        }
    }
}
