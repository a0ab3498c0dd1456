//! Sheets: a character whole, a creature of the TS's at a glance.

use boneyard_table::view::{
    Attribute, Chip, Chips, Filling, Framed, Item as ItemLine, ItemList, Pin, Pool, Sheet, Text, Tone,
    Value as Number,
};
use boneyard_table::{At, Seat, Who};

use super::training::{MARKS, marks, skills, spells, talents};
use crate::DieTrying;
use crate::check::{armor_class, terms};
use crate::gear::{bulk_limit, carried};
use crate::hurt::{dies_at, max_hp, speed};
use crate::magic::magic_dice;
use crate::sight::light_at;
use crate::state::{Ability, Bulk, Fate, Light, MarkOn, Place, What};

pub(super) fn sheet(at: At<'_, DieTrying>, who: Who, seat: Seat) -> Sheet {
    let (state, book) = (at.state, at.book);
    let one = state.one(who);
    let (live, own) = (&one.live, &one.sheet);
    let name = own.name.clone();
    let sheet = if own.is_hero() { Sheet::hero(who, name) } else { Sheet::creature(who, name) };
    let sheet = match &own.draft {
        Some(draft) => super::making::begin(at, who, sheet, draft),
        None => match crate::hero::frail(at, who) {
            Some(text) => sheet.block(Text::new("lacks", "Frail", text)),
            None => sheet,
        },
    };
    let most = max_hp(state, book, who);
    // The one who is still being made is not hurt.
    let now = if own.draft.is_some() { most } else { live.hp };
    let hp = Pool::new("hp", "Hitpoints", now.into(), most.into());
    let class = Number::sum(terms(&armor_class(state, book, who, None)));
    let mut sheet = sheet
        .block(hp.floor(dies_at(state, book, who).into()).pin(Pin::Header))
        .block(Attribute::new("ac", "AC", class).pin(Pin::Header))
        .block(Pool::open("speed", "Speed", speed(state, book, who).into()));
    if state.board.is_some() && live.at.is_some() {
        let light = light_at(state, book, who);
        let tone = if light < Light::Normal { Tone::Bad } else { Tone::Neutral };
        let chip = Chip::new("light", light.name(), tone).permanent();
        sheet = sheet.block(Chips::new("light", "Light here").chip(chip));
    }
    sheet = sheet.block(conditions(at, who, seat).pin(Pin::Header));
    for ability in Ability::ALL {
        let score = Attribute::new(ability.key(), ability.name(), i32::from(own.scores[ability]));
        let marks = marks(own, MarkOn::Ability(ability));
        sheet = sheet.block(if marks > 0 { score.growth(marks, MARKS) } else { score });
    }
    let dice = magic_dice(state, book, who);
    if dice > 0 || live.instability > 0 || !own.spells.is_empty() {
        sheet = sheet.block(Pool::open("magic_dice", "Magic Dice", dice.into())).block(Pool::open(
            "instability",
            "Instability Dice",
            live.instability.into(),
        ));
    }
    for list in [spells(at, who), talents(at, who)].into_iter().flatten() {
        sheet = sheet.block(list);
    }
    sheet = sheet.block(skills(at, who)).block(things(at, who));
    if own.is_hero() {
        let bulk = (carried(state, book, who).into(), bulk_limit(state, book, who).into());
        sheet = sheet
            .block(Pool::new("bulk", "Bulk", bulk.0, bulk.1).filling(Filling::Burden))
            .block(Pool::open("silver", "Silver", own.silver.try_into().unwrap_or(i32::MAX)));
    }
    sheet
}

/// A creature as anybody would see it: its state, no numbers.
pub(super) fn glimpse(at: At<'_, DieTrying>, who: Who, seat: Seat) -> Sheet {
    Sheet::creature(who, at.state.name(who).to_owned()).block(conditions(at, who, seat))
}

fn conditions(at: At<'_, DieTrying>, who: Who, seat: Seat) -> Chips {
    let live = at.state.live(who);
    let mut chips = Chips::new("conditions", "Conditions");
    let plain = match live.fate {
        Fate::Up => None,
        Fate::Dying => Some(("dying", "Dying")),
        Fate::Stable(_) => Some(("stable", "Stable")),
        Fate::Dead => Some(("dead", "Dead")),
    };
    if let Some((key, label)) = plain {
        chips = chips.chip(Chip::new(key, label, Tone::Bad));
    }
    if live.prone {
        chips = chips.chip(Chip::new("prone", "Prone", Tone::Bad).ends("when it stands up"));
    }
    for affect in live.affects.iter() {
        chips = match &affect.what.what {
            What::Is(condition, _) => chips.chip(Chip::new(condition.name(), condition.name(), Tone::Bad)),
            What::Cursed(curse) => {
                chips.chip(Chip::new(curse.as_str(), at.book.name_of(*curse).to_owned(), Tone::Bad))
            }
            _ => chips,
        };
    }
    if live.turn.dodge > 0 {
        chips = chips.chip(Chip::new("dodge", "Dodging", Tone::Good).ends("at its next turn"));
    }
    // From whom: only those the seat knows of.
    for hidden in live.hidden.iter().filter(|hidden| super::shown(at.state, hidden.from, seat)) {
        let how = if hidden.undetected { "Undetected by" } else { "Hidden from" };
        let told = format!("{how} {}", at.state.name(hidden.from));
        chips = chips.chip(Chip::new(format!("hidden-{}", hidden.from.0), told, Tone::Good));
    }
    chips
}

fn things(at: At<'_, DieTrying>, who: Who) -> ItemList {
    let one = at.state.one(who);
    let mut list = ItemList::new("things", "Things");
    for (number, (item, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if now.place == Place::Gone || now.count == 0 {
            continue;
        }
        let mut line = ItemLine::new(number.to_string(), item.name.clone()).tag(now.place.name());
        match item.bulk {
            Bulk::Negligible => {}
            Bulk::Light => line = line.size("L"),
            Bulk::Whole(bulk) => line = line.size(format!("Bulk {bulk}")),
        }
        if now.count > 1 {
            line = line.count(now.count.into());
        }
        if now.lit.is_some() {
            line = line.tag("burning");
        }
        if now.left > 0 {
            line = line.tag(format!("{} left", now.left));
        }
        list = list.item(line);
    }
    list
}
