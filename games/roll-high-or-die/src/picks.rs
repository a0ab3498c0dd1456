//! What forms of this game ask for in the same way: who acts, somebody near, a space. What may be picked is in the deeds.

use std::cell::OnceCell;

use boneyard_table::deed::{Filled, Filling, Named};
use boneyard_table::view::{Candidate, Domain, Msg, Square};
use boneyard_table::{At, Playable, Seat, Who};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::RollHighOrDie;
use crate::combat::takes;
use crate::sight;
use crate::state::{Item, ItemSheet, Place, Skill, Spot, State};

/// Who acts; offered only to those who may act now.
pub fn acting(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let who = form.actor()?;
    form.only_if(takes(form.state, form.book, who, 0).is_ok())?;
    Ok(who)
}

/// The same for what is done in an Encounter alone.
pub fn fighting(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let who = form.actor()?;
    form.only_if(form.state.encounter.is_some())?;
    form.only_if(takes(form.state, form.book, who, 0).is_ok())?;
    Ok(who)
}

/// The same for a hero with time for their things: alive, and nobody fights.
pub fn at_leisure(form: &mut Filling<'_, RollHighOrDie>) -> Filled<Who> {
    let who = form.actor()?;
    form.only_if(form.state.encounter.is_none())?;
    form.only_if(form.state.creature(who).is_some_and(|one| one.sheet.is_hero() && !one.live.dead))?;
    Ok(who)
}

/// Whether somebody knows of another who is here: not Hidden from them, and seen by somebody of their side.
pub fn near(at: At<'_, RollHighOrDie>, who: Who, other: Who) -> bool {
    let (Some(own), Some(one)) = (at.state.creature(who), at.state.creature(other)) else { return false };
    let here = !one.live.dead && !one.live.away && !one.live.unseen && other != who;
    here && !sight::hidden_from(at.state, other, who)
        && sight::side_sees(at.state, at.book, own.sheet.side, other)
}

/// Everybody somebody knows of who is here.
pub fn neighbours(at: At<'_, RollHighOrDie>, who: Who) -> impl Iterator<Item = Who> {
    at.state.here().filter(move |other| near(at, who, *other))
}

/// The field `target`: somebody near.
pub fn target(form: &mut Filling<'_, RollHighOrDie>, who: Who) -> Filled<Who> {
    let at = form.at();
    form.creature_among("target", "Whom", |other| near(at, who, other))
}

/// One of these spaces; where there are none, there is nothing to offer.
pub fn space(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    open: impl Fn() -> Vec<Spot>,
) -> Filled<Spot> {
    let all = OnceCell::new();
    let found = || all.get_or_init(&open);
    form.field(name, label, || squares(found().iter().copied()), || found().first().copied(), read)
}

/// One of these spaces, or none.
pub fn maybe_space(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    open: impl FnOnce() -> Vec<Spot>,
) -> Filled<Option<Spot>> {
    form.maybe_field(name, label, || squares(open()), |value| read(value).map(Some))
}

/// The field `skill`: one of these, or what the rules choose.
pub fn maybe_skill(
    form: &mut Filling<'_, RollHighOrDie>,
    label: &'static str,
    among: &[Skill],
) -> Filled<Option<Skill>> {
    form.maybe("skill", label, among.iter().map(|skill| (*skill, skill.name())))
}

/// What a form or a story wrote.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// These spaces, drawn on the map.
pub fn squares(spots: impl IntoIterator<Item = Spot>) -> Domain {
    Domain::Square {
        among: spots.into_iter().map(|spot| Square::new(spot.x.into(), spot.y.into())).collect(),
    }
}

/// Spaces so far around somebody.
pub fn around(at: At<'_, RollHighOrDie>, who: Who, far: i16) -> Vec<Spot> {
    let Some(from) = at.state.creature(who).and_then(|one| one.live.at) else { return Vec::new() };
    let steps = (-far..=far).flat_map(|down| (-far..=far).map(move |across| (across, down)));
    steps.filter_map(|(across, down)| from.step(across, down)).collect()
}

/// Every space of the map.
pub fn everywhere(at: At<'_, RollHighOrDie>) -> Vec<Spot> {
    at.state.board.iter().flat_map(|board| board.grid.chart().squares()).filter_map(Spot::of).collect()
}

/// Things that are carried, by their numbers.
pub fn carried(at: At<'_, RollHighOrDie>, who: Who) -> Vec<(u8, String)> {
    carried_as(at, who, |_, _| true)
}

/// One of these, whichever it is: none of them bars what is done.
pub fn any<T, L>(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    among: impl IntoIterator<Item = (T, L)> + Clone,
) -> Filled<T>
where
    T: Serialize + DeserializeOwned,
    L: Into<Msg>,
{
    let domain = among.clone();
    let domain = || Domain::one_of(domain.into_iter().map(|(pick, name)| Candidate::new(json!(pick), name)));
    form.field(name, label, domain, || among.into_iter().next().map(|(pick, _)| pick), read)
}

/// A word of the game, whichever it is.
pub fn word<T: Serialize + DeserializeOwned + Copy>(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    all: &[T],
    told: impl Fn(T) -> &'static str + Clone,
) -> Filled<T> {
    any(form, name, label, all.iter().map(move |one| (*one, told(*one))))
}

/// Any Skill.
pub fn any_skill(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
) -> Filled<Skill> {
    word(form, name, label, Skill::ALL, Skill::name)
}

/// Somebody for whom this holds, no matter who it is: none of them bars what is done.
pub fn anybody(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    among: impl Fn(Who) -> bool,
) -> Filled<Who> {
    if form.is_written() {
        return form.creature(name, label);
    }
    let mut all = RollHighOrDie::creatures(form.at(), form.seat);
    all.retain(|(who, _)| among(*who));
    let first = all.first().map(|(who, _)| *who);
    let domain = || Domain::creature(all.into_iter().map(|(who, name)| Candidate::new(who, name)));
    form.field(name, label, domain, || first, read)
}

/// A number or a name of a thing of somebody's: the rules say whether they carry it.
pub fn maybe_thing(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    of: Who,
    all: impl FnOnce() -> Vec<(u8, String)>,
) -> Filled<Option<u8>> {
    let state = form.state;
    let domain =
        || Domain::one_of(all().into_iter().map(|(number, name)| Candidate::new(json!(number), name)));
    form.maybe_field(name, label, domain, |value| match value.as_str() {
        Some(name) => {
            item_named(state, of, name).map(Some).ok_or_else(|| format!("there is no thing {name}"))
        }
        None => read(value).map(Some),
    })
}

/// What a pick is called, worked out only for those that are drawn.
pub(crate) struct Called<F>(pub F);

impl<F: FnOnce() -> Named> From<Called<F>> for Named {
    fn from(called: Called<F>) -> Self {
        (called.0)()
    }
}

/// Those things of somebody's that they carry for which this holds.
pub fn carried_as(
    at: At<'_, RollHighOrDie>,
    who: Who,
    fits: impl Fn(&ItemSheet, &Item) -> bool,
) -> Vec<(u8, String)> {
    let Some(one) = at.state.creature(who) else { return Vec::new() };
    let all = (0u8..).zip(one.sheet.items.iter().zip(&one.live.items));
    let there = all.filter(|(_, (thing, now))| now.place.is_carried() && now.count > 0 && fits(thing, now));
    there.map(|(number, (thing, _))| (number, thing.name.clone())).collect()
}

/// A card for each of these things of somebody's, by its number or its name.
pub fn each_thing(
    form: &mut Filling<'_, RollHighOrDie>,
    of: Who,
    all: &[(u8, String)],
    label: impl FnOnce(&str) -> String,
) -> Filled<u8> {
    let state = form.state;
    let item = form.each_named("item", all.iter().cloned(), |name| item_named(state, of, name))?;
    if let Some((_, name)) = all.iter().find(|(number, _)| *number == item) {
        form.label(|| label(name).into());
    }
    Ok(item)
}

/// A thing of somebody's that no form asks for.
pub fn unasked_thing(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    of: Who,
) -> Filled<Option<u8>> {
    if form.is_written() { maybe_thing(form, name, "", of, Vec::new) } else { Ok(None) }
}

/// What was written with the names of people in parts of it, read with their numbers. A name nobody has and one the
/// seat may not know are nobody.
pub fn read_people<T: DeserializeOwned>(
    at: At<'_, RollHighOrDie>,
    seat: Seat,
    mut value: Value,
) -> Result<T, String> {
    numbered(&RollHighOrDie::creatures(at, seat), &mut value);
    read(value)
}

fn numbered(people: &[(Who, String)], value: &mut Value) {
    let number = |value: &mut Value| {
        if let Some(name) = value.as_str() {
            let known = people.iter().find(|(_, known)| known == name);
            *value = known.map_or(u16::MAX, |(who, _)| who.0).into();
        }
    };
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| numbered(people, one)),
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match (key.as_str(), &mut *value) {
                    ("who" | "navigator", value) => number(value),
                    ("tents", Value::Array(all)) => all.iter_mut().for_each(number),
                    (_, value) => numbered(people, value),
                }
            }
        }
        _ => {}
    }
}

/// One of somebody's things, by its number or its name.
pub fn thing(
    form: &mut Filling<'_, RollHighOrDie>,
    name: &'static str,
    label: &'static str,
    of: Who,
    all: Vec<(u8, String)>,
) -> Filled<u8> {
    let state = form.state;
    form.named(name, label, all, |name| item_named(state, of, name))
}

/// A thing by name, one that is still there before one that is gone.
pub fn item_named(state: &State, who: Who, name: &str) -> Option<u8> {
    let one = state.creature(who)?;
    let all: Vec<usize> = (0..one.sheet.items.len()).filter(|at| one.sheet.items[*at].name == name).collect();
    let there = |at: &&usize| {
        one.live.items.get(**at).is_some_and(|item| item.place != Place::Gone && item.count > 0)
    };
    all.iter().find(there).or(all.first()).and_then(|at| u8::try_from(*at).ok())
}
