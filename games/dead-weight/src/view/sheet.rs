//! Sheets: an adventurer whole, a creature of the GM's at a glance.

use boneyard_table::view::{
    Attribute as Score, CellState, Chip, Chips, Framed, Item as ItemLine, ItemList, Pin, Pool, Sheet, Tone,
    Track,
};
use boneyard_table::{At, RuleId, Who};

use super::{carried, making, name_of};
use crate::DeadWeight;
use crate::state::{Attribute, Place};

pub(super) fn sheet(at: At<'_, DeadWeight>, who: Who) -> Sheet {
    let one = at.state.one(who);
    let name = one.sheet.name.clone();
    if !one.sheet.is_hero() {
        let foe = &one.sheet.foe;
        return Sheet::creature(who, name)
            .block(Pool::open("level", "Level", foe.level.into()))
            .block(hits(one.live.hits.into(), foe.wounds.into()))
            .block(Pool::new("armor", "Armor", one.live.armor.into(), foe.armor.into()))
            .block(Pool::open("resistance", "Resistance", foe.resistance.into()))
            .block(Pool::open("movement", "Movement", foe.movement.into()))
            .block(conditions(at, who));
    }
    let (live, own) = (&one.live, &one.sheet.hero);
    let mut sheet = Sheet::hero(who, name);
    if let Some(draft) = &one.sheet.draft {
        sheet = making::begin(at, who, sheet, draft);
    }
    for attribute in Attribute::ALL {
        let free = one.available(attribute);
        let score = Score::new(attribute.name(), attribute.name(), i32::from(own.score[attribute]))
            .rank(own.proficiency[attribute].into())
            .cells(CellState::Wound, live.wounds[attribute].into())
            .cells(CellState::Tired, live.fatigue[attribute].into())
            .cells(CellState::Open, free.into())
            .growth(live.lessons[attribute].into(), 12);
        sheet = sheet.block(score.pin(Pin::Header));
    }
    sheet = sheet.block(conditions(at, who).pin(Pin::Header));
    sheet = sheet.block(Pool::open("level", "Level", own.level.into()));
    sheet = sheet.block(Pool::new("insight", "Insight", live.insight.into(), 3));
    for (key, label, ids) in
        [("path", "Life", &own.path), ("skills", "Skills", &own.skills), ("traits", "Traits", &own.traits)]
    {
        sheet = sheet.block(chips(at, key, label, ids.iter().copied()));
    }
    let calling = own.class.iter().chain(&own.school).chain(&own.god).copied();
    sheet = sheet.block(chips(at, "calling", "Calling", calling));
    if !own.knows.is_empty() {
        sheet = sheet.block(chips(at, "knows", "Knows", own.knows.iter().copied()));
    }
    sheet = sheet.block(carried::carried(at, who)).block(things(at, who).pin(Pin::More));
    for (key, label, coins) in [
        ("silver", "Silver", own.silver),
        ("gold", "Gold", own.gold),
        ("counterfeit", "Counterfeit", own.counterfeit),
    ] {
        if coins > 0 || key == "silver" {
            sheet = sheet.block(Pool::open(key, label, coins.try_into().unwrap_or(i32::MAX)));
        }
    }
    sheet
}

/// Wounds of a creature of the GM's, one cell each; with the last it falls.
fn hits(taken: u32, most: u32) -> Track {
    let left = most.saturating_sub(taken);
    Track::new("hits", "Wounds").cells(CellState::Wound, taken).cells(CellState::Open, left).dies_at(most)
}

/// A creature as anybody would see it: its state and what it holds, no numbers.
pub(super) fn glimpse(at: At<'_, DeadWeight>, who: Who) -> Sheet {
    Sheet::creature(who, at.state.name(who).to_owned()).block(conditions(at, who))
}

fn chips(at: At<'_, DeadWeight>, key: &str, label: &'static str, ids: impl Iterator<Item = RuleId>) -> Chips {
    ids.fold(Chips::new(key, label), |chips, id| {
        chips.chip(Chip::new(id.as_str(), name_of(at.book, id), Tone::Good).permanent())
    })
}

fn conditions(at: At<'_, DeadWeight>, who: Who) -> Chips {
    let live = at.state.live(who);
    let mut chips = Chips::new("conditions", "Conditions");
    if live.dead {
        chips = chips.chip(Chip::new("dead", "Dead", Tone::Bad).permanent());
    }
    if live.mortal {
        chips = chips.chip(Chip::new("mortal", "Mortally wounded", Tone::Bad).ends("when stabilised"));
    }
    if let Some(by) = live.held_by {
        let told = format!("Held by {}", at.state.name(by));
        chips = chips.chip(Chip::new("held", told, Tone::Bad).ends("when they break free"));
    }
    for what in live.afflictions.iter() {
        chips = chips.chip(Chip::new(what.name(), what.name(), Tone::Bad));
    }
    let tokens = [
        ("shield", "Shield tokens", live.tokens.shield, Tone::Good),
        ("dodge", "Dodge tokens", live.tokens.dodges(), Tone::Good),
        ("stun", "Stun tokens", live.tokens.stun, Tone::Bad),
    ];
    for (key, label, count, tone) in tokens {
        if count > 0 {
            chips = chips.chip(Chip::new(key, label, tone).count(count.into()));
        }
    }
    chips
}

fn things(at: At<'_, DeadWeight>, who: Who) -> ItemList {
    let one = at.state.one(who);
    let mut list = ItemList::new("things", "Things");
    for (number, (item, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if now.place == Place::Gone {
            continue;
        }
        let place =
            if now.wielded { format!("{}, in use", now.place.name()) } else { now.place.name().into() };
        let mut line = ItemLine::new(number.to_string(), item.name.clone()).tag(place);
        if now.count > 1 {
            line = line.count(now.count.into());
        }
        if now.die > 0 {
            line = line.tag(format!("Ud{}", now.die));
        }
        if now.broken {
            line = line.tag("broken");
        }
        let armor = item.kind.and_then(|kind| at.book.armor.get(kind.as_str()));
        if let Some(armor) = armor {
            line = line.wear("AP", now.ap.into(), armor.ap.into());
        }
        list = list.item(line);
    }
    list
}
