//! Whether a character is fit to play: clothes, things of their own, one of them good in a fight. Nothing forbids to go
//! without; the sheet says what is missing, and what dice draw has all of it.

use boneyard_table::{At, Who};

use super::outfit::CLOTHING_PLACES;
use super::random::covered;
use crate::GutsPlus;

/// What a character lacks, in a sentence each.
pub fn fit(at: At<'_, GutsPlus>, who: Who) -> Vec<String> {
    let one = at.state.one(who);
    let mut lacks = Vec::new();
    let bare: Vec<&str> = CLOTHING_PLACES.into_iter().filter(|place| !covered(one, place)).collect();
    if !bare.is_empty() {
        lacks.push(format!("No clothes on the {}.", bare.join(" and the ")));
    }
    let things = one.sheet.items.iter().zip(&one.live.items).filter(|(_, now)| !now.gone);
    if things.clone().all(|(_, now)| now.worn) {
        lacks.push("No things yet: simple ones cost nothing.".to_owned());
    } else if !things.into_iter().any(|(thing, _)| thing.dangerous) {
        lacks.push("Nothing that can injure: bare hands and most things only stun or trip.".to_owned());
    }
    lacks
}
