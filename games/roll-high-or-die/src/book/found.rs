//! What rules ask of the content again and again, found once when it is read: which kinds of rows say anything at all
//! about something, and who has a hook. It follows from the rows.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use boneyard_table::RuleId;

use super::{Book, Passive};
use crate::state::Board;

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
    hooks: BTreeMap<Box<str>, Hooked>,
    forbids: Vec<(Box<str>, Kinds)>,
    numbers: Vec<(Box<str>, Kinds)>,
    rolls: Kinds,
    attacked: Kinds,
    damage: Kinds,
    immune: Kinds,
    spared: Kinds,
    open: OnceLock<Option<Board>>,
}

/// Who has a hook.
#[derive(Debug, Default)]
pub struct Hooked {
    /// Traits.
    pub traits: Vec<RuleId>,
    /// Creatures.
    pub creatures: Vec<RuleId>,
}

impl Found {
    pub(super) fn of(book: &Book) -> Self {
        let mut found = Self::default();
        book.conditions.iter().for_each(|row| found.take(CONDITIONS, &row.passives));
        book.traits.iter().for_each(|row| found.take(TRAITS, &row.passives));
        book.armor_tags.iter().for_each(|row| found.take(ARMOR, &row.passives));
        book.gear.iter().for_each(|row| found.take(GEAR, &row.passives));
        book.creatures.iter().for_each(|row| found.take(CREATURES, &row.passives));
        book.terrain.iter().for_each(|row| found.take(TERRAIN, &row.passives));
        for (hook, id) in book.traits.iter().filter_map(|row| Some((row.hook.as_deref()?, row.id))) {
            found.hooks.entry(hook.into()).or_default().traits.push(id);
        }
        for (hook, id) in book.creatures.iter().filter_map(|row| Some((row.hook.as_deref()?, row.id))) {
            found.hooks.entry(hook.into()).or_default().creatures.push(id);
        }
        found
    }

    fn take(&mut self, kind: Kinds, passives: &[Passive]) {
        for passive in passives {
            match passive {
                Passive::Forbid(acts) => acts.iter().for_each(|act| note(&mut self.forbids, act, kind)),
                Passive::Number(change) => note(&mut self.numbers, &change.number, kind),
                Passive::Set(change) => note(&mut self.numbers, &change.number, kind),
                Passive::Adjust(_) | Passive::Advantage(_) | Passive::Disadvantage(_) => self.rolls |= kind,
                Passive::Attacked(_) => self.attacked |= kind,
                Passive::Resist(_) | Passive::Vulnerable(_) => self.damage |= kind,
                Passive::Immune(_) => self.immune |= kind,
                Passive::NoDisadvantage(_) => self.spared |= kind,
                Passive::Needs(_) | Passive::Hook(_) => {}
            }
        }
    }

    /// The kinds of rows that say anything about it.
    pub fn kinds(&self, topic: Topic<'_>) -> Kinds {
        let of = |list: &[(Box<str>, Kinds)], word: &str| {
            list.iter().find(|(known, _)| **known == *word).map_or(0, |(_, kinds)| *kinds)
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

    /// Who has a hook, if anybody does.
    pub fn hooked(&self, hook: &str) -> Option<&Hooked> {
        self.hooks.get(hook)
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

fn note(list: &mut Vec<(Box<str>, Kinds)>, word: &str, kind: Kinds) {
    match list.iter_mut().find(|(known, _)| **known == *word) {
        Some((_, kinds)) => *kinds |= kind,
        None => list.push((word.into(), kind)),
    }
}
