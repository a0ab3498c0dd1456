//! What somebody attacks with: a thing at hand, what a creature has grown, or a part of one's own body.

use std::borrow::Cow;

use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Cx, Refusal, Who};

use crate::GutsPlus;
use crate::book::Book;
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

/// What somebody has at hand to attack with, by name.
pub(super) fn at_hand(at: At<'_, GutsPlus>, who: Who) -> Vec<(String, String)> {
    let Some(one) = at.state.creature(who) else { return Vec::new() };
    let row = one.sheet.like.and_then(|id| at.book.foes.get(id.as_str()));
    let natural = row.and_then(|row| row.attack.as_ref()).map(|attack| attack.name.as_str());
    let things = one.sheet.items.iter().zip(&one.live.items).filter(|(_, now)| !now.gone && !now.worn);
    let things = things.map(|(item, _)| item.name.as_str());
    let all = natural.into_iter().chain(["fists", "kick", "shove"]).chain(things);
    crate::form::names(all)
}

/// What somebody attacks with, as they named it. The book is handed over on its own: what is found in it outlives the
/// look at the state.
pub(super) fn means<'a>(
    may: May<'_, GutsPlus>,
    book: &'a Book,
    who: Who,
    name: &'a str,
) -> Lawful<Means<'a>> {
    let one = may.state.one(who);
    let like = one.sheet.like.and_then(|id| book.foes.get(id.as_str()));
    let arm = |kind: &str| {
        (0..one.sheet.chart.len() as u8)
            .find(|nth| one.sheet.chart[usize::from(*nth)].kind == kind && !one.useless(*nth))
    };
    if let Some(nth) = one.thing(name) {
        let (sheet, item) = (&one.sheet.items[usize::from(nth)], &one.live.items[usize::from(nth)]);
        if item.hand.is_some_and(|hand| one.useless(hand)) || (arm("hand").is_none() && arm("arm").is_none())
        {
            return may.no(|| {
                let sentence = format!("No hand of {} can use the {name}.", one.sheet.name);
                Refusal::new(rules::GP_HLTH_04, "no-hand", sentence)
            });
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
            return may.no(|| {
                let sentence = format!("{} cannot use that part of the body now.", one.sheet.name);
                Refusal::new(rules::GP_HLTH_04, "crossed-out", sentence)
            });
        }
        let name = Cow::Borrowed(name);
        let (dangerous, cuts, ranged, through, quality) = (false, false, false, false, None);
        return Ok(Means { name, dangerous, cuts, ranged, through, quality, part, item: None });
    }
    may.no(|| {
        let sentence = format!(
            "{} has no {name} at hand: name a thing carried, or fists, kick, shove and the like.",
            one.sheet.name
        );
        Refusal::new(rules::GP_COMB_08, "not-at-hand", sentence)
    })
}

/// Whether somebody could do harm in return.
pub(super) fn answers_dangerously(cx: &Cx<'_, GutsPlus>, who: Who) -> bool {
    let one = cx.state().one(who);
    let row = one.sheet.like.and_then(|id| cx.book().foes.get(id.as_str()));
    let held = one.sheet.items.iter().zip(&one.live.items);
    row.and_then(|row| row.attack.as_ref()).is_some_and(|attack| attack.dangerous)
        || held.clone().any(|(sheet, item)| sheet.dangerous && item.hand.is_some() && !item.gone)
}
