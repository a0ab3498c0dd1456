//! A form being filled in: by a walk that tries everything that could be picked, or with the words of a story or a client.
//! Here are the fields that have to be filled in; those that may be left out are in `optional`, what a form says of its
//! card is in `words`.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Named;
use super::reading::{read_one, several, somebody, unread, wanted};
use super::walk::{Kind, Walk};
use crate::view::{Candidate, Domain};
use crate::{At, Playable, Seat, Who};

/// Nobody: what is picked where there is nobody to pick. No creature has this number.
pub(super) const NOBODY: Who = Who(u16::MAX);

/// A form that was filled in, or why it was not.
pub type Filled<T> = Result<T, Unfilled>;

/// Why a form was not filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfilled {
    /// It does not lie on this desk now.
    Hidden,
    /// What was written is not what the form asks for.
    Unread(String),
}

/// A form being filled in.
pub struct Filling<'a, G: Playable> {
    /// What is true now.
    pub state: &'a G::State,
    /// Content.
    pub book: &'a G::Book,
    /// Who fills it in.
    pub seat: Seat,
    pub(super) actor: Option<Who>,
    pub(super) hand: Hand<'a>,
}

/// Who fills it in.
pub(super) enum Hand<'a> {
    /// A walk that tries everything.
    Walk(&'a mut Walk),
    /// Words that were written.
    Words(&'a mut Map<String, Value>),
}

impl<G: Playable> std::fmt::Debug for Filling<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filling").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl<'a, G: Playable> Filling<'a, G> {
    /// State and book together.
    pub fn at(&self) -> At<'a, G> {
        At { state: self.state, book: self.book }
    }

    /// Whether it was written, by a story or a client: that may leave out what a form asks for, so that rules can say
    /// what is missing.
    pub fn is_written(&self) -> bool {
        matches!(self.hand, Hand::Words(_))
    }

    /// The one who does it: the field `who`.
    pub fn actor(&mut self) -> Filled<Who> {
        let at = self.at();
        match &mut self.hand {
            Hand::Walk(walk) => {
                let who = self.actor.ok_or(Unfilled::Hidden)?;
                walk.acts(who);
                Ok(who)
            }
            Hand::Words(fields) => {
                let value = wanted(fields, "who")?;
                somebody::<G>(at, self.seat, &value)
            }
        }
    }

    /// A field that had another name: what is written under that one is read under this. Comes before the field.
    pub fn was_called(&mut self, name: &'static str, before: &'static str) {
        if let Hand::Words(fields) = &mut self.hand
            && !fields.contains_key(name)
            && let Some(value) = fields.remove(before)
        {
            fields.insert(name.to_owned(), value);
        }
    }

    /// Offers it only where this is so. What was written is read all the same: the rules say why not.
    pub fn only_if(&mut self, so: bool) -> Filled<()> {
        if so || matches!(self.hand, Hand::Words(_)) { Ok(()) } else { Err(Unfilled::Hidden) }
    }

    /// Somebody the seat knows of. Those with whom it may not be done are left out.
    pub fn creature(&mut self, name: &'static str, label: &'static str) -> Filled<Who> {
        self.creature_among(name, label, |_| true)
    }

    /// Somebody the seat knows of for whom this holds. Anybody can be written: the rules say why not.
    pub fn creature_among(
        &mut self,
        name: &'static str,
        label: &'static str,
        among: impl Fn(Who) -> bool,
    ) -> Filled<Who> {
        let (at, seat, actor) = (self.at(), self.seat, self.actor);
        match &mut self.hand {
            Hand::Walk(walk) => {
                if walk.people.is_none() {
                    let mut all = G::creatures(at, seat);
                    if let Some(who) = actor {
                        // The other side first: it is seldom a friend who is meant.
                        let side = G::side(at.state, who);
                        all.sort_by_key(|(other, _)| G::side(at.state, *other) == side);
                    }
                    walk.people = Some(all);
                }
                let people = walk.people.take().unwrap_or_default();
                let all =
                    people.iter().filter(|(who, _)| among(*who)).map(|(who, name)| (*who, name.clone()));
                let picked = walk.pick(name, label, Kind::Creature, all);
                walk.people = Some(people);
                Ok(picked.unwrap_or(NOBODY))
            }
            Hand::Words(fields) => {
                let value = wanted(fields, name)?;
                somebody::<G>(at, seat, &value)
            }
        }
    }

    /// Some of those the seat knows of for whom this holds.
    pub fn creatures(
        &mut self,
        name: &'static str,
        label: &'static str,
        count: RangeInclusive<u32>,
        among: impl Fn(Who) -> bool,
    ) -> Filled<Vec<Who>> {
        let least = *count.start() as usize;
        self.creatures_tried(name, label, count, among, |_| least)
    }

    /// As [`creatures`](Filling::creatures), which tries as few as may be; here so many of the first are tried.
    pub fn creatures_tried(
        &mut self,
        name: &'static str,
        label: &'static str,
        count: RangeInclusive<u32>,
        among: impl Fn(Who) -> bool,
        tried: impl FnOnce(&[(Who, String)]) -> usize,
    ) -> Filled<Vec<Who>> {
        let (at, seat) = (self.at(), self.seat);
        match &mut self.hand {
            Hand::Walk(walk) => {
                let all: Vec<_> = G::creatures(at, seat).into_iter().filter(|(who, _)| among(*who)).collect();
                walk.whole(name, label, false, || some_of(&all, &count));
                let tried = tried(&all);
                Ok(all.into_iter().take(tried).map(|(who, _)| who).collect())
            }
            Hand::Words(fields) => several::<G>(at, seat, &wanted(fields, name)?),
        }
    }

    /// One of these, each with its name. Where there are none, there is nothing to offer.
    pub fn one_of<T, L>(
        &mut self,
        name: &'static str,
        label: &'static str,
        among: impl IntoIterator<Item = (T, L)>,
    ) -> Filled<T>
    where
        T: Serialize + DeserializeOwned + Clone + 'static,
        L: Into<Named>,
    {
        self.named(name, label, among, |_| None)
    }

    /// As [`one_of`](Filling::one_of); words may name more than is offered, so that rules can say why not.
    pub fn named<T, L>(
        &mut self,
        name: &'static str,
        label: &'static str,
        among: impl IntoIterator<Item = (T, L)>,
        also: impl FnOnce(&str) -> Option<T>,
    ) -> Filled<T>
    where
        T: Serialize + DeserializeOwned + Clone + 'static,
        L: Into<Named>,
    {
        self.picked(Kind::OneOf, name, label, among, also)
    }

    /// Some thing: as [`named`](Filling::named), drawn as things are.
    pub fn thing<T, L>(
        &mut self,
        name: &'static str,
        label: &'static str,
        among: impl IntoIterator<Item = (T, L)>,
        also: impl FnOnce(&str) -> Option<T>,
    ) -> Filled<T>
    where
        T: Serialize + DeserializeOwned + Clone + 'static,
        L: Into<Named>,
    {
        self.picked(Kind::Thing, name, label, among, also)
    }

    /// A place: as [`named`](Filling::named), drawn as places are.
    pub fn place<T, L>(
        &mut self,
        name: &'static str,
        label: &'static str,
        among: impl IntoIterator<Item = (T, L)>,
        also: impl FnOnce(&str) -> Option<T>,
    ) -> Filled<T>
    where
        T: Serialize + DeserializeOwned + Clone + 'static,
        L: Into<Named>,
    {
        self.picked(Kind::Place, name, label, among, also)
    }

    fn picked<T, L>(
        &mut self,
        kind: Kind,
        name: &'static str,
        label: &'static str,
        among: impl IntoIterator<Item = (T, L)>,
        also: impl FnOnce(&str) -> Option<T>,
    ) -> Filled<T>
    where
        T: Serialize + DeserializeOwned + Clone + 'static,
        L: Into<Named>,
    {
        match &mut self.hand {
            Hand::Walk(walk) => walk.pick(name, label, kind, among).ok_or(Unfilled::Hidden),
            Hand::Words(fields) => read_one(&wanted(fields, name)?, among, also),
        }
    }

    /// Shows the picks of this field that are barred too, each with its reason. Comes right after the field.
    pub fn with_refusals(&mut self, name: &'static str) {
        if let Hand::Walk(walk) = &mut self.hand {
            walk.show_refusals(name);
        }
    }

    /// The options of this field, in a domain of its own, hang on one before it. Comes right after the field.
    pub fn hangs_on(&mut self, name: &'static str, before: &'static str) {
        if let Hand::Walk(walk) = &mut self.hand {
            walk.after(name, before);
        }
    }

    /// One of these, each as a card of its own. Comes before the fields that are picked.
    pub fn each<T: Serialize + DeserializeOwned + Clone + 'static>(
        &mut self,
        name: &'static str,
        among: impl IntoIterator<Item = T>,
    ) -> Filled<T> {
        match &mut self.hand {
            Hand::Walk(walk) => walk.split(name, among).ok_or(Unfilled::Hidden),
            Hand::Words(fields) => {
                let value = fields.remove(name).unwrap_or(Value::Null);
                serde_json::from_value(value).map_err(unread)
            }
        }
    }

    /// As [`each`](Filling::each), each with its name: words may say the name, or name more than is offered, so that
    /// rules can say why not. What is left out reads as nothing, where the type knows nothing.
    pub fn each_named<T, L>(
        &mut self,
        name: &'static str,
        among: impl IntoIterator<Item = (T, L)>,
        also: impl FnOnce(&str) -> Option<T>,
    ) -> Filled<T>
    where
        T: Serialize + DeserializeOwned + Clone + 'static,
        L: Into<Named>,
    {
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.split(name, among.into_iter().map(|(pick, _)| pick)).ok_or(Unfilled::Hidden)
            }
            Hand::Words(fields) => {
                let value = fields.remove(name).unwrap_or(Value::Null);
                read_one(&value, among, also)
            }
        }
    }

    /// Several cards of one deed that ask for different things: the form goes on by what it gets. Comes first. What was
    /// written is read as the last of them, which asks for most.
    pub fn variant<T: Copy>(&mut self, among: &[T]) -> Filled<T> {
        let last = *among.last().ok_or(Unfilled::Hidden)?;
        match &mut self.hand {
            Hand::Walk(walk) => {
                let nth = walk.split("", 0..among.len()).and_then(|nth| among.get(nth).copied());
                nth.ok_or(Unfilled::Hidden)
            }
            Hand::Words(_) => Ok(last),
        }
    }

    /// Several cards of one deed, whatever tells them apart: they are looked for once, and only for forms, not for what was
    /// written. Comes first, as [`variant`](Filling::variant) does.
    pub fn cards<T: Clone + 'static>(&mut self, found: impl FnOnce() -> Vec<T>) -> Filled<T> {
        match &mut self.hand {
            Hand::Walk(walk) => walk.found(found).ok_or(Unfilled::Hidden),
            Hand::Words(_) => Err(Unfilled::Hidden),
        }
    }

    /// A whole number in this range; the least of it is tried.
    pub fn amount<N: TryFrom<i32> + DeserializeOwned>(
        &mut self,
        name: &'static str,
        label: &'static str,
        range: RangeInclusive<i32>,
    ) -> Filled<N> {
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, false, || Domain::amount(*range.start(), *range.end()));
                N::try_from(*range.start()).map_err(|_| Unfilled::Hidden)
            }
            Hand::Words(fields) => serde_json::from_value(wanted(fields, name)?).map_err(unread),
        }
    }

    /// Free words.
    pub fn text(&mut self, name: &'static str, label: &'static str, most: u32) -> Filled<String> {
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, false, || Domain::text(most));
                Ok("…".into())
            }
            Hand::Words(fields) => serde_json::from_value(wanted(fields, name)?).map_err(unread),
        }
    }

    /// A field with a domain of its own: squares, points, totals to assign. `example` is what is tried; the domain
    /// itself holds only what may be picked. `read` takes what forms and stories write.
    pub fn field<T>(
        &mut self,
        name: &'static str,
        label: &'static str,
        domain: impl FnOnce() -> Domain,
        example: impl FnOnce() -> Option<T>,
        read: impl FnOnce(Value) -> Result<T, String>,
    ) -> Filled<T> {
        match &mut self.hand {
            Hand::Walk(walk) => {
                let example = example().ok_or(Unfilled::Hidden)?;
                walk.whole(name, label, false, domain);
                Ok(example)
            }
            Hand::Words(fields) => read(wanted(fields, name)?).map_err(Unfilled::Unread),
        }
    }
}

/// Some of these, by name; never more than there are.
pub(super) fn some_of(all: &[(Who, String)], count: &RangeInclusive<u32>) -> Domain {
    let thing =
        |name: &String| crate::view::Thing { what: Candidate::new(name.clone(), name.clone()), cost: 0 };
    let of: Vec<_> = all.iter().map(|(_, name)| thing(name)).collect();
    let most = u32::try_from(of.len()).unwrap_or(u32::MAX).min(*count.end());
    Domain::Subset { of, least: *count.start(), most, budget: None }
}
