//! What a creature does next if left to itself: characters and Creatures alike, in live play and in
//! simulation, from what that creature knows.

use boneyard_table::{At, Who};

use crate::DieTrying;
use crate::bots;
use crate::combat::{
    Cost, Doer, EndTurn, Escape, Go, Leave, Morale, Special, Strike, check_dash, check_leave, check_morale,
    check_special, check_strike, gait, house_action, legal, opponents, towards, weapons,
};
use crate::command::{Command, FightCommand, HurtCommand};
use crate::gear::place_of;
use crate::hurt::{Stabilise, check_stabilise, speed};
use crate::rules;
use crate::sight::{Hide, Seek, Sneak, check_hide, check_seek, check_sneak, distance, perceives};
use crate::state::{Condition, Fate, Proficiency, Spot, State, Ware, What};

type Here<'a> = At<'a, DieTrying>;

/// The next command of a creature; nothing where nobody waits for it.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    let Some(battle) = at.state.battle.as_ref() else { return bots::command(at, who) };
    (battle.acting() == Some(who)).then(|| turn(at, who))
}

fn turn(at: Here<'_>, who: Who) -> Command {
    let fight = Command::Fight;
    if check_morale(at, Morale { who }).is_ok() {
        return fight(FightCommand::Morale(Morale { who }));
    }
    if at.state.battle.as_ref().is_some_and(|battle| battle.fleeing.contains(&who)) {
        return fight(flee(at, who).unwrap_or(FightCommand::EndTurn(EndTurn { who })));
    }
    if let Some(tend) = tend(at, who) {
        return tend;
    }
    if let Some(first) = stand(at, who).or_else(|| free(at, who)).or_else(|| rescue(at, who)) {
        return fight(first);
    }
    if let Some(cast) = bots::casts(at, who) {
        return cast;
    }
    let next = lurk(at, who)
        .or_else(|| special(at, who))
        .or_else(|| attack(at, who))
        .or_else(|| approach(at, who))
        .or_else(|| seek(at, who));
    fight(next.unwrap_or(FightCommand::EndTurn(EndTurn { who })))
}

/// Whoever lies on the ground gets up first, if it can.
fn stand(at: Here<'_>, who: Who) -> Option<FightCommand> {
    let (state, book) = (at.state, at.book);
    let left = gait(state, book, who).left?;
    let held = crate::passive::forbids(state, book, who, "move").is_some();
    let can = state.live(who).prone && !held && left >= speed(state, book, who) / 2;
    can.then_some(FightCommand::Stand(Doer { who, bonus: false }))
}

/// Whoever burns puts it out; whoever is held and can reach nobody tries to get free.
fn free(at: Here<'_>, who: Who) -> Option<FightCommand> {
    let (state, book) = (at.state, at.book);
    legal(state, book, who, Cost::Action).ok()?;
    if state.live(who).is(Condition::Burning) {
        return Some(FightCommand::DouseSelf(Doer { who, bonus: false }));
    }
    let escapes = state
        .live(who)
        .affects
        .iter()
        .any(|affect| matches!(affect.what.what, What::Is(Condition::Immobilized, Some(_))));
    if !escapes
        || state.live(who).turn.no_escape > 0
        || house_action(state).is_err()
        || attack(at, who).is_some()
    {
        return None;
    }
    Some(FightCommand::Escape(Escape { who, skill: best_escape(at, who) }))
}

/// The skill by which somebody gets free more easily.
pub fn best_escape(at: Here<'_>, who: Who) -> Proficiency {
    let bonus = |skill| crate::check::skill_bonus(at.state, at.book, who, skill);
    let strong = bonus(Proficiency::Athletics) >= bonus(Proficiency::Acrobatics);
    if strong { Proficiency::Athletics } else { Proficiency::Acrobatics }
}

/// Somebody with a kit in hand and no enemy in reach goes to a friend who is dying.
fn rescue(at: Here<'_>, who: Who) -> Option<FightCommand> {
    let state = at.state;
    let one = state.one(who);
    let mut things = one.sheet.items.iter().zip(&one.live.items);
    let kit = things.any(|(sheet, item)| sheet.ware == Ware::Kit && item.place.is_held() && item.left > 0);
    if !kit || !one.live.turn.action || attack(at, who).is_some() {
        return None;
    }
    let dying = state
        .beings()
        .filter(|other| state.live(*other).fate == Fate::Dying && state.sheet(*other).side == one.sheet.side);
    let patient = dying.min_by_key(|other| (distance(state, who, *other).unwrap_or(0), *other))?;
    let there = place_of(state, patient)?;
    let near = |spot: Spot| boneyard_board::Diagonals::Equal.distance(spot.footprint(1), there) <= 1;
    let to = towards(at, who, &near)?;
    Some(FightCommand::Move(Go { who, to, by: Vec::new() }))
}

/// Somebody with a kit in hand looks after the dying beside them.
fn tend(at: Here<'_>, who: Who) -> Option<Command> {
    let mut dying = at.state.beings().filter(|other| at.state.sheet(*other).side == at.state.sheet(who).side);
    dying
        .find_map(|target| {
            let deed = Stabilise { who, target, bonus: false };
            check_stabilise(at, deed).ok().map(|_| deed)
        })
        .map(|deed| Command::Hurt(HurtCommand::Stabilise(deed)))
}

/// Those who like to ambush hide first when they are hard to see and have nobody in reach, and sneak on.
fn lurk(at: Here<'_>, who: Who) -> Option<FightCommand> {
    let sheet = at.state.sheet(who);
    let row = sheet.like.and_then(|like| at.book.creatures.get(like.as_str()));
    let lurks = row.is_some_and(|row| row.ambushes) || sheet.talent(rules::DT_TAL_15H) > 0;
    if !lurks || attack(at, who).is_some() {
        return None;
    }
    let live = at.state.live(who);
    if live.hidden.is_empty() {
        let hide = Hide { who, from: Vec::new(), bonus: false };
        return check_hide(at, &hide).ok().map(|_| FightCommand::Hide(hide));
    }
    let fresh = !live.turn.sneaked && check_sneak(at, Sneak { who }).is_ok();
    fresh.then_some(FightCommand::Sneak(Sneak { who }))
}

/// Enemies one perceives, the nearest first; those who are down come last.
fn nearest_first(at: Here<'_>, who: Who) -> Vec<Who> {
    let state = at.state;
    let down = |other: Who| state.live(other).fate != Fate::Up;
    let mut all: Vec<Who> = opponents(state, who)
        .filter(|other| perceives(state, at.book, who, *other) && !down(*other))
        .collect();
    all.sort_by_key(|other| (distance(state, who, *other).unwrap_or(0), *other));
    all
}

/// The best attack on the nearest enemy in reach.
fn attack(at: Here<'_>, who: Who) -> Option<FightCommand> {
    let weapons = weapons(at.state, who);
    for target in nearest_first(at, who) {
        for weapon in &weapons {
            let bare = weapon.item.is_none() && weapon.listed.is_none();
            let one = weapon.arms.has(crate::state::Trait::Twin) && weapon.one_hand;
            let strike =
                Strike { who, target, item: weapon.item, bare, ability: None, one, throw: false, kind: None };
            if check_strike(at, &strike).is_ok() {
                return Some(FightCommand::Strike(strike));
            }
        }
    }
    None
}

/// What else its entry lets it do to somebody it cannot reach otherwise.
fn special(at: Here<'_>, who: Who) -> Option<FightCommand> {
    let row = at.state.sheet(who).like.and_then(|like| at.book.creatures.get(like.as_str()))?;
    if attack(at, who).is_some() {
        return None;
    }
    let held = |target: &Who| at.state.live(*target).is(Condition::Immobilized);
    let targets: Vec<Who> = nearest_first(at, who).into_iter().filter(|target| !held(target)).collect();
    let all = row.uses.iter().flat_map(|own| {
        targets.iter().map(|target| Special { who, action: own.name.clone(), target: *target })
    });
    let mut open = all.filter(|special| check_special(at, special).is_ok());
    open.next().map(FightCommand::Special)
}

/// As near to the nearest enemy as feet carry; a Dash where that is still too far.
fn approach(at: Here<'_>, who: Who) -> Option<FightCommand> {
    let state = at.state;
    if !state.live(who).turn.action {
        return None;
    }
    let reach =
        weapons(state, who).iter().map(|weapon| weapon.arms.range.unwrap_or(weapon.arms.reach)).max()?;
    let size = state.sheet(who).size.squares();
    for target in nearest_first(at, who) {
        let there = place_of(state, target)?;
        let near = |spot: Spot| {
            boneyard_board::Diagonals::Equal.distance(spot.footprint(size), there) <= u32::from(reach)
        };
        if let Some(to) = towards(at, who, &near) {
            return Some(FightCommand::Move(Go { who, to, by: Vec::new() }));
        }
        let spent = gait(state, at.book, who).left.is_some_and(|left| left < 5);
        if spent && !state.live(who).turn.dashed && check_dash(at, who).is_ok() {
            return Some(FightCommand::Dash(Doer { who, bonus: false }));
        }
    }
    None
}

/// Nobody is to be made out: look for them.
fn seek(at: Here<'_>, who: Who) -> Option<FightCommand> {
    let unseen = nearest_first(at, who).is_empty();
    (unseen && check_seek(at, Seek { who }).is_ok()).then_some(FightCommand::Seek(Seek { who }))
}

/// Runs for the nearest edge or exit, and out.
fn flee(at: Here<'_>, who: Who) -> Option<FightCommand> {
    if check_leave(at, Leave { who }).is_ok() {
        return Some(FightCommand::Leave(Leave { who }));
    }
    if let Some(stand) = stand(at, who) {
        return Some(stand);
    }
    let out = |spot: Spot| is_way_out(at.state, spot);
    if let Some(to) = towards(at, who, &out) {
        return Some(FightCommand::Move(Go { who, to, by: Vec::new() }));
    }
    let spent = gait(at.state, at.book, who).left.is_some_and(|left| left < 5);
    let dash = spent && !at.state.live(who).turn.dashed && check_dash(at, who).is_ok();
    dash.then_some(FightCommand::Dash(Doer { who, bonus: false }))
}

fn is_way_out(state: &State, spot: Spot) -> bool {
    let Some(board) = &state.board else { return false };
    if !board.exits.is_empty() {
        return board.exits.contains(&spot);
    }
    let (width, height) = board.grid.chart().size(0).unwrap_or((0, 0));
    let square = spot.square();
    square.x == 0 || square.y == 0 || square.x + 1 == width || square.y + 1 == height
}
