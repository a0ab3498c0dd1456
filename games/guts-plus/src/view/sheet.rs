//! Sheets: a hero whole with the body chart, somebody of the GM's at a glance, the GM's own page.

use boneyard_table::view::{
    Attribute, BodyChart, BodyPart, Chip, Chips, Filling, Framed, Item as ItemLine, ItemList, Pool, Secret,
    Sheet, Table, Text, Tone,
};
use boneyard_table::{At, Who};

use crate::GutsPlus;
use crate::growth::{TOP, XP_OF_GROWTH};
use crate::hero::{fit, unmet};
use crate::state::{Creature, MARKS, Scale};
use crate::values::clock;

pub(super) fn sheet(at: At<'_, GutsPlus>, who: Who) -> Sheet {
    let one = at.state.one(who);
    let name = one.sheet.name.clone();
    let mut sheet = if crate::view::numbers_visible(at.state, who, boneyard_table::Seat(1)) {
        Sheet::hero(who, name)
    } else {
        Sheet::creature(who, name)
    };
    for (nth, (quality, le)) in one.sheet.qualities.iter().zip(&one.live.le).enumerate() {
        let mut shown =
            Attribute::new(format!("quality.{nth}"), quality.name.clone(), i32::from(quality.level))
                .dice(format!("{}d6", quality.level))
                .growth((*le).into(), TOP.into());
        if one.mastered(nth as u8) {
            shown = shown.rank(1);
        }
        sheet = sheet.block(shown);
    }
    let experience = Pool::new("xp", "Experience", one.live.xp.into(), XP_OF_GROWTH.into());
    sheet = sheet.block(experience.filling(Filling::Progress));
    if let Some((steps, budget)) = super::hero::steps(at, who) {
        sheet = sheet.block(steps).block(budget);
        let lacks = if unmet(at.state, who).is_none() { fit(at, who) } else { Vec::new() };
        if !lacks.is_empty() {
            sheet = sheet.block(Text::new("lacks", "Before you set out", lacks.join("\n\n")));
        }
    }
    sheet = sheet.block(body(one)).block(conditions(one)).block(things(one));
    // Without pockets there is nothing to fill: what somebody has is worn or in their hands.
    if !one.sheet.pocketless {
        let (filled, room) = (crate::gear::filled(at.state, who), crate::gear::capacity(at.state, who));
        let slots = Pool::new("room", "Slots filled", filled.into(), room.into());
        sheet = sheet.block(slots.filling(Filling::Burden));
    }
    if let Some((text, skills, kept)) = super::essence::blocks(at, who) {
        sheet = sheet.block(text).block(skills).block(kept);
    }
    let bio = &one.sheet.bio;
    for (key, label, text) in [
        ("backstory", "Backstory", &bio.backstory),
        ("personality", "Personality", &bio.personality),
        ("appearance", "Appearance", &bio.appearance),
    ] {
        if !text.is_empty() {
            sheet = sheet.block(Text::new(key, label, text.clone()));
        }
    }
    sheet
}

/// Somebody as anybody would see them: their body and state, no numbers.
pub(super) fn glimpse(at: At<'_, GutsPlus>, who: Who) -> Sheet {
    let one = at.state.one(who);
    Sheet::creature(who, one.sheet.name.clone()).block(body(one)).block(conditions(one))
}

fn body(one: &Creature) -> BodyChart {
    let layout = if one.sheet.part("Torso").is_some() { "humanoid" } else { "list" };
    let mut chart = BodyChart::new("body", "Body", layout);
    for (nth, (part, now)) in one.sheet.chart.iter().zip(&one.live.parts).enumerate() {
        if now.struck {
            continue;
        }
        let mut shown = BodyPart::new(part.name.clone(), part.name.clone(), 2).lost(now.lost);
        for line in ["Injury", "crossed out"].into_iter().take(now.lines.into()) {
            shown = shown.injury(line);
        }
        if part.vital {
            shown = shown.vital();
        }
        if let Some(beyond) = part.beyond {
            shown = shown.needs(one.sheet.part_name(beyond).to_owned());
        }
        for (item, now) in one.sheet.items.iter().zip(&one.live.items) {
            if now.worn && !now.gone && item.covers.contains(&(nth as u8)) {
                let name =
                    if now.ruined { format!("{} (needs repair)", item.name) } else { item.name.clone() };
                shown = shown.cover(name, now.marks.into(), MARKS.into());
            }
        }
        chart = chart.part(shown);
    }
    chart
}

fn conditions(one: &Creature) -> Chips {
    let mut chips = Chips::new("conditions", "Conditions");
    if one.live.dead {
        chips = chips.chip(Chip::new("dead", "Dead", Tone::Bad).permanent());
    } else if let Some(out) = one.live.out {
        let chip = Chip::new("unconscious", "Unconscious", Tone::Bad);
        chips = chips.chip(match out.deadline {
            Some(at) => chip.ends(format!("too late after {}", clock(at))),
            None => chip,
        });
    }
    if one.live.down {
        chips = chips.chip(Chip::new("down", "Knocked down", Tone::Bad).ends("when they get up"));
    }
    for (nth, own) in one.live.conditions.iter().enumerate() {
        let mut chip = Chip::new(format!("condition.{nth}"), own.name.to_string(), Tone::Bad)
            .level(own.intensity.into());
        if !own.cause.is_empty() {
            chip = chip.source(own.cause.to_string());
        }
        chip = if own.permanent { chip.permanent() } else { chip.ends(own.effect.to_string()) };
        chips = chips.chip(chip);
    }
    chips
}

fn things(one: &Creature) -> ItemList {
    let mut list = ItemList::new("things", "Things");
    for (nth, (item, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if now.gone {
            continue;
        }
        let mut line = ItemLine::new(nth.to_string(), item.name.clone());
        if now.worn {
            let place = item.place.clone().unwrap_or_default();
            line = line.tag(if place.is_empty() { "worn".to_owned() } else { format!("worn: {place}") });
        }
        if let Some(hand) = now.hand {
            line = line.tag(one.sheet.part_name(hand).to_owned());
        }
        if now.count > 1 {
            line = line.count(now.count.into());
        }
        if !item.covers.is_empty() || item.lenient {
            line = line.wear("Marks", now.marks.into(), MARKS.into());
        }
        if now.ruined {
            line = line.tag("needs repair");
        }
        list = list.item(line);
    }
    list
}

/// The GM's page: what was decided, and what was stopped.
pub(super) fn gm(at: At<'_, GutsPlus>) -> Sheet {
    let mut table = Table::new("decisions", "Decisions", ["#", "About", "Proposed", "Decided", "Words"]);
    for (number, decision) in at.state.decisions.iter().enumerate().rev().take(20) {
        let told = |key: &str| Scale::of_key(key).map_or(key, |scale| scale.name()).to_owned();
        let row = [
            number.to_string(),
            format!("{} {}", decision.rule, decision.tag),
            told(&decision.proposal),
            decision.said().to_owned(),
            decision.words.clone(),
        ];
        table = table.row(row);
    }
    Sheet::table("gm", "The GM's page")
        .block(
            Pool::open("stopped", "Actions stopped this session", at.state.stopped.into()).secret(Secret::Gm),
        )
        .block(table.secret(Secret::Gm))
}
