//! What those who lead themselves see of a place: who stands against them there, and whether it is safe. Nobody is in it who has not
//! been met.

use boneyard_table::{At, Who};
use boneyard_world::adventure::Mood;
use boneyard_world::run::PlaceKey;

use super::befalls::mood;
use super::place_of;
use crate::DirkRules;
use crate::health::out;
use crate::state::State;

/// Those awake in a place who are against the heroes.
pub(crate) fn foes_in(state: &State, place: &PlaceKey) -> Vec<Who> {
    let against = |who: &Who| {
        let (sheet, live) = (state.sheet(*who), state.live(*who));
        let calm = matches!(mood(state, *who), Some(Mood::Friendly | Mood::Bound));
        sheet.side == 1 && !live.surrendered && !calm && !out(state, *who)
    };
    state.everybody().filter(|who| place_of(state, *who) == Some(place)).filter(against).collect()
}

/// Whether a place is safe by its file, or by what became of it.
pub(crate) fn is_safe(at: At<'_, DirkRules>, place: &PlaceKey) -> bool {
    const SAFE: &str = "safe";
    let Some(running) = at.state.campaign.running(&place.adventure) else { return false };
    let Some(file) = at.book.adventures.get(&running.file) else { return false };
    let cast = file.cast.own.as_ref();
    let means = |flag: &str| {
        flag == SAFE || cast.and_then(|own| own.flags.get(flag)).is_some_and(|word| word.as_str() == SAFE)
    };
    running.places.get(&place.place).is_some_and(|now| now.flags.iter().any(|flag| means(flag)))
}
