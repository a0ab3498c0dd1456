//! What rules ask of the content again and again, found once when it is read: which rows say anything at all about
//! something. It follows from the rows.

use std::sync::{Arc, OnceLock};

use super::{Book, Passive};
use crate::combat::{IMPROVISED, UNARMED};
use crate::gear;
use crate::state::{Arms, Board, Condition};

/// Kinds of rows that passives are found in, a bit for each.
pub type Kinds = u8;

/// Rows of Conditions.
pub const CONDITIONS: Kinds = 1;
/// Rows of Traits.
pub const TRAITS: Kinds = 2;
/// Rows of armor Tags.
pub const ARMOR: Kinds = 4;
/// Rows of equipment.
pub const GEAR: Kinds = 8;
/// Rows of creatures.
pub const CREATURES: Kinds = 16;
/// Rows of floors and objects.
pub const TERRAIN: Kinds = 32;

/// What a passive may be about, as far as rules ask for it.
#[derive(Clone, Copy, Debug)]
pub enum Topic<'a> {
    /// This is forbidden.
    Forbids(&'a str),
    /// This number changes, or is set.
    Number(&'a str),
    /// d20 rolls.
    Rolls,
    /// Attack Rolls against the owner.
    Attacked,
    /// Damage is more or less.
    Damage,
    /// Conditions that never come.
    Immune,
    /// No Disadvantage from something.
    Spared,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// Known by its address: what is kept elsewhere and follows from this book says by it that it does.
    edition: Arc<()>,
    forbids: Vec<(Box<str>, About)>,
    numbers: Vec<(Box<str>, About)>,
    rolls: About,
    attacked: About,
    damage: About,
    immune: About,
    spared: About,
    /// Bare hands.
    pub(crate) unarmed: Option<Arms>,
    /// Whatever was not made to hit with.
    pub(crate) improvised: Option<Arms>,
    open: OnceLock<Option<Board>>,
}

/// Which rows say anything about something.
#[derive(Clone, Copy, Debug, Default)]
pub struct About {
    /// Their kinds.
    pub kinds: Kinds,
    /// Among Conditions, which: a bit for each.
    conditions: u64,
}

impl About {
    /// Whether a Condition says anything about it.
    #[inline]
    pub fn has(self, condition: Condition) -> bool {
        self.conditions & bit(condition) != 0
    }

    fn add(&mut self, other: Self) {
        self.kinds |= other.kinds;
        self.conditions |= other.conditions;
    }
}

const fn bit(condition: Condition) -> u64 {
    1 << condition as u8
}

// There is a bit for each.
const _: () = assert!(Condition::ALL.len() <= 64);

impl Found {
    pub(super) fn of(book: &Book) -> Self {
        let mut found = Self::default();
        for condition in Condition::ALL {
            if let Some(row) = book.conditions.get(condition.rule().as_str()) {
                found.take(About { kinds: CONDITIONS, conditions: bit(*condition) }, &row.passives);
            }
        }
        let of = |kinds: Kinds| About { kinds, conditions: 0 };
        book.traits.iter().for_each(|row| found.take(of(TRAITS), &row.passives));
        book.armor_tags.iter().for_each(|row| found.take(of(ARMOR), &row.passives));
        book.gear.iter().for_each(|row| found.take(of(GEAR), &row.passives));
        book.creatures.iter().for_each(|row| found.take(of(CREATURES), &row.passives));
        book.terrain.iter().for_each(|row| found.take(of(TERRAIN), &row.passives));
        found.unarmed = gear::arms(book, UNARMED);
        found.improvised = gear::arms(book, IMPROVISED);
        found
    }

    fn take(&mut self, rows: About, passives: &[Passive]) {
        for passive in passives {
            match passive {
                Passive::Forbid(acts) => acts.iter().for_each(|act| note(&mut self.forbids, act, rows)),
                Passive::Number(change) => note(&mut self.numbers, &change.number, rows),
                Passive::Set(change) => note(&mut self.numbers, &change.number, rows),
                Passive::Adjust(_) | Passive::Advantage(_) | Passive::Disadvantage(_) => self.rolls.add(rows),
                Passive::Attacked(_) => self.attacked.add(rows),
                Passive::Resist(_) | Passive::Vulnerable(_) => self.damage.add(rows),
                Passive::Immune(_) => self.immune.add(rows),
                Passive::NoDisadvantage(_) => self.spared.add(rows),
                Passive::Needs(_) | Passive::Hook(_) => {}
            }
        }
    }

    /// The rows that say anything about it.
    pub fn about(&self, topic: Topic<'_>) -> About {
        let of = |list: &[(Box<str>, About)], word: &str| {
            list.iter().find(|(known, _)| **known == *word).map_or(About::default(), |(_, rows)| *rows)
        };
        match topic {
            Topic::Forbids(act) => of(&self.forbids, act),
            Topic::Number(name) => of(&self.numbers, name),
            Topic::Rolls => self.rolls,
            Topic::Attacked => self.attacked,
            Topic::Damage => self.damage,
            Topic::Immune => self.immune,
            Topic::Spared => self.spared,
        }
    }

    /// What tells this book from others.
    pub(crate) fn edition(&self) -> &Arc<()> {
        &self.edition
    }

    /// The map nobody drew: laid out once, so that fights on open ground share what follows from it.
    pub(crate) fn open_ground(&self, lay: impl FnOnce() -> Option<Board>) -> Option<&Board> {
        self.open.get_or_init(lay).as_ref()
    }
}

fn note(list: &mut Vec<(Box<str>, About)>, word: &str, rows: About) {
    match list.iter_mut().find(|(known, _)| **known == *word) {
        Some((_, known)) => known.add(rows),
        None => list.push((word.into(), rows)),
    }
}
