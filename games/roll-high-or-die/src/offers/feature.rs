//! Features that can be used now, with everybody, every space, weapon and thing they can be aimed at.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::fight::{card, near, squares};
use super::inventory::{carried, which};
use super::people;
use crate::RollHighOrDie;
use crate::book::FeatureRow;
use crate::combat::{UseFeature, check_feature, lines, weapons};
use crate::inventory::volley_spaces;
use crate::rules;
use crate::sight;
use crate::state::{Spot, WeaponTag};

/// How far somebody rolls clear, in feet.
const ROLL: u32 = 10;

/// Features that can be used now.
pub(super) fn features(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let own = &at.state.sheet(who).features;
    let hooked =
        || weapons(at.state, at.book, who).iter().any(|held| held.arms.tags.contains(&WeaponTag::Hooked));
    // A Hooked weapon trips, whether one knows how or not.
    let trip = (!own.contains(&rules::RH_FEAT_08H) && hooked()).then_some(rules::RH_FEAT_08H);
    let rows = own.iter().copied().chain(trip).filter_map(|id| at.book.features.get(id.as_str()));
    rows.filter_map(|row| offered(at, who, row)).collect()
}

fn offered(at: At<'_, RollHighOrDie>, who: Who, row: &FeatureRow) -> Option<OfferCard> {
    let plain = UseFeature {
        who,
        feature: row.name.clone(),
        target: None,
        against: None,
        with: None,
        to: None,
        item: None,
    };
    let offer = card("feature", row.name.clone(), who, row.id)
        .id(format!("feature-{}:{}", row.id.as_str(), who.0))
        .fixed("feature", row.name.clone());
    let spots = spaces(at, who, row);
    // What needs a space is looked at with one of them.
    let plain = UseFeature { to: spots.first().copied().filter(|_| needs_space(row)), ..plain };
    let aimed =
        row.target.as_ref().is_some_and(|aim| !matches!(aim.who.as_str(), "self" | "everybody" | "area"));
    if !aimed {
        let refused = check_feature(at, &plain).err();
        let things = things(at, &plain, row);
        let Some(refused) = refused else {
            let several = things.len() > 1;
            let item = || Param::new("item", "Which thing", which(&things)).optional();
            return Some(to(if several { offer.param(item()) } else { offer }, row, spots));
        };
        let offer = if things.is_empty() {
            offer.refused(refused)
        } else {
            offer.param(Param::new("item", "Which thing", which(&things)))
        };
        return Some(offer);
    }
    let fits =
        |target: &Who| check_feature(at, &UseFeature { target: Some(*target), ..plain.clone() }).is_ok();
    let oneself = (row.hook.as_deref() == Some("field-dressing")).then_some(who);
    let open: Vec<Who> = oneself.into_iter().chain(near(at, who)).filter(fits).collect();
    let first = open.first().copied()?;
    let mut offer = offer.param(Param::new("target", "Whom", people(at, open.clone())));
    offer = besides(at, who, row, &open, offer);
    offer = by_weapon(at, &UseFeature { target: Some(first), ..plain }, offer);
    Some(to(offer, row, spots))
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

fn to(offer: OfferCard, row: &FeatureRow, spots: Vec<Spot>) -> OfferCard {
    if spots.is_empty() {
        return offer;
    }
    let param = Param::new("to", "Which space", squares(spots));
    offer.param(if needs_space(row) { param } else { param.optional() })
}

/// The second target of those that have one.
fn besides(
    at: At<'_, RollHighOrDie>,
    who: Who,
    row: &FeatureRow,
    open: &[Who],
    offer: OfferCard,
) -> OfferCard {
    let Some(strike) = &row.strike else { return offer };
    let neighbour = strike.also.as_deref() == Some("neighbour");
    let others: Vec<Who> = if neighbour {
        let beside = |other: &Who| open.iter().any(|target| sight::adjacent(at.state, *target, *other));
        // Whom nobody of one's side sees, no form names.
        let side = at.state.sheet(who).side;
        let seen = |other: &Who| sight::side_sees(at.state, at.book, side, *other);
        near(at, who).into_iter().filter(|other| beside(other) && seen(other)).collect()
    } else if strike.times.is_some_and(|times| times > 1) {
        open.to_vec()
    } else {
        Vec::new()
    };
    if others.len() < 2 && !neighbour || others.is_empty() {
        return offer;
    }
    offer.param(Param::new("against", "Whom besides", people(at, others)).optional())
}

/// With which weapon, where several would do.
fn by_weapon(at: At<'_, RollHighOrDie>, usage: &UseFeature, offer: OfferCard) -> OfferCard {
    let with = |name: &String| UseFeature { with: Some(name.clone()), ..usage.clone() };
    let names = weapons(at.state, at.book, usage.who).into_iter().map(|weapon| weapon.name);
    let open: Vec<String> = names.filter(|name| check_feature(at, &with(name)).is_ok()).collect();
    let asks = at.book.features.named(&usage.feature).is_some_and(|row| row.strike.is_some() || row.ap.w > 0);
    if !asks || open.len() < 2 {
        return offer;
    }
    let all = Domain::one_of(open.into_iter().map(|name| Candidate::new(json!(name), name)));
    offer.param(Param::new("with", "With what", all).optional())
}

/// Things it can be used with, where it is used with one.
fn things(at: At<'_, RollHighOrDie>, usage: &UseFeature, row: &FeatureRow) -> Vec<(u8, String)> {
    if !matches!(row.hook.as_deref(), Some("quick-draw" | "unjam" | "reload")) {
        return Vec::new();
    }
    let with = |item: u8| UseFeature { item: Some(item), ..usage.clone() };
    let all = carried(at, usage.who).into_iter();
    all.filter(|(item, _)| check_feature(at, &with(*item)).is_ok()).collect()
}
