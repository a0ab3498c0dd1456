//! How the referee's creatures, and anybody on autopilot, decide. The same for live play and
//! for simulation.

use boneyard_table::{At, Who};

use crate::DirkRules;
use crate::combat::{Heading, Move, Strike, legal_strike, move_limit};
use crate::command::Command;
use crate::gear::{all_arms, protecting, shield};
use crate::health::{out, zeroed};
use crate::question::WindowName;
use crate::state::{Ability, Reaction, With};

/// What a creature does next on its turn.
pub fn command(at: At<'_, DirkRules>, who: Who) -> Option<Command> {
    let state = at.state;
    if state.acting() != Some(who) {
        return None;
    }
    let live = state.live(who);
    let able = !out(state, who) && !zeroed(state, who, Ability::Wil) && !live.turn.acted;
    let mobile = !out(state, who) && !live.turn.no_move && live.held_by.is_none() && !zeroed(state, who, Ability::Dex);
    let left = move_limit(at, who).saturating_sub(live.turn.moved);
    let step = nearest(at, who).filter(|_| able && mobile && !live.down).and_then(|foe| {
        let feet = state.feet(who, foe).saturating_sub(5).min(left);
        (feet > 0).then_some(Command::Move(Move { who, from: foe, heading: Heading::Towards, feet }))
    });
    if able && let Some(Strike { with, target }) = strike(at, who) {
        // Past a nearer enemy towards the one that hurt it, as long as there is a way to go.
        return match step {
            Some(step) if grudge(at, who).is_some_and(|foe| foe != target) => Some(step),
            _ => Some(Command::Attack { who, with, target, let_break: false }),
        };
    }
    if mobile && live.down && live.turn.moved == 0 {
        return Some(Command::Stand { who, with_action: false });
    }
    Some(step.unwrap_or(Command::EndTurn { who }))
}

/// The weapon and target of the next attack: whoever it bears a grudge, then the nearest enemy in
/// range, ties by lowest HP.
pub fn strike(at: At<'_, DirkRules>, who: Who) -> Option<Strike> {
    let mut best: Option<(Strike, (bool, u16, u16, u8))> = None;
    for (with, arms) in all_arms(at, who) {
        for target in foes(at, who) {
            let strike = Strike { with, target };
            // A grudge first, near before far, weak before strong, the bigger die before the smaller.
            let most = arms.sides.saturating_mul(arms.extra_attacks.saturating_add(1));
            let (grudge, feet, hp) = rank(at, who, target);
            let rank = (grudge, feet, hp, u8::MAX - most);
            if best.is_none_or(|(_, known)| rank < known) && legal_strike(at, who, strike).is_ok() {
                best = Some((strike, rank));
            }
        }
    }
    best.map(|(strike, _)| strike)
}

/// The target of a further attack with the same weapon.
pub fn target(at: At<'_, DirkRules>, who: Who, with: With) -> Option<Who> {
    let legal = foes(at, who).filter(|&target| legal_strike(at, who, Strike { with, target }).is_ok());
    legal.min_by_key(|&target| rank(at, who, target))
}

fn rank(at: At<'_, DirkRules>, who: Who, target: Who) -> (bool, u16, u16) {
    (grudge(at, who) != Some(target), at.state.feet(who, target), seen_hp(at, who, target))
}

/// Whom an angry creature goes for: whoever hurt it last, while they can still fight.
fn grudge(at: At<'_, DirkRules>, who: Who) -> Option<Who> {
    let by = at.state.live(who).hurt_by.filter(|_| at.state.sheet(who).is("angry"))?;
    foes(at, who).find(|&foe| foe == by)
}

/// The HP a creature goes by. What a hero would do by instinct is shown to its player, who does not
/// know the HP of the referee's creatures.
fn seen_hp(at: At<'_, DirkRules>, who: Who, target: Who) -> u16 {
    let hidden = at.state.sheet(who).hero && !at.state.sheet(target).hero;
    if hidden { 0 } else { at.state.live(target).hp }
}

/// What to do in a window: COUNTER! never; INTERCEPT! only by the disciplined, for the named;
/// EVADE! from 3 damage up; BLOCK! first where the blow would reach the score.
pub fn reaction(at: At<'_, DirkRules>, window: WindowName, who: Who) -> Reaction {
    let state = at.state;
    match window {
        WindowName::W1 => {
            let Some(attack) = state.attack.filter(|attack| attack.target != who) else {
                return Reaction::Pass;
            };
            if state.sheet(who).is("disciplined") && state.sheet(attack.target).named { Reaction::Intercept } else { Reaction::Pass }
        }
        WindowName::W2 => {
            let damage = state.attack.and_then(|attack| attack.damage).unwrap_or(0);
            let live = state.live(who);
            let armor: u16 = protecting(at, who).map(|(_, item, _)| u16::from(item.ap)).sum();
            let reaches = damage > live.temp_hp + live.hp + u16::from(live.ap) + armor;
            let used = state.attack.map_or(0, |attack| attack.used);
            if reaches && shield(at, who).is_some() && used & Reaction::Block.bit() == 0 {
                Reaction::Block
            } else if damage >= 3 && used & Reaction::Evade.bit() == 0 {
                Reaction::Evade
            } else {
                Reaction::Pass
            }
        }
        WindowName::WM => Reaction::Pass,
        WindowName::WE => Reaction::Escape,
    }
}

fn foes<'a>(at: At<'a, DirkRules>, who: Who) -> impl Iterator<Item = Who> + 'a {
    let side = at.state.sheet(who).side;
    at.state.everybody().filter(move |&other| {
        at.state.sheet(other).side != side && at.state.sheet(other).draft.is_none() && !out(at.state, other)
    })
}

fn nearest(at: At<'_, DirkRules>, who: Who) -> Option<Who> {
    foes(at, who).min_by_key(|&foe| rank(at, who, foe))
}
