//! One creature as a stage wants it, and setting its published values one by one.

use boneyard_table::Who;
use boneyard_table::stage::{Being, StageError};
use serde_json::Value;

use super::field;
use crate::book::Book;
use crate::house::BodyChart;
use crate::people::{foe_like, hero_like, humanoid, thing_of};
use crate::state::{Base, Condition, Creature, Item, Kind, Live, Out, Quality, Shared, Sheet, State, Takes};

pub(super) fn hero(book: &Book, chart: BodyChart, name: &str, being: &Being) -> Result<Creature, StageError> {
    let mut one = match &being.like {
        Some(id) => {
            if let Some(row) = book.roles.get(id).or_else(|| book.roles.named(id)) {
                let mut one = crate::ship::crew_member(book, chart, row, name, None);
                change(book, &mut one, name, being)?;
                return Ok(one);
            }
            let row = book.heroes.get(id).or_else(|| book.heroes.named(id));
            let row = row.ok_or_else(|| StageError::NoEntry { kind: "hero", id: id.clone() })?;
            hero_like(book, chart, row, name)
        }
        None => Creature::blank(name, Kind::Hero, humanoid(book, chart)),
    };
    change(book, &mut one, name, being)?;
    Ok(one)
}

pub(super) fn npc(book: &Book, chart: BodyChart, name: &str, being: &Being) -> Result<Creature, StageError> {
    let mut one = match &being.like {
        Some(id) => {
            let row = book.foes.get(id).or_else(|| book.foes.named(id));
            let row = row.ok_or_else(|| StageError::NoEntry { kind: "foe", id: id.clone() })?;
            foe_like(book, chart, row, name)
        }
        None => Creature::blank(name, Kind::Npc, humanoid(book, chart)),
    };
    change(book, &mut one, name, being)?;
    Ok(one)
}

fn change(book: &Book, one: &mut Creature, name: &str, being: &Being) -> Result<(), StageError> {
    // Charts, qualities and things first: other values are about them.
    let early = ["chart", "qualities", "items", "worn"];
    let first = early.iter().filter_map(|key| being.set.get_key_value(*key));
    let rest = being.set.iter().filter(|(key, _)| !early.contains(&key.as_str()));
    for (key, value) in first.chain(rest) {
        set(book, one, key, value).map_err(|why| field(&format!("{name}.{key}"), value, &why))?;
    }
    if let Some((key, value)) = being.add.iter().chain(&being.drop).next() {
        return Err(field(key, value, "set the whole list instead"));
    }
    if let Some(effect) = being.effects.first() {
        return Err(field(&format!("{name}.effects"), effect, "set conditions instead"));
    }
    if one.beaten() && one.live.out.is_none() {
        one.live.out = Some(Out::default());
    }
    Ok(())
}

/// Sets one published value of a creature.
pub fn set(book: &Book, one: &mut Creature, key: &str, value: &Value) -> Result<(), String> {
    let mut sheet = (*one.sheet).clone();
    set_in(book, &mut one.live, &mut sheet, key, value)?;
    one.live.le.resize(sheet.qualities.len(), 0);
    one.live.parts.resize(sheet.chart.len(), Default::default());
    one.live.items.resize(sheet.items.len(), Item::default());
    one.sheet = Shared::new(sheet);
    Ok(())
}

fn number(value: &Value, most: u64) -> Result<u64, String> {
    value.as_u64().filter(|number| *number <= most).ok_or_else(|| format!("give a whole number up to {most}"))
}

fn names(value: &Value) -> Result<Vec<String>, String> {
    let list = value.as_array().and_then(|list| {
        list.iter().map(|name| name.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
    });
    list.ok_or_else(|| "give a list of names".to_owned())
}

fn set_in(book: &Book, live: &mut Live, sheet: &mut Sheet, key: &str, value: &Value) -> Result<(), String> {
    let yes = || value.as_bool().ok_or_else(|| "give true or false".to_owned());
    if let Some(nth) = sheet.quality(key) {
        let level = number(value, 10)? as u8;
        sheet.qualities[usize::from(nth)].level = level.max(1);
        return Ok(());
    }
    let (key, part) = key.split_once('.').map_or((key, None), |(key, part)| (key, Some(part)));
    match (key, part) {
        ("qualities", None) => {
            let map = value.as_object().ok_or("write { Parkour = 2 }")?;
            for (name, level) in map {
                let level = number(level, 10)?.max(1) as u8;
                match sheet.quality(name) {
                    Some(nth) => sheet.qualities[usize::from(nth)].level = level,
                    None => sheet.qualities.push(Quality { level, ..Quality::new(name, "") }),
                }
            }
        }
        ("le", Some(name)) => {
            let nth = sheet.quality(name).ok_or_else(|| format!("there is no quality {name}"))?;
            live.le.resize(sheet.qualities.len(), 0);
            live.le[usize::from(nth)] = number(value, 10)? as u8;
        }
        ("le", None) => {
            for (name, le) in value.as_object().ok_or("write { thought = 9 }")? {
                set_in(book, live, sheet, &format!("le.{name}"), le)?;
            }
        }
        ("xp", None) => {
            live.xp = number(value, 9999)? as u16;
            live.growth_due = live.xp >= 100;
        }
        ("parts", Some(name)) => {
            let nth = sheet.part(name).ok_or_else(|| format!("there is no {name}"))?;
            live.parts.resize(sheet.chart.len(), Default::default());
            live.parts[usize::from(nth)].lines = number(value, 2)? as u8;
        }
        ("parts", None) => {
            for (name, lines) in value.as_object().ok_or("write { \"Left Arm\" = 1 }")? {
                set_in(book, live, sheet, &format!("parts.{name}"), lines)?;
            }
        }
        ("chart", None) => {
            let name = value.as_str().ok_or("give the name of a chart")?;
            let row = book.charts.named(name).ok_or_else(|| format!("there is no chart {name}"))?;
            sheet.chart = row.chart();
            sheet.limit = row.limit;
            live.parts.clear();
        }
        ("limit", None) => sheet.limit = Some(number(value, 20)? as u8),
        ("conditions", None) => {
            live.conditions.clear();
            for name in names(value)? {
                live.conditions.push(condition(book, &name));
            }
        }
        ("permanent", None) => {
            for name in names(value)? {
                live.conditions.push(Condition { permanent: true, ..condition(book, &name) });
            }
        }
        ("unconscious", None) => live.out = yes()?.then(Out::default),
        ("deadline", None) => {
            let out = live.out.unwrap_or_default();
            live.out = Some(Out { deadline: Some(number(value, u64::MAX / 2)?), ..out });
        }
        ("dead", None) => live.dead = yes()?,
        ("down", None) => live.down = yes()?,
        ("side", None) => sheet.side = number(value, 9)? as u8,
        ("essence_of", None) => {
            let map = value.as_object().ok_or("write { aura = \"Hot\", skills = [\"Grab\"] }")?;
            let aura = map.get("aura").and_then(Value::as_str).map(str::to_owned);
            let mut own = crate::state::Essence { aura, ..Default::default() };
            for name in map.get("skills").map_or(Ok(Vec::new()), names)? {
                let row = book.skills.named(&name).ok_or_else(|| format!("there is no skill {name}"))?;
                own.skills.push(row.id);
            }
            if sheet.quality("Essence").is_none() {
                sheet.qualities.push(Quality::new("Essence", ""));
            }
            sheet.essence = Some(own);
        }
        ("strained", None) => live.essence.strain = yes()?.then(Default::default),
        ("height", None) => sheet.bio.height = value.as_str().ok_or("give words")?.to_owned(),
        ("build", None) => sheet.bio.build = value.as_str().ok_or("give words")?.to_owned(),
        ("role", None) => sheet.role = Some(value.as_str().ok_or("give a role")?.to_owned()),
        ("weight", None) => sheet.bio.weight = number(value, 9999)? as u16,
        ("backstory", None) => sheet.bio.backstory = value.as_str().ok_or("give words")?.to_owned(),
        ("personality", None) => sheet.bio.personality = value.as_str().ok_or("give words")?.to_owned(),
        ("items", None) => {
            sheet.items.clear();
            live.items.clear();
            for name in names(value)? {
                sheet.items.push(thing_of(book, &sheet.chart, &name));
                live.items.push(Item::default());
            }
        }
        ("worn", None) => {
            for name in names(value)? {
                sheet.items.push(thing_of(book, &sheet.chart, &name));
                live.items.push(Item { worn: true, ..Item::default() });
            }
        }
        ("hands", None) => {
            for (hand, thing) in value.as_object().ok_or("write { \"Right Hand\" = \"knife\" }")? {
                let part = sheet.part(hand).ok_or_else(|| format!("there is no {hand}"))?;
                let name = thing.as_str().ok_or("give the name of a thing")?;
                let nth = match sheet.item(name) {
                    Some(nth) => usize::from(nth),
                    None => {
                        sheet.items.push(thing_of(book, &sheet.chart, name));
                        sheet.items.len() - 1
                    }
                };
                live.items.resize(sheet.items.len(), Item::default());
                live.items[nth].hand = Some(part);
            }
        }
        (turn @ ("active" | "passive" | "moved" | "acted"), None) => {
            let now = yes()?;
            match turn {
                "active" => live.turn.active = now,
                "passive" => live.turn.passive = now,
                "moved" => live.turn.moved = now,
                _ => live.turn.over = now,
            }
        }
        (thing, Some(part)) => return set_thing(live, sheet, thing, part, value),
        _ => return Err("there is no such value to set".into()),
    }
    Ok(())
}

fn condition(book: &Book, name: &str) -> Condition {
    let row = book.status(name);
    let takes = row.and_then(|(row, _)| row.takes.as_ref()).map(|amount| {
        let each = amount.dice.parse().unwrap_or(1);
        if amount.is("dice") { Takes::Dice(each) } else { Takes::Points(each) }
    });
    Condition {
        name: name.into(),
        kind: row.map_or_else(|| name.into(), |(row, _)| row.name.clone()),
        intensity: row.map_or(1, |(_, step)| step),
        quality: row.and_then(|(row, _)| row.quality.as_deref()).and_then(Base::named),
        takes: takes.unwrap_or_default(),
        part: None,
        effect: row.map_or_else(|| "roleplay only".into(), |(row, _)| row.text.clone()),
        cause: "".into(),
        cause_gone: false,
        since: 0,
        since_round: None,
        permanent: false,
    }
}

fn set_thing(live: &mut Live, sheet: &Sheet, thing: &str, part: &str, value: &Value) -> Result<(), String> {
    if let (Some(at), "cause_gone") = (live.conditions.iter().position(|own| &*own.name == thing), part) {
        live.conditions[at].cause_gone = value.as_bool().ok_or("give true or false")?;
        return Ok(());
    }
    let nth = sheet.item(thing).ok_or_else(|| format!("there is no {thing}"))?;
    live.items.resize(sheet.items.len(), Item::default());
    let item = &mut live.items[usize::from(nth)];
    match part {
        "marks" => item.marks = number(value, 2)? as u8,
        "count" => item.count = number(value, 99)?.max(1) as u8,
        "worn" => item.worn = value.as_bool().ok_or("give true or false")?,
        "ruined" => item.ruined = value.as_bool().ok_or("give true or false")?,
        _ => return Err("things have marks, count, worn and ruined".into()),
    }
    Ok(())
}

/// Who is called this.
pub fn find(state: &State, name: &str) -> Result<Who, StageError> {
    state.named(name).ok_or_else(|| StageError::Unknown(name.to_owned()))
}
