//! Castings somebody left to themselves makes: a known spell with as few dice as it takes, while there is
//! little instability; never one that would catch a friend.

use std::cell::OnceCell;

use boneyard_table::deed::May;
use boneyard_table::{Seat, Who};
use smallvec::SmallVec;

use super::{Here, far, legal_or_nearer};
use crate::book::{Shape, SpellRow};
use crate::combat::hostile;
use crate::command::Command;
use crate::magic::{Cast, Form, deed, instability, may_cast, spells_of, targets_of};
use crate::sight::{has_senses, seen};
use crate::state::{Condition, Fate, Spot};

/// With so many Instability Dice nobody goes on casting by themselves.
const ENOUGH: u8 = 4;

fn blank(who: Who, row: &SpellRow, target: Option<Who>, at: Option<Spot>) -> Cast {
    let dice = Some(row.level.max(1));
    Cast { who, spell: row.name.clone(), dice, target, item: None, at, facing: None }
}

/// A casting in a fight: one spell after the other, as the dice pile up.
pub fn casts(at: Here<'_>, who: Who) -> Option<Command> {
    let (state, book) = (at.state, at.book);
    if instability(state, who) >= ENOUGH {
        return None;
    }
    let spells = spells_of(state, book, who);
    let first = usize::from(instability(state, who)) % spells.len().max(1);
    let (later, sooner) = spells.split_at(first);
    let mut in_turn = sooner.iter().chain(later);
    let foes = OnceCell::new();
    let cast = in_turn.find_map(|(row, _)| aimed(at, who, row, &foes))?;
    Some(cast.into())
}

/// Enemies who are up, the nearest first.
type Foes = SmallVec<[Who; 8]>;

/// Those one sees.
fn foes_of(at: Here<'_>, who: Who) -> Foes {
    let (state, book) = (at.state, at.book);
    if !has_senses(state, book, who) {
        return Foes::new();
    }
    let up = |other: &Who| {
        let live = state.live(*other);
        live.fate == Fate::Up && !live.away && !live.is(Condition::Unconscious)
    };
    let seen = |other: &Who| seen(state, book, who, *other);
    let mut foes: Foes = crate::combat::opponents(state, who).filter(up).filter(seen).collect();
    foes.sort_by_key(|other| (far(state, who, *other), *other));
    foes
}

/// The spell at somebody it is good for, if there is anybody.
fn aimed(at: Here<'_>, who: Who, row: &SpellRow, foes: &OnceCell<Foes>) -> Option<Cast> {
    let state = at.state;
    if row.helpful {
        let worse = |other: &Who| {
            (row.target == "dying" || row.name == "Knit Flesh") && state.live(*other).fate == Fate::Dying
        };
        let friends = state.beings().filter(|other| !hostile(state, who, *other)).filter(worse);
        let mut fits = friends.map(|other| blank(who, row, Some(other), None));
        return fits.find(|cast| may_cast(May::quiet(at, Seat::GM), cast).is_ok());
    }
    let foes = foes.get_or_init(|| foes_of(at, who));
    match row.area.as_ref().map(|area| area.shape) {
        None | Some(Shape::Chain) if row.target.contains("creature") => {
            let unhurt = |other: &Who| !(row.name == "Dread" && state.live(*other).is(Condition::Frightened));
            let mut casts =
                foes.iter().filter(|foe| unhurt(foe)).map(|foe| blank(who, row, Some(*foe), None));
            casts.find(|cast| may_cast(May::quiet(at, Seat::GM), cast).is_ok())
        }
        Some(Shape::Radius | Shape::Square) => {
            let spots = foes.iter().filter_map(|foe| state.live(*foe).at);
            let casts = spots.map(|spot| blank(who, row, None, Some(spot)));
            let mut open = casts.filter(|cast| {
                spares_friends(at, cast, row) && may_cast(May::quiet(at, Seat::GM), cast).is_ok()
            });
            open.next()
        }
        _ => None,
    }
}

/// Whether an area catches enemies and nobody else.
fn spares_friends(at: Here<'_>, cast: &Cast, row: &SpellRow) -> bool {
    let aim = crate::magic::Aim { at: cast.at, ..crate::magic::Aim::default() };
    let Some(deed) = deed(at.book, &Form::Spell(row.id)) else { return false };
    let caught = targets_of(at.state, &deed, cast.who, &aim, 1);
    !caught.is_empty() && caught.iter().all(|other| hostile(at.state, cast.who, *other))
}

/// Somebody who knows how knits another's flesh, out of a fight.
pub(super) fn mends(at: Here<'_>, who: Who, target: Who) -> Option<Command> {
    let spells = spells_of(at.state, at.book, who);
    let (row, _) = spells.into_iter().find(|(row, _)| row.name == "Knit Flesh")?;
    // Two dice are as far as a careful hand goes.
    if instability(at.state, who) + row.level > 2 {
        return None;
    }
    let cast = blank(who, row, Some(target), None);
    legal_or_nearer(at, who, at.state.live(target).at, cast)
}
