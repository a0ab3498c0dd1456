//! What forms of this game ask for in the same way: who acts, somebody near, a space. What may be picked is in the deeds.

use std::cell::OnceCell;

use boneyard_table::deed::{Filled, Filling};
use boneyard_table::view::{Domain, Square};
use boneyard_table::{At, Who};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::RollHighOrDie;
use crate::combat::takes;
use crate::sight;
use crate::state::{Skill, Spot};

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
    let Some(one) = at.state.creature(who) else { return Vec::new() };
    let all = (0u8..).zip(one.sheet.items.iter().zip(&one.live.items));
    let there = all.filter(|(_, (_, now))| now.place.is_carried() && now.count > 0);
    there.map(|(number, (thing, _))| (number, thing.name.clone())).collect()
}
