//! One creature as a stage wants it, and setting its published values one by one.

use boneyard_table::Who;
use boneyard_table::moment::Until;
use boneyard_table::stage::{Being, StageError};
use serde_json::Value;

use super::field;
use crate::book::Book;
use crate::gear::{creature_like, found, hero_like, in_hand, object_like};
use crate::rules;
use crate::state::{
    Ability, Affect, Condition, Creature, DamageType, Fate, Kind, Known, Level, Live, Place, Proficiency,
    Shared, Sheet, Size, State, What,
};

pub(super) fn hero(book: &Book, name: &str, being: &Being) -> Result<(Creature, Option<i16>), StageError> {
    let creature = match &being.like {
        Some(id) => {
            let row = book.heroes.get(id).or_else(|| book.heroes.named(id));
            hero_like(book, row.ok_or_else(|| StageError::NoEntry { kind: "hero", id: id.clone() })?, name)
        }
        None => Creature::blank(name, Kind::Hero),
    };
    change(book, creature, name, being, None)
}

pub(super) fn creature(
    book: &Book,
    name: &str,
    being: &Being,
) -> Result<(Creature, Option<i16>), StageError> {
    let creature = match &being.like {
        Some(id) => {
            let row = book.creatures.get(id).or_else(|| book.creatures.named(id));
            let object = book.objects.get(id).or_else(|| book.objects.named(id));
            match (row, object) {
                (Some(row), _) => creature_like(book, row, name),
                (None, Some(row)) => object_like(row, name),
                (None, None) => return Err(StageError::NoEntry { kind: "creature", id: id.clone() }),
            }
        }
        None => Creature::blank(name, Kind::Creature),
    };
    change(book, creature, name, being, None)
}

fn change(
    book: &Book,
    mut creature: Creature,
    name: &str,
    being: &Being,
    mut hp: Option<i16>,
) -> Result<(Creature, Option<i16>), StageError> {
    // Things first, in whatever order they were written: other values are about them.
    let first = being.set.get_key_value("items");
    let rest = being.set.iter().filter(|(key, _)| *key != "items");
    for (key, value) in first.into_iter().chain(rest) {
        set(book, &mut creature, key, value).map_err(|why| field(&format!("{name}.{key}"), value, &why))?;
        if key == "hp" {
            hp = Some(creature.live.hp);
        }
    }
    for (key, value) in &being.add {
        let names = names(value).filter(|_| key == "items");
        let names = names.ok_or_else(|| field(key, value, "only items are added, by name"))?;
        let mut sheet = (*creature.sheet).clone();
        for thing in names {
            push(book, &mut creature.live, &mut sheet, &thing);
        }
        creature.sheet = Shared::new(sheet);
    }
    if let Some((key, value)) = being.drop.first() {
        return Err(field(key, value, "set the items instead of dropping some"));
    }
    if let Some(effect) = being.effects.first() {
        return Err(field(&format!("{name}.effects"), effect, "set conditions instead"));
    }
    Ok((creature, hp))
}

/// The one who is set to 0 HP or less is dying, unless said otherwise.
pub(super) fn settle_fate(live: &mut Live) {
    if live.hp <= 0 && live.fate == Fate::Up {
        (live.fate, live.prone) = (Fate::Dying, true);
    }
}

/// Sets one published value of a creature.
pub fn set(book: &Book, creature: &mut Creature, key: &str, value: &Value) -> Result<(), String> {
    let mut sheet = (*creature.sheet).clone();
    set_in(book, &mut creature.live, &mut sheet, key, value)?;
    creature.sheet = Shared::new(sheet);
    Ok(())
}

fn set_in(book: &Book, live: &mut Live, sheet: &mut Sheet, key: &str, value: &Value) -> Result<(), String> {
    let number = || {
        let number = value.as_i64().and_then(|number| i16::try_from(number).ok());
        number.filter(|number| (-99..=999).contains(number)).ok_or("give a number from -99 to 999")
    };
    let small = || number().and_then(|number| i8::try_from(number).map_err(|_| "give a smaller number"));
    let tiny = || number().and_then(|number| u8::try_from(number).map_err(|_| "give a number from 0 to 99"));
    let yes = || value.as_bool().ok_or("give true or false");
    let words = || names(value).ok_or("give a list of names");
    let word = || value.as_str().ok_or("give a name");
    if let Some(ability) = Ability::ALL.into_iter().find(|ability| ability.key() == key) {
        sheet.scores[ability] = small()?;
        return Ok(());
    }
    if let Some(what) = Proficiency::named(key) {
        let level = Level::named(word()?).ok_or("there are Untrained, Trained, Expert, Master, Legendary")?;
        sheet.trained.set(what, level);
        return Ok(());
    }
    match key {
        "hp" => {
            live.hp = number()?;
            live.fate = Fate::Up;
        }
        "max_hp" => sheet.fixed.hp = Some(number()?),
        "ac" => sheet.fixed.ac = Some(small()?),
        "speed" => sheet.fixed.speed = Some(u16::try_from(number()?).map_err(|_| "give feet")?),
        "perception_bonus" => sheet.fixed.perception = Some(small()?),
        "stealth_bonus" => sheet.fixed.stealth = Some(small()?),
        "size" => sheet.size = Size::named(word()?).ok_or("there are Tiny, Small, Medium, Large, Huge")?,
        "side" => sheet.side = tiny()?,
        "important" => sheet.fixed.important = yes()?,
        "prone" => live.prone = yes()?,
        "dead" => live.fate = if yes()? { Fate::Dead } else { Fate::Up },
        "stable" => {
            live.fate = if yes()? { Fate::Stable(boneyard_table::clock::Time(7200)) } else { Fate::Up };
            live.prone = true;
        }
        "unseen" => live.unseen = yes()?,
        "reaction" => live.reaction = yes()?,
        "magic_dice" => sheet.fixed.magic_dice = tiny()?,
        "instability" => live.instability = tiny()?,
        "silver" => sheet.silver = u32::try_from(number()?).map_err(|_| "give silver pieces")?,
        "species" => sheet.species = word()?.to_owned(),
        "conditions" => conditions(live, &words()?)?,
        "resist" | "weak" | "immune" => defences(sheet, key, value)?,
        "talents" => {
            let map = value.as_object().ok_or("write { Tough = 1 }")?;
            sheet.talents.clear();
            for (name, level) in map {
                let row = book.talents.named(name).ok_or_else(|| format!("there is no Talent {name}"))?;
                let level = level.as_u64().and_then(|level| u8::try_from(level).ok());
                sheet.talents.push((row.id, level.filter(|level| *level <= 5).ok_or("give a level")?));
            }
        }
        "style" => {
            let row = book.talents.named(word()?).filter(|row| row.style.is_some());
            live.style = Some(row.ok_or("there is no such Fighting Style")?.id);
        }
        "spells" => {
            let skill = Proficiency::Arcana;
            let known = |name: &String| {
                let row = book.spells.named(name).ok_or_else(|| format!("there is no spell {name}"))?;
                Ok(Known { spell: row.id, skill })
            };
            sheet.spells = words()?.iter().map(known).collect::<Result<_, String>>()?;
        }
        "items" => {
            sheet.items.clear();
            live.items.clear();
            for name in words()? {
                push(book, live, sheet, &name);
            }
        }
        "hands" => {
            for name in words()? {
                let at = item(sheet, &name)?;
                live.items[at].place = in_hand(&sheet.items[at]);
            }
            if live.items.iter().map(|item| item.place.hands()).sum::<u8>() > 2 {
                return Err("there are only two hands".into());
            }
        }
        "worn" => {
            let at = item(sheet, word()?)?;
            live.items[at].place = Place::Worn;
        }
        path => return set_thing(live, sheet, path, value),
    }
    Ok(())
}

fn conditions(live: &mut Live, names: &[String]) -> Result<(), String> {
    for name in names {
        // `Immobilized 6` states the DC to escape it.
        let (name, escape) = match name.split_once(' ') {
            Some((name, dc)) => (name, Some(dc.parse::<u8>().map_err(|_| "write Immobilized 6")?)),
            None => (name.as_str(), None),
        };
        let condition = Condition::named(name).ok_or_else(|| format!("there is no condition {name}"))?;
        let what = What::Is(condition, escape);
        live.affects.add(Affect { what, by: rules::DT_CORE_02, from: None }, Until::ended());
        if condition == Condition::Unconscious {
            live.prone = true;
        }
    }
    Ok(())
}

fn defences(sheet: &mut Sheet, key: &str, value: &Value) -> Result<(), String> {
    let kind = |name: &str| DamageType::named(name).ok_or_else(|| format!("there is no {name} damage"));
    let against = &mut sheet.fixed.defences;
    if key == "immune" {
        let names = names(value).ok_or("give a list of damage types")?;
        against.immune = names.iter().map(|name| kind(name)).collect::<Result<_, _>>()?;
        return Ok(());
    }
    for (name, by) in value.as_object().ok_or("write { piercing = 2 }")? {
        let by = by.as_u64().and_then(|by| u8::try_from(by).ok()).ok_or("give a number")?;
        match key {
            "resist" if name == "all" => against.resist.push((None, by)),
            "resist" => against.resist.push((Some(kind(name)?), by)),
            _ => against.weak.push((kind(name)?, by)),
        }
    }
    Ok(())
}

fn item(sheet: &Sheet, name: &str) -> Result<usize, String> {
    let known = sheet.items.iter().position(|item| item.name == name);
    known.ok_or_else(|| format!("there is no {name} among the things"))
}

fn set_thing(live: &mut Live, sheet: &Sheet, path: &str, value: &Value) -> Result<(), String> {
    let Some((name, part)) = path.rsplit_once('.') else {
        return Err("there is no such value to set".into());
    };
    let at = item(sheet, name)?;
    let now = &mut live.items[at];
    let number = || value.as_u64().and_then(|number| u16::try_from(number).ok()).ok_or("give a number");
    match part {
        "left" => now.left = number()?,
        "count" => now.count = number()?,
        "lit" => now.lit = value.as_bool().ok_or("give true or false")?.then(Default::default),
        "hood" => now.hood = value.as_bool().ok_or("give true or false")?,
        "place" => {
            now.place = match value.as_str() {
                Some("hand") => Place::Hand,
                Some("hands") => Place::Hands,
                Some("worn") => Place::Worn,
                Some("pack") => Place::Pack,
                Some("floor") => Place::Floor(live.at),
                _ => return Err("there are hand, hands, worn, pack, floor".into()),
            }
        }
        _ => return Err("things have left, count, lit, hood and place".into()),
    }
    Ok(())
}

/// A new thing by name, several with a number before it.
fn push(book: &Book, live: &mut Live, sheet: &mut Sheet, name: &str) {
    let counted = name.split_once(' ').and_then(|(count, rest)| Some((count.parse::<u16>().ok()?, rest)));
    let (count, name) = counted.unwrap_or((1, name));
    let (thing, mut item) = found(book, name);
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
