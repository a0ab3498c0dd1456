//! What can be tried at a place, what comes of it, and what breaks there.

use boneyard_board::PlaceId;
use boneyard_table::{Audience, Cx, Flow, Refusal, RuleId, Seat, Who, refuse};

use super::SceneFact;
use super::play::{RULE, scene, under_way};
use super::rows::{ComesRow, TryRow};
use crate::DirkRules;
use crate::check::{CallSave, Difficulty, alive, call_save, referee};
use crate::fact::Fact;
use crate::rules;
use crate::state::Place;
use crate::world;

/// Calls for the save that something to be tried here needs.
pub fn attempt(cx: &mut Cx<'_, DirkRules>, by: Seat, who: Who, what: &str) -> Flow {
    referee(by, RULE, "say what can be tried")?;
    let (land, _) = under_way(cx)?;
    alive(cx.at(), who)?;
    let place = cx.book().places.iter().find(|place| place.number == land.party.0);
    let row = place.and_then(|place| place.tries.iter().find(|row| row.what == what).zip(Some(place)));
    let Some((row, place)) = row else {
        return refuse(Refusal::new(RULE, "nothing-of-that", format!("Here is nothing to {what}.")));
    };
    able(cx, who, row)?;
    let raised = row.trivial_for.as_ref().is_some_and(|kind| {
        cx.state().sheet(who).backgrounds.iter().any(|background| background.kind == *kind)
    });
    let difficulty = if raised { Difficulty::Trivial } else { row.difficulty };
    cx.cite(place.id);
    let here = place.number;
    call_save(
        cx,
        &CallSave {
            who,
            ability: row.ability,
            difficulty,
            advantage: false,
            disadvantage: false,
            complicated: false,
            second: None,
            about: None,
        },
    )?;
    let passed = cx.state().last.as_ref().is_some_and(|last| last.outcome == "pass");
    match if passed { &row.passed } else { &row.failed } {
        None => {}
        Some(ComesRow::Hazard { is, size }) => world::caught_by(cx, is, who, *size)?,
        Some(ComesRow::Ambushed) => cx.record(rules::DK_COND_12H, Fact::Ambushed { who }),
        Some(ComesRow::Unflag(flag)) => unflag(cx, place.id, here, flag),
    }
    Ok(())
}

/// Refuses what cannot be tried without a power or a thing.
fn able(cx: &Cx<'_, DirkRules>, who: Who, row: &TryRow) -> Flow {
    let (live, sheet, book) = (cx.state().live(who), cx.state().sheet(who), cx.book());
    let knows = |name: &String| book.power_named(name).is_some_and(|power| sheet.knows.contains(&power));
    let has = |name: &String| {
        let things = sheet.items.iter().zip(&live.items);
        things.into_iter().any(|(item, now)| item.name == *name && now.place != Place::Gone)
    };
    if row.needs.is_empty() || row.needs.iter().any(|name| knows(name) || has(name)) {
        return Ok(());
    }
    let sentence = format!("{} needs one of these: {}.", sheet.name, row.needs.join(", "));
    refuse(Refusal::new(RULE, "without", sentence))
}

fn unflag(cx: &mut Cx<'_, DirkRules>, rule: RuleId, place: u16, flag: &str) {
    let so = cx.state().land.as_ref().and_then(|land| land.places.place(PlaceId(place)).ok());
    if so.is_some_and(|place| place.flags.iter().any(|known| known == flag)) {
        let fact = SceneFact::Flag { place, flag: flag.to_owned(), on: false };
        cx.record_for(Audience::GM, rule, scene(fact));
    }
}

/// An attack on a wide area: what breaks by it here is broken.
pub(crate) fn shattered(cx: &mut Cx<'_, DirkRules>) {
    let Some(here) = cx.state().land.as_ref().map(|land| land.party.0) else { return };
    let place = cx.book().places.iter().find(|place| place.number == here);
    if let Some((place, flag)) = place.and_then(|place| Some((place, place.wide_breaks.as_ref()?))) {
        unflag(cx, place.id, here, flag);
    }
}
