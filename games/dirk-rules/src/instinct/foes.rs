//! Whom somebody goes for: enemies who can still fight, how they rank, and the best blow at one of them.

use boneyard_table::{At, Who};
use smallvec::SmallVec;

use crate::DirkRules;
use crate::combat::{Strike, may_strike};
use crate::gear::all_arms;
use crate::health::out;
use crate::power;
use crate::state::With;

/// Not the one it hates, feet to go, HP as far as they are known.
pub(super) type Rank = (bool, u16, u16);

/// Enemies somebody could go for, found out once for all that is thought about a turn.
pub(super) struct Foes<'a> {
    pub(super) at: At<'a, DirkRules>,
    pub(super) who: Who,
    /// Each with how it ranks, the lowest first to be gone for.
    pub(super) all: SmallVec<[(Who, Rank); 8]>,
    /// Whom an angry creature goes for: whoever hurt it last, while they can still fight.
    pub(super) grudge: Option<Who>,
}

impl<'a> Foes<'a> {
    pub(super) fn of(at: At<'a, DirkRules>, who: Who) -> Self {
        let by = at.state.live(who).hurt_by.filter(|_| at.state.sheet(who).is("angry"));
        let rank = |foe: Who| (by != Some(foe), at.state.feet(who, foe), seen_hp(at, who, foe));
        let all: SmallVec<[(Who, Rank); 8]> = foes(at, who).map(|foe| (foe, rank(foe))).collect();
        let grudge = by.filter(|by| all.iter().any(|(foe, _)| foe == by));
        Self { at, who, all, grudge }
    }

    /// The nearest enemy who can still fight.
    pub(super) fn nearest(&self) -> Option<Who> {
        self.all.iter().min_by_key(|(_, rank)| *rank).map(|(foe, _)| *foe)
    }

    /// The weapon and target of the next attack: whoever it bears a grudge, then the nearest enemy in
    /// range, ties by lowest HP.
    pub(super) fn strike(&self) -> Option<Strike> {
        let (at, who) = (self.at, self.who);
        let mut best: Option<(Strike, _)> = None;
        for (with, arms) in all_arms(at, who) {
            for (target, rank) in &self.all {
                let strike = Strike { with, target: *target };
                // A grudge first, near before far, weak before strong, weapons before bare hands, the
                // bigger die before the smaller.
                let most = arms.sides.saturating_mul(arms.extra_attacks.saturating_add(1));
                let rank = (*rank, with == With::Fists, u8::MAX - most);
                if best.is_none_or(|(_, known)| rank < known) && may_strike(at, who, strike, &arms) {
                    best = Some((strike, rank));
                }
            }
        }
        best.map(|(strike, _)| strike)
    }
}

/// The HP a creature goes by. What a hero would do by instinct is shown to its player, who does not
/// know the HP of the referee's creatures.
fn seen_hp(at: At<'_, DirkRules>, who: Who, target: Who) -> u16 {
    let hidden = at.state.sheet(who).hero && !at.state.sheet(target).hero;
    if hidden { 0 } else { at.state.live(target).hp }
}

fn foes<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = Who> + 'a {
    let side = at.state.sheet(who).side;
    at.state.everybody().filter(move |&other| {
        let sheet = at.state.sheet(other);
        sheet.side != side
            && sheet.draft.is_none()
            && !out(at.state, other)
            && power::ignored(at, who, other).is_none()
            && !power::charmed(at.state, who, other)
            && !at.state.live(other).surrendered
    })
}
