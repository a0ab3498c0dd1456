//! What a creature does next if left to itself: Characters and creatures alike, in live play and in simulation, from
//! what that creature knows (RH-HOUSE-23H).

mod cover;

use boneyard_board::Footprint;
use boneyard_table::deed::{Deed, May};
use boneyard_table::{At, Seat, Who};
use smallvec::SmallVec;

use crate::RollHighOrDie;
use crate::body::armoring;
use crate::bots;
use crate::combat::{
    Attack, BreakFree, Catch, Climb, Crawl, Detect, EndTurn, Hold, Leave, Run, TakeStance, free_spaces,
    holds, may_leave, may_strike, open_attacks, opponents, simply_climbs, towards, ways,
};
use crate::command::{Command, ScenarioCommand};
use crate::inventory::{Reload, Unjam};
use crate::passive;
use crate::rules;
use crate::scenario::{Parley, check_parley, row};
use crate::sight;
use crate::state::{Condition, Cover, ItemSheet, Place, Spot, Stance, State, Ware};

type Here<'a> = At<'a, RollHighOrDie>;

/// Whether nothing bars a deed.
pub(super) fn open(at: Here<'_>, deed: &impl Deed<RollHighOrDie>) -> bool {
    deed.may(May::quiet(at, Seat::GM)).is_ok()
}

/// The next command of a creature; nothing where nobody waits for it.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    if at.state.encounter.is_none() {
        return bots::command(at, who);
    }
    (at.state.acting() == Some(who)).then(|| {
        let talk = Parley { who, skill: None };
        let listens = || row(at.state, at.book).is_some_and(|row| row.parley.is_some());
        if at.state.sheet(who).is_hero() && listens() && check_parley(at.state, at.book, talk).is_ok() {
            return ScenarioCommand::Parley(talk).into();
        }
        fights(at, who)
    })
}

/// What somebody does on their Turn without a word.
pub fn fights(at: Here<'_>, who: Who) -> Command {
    match attack(at, who) {
        Some(strike) => with_a_target(at, who, strike),
        None => reload(at, who).unwrap_or_else(|| without_a_target(at, who)),
    }
}

/// The one who has nothing loaded fills the weapon, or clears it first.
fn reload(at: Here<'_>, who: Who) -> Option<Command> {
    let state = at.state;
    let (clear, fill) = (Unjam { who, item: None }, Reload { who, item: None, thing: None });
    // Most have nothing of the kind, and need not be told so.
    let one = state.one(who);
    let jammed =
        || one.live.items.iter().any(|item| item.jammed) || one.live.times_used(rules::RH_COND_36H) > 0;
    let loads = |thing: &ItemSheet| matches!(&thing.ware, Ware::Weapon(arms) if arms.capacity().is_some());
    if one.live.ap < 2 {
        return None;
    }
    if jammed() && open(at, &clear) {
        return Some(clear.into());
    }
    (one.sheet.items.iter().any(loads) && open(at, &fill)).then(|| fill.into())
}

/// The turn of the one who could attack now.
fn with_a_target(at: Here<'_>, who: Who, strike: Strike<'_>) -> Command {
    let Strike { attack, weapon } = strike;
    save(at, who)
        .or_else(|| flee(at, who))
        .or_else(|| cover::take_cover(at, &attack, &weapon))
        .or_else(|| take_aim(at, who, &weapon))
        .unwrap_or(attack.into())
}

/// The turn of the one who reaches nobody from here.
fn without_a_target(at: Here<'_>, who: Who) -> Command {
    save(at, who)
        .or_else(|| flee(at, who))
        .or_else(|| free(at, who))
        .or_else(|| rise(at, who))
        .or_else(|| approach(at, who))
        .or_else(|| climb_up(at, who))
        .or_else(|| look(at, who))
        .or_else(|| give_up(at, who))
        .or_else(|| step_aside(at, who))
        .unwrap_or(EndTurn { who }.into())
}

/// Somebody beside one falls, and it is not too late.
fn save(at: Here<'_>, who: Who) -> Option<Command> {
    if at.state.live(who).ap < 2 {
        return None;
    }
    let on = |target: Who| Catch { who, target };
    let falls = |target: &Who| at.state.live(*target).is(Condition::Falling);
    let mut all = at.state.here().filter(falls).map(on);
    all.find(|on| open(at, on)).map(Command::Catch)
}

/// Enemies one sees and has within so many feet, the weakest first, then the nearest.
fn targets(at: Here<'_>, who: Who, most: u16) -> SmallVec<[Who; 8]> {
    let (state, book) = (at.state, at.book);
    let left = |other: Who| i32::from(armoring(state, book, other)) + i32::from(state.live(other).vitality);
    let mut all: SmallVec<[(i32, u16, Who); 8]> = opponents(state, who)
        .filter(|other| !state.live(*other).unseen)
        .map(|other| (sight::distance(state, who, other), other))
        .filter(|(far, other)| *far <= most && sight::sees(state, book, who, *other))
        .map(|(far, other)| (left(other), far, other))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, _, other)| other).collect()
}

/// An Attack somebody could make, and what it is made with.
struct Strike<'a> {
    attack: Attack,
    weapon: Hold<'a>,
}

fn attack(at: Here<'_>, who: Who) -> Option<Strike<'_>> {
    let open = open_attacks(at, who);
    let most = open.iter().map(|one| one.reach()).max()?;
    let mut targets = targets(at, who, most).into_iter();
    let (target, with) = targets.find_map(|target| {
        let found = open.iter().find(|one| may_strike(at, one, target))?;
        Some((target, found))
    })?;
    let attack = Attack {
        who,
        target,
        with: Some(with.with.to_owned()),
        throw: with.thrown,
        ability: None,
        shot: None,
    };
    Some(Strike { attack, weapon: with.weapon.clone() })
}

/// The one who shoots takes Crouched next to Cover first, if an Attack is still paid for then.
fn take_aim(at: Here<'_>, who: Who, weapon: &Hold<'_>) -> Option<Command> {
    let live = at.state.live(who);
    let covered = || {
        let seen_from = opponents(at.state, who);
        seen_from.into_iter().any(|other| {
            matches!(sight::crossed(at.state, at.book, other, who), Some(Cover::Low | Cover::High))
        })
    };
    let worth = weapon.arms.shoots() && live.stance != Stance::Crouched && live.ap > weapon.w;
    let take = TakeStance { who, stance: Stance::Crouched };
    let engaged = live.is(Condition::Engaged);
    (worth && !engaged && covered() && open(at, &take)).then(|| take.into())
}

/// The one who cannot run stands up to do so.
fn rise(at: Here<'_>, who: Who) -> Option<Command> {
    let live = at.state.live(who);
    if live.stance.is_upright() || live.ap < 2 {
        return None;
    }
    let take = TakeStance { who, stance: Stance::HighReady };
    open(at, &take).then(|| take.into())
}

/// Getting free comes first where nobody can be reached.
fn free(at: Here<'_>, who: Who) -> Option<Command> {
    let live = at.state.live(who);
    let held = live.conditions.iter().find(|known| known.what.what == Condition::Grappled);
    let from = held.and_then(|known| known.what.from);
    if from.is_none() && !live.is(Condition::Restrained) {
        return None;
    }
    let free = BreakFree { who, from, skill: None };
    open(at, &free).then(|| free.into())
}

/// Toward the nearest enemy one knows of, or the nearest there is.
fn approach(at: Here<'_>, who: Who) -> Option<Command> {
    let (state, book) = (at.state, at.book);
    if state.live(who).ap == 0 {
        return None;
    }
    let reach = holds(state, book, who)
        .map(|hold| match hold.arms.range {
            Some(crate::state::Range::Reach(feet) | crate::state::Range::Range(feet)) => feet,
            None => 5,
        })
        .max()
        .unwrap_or(5);
    let known = opponents(state, who).filter(|other| !sight::hidden_from(state, *other, who));
    let mut foes: SmallVec<[(u16, Who); 8]> =
        known.map(|other| (sight::distance(state, who, other), other)).collect();
    foes.sort_unstable();
    let size = state.sheet(who).size.spaces();
    let metric = sight::metric(state);
    let near_to = |there: Footprint, feet: u16| {
        move |spot: Spot| metric.distance(spot.footprint(size), there) * 5 <= u32::from(feet)
    };
    let own = state.live(who).at;
    let goals: SmallVec<[(Footprint, u16); 8]> = foes
        .into_iter()
        .filter_map(|(_, target)| sight::place_of(state, target))
        .flat_map(|there| [(there, reach), (there, 5)])
        // Where one stands near enough already and still cannot attack, only nearer will do.
        .filter(|(there, feet)| !own.is_some_and(near_to(*there, *feet)))
        .collect();
    let runs = ways(at, who, |ways| {
        let mut all = goals.iter().enumerate();
        all.find_map(|(nth, &(there, feet))| {
            let to = ways.towards(&[there], u32::from(feet / 5), &near_to(there, feet))?;
            Some((nth, to))
        })
    });
    let crawls = || {
        let before = runs.map_or(goals.len(), |(nth, _)| nth);
        goals[..before].iter().find_map(|&(there, feet)| crawl(at, who, &near_to(there, feet)))
    };
    if let Some(to) = crawls() {
        return Some(Crawl { who, to }.into());
    }
    runs.map(|(_, to)| Run { who, by: Vec::new(), to }.into())
}

/// The one who lies on the ground and cannot get up crawls.
fn crawl(at: Here<'_>, who: Who, near: &dyn Fn(Spot) -> bool) -> Option<Spot> {
    let from = at.state.live(who).at?;
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
    let spots = steps.filter_map(|(across, down)| from.step(across, down));
    spots.into_iter().find(|to| near(*to) && open(at, &Crawl { who, to: *to }))
}

/// Toward an enemy who stands higher: to the foot of a ladder, and up it.
fn climb_up(at: Here<'_>, who: Who) -> Option<Command> {
    let (state, book) = (at.state, at.book);
    let own = sight::bottom(state, who);
    opponents(state, who).find(|other| sight::bottom(state, *other) > own)?;
    let from = state.live(who).at?;
    let size = state.sheet(who).size.spaces();
    let steps = (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down)));
    let near = steps.filter(|step| *step != (0, 0)).filter_map(|(across, down)| from.step(across, down));
    let mut up = near.map(|to| Climb { who, down: false, to }).filter(|climb| {
        let rises = floor_of(state, climb.to, size) > own;
        rises && simply_climbs(at, *climb)
    });
    if let Some(climb) = up.next() {
        return Some(climb.into());
    }
    let foot = |spot: Spot| passive::ground(state, book, spot).is_some_and(|row| row.name == "Ladder");
    let squares = state.board.as_ref()?.grid.chart().squares();
    let feet: Vec<Footprint> =
        squares.filter_map(Spot::of).filter(|spot| foot(*spot)).map(|spot| spot.footprint(1)).collect();
    if feet.is_empty() {
        return None;
    }
    let to = ways(at, who, |ways| ways.towards(&feet, 0, &foot))?;
    Some(Run { who, by: Vec::new(), to }.into())
}

fn floor_of(state: &State, spot: Spot, size: u8) -> i16 {
    let board = state.board.as_ref();
    board.map_or(0, |board| spot.spaces(size).map(|spot| board.height(spot)).max().unwrap_or(0))
}

/// Rounds after which those who get nowhere go home, the Referee's first.
const LONG: u32 = 25;

/// The one who has come to nothing for long enough leaves over the edge of the map.
fn give_up(at: Here<'_>, who: Who) -> Option<Command> {
    let state = at.state;
    let round = state.encounter.as_ref().map_or(0, |encounter| encounter.order.round());
    if round < if state.sheet(who).is_hero() { 3 * LONG } else { LONG } {
        return None;
    }
    if may_leave(May::quiet(at, Seat::GM), who).is_ok() {
        return Some(Leave { who }.into());
    }
    let to = towards(at, who, &|spot| is_edge(state, spot))?;
    Some(Run { who, by: Vec::new(), to }.into())
}

/// The one who may not end the Turn in another's space goes to the nearest of their own.
fn step_aside(at: Here<'_>, who: Who) -> Option<Command> {
    if open(at, &EndTurn { who }) {
        return None;
    }
    let free = free_spaces(at, who).into_iter();
    let (to, _) = free.min_by_key(|(spot, feet)| (*feet, *spot))?;
    Some(Run { who, by: Vec::new(), to }.into())
}

/// Somebody is Hidden: look for them.
fn look(at: Here<'_>, who: Who) -> Option<Command> {
    let hidden = opponents(at.state, who).any(|other| sight::hidden_from(at.state, other, who));
    (hidden && open(at, &Detect { who })).then(|| Detect { who }.into())
}

/// Those who flee when alone, who have nothing to fight with, or whose side has lost too much run for the edge of the map.
fn flee(at: Here<'_>, who: Who) -> Option<Command> {
    let (state, book) = (at.state, at.book);
    let row = state.sheet(who).like.and_then(|like| book.creatures.get(like.as_str()));
    let timid = row.is_some_and(|row| row.flees.as_deref() == Some("alone"));
    let alone = || !crate::combat::fighters(state).any(|other| other != who && !state.hostile(who, other));
    let afraid = || timid && alone() && opponents(state, who).count() > 1;
    let kept_off = || crate::scenario::kept_off(state, who);
    if !afraid() && !kept_off() && !spent(at, who) && !beaten(state, who) {
        return None;
    }
    if may_leave(May::quiet(at, Seat::GM), who).is_ok() {
        return Some(Leave { who }.into());
    }
    let to = towards(at, who, &|spot| is_edge(state, spot))?;
    Some(Run { who, by: Vec::new(), to }.into())
}

/// Whether a Character's side has lost half of its people and faces more than it has left.
fn beaten(state: &State, who: Who) -> bool {
    if !state.sheet(who).is_hero() {
        return false;
    }
    let Some(encounter) = &state.encounter else { return false };
    let began = encounter.fighters.iter().filter(|other| !state.hostile(who, **other)).count();
    let left = crate::combat::fighters(state).filter(|other| !state.hostile(who, *other)).count();
    began > 1 && left * 2 <= began && opponents(state, who).count() > left
}

/// Whether somebody has nothing left to attack with: only weapons that shoot, and nothing to shoot.
fn spent(at: Here<'_>, who: Who) -> bool {
    let one = at.state.one(who);
    let shots = one.sheet.items.iter().zip(&one.live.items).any(|(thing, item)| {
        matches!(thing.ware, Ware::Shot(_))
            && item.count > 0
            && matches!(item.place, Place::Quiver | Place::Sheath)
    });
    let ready = |hold: Hold<'_>| match hold.item {
        Some(item) if hold.arms.capacity().is_some() => one.live.items[usize::from(item)].rounds() > 0,
        Some(_) if hold.arms.shoots() => shots,
        _ => true,
    };
    !holds(at.state, at.book, who).any(ready)
}

fn is_edge(state: &State, spot: Spot) -> bool {
    let Some(board) = &state.board else { return false };
    let (width, height) = board.grid.chart().size(0).unwrap_or((0, 0));
    let square = spot.square();
    square.x == 0 || square.y == 0 || square.x + 1 == width || square.y + 1 == height
}
