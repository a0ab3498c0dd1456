//! One creature as a stage wants it, and setting its published values one by one.

use boneyard_table::stage::{Being, StageError};
use boneyard_table::{RuleId, Who};
use serde_json::Value;

use super::field;
use crate::book::Book;
use crate::gear::ware;
use crate::hero::{foe_like, prepared};
use crate::rules;
use crate::state::{
    Affliction, Attribute, Creature, Four, Item, ItemSheet, Kind, Lasting, Live, MOST_THINGS, Memorised,
    Place, Shared, Sheet, Span, State,
};

pub(super) fn hero(book: &Book, name: &str, being: &Being) -> Result<Creature, StageError> {
    let mut creature = match &being.like {
        Some(id) => {
            let row = book.heroes.get(id).or_else(|| book.heroes.named(id));
            prepared(book, row.ok_or_else(|| StageError::NoEntry { kind: "hero", id: id.clone() })?, name)
        }
        None => Creature::blank(name, Kind::Hero),
    };
    change(book, &mut creature, name, being)?;
    Ok(creature)
}

pub(super) fn foe(book: &Book, name: &str, being: &Being) -> Result<Creature, StageError> {
    let mut creature = match &being.like {
        Some(id) => {
            let row = book.foes.get(id).or_else(|| book.foes.named(id));
            foe_like(row.ok_or_else(|| StageError::NoEntry { kind: "foe", id: id.clone() })?, name)
        }
        None => Creature::blank(name, Kind::Foe),
    };
    change(book, &mut creature, name, being)?;
    Ok(creature)
}

fn change(book: &Book, creature: &mut Creature, name: &str, being: &Being) -> Result<(), StageError> {
    // Scores and things first, in whatever order they were written: other values are about them.
    let early = ["score", "items", "traits", "memorised"];
    let first = early.iter().filter_map(|key| being.set.get_key_value(*key));
    let rest = being.set.iter().filter(|(key, _)| !early.contains(&key.as_str()));
    for (key, value) in first.chain(rest) {
        set(book, creature, key, value).map_err(|why| field(&format!("{name}.{key}"), value, &why))?;
    }
    for (key, value) in &being.add {
        let names = names(value).filter(|_| key == "items");
        let names = names.ok_or_else(|| field(key, value, "only items are added, by name"))?;
        for thing in names {
            give(book, creature, &thing);
        }
    }
    if let Some((key, value)) = being.drop.first() {
        return Err(field(key, value, "set the items instead of dropping some"));
    }
    if let Some(effect) = being.effects.first() {
        return Err(field(&format!("{name}.effects"), effect, "set afflictions or tokens instead"));
    }
    Ok(())
}

/// Sets one published value of a creature.
pub fn set(book: &Book, creature: &mut Creature, key: &str, value: &Value) -> Result<(), String> {
    let mut sheet = (*creature.sheet).clone();
    set_in(book, &mut creature.live, &mut sheet, key, value)?;
    creature.sheet = Shared::new(sheet);
    let marks = |attribute| creature.live.fatigue[attribute] + creature.live.wounds[attribute];
    for (attribute, score) in creature.sheet.hero.score.each() {
        if creature.sheet.is_hero() && marks(attribute) > score {
            return Err(format!("{} holds at most {score} marks", attribute.name()));
        }
    }
    Ok(())
}

fn set_in(book: &Book, live: &mut Live, sheet: &mut Sheet, key: &str, value: &Value) -> Result<(), String> {
    let small = || {
        let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
        number.filter(|number| *number <= 99).ok_or_else(|| "give a whole number from 0 to 99".to_owned())
    };
    let coins = || {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| "give a number of coins".to_owned())
    };
    let yes = || value.as_bool().ok_or_else(|| "give true or false".to_owned());
    let words = || names(value).ok_or_else(|| "give a list of names".to_owned());
    // A single attribute by its path: `fatigue.STR`.
    let (key, part) = key.split_once('.').map_or((key, None), |(key, part)| (key, Some(part)));
    let four = |four: &mut Four| set_four(four, part, value, 9);
    match key {
        "score" => four(&mut sheet.hero.score)?,
        "proficiency" => four(&mut sheet.hero.proficiency)?,
        "fatigue" => four(&mut live.fatigue)?,
        "wounds" if sheet.is_hero() => four(&mut live.wounds)?,
        "wounds" => sheet.foe.wounds = small()?,
        "lessons" => set_four(&mut live.lessons, part, value, 12)?,
        "insight" => live.insight = small()?,
        "level" if sheet.is_hero() => sheet.hero.level = small()?,
        "level" => sheet.foe.level = small()?.max(1),
        "renown" => sheet.hero.renown = small()?,
        "hits" => live.hits = small()?,
        "armor" => {
            live.armor = small()?;
            sheet.foe.armor = sheet.foe.armor.max(live.armor);
        }
        "resistance" => sheet.foe.resistance = small()?,
        "movement" => sheet.foe.movement = small()?,
        "tags" => sheet.foe.tags = words()?,
        "mortal" => live.mortal = yes()?,
        "dead" => live.dead = yes()?,
        "away" => live.away = yes()?,
        "afflictions" => {
            let read = |name: &String| {
                let known = Affliction::ALL.into_iter().find(|what| what.name().eq_ignore_ascii_case(name));
                known.ok_or_else(|| format!("there is no affliction {name}"))
            };
            live.afflictions = words()?.iter().map(read).collect::<Result<Vec<_>, _>>()?.into();
        }
        "shield" => live.tokens.shield = small()?,
        "dodge" => live.tokens.dodge = small()?,
        "stun" => live.tokens.stun = small()?,
        "skills" => sheet.hero.skills = ids(&words()?, |name| book.skill(name).map(|row| row.id))?,
        "traits" => sheet.hero.traits = ids(&words()?, |name| book.has_trait(name).map(|row| row.id))?,
        "path" => {
            let tables = [&book.infancies, &book.careers, &book.tragedies, &book.burdens];
            let row = |name: &str| tables.iter().find_map(|table| table.named(name)).map(|row| row.id);
            sheet.hero.path = ids(&words()?, row)?;
        }
        "knows" => {
            let all = ids(&words()?, |name| power(book, sheet, name))?;
            sheet.hero.knows = all;
        }
        "memorised" => {
            let all = ids(&words()?, |name| power(book, sheet, name))?;
            live.memorised = all.into_iter().map(|what| Memorised { what, exhausted: false }).collect();
        }
        "school" => {
            sheet.hero.school = Some(one_of(value, |name| book.schools.named(name).map(|row| row.id))?);
        }
        "god" => sheet.hero.god = Some(one_of(value, |name| book.gods.named(name).map(|row| row.id))?),
        "exhausted" => {
            let all = ids(&words()?, |name| power(book, sheet, name))?;
            for known in &mut live.memorised {
                known.exhausted = all.contains(&known.what);
            }
        }
        "angered" => {
            live.lasting.retain(|lasting| lasting.by != rules::DW_PRAY_07);
            if yes()? {
                let by = rules::DW_PRAY_07;
                live.lasting.push(Lasting { by, from: None, amount: 1, ends: Span::Lasting });
            }
        }
        "silver" => sheet.hero.silver = coins()?,
        "gold" => sheet.hero.gold = coins()?,
        "counterfeit" => sheet.hero.counterfeit = coins()?,
        "items" => {
            sheet.items.clear();
            live.items.clear();
            for name in words()? {
                push(book, live, sheet, &name);
            }
        }
        thing => return set_thing(live, sheet, thing, part, value),
    }
    if sheet.items.len() > MOST_THINGS {
        return Err(format!("nobody keeps track of more than {MOST_THINGS} things"));
    }
    Ok(())
}

fn set_four(four: &mut Four, part: Option<&str>, value: &Value, most: u8) -> Result<(), String> {
    let limit = |number: u8| {
        if number <= most { Ok(number) } else { Err(format!("give numbers from 0 to {most}")) }
    };
    match part {
        Some(name) => {
            let attribute = Attribute::ALL.into_iter().find(|attribute| attribute.name() == name);
            let attribute = attribute.ok_or("there are STR, DEX, INT and PRE")?;
            let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
            four[attribute] = limit(number.ok_or_else(|| format!("give a number from 0 to {most}"))?)?;
        }
        None => {
            let map = value.as_object().ok_or("write { STR = 2, DEX = 1 }")?;
            for (name, value) in map {
                set_four(four, Some(name), value, most)?;
            }
        }
    }
    Ok(())
}

fn set_thing(
    live: &mut Live,
    sheet: &Sheet,
    thing: &str,
    part: Option<&str>,
    value: &Value,
) -> Result<(), String> {
    let Some(part) = part else { return Err("there is no such value to set".into()) };
    let Some(at) = sheet.items.iter().position(|item| item.name == thing) else {
        return Err(format!("there is no {thing}"));
    };
    let small = || {
        let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
        number.filter(|number| *number <= 99).ok_or_else(|| "give a number from 0 to 99".to_owned())
    };
    let item = &mut live.items[at];
    match part {
        "ap" => item.ap = small()?,
        "count" => item.count = small()?.max(1),
        "die" => item.die = small()?,
        "unready" => item.unready = small()?,
        "broken" => item.broken = value.as_bool().ok_or("give true or false")?,
        "wielded" => item.wielded = value.as_bool().ok_or("give true or false")?,
        "place" => {
            let places: Vec<&str> = Place::ALL.iter().map(|place| place.name()).collect();
            let known = Place::ALL.into_iter().find(|place| Some(place.name()) == value.as_str());
            item.place = known.ok_or_else(|| format!("there are {}", places.join(", ")))?;
        }
        _ => return Err("things have ap, count, die, unready, broken, wielded and place".into()),
    }
    Ok(())
}

fn ids(names: &[String], find: impl Fn(&str) -> Option<RuleId>) -> Result<Vec<RuleId>, String> {
    names.iter().map(|name| find(name).ok_or_else(|| format!("there is no {name}"))).collect()
}

fn one_of(value: &Value, find: impl Fn(&str) -> Option<RuleId>) -> Result<RuleId, String> {
    let name = value.as_str().ok_or("give a name")?;
    find(name).ok_or_else(|| format!("there is no {name}"))
}

/// A spell or a prayer: some share a name, and the one who has a mandate means the prayer.
fn power(book: &Book, sheet: &Sheet, name: &str) -> Option<RuleId> {
    let (spell, prayer) = (book.spells.named(name), book.prayers.named(name));
    let pious = sheet.has_trait(rules::DW_TRAIT_04);
    let known = if pious { prayer.or(spell) } else { spell.or(prayer) };
    known.map(|row| row.id)
}

fn give(book: &Book, creature: &mut Creature, name: &str) {
    let mut sheet = (*creature.sheet).clone();
    push(book, &mut creature.live, &mut sheet, name);
    creature.sheet = Shared::new(sheet);
}

/// A new thing by name, several with a number before it; one that is in no list takes one slot.
fn push(book: &Book, live: &mut Live, sheet: &mut Sheet, name: &str) {
    let counted = name.split_once(' ').and_then(|(count, rest)| Some((count.parse::<u8>().ok()?, rest)));
    let (count, name) = counted.unwrap_or((1, name));
    let plain = || {
        let sheet = ItemSheet {
            name: name.to_owned(),
            kind: None,
            slots: 1,
            awkward: Vec::new(),
            stack: 1,
            liquid: false,
            of: None,
            goes_off: None,
        };
        (sheet, Item::default())
    };
    let (thing, mut item) = ware(book, name).unwrap_or_else(plain);
    item.count = item.count.max(count);
    sheet.items.push(thing);
    live.items.push(item);
}

fn names(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// Who is called this.
pub fn find(state: &State, name: &str) -> Result<Who, StageError> {
    let known = state.everybody().find(|who| state.sheet(*who).name == name);
    known.ok_or_else(|| StageError::Unknown(name.to_owned()))
}
