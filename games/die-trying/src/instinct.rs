//! What a creature does next if left to itself: characters and Creatures alike, in live play and in
//! simulation, from what that creature knows.

use std::cell::OnceCell;

use boneyard_board::{Footprint, Square};
use boneyard_table::deed::{Deed, May};
use boneyard_table::{At, Seat, Who};
use smallvec::SmallVec;

use crate::DieTrying;
use crate::bots;
use crate::combat::{
    Cost, Dash, DouseSelf, EndTurn, Escape, Go, Leave, Morale, Special, StandUp, Strike, can_do, gait,
    house_actions, must_test, opponents, ranges, towards, towards_place, towards_some, wielded,
};
use crate::command::Command;
use crate::gear::place_of;
use crate::hurt::{Stabilise, speed};
use crate::rules;
use crate::sight::{Hide, Seek, Sneak, distance, has_senses, makes_out};
use crate::state::{Condition, Creature, Fate, Item, ItemSheet, Kind, Proficiency, Spot, State, Ware, What};

type Here<'a> = At<'a, DieTrying>;

/// The next command of a creature; nothing where nobody waits for it.
pub fn command(at: Here<'_>, who: Who) -> Option<Command> {
    let Some(battle) = at.state.battle.as_ref() else { return bots::command(at, who) };
    (battle.acting() == Some(who)).then(|| turn(at, who))
}

/// Whether a deed may be done.
fn stands_open(at: Here<'_>, deed: &impl Deed<DieTrying>) -> bool {
    deed.may(May::quiet(at, Seat::GM)).is_ok()
}

/// A turn as the one who has it sees it: what several thoughts need is found out once.
struct Turn<'a> {
    at: Here<'a>,
    who: Who,
    near: OnceCell<Near>,
    attack: OnceCell<Option<Strike>>,
}

/// Enemies and how far off they are, the nearest first.
type Near = SmallVec<[(Who, Option<u32>); 8]>;

fn turn(at: Here<'_>, who: Who) -> Command {
    let turn = Turn { at, who, near: OnceCell::new(), attack: OnceCell::new() };
    if must_test(at, who) {
        return Morale { who }.into();
    }
    if at.state.battle.as_ref().is_some_and(|battle| battle.fleeing.contains(&who)) {
        return flee(at, who).unwrap_or_else(|| EndTurn { who }.into());
    }
    if let Some(tend) = tend(at, who) {
        return tend;
    }
    if let Some(first) = stand(at, who).or_else(|| turn.free()).or_else(|| turn.rescue()) {
        return first;
    }
    if at.state.live(who).turn.action
        && let Some(cast) = bots::casts(at, who)
    {
        return cast;
    }
    let next = turn
        .lurk()
        .or_else(|| turn.special())
        .or_else(|| turn.attack().map(Command::from))
        .or_else(|| turn.approach())
        .or_else(|| turn.seek());
    next.unwrap_or_else(|| EndTurn { who }.into())
}

/// The one who lies on the ground gets up first, if it can.
fn stand(at: Here<'_>, who: Who) -> Option<Command> {
    let (state, book) = (at.state, at.book);
    if !state.live(who).prone {
        return None;
    }
    let left = gait(state, book, who).left?;
    let held = crate::passive::forbids(state, book, who, "move").is_some();
    let can = !held && left >= speed(state, book, who) / 2;
    can.then(|| StandUp { who, bonus: false }.into())
}

impl Turn<'_> {
    /// Enemies one perceives, the nearest first; those who are down are left out.
    fn near(&self) -> &[(Who, Option<u32>)] {
        self.near.get_or_init(|| nearest_first(self.at, self.who))
    }

    /// The best attack on the nearest enemy in reach.
    fn attack(&self) -> Option<Strike> {
        *self.attack.get_or_init(|| {
            let (at, who) = (self.at, self.who);
            if !at.state.live(who).turn.action {
                return None;
            }
            self.near().iter().find_map(|&(target, far)| {
                wielded(at.state, who).find_map(|weapon| {
                    let reach = weapon.arms.range.unwrap_or(weapon.arms.reach);
                    if far.is_some_and(|far| far > u32::from(reach)) {
                        return None;
                    }
                    let bare = weapon.item.is_none() && weapon.listed.is_none();
                    let one = weapon.arms.has(crate::state::Trait::Twin) && weapon.one_hand;
                    let strike = Strike { item: weapon.item, bare, one, ..Strike::at(who, target) };
                    stands_open(at, &strike).then_some(strike)
                })
            })
        })
    }

    /// The one who burns puts it out; the one who is held and can reach nobody tries to get free.
    fn free(&self) -> Option<Command> {
        let (at, who) = (self.at, self.who);
        let state = at.state;
        let live = state.live(who);
        let burns = live.is(Condition::Burning);
        let held = |what: &What| matches!(what, What::Is(Condition::Immobilized, Some(_)));
        let escapes = live.affects.iter().any(|affect| held(&affect.what.what));
        if !(burns || escapes) || !can_do(at, who, Cost::Action) {
            return None;
        }
        if burns {
            return Some(DouseSelf { who, bonus: false }.into());
        }
        if live.turn.no_escape > 0 || !house_actions(state) || self.attack().is_some() {
            return None;
        }
        Some(Escape { who, skill: best_escape(at, who) }.into())
    }
}

/// The skill by which somebody gets free more easily.
pub fn best_escape(at: Here<'_>, who: Who) -> Proficiency {
    let bonus = |skill| crate::check::skill_bonus(at.state, at.book, who, skill);
    let strong = bonus(Proficiency::Athletics) >= bonus(Proficiency::Acrobatics);
    if strong { Proficiency::Athletics } else { Proficiency::Acrobatics }
}

impl Turn<'_> {
    /// Somebody with a kit in hand and no enemy in reach goes to a friend who is dying.
    fn rescue(&self) -> Option<Command> {
        let (at, who) = (self.at, self.who);
        let state = at.state;
        let one = state.one(who);
        if !one.live.turn.action {
            return None;
        }
        let mut things = one.sheet.items.iter().zip(&one.live.items);
        let kit = |sheet: &ItemSheet, item: &Item| {
            matches!(sheet.ware, Ware::Kit) && item.place.is_held() && item.left > 0
        };
        if !things.any(|(sheet, item)| kit(sheet, item)) {
            return None;
        }
        let patient = dying(state, one.sheet.side)
            .min_by_key(|other| (distance(state, who, *other).unwrap_or(0), *other))?;
        if self.attack().is_some() {
            return None;
        }
        let there = place_of(state, patient)?;
        let near = |spot: Spot| boneyard_board::Diagonals::Equal.distance(spot.footprint(1), there) <= 1;
        let to = match one.sheet.size.squares() {
            1 => towards_place(at, who, there, 1)?,
            _ => towards(at, who, &near)?,
        };
        Some(Go::to(who, to).into())
    }
}

/// Those of a side who are dying.
fn dying(state: &State, side: u8) -> impl Iterator<Item = Who> {
    let lies = move |one: &Creature| {
        one.live.fate == Fate::Dying && one.sheet.side == side && one.sheet.kind != Kind::Object
    };
    state.all().filter(move |(_, one)| lies(one)).map(|(who, _)| who)
}

/// Somebody with a kit in hand looks after the dying beside them.
fn tend(at: Here<'_>, who: Who) -> Option<Command> {
    let side = at.state.sheet(who).side;
    let mut dying = dying(at.state, side);
    dying
        .find_map(|target| {
            let deed = Stabilise { who, target, bonus: false };
            stands_open(at, &deed).then_some(deed)
        })
        .map(Command::from)
}

/// Enemies one perceives, the nearest first; those who are down are left out.
fn nearest_first(at: Here<'_>, who: Who) -> Near {
    let (state, book) = (at.state, at.book);
    if !has_senses(state, book, who) {
        return Near::new();
    }
    let mut all: Near = opponents(state, who)
        .filter(|other| state.live(*other).fate == Fate::Up && makes_out(state, book, who, *other))
        .map(|other| (other, distance(state, who, other)))
        .collect();
    all.sort_by_key(|(other, far)| (far.unwrap_or(0), *other));
    all
}

impl Turn<'_> {
    /// Those who like to ambush hide first when they are hard to see and have nobody in reach, and sneak on.
    fn lurk(&self) -> Option<Command> {
        let (at, who) = (self.at, self.who);
        let sheet = at.state.sheet(who);
        let row = sheet.like.and_then(|like| at.book.creatures.get(like.as_str()));
        let lurks = row.is_some_and(|row| row.ambushes) || sheet.talent(rules::DT_TAL_15H) > 0;
        if !lurks || self.attack().is_some() {
            return None;
        }
        let live = at.state.live(who);
        if live.hidden.is_empty() {
            if !live.turn.action {
                return None;
            }
            let hide = Hide { who, from: Vec::new(), bonus: false };
            return stands_open(at, &hide).then(|| hide.into());
        }
        let fresh = !live.turn.sneaked && stands_open(at, &Sneak { who });
        fresh.then(|| Sneak { who }.into())
    }

    /// What else its entry lets it do to somebody it cannot reach otherwise.
    fn special(&self) -> Option<Command> {
        let (at, who) = (self.at, self.who);
        let row = at.state.sheet(who).like.and_then(|like| at.book.creatures.get(like.as_str()))?;
        if row.uses.is_empty() || !at.state.live(who).turn.action || self.attack().is_some() {
            return None;
        }
        let free = |target: &Who| !at.state.live(*target).is(Condition::Immobilized);
        let all = row.uses.iter().flat_map(|own| {
            let targets = self.near().iter().map(|(target, _)| *target).filter(free);
            targets.map(|target| Special { who, action: own.name.clone(), target })
        });
        let mut open = all.filter(|special| stands_open(at, special));
        open.next().map(Command::from)
    }

    /// As near to the nearest enemy as feet carry; a Dash where that is still too far.
    fn approach(&self) -> Option<Command> {
        let (at, who) = (self.at, self.who);
        let state = at.state;
        if !state.live(who).turn.action {
            return None;
        }
        let reach = ranges(state, who).max()?;
        for (target, _) in self.near() {
            let there = place_of(state, *target)?;
            if let Some(to) = towards_place(at, who, there, reach.into()) {
                return Some(Go::to(who, to).into());
            }
            let spent = gait(state, at.book, who).left.is_some_and(|left| left < 5);
            if spent && !state.live(who).turn.dashed && stands_open(at, &Dash { who, bonus: false }) {
                return Some(Dash { who, bonus: false }.into());
            }
        }
        None
    }

    /// Nobody is to be made out: look for them.
    fn seek(&self) -> Option<Command> {
        let (at, who) = (self.at, self.who);
        let looks = at.state.live(who).turn.action && self.near().is_empty();
        (looks && stands_open(at, &Seek { who })).then(|| Seek { who }.into())
    }
}

/// Runs for the nearest edge or exit, and out.
fn flee(at: Here<'_>, who: Who) -> Option<Command> {
    if stands_open(at, &Leave { who }) {
        return Some(Leave { who }.into());
    }
    if let Some(stand) = stand(at, who) {
        return Some(stand);
    }
    if let Some(to) = way_out(at, who) {
        return Some(Go::to(who, to).into());
    }
    let spent = gait(at.state, at.book, who).left.is_some_and(|left| left < 5);
    let dash = spent && !at.state.live(who).turn.dashed && stands_open(at, &Dash { who, bonus: false });
    dash.then(|| Dash { who, bonus: false }.into())
}

/// How near somebody comes to an exit this turn, or to the edge of a map that has none.
fn way_out(at: Here<'_>, who: Who) -> Option<Spot> {
    let board = at.state.board.as_ref()?;
    if !board.exits.is_empty() {
        let exits: Vec<Footprint> = board.exits.iter().map(|exit| exit.footprint(1)).collect();
        return towards_some(at, who, &|spot| board.exits.contains(&spot), &exits);
    }
    let (width, height) = board.grid.chart().size(0).unwrap_or((0, 0));
    let edge = |at: u8, side: i16| at == 0 || i16::from(at) + 1 == side;
    let out = |spot: Spot| edge(spot.x, width) || edge(spot.y, height);
    // As large as the map and beside it, but for the edge that both share.
    let size = u8::try_from(width.max(height)).unwrap_or(u8::MAX);
    let before = 1 - i16::from(size);
    let beside = [(before, 0), (width - 1, 0), (0, before), (0, height - 1)];
    towards_some(at, who, &out, &beside.map(|(x, y)| Footprint { at: Square::new(x, y), size }))
}
