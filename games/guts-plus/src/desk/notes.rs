//! The checklist of a session, places that can still move, and cards with links.

use boneyard_table::{Audience, Cx, Flow, Refusal, refuse};
use serde_json::Value;

use super::check_words;
use crate::GutsPlus;
use crate::book::Book;
use crate::fact::DeskFact;
use crate::rules;
use crate::state::{Card, Outlined};

fn gm(cx: &mut Cx<'_, GutsPlus>, rule: boneyard_table::RuleId, fact: DeskFact) {
    cx.record_for(Audience::GM, rule, fact.into());
}

/// The headings of the checklist with how many points each has.
fn headings(book: &Book) -> Vec<(String, usize)> {
    let rows = book.plain.get("soil").map_or(&[][..], Vec::as_slice);
    let heading = |row: &Value| {
        let name = row.get("heading").and_then(Value::as_str)?.to_owned();
        Some((name, row.get("points").and_then(Value::as_array).map_or(0, Vec::len)))
    };
    rows.iter().filter_map(heading).collect()
}

fn heading(book: &Book, name: &str) -> Flow<(String, usize)> {
    let all = headings(book);
    match all.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim())) {
        Some(found) => Ok(found.clone()),
        None => {
            let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
            let sentence = format!("There are the headings {}.", names.join(", "));
            refuse(Refusal::new(rules::GP_GM_01, "no-heading", sentence))
        }
    }
}

/// Ticks a point of the checklist.
pub fn tick(cx: &mut Cx<'_, GutsPlus>, name: &str, point: u8, done: bool) -> Flow {
    let (heading, points) = heading(cx.book(), name)?;
    if point == 0 || usize::from(point) > points {
        let sentence = format!("{heading} has the points 1 to {points}.");
        return refuse(Refusal::new(rules::GP_GM_01, "no-point", sentence));
    }
    gm(cx, rules::GP_GM_01, DeskFact::Ticked { heading, point, done });
    Ok(())
}

/// Writes a note under a heading.
pub fn note(cx: &mut Cx<'_, GutsPlus>, name: &str, text: &str) -> Flow {
    let (heading, _) = heading(cx.book(), name)?;
    check_words(rules::GP_GM_01, &heading, &[text])?;
    if text.trim().is_empty() {
        return refuse(Refusal::new(rules::GP_GM_01, "nothing", "A note says something."));
    }
    gm(cx, rules::GP_GM_01, DeskFact::Noted { heading, text: text.to_owned() });
    Ok(())
}

fn place(cx: &Cx<'_, GutsPlus>, name: &str) -> Flow<Outlined> {
    match cx.state().desk.places.iter().find(|place| place.name.eq_ignore_ascii_case(name.trim())) {
        Some(place) => Ok(place.clone()),
        None => refuse(Refusal::new(
            rules::GP_GM_02,
            "no-place",
            format!("No place called {} is outlined.", name.trim()),
        )),
    }
}

/// Outlines a place that is nowhere yet.
pub fn outline(cx: &mut Cx<'_, GutsPlus>, name: &str) -> Flow {
    check_words(rules::GP_GM_02, name, &[])?;
    if cx.state().desk.places.iter().any(|place| place.name.eq_ignore_ascii_case(name.trim())) {
        return refuse(Refusal::new(rules::GP_GM_02, "twice", "That place is outlined already."));
    }
    let place = Outlined { name: name.trim().to_owned(), at: None, seen: false };
    gm(cx, rules::GP_GM_02, DeskFact::Place { place });
    Ok(())
}

/// Sets an outlined place down where the players are heading.
pub fn set_down(cx: &mut Cx<'_, GutsPlus>, name: &str, at: &str, sure: bool) -> Flow {
    let place = place(cx, name)?;
    check_words(rules::GP_GM_02, at, &[])?;
    if place.seen && !sure {
        let sentence = format!("The players have seen {}; say that you are sure.", place.name);
        return refuse(Refusal::new(rules::GP_GM_02, "seen", sentence));
    }
    gm(cx, rules::GP_GM_02, DeskFact::Place { place: Outlined { at: Some(at.trim().to_owned()), ..place } });
    Ok(())
}

/// Players see an outlined place, where it was set down.
pub fn show_place(cx: &mut Cx<'_, GutsPlus>, name: &str) -> Flow {
    let place = place(cx, name)?;
    if place.at.is_none() {
        return refuse(Refusal::new(rules::GP_GM_02, "nowhere", "Set it down somewhere first."));
    }
    cx.record(rules::GP_GM_02, DeskFact::Place { place: Outlined { seen: true, ..place } }.into());
    Ok(())
}

/// What a card can be.
const KINDS: [&str; 6] = ["world", "place", "object", "person", "situation", "conversion"];

/// Writes a card, or writes it anew.
pub fn card(cx: &mut Cx<'_, GutsPlus>, mut card: Card) -> Flow {
    let rule = match card.kind.as_str() {
        "situation" => rules::GP_GM_04,
        "conversion" => rules::GP_GM_11,
        _ => rules::GP_GM_03,
    };
    if !KINDS.contains(&card.kind.as_str()) {
        return refuse(Refusal::new(rule, "no-kind", format!("A card is a {}.", KINDS.join(", a "))));
    }
    card.name = card.name.trim().to_owned();
    check_words(rule, &card.name, &[&card.text, &card.goal, &card.cause, &card.holds, &card.answers])?;
    let known = cx.state().desk.cards.iter().find(|known| known.name == card.name);
    card.links = known.map_or_else(Vec::new, |known| known.links.clone());
    gm(cx, rule, DeskFact::Card { card: Box::new(card) });
    Ok(())
}

/// Links two cards.
pub fn link(cx: &mut Cx<'_, GutsPlus>, from: &str, to: &str, via: &str) -> Flow {
    let rule = rules::GP_GM_04;
    let named = |name: &str| {
        cx.state().desk.cards.iter().find(|card| card.name.eq_ignore_ascii_case(name.trim())).cloned()
    };
    let (Some(mut card), Some(other)) = (named(from), named(to)) else {
        return refuse(Refusal::new(rule, "no-card", "Both cards have to be written first."));
    };
    if card.name == other.name || via.chars().count() > super::MOST_NAME {
        return refuse(Refusal::new(rule, "no-link", "A link leads to another card, by way of a few words."));
    }
    card.links.retain(|(name, _)| *name != other.name);
    card.links.push((other.name, via.trim().to_owned()));
    gm(cx, rule, DeskFact::Card { card: Box::new(card) });
    Ok(())
}
