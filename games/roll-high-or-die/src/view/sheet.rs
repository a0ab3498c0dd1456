//! Sheets: a Character whole, a creature of the Referee's at a glance.

use boneyard_table::view::{
    Attribute, Chip, Chips, Item as ItemLine, ItemList, Pool, Sheet, Tone, Track, Value as Number,
};
use boneyard_table::{At, Who};

use super::making;
use crate::RollHighOrDie;
use crate::body;
use crate::check::{skill_sums, terms};
use crate::gear::{burns, pieces};
use crate::passive::Situation;
use crate::state::{Ability, Choice, Defense, Degree, Skill};

pub(super) fn sheet(at: At<'_, RollHighOrDie>, who: Who) -> Sheet {
    let (state, book) = (at.state, at.book);
    let one = state.one(who);
    let (live, own) = (&one.live, &one.sheet);
    let name = own.name.clone();
    let sheet = if own.is_hero() { Sheet::hero(who, name) } else { Sheet::creature(who, name) };
    let sheet = match &own.draft {
        Some(draft) => making::begin(at, who, sheet, draft),
        None => sheet,
    };
    let armor: u16 = pieces(state, book, who).iter().map(|piece| piece.value).sum();
    let vitality =
        Pool::new("vitality", "Vitality", live.vitality.into(), body::max_vitality(state, book, who).into());
    let armoring = Pool::new("armoring", "Armoring", body::armoring(state, book, who).into(), armor.into());
    let dice = Pool::new("hit_dice", "Hit Dice", live.hit_dice.into(), body::hit_dice(state, who).into());
    let mut sheet = sheet
        .block(vitality)
        .block(armoring)
        .block(Pool::new("ap", "AP", live.ap.into(), body::ap(state, book, who).into()))
        .block(dice)
        .block(Track::of("wounds", "Wounds", live.wounds.into(), own.scores.constitution.into()))
        .block(conditions(at, who));
    for defense in Defense::ALL {
        let parts = body::defense(state, book, who, *defense, Situation::default(), &[]);
        sheet = sheet.block(Attribute::new(defense.name(), defense.name(), Number::sum(terms(&parts))));
    }
    for ability in Ability::ALL {
        let score = i32::from(own.scores[*ability]);
        let modifier = i32::from(body::modifier(state, who, *ability));
        sheet = sheet.block(Attribute::new(ability.key(), ability.name(), score).modifier(modifier));
    }
    for skill in Skill::ALL.iter().filter(|skill| !skill.is_defense()) {
        let sums = skill_sums(state, book, who, *skill, &[]);
        let rank = i32::from(own.degree(*skill).value()) / 2;
        if own.degree(*skill) > Degree::Untrained || !sums.parts.is_empty() {
            let bonus = Number::sum(terms(&sums.parts));
            sheet = sheet.block(Attribute::new(skill.key(), skill.name(), bonus).rank(rank));
        }
    }
    let mut known = Chips::new("features", "Features and Traits");
    for id in &own.features {
        known = known.chip(Chip::new(id.as_str(), book.name_of(*id).to_owned(), Tone::Good).permanent());
    }
    for own in &own.traits {
        let (id, name) = (own.what.as_str(), book.name_of(own.what));
        let (id, name) = match own.choice.map(Choice::name) {
            Some(choice) => (format!("{id}-{choice}"), format!("{name} ({choice})")),
            None => (id.to_owned(), name.to_owned()),
        };
        known = known.chip(Chip::new(id, name, Tone::Good).permanent());
    }
    sheet
        .block(known)
        .block(things(at, who))
        .block(Pool::open("coins", "Coins", own.coins.try_into().unwrap_or(i32::MAX)))
        .block(Pool::open("exp", "Experience", own.exp.into()))
}

/// A creature as anybody would see it: how it stands, no numbers; of one nobody sees, that it is there.
pub(super) fn glimpse(at: At<'_, RollHighOrDie>, who: Who, seen: bool) -> Sheet {
    let sheet = Sheet::creature(who, at.state.name(who).to_owned());
    if seen || at.state.live(who).dead { sheet.block(conditions(at, who)) } else { sheet }
}

fn conditions(at: At<'_, RollHighOrDie>, who: Who) -> Chips {
    let live = at.state.live(who);
    let mut chips = Chips::new("conditions", "Conditions");
    if live.dead {
        return chips.chip(Chip::new("dead", "Dead", Tone::Bad));
    }
    chips = chips.chip(Chip::new("stance", live.stance.name(), Tone::Neutral));
    for known in live.conditions.iter() {
        let ailment = &known.what;
        let row = crate::hurt::row_of(at.book, ailment.what);
        let good = row.is_some_and(|row| row.kind == "emboldenment");
        let tone = if good { Tone::Good } else { Tone::Bad };
        let key = format!("{}-{}", ailment.what.name(), known.id);
        let mut chip = Chip::new(key, ailment.what.name(), tone);
        if ailment.stacks > 1 {
            chip = chip.count(ailment.stacks.into());
        }
        if let Some(from) = ailment.from {
            chip = chip.source(at.state.name(from).to_owned());
        }
        chips = chips.chip(chip);
    }
    chips
}

fn things(at: At<'_, RollHighOrDie>, who: Who) -> ItemList {
    let one = at.state.one(who);
    let mut list = ItemList::new("things", "Things");
    for (number, (item, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if now.count == 0 || !now.place.is_carried() {
            continue;
        }
        let mut line = ItemLine::new(number.to_string(), item.name.clone()).tag(now.place.name());
        if now.count > 1 {
            line = line.count(now.count.into());
        }
        if now.jammed {
            line = line.tag("jammed");
        }
        if now.rounds() > 0 {
            line = line.tag(format!("{} loaded", now.rounds()));
        }
        if now.lit {
            line = line.tag(if burns(at.book, item) { "burning" } else { "ready" });
        }
        list = list.item(line.size(item.size.name()));
    }
    list
}
