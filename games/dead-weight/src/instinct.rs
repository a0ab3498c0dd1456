//! What a creature does next if left to itself: heroes and foes alike, in live play and in simulation.

use boneyard_table::{At, Who};
use smallvec::SmallVec;

use crate::DeadWeight;
use crate::book::{FoeActionRow, Prey};
use crate::bots::power;
use crate::combat::{
    self, Attack, BanishUndead, BeginTurn, BreakFree, CombatBreath, CombatMove, CombatRecover, CombatUse,
    Defend, EndTurn, Fearless, FoeAct, Gait, LeaveFight, PetAct, PetDeed, PlaceFighter, RELOAD, Reload,
    StartFight, able, arms, arms_in_hand, check_attack, check_foe_act, check_leave, check_move, check_use,
    distance, gait, is_candidate, opponents, reachable, standing, threats, tiles_apart, towards,
};
use crate::command::Command;
use crate::gear::UseItem;
use crate::rules;
use crate::state::{Affliction, Attribute, Creature, Kind, SpentUntil, Tile};
use crate::weapon::Band;

type Here<'a> = At<'a, DeadWeight>;

/// With room for so many wounds an adventurer gets out of a fight.
const LAST_WOUNDS: u8 = 2;
/// Levels of enemies an adventurer stands up to.
const ODDS: usize = 3;

/// The next command of a creature; nothing where nobody waits for it.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    let battle = at.state.battle.as_ref()?;
    if battle.setup {
        return setup(at, who);
    }
    match battle.acting() {
        Some(acting) if acting == who => Some(turn(at, who)),
        None if is_candidate(at.state, who) => Some(BeginTurn { who }.into()),
        _ => None,
    }
}

/// Somebody stands nowhere yet: the nearest floor. Everybody stands: it begins.
fn setup(at: Here<'_>, who: Who) -> Option<Command> {
    let battle = at.state.battle.as_ref()?;
    if let Some(nowhere) = battle.fighters.iter().find(|fighter| fighter.at.is_none()) {
        let squares = battle.chart.grid.chart().squares().filter_map(Tile::of);
        let mut free = squares.filter(|tile| {
            let taken = battle.fighters.iter().any(|other| other.at == Some(*tile));
            battle.chart.grid.bars(tile.square()).is_none() && !taken
        });
        let stand = PlaceFighter { who: nowhere.who, at: free.next()? };
        return Some(stand.into());
    }
    if at.state.sheet(who).is_hero() {
        return stalks(at, who);
    }
    Some(StartFight {}.into())
}

/// A stalker strikes the first unaware enemy in reach.
fn stalks(at: Here<'_>, who: Who) -> Option<Command> {
    let strokes = arms_in_hand(at, who).into_iter().flat_map(|(item, way)| {
        opponents(at.state, who).map(move |target| combat::Stalk {
            who,
            target,
            item,
            way: way.map(str::to_owned),
            backstab: false,
        })
    });
    let mut legal = strokes.filter(|stalk| combat::check_stalk(at, stalk).is_ok());
    legal.next().map(Command::from)
}

/// Whether somebody could still strike before a fight begins.
pub fn may_stalk(at: Here<'_>, who: Who) -> bool {
    at.state.sheet(who).skilled(rules::DW_SKILL_20) && stalks(at, who).is_some()
}

fn turn(at: Here<'_>, who: Who) -> Command {
    let one = at.state.one(who);
    let end = Command::from(EndTurn { who });
    if one.live.turn.actions == 0 {
        return end;
    }
    if one.live.tokens.stun > 0 {
        return CombatRecover { who, token: None, attribute: None, keep_stun: false }.into();
    }
    let fleeing = at.state.battle.as_ref().is_some_and(|battle| battle.broken(0) && !battle.broken(1));
    if one.sheet.is_hero()
        && !fleeing
        && let Some(power) = power::in_fight(at, who)
    {
        return power;
    }
    let next = match one.sheet.kind {
        Kind::Hero => hero(at, who),
        Kind::Ally { .. } => pet(at, who).or_else(|| foe(at, who)),
        Kind::Foe => foe(at, who),
    };
    next.unwrap_or(end)
}

fn step(at: Here<'_>, who: Who, near: &[Tile], within: u16) -> Option<Command> {
    check_move(at, who).ok()?;
    let to = towards(at.state, who, gait(at, who), near, within)?;
    Some(CombatMove::to(who, to).into())
}

/// Runs for the nearest exit, and out.
fn run(at: Here<'_>, who: Who) -> Option<Command> {
    if check_leave(at, who).is_ok() {
        return Some(LeaveFight { who }.into());
    }
    let exits = &at.state.battle.as_ref()?.chart.exits;
    step(at, who, exits, 0)
}

/// Enemies by how near they are; those who are down come last.
fn nearest_first(at: Here<'_>, who: Who) -> SmallVec<[Who; 8]> {
    let ranked = |foe: Who| (!able(at.state, foe), distance(at.state, who, foe), foe);
    let mut all: SmallVec<[(bool, Option<u16>, Who); 8]> = opponents(at.state, who).map(ranked).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, _, foe)| foe).collect()
}

fn hero(at: Here<'_>, who: Who) -> Option<Command> {
    let one = at.state.one(who);
    let battle = at.state.battle.as_ref()?;
    // Most do not have the skill, and need not be told so.
    if one.sheet.skilled(rules::DW_SKILL_10) && combat::check_fearless(at, who).is_ok() {
        return Some(Fearless { who }.into());
    }
    if one.live.held_by.is_none()
        && flees(at, who)
        && let Some(run) = run(at, who)
    {
        return Some(run);
    }
    if banishes(at, who) {
        return Some(BanishUndead { who }.into());
    }
    if let Some(used) = medicine(at, who) {
        return Some(CombatUse(used).into());
    }
    let attack = best_attack(at, who);
    let dice = attack.as_ref().map_or(0, |(dice, _)| *dice);
    if winded(one, dice) {
        return Some(CombatBreath { who }.into());
    }
    let near_me = battle.tile(who).is_some_and(|tile| next_to_enemy(at, who, tile));
    let covered = combat::defends_with(at, who).is_none() || one.live.tokens.shield > 0;
    // A blow first, then behind the shield.
    if near_me && !covered && one.live.turn.acted {
        return Some(Defend { who }.into());
    }
    if let Some((_, attack)) = attack {
        return Some(attack.into());
    }
    if one.live.held_by.is_some() {
        let strong = one.available(Attribute::Str) >= one.available(Attribute::Dex);
        let attribute = if strong { Attribute::Str } else { Attribute::Dex };
        return Some(BreakFree { who, target: None, attribute }.into());
    }
    if let Some(item) = unloaded(at, who) {
        return Some(Reload { who, item }.into());
    }
    let shields = combat::defends_with(at, who).is_some() && one.live.tokens.shield < 3;
    // The one who stands next to an enemy already and cannot hurt it covers up.
    if near_me {
        return shields.then(|| Defend { who }.into());
    }
    let there: SmallVec<[Tile; 8]> = standing(at.state, who).map(|(_, there)| there).collect();
    step(at, who, &there, 1)
}

fn next_to_enemy(at: Here<'_>, who: Who, tile: Tile) -> bool {
    threats(at.state, who, tile).next().is_some()
}

/// Whether there are undead about whom a word would drive off, and dice to speak it with.
fn banishes(at: Here<'_>, who: Who) -> bool {
    let free = |target: &Who| at.state.live(*target).under(rules::DW_HOUSE_03H).is_none();
    let one = at.state.one(who);
    one.sheet.skilled(rules::DW_SKILL_24)
        && one.available(Attribute::Pre) >= 2
        && combat::check_banish(at, who).is_ok_and(|(_, targets)| targets.iter().any(free))
}

/// A breath is worth an action where two attributes gain by it, or where there is hardly a die left to strike
/// with.
fn winded(one: &Creature, dice: u8) -> bool {
    let held = [Affliction::Shaken, Affliction::Parched];
    let gains = one.live.fatigue.each().filter(|(_, marks)| *marks > 0).count();
    (gains >= 2 || (gains == 1 && dice <= 1)) && !held.into_iter().any(|what| one.live.suffers(what))
}

/// Wounds an adventurer can still take.
fn bears(one: &Creature) -> u8 {
    Attribute::ALL.into_iter().map(|attribute| one.room(attribute)).sum()
}

/// The one who has hardly a wound left to take gets out, and everybody does when it is lost: the party is broken, or
/// those who can still take something are too few for those they face.
fn flees(at: Here<'_>, who: Who) -> bool {
    let state = at.state;
    let Some(battle) = &state.battle else { return false };
    if bears(state.one(who)) <= LAST_WOUNDS || (battle.broken(0) && !battle.broken(1)) {
        return true;
    }
    let ours = combat::fighters(state).filter(|one| state.sheet(*one).is_hero() && able(state, *one));
    let sound = ours.filter(|one| bears(state.one(*one)) > LAST_WOUNDS).count();
    let theirs = opponents(state, who).filter(|foe| able(state, *foe));
    let levels: usize = theirs.map(|foe| usize::from(state.sheet(foe).foe.level)).sum();
    levels > sound * ODDS
}

/// A quick thing of one's own against what makes every roll worse.
fn medicine(at: Here<'_>, who: Who) -> Option<UseItem> {
    let one = at.state.one(who);
    let bad = [Affliction::Terrified, Affliction::Bleeding, Affliction::Nauseated];
    let suffers = |what: &Affliction| bad.contains(what) && one.live.suffers(*what);
    if !bad.iter().any(suffers) {
        return None;
    }
    let things = one.sheet.items.iter().zip(0u8..);
    let ends = things.filter(|(thing, _)| {
        let row = thing.kind.and_then(|kind| at.book.gear.get(kind.as_str()));
        row.is_some_and(|row| {
            let names = crate::bots::ends(row);
            bad.iter().filter(|what| suffers(what)).any(|what| names.contains(&what.name()))
        })
    });
    let used = ends.map(|(_, item)| UseItem::on(who, item, who));
    used.into_iter().find(|used| check_use(at, &UseItem::on(who, used.item, who)).is_ok())
}

fn unloaded(at: Here<'_>, who: Who) -> Option<u8> {
    let items = at.state.live(who).items.iter().enumerate();
    let mut waiting = items.filter(|(_, item)| item.wielded && item.unready > 0);
    waiting.next().map(|(number, _)| number as u8)
}

/// The attack with most dice behind it, on the one who is nearest; bare hands only where nothing is at hand.
fn best_attack(at: Here<'_>, who: Who) -> Option<(u8, Attack)> {
    let one = at.state.one(who);
    let mut best: Option<((bool, u8, u8), Attack)> = None;
    let near = nearest_first(at, who);
    let cold = one.sheet.has_trait(rules::DW_TRAIT_03);
    for (item, way) in arms_in_hand(at, who) {
        let Ok(held) = arms(at, who, item, way, None) else { continue };
        // What cannot matter or is out of reach is not even checked: a refusal takes longer than a look.
        let reach = if strikes_some_otherwise(at, who, item) { Band::Distant } else { held.notation.reach() };
        let rank = |backstab: bool| {
            let attribute = if backstab { Attribute::Dex } else { held.notation.attribute };
            let dice = one.available(attribute).saturating_add_signed(held.modifier);
            (item.is_some(), dice.min(3), held.notation.base.wounds + u8::from(backstab))
        };
        for target in near.iter().copied() {
            if distance(at.state, who, target).is_some_and(|far| far > reach.squares()) {
                continue;
            }
            for backstab in [true, false].into_iter().filter(|backstab| cold || !backstab) {
                let rank = rank(backstab);
                if best.as_ref().is_some_and(|(known, _)| rank <= *known) {
                    continue;
                }
                let attack = Attack { who, target, item, way: way.map(str::to_owned), backstab };
                if check_attack(at, &attack).is_ok() {
                    best = Some((rank, attack));
                }
            }
        }
    }
    best.map(|((_, dice, _), attack)| (dice, attack))
}

/// Whether a weapon is another against some, with a reach of its own.
fn strikes_some_otherwise(at: Here<'_>, who: Who, item: Option<u8>) -> bool {
    let thing = item.and_then(|item| at.state.sheet(who).items.get(usize::from(item)));
    let row = thing.and_then(|thing| at.book.weapons.get(thing.kind?.as_str()));
    row.is_some_and(|row| row.versus.is_some())
}

/// A pet bites if it can, distracts if it cannot.
fn pet(at: Here<'_>, who: Who) -> Option<Command> {
    let foes = nearest_first(at, who);
    for does in [PetDeed::Bite, PetDeed::Distract] {
        for &target in &foes {
            let act = PetAct { who, does, target, thing: None };
            let again =
                does == PetDeed::Distract && at.state.live(target).under(rules::DW_HOUSE_06H).is_some();
            if !again && combat::check_pet_act(at, act).is_ok() {
                return Some(act.into());
            }
        }
    }
    None
}

fn foe(at: Here<'_>, who: Who) -> Option<Command> {
    let one = at.state.one(who);
    let battle = at.state.battle.as_ref()?;
    if let Some(driven) = one.live.under(rules::DW_HOUSE_03H) {
        return away(at, who, driven.from?);
    }
    let runs = battle.fleeing && one.sheet.side == 1 && !one.sheet.is("mindless");
    if runs && let Some(run) = run(at, who) {
        return Some(run);
    }
    let row = combat::entry(at, who)?;
    let liked = row.instinct.as_ref();
    let prey = liked.map_or(Prey::Nearest, |instinct| instinct.target);
    let named = |name: &String| combat::action(at, who, name).map(|(_, action)| action);
    let use_now = |name: &String| usable(at, who, named(name)?, prey);
    let act = match liked {
        Some(instinct) => instinct.order.iter().find_map(use_now),
        None => row.actions.iter().map(|action| &action.name).find_map(use_now),
    };
    if let Some(act) = act {
        return Some(act.into());
    }
    let reloading =
        battle.spent.iter().any(|spent| spent.who == who && matches!(spent.until, SpentUntil::Reloaded(_)));
    let prey = targets(at, who, prey, None).into_iter().find(|target| able(at.state, *target));
    let there = prey.and_then(|prey| battle.tile(prey));
    let near = |tile: Tile| there.is_some_and(|there| tiles_apart(at.state, there, tile) <= 1);
    let nearer = (!battle.tile(who).is_some_and(near)).then(|| step(at, who, there.as_slice(), 1)).flatten();
    nearer.or_else(|| {
        let act = FoeAct { who, action: RELOAD.into(), target: None, to: None };
        reloading.then(|| act.into())
    })
}

/// The one who is driven off goes as far from the one who did it as it can.
fn away(at: Here<'_>, who: Who, from: Who) -> Option<Command> {
    check_move(at, who).ok()?;
    let battle = at.state.battle.as_ref()?;
    let (there, here) = (battle.tile(from)?, battle.tile(who)?);
    let far = |tile: Tile| tiles_apart(at.state, there, tile);
    let tiles = reachable(at.state, who, gait(at, who));
    let best = tiles.into_iter().map(|(tile, _)| tile).max_by_key(|tile| (far(*tile), *tile))?;
    (far(best) > far(here)).then(|| CombatMove::to(who, best).into())
}

/// An action with the target it would be used on now.
fn usable(at: Here<'_>, who: Who, row: &FoeActionRow, prey: Prey) -> Option<FoeAct> {
    let act = |target, to| FoeAct { who, action: row.name.clone(), target, to };
    let legal = |act: &FoeAct| check_foe_act(at, act).is_ok();
    let Some(attack) = row.attack else {
        return own(at, who, row).map(|to| act(None, to)).filter(legal);
    };
    if row.all {
        return Some(act(None, None)).filter(legal);
    }
    // What only brings about something is no use on somebody who suffers from it already.
    let new = |target: &Who| {
        let live = at.state.live(*target);
        let held = row.effects.iter().any(|verb| matches!(verb, crate::book::Verb::State(_)));
        let ails = row.effects.iter().all(|verb| match verb {
            crate::book::Verb::Affliction(what) => live.suffers(what.0),
            _ => false,
        });
        let worth = attack.base.wounds > 0 || !(ails || (held && live.held_by.is_some()));
        worth && (able(at.state, *target) || attack.base.wounds > 0)
    };
    let mut tried = act(None, None);
    let all = targets(at, who, prey, Some(attack.attribute));
    let found = all.into_iter().filter(new).any(|target| {
        tried.target = Some(target);
        legal(&tried)
    });
    found.then_some(tried)
}

/// Where an action on oneself leads, if it is of use now.
fn own(at: Here<'_>, who: Who, row: &FoeActionRow) -> Option<Option<Tile>> {
    let Some(shove) = combat::leap(&row.effects) else {
        let spared = row.most.is_none_or(|most| at.state.live(who).tokens.shield < most);
        return spared.then_some(None);
    };
    let battle = at.state.battle.as_ref()?;
    let prey = nearest_first(at, who).into_iter().find(|target| able(at.state, *target))?;
    let there = battle.tile(prey)?;
    if tiles_apart(at.state, battle.tile(who)?, there) <= 1 {
        return None;
    }
    let leap = Gait { points: shove.tiles, leaving: 0, through: false };
    towards(at.state, who, leap, &[there], 1).map(Some)
}

/// Whom a foe would go for, the liked ones first. Those who are down are left alone while others stand.
fn targets(at: Here<'_>, who: Who, prey: Prey, defends: Option<Attribute>) -> SmallVec<[Who; 8]> {
    let battle = at.state.battle.as_ref();
    // Third parties have no say: the nearest it is.
    let third = at.state.sheet(who).side >= 2;
    let ranked = |target: Who| {
        let far = distance(at.state, who, target);
        if third {
            return (false, 0, far, target);
        }
        let one = at.state.one(target);
        let liked = match prey {
            Prey::Nearest => 0,
            Prey::Weakest => {
                let dice = |attribute| one.available(attribute);
                if one.sheet.is_hero() { defends.map_or(0, dice) } else { one.sheet.foe.level }
            }
            Prey::Grabbed => u8::from(one.live.held_by.is_none()),
            Prey::Struck => {
                let struck =
                    battle.is_some_and(|battle| battle.struck.iter().any(|blow| blow.target == target));
                u8::from(!struck)
            }
        };
        (!able(at.state, target), liked, far, target)
    };
    let mut all: SmallVec<[_; 8]> = opponents(at.state, who).map(ranked).collect();
    all.sort_unstable();
    all.into_iter().map(|(.., target)| target).collect()
}
