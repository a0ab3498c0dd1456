//! A form being filled in: by a walk that tries everything that could be picked, or with the words of a story or a client.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::walk::{Kind, Walk};
use crate::view::{Candidate, Cost, Domain, Msg};
use crate::{At, Playable, RuleId, Seat, Who};

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

/// What something that can be picked is called, and what else its row says.
#[derive(Clone, Debug, Default)]
pub struct Named {
    pub(super) name: Msg,
    pub(super) say: Option<Msg>,
    pub(super) cost: Option<Msg>,
    pub(super) advised: bool,
}

impl From<Msg> for Named {
    fn from(name: Msg) -> Self {
        Self { name, ..Self::default() }
    }
}

impl From<String> for Named {
    fn from(name: String) -> Self {
        Msg::from(name).into()
    }
}

impl From<&str> for Named {
    fn from(name: &str) -> Self {
        name.to_owned().into()
    }
}

impl From<&String> for Named {
    fn from(name: &String) -> Self {
        name.clone().into()
    }
}

impl From<std::borrow::Cow<'_, str>> for Named {
    fn from(name: std::borrow::Cow<'_, str>) -> Self {
        name.into_owned().into()
    }
}

impl Named {
    /// Something by its name alone.
    pub fn new(name: impl Into<Msg>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Says what it means.
    #[must_use]
    pub fn say(mut self, say: impl Into<Msg>) -> Self {
        self.say = Some(say.into());
        self
    }

    /// Says what it costs; `None` is free.
    #[must_use]
    pub fn cost(mut self, cost: impl Into<Option<Msg>>) -> Self {
        self.cost = cost.into();
        self
    }

    /// It is best picked first, if that is so.
    #[must_use]
    pub fn advised(mut self, advised: bool) -> Self {
        self.advised = advised;
        self
    }

    pub(super) fn candidate<K>(self, pick: K) -> Candidate<K> {
        let Self { name, say, cost, advised } = self;
        Candidate { say, cost, advised, ..Candidate::new(pick, name) }
    }
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

    /// Offers it only where this is so. What was written is read all the same: the rules say why not.
    pub fn only_if(&mut self, so: bool) -> Filled<()> {
        if so || matches!(self.hand, Hand::Words(_)) { Ok(()) } else { Err(Unfilled::Hidden) }
    }

    /// The field `who` where it may be left out: the creature before whom the form lies, if it lies before one.
    pub fn maybe_actor(&mut self) -> Filled<Option<Who>> {
        let at = self.at();
        match &mut self.hand {
            Hand::Walk(walk) => {
                if let Some(who) = self.actor {
                    walk.acts(who);
                }
                Ok(self.actor)
            }
            Hand::Words(fields) => match fields.remove("who") {
                None | Some(Value::Null) => Ok(None),
                Some(value) => somebody::<G>(at, self.seat, &value).map(Some),
            },
        }
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

    /// A creature that no form asks for: nobody unless it is written, by number or by name.
    pub fn unasked_creature(&mut self, name: &'static str) -> Filled<Option<Who>> {
        if matches!(self.hand, Hand::Walk(_)) {
            return Ok(None);
        }
        self.or_left_out(name, |form| form.creature(name, ""))
    }

    /// Creatures that no form asks for: none unless they are written, by number or by name.
    pub fn unasked_creatures(&mut self, name: &'static str) -> Filled<Vec<Who>> {
        if matches!(self.hand, Hand::Walk(_)) {
            return Ok(Vec::new());
        }
        self.or_left_out(name, |form| form.creatures(name, "", 0..=0, |_| true))
            .map(Option::unwrap_or_default)
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

    /// Some of those the seat knows of for whom this holds, or nobody.
    pub fn maybe_creatures(
        &mut self,
        name: &'static str,
        label: &'static str,
        count: RangeInclusive<u32>,
        among: impl Fn(Who) -> bool,
    ) -> Filled<Vec<Who>> {
        let (at, seat) = (self.at(), self.seat);
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, true, || {
                    let all = G::creatures(at, seat).into_iter().filter(|(who, _)| among(*who));
                    some_of(&all.collect::<Vec<_>>(), &count)
                });
                Ok(Vec::new())
            }
            Hand::Words(fields) => match fields.remove(name) {
                None | Some(Value::Null) => Ok(Vec::new()),
                Some(value) => several::<G>(at, seat, &value),
            },
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

    /// Shows of this field only what was given for the pick of another one: its candidates say for which. Comes right
    /// after the field.
    pub fn hangs_on(&mut self, name: &'static str, before: &'static str) {
        if let Hand::Walk(walk) = &mut self.hand {
            walk.hang(name, before);
        }
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
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, true, || {
                    let options = among.into_iter().map(|(pick, label)| label.into().candidate(json!(pick)));
                    Domain::one_of(options)
                });
                Ok(None)
            }
            Hand::Words(fields) => match fields.remove(name) {
                None | Some(Value::Null) => Ok(None),
                Some(value) => read_one(&value, among, |_| None).map(Some),
            },
        }
    }

    /// One of these, each as a card of its own. Comes before the fields that are picked.
    pub fn each<T: Serialize + DeserializeOwned>(
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
        T: Serialize + DeserializeOwned,
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

    /// Somebody the seat knows of for whom this holds, or nobody.
    pub fn maybe_creature(
        &mut self,
        name: &'static str,
        label: &'static str,
        among: impl Fn(Who) -> bool,
    ) -> Filled<Option<Who>> {
        let (at, seat) = (self.at(), self.seat);
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, true, || {
                    let all = G::creatures(at, seat).into_iter().filter(|(who, _)| among(*who));
                    Domain::creature(all.map(|(who, name)| Candidate::new(who, name)))
                });
                Ok(None)
            }
            Hand::Words(fields) => match fields.remove(name) {
                None | Some(Value::Null) => Ok(None),
                Some(value) => somebody::<G>(at, seat, &value).map(Some),
            },
        }
    }

    /// Yes or no; no where nothing is said.
    pub fn flag(&mut self, name: &'static str, label: &'static str) -> Filled<bool> {
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, true, Domain::yes_no);
                Ok(false)
            }
            Hand::Words(fields) => match fields.remove(name) {
                None | Some(Value::Null) => Ok(false),
                Some(value) => serde_json::from_value(value).map_err(unread),
            },
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

    /// A whole number in this range, or none.
    pub fn maybe_amount<N: DeserializeOwned>(
        &mut self,
        name: &'static str,
        label: &'static str,
        range: RangeInclusive<i32>,
    ) -> Filled<Option<N>> {
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, true, || Domain::amount(*range.start(), *range.end()));
                Ok(None)
            }
            Hand::Words(fields) => left_out(fields, name),
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

    /// Free words, or none.
    pub fn maybe_text(
        &mut self,
        name: &'static str,
        label: &'static str,
        most: u32,
    ) -> Filled<Option<String>> {
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, true, || Domain::text(most));
                Ok(None)
            }
            Hand::Words(fields) => left_out(fields, name),
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

    /// As [`field`](Filling::field), where it may be left out: its default then.
    pub fn maybe_field<T: Default>(
        &mut self,
        name: &'static str,
        label: &'static str,
        domain: impl FnOnce() -> Domain,
        read: impl FnOnce(Value) -> Result<T, String>,
    ) -> Filled<T> {
        match &mut self.hand {
            Hand::Walk(walk) => {
                walk.whole(name, label, true, domain);
                Ok(T::default())
            }
            Hand::Words(fields) => match fields.remove(name) {
                None | Some(Value::Null) => Ok(T::default()),
                Some(value) => read(value).map_err(Unfilled::Unread),
            },
        }
    }

    /// What people pick and what is written may leave out: nothing then, and the rules choose. `ask` is the field of this name.
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

    /// What no form asks for: its default unless it is written.
    pub fn unasked<T: Default + DeserializeOwned>(&mut self, name: &'static str) -> Filled<T> {
        match &mut self.hand {
            Hand::Walk(_) => Ok(T::default()),
            Hand::Words(fields) => left_out(fields, name),
        }
    }

    /// Says what this card is called.
    pub fn label(&mut self, label: impl FnOnce() -> Msg) {
        self.card(|card| card.label = Some(label()));
    }

    /// Says by which rule this card is.
    pub fn rule(&mut self, rule: RuleId) {
        self.card(|card| card.rule = Some(rule));
    }

    /// Says what this card costs.
    pub fn cost(&mut self, amount: u32, unit: &'static str) {
        self.card(|card| card.cost = Some(Cost::new(amount, unit)));
    }

    /// Says what may be lost for good.
    pub fn danger(&mut self, loss: impl FnOnce() -> Option<Msg>) {
        self.card(|card| card.danger = loss());
    }

    /// Names the heading this card stands under.
    pub fn group(&mut self, group: impl FnOnce() -> Msg) {
        self.card(|card| card.group = Some(group()));
    }

    /// Names the card, so that blocks of the view can point at it.
    pub fn id(&mut self, id: impl FnOnce() -> String) {
        self.card(|card| card.id = Some(id()));
    }

    /// Names the block of the view it concerns.
    pub fn about(&mut self, block: impl FnOnce() -> String) {
        self.card(|card| card.about = Some(block()));
    }

    /// It would change what was chosen already, if that is so.
    pub fn again(&mut self, again: bool) {
        self.card(|card| card.again = again);
    }

    /// It comes before anything else, if that is so.
    pub fn advised(&mut self, advised: bool) {
        self.card(|card| card.advised = advised);
    }

    /// Suggests it after so many quiet seconds.
    pub fn nudge_after(&mut self, seconds: u32) {
        self.card(|card| card.nudge_after = Some(seconds));
    }

    fn card(&mut self, set: impl FnOnce(&mut super::walk::Words)) {
        if let Hand::Walk(walk) = &mut self.hand
            && walk.draws()
        {
            set(&mut walk.words);
        }
    }
}

fn wanted(fields: &mut Map<String, Value>, name: &str) -> Filled<Value> {
    fields.remove(name).ok_or_else(|| Unfilled::Unread(format!("missing field `{name}`")))
}

fn left_out<T: Default + DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Filled<T> {
    match fields.remove(name) {
        None | Some(Value::Null) => Ok(T::default()),
        Some(value) => serde_json::from_value(value).map_err(unread),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` hands over")]
fn unread(error: serde_json::Error) -> Unfilled {
    Unfilled::Unread(error.to_string())
}

fn read_one<T: DeserializeOwned, L: Into<Named>>(
    value: &Value,
    among: impl IntoIterator<Item = (T, L)>,
    also: impl FnOnce(&str) -> Option<T>,
) -> Filled<T> {
    let read = serde_json::from_value::<T>(value.clone());
    let Some(said) = value.as_str() else { return read.map_err(unread) };
    read.or_else(|error| {
        let mut among = among.into_iter().map(|(pick, label)| (pick, label.into()));
        let known = among.find(|(_, label): &(T, Named)| label.name.text() == said).map(|(pick, _)| pick);
        // Things are picked by their numbers in words.
        let numbered = || serde_json::from_str::<T>(said).ok();
        known.or_else(|| also(said)).or_else(numbered).ok_or(error)
    })
    .map_err(unread)
}

/// Some of these, by name; never more than there are.
fn some_of(all: &[(Who, String)], count: &RangeInclusive<u32>) -> Domain {
    let thing =
        |name: &String| crate::view::Thing { what: Candidate::new(name.clone(), name.clone()), cost: 0 };
    let of: Vec<_> = all.iter().map(|(_, name)| thing(name)).collect();
    let most = u32::try_from(of.len()).unwrap_or(u32::MAX).min(*count.end());
    Domain::Subset { of, least: *count.start(), most, budget: None }
}

/// Creatures by their numbers or names; one alone needs no list.
fn several<G: Playable>(at: At<'_, G>, seat: Seat, value: &Value) -> Filled<Vec<Who>> {
    match value {
        Value::Array(list) => list.iter().map(|one| somebody::<G>(at, seat, one)).collect(),
        one => somebody::<G>(at, seat, one).map(|who| vec![who]),
    }
}

/// A creature by its number or its name. Whom the seat does not know of is nobody: a name nobody has and one the seat
/// may not know read alike.
fn somebody<G: Playable>(at: At<'_, G>, seat: Seat, value: &Value) -> Filled<Who> {
    match value {
        Value::String(name) => {
            let all = G::creatures(at, seat);
            Ok(all.into_iter().find(|(_, known)| known == name).map_or(NOBODY, |(who, _)| who))
        }
        _ => {
            let who: Who = serde_json::from_value(value.clone()).map_err(unread)?;
            Ok(if seat.is_gm() || G::called(at, who, seat).is_some() { who } else { NOBODY })
        }
    }
}
