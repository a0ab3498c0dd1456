//! Which events of a file wait for what, worked out once for each file: a signal nobody waits for costs one look.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::{Adventure, Person, Test, Wake, When};
use crate::dialect::Dialect;

/// The index of a file. It follows from the file alone: a copy works it out anew, and it counts for nothing where files are
/// compared.
#[derive(Default)]
pub struct Heed(OnceLock<Index>);

struct Index {
    /// How many events and people there were.
    rows: (usize, usize),
    kinds: BTreeMap<u8, Waits>,
    /// The kinds of signals that may wake somebody, as bits.
    wakes: u32,
    /// The kinds of signals behind which goals and ends are looked at, as bits.
    judged: u32,
}

/// Who waits for one kind of signal, by their places in the file.
#[derive(Default)]
struct Waits {
    /// For one with this name: that of a place, a flag, a thing.
    named: BTreeMap<Arc<str>, Vec<u16>>,
    /// For any, or for a word whose meaning changes in play.
    any: Vec<u16>,
}

impl Heed {
    /// The events that may wait for a kind of signal with this name, in the order of the file. Whether it is what they mean is
    /// looked at when their turn comes.
    pub(crate) fn waiting<G: Dialect>(&self, file: &Adventure<G>, kind: u8, name: Option<&str>) -> Vec<u16> {
        let Some(index) = self.index(file) else {
            // The file was added to under it: everybody is asked.
            return (0..).take(file.event.len()).collect();
        };
        let Some(waits) = index.kinds.get(&kind) else { return Vec::new() };
        let named = name.and_then(|name| waits.named.get(name)).map_or(&[][..], Vec::as_slice);
        let mut all = [named, &waits.any].concat();
        if !named.is_empty() && !waits.any.is_empty() {
            all.sort_unstable();
            all.dedup();
        }
        all
    }

    /// Whether such a signal may wake somebody.
    pub(crate) fn wakes<G: Dialect>(&self, file: &Adventure<G>, kind: u8) -> bool {
        self.index(file).is_none_or(|index| index.wakes & 1 << kind != 0)
    }

    /// Whether goals and ends are looked at behind such a signal.
    pub(crate) fn judges<G: Dialect>(&self, file: &Adventure<G>, kind: u8) -> bool {
        self.index(file).is_none_or(|index| index.judged & 1 << kind != 0)
    }

    fn index<G: Dialect>(&self, file: &Adventure<G>) -> Option<&Index> {
        let index = self.0.get_or_init(|| Index::of(file));
        (index.rows == (file.event.len(), file.person.len())).then_some(index)
    }
}

/// Every kind of signal.
pub(crate) const ALL: u32 = u32::MAX;
/// What fights give many of, and no condition of a goal is about: noise, blood, turns.
const OF_FIGHTS: u32 = 1 << 5 | 1 << 13 | 1 << 21;

/// The kinds of signals behind which goals and ends of a file are looked at.
pub(crate) fn judged<G: Dialect>(file: &Adventure<G>) -> u32 {
    let goals = file.goal.iter().flat_map(|goal| goal.met.iter().chain(&goal.lost));
    let mut tests = goals.chain(file.end.iter().flat_map(|end| &end.r#if)).peekable();
    if tests.peek().is_none() {
        return 0;
    }
    // What only a game knows may change by anything.
    if tests.any(asks_the_game) { ALL } else { ALL & !OF_FIGHTS }
}

fn asks_the_game<G: Dialect>(test: &Test<G>) -> bool {
    match test {
        Test::Game(_) => true,
        Test::Any(tests) => tests.iter().any(asks_the_game),
        Test::Not(test) => asks_the_game(test),
        _ => false,
    }
}

/// The kinds of signals that may wake some of these.
pub(crate) fn wakened<G: Dialect>(people: &[Person<G>]) -> u32 {
    people.iter().flat_map(|person| &person.wakes).fold(0, |all, by| {
        all | match by {
            Wake::Cross => 1 << 3,
            Wake::Noise => 1 << 5,
            Wake::Hurt => 1 << 13,
            Wake::Fight => 1 << 14,
            Wake::Take => 1 << 27,
            // Only the rules of a game know who came so near.
            Wake::Near | Wake::Touch => 0,
        }
    })
}

impl Index {
    fn of<G: Dialect>(file: &Adventure<G>) -> Self {
        let mut index = Self {
            rows: (file.event.len(), file.person.len()),
            kinds: BTreeMap::new(),
            wakes: wakened(&file.person),
            judged: judged(file),
        };
        for (at, event) in (0..).zip(&file.event) {
            for when in event.when.iter() {
                let waits = index.kinds.entry(when.kind()).or_default();
                let list = match when.name() {
                    Some(name) => waits.named.entry(name.into()).or_default(),
                    None => &mut waits.any,
                };
                if list.last() != Some(&at) {
                    list.push(at);
                }
            }
        }
        index
    }
}

impl When {
    /// The kind of signal it waits for, as a number below 32.
    pub(crate) fn kind(&self) -> u8 {
        match self {
            Self::Begins => 0,
            Self::Enters(_) => 1,
            Self::Leaves(_) => 2,
            Self::Crosses(_) => 3,
            Self::Searched(_) => 4,
            Self::Noise { .. } => 5,
            Self::Every(_) | Self::Hour(_) => 6,
            Self::Reaches { .. } => 7,
            Self::Full(_) => 8,
            Self::Flag(_) => 9,
            Self::Unflag(_) => 10,
            Self::Dead(_) | Self::AllDead(_) => 11,
            Self::Met(_) => 12,
            Self::Blood(_) => 13,
            Self::Fight(_) => 14,
            Self::Fought(_) => 15,
            Self::Taken(_) => 16,
            Self::Opened(_) => 17,
            Self::Sprung(_) => 18,
            Self::Tried { .. } => 19,
            Self::Sign { .. } => 20,
            Self::Turn(_) => 21,
            Self::Put { .. } => 22,
            Self::Stolen(_) => 23,
            Self::Broken(_) => 24,
            Self::Steps { .. } => 25,
            Self::Camps { .. } => 26,
        }
    }

    /// What it waits for by name, if that name always means the same.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Begins
            | Self::Every(_)
            | Self::Hour(_)
            | Self::Dead(_)
            | Self::AllDead(_)
            | Self::Turn(_) => None,
            Self::Enters(place)
            | Self::Leaves(place)
            | Self::Crosses(place)
            | Self::Searched(place)
            | Self::Blood(place)
            | Self::Fight(place)
            | Self::Fought(place)
            | Self::Noise { at: place, .. }
            | Self::Camps { at: place, .. } => Some(place.as_str()).filter(|word| is_plain(word)),
            Self::Reaches { tracker, .. } | Self::Full(tracker) => Some(tracker.as_str()),
            Self::Flag(flag) | Self::Unflag(flag) => Some(flag.as_str()),
            Self::Met(person) => Some(person.as_str()),
            Self::Stolen(person) => Some(person.as_str()),
            Self::Taken(thing) => Some(thing.as_str()),
            Self::Put { what, .. } => Some(what.as_str()),
            Self::Opened(name) => Some(name.as_str()),
            Self::Sprung(trap) => Some(trap.as_str()),
            Self::Tried { what, .. } => Some(what.as_str()),
            Self::Sign { is, .. } => Some(is.as_str()),
            Self::Broken(name) => Some(name.as_str()),
            Self::Steps { map, .. } => Some(map.as_str()),
        }
    }
}

/// A place of the file itself.
pub(crate) fn is_plain(word: &str) -> bool {
    word != "out" && !word.bytes().any(|byte| matches!(byte, b'@' | b'/'))
}

impl Clone for Heed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Heed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Heed {}

impl Hash for Heed {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Heed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Heed")
    }
}
