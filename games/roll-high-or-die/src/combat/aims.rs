//! The form of a Feature: whom, with what and where to it can be aimed, as far as its row asks for that. What it does is in
//! `feature`.

use boneyard_table::deed::{Filled, Filling};
use boneyard_table::{At, RuleId, Who};

use super::arms::weapons;
use super::attack::at_hand;
use super::feature::UseFeature;
use super::ready::ready;
use super::way::lines;
use crate::RollHighOrDie;
use crate::book::FeatureRow;
use crate::inventory::volley_spaces;
use crate::picks::{carried, maybe_space, near, space, unasked_thing};
use crate::rules;
use crate::sight;
use crate::state::{Spot, WeaponTag};

type Form<'f, 'a> = &'f mut Filling<'a, RollHighOrDie>;

/// How far somebody rolls clear, in feet.
const ROLL: u32 = 10;

fn row<'a>(at: At<'a, RollHighOrDie>, who: Who, feature: &str) -> Option<&'a FeatureRow> {
    at.state.creature(who)?;
    at.book.features.named(feature)
}

/// The field `feature`, a card for each; and what the card says.
pub(super) fn feature(form: Form<'_, '_>, who: Who) -> Filled<String> {
    let at = form.at();
    let feature = form.each("feature", known(at, who))?;
    if let Some(row) = row(at, who, &feature) {
        form.id(|| format!("feature-{}", row.id.as_str()));
        form.label(|| row.name.clone().into());
        form.rule(row.id);
    }
    Ok(feature)
}

/// Features somebody can use, by their names.
fn known(at: At<'_, RollHighOrDie>, who: Who) -> Vec<String> {
    let Some(one) = at.state.creature(who) else { return Vec::new() };
    let own = &one.sheet.features;
    let hooked =
        || weapons(at.state, at.book, who).iter().any(|held| held.arms.tags.contains(&WeaponTag::Hooked));
    // A Hooked weapon trips, whether one knows how or not.
    let trip: Option<RuleId> = (!own.contains(&rules::RH_FEAT_08H) && hooked()).then_some(rules::RH_FEAT_08H);
    let rows = own.iter().copied().chain(trip).filter_map(|id| at.book.features.get(id.as_str()));
    rows.map(|row| row.name.clone()).collect()
}

/// The field `to`, for those that need a space or can have one.
pub(super) fn to(form: Form<'_, '_>, who: Who, feature: &str) -> Filled<Option<Spot>> {
    let at = form.at();
    let Some(row) = row(at, who, feature) else { return form.unasked("to") };
    if needs_space(row) {
        return form.or_left_out("to", |form| space(form, "to", "Which space", || spaces(at, who, row)));
    }
    match spaces(at, who, row) {
        none if none.is_empty() => form.unasked("to"),
        spots => maybe_space(form, "to", "Which space", || spots),
    }
}

fn needs_space(row: &FeatureRow) -> bool {
    row.hook.as_deref() == Some("suppress") || row.strike.as_ref().is_some_and(|strike| strike.run > 0)
}

/// Spaces a Feature can end in or go into.
fn spaces(at: At<'_, RollHighOrDie>, who: Who, row: &FeatureRow) -> Vec<Spot> {
    match (row.hook.as_deref(), &row.strike) {
        (Some("suppress"), _) => volley_spaces(at.state, row, who),
        (Some("roll-clear"), _) => lines(at, who, ROLL),
        (_, Some(strike)) if strike.run > 0 => lines(at, who, strike.run.into()),
        _ => Vec::new(),
    }
}

/// The field `target`, for those that are aimed at somebody.
pub(super) fn target(form: Form<'_, '_>, who: Who, feature: &str) -> Filled<Option<Who>> {
    let at = form.at();
    let row = row(at, who, feature);
    let aim = row.and_then(|row| row.target.as_ref());
    if aim.is_none_or(|aim| matches!(aim.who.as_str(), "self" | "everybody" | "area")) {
        return form.unasked_creature("target");
    }
    let oneself = row.is_some_and(|row| row.hook.as_deref() == Some("field-dressing"));
    let among = |other: Who| near(at, who, other) || oneself && other == who;
    form.or_left_out("target", |form| form.creature_among("target", "Whom", among))
}

/// The field `against`: the second target of those that have one.
pub(super) fn against(form: Form<'_, '_>, usage: &UseFeature) -> Filled<Option<Who>> {
    let (at, who) = (form.at(), usage.who);
    let strike = row(at, who, &usage.feature).and_then(|row| row.strike.as_ref());
    let neighbour = strike.is_some_and(|strike| strike.also.as_deref() == Some("neighbour"));
    if !neighbour && strike.is_none_or(|strike| strike.times.is_none_or(|times| times < 2)) {
        return form.unasked_creature("against");
    }
    let fits =
        |other: Who| ready(at, &UseFeature { target: Some(other), against: None, ..usage.clone() }).is_ok();
    let everybody = at.state.everybody().filter(|other| near(at, who, *other));
    let open: Vec<Who> = everybody.filter(|other| fits(*other)).collect();
    let beside = |other: Who| open.iter().any(|target| sight::adjacent(at.state, *target, other));
    let others =
        |other: Who| near(at, who, other) && if neighbour { beside(other) } else { open.contains(&other) };
    let count = at.state.everybody().filter(|other| others(*other)).count();
    if count == 0 || count < 2 && !neighbour {
        return form.unasked_creature("against");
    }
    form.maybe_creature("against", "Whom besides", others)
}

/// The field `with`, where several weapons would do.
pub(super) fn with(form: Form<'_, '_>, usage: &UseFeature) -> Filled<Option<String>> {
    let at = form.at();
    let asks = row(at, usage.who, &usage.feature).is_some_and(|row| row.strike.is_some() || row.ap.w > 0);
    if !asks {
        return form.unasked("with");
    }
    let fits = |name: &String| ready(at, &UseFeature { with: Some(name.clone()), ..usage.clone() }).is_ok();
    let names = at_hand(at, usage.who).into_iter().map(|weapon| weapon.name);
    let open: Vec<String> = names.filter(fits).collect();
    if open.len() < 2 {
        return form.unasked("with");
    }
    form.maybe("with", "With what", open.into_iter().map(|name| (name.clone(), name)))
}

/// The field `item`, for those that handle a thing: asked where there are several, or none goes without saying.
pub(super) fn item(form: Form<'_, '_>, usage: &UseFeature) -> Filled<Option<u8>> {
    let at = form.at();
    let row = row(at, usage.who, &usage.feature);
    let handles =
        row.is_some_and(|row| matches!(row.hook.as_deref(), Some("quick-draw" | "unjam" | "reload")));
    if form.is_written() || !handles {
        return unasked_thing(form, "item", usage.who);
    }
    let fits = |item: u8| ready(at, &UseFeature { item: Some(item), ..usage.clone() }).is_ok();
    let all: Vec<_> = carried(at, usage.who).into_iter().filter(|(item, _)| fits(*item)).collect();
    let plain = ready(at, usage).is_ok();
    match all.len() {
        0 => Ok(None),
        1 if plain => Ok(None),
        _ if plain => form.maybe("item", "Which thing", all),
        _ => form.one_of("item", "Which thing", all).map(Some),
    }
}
