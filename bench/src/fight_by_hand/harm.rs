//! What a hit does to somebody: armor, resistance, toughening up, placing, going down, dying; and what that does to
//! morale.

use std::cmp::Reverse;

use boneyard_table::Who;
use dead_weight::combat::able;
use dead_weight::hurt::worn_armor;
use dead_weight::rules;
use dead_weight::state::{Affliction, Attribute, Outcome};

use super::Fight;
use super::roll::{Rolling, tires};

/// Wounds on their way.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) wounds: u8,
    pub(super) armor: bool,
    pub(super) raw: bool,
    pub(super) non_lethal: bool,
}

impl Fight<'_> {
    /// Armor dice: how many wounds they stop, and whether they suffer from it.
    pub(super) fn armor(&mut self, points: u8, wounds: u8) -> (u8, bool) {
        let faces = self.throw(points);
        let stopped = faces.iter().filter(|face| **face >= 4).count() as u8;
        (stopped.min(wounds), faces.iter().any(|face| tires(*face)))
    }

    /// A creature takes a hit.
    pub(super) fn strike(&mut self, who: Who, hit: Hit) -> u8 {
        if self.state.live(who).dead {
            return 0;
        }
        let mut left = hit.wounds;
        let armor = self.state.live(who).armor;
        if hit.armor && armor > 0 {
            let (stopped, worn) = self.armor(armor, left);
            left -= stopped;
            self.live(who).armor = armor - u8::from(worn);
        }
        let foe = &self.state.sheet(who).foe;
        let end = foe.wounds.saturating_add(1);
        if !hit.raw {
            left = left.saturating_sub(foe.resistance);
        }
        if left == 0 {
            return 0;
        }
        let from = self.state.live(who).hits;
        let mut to = from.saturating_add(left);
        if hit.non_lethal && to >= end {
            to = end.saturating_sub(1).max(from);
        }
        self.live(who).hits = to;
        if to >= end {
            self.dies(who);
        }
        to - from
    }

    /// An adventurer takes a hit: armor, toughening up, placing.
    pub(super) fn take(&mut self, who: Who, hit: Hit) -> u8 {
        if self.state.live(who).dead {
            return 0;
        }
        if self.state.live(who).mortal {
            self.struck_down(who, hit);
            return 0;
        }
        let mut left = hit.wounds;
        let pieces = worn_armor(self.state, who);
        let points: u8 = pieces.iter().map(|(_, ap)| *ap).sum();
        if hit.armor && points > 0 {
            let (stopped, worn) = self.armor(points, left);
            left -= stopped;
            if let Some((item, _)) = pieces.iter().max_by_key(|(_, ap)| *ap).filter(|_| worn) {
                let ap = &mut self.live(who).items[usize::from(*item)].ap;
                *ap = ap.saturating_sub(1);
            }
        }
        if !hit.raw && left > 0 && self.state.one(who).available(Attribute::Str) > 0 {
            let outcome = self.roll(Rolling {
                who,
                attribute: Attribute::Str,
                test: true,
                modifier: 0,
                advantages: 0,
                disadvantages: 0,
                defends: false,
            });
            left = left.saturating_sub(match outcome {
                Outcome::GreatSuccess => 2,
                Outcome::Success => 1,
                _ => 0,
            });
        }
        if left == 0 {
            return 0;
        }
        if self.state.live(who).mortal {
            self.struck_down(who, hit);
            return 0;
        }
        let attribute = self.place(who, left);
        let fits = self.state.one(who).room(attribute).min(left);
        if fits > 0 {
            self.put(who, attribute, fits);
        }
        if fits < left && !hit.non_lethal {
            self.falls(who);
        }
        fits
    }

    pub(super) fn struck_down(&mut self, who: Who, hit: Hit) {
        if !hit.non_lethal {
            self.dies(who);
        }
    }

    /// Where wounds go: over fatigue first, then where it weakens least.
    pub(super) fn place(&self, who: Who, wounds: u8) -> Attribute {
        let one = self.state.one(who);
        let most = Attribute::ALL.into_iter().map(|attribute| one.room(attribute)).max().unwrap_or(0);
        let open = Attribute::ALL.into_iter().filter(|attribute| one.room(*attribute) >= most.min(wounds));
        let best = open.max_by_key(|attribute| {
            let taken_over = one.live.fatigue[*attribute].min(wounds);
            (taken_over, one.available(*attribute), Reverse(*attribute))
        });
        best.unwrap_or(Attribute::Str)
    }

    pub(super) fn put(&mut self, who: Who, attribute: Attribute, wounds: u8) {
        let before = self.state.one(who).available(Attribute::Pre);
        let live = self.live(who);
        live.wounds[attribute] += wounds;
        live.fatigue[attribute] = live.fatigue[attribute].saturating_sub(wounds);
        self.presence(who, before);
    }

    pub(super) fn tire(&mut self, who: Who, attribute: Attribute) {
        let one = self.state.one(who);
        if one.live.dead {
            return;
        }
        let before = one.available(Attribute::Pre);
        if !one.live.suffers(Affliction::Plagued) && one.available(attribute) > 0 {
            self.live(who).fatigue[attribute] += 1;
            self.presence(who, before);
            return;
        }
        if one.live.mortal {
            return self.dies(who);
        }
        if one.room(attribute) > 0 {
            return self.put(who, attribute, 1);
        }
        if Attribute::ALL.into_iter().all(|other| one.room(other) == 0) {
            return self.falls(who);
        }
        let attribute = self.place(who, 1);
        self.put(who, attribute, 1);
    }

    pub(super) fn falls(&mut self, who: Who) {
        if self.state.live(who).mortal {
            return self.dies(who);
        }
        self.live(who).mortal = true;
        let side = self.state.sheet(who).side;
        self.lower(side);
    }

    pub(super) fn dies(&mut self, who: Who) {
        let live = self.live(who);
        if live.dead {
            return;
        }
        (live.dead, live.mortal) = (true, false);
        let side = self.state.sheet(who).side;
        self.lower(side);
        let Some(acting) = self.state.battle.as_ref().and_then(|battle| battle.acting()) else { return };
        let goes_on = self.state.sheet(acting).has_trait(rules::DW_TRAIT_02) && able(self.state, acting);
        if goes_on && side != 0 {
            let turn = &mut self.live(acting).turn;
            turn.actions = turn.actions.saturating_add(1);
        }
    }

    pub(super) fn presence(&mut self, who: Who, before: u8) {
        if before > 0 && self.state.one(who).available(Attribute::Pre) == 0 {
            self.lower(0);
        }
    }

    /// A side loses heart.
    pub(super) fn lower(&mut self, side: u8) {
        let battle = self.state.battle.as_mut();
        let morale = battle.and_then(|battle| battle.morale.get_mut(usize::from(side)));
        if let Some(morale) = morale.filter(|morale| !morale.broken) {
            morale.broken = morale.value <= 1;
            morale.value = morale.value.saturating_sub(1);
        }
    }
}
