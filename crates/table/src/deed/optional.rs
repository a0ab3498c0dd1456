//! Fields that may be left out. All of them are one idea: a walk shows what could be picked and picks nothing, and what
//! is written is read.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::filling::{Hand, some_of};
use super::reading::{read_one, several, somebody, unread};
use super::walk::Walk;
use super::{Filled, Filling, Named, Unfilled};
use crate::view::{Candidate, Domain};
use crate::{Playable, Who};

impl<G: Playable> Filling<'_, G> {
    /// A field that may be left out. `draw` shows it on a card, `read` takes what is written; one of them gets `with`.
    fn optional<A, T>(
        &mut self,
        name: &'static str,
        with: A,
        draw: impl FnOnce(&mut Walk, A),
        read: impl FnOnce(Value, A) -> Filled<T>,
    ) -> Filled<Option<T>> {
        match &mut self.hand {
            Hand::Walk(walk) => {
                draw(walk, with);
                Ok(None)
            }
            Hand::Words(fields) => match fields.remove(name) {
                None | Some(Value::Null) => Ok(None),
                Some(value) => read(value, with).map(Some),
            },
        }
    }

    /// The same for what is written as it is stored.
    fn optional_stored<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        draw: impl FnOnce(&mut Walk),
    ) -> Filled<Option<T>> {
        self.optional(
            name,
            draw,
            |walk, draw| draw(walk),
            |value, _| serde_json::from_value(value).map_err(unread),
        )
    }

    /// The field `who` where it may be left out: the creature before whom the form lies, if it lies before one.
    pub fn maybe_actor(&mut self) -> Filled<Option<Who>> {
        let (at, seat, actor) = (self.at(), self.seat, self.actor);
        let acts = |walk: &mut Walk, ()| actor.into_iter().for_each(|who| walk.acts(who));
        let written = self.optional("who", (), acts, |value, ()| somebody::<G>(at, seat, &value))?;
        Ok(written.or(actor))
    }

    /// One of these, or none.
    pub fn maybe<T, L>(
        &mut self,
        name: &'static str,
        label: &'static str,
        among: impl IntoIterator<Item = (T, L)>,
    ) -> Filled<Option<T>>
    where
        T: Serialize + DeserializeOwned + Clone + 'static,
        L: Into<Named>,
    {
        self.optional(
            name,
            among,
            |walk, among| walk.whole(name, label, true, || Domain::one_of(candidates(among))),
            |value, among| read_one(&value, among, |_| None),
        )
    }

    /// As [`maybe`](Filling::maybe), where what can be picked depends on what was picked in a field before it.
    pub fn maybe_after<T, L>(
        &mut self,
        (before, picked): (&'static str, impl Serialize),
        name: &'static str,
        label: &'static str,
        among: impl IntoIterator<Item = (T, L)>,
    ) -> Filled<Option<T>>
    where
        T: Serialize + DeserializeOwned + Clone + 'static,
        L: Into<Named>,
    {
        self.optional(
            name,
            among,
            |walk, among| {
                if walk.draws() {
                    walk.hanging((before, json!(picked)), name, label, candidates(among));
                }
            },
            |value, among| read_one(&value, among, |_| None),
        )
    }

    /// Somebody the seat knows of for whom this holds, or nobody.
    pub fn maybe_creature(
        &mut self,
        name: &'static str,
        label: &'static str,
        among: impl Fn(Who) -> bool,
    ) -> Filled<Option<Who>> {
        let (at, seat) = (self.at(), self.seat);
        let domain = || {
            let all = G::creatures(at, seat).into_iter().filter(|(who, _)| among(*who));
            Domain::creature(all.map(|(who, name)| Candidate::new(who, name)))
        };
        let draw = |walk: &mut Walk, ()| walk.whole(name, label, true, domain);
        self.optional(name, (), draw, |value, ()| somebody::<G>(at, seat, &value))
    }

    /// Some of those the seat knows of for whom this holds, or nobody.
    pub fn maybe_creatures(
        &mut self,
        name: &'static str,
        label: &'static str,
        count: RangeInclusive<u32>,
        among: impl Fn(Who) -> bool,
    ) -> Filled<Vec<Who>> {
        let (at, seat) = (self.at(), self.seat);
        let domain = || {
            let all = G::creatures(at, seat).into_iter().filter(|(who, _)| among(*who));
            some_of(&all.collect::<Vec<_>>(), &count)
        };
        let draw = |walk: &mut Walk, ()| walk.whole(name, label, true, domain);
        self.optional(name, (), draw, |value, ()| several::<G>(at, seat, &value))
            .map(Option::unwrap_or_default)
    }

    /// A creature that no form asks for: nobody unless it is written, by number or by name.
    pub fn unasked_creature(&mut self, name: &'static str) -> Filled<Option<Who>> {
        let (at, seat) = (self.at(), self.seat);
        self.optional(name, (), |_, ()| {}, |value, ()| somebody::<G>(at, seat, &value))
    }

    /// Creatures that no form asks for: none unless they are written, by number or by name.
    pub fn unasked_creatures(&mut self, name: &'static str) -> Filled<Vec<Who>> {
        let (at, seat) = (self.at(), self.seat);
        let written = self.optional(name, (), |_, ()| {}, |value, ()| several::<G>(at, seat, &value));
        written.map(Option::unwrap_or_default)
    }

    /// Yes or no; no where nothing is said.
    pub fn flag(&mut self, name: &'static str, label: &'static str) -> Filled<bool> {
        let draw = |walk: &mut Walk| walk.whole(name, label, true, Domain::yes_no);
        self.optional_stored(name, draw).map(Option::unwrap_or_default)
    }

    /// A whole number in this range, or none.
    pub fn maybe_amount<N: DeserializeOwned>(
        &mut self,
        name: &'static str,
        label: &'static str,
        range: RangeInclusive<i32>,
    ) -> Filled<Option<N>> {
        let domain = || Domain::amount(*range.start(), *range.end());
        self.optional_stored(name, |walk| walk.whole(name, label, true, domain))
    }

    /// Free words, or none.
    pub fn maybe_text(
        &mut self,
        name: &'static str,
        label: &'static str,
        most: u32,
    ) -> Filled<Option<String>> {
        self.optional_stored(name, |walk| walk.whole(name, label, true, || Domain::text(most)))
    }

    /// As [`field`](Filling::field), where it may be left out: its default then.
    pub fn maybe_field<T: Default>(
        &mut self,
        name: &'static str,
        label: &'static str,
        domain: impl FnOnce() -> Domain,
        read: impl FnOnce(Value) -> Result<T, String>,
    ) -> Filled<T> {
        let draw = |walk: &mut Walk, ()| walk.whole(name, label, true, domain);
        let written = self.optional(name, (), draw, |value, ()| read(value).map_err(Unfilled::Unread));
        written.map(Option::unwrap_or_default)
    }

    /// What no form asks for: its default unless it is written.
    pub fn unasked<T: Default + DeserializeOwned>(&mut self, name: &'static str) -> Filled<T> {
        self.optional_stored(name, |_| {}).map(Option::unwrap_or_default)
    }

    /// What people pick and what is written may leave out: nothing then, and the rules choose. `ask` is the field of this
    /// name.
    pub fn or_left_out<T>(
        &mut self,
        name: &'static str,
        ask: impl FnOnce(&mut Self) -> Filled<T>,
    ) -> Filled<Option<T>> {
        if let Hand::Words(fields) = &mut self.hand
            && fields.get(name).is_none_or(Value::is_null)
        {
            fields.remove(name);
            return Ok(None);
        }
        ask(self).map(Some)
    }
}

/// What can be picked, as a card lists it.
fn candidates<T: Serialize, L: Into<Named>>(
    among: impl IntoIterator<Item = (T, L)>,
) -> impl Iterator<Item = Candidate<Value>> {
    among.into_iter().map(|(pick, label)| label.into().candidate(json!(pick)))
}
