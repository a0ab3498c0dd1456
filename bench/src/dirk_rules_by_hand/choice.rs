//! What everybody does next, by the instinct of the game; nerve, and what comes of losing it.

use dirk_rules::book::PoolKind;
use dirk_rules::state::{Ability, Part, PartState, Place, Wear};
use smallvec::SmallVec;

use super::Fight;
use super::known::Weapon;

/// How an enemy ranks: a grudge first, near before far, weak before strong.
type Rank = (bool, u16, u16);

impl Fight<'_> {
    /// Whoever is to act does what comes to mind.
    pub(super) fn act(&mut self, who: usize) {
        let one = &self.all[who];
        let (able, mobile) = (!one.turn.acted, !one.turn.no_move);
        let step = if able && mobile && !one.down { self.step(who) } else { None };
        if able && let Some((target, weapon)) = self.strike(who) {
            // Past a nearer enemy towards the one that hurt it, as long as there is a way to go.
            match step {
                Some(step) if self.grudge(who).is_some_and(|foe| foe != target) => self.go(who, step),
                _ => self.attacks(who, target, weapon),
            }
            return;
        }
        let one = &mut self.all[who];
        if mobile && one.down && one.turn.moved == 0 {
            (one.turn.no_move, one.down) = (true, false);
        } else if let Some(step) = step {
            self.go(who, step);
        } else {
            self.end_turn();
        }
    }

    fn foes(&self, who: usize) -> impl Iterator<Item = usize> + '_ {
        let side = self.of(who).side;
        (0..self.all.len()).filter(move |foe| self.of(*foe).side != side && !self.all[*foe].is_out())
    }

    /// Whom an angry creature goes for: whoever hurt it last, while they can still fight.
    fn grudge(&self, who: usize) -> Option<usize> {
        let side = self.of(who).side;
        self.all[who].hurt_by.filter(|by| self.of(*by).side != side && !self.all[*by].is_out())
    }

    fn rank(&self, who: usize, grudge: Option<usize>, foe: usize) -> Rank {
        let hidden = self.of(who).hero && !self.of(foe).hero;
        let hp = if hidden { 0 } else { self.all[foe].hp };
        (grudge != Some(foe), self.feet(who, foe), hp)
    }

    fn nearest(&self, who: usize) -> Option<usize> {
        let grudge = self.grudge(who);
        self.foes(who).min_by_key(|foe| self.rank(who, grudge, *foe))
    }

    /// Whether something can be used to attack now.
    fn is_ready(&self, who: usize, weapon: &Weapon) -> bool {
        let one = &self.all[who];
        let at_hand = weapon.item.is_none_or(|item| {
            let thing = &one.items[usize::from(item)];
            let dry = weapon.pool == Some(PoolKind::Ammo) && thing.pool == 0;
            thing.place == Place::Hand && thing.wear == Wear::Whole && !dry
        });
        at_hand && !(weapon.ranged && one.parts[Part::Eyes as usize] == PartState::Lost)
    }

    /// Whom to attack, and with what: weapons before bare hands, the bigger die before the smaller.
    pub(super) fn strike(&self, who: usize) -> Option<(usize, Weapon)> {
        let grudge = self.grudge(who);
        let foes: SmallVec<[(usize, Rank); 8]> =
            self.foes(who).map(|foe| (foe, self.rank(who, grudge, foe))).collect();
        let mut best: Option<((Rank, bool, u8), usize, &Weapon)> = None;
        for weapon in self.of(who).weapons.iter().filter(|weapon| self.is_ready(who, weapon)) {
            let most = weapon.sides.saturating_mul(weapon.extra_attacks.saturating_add(1));
            for (foe, rank) in foes.iter().filter(|(_, rank)| rank.1 <= weapon.range) {
                let rank = (*rank, weapon.fists, u8::MAX - most);
                if best.is_none_or(|(known, ..)| rank < known) {
                    best = Some((rank, *foe, weapon));
                }
            }
        }
        best.map(|(_, foe, weapon)| (foe, *weapon))
    }

    /// The target of a further attack with the same weapon.
    pub(super) fn next_target(&self, who: usize, weapon: &Weapon) -> Option<usize> {
        if !self.is_ready(who, weapon) {
            return None;
        }
        let grudge = self.grudge(who);
        let reached = self.foes(who).map(|foe| (self.rank(who, grudge, foe), foe));
        reached.filter(|(rank, _)| rank.1 <= weapon.range).min().map(|(_, foe)| foe)
    }

    fn stride(&self, who: usize) -> u16 {
        let lame = self.all[who].parts[Part::Leg as usize] == PartState::Lost;
        self.of(who).stride / if lame { 2 } else { 1 }
    }

    /// Towards whom, and how far.
    fn step(&self, who: usize) -> Option<(usize, u16)> {
        let foe = self.nearest(who)?;
        let left = self.stride(who).saturating_sub(self.all[who].turn.moved);
        let feet = self.feet(who, foe).saturating_sub(5).min(left);
        (feet > 0).then_some((foe, feet))
    }

    fn go(&mut self, who: usize, (foe, feet): (usize, u16)) {
        let to = self.feet(who, foe) - feet;
        self.apart.move_to(who as u16, foe as u16, to);
        self.all[who].turn.moved += feet;
    }

    /// The turn of whoever was routed.
    pub(super) fn retreat(&mut self, who: usize) {
        if self.all[who].down {
            self.all[who].down = false;
        } else if let Some(foe) = self.nearest(who) {
            let feet = self.stride(who);
            let to = self.feet(who, foe).saturating_add(feet);
            if feet > 0 {
                self.apart.move_to(who as u16, foe as u16, to);
                self.all[who].turn.moved += feet;
            }
        }
        let turn = &mut self.all[who].turn;
        (turn.no_move, turn.acted) = (true, true);
    }

    /// A reaction and a save end a rout.
    pub(super) fn escape(&mut self, who: usize) {
        let one = &mut self.all[who];
        let may = one.reactions > 0 && !one.is_out();
        if !may || self.acting() == Some(who) {
            return;
        }
        let one = &mut self.all[who];
        one.reactions -= 1;
        let score = |ability: &Ability| one.scores[*ability as usize];
        let best = self.known.escapes.iter().rev().copied().max_by_key(score).unwrap_or(Ability::Str);
        let worse = best == Ability::Wil && !one.is_whole(Part::Brain);
        self.all[who].routed = !self.save(who, best, worse);
    }

    /// Fear goes round a side that has lost half its number or a named leader, once a battle.
    pub(super) fn try_nerve(&mut self) {
        while let Some((side, afraid)) = self.unnerved() {
            self.shaken.push(side);
            for who in afraid {
                if !self.of(who).fearful {
                    self.all[who].fearful = true;
                }
                let worse = !self.all[who].is_whole(Part::Brain);
                if !self.save(who, Ability::Wil, worse) {
                    self.all[who].routed = true;
                    self.escape(who);
                }
            }
        }
    }

    fn unnerved(&self) -> Option<(u8, SmallVec<[usize; 8]>)> {
        let sides = self.order.iter().map(|who| self.of(*who).side);
        sides.filter(|side| !self.shaken.contains(side)).find_map(|side| {
            let own = || self.order.iter().copied().filter(move |who| self.of(*who).side == side);
            let lost = own().filter(|who| self.all[*who].is_out()).count();
            let leader = own().any(|who| self.of(who).named && self.all[who].is_out());
            if !leader && 2 * lost < own().count() {
                return None;
            }
            let afraid = |who: &usize| !self.all[*who].is_out() && !self.of(*who).steady;
            let list: SmallVec<[usize; 8]> = own().filter(afraid).collect();
            (!list.is_empty()).then_some((side, list))
        })
    }
}
