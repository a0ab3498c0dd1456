//! What somebody attacks with: a thing at hand, what a creature has grown, or a part of one's own body.

use std::borrow::Cow;

use boneyard_table::{Cx, Refusal, Who};

use crate::GutsPlus;
use crate::rules;

/// What a body has at hand by itself.
const BODY: [&str; 12] = [
    "fist", "fists", "kick", "foot", "feet", "shove", "bite", "claws", "headbutt", "elbow", "knee", "tackle",
];

/// What somebody attacks with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Means<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) dangerous: bool,
    pub(super) cuts: bool,
    pub(super) ranged: bool,
    /// No protection keeps it off.
    pub(super) through: bool,
    /// What it is rolled with, if that is not the usual.
    pub(super) quality: Option<&'a str>,
    /// The part used, where it is the body's own.
    pub(super) part: Option<u8>,
    pub(super) item: Option<u8>,
}

/// The name of a thing; mostly it is named as it is called.
fn called<'a>(named: &'a str, name: &str) -> Cow<'a, str> {
    if named == name { Cow::Borrowed(named) } else { Cow::Owned(name.to_owned()) }
}

/// What somebody attacks with, as they named it.
pub(super) fn means<'a, 'b: 'a>(
    cx: &Cx<'b, GutsPlus>,
    who: Who,
    name: &'a str,
) -> Result<Means<'a>, Refusal> {
    let one = cx.state().one(who);
    let like = one.sheet.like.and_then(|id| cx.book().foes.get(id.as_str()));
    let arm = |kind: &str| {
        (0..one.sheet.chart.len() as u8)
            .find(|nth| one.sheet.chart[usize::from(*nth)].kind == kind && !one.useless(*nth))
    };
    if let Some(nth) = one.thing(name) {
        let (sheet, item) = (&one.sheet.items[usize::from(nth)], &one.live.items[usize::from(nth)]);
        if item.hand.is_some_and(|hand| one.useless(hand)) || (arm("hand").is_none() && arm("arm").is_none())
        {
            let sentence = format!("No hand of {} can use the {name}.", one.sheet.name);
            return Err(Refusal::new(rules::GP_HLTH_04, "no-hand", sentence));
        }
        return Ok(Means {
            name: called(name, &sheet.name),
            dangerous: sheet.dangerous,
            cuts: sheet.dangerous && !sheet.blunt,
            ranged: sheet.ranged,
            through: false,
            quality: None,
            part: item.hand.or_else(|| arm("hand")),
            item: Some(nth),
        });
    }
    let mut grown = like.into_iter().flat_map(|row| row.attack.iter().chain(&row.losing));
    if let Some(attack) = grown.find(|own| own.name.eq_ignore_ascii_case(name)) {
        return Ok(Means {
            name: Cow::Borrowed(&attack.name),
            dangerous: attack.dangerous,
            cuts: attack.dangerous,
            ranged: attack.ranged,
            through: attack.through,
            quality: attack.quality.as_deref().filter(|own| one.sheet.quality(own).is_some()),
            part: None,
            item: None,
        });
    }
    if let Some(name) = BODY.into_iter().find(|own| own.eq_ignore_ascii_case(name)) {
        let kind = match name {
            "kick" | "foot" | "feet" | "knee" => "leg",
            "bite" | "headbutt" => "head",
            "fist" | "fists" => "hand",
            _ => "arm",
        };
        let has = one.sheet.chart.iter().any(|part| part.kind == kind);
        let part = arm(kind);
        if has && part.is_none() {
            let sentence = format!("{} cannot use that part of the body now.", one.sheet.name);
            return Err(Refusal::new(rules::GP_HLTH_04, "crossed-out", sentence));
        }
        let name = Cow::Borrowed(name);
        let (dangerous, cuts, ranged, through, quality) = (false, false, false, false, None);
        return Ok(Means { name, dangerous, cuts, ranged, through, quality, part, item: None });
    }
    let sentence = format!(
        "{} has no {name} at hand: name a thing carried, or fists, kick, shove and the like.",
        one.sheet.name
    );
    Err(Refusal::new(rules::GP_COMB_08, "not-at-hand", sentence))
}

/// Whether somebody could do harm in return.
pub(super) fn answers_dangerously(cx: &Cx<'_, GutsPlus>, who: Who) -> bool {
    let one = cx.state().one(who);
    let row = one.sheet.like.and_then(|id| cx.book().foes.get(id.as_str()));
    let held = one.sheet.items.iter().zip(&one.live.items);
    row.and_then(|row| row.attack.as_ref()).is_some_and(|attack| attack.dangerous)
        || held.clone().any(|(sheet, item)| sheet.dangerous && item.hand.is_some() && !item.gone)
}
