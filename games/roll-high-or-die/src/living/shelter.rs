//! Tents: how many find room in those the party carries, and who is in one for a Watch. Roofs that are there anyway the
//! Referee names.

use boneyard_table::{Refusal, RuleId, Who};

use super::party;
use crate::book::Book;
use crate::rules;
use crate::state::{Spending, State};

/// How many find room in the tents the party carries, and the entry of the first of them.
pub fn places(state: &State, book: &Book) -> (usize, Option<RuleId>) {
    let carried = party(state).into_iter().flat_map(|who| {
        let one = state.one(who);
        one.sheet.items.iter().zip(&one.live.items)
    });
    let there = carried.filter(|(_, now)| now.place.is_carried() && now.count > 0);
    let rows = there.filter_map(|(thing, _)| thing.like.and_then(|like| book.gear.get(like.as_str())));
    let tents: Vec<(usize, RuleId)> = rows.filter_map(|row| Some((row.shelters?.into(), row.id))).collect();
    (tents.iter().map(|(places, _)| places).sum(), tents.first().map(|(_, entry)| *entry))
}

/// Whether these can be in the tents for a Watch; the entry of the tent if anybody is.
pub(super) fn check(
    state: &State,
    book: &Book,
    wanted: &[Who],
    spends: &[(Who, Spending)],
) -> Result<Option<RuleId>, Refusal> {
    if wanted.is_empty() {
        return Ok(None);
    }
    let (places, entry) = places(state, book);
    let rule = entry.unwrap_or(rules::RH_GEAR_30H);
    let told = |code: &str, sentence: String| Err(Refusal::new(rule, code, sentence));
    for (nth, who) in wanted.iter().enumerate() {
        let name = state.name(*who);
        match spends.iter().find(|(one, _)| one == who) {
            None => return told("not-in-the-party", format!("{name} does not live by Watches.")),
            Some((_, Spending::Travel)) => {
                return told("on-the-way", format!("{name} travels, and a tent stands still."));
            }
            Some(_) if wanted[..nth].contains(who) => {
                return told("twice", format!("{name} takes one place, not two."));
            }
            Some(_) => {}
        }
    }
    if entry.is_none() {
        return told("no-tent", "Nobody of the party carries a tent.".into());
    }
    if wanted.len() > places {
        let sentence = format!("There is shelter for {places}, not for {}.", wanted.len());
        return Err(Refusal::new(rule, "no-room", sentence).with("places", places as u64));
    }
    Ok(entry)
}
