//! Looking after one another while nobody fights: the dying first, then wounds, and a Rest when it is time.

use boneyard_table::Who;

use super::{Here, able, far, gear, inside, legal, legal_or_nearer, way};
use crate::combat::{DouseSelf, Escape, StandUp};
use crate::command::Command;
use crate::gear::{PutOn, TakeOff, owned, worn_armor};
use crate::hurt::{SettleDying, Stabilise, max_hp};
use crate::rest::{Camp, Treat};
use crate::state::{Condition, Fate, Proficiency, State, Ware, What};

/// Somebody is dying, held or burning: what is done about it.
pub(super) fn saves(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let party = inside(state);
    if let Some(target) = party.iter().copied().find(|who| state.live(*who).fate == Fate::Dying) {
        let knit = able(state).into_iter().find_map(|who| super::magic::mends(at, who, target));
        return knit.or_else(|| stabilises(at, target)).or_else(|| {
            let settle = SettleDying {};
            legal(at, settle)
        });
    }
    able(state).into_iter().find_map(|who| frees(at, who))
}

/// Somebody with a kit comes over and tries.
fn stabilises(at: Here<'_>, target: Who) -> Option<Command> {
    let state = at.state;
    let has = |who: &Who| {
        let kit = owned(state, *who, |ware| *ware == Ware::Kit);
        kit.is_some_and(|kit| state.live(*who).items[usize::from(kit)].left > 0)
    };
    let skilled = |who: &Who| crate::check::skill_bonus(state, at.book, *who, Proficiency::Medicine);
    let who = able(state).into_iter().filter(has).max_by_key(skilled)?;
    if far(state, who, target) > 1 {
        return way::beside(at, who, target);
    }
    let deed = Stabilise { who, target, bonus: false };
    legal(at, deed).or_else(|| gear::takes_out(at, who, |ware| *ware == Ware::Kit))
}

/// Up from the ground, out of a fire, out of a snare.
pub(super) fn frees(at: Here<'_>, who: Who) -> Option<Command> {
    let live = at.state.live(who);
    if live.is(Condition::Burning) {
        return legal(at, DouseSelf { who, bonus: false });
    }
    let held = |affect: &boneyard_table::moment::Effect<crate::state::Affect>| {
        matches!(affect.what.what, What::Is(Condition::Immobilized, Some(_)))
    };
    if live.affects.iter().any(held) {
        let skill = crate::instinct::best_escape(at, who);
        return legal(at, Escape { who, skill });
    }
    if live.prone { legal(at, StandUp { who, bonus: false }) } else { None }
}

/// Wounds are treated, knitted or slept off.
pub(super) fn tends(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let mut hurt: Vec<Who> = able(state).into_iter().filter(|who| lacks(at, *who) > 0).collect();
    hurt.sort_by_key(|who| (std::cmp::Reverse(lacks(at, *who)), *who));
    for target in hurt {
        for who in able(state) {
            if let Some(command) = treats(at, who, target) {
                return Some(command);
            }
        }
        if state.live(target).hp * 2 <= max_hp(state, at.book, target) {
            let knit = able(state).into_iter().find_map(|who| super::magic::mends(at, who, target));
            if knit.is_some() {
                return knit;
            }
        }
    }
    rests(at)
}

/// Hitpoints somebody has lost.
fn lacks(at: Here<'_>, who: Who) -> i16 {
    max_hp(at.state, at.book, who) - at.state.live(who).hp
}

fn treats(at: Here<'_>, who: Who, target: Who) -> Option<Command> {
    let treat = Treat { who, target };
    legal_or_nearer(at, who, at.state.live(target).at, treat)
}

/// Less than half of the party's Hitpoints is left.
pub(super) fn worn(at: Here<'_>) -> bool {
    let party = inside(at.state);
    let left: i16 = party.iter().map(|who| at.state.live(*who).hp.max(0)).sum();
    let most: i16 = party.iter().map(|who| max_hp(at.state, at.book, *who)).sum();
    left * 2 < most
}

/// Something to eat for at least one of those who need it.
fn fed(state: &State) -> bool {
    inside(state).iter().any(|who| owned(state, *who, |ware| *ware == Ware::Ration).is_some())
}

/// Armor off, watches out, eight hours; and afterwards armor on again.
fn rests(at: Here<'_>) -> Option<Command> {
    let state = at.state;
    let due = worn(at) && fed(state) && state.rested != Some(crate::time::day_of(state.now));
    if !due {
        return able(state).into_iter().find_map(|who| dons(at, who));
    }
    let watchers = able(state).into_iter().take(4).collect();
    let rest = Camp { watchers, ..Camp::default() };
    legal(at, rest).or_else(|| able(state).into_iter().find_map(|who| doffs(at, who)))
}

fn armor_of(state: &State, who: Who) -> Option<u8> {
    owned(state, who, |ware| matches!(ware, Ware::Armor(_)))
}

fn doffs(at: Here<'_>, who: Who) -> Option<Command> {
    worn_armor(at.state, who)?;
    let item = armor_of(at.state, who)?;
    legal(at, TakeOff { who, item, broken_off: None })
}

fn dons(at: Here<'_>, who: Who) -> Option<Command> {
    if worn_armor(at.state, who).is_some() {
        return None;
    }
    let item = armor_of(at.state, who)?;
    legal(at, PutOn { who, item, broken_off: None })
}
