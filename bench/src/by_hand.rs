//! One attack of DIRK RULES! as somebody would write it who needs nothing but the result: no
//! facts, no questions, no host. Decisions by the same instinct, dice in the same order, so that
//! the end must be the same state.

use std::cmp::Reverse;
use std::sync::Arc;

use boneyard_dice::Rng;
use boneyard_table::{At, Who};
use dirk_rules::DirkRules;
use dirk_rules::book::{Book, Deflects, PoolKind};
use dirk_rules::combat::{Strike, can_act, strike_bar};
use dirk_rules::gear::{Arms, arms, covered, protecting, shield, worn};
use dirk_rules::health::{collapsed, out, zeroed};
use dirk_rules::state::{Ability, Live, Part, PartState, Place, State, Wear, With};
use smallvec::SmallVec;

/// The ATTACK action. `false` where it is not allowed.
pub fn attack(state: &mut State, book: &Book, rng: &mut Rng, who: Who, first: Strike) -> bool {
    let at = At::<DirkRules> { state, book };
    if can_act(at, who).is_err() || strike_bar(at, who, first).is_some() {
        return false;
    }
    let Some(more) = arms(at, who, first.with).map(|arms| arms.extra_attacks) else { return false };
    live(state, who).turn.acted = true;
    strike(state, book, rng, who, first);
    for _ in 0..more {
        if out(state, who) {
            break;
        }
        let side = state.sheet(who).side;
        // A hero does not know the HP of the referee's creatures.
        let hidden = |foe: Who| state.sheet(who).hero && !state.sheet(foe).hero;
        let seen_hp = |foe: Who| if hidden(foe) { 0 } else { state.live(foe).hp };
        let at = At::<DirkRules> { state, book };
        let legal =
            |target: &Who| strike_bar(at, who, Strike { with: first.with, target: *target }).is_none();
        let foes =
            state.everybody().filter(|&foe| state.sheet(foe).side != side && !out(state, foe)).filter(legal);
        let Some(target) = foes.min_by_key(|&foe| (state.feet(who, foe), seen_hp(foe))) else { break };
        strike(state, book, rng, who, Strike { with: first.with, target });
    }
    true
}

fn live(state: &mut State, who: Who) -> &mut Live {
    &mut Arc::make_mut(&mut state.creatures[usize::from(who.0)]).live
}

fn strike(state: &mut State, book: &Book, rng: &mut Rng, who: Who, strike: Strike) {
    let Strike { with, mut target } = strike;
    state.last = None;
    target = intercepted(state, who, target);
    let at = At::<DirkRules> { state, book };
    let Some(weapon) = arms(at, who, with) else { return };
    let weapon = Arms { name: "", ..weapon };
    let face = weapon_die(state, book, rng, who, target, &weapon);
    let mut damage = u16::from(face) * if weapon.double_on == Some(face) { 2 } else { 1 };
    let owed = state.live(who).counters.iter().find(|(foe, _)| *foe == target).map_or(0, |(_, dice)| *dice);
    for _ in 0..owed {
        damage += u16::from(rng.die(8));
    }
    let at = At::<DirkRules> { state, book };
    let deflected =
        weapon.laser && worn(at, target).any(|(_, _, armor)| armor.deflects == Some(Deflects::Laser));
    if deflected || weapon.ranged && covered(at, target).is_some() {
        damage = 0;
    }
    damage = answered(state, book, rng, who, target, damage);
    if damage > 0 {
        let lowered = inflict(state, book, rng, target, damage, weapon.harms, weapon.injuries);
        if weapon.knocks_down
            && lowered
            && !state.live(target).dead
            && !save(state, rng, target, Ability::Str, false)
        {
            live(state, target).down = true;
        }
    }
    pay(state, book, rng, who, with, &weapon, face);
}

/// Everybody on the target's side who may step in decides, the quickest first: the disciplined do it for the named.
fn intercepted(state: &mut State, attacker: Who, target: Who) -> Who {
    let side = state.sheet(target).side;
    let able = |&who: &Who| {
        let own = state.live(who);
        state.sheet(who).side == side
            && own.reactions > 0
            && !out(state, who)
            && !zeroed(state, who, Ability::Dex)
            && state.acting() != Some(who)
            && who != attacker
            && who != target
            && own.held_by.is_none()
            && !own.down
            && state.feet(who, target) <= 15
    };
    let Some(battle) = &state.battle else { return target };
    let mut asked: SmallVec<[Who; 8]> = battle.order.iter().copied().filter(able).collect();
    asked.sort_by_key(|&who| Reverse(state.live(who).score(Ability::Dex)));
    let steps_in = |who: &Who| {
        state.sheet(*who).tags.iter().any(|tag| tag == "disciplined") && state.sheet(target).named
    };
    let Some(who) = asked.into_iter().find(steps_in) else {
        return target;
    };
    live(state, who).reactions -= 1;
    if state.feet(who, target) > 5 {
        state.apart.move_to(who.0, target.0, 5);
    }
    who
}

fn weapon_die(state: &State, book: &Book, rng: &mut Rng, who: Who, target: Who, weapon: &Arms<'_>) -> u8 {
    if weapon.sides <= 1 {
        return 1;
    }
    let named = weapon.id.and_then(|id| {
        let row = book.weapons.get(id.as_str()).map(|row| &row.name);
        row.or_else(|| book.shields.get(id.as_str()).map(|row| &row.name))
    });
    let trained = named.is_some_and(|name| {
        let known = &state.sheet(who).backgrounds;
        known.iter().any(|known| known.kind == "weapon training" && known.of.as_ref() == Some(name))
    });
    let better = trained || state.live(target).held_by.is_some();
    let worse = weapon.two_handed && hindered(state, book, who, "damage-two-handed")
        || weapon.ranged && hindered(state, book, who, "damage-ranged");
    let mut one = || loop {
        let face = rng.die(weapon.sides);
        if weapon.reroll != Some(face) {
            return face;
        }
    };
    match (better, worse) {
        (true, false) => one().max(one()),
        (false, true) => one().min(one()),
        _ => one(),
    }
}

fn hindered(state: &State, book: &Book, who: Who, tag: &str) -> bool {
    Part::ALL.iter().any(|part| {
        state.live(who).part(*part) != PartState::Whole
            && book.part(*part).is_some_and(|row| row.hinders.iter().any(|hindered| hindered == tag))
    })
}

/// BLOCK! where the blow would reach the score, EVADE! from 3 damage up, each at most once.
fn answered(state: &mut State, book: &Book, rng: &mut Rng, by: Who, who: Who, mut damage: u16) -> u16 {
    let (mut evaded, mut blocked) = (false, false);
    while damage > 0 {
        let own = state.live(who);
        let able = own.reactions > 0
            && !out(state, who)
            && !zeroed(state, who, Ability::Dex)
            && state.acting() != Some(who);
        if !able {
            break;
        }
        let at = At::<DirkRules> { state, book };
        let armor: u16 = protecting(at, who).map(|(_, item, _)| u16::from(item.ap)).sum();
        let reaches = damage > own.temp_hp + own.hp + u16::from(own.ap) + armor;
        let held = shield(at, who).map(|(item, shield)| (item, shield.survives));
        if let Some((item, survives)) = held.filter(|_| reaches && !blocked) {
            blocked = true;
            live(state, who).reactions -= 1;
            damage = 0;
            let worse = hindered(state, book, who, "save-block");
            if !save(state, rng, who, Ability::Str, worse) {
                let thing = &mut live(state, who).items[usize::from(item)];
                if thing.survived < survives {
                    thing.survived += 1;
                } else {
                    (thing.wear, thing.place) = (Wear::Destroyed, Place::Gone);
                }
            }
        } else if damage >= 3 && !evaded {
            evaded = true;
            live(state, who).reactions -= 1;
            damage = state.house.half(damage);
            let worse = hindered(state, book, who, "save-evade");
            if !save(state, rng, who, Ability::Dex, worse) {
                displaced(state, who, by);
            }
        } else {
            break;
        }
    }
    damage
}

fn displaced(state: &mut State, who: Who, by: Who) {
    if state.live(who).down {
        return;
    }
    if state.live(who).held_by.is_some() {
        live(state, who).down = true;
        return;
    }
    let feet = state.feet(who, by).saturating_add(10);
    state.apart.move_to(who.0, by.0, feet);
    if state.live(who).holds.is_some() {
        release(state, who);
    }
}

fn release(state: &mut State, who: Who) {
    if let Some(held) = live(state, who).holds.take() {
        live(state, held).held_by = None;
    }
    if let Some(holder) = live(state, who).held_by.take() {
        live(state, holder).holds = None;
    }
}

fn save(state: &State, rng: &mut Rng, who: Who, ability: Ability, worse: bool) -> bool {
    let first = rng.die(20);
    let face = if worse { first.max(rng.die(20)) } else { first };
    face <= state.live(who).score(ability)
}

fn inflict(
    state: &mut State,
    book: &Book,
    rng: &mut Rng,
    who: Who,
    mut left: u16,
    ability: Ability,
    injuries: u8,
) -> bool {
    fn take(from: &mut u16, left: &mut u16) {
        let taken = (*from).min(*left);
        *from -= taken;
        *left -= taken;
    }
    let own = live(state, who);
    take(&mut own.temp_hp, &mut left);
    take(&mut own.hp, &mut left);
    if ability == Ability::Str && left > 0 {
        use dirk_rules::book::Slot;
        for slot in [Some(Slot::Belt), None, Some(Slot::Suit)] {
            if left == 0 {
                break;
            }
            let at = At::<DirkRules> { state, book };
            let item = slot
                .map(|slot| protecting(at, who).find(|(_, item, armor)| armor.slot == slot && item.ap > 0));
            let item = item.map(|piece| piece.map(|(item, ..)| item));
            let own = live(state, who);
            let ap = match item {
                None => &mut own.ap,
                Some(None) => continue,
                Some(Some(item)) => &mut own.items[usize::from(item)].ap,
            };
            let taken = u16::from(*ap).min(left);
            *ap -= taken as u8;
            left -= taken;
        }
    }
    if left == 0 {
        return false;
    }
    let score = &mut live(state, who).scores[ability as usize];
    *score = score.saturating_sub(left.min(255) as u8);
    if *score == 0 && collapsed(state, who) {
        release(state, who);
    }
    let passed = save(state, rng, who, ability, false);
    match ability {
        _ if passed => {}
        Ability::Dex => {
            let own = live(state, who);
            if own.reactions == 0 { own.lost_reactions += 1 } else { own.reactions -= 1 }
        }
        Ability::Wil => live(state, who).lost_actions += 1,
        Ability::Str if !state.sheet(who).named => die(state, who),
        Ability::Str => {
            for _ in 0..injuries.max(1) {
                if state.live(who).dead {
                    break;
                }
                injure(state, book, rng, who);
            }
        }
    }
    true
}

fn injure(state: &mut State, book: &Book, rng: &mut Rng, who: Who) {
    let part = Part::ALL[usize::from(rng.die(6)) - 1];
    let at = At::<DirkRules> { state, book };
    let saving = worn(at, who).find(|(_, _, armor)| armor.saves_part == Some(part)).map(|(item, ..)| item);
    if let Some(item) = saving {
        live(state, who).items[usize::from(item)].wear = Wear::Broken;
        return;
    }
    let own = &mut live(state, who).parts[part as usize];
    match *own {
        PartState::Whole => *own = PartState::Injured,
        PartState::Injured => *own = PartState::Lost,
        PartState::Lost => die(state, who),
    }
}

fn die(state: &mut State, who: Who) {
    live(state, who).dead = true;
    release(state, who);
}

fn pay(state: &mut State, book: &Book, rng: &mut Rng, who: Who, with: With, weapon: &Arms<'_>, face: u8) {
    let With::Item(item) = with else { return };
    let number = usize::from(item);
    if weapon.breaks_on == Some(face) {
        live(state, who).items[number].wear = Wear::Broken;
        return;
    }
    let Some(kind) = weapon.pool.filter(|_| face == weapon.sides) else { return };
    let thing = &mut live(state, who).items[number];
    if thing.pool > 0 {
        thing.pool -= 1;
        return;
    }
    match kind {
        PoolKind::Durability => thing.wear = Wear::Broken,
        PoolKind::Ammo => {}
        PoolKind::Charges => {
            (thing.wear, thing.place) = (Wear::Destroyed, Place::Gone);
            let amount = u16::from(rng.die(10));
            for other in state.in_order() {
                if (other == who || state.feet(who, other) <= 10) && !state.live(other).dead {
                    inflict(state, book, rng, other, amount, Ability::Str, 1);
                }
            }
        }
    }
}
