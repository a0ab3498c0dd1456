//! Numbers of a body that follow from its sheet: maximum HP, AC, Speed, when it dies.

use boneyard_table::Who;

use crate::book::{Book, Of, Passive};
use crate::check::{armor_class, score, sum};
use crate::house::{CreaturesDying, HpFloor};
use crate::passive;
use crate::state::{Ability, Kind, State};

/// The most HP somebody can have: twice Constitution, at least 1, and what Talents add.
pub fn max_hp(state: &State, book: &Book, who: Who) -> i16 {
    let sheet = state.sheet(who);
    if let Some(fixed) = sheet.fixed.hp {
        return fixed;
    }
    let by_body = 2 * score(state, book, who, Ability::Constitution);
    let floor = state.house.hp_floor == HpFloor::One || !sheet.is_hero();
    let own = if floor { by_body.max(1) } else { by_body };
    own + passive::total(state, book, who, "max-hp")
}

/// AC against somebody, or against anybody.
pub fn ac(state: &State, book: &Book, who: Who, from: Option<Who>) -> i16 {
    sum(&armor_class(state, book, who, from))
}

/// Speed in feet. Overloaded halves it, to the next lower multiple of 5.
pub fn speed(state: &State, book: &Book, who: Who) -> u16 {
    let own = i16::try_from(state.sheet(who).fixed.speed.unwrap_or(30)).unwrap_or(30);
    let with = own + passive::total(state, book, who, "speed");
    let halved = passive::find(state, book, who, Of::Hook.called("half-speed"), |passive| match passive {
        Passive::Hook(hook) if hook == "half-speed" => Some(()),
        _ => None,
    });
    let with = if halved.is_some() { with / 2 / 5 * 5 } else { with };
    u16::try_from(with.max(0)).unwrap_or(0)
}

/// HP at which somebody is dead.
pub fn dies_at(state: &State, book: &Book, who: Who) -> i16 {
    let own = passive::find(state, book, who, Of::DiesAt, |passive| match passive {
        Passive::DiesAt(at) => Some(i16::from(*at)),
        _ => None,
    });
    own.map_or(-5, |(at, _)| at)
}

/// Whether somebody makes Death Saving Throws at all: characters, Creatures only where the table or the
/// TS says so.
pub fn makes_throws(state: &State, who: Who) -> bool {
    let sheet = state.sheet(who);
    match sheet.kind {
        Kind::Hero => true,
        Kind::Creature => sheet.fixed.important || state.house.creatures_dying == CreaturesDying::On,
        Kind::Object => false,
    }
}
