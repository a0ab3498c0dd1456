//! What may be done: attacks and reactions. Whether is found out often, in simulation a million
//! times a second; the words are made only when somebody reads them.

use boneyard_table::{At, Refusal, RuleId, Who};

use super::attack::Strike;
use crate::DirkRules;
use crate::book::PoolKind;
use crate::gear::{Arms, arms, in_hand, own_charges, shield};
use crate::health::{out, zeroed};
use crate::house::ReactionStack;
use crate::power;
use crate::question::WindowName;
use crate::rules;
use crate::state::{Ability, Affliction, Manner, Part, PartState, Reaction, Wear, With};
use crate::world::weather_now;

/// Feet from which one can step in: 10 to a spot, and the spot beside whoever it is about.
pub(super) const STEP_IN: u16 = 15;

/// Why an attack cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStrike {
    /// Nobody like that is here.
    NoTarget,
    /// Oneself.
    OnSelf,
    /// The target is dead.
    Dead,
    /// The target is not noticed.
    Unnoticed,
    /// Smoke is in between.
    Smoke,
    /// The target is taken for a friend.
    Friend,
    /// There is no such weapon.
    NoWeapon,
    /// It is broken.
    Broken,
    /// It is not in hand.
    NotInHand,
    /// It has no ammo.
    NoAmmo,
    /// It is not loaded; the entry that says so.
    NotLoaded(RuleId),
    /// It is not set up; the entry that says so.
    NotSetUp(RuleId),
    /// It is too large while grappled.
    TooLarge,
    /// There are no eyes to aim with; the rule that says so.
    Blind(RuleId),
    /// The target is too far off.
    OutOfRange {
        /// Feet to the target.
        feet: u16,
        /// Feet the weapon reaches.
        range: u16,
    },
    /// The weather hides the target.
    Hidden {
        /// The weather.
        by: RuleId,
        /// Feet to the target.
        feet: u16,
        /// Feet one can see.
        sight: u16,
    },
}

/// Why a reaction cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReaction {
    /// In no state to react.
    Unable,
    /// On one's own turn.
    OwnTurn,
    /// None left.
    NoneLeft,
    /// It belongs to another window.
    WrongWindow,
    /// One is not the target.
    NotTarget,
    /// There is no shield in hand.
    NoShield,
    /// It was used on this attack already.
    Used,
    /// There is no attack to step into.
    NoAttack,
    /// The attack cannot be taken over.
    TakenOver,
    /// One cannot move.
    CannotMove,
    /// The target is too far off.
    OutOfReach {
        /// Feet to the target.
        feet: u16,
    },
}

/// What bars an attack.
pub fn strike_bar(at: At<'_, DirkRules>, who: Who, strike: Strike) -> Option<NoStrike> {
    target_bar(at, who, strike).or_else(|| match arms(at, who, strike.with) {
        Some(weapon) => weapon_bar(at, who, strike, &weapon),
        None => Some(NoStrike::NoWeapon),
    })
}

/// Whether nothing bars an attack with a weapon that was looked up already.
pub fn may_strike(at: At<'_, DirkRules>, who: Who, strike: Strike, weapon: &Arms<'_>) -> bool {
    target_bar(at, who, strike).is_none() && weapon_bar(at, who, strike, weapon).is_none()
}

/// What bars an attack on somebody, whatever it is made with.
fn target_bar(at: At<'_, DirkRules>, who: Who, strike: Strike) -> Option<NoStrike> {
    let Strike { with, target } = strike;
    let state = at.state;
    let Some(victim) = state.creature(target).filter(|victim| victim.sheet.draft.is_none()) else {
        return Some(NoStrike::NoTarget);
    };
    if target == who {
        return Some(NoStrike::OnSelf);
    }
    if matches!(with, With::Power(_)) {
        return Some(NoStrike::NoWeapon);
    }
    if power::unnoticed(state, who, target) {
        return Some(NoStrike::Unnoticed);
    }
    if victim.live.dead {
        return Some(NoStrike::Dead);
    }
    if power::smoked(state, who, target) {
        return Some(NoStrike::Smoke);
    }
    power::charmed(state, who, target).then_some(NoStrike::Friend)
}

/// What is wrong with the weapon, or with what it is to reach.
fn weapon_bar(at: At<'_, DirkRules>, who: Who, strike: Strike, weapon: &Arms<'_>) -> Option<NoStrike> {
    let Strike { with, target } = strike;
    let state = at.state;
    let live = state.live(who);
    if let With::Item(item) = with {
        let thing = live.items[usize::from(item)];
        if thing.wear != Wear::Whole {
            return Some(NoStrike::Broken);
        }
        if !in_hand(live, item) {
            return Some(NoStrike::NotInHand);
        }
        if weapon.pool == Some(PoolKind::Ammo) && thing.pool == 0 {
            return Some(NoStrike::NoAmmo);
        }
        if thing.unready {
            let id = weapon.id.unwrap_or(rules::DK_BATTLE_09);
            return Some(if weapon.prepare { NoStrike::NotSetUp(id) } else { NoStrike::NotLoaded(id) });
        }
    }
    if let With::Natural(number) = with
        && own_charges(at, who, number).is_some_and(|charges| live.used_charges > charges)
    {
        return Some(NoStrike::Broken);
    }
    if weapon.large && live.held_by.is_some() {
        return Some(NoStrike::TooLarge);
    }
    if weapon.ranged
        && let Some(rule) = lacks(at, who, "ranged")
    {
        return Some(NoStrike::Blind(rule));
    }
    let (feet, range) = (state.feet(who, target), weapon.range);
    if feet > range {
        return Some(NoStrike::OutOfRange { feet, range });
    }
    hidden_by(at, feet).map(|(by, sight)| NoStrike::Hidden { by, feet, sight })
}

/// The weather that hides what is so far off, and how far one can see in it.
pub fn hidden_by(at: At<'_, DirkRules>, feet: u16) -> Option<(RuleId, u16)> {
    // Asked with every attack: mostly the sky is clear.
    at.state.world.weather?;
    let (_, row) = weather_now(at.state, at.book)?;
    row.sight.filter(|sight| feet > *sight).map(|sight| (row.id, sight))
}

/// Refuses an attack that cannot be made.
pub fn legal_strike(at: At<'_, DirkRules>, who: Who, strike: Strike) -> Result<(), Refusal> {
    let Some(bar) = strike_bar(at, who, strike) else {
        return Ok(());
    };
    let rule = rules::DK_BATTLE_09;
    let weapon = || arms(at, who, strike.with).map_or("weapon", |arms| arms.name);
    let victim = || at.state.creature(strike.target).map_or("somebody", |victim| &victim.sheet.name);
    Err(match bar {
        NoStrike::NoTarget => Refusal::new(rule, "no-such-creature", "There is no such target here."),
        NoStrike::OnSelf => Refusal::new(rule, "self", "Nobody attacks themselves."),
        NoStrike::Dead => Refusal::new(rules::DK_HARM_13, "dead", format!("{} is dead already.", victim())),
        NoStrike::Unnoticed => {
            let sentence = format!("{} is not to be seen.", victim());
            Refusal::new(rules::DK_PSY_11H, "unnoticed", sentence)
        }
        NoStrike::Smoke => {
            let sentence = format!("{} cannot be seen through the smoke.", victim());
            Refusal::new(rules::DK_GEAR_17H, "smoke", sentence)
        }
        NoStrike::Friend => {
            let sentence = format!("{} is a friend for now.", victim());
            Refusal::new(rules::DK_SKILL_18H, "friend", sentence)
        }
        NoStrike::NoWeapon => Refusal::new(rule, "no-weapon", "There is nothing like that to attack with."),
        NoStrike::Broken => Refusal::new(rules::DK_WEAR_01, "broken", format!("The {} is broken.", weapon())),
        NoStrike::NotInHand => Refusal::new(rule, "not-in-hand", format!("The {} is not in hand.", weapon())),
        NoStrike::NoAmmo => {
            Refusal::new(rules::DK_WEAR_02, "no-ammo", format!("The {} has no ammo left.", weapon()))
        }
        NoStrike::NotLoaded(rule) => {
            Refusal::new(rule, "not-loaded", format!("The {} has to be reloaded first.", weapon()))
        }
        NoStrike::NotSetUp(rule) => {
            Refusal::new(rule, "not-set-up", format!("The {} has to be set up first.", weapon()))
        }
        NoStrike::TooLarge => {
            let sentence = format!("The {} is too large to use while grappled.", weapon());
            Refusal::new(rules::DK_ADV_07, "too-large", sentence)
        }
        NoStrike::Blind(rule) => Refusal::new(rule, "blind", "There are no attacks from afar without eyes."),
        NoStrike::OutOfRange { feet, range } => {
            let sentence = format!("{} is {feet} feet away; the {} reaches {range}.", victim(), weapon());
            let refusal = Refusal::new(rules::DK_RANGE_01H, "out-of-range", sentence);
            refusal.with("feet", feet).with("range", range)
        }
        NoStrike::Hidden { by, feet, sight } => {
            let sentence = format!("{} is {feet} feet away; nobody sees farther than {sight}.", victim());
            Refusal::new(by, "hidden", sentence).with("feet", feet).with("sight", sight)
        }
    })
}

/// The entry of a lost part without which something cannot be done.
pub fn lacks(at: At<'_, DirkRules>, who: Who, tag: &str) -> Option<RuleId> {
    let live = at.state.live(who);
    let lost = Part::ALL.into_iter().filter(|part| live.part(*part) == PartState::Lost);
    let mut rows = lost.filter_map(|part| at.book.part(part));
    rows.find(|row| row.lost.no.iter().any(|known| known == tag)).map(|row| row.id)
}

/// What bars every reaction of somebody.
fn any_bar(at: At<'_, DirkRules>, who: Who) -> Option<NoReaction> {
    let state = at.state;
    if state.live(who).reactions == 0 {
        Some(NoReaction::NoneLeft)
    } else if out(state, who) || zeroed(state, who, Ability::Dex) {
        Some(NoReaction::Unable)
    } else if state.acting() == Some(who) {
        Some(NoReaction::OwnTurn)
    } else {
        None
    }
}

/// What bars a reaction in a window now.
pub fn reaction_bar(
    at: At<'_, DirkRules>,
    window: WindowName,
    who: Who,
    kind: Reaction,
) -> Option<NoReaction> {
    if kind == Reaction::Pass {
        return None;
    }
    if let Some(bar) = any_bar(at, who) {
        return Some(bar);
    }
    let fits = match window {
        WindowName::W1 => matches!(kind, Reaction::Counter | Reaction::Intercept),
        WindowName::W2 => matches!(kind, Reaction::Evade | Reaction::Block),
        WindowName::WM => kind == Reaction::Intercept,
        WindowName::WE => kind == Reaction::Escape,
    };
    if !fits {
        return Some(NoReaction::WrongWindow);
    }
    let on_target = at.state.attack.as_ref().filter(|attack| attack.target == who);
    match kind {
        Reaction::Intercept if window == WindowName::W1 => {
            if let Some(bar) = redirect_bar(at, who) {
                return Some(bar);
            }
        }
        Reaction::Counter | Reaction::Evade | Reaction::Block if on_target.is_none() => {
            return Some(NoReaction::NotTarget);
        }
        Reaction::Block if on_target.is_some_and(|attack| attack.manner == Manner::Blast) => {
            return Some(NoReaction::NoAttack);
        }
        Reaction::Block if shield(at, who).is_none() => return Some(NoReaction::NoShield),
        _ => {}
    }
    let attack = on_target.filter(|_| matches!(window, WindowName::W1 | WindowName::W2))?;
    let once = at.state.house.reaction_stack == ReactionStack::OnePerAttack && attack.used != 0;
    (attack.used & kind.bit() != 0 || once).then_some(NoReaction::Used)
}

/// Whether a reaction may be taken in a window now.
pub fn may_react(at: At<'_, DirkRules>, window: WindowName, who: Who, kind: Reaction) -> bool {
    reaction_bar(at, window, who, kind).is_none()
}

/// Whether somebody may INTERCEPT! the attack under way: everybody near is tried at every attack.
pub(super) fn may_step_in(at: At<'_, DirkRules>, who: Who) -> bool {
    any_bar(at, who).is_none() && redirect_bar(at, who).is_none()
}

/// What bars stepping in front of the target.
fn redirect_bar(at: At<'_, DirkRules>, who: Who) -> Option<NoReaction> {
    let Some(attack) = &at.state.attack else {
        return Some(NoReaction::NoAttack);
    };
    let wide = matches!(attack.manner, Manner::Wide | Manner::Blast);
    if attack.redirected || wide || attack.by == who || attack.target == who {
        return Some(NoReaction::TakenOver);
    }
    if !steady(at, who) {
        return Some(NoReaction::CannotMove);
    }
    let feet = at.state.feet(who, attack.target);
    (feet > STEP_IN).then_some(NoReaction::OutOfReach { feet })
}

/// Whether somebody can step anywhere.
pub(super) fn steady(at: At<'_, DirkRules>, who: Who) -> bool {
    let live = at.state.live(who);
    live.held_by.is_none() && !live.down && !live.suffers(Affliction::Entangled)
}

/// Refuses a reaction that cannot be taken in a window now.
pub fn legal(at: At<'_, DirkRules>, window: WindowName, who: Who, kind: Reaction) -> Result<(), Refusal> {
    let Some(bar) = reaction_bar(at, window, who, kind) else {
        return Ok(());
    };
    let name = &at.state.sheet(who).name;
    Err(match bar {
        NoReaction::Unable => {
            Refusal::new(rules::DK_STAT_03, "unable", format!("{name} is in no state to react."))
        }
        NoReaction::OwnTurn => {
            Refusal::new(rules::DK_REACT_01, "own-turn", "Reactions are for other creatures' turns.")
        }
        NoReaction::NoneLeft => {
            Refusal::new(rules::DK_REACT_01, "no-reaction", format!("{name} has no reaction left."))
        }
        NoReaction::WrongWindow => wrong_window(window, kind),
        NoReaction::NotTarget => {
            let rule = match kind {
                Reaction::Counter => rules::DK_REACT_09,
                Reaction::Block => rules::DK_REACT_06,
                _ => rules::DK_REACT_04,
            };
            Refusal::new(rule, "not-the-target", "Only the target of an attack may do that.")
        }
        NoReaction::NoShield => {
            Refusal::new(rules::DK_REACT_06, "no-shield", "No shield in hand. BLOCK! needs one.")
        }
        NoReaction::Used => {
            let sentence = format!("{} cannot answer the same attack again.", kind.name());
            Refusal::new(rules::DK_REACT_03, "used-already", sentence)
        }
        NoReaction::NoAttack if kind == Reaction::Block => {
            Refusal::new(rules::DK_BATTLE_10, "no-attack", "A blast is no attack: it cannot be blocked.")
        }
        NoReaction::NoAttack => {
            Refusal::new(rules::DK_HOUSE_01H, "no-attack", "There is no attack to step into.")
        }
        NoReaction::TakenOver => {
            Refusal::new(rules::DK_REACT_12, "redirected", "This attack cannot be taken over.")
        }
        NoReaction::CannotMove => {
            let sentence = format!("{name} cannot move, so cannot INTERCEPT!.");
            Refusal::new(rules::DK_HOUSE_01H, "cannot-move", sentence)
        }
        NoReaction::OutOfReach { feet } => {
            let sentence = format!("The target is {feet} feet away; INTERCEPT! reaches {STEP_IN}.");
            let refusal = Refusal::new(rules::DK_HOUSE_01H, "out-of-reach", sentence);
            refusal.with("feet", feet).with("reach", STEP_IN)
        }
    })
}

fn wrong_window(window: WindowName, kind: Reaction) -> Refusal {
    let sentence = match (window, kind) {
        (WindowName::W2, Reaction::Counter | Reaction::Intercept) => {
            format!("Too late for {}: the damage is already rolled.", kind.name())
        }
        (WindowName::W1, Reaction::Evade | Reaction::Block) => {
            format!("Too early for {}: wait until the damage is rolled.", kind.name())
        }
        _ => format!("{} does not belong here.", kind.name()),
    };
    Refusal::new(rules::DK_REACT_02, "wrong-window", sentence).with("window", window.as_str())
}
