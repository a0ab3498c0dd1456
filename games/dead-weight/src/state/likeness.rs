//! What states are hashed by where exact odds look up a mark: only what play changes often. Equal states hash alike,
//! as they must; states that differ in nothing but the rest are told apart by comparing them.

use std::hash::{Hash, Hasher};

use super::{Creature, Die, Expedition, Live, State, Tray};

impl Hash for State {
    fn hash<H: Hasher>(&self, to: &mut H) {
        for creature in &self.creatures {
            creature.hash(to);
        }
        let Self { party, expedition, tray, last, battle, camp, interlude, .. } = self;
        let omens = [party.omens.value, party.omens.size, party.used.len() as u8, party.market.len() as u8];
        to.write_u64(joined(u32::from_le_bytes(omens), party.found ^ party.sold.rotate_left(16)));
        expedition.hash(to);
        there(tray, to);
        there(last, to);
        there(battle, to);
        there(camp, to);
        there(interlude, to);
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
        to.write_u64(joined(fatigue.packed(), wounds.packed()));
        let flags = [self.mortal, self.dead, self.away, turn.moved, turn.acted];
        let flags = flags.into_iter().fold(0u8, |all, flag| all << 1 | u8::from(flag));
        let left = [self.insight, self.hits, self.armor, turn.actions, flags, self.cut_loose_by];
        let tokens = [tokens.shield, tokens.dodge, tokens.late_dodge, tokens.stun];
        to.write_u64(joined(lessons.packed(), u32::from_le_bytes(tokens)));
        let exhausted = self.memorised.iter().filter(|one| one.exhausted).count();
        let [a, b, c, d, e, f] = left;
        to.write_u64(u64::from_le_bytes([a, b, c, d, e, f, exhausted as u8, self.used.len() as u8]));
        afflictions.hash(to);
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
        let coming = (self.coming.len() + self.dying.len() + self.rising.len()) as u8;
        to.write_u32(u32::from(self.turn) << 16 | u32::from(u16::from_le_bytes([self.decay, coming])));
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
        let rest = [flags, helping, self.count, self.who.0 as u8];
        to.write_u64(joined(u32::from_le_bytes(left), u32::from_le_bytes(rest)));
        // Nine dice have a place of their own each; more of them share one.
        let place = |all: u64, die: &Die| all.rotate_left(7) ^ u64::from(die.of.0 << 3 ^ u16::from(die.face));
        let dice = self.dice.iter().fold(0, place);
        to.write_u64(dice);
    }
}

/// Most of what may be there is not, and then it needs no word.
fn there<T: Hash, H: Hasher>(part: &Option<T>, to: &mut H) {
    if let Some(part) = part {
        part.hash(to);
    }
}

fn joined(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}
