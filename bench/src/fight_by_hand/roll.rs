//! A roll from its dice to its fatigue and lesson, with the exchange of rerolls.

use boneyard_table::Who;
use dead_weight::state::{Affliction, Attribute, Outcome};
use smallvec::SmallVec;

use super::Fight;

/// Lesson circles of an attribute.
const LESSONS: u8 = 12;

/// What a roll is about.
#[derive(Clone, Copy)]
pub(super) struct Rolling {
    pub(super) who: Who,
    pub(super) attribute: Attribute,
    pub(super) test: bool,
    pub(super) modifier: i8,
    pub(super) advantages: u8,
    pub(super) disadvantages: u8,
    /// Whose tokens the roller may spend.
    pub(super) defends: bool,
}

/// What a reroll is paid with, the dearest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pay {
    Proficiency,
    Advantage,
    Shield,
    Dodge,
}

impl Fight<'_> {
    /// A roll from its dice to its fatigue and lesson.
    pub(super) fn roll(&mut self, rolling: Rolling) -> Outcome {
        let Rolling { who, attribute, test, .. } = rolling;
        let one = self.state.one(who);
        let pool = one.available(attribute) as i8 + rolling.modifier;
        if pool < 0 {
            if test {
                self.lesson(who, attribute);
            }
            return Outcome::Failure;
        }
        let angry = one.live.suffers(Affliction::Angry);
        let proficiency = if angry { 0 } else { one.sheet.hero.proficiency[attribute] };
        let lower = pool == 0;
        let mut dice = self.throw(if lower { 2 } else { pool as u8 });
        dice.sort_unstable();
        self.exchange(rolling, &mut dice, proficiency, lower);
        let outcome = read(&dice, lower);
        if test && counted(&dice, lower).iter().any(|face| tires(*face)) {
            self.tire(who, attribute);
        }
        if test && !outcome.succeeded() {
            self.lesson(who, attribute);
        }
        outcome
    }

    pub(super) fn lesson(&mut self, who: Who, attribute: Attribute) {
        let lessons = &mut self.live(who).lessons[attribute];
        *lessons = (*lessons + 1).min(LESSONS);
    }

    /// The players reroll what fails, the game master the one success.
    pub(super) fn exchange(
        &mut self,
        rolling: Rolling,
        dice: &mut SmallVec<[u8; 8]>,
        mut proficiency: u8,
        lower: bool,
    ) {
        let cancelled = rolling.advantages.min(rolling.disadvantages);
        let mut advantages = rolling.advantages - cancelled;
        let mut disadvantages = rolling.disadvantages - cancelled;
        loop {
            let outcome = read(dice, lower);
            if outcome.succeeded() {
                // Only the last hit is worth spoiling, and only disadvantages can spoil it.
                let best = dice.len() - 1;
                let spoils = dice[best] >= 4 && !read(&with(dice, best, 3), lower).succeeded();
                if disadvantages == 0 || !spoils {
                    return;
                }
                disadvantages -= 1;
                let new = self.throw(1)[0];
                let other = with(dice, best, new);
                let (before, after) = (outcome as u8, read(&other, lower) as u8);
                if after < before || (after == before && tires(new) && !tires(dice[best])) {
                    *dice = other;
                }
                continue;
            }
            let tokens = self.state.live(rolling.who).tokens;
            let pay = match () {
                () if proficiency > 0 => Pay::Proficiency,
                () if advantages > 0 => Pay::Advantage,
                () if rolling.defends && tokens.shield > 0 => Pay::Shield,
                () if rolling.defends && tokens.dodges() > 0 => Pay::Dodge,
                () => return,
            };
            match pay {
                Pay::Proficiency => proficiency -= 1,
                Pay::Advantage => advantages -= 1,
                Pay::Shield => self.live(rolling.who).tokens.shield -= 1,
                Pay::Dodge if tokens.dodge > 0 => self.live(rolling.who).tokens.dodge -= 1,
                Pay::Dodge => self.live(rolling.who).tokens.late_dodge -= 1,
            }
            let new = self.throw(1)[0];
            *dice = with(dice, 0, new);
        }
    }
}

pub(super) fn tires(face: u8) -> bool {
    matches!(face, 1 | 4)
}

/// Of two dice thrown for none the lower counts.
fn counted(dice: &[u8], lower: bool) -> &[u8] {
    if lower { &dice[..1] } else { dice }
}

fn read(dice: &[u8], lower: bool) -> Outcome {
    let dice = counted(dice, lower);
    let count = |wanted: fn(u8) -> bool| dice.iter().filter(|face| wanted(**face)).count();
    match (count(|face| face >= 4), count(|face| face == 6), count(|face| face == 1)) {
        (1.., 2.., _) => Outcome::GreatSuccess,
        (1.., ..) => Outcome::Success,
        (0, _, 1..) => Outcome::CriticalFailure,
        (0, _, 0) => Outcome::Failure,
    }
}

/// The dice with another face in the place of one.
fn with(dice: &[u8], nth: usize, face: u8) -> SmallVec<[u8; 8]> {
    let mut other = SmallVec::from_slice(dice);
    other[nth] = face;
    other.sort_unstable();
    other
}
