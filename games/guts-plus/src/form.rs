//! Fields that many forms of this game ask for: creatures with a card each, parts of bodies, names nested in what stories
//! write. What a single form asks for is with its deed.

use boneyard_table::deed::{Filled, Filling};
use boneyard_table::view::{Candidate, Domain, Thing};
use boneyard_table::{At, Who};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::GutsPlus;
use crate::state::State;
use crate::values::read_fields;

/// Names as what can be picked.
pub fn names<'a>(all: impl IntoIterator<Item = &'a str>) -> Vec<(String, String)> {
    let mut names: Vec<(String, String)> = Vec::new();
    for name in all {
        if names.iter().all(|(known, _)| known != name) {
            names.push((name.to_owned(), name.to_owned()));
        }
    }
    names
}

/// What stories write, with people in it by name.
pub fn with_names<T: DeserializeOwned>(at: At<'_, GutsPlus>) -> impl FnOnce(Value) -> Result<T, String> {
    move |value| serde_json::from_value(read_fields(at, value)).map_err(|error| error.to_string())
}

/// What may be left out, for the usual then.
pub fn maybe<T: DeserializeOwned>(
    form: &mut Filling<'_, GutsPlus>,
    name: &'static str,
    label: &'static str,
    domain: impl FnOnce() -> Domain,
) -> Filled<Option<T>> {
    let at = form.at();
    form.maybe_field(name, label, domain, with_names(at))
}

/// What no form asks for and people are named in.
pub fn unasked<T: Default + DeserializeOwned>(
    form: &mut Filling<'_, GutsPlus>,
    name: &'static str,
) -> Filled<T> {
    let at = form.at();
    if form.is_written() {
        return form.maybe_field(name, "", Domain::yes_no, with_names(at));
    }
    Ok(T::default())
}

/// Somebody, each with a card of their own; anybody can be written.
pub fn each_creature(
    form: &mut Filling<'_, GutsPlus>,
    name: &'static str,
    among: impl IntoIterator<Item = Who>,
) -> Filled<Who> {
    if form.is_written() { form.creature(name, "") } else { form.each(name, among) }
}

/// A part of the body of the one who is picked in the field `of`; left out where nobody says.
pub fn maybe_part(
    form: &mut Filling<'_, GutsPlus>,
    name: &'static str,
    label: &'static str,
    of: &'static str,
    among: impl Fn(Who, u8) -> bool,
) -> Filled<Option<String>> {
    let at = form.at();
    let part = form.maybe_field(name, label, || parts(at.state, among), with_names(at))?;
    form.hangs_on(name, of);
    Ok(part)
}

/// The parts of somebody's body, by name.
pub fn parts_of(state: &State, who: Who, among: impl Fn(u8) -> bool) -> Vec<(String, String)> {
    let Some(one) = state.creature(who) else { return Vec::new() };
    let fit = one.sheet.chart.iter().enumerate().filter(|(nth, _)| among(*nth as u8));
    names(fit.map(|(_, part)| part.name.as_str()))
}

/// The parts of everybody's body, each for those who have it.
fn parts(state: &State, among: impl Fn(Who, u8) -> bool) -> Domain {
    owned(state.everybody().flat_map(|who| {
        let chart = state.sheet(who).chart.iter().enumerate();
        let fit = chart.filter(|(nth, _)| among(who, *nth as u8));
        fit.map(|(_, part)| (who, part.name.clone())).collect::<Vec<_>>()
    }))
}

/// Several of these names.
pub fn some_of<'a>(least: u32, all: impl IntoIterator<Item = &'a str>) -> Domain {
    let thing = |name: &str| Thing { what: Candidate::new(name.to_owned(), name.to_owned()), cost: 0 };
    let of: Vec<Thing> = all.into_iter().map(thing).collect();
    let most = of.len() as u32;
    Domain::Subset { of, least: least.min(most), most, budget: None }
}

/// Names that belong to some people alone, each for those who have it.
pub fn owned(all: impl IntoIterator<Item = (Who, String)>) -> Domain {
    let mut names: Vec<(String, Vec<u16>)> = Vec::new();
    for (who, name) in all {
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, given)) => given.push(who.0),
            None => names.push((name, vec![who.0])),
        }
    }
    Domain::one_of(names.into_iter().map(|(name, given)| {
        let mut candidate = Candidate::new(json!(name), name);
        candidate.given = given.into_iter().map(|who| json!(who)).collect();
        candidate
    }))
}
