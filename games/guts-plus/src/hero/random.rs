//! A whole character by dice: concept, further qualities, points.

use boneyard_table::{Cx, Flow, Who};

use super::being_made;
use super::steps::{MOST_CUSTOM, POINTS};
use crate::GutsPlus;
use crate::book::ConceptRow;
use crate::fact::{GearFact, HeroFact};
use crate::gear::{self, Made};
use crate::rules;
use crate::state::{Base, Bio, Item, ItemSheet, Quality};

const RULE: boneyard_table::RuleId = rules::GP_HOUSE_14H;

/// Draws a character; everything may still be changed.
pub fn random(cx: &mut Cx<'_, GutsPlus>, who: Who) -> Flow {
    being_made(cx, who)?;
    let book = cx.book();
    let face = cx.die(RULE, who, 6)?;
    let Some(concept) = book.concepts.iter().find(|row| row.roll == face) else { return Ok(()) };
    cx.cite(concept.id);
    let mut names = vec![concept.primary.clone()];
    let further = match cx.die(RULE, who, 6)? {
        1..=3 => 0,
        4 | 5 => 1,
        _ => 2,
    };
    while names.len() <= further && names.len() < MOST_CUSTOM {
        let base = match cx.die(RULE, who, 6)? {
            face @ 1..=4 => Base::ALL[usize::from(face) - 1],
            _ => continue,
        };
        let group = book
            .samples
            .iter()
            .filter(|row| row.rest.contains_key("house") && row.base.as_deref() == Some(base.name()));
        let place = cx.die(RULE, who, 6)?;
        let Some(row) = group.into_iter().nth(usize::from(place) - 1) else { continue };
        if names.iter().any(|name| name.eq_ignore_ascii_case(&row.name)) {
            continue;
        }
        cx.cite(row.id);
        names.push(row.name.clone());
    }
    let mut levels = vec![1u8; Base::ALL.len() + names.len()];
    let primary = Base::ALL.len();
    let mut spent = 0;
    while spent < POINTS {
        let nth = match (cx.die(RULE, who, 6)?, names.len()) {
            (face @ 1..=4, _) => usize::from(face) - 1,
            (5, _) | (_, 1) => primary,
            (_, 2) => primary + 1,
            _ => primary + if cx.die(RULE, who, 6)? % 2 == 1 { 1 } else { 2 },
        };
        if levels[nth] < 3 {
            levels[nth] += 1;
            spent += 1;
        }
    }
    let about = |name: &str| book.samples.named(name).map_or("", |row| row.covers.as_str());
    let qualities = names.iter().map(|name| Quality::new(name, about(name))).collect();
    cx.record(RULE, HeroFact::Bio { who, bio: bio(concept) }.into());
    cx.record(RULE, HeroFact::Custom { who, qualities }.into());
    cx.record(RULE, HeroFact::Levels { who, levels }.into());
    let things = things(cx, who, concept);
    cx.record(RULE, GearFact::Owns { who, things }.into());
    crate::essence::settle_draft(cx, who);
    Ok(())
}

fn bio(concept: &ConceptRow) -> Bio {
    Bio {
        backstory: concept.name.clone(),
        personality: concept.personality.clone(),
        appearance: concept.text.clone(),
        build: concept.build.clone(),
        height: concept.height.clone(),
        weight: concept.weight,
        age: String::new(),
    }
}

fn things(cx: &Cx<'_, GutsPlus>, who: Who, concept: &ConceptRow) -> Vec<(ItemSheet, Item)> {
    let mut all = Vec::new();
    let worn = || Item { worn: true, ..Item::default() };
    let mut add =
        |made: Vec<Made>, item: Item| all.extend(made.into_iter().map(|one| (one.sheet, item.clone())));
    for (place, name) in &concept.clothing {
        add(gear::make(cx.at(), who, name, Some(place), true), worn());
    }
    if let Some(bag) = &concept.bag {
        add(gear::make(cx.at(), who, bag, Some(&gear::bag_place(cx.book(), bag)), false), worn());
    }
    for name in &concept.items {
        add(gear::make(cx.at(), who, name, None, false), Item::default());
    }
    all
}
