//! One attack of DIRK RULES! as somebody would write it who needs nothing but the result: no
//! facts, no questions, no host. Decisions by the same instinct, dice in the same order, so that
//! the end must be the same state.
//!
//! It holds everything an ATTACK on one target can meet: moods, marks, counters, swarms, shields, armor, temporary
//! points, injuries, wear, reloading, and what powers have to say at each step. Three things it looks for but does
//! not hold, because they lead out of the attack: weapons that strike an area, charges that explode, and powers whose
//! effects are content. The fights it is measured in have none of them.

use std::cmp::Reverse;
use std::sync::Arc;

use boneyard_dice::Rng;
use boneyard_table::deed::May;
use boneyard_table::{At, Seat, Who};
use dirk_rules::DirkRules;
use dirk_rules::book::{Book, Deflects, PoolKind, Slot};
use dirk_rules::combat::{Strike, may_act, may_turn, owes, strike_open};
use dirk_rules::effect::{Effect, Passive, Takes, When};
use dirk_rules::gear::{Arms, arms, covered, protecting, shield, worn};
use dirk_rules::health::{collapsed, out, zeroed};
use dirk_rules::house::{ForcedMaxWear, ReactionStack, RerollOnes, VitalLoss};
use dirk_rules::power;
use dirk_rules::state::{
    Ability, Affliction, Ends, Lasting, Lasts, Live, Part, PartState, Place, State, Wear, With,
};
use smallvec::SmallVec;

/// Whether somebody may attack now; who was taunted attacks the one who did it.
fn can_attack(at: At<'_, DirkRules>, who: Who, target: Who) -> bool {
    let may = May::quiet(at, Seat::GM);
    match owes(at, who) {
        Some(by) => by == target && may_turn(may, who).is_ok() && !at.state.live(who).turn.acted,
        None => may_act(may, who).is_ok(),
    }
}

/// The ATTACK action. `false` where it is not allowed.
pub fn attack(state: &mut State, book: &Book, rng: &mut Rng, who: Who, first: Strike) -> bool {
    let at = At::<DirkRules> { state, book };
    if !can_attack(at, who, first.target) || !strike_open(at, who, first) {
        return false;
    }
    let Some(weapon) = arms(at, who, first.with) else { return false };
    let weapon = Arms { name: "", power: weapon.power.and_then(|row| book.power(row.id)), ..weapon };
    live(state, who).turn.acted = true;
    strike(state, book, rng, who, first, &weapon);
    for _ in 0..weapon.extra_attacks {
        if out(state, who) {
            break;
        }
        let Some(target) = next_target(state, book, who, first.with) else { break };
        strike(state, book, rng, who, Strike { with: first.with, target }, &weapon);
    }
    true
}

fn live(state: &mut State, who: Who) -> &mut Live {
    &mut Arc::make_mut(&mut state.creatures[usize::from(who.0)]).live
}

/// Whoever it bears a grudge, then the nearest enemy, ties by lowest HP.
fn next_target(state: &State, book: &Book, who: Who, with: With) -> Option<Who> {
    let at = At::<DirkRules> { state, book };
    let own = state.sheet(who);
    let fights = |foe: Who| {
        let sheet = state.sheet(foe);
        sheet.side != own.side
            && sheet.draft.is_none()
            && !out(state, foe)
            && power::ignored(at, who, foe).is_none()
            && !state.live(foe).surrendered
    };
    let grudge = state.live(who).hurt_by.filter(|&by| own.is("angry") && fights(by));
    // A hero does not know the HP of the referee's creatures.
    let seen_hp = |foe: Who| if own.hero && !state.sheet(foe).hero { 0 } else { state.live(foe).hp };
    let legal = |foe: Who| strike_open(at, who, Strike { with, target: foe });
    let foes = state.everybody().filter(|&foe| fights(foe) && legal(foe));
    foes.min_by_key(|&foe| (grudge != Some(foe), state.feet(who, foe), seen_hp(foe)))
}

fn strike(state: &mut State, book: &Book, rng: &mut Rng, who: Who, strike: Strike, weapon: &Arms<'_>) {
    let Strike { with, mut target } = strike;
    debug_assert!(weapon.area.is_none(), "areas are not held");
    state.last = None;
    noticed(state, book, who, target);
    let meant = target;
    target = intercepted(state, book, who, target);
    let (face, forced) = weapon_face(state, book, rng, who, target, weapon);
    let mut damage = u16::from(face) * if weapon.double_on == Some(face) { 2 } else { 1 };
    if state.acting() == Some(who) {
        let owed = state.live(who).counters.iter().find(|(foe, _)| *foe == target);
        for _ in 0..owed.map_or(0, |(_, dice)| *dice) {
            damage += u16::from(rng.die(8));
        }
    }
    let at = At::<DirkRules> { state, book };
    let deflected =
        weapon.laser && worn(at, target).any(|(_, _, armor)| armor.deflects == Some(Deflects::Laser));
    if deflected || weapon.ranged && covered(at, target).is_some() {
        damage = 0;
    }
    damage = answered(state, book, rng, who, target, damage, meant != target);
    if damage > 0 {
        land(state, book, rng, who, target, weapon, face, damage);
    }
    let worn_face = if forced && state.house.forced_max_wear == ForcedMaxWear::Off { 0 } else { face };
    pay(state, who, with, weapon, worn_face);
}

/// Whoever did not notice the attacker does now, and whoever paid no heed does from now on.
fn noticed(state: &mut State, book: &Book, by: Who, target: Who) {
    for who in state.everybody() {
        let blind = |known: &Lasting| known.what == Lasts::Blind && known.from == by;
        if state.live(who).lasting.iter().any(blind) {
            let own = live(state, who);
            own.lasting.retain(|known| !blind(known));
            own.afflicted.retain(|known| known.what != Affliction::Enchanted);
        }
    }
    if let Some(rule) = power::ignored(At::<DirkRules> { state, book }, target, by) {
        let effect = Lasting { by: rule, from: by, what: Lasts::Spent, ends: Ends::At(u32::MAX) };
        live(state, by).lasting.push(effect);
    }
}

/// Everybody on the target's side who may step in decides, the quickest first: the disciplined do it for the named.
fn intercepted(state: &mut State, book: &Book, attacker: Who, target: Who) -> Who {
    let side = state.sheet(target).side;
    let able = |&who: &Who| {
        let own = state.live(who);
        state.sheet(who).side == side
            && may_react(state, who)
            && who != attacker
            && who != target
            && own.held_by.is_none()
            && !own.down
            && !own.suffers(Affliction::Entangled)
            && state.feet(who, target) <= 15
    };
    let Some(battle) = &state.battle else { return target };
    let mut asked: SmallVec<[Who; 8]> = battle.order.iter().copied().filter(able).collect();
    asked.sort_by_key(|&who| Reverse(state.live(who).score(Ability::Dex)));
    let steps_in = |who: &Who| state.sheet(target).named && state.sheet(*who).is("disciplined");
    let Some(who) = asked.into_iter().find(steps_in) else {
        return target;
    };
    live(state, who).reactions -= 1;
    if state.feet(who, target) > 5 {
        state.apart.move_to(who.0, target.0, 5);
        smoked(state, who);
        unsettle(state, book, who);
        if let Some(held) = state.live(who).holds {
            state.apart.move_to(held.0, who.0, 5);
        }
    }
    who
}

fn may_react(state: &State, who: Who) -> bool {
    state.live(who).reactions > 0
        && !out(state, who)
        && !zeroed(state, who, Ability::Dex)
        && state.acting() != Some(who)
}

/// The kept face of the weapon's die, and whether a mark made it the highest.
fn weapon_face(
    state: &mut State,
    book: &Book,
    rng: &mut Rng,
    who: Who,
    target: Who,
    weapon: &Arms<'_>,
) -> (u8, bool) {
    if state.live(target).suffers(Affliction::Marked) {
        live(state, target).afflicted.retain(|known| known.what != Affliction::Marked);
        return (weapon.sides, true);
    }
    let better = trained(state, book, who, weapon)
        || state.live(target).held_by.is_some()
        || weapon.swarm.is_some_and(|others| kin_beside(state, who, target) >= usize::from(others));
    let worse = weapon.two_handed && hindered(state, book, who, "damage-two-handed")
        || weapon.ranged && hindered(state, book, who, "damage-ranged");
    if weapon.sides <= 1 {
        return (1, false);
    }
    let once = state.house.reroll_ones == RerollOnes::Once;
    let mut one = || {
        let mut face = rng.die(weapon.sides);
        while weapon.reroll == Some(face) {
            face = rng.die(weapon.sides);
            if once {
                break;
            }
        }
        face
    };
    let face = match (better, worse) {
        (true, false) => one().max(one()),
        (false, true) => one().min(one()),
        _ => one(),
    };
    (face, false)
}

fn trained(state: &State, book: &Book, who: Who, weapon: &Arms<'_>) -> bool {
    let known = &state.sheet(who).backgrounds;
    if !known.iter().any(|known| known.kind == "weapon training") {
        return false;
    }
    let named = weapon.id.and_then(|id| {
        let row = book.weapons.get(id.as_str()).map(|row| &row.name);
        row.or_else(|| book.shields.get(id.as_str()).map(|row| &row.name))
    });
    named.is_some_and(|name| {
        known.iter().any(|known| known.kind == "weapon training" && known.of.as_ref() == Some(name))
    })
}

fn kin_beside(state: &State, who: Who, target: Who) -> usize {
    let like = state.sheet(who).like;
    let kin = state.everybody().filter(|&other| other != who && state.sheet(other).like == like);
    kin.filter(|&other| !out(state, other) && state.feet(other, target) <= 5).count()
}

fn hindered(state: &State, book: &Book, who: Who, tag: &str) -> bool {
    Part::ALL.iter().any(|part| {
        state.live(who).part(*part) != PartState::Whole
            && book.part(*part).is_some_and(|row| row.hinders.iter().any(|hindered| hindered == tag))
    })
}

/// BLOCK! where the blow would reach the score, EVADE! from 3 damage up, each at most once.
fn answered(
    state: &mut State,
    book: &Book,
    rng: &mut Rng,
    by: Who,
    who: Who,
    mut damage: u16,
    redirected: bool,
) -> u16 {
    let one = state.house.reaction_stack == ReactionStack::OnePerAttack;
    let (mut evaded, mut blocked) = (one && redirected, one && redirected);
    while damage > 0 && may_react(state, who) {
        let own = state.live(who);
        let at = At::<DirkRules> { state, book };
        let armor: u16 = protecting(at, who).map(|(_, item, _)| u16::from(item.ap)).sum();
        let reaches = damage > own.temp_hp + own.hp + u16::from(own.ap) + armor;
        if reaches
            && !blocked
            && let Some((item, survives)) = shield(at, who).map(|(item, shield)| (item, shield.survives))
        {
            (blocked, evaded) = (true, evaded || one);
            live(state, who).reactions -= 1;
            damage = 0;
            let mut edge = Sway::of(hindered(state, book, who, "save-block"));
            leaning(state, book, who, "save-block", &mut edge);
            if !save(state, rng, who, Ability::Str, edge) {
                let thing = &mut live(state, who).items[usize::from(item)];
                if thing.survived < survives {
                    thing.survived += 1;
                } else {
                    (thing.wear, thing.place) = (Wear::Destroyed, Place::Gone);
                }
            }
        } else if damage >= 3 && !evaded {
            (evaded, blocked) = (true, blocked || one);
            live(state, who).reactions -= 1;
            damage = state.house.half(damage);
            evade(state, book, rng, who, by);
        } else {
            break;
        }
    }
    damage
}

fn evade(state: &mut State, book: &Book, rng: &mut Rng, who: Who, by: Who) {
    let uses = power::known(book, state.sheet(who)).flat_map(|row| &row.uses);
    let foresees = uses.into_iter().any(|way| way.action == Takes::WithEvade);
    debug_assert!(!foresees, "powers with effects are not held");
    let mut edge = Sway::of(hindered(state, book, who, "save-evade"));
    leaning(state, book, who, "save-evade", &mut edge);
    let passed = save(state, rng, who, Ability::Dex, edge);
    let at = At::<DirkRules> { state, book };
    if power::hooked(at, who, "evade-gives-both").is_some() && passed {
        let own = live(state, who);
        if own.lost_reactions == 0 { own.reactions += 1 } else { own.lost_reactions -= 1 }
    } else if !passed {
        displaced(state, book, who, by);
    }
}

fn displaced(state: &mut State, book: &Book, who: Who, by: Who) {
    let own = state.live(who);
    if own.down {
        return;
    }
    if own.held_by.is_some() || own.suffers(Affliction::Entangled) {
        live(state, who).down = true;
        unsettle(state, book, who);
        return;
    }
    let feet = state.feet(who, by).saturating_add(10);
    state.apart.move_to(who.0, by.0, feet);
    smoked(state, who);
    unsettle(state, book, who);
    let_go(state, who);
}

/// Smoke is left behind by a move, or walked into beside somebody who stands in it.
fn smoked(state: &mut State, who: Who) {
    let cloud = |who: Who| state.live(who).lasting.iter().find(|known| known.what == Lasts::Smoke);
    let beside = |other: Who| other != who && state.feet(who, other) <= 5 && !state.live(other).dead;
    let near = state.everybody().filter_map(|other| cloud(other).filter(|_| beside(other))).next();
    match (cloud(who).is_some(), near.cloned()) {
        (true, None) => live(state, who).lasting.retain(|known| known.what != Lasts::Smoke),
        (false, Some(effect)) => live(state, who).lasting.push(effect),
        _ => {}
    }
}

/// A gun that was set up has to be set up again after a move.
fn unsettle(state: &mut State, book: &Book, who: Who) {
    for item in 0..state.live(who).items.len() {
        let kind = state.sheet(who).items.get(item).and_then(|sheet| sheet.kind);
        let gun = kind.and_then(|kind| book.weapons.get(kind.as_str())).is_some_and(|row| row.prepare);
        if gun && !state.live(who).items[item].unready {
            live(state, who).items[item].unready = true;
        }
    }
}

fn let_go(state: &mut State, who: Who) {
    if let Some(held) = live(state, who).holds.take() {
        live(state, held).held_by = None;
    }
}

fn release(state: &mut State, who: Who) {
    let_go(state, who);
    if let Some(holder) = live(state, who).held_by.take() {
        live(state, holder).holds = None;
    }
}

/// Reasons for and against a roll.
#[derive(Clone, Copy, Default)]
struct Sway {
    better: bool,
    worse: bool,
}

impl Sway {
    fn of(worse: bool) -> Self {
        Self { better: false, worse }
    }
}

/// What powers say to a roll.
fn leaning(state: &State, book: &Book, who: Who, tag: &str, edge: &mut Sway) {
    for (_, passive) in power::passives(At::<DirkRules> { state, book }, who) {
        match passive {
            Passive::Advantage(roll) if tag.contains(roll.on.as_str()) => edge.better = true,
            Passive::Disadvantage(roll) if tag.contains(roll.on.as_str()) => edge.worse = true,
            _ => {}
        }
    }
}

fn save(state: &State, rng: &mut Rng, who: Who, ability: Ability, mut edge: Sway) -> bool {
    let own = state.live(who);
    edge.worse |= ability == Ability::Dex && own.suffers(Affliction::Entangled);
    let mut score = own.score(ability);
    if let Some(by) = own.rallied_by.filter(|_| ability == Ability::Wil) {
        score = score.max(state.live(by).score(ability));
    }
    let first = rng.die(20);
    let face = match (edge.better, edge.worse) {
        (true, false) => first.min(rng.die(20)),
        (false, true) => first.max(rng.die(20)),
        _ => first,
    };
    face <= score
}

/// What is left of the damage is inflicted.
#[expect(clippy::too_many_arguments, reason = "written as one goes along, without a context to carry")]
fn land(
    state: &mut State,
    book: &Book,
    rng: &mut Rng,
    who: Who,
    target: Who,
    weapon: &Arms<'_>,
    face: u8,
    damage: u16,
) {
    let on_face = weapon.power.is_some_and(|row| {
        let used = row.uses.iter().filter(|way| way.attack).filter_map(|way| way.on_face.as_ref());
        used.chain(row.attacks.iter().filter_map(|one| one.on_face.as_ref())).any(|one| one.face == face)
    });
    debug_assert!(!on_face, "powers with effects are not held");
    if state.sheet(target).is("angry") && state.live(target).hurt_by != Some(who) {
        live(state, target).hurt_by = Some(who);
    }
    disabused(state, who, target);
    let lowered = inflict(state, book, rng, target, damage, weapon);
    if weapon.harms != Ability::Str || !lowered {
        return;
    }
    if !weapon.ranged {
        for (owner, when) in [(who, When::OwnMeleeLowersStr), (target, When::MeleeLoweredOwnStr)] {
            let triggers = power::known(book, state.sheet(owner)).flat_map(|row| &row.triggers);
            let answers = triggers.into_iter().any(|trigger| trigger.when == when);
            debug_assert!(!answers, "powers with effects are not held");
        }
    }
    if weapon.knocks_down
        && !state.live(target).dead
        && !save(state, rng, target, Ability::Str, Sway::default())
        && !state.live(target).down
    {
        live(state, target).down = true;
        unsettle(state, book, target);
    }
}

/// Whoever is hurt by a false friend's side is nobody's friend any more.
fn disabused(state: &mut State, by: Who, on: Who) {
    let side = state.sheet(by).side;
    let fooled = |known: &Lasting| known.what == Lasts::Friend && state.sheet(known.from).side == side;
    if let Some(at) = state.live(on).lasting.iter().position(fooled) {
        let own = live(state, on);
        own.lasting.remove(at);
        own.afflicted.retain(|known| known.what != Affliction::Enchanted);
    }
}

/// A wound tears what is worn and does not bear it, with the air in it.
fn torn(state: &mut State, book: &Book, who: Who) {
    for item in 0..state.live(who).items.len() {
        let thing = state.live(who).items[item];
        if thing.place != Place::Worn || thing.wear != Wear::Whole {
            continue;
        }
        let kind = state.sheet(who).items.get(item).and_then(|sheet| sheet.kind);
        let Some(row) = kind.and_then(|kind| book.gear.get(kind.as_str())) else { continue };
        let mut triggers = row.triggers.iter().filter(|trigger| trigger.when == When::OwnStrLowered);
        if triggers.any(|one| one.effects.iter().any(|effect| matches!(effect, Effect::Ruin(_)))) {
            let own = live(state, who);
            (own.items[item].wear, own.items[item].place) = (Wear::Destroyed, Place::Gone);
            own.lasting.retain(|known| known.by != row.id);
        }
    }
}

fn inflict(
    state: &mut State,
    book: &Book,
    rng: &mut Rng,
    who: Who,
    mut left: u16,
    weapon: &Arms<'_>,
) -> bool {
    fn take(from: &mut u16, left: &mut u16) {
        let taken = (*from).min(*left);
        *from -= taken;
        *left -= taken;
    }
    let ability = weapon.harms;
    if weapon.fire && !state.live(who).burned {
        let like = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
        if like.is_some_and(|row| row.regains.is_some()) {
            live(state, who).burned = true;
        }
    }
    cheered(state, who, &mut left);
    let own = live(state, who);
    take(&mut own.temp_hp, &mut left);
    take(&mut own.hp, &mut left);
    if ability == Ability::Str && left > 0 {
        temp_ap(state, who, &mut left);
        let cost = u16::from(weapon.ap_cost.max(1));
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
            let taken = left.min(u16::from(*ap).div_ceil(cost));
            *ap = u16::from(*ap).saturating_sub(taken * cost) as u8;
            left -= taken;
        }
    }
    if left == 0 {
        return false;
    }
    let score = &mut live(state, who).scores[ability as usize];
    *score = score.saturating_sub(left.min(255) as u8);
    if *score == 0 && collapsed(state, who) {
        let_go(state, who);
    }
    if ability == Ability::Str {
        torn(state, book, who);
    }
    let worse = ability == Ability::Wil && hindered(state, book, who, "save-wil");
    let passed = save(state, rng, who, ability, Sway::of(worse));
    match ability {
        _ if passed => {}
        Ability::Dex => {
            let own = live(state, who);
            if own.reactions == 0 { own.lost_reactions += 1 } else { own.reactions -= 1 }
        }
        Ability::Wil => live(state, who).lost_actions += 1,
        Ability::Str if !state.sheet(who).named => die(state, book, who),
        Ability::Str => {
            for _ in 0..weapon.injuries.max(1) {
                if state.live(who).dead {
                    break;
                }
                injure(state, book, rng, who);
            }
        }
    }
    true
}

/// Temporary HP that others gave go first.
fn cheered(state: &mut State, who: Who, left: &mut u16) {
    let clock = state.clock;
    if state.live(who).lasting.is_empty() {
        return;
    }
    for effect in &mut live(state, who).lasting {
        let lasts = !matches!(effect.ends, Ends::Scene(at) | Ends::At(at) if clock >= at);
        if let (Lasts::TempHp(hp), true) = (&mut effect.what, lasts) {
            let taken = (*hp).min(*left);
            *hp -= taken;
            *left -= taken;
        }
    }
    live(state, who).lasting.retain(|effect| effect.what != Lasts::TempHp(0));
}

fn temp_ap(state: &mut State, who: Who, left: &mut u16) {
    let clock = state.clock;
    for effect in &mut live(state, who).lasting {
        let lasts = !matches!(effect.ends, Ends::Scene(at) | Ends::At(at) if clock >= at);
        if let (Lasts::TempAp(ap), true) = (&mut effect.what, lasts) {
            let taken = u16::from(*ap).min(*left);
            *ap -= taken as u8;
            *left -= taken;
        }
    }
    live(state, who).lasting.retain(|effect| effect.what != Lasts::TempAp(0));
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
    let lost = match *own {
        PartState::Whole => {
            *own = PartState::Injured;
            false
        }
        PartState::Injured => {
            *own = PartState::Lost;
            matches!(part, Part::Guts | Part::Brain) && state.house.vital_loss == VitalLoss::Lethal
        }
        PartState::Lost => true,
    };
    if lost {
        die(state, book, who);
    }
}

fn die(state: &mut State, book: &Book, who: Who) {
    let triggers = power::known(book, state.sheet(who)).flat_map(|row| &row.triggers);
    let heart = triggers.into_iter().any(|trigger| trigger.when == When::WouldDie);
    debug_assert!(!heart, "powers with effects are not held");
    live(state, who).dead = true;
    release(state, who);
}

fn pay(state: &mut State, who: Who, with: With, weapon: &Arms<'_>, face: u8) {
    let With::Item(item) = with else { return };
    let number = usize::from(item);
    let thing = &mut live(state, who).items[number];
    if weapon.reload {
        thing.unready = true;
    }
    if weapon.breaks_on == Some(face) {
        thing.wear = Wear::Broken;
        return;
    }
    let Some(kind) = weapon.pool.filter(|_| face == weapon.sides) else { return };
    if thing.pool > 0 {
        thing.pool -= 1;
    } else if kind == PoolKind::Durability {
        thing.wear = Wear::Broken;
    } else {
        debug_assert!(kind == PoolKind::Ammo, "explosions are not held");
    }
}
