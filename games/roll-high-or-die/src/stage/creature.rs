//! One creature as a stage wants it, and setting its published values one by one.

use boneyard_table::Who;
use boneyard_table::moment::Until;
use boneyard_table::stage::{Being, Stage, StageError};
use serde_json::Value;

use super::{Given, field};
use crate::book::Book;
use crate::gear::{fresh, thing};
use crate::hero::{creature_like, hero_like};
use crate::hurt::until_of;
use crate::state::{
    Ability, Ailment, Choice, Condition, Creature, DamageType, Degree, Live, Owned, Place, Rank, Shared,
    Sheet, Size, Skill, Stance, State,
};

pub(super) fn hero(book: &Book, name: &str, being: &Being) -> Result<(Creature, Given), StageError> {
    let creature = match &being.like {
        Some(id) => {
            let row = book.heroes.get(id).or_else(|| book.heroes.named(id));
            hero_like(book, row.ok_or_else(|| StageError::NoEntry { kind: "hero", id: id.clone() })?, name)
        }
        None => Creature::blank(name, Rank::Hero),
    };
    change(book, creature, name, being)
}

pub(super) fn creature(
    state: &State,
    book: &Book,
    name: &str,
    being: &Being,
) -> Result<(Creature, Given), StageError> {
    let creature = match &being.like {
        Some(id) => {
            let row = book.creatures.get(id).or_else(|| book.creatures.named(id));
            let row = row.ok_or_else(|| StageError::NoEntry { kind: "creature", id: id.clone() })?;
            creature_like(state, book, row, name)
        }
        None => Creature::blank(name, Rank::Minion),
    };
    change(book, creature, name, being)
}

fn change(
    book: &Book,
    mut creature: Creature,
    name: &str,
    being: &Being,
) -> Result<(Creature, Given), StageError> {
    // Things first, in whatever order they were written: other values are about them.
    let first = being.set.get_key_value("items");
    let rest = being.set.iter().filter(|(key, _)| *key != "items");
    let mut given = Given::default();
    for (key, value) in first.into_iter().chain(rest) {
        set(book, &mut creature, key, value).map_err(|why| field(&format!("{name}.{key}"), value, &why))?;
        given.vitality |= key == "vitality";
        given.hit_dice |= key == "hit_dice";
        given.stance |= key == "stance";
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
    Ok((creature, given))
}

/// Conditions: `effects = [{ Engaged = "Raider" }, { Exhausted = 2 }, "Hidden"]`.
pub(super) fn effects(book: &Book, stage: &Stage, state: &mut State) -> Result<(), StageError> {
    for (name, being) in stage.heroes.iter().chain(&stage.creatures) {
        let who = find(state, name)?;
        for effect in &being.effects {
            let bad = || {
                field(
                    &format!("{name}.effects"),
                    effect,
                    "write \"Hidden\", { Exhausted = 2 } or { Engaged = \"Raider\" }",
                )
            };
            let (word, value) = match effect {
                Value::String(word) => (word.as_str(), None),
                Value::Object(map) => {
                    map.iter().next().map(|(key, value)| (key.as_str(), Some(value))).ok_or_else(bad)?
                }
                _ => return Err(bad()),
            };
            let what = Condition::named(word).ok_or_else(bad)?;
            let mut ailment = Ailment { what, stacks: 1, from: None, dc: None, by: what.rule() };
            match value {
                Some(Value::String(other)) => ailment.from = Some(find(state, other)?),
                Some(Value::Number(number)) => {
                    let number =
                        number.as_u64().and_then(|number| u8::try_from(number).ok()).ok_or_else(bad)?;
                    if what == Condition::Restrained {
                        ailment.dc = Some(number);
                    } else {
                        ailment.stacks = number;
                    }
                }
                Some(_) => return Err(bad()),
                None => {}
            }
            let until =
                if stage.battle.is_some() { until_of(state, book, who, what) } else { Until::ended() };
            if let Some(live) = state.live_mut(who) {
                live.conditions.add(ailment, until);
            }
        }
    }
    Ok(())
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
    let tiny = || number().and_then(|number| u8::try_from(number).map_err(|_| "give a number from 0 to 255"));
    let whole =
        || number().and_then(|number| u16::try_from(number).map_err(|_| "give a number from 0 to 999"));
    let yes = || value.as_bool().ok_or("give true or false");
    let words = || names(value).ok_or("give a list of names");
    let word = || value.as_str().ok_or("give a name");
    if let Some(ability) = Ability::ALL.iter().copied().find(|ability| ability.key() == key) {
        sheet.scores[ability] = tiny()?;
        return Ok(());
    }
    if let Some(skill) = Skill::named(key).filter(|_| value.is_string()) {
        let degree =
            Degree::named(word()?).ok_or("there are Untrained, Learning, Competent, Expert, Master")?;
        sheet.set_degree(skill, degree);
        return Ok(());
    }
    match key {
        "vitality" => live.vitality = number()?,
        "wounds" => live.wounds = tiny()?,
        "hit_dice" => live.hit_dice = tiny()?,
        "ap" => live.ap = tiny()?,
        "dead" => live.dead = yes()?,
        "unseen" => live.unseen = yes()?,
        "airless" => live.airless = yes()?,
        "stance" => {
            live.stance = Stance::named(word()?).ok_or("there are High Ready, Low Ready, Crouched, Prone")?;
        }
        "lift" => live.lift = number()?,
        "size" => sheet.size = Size::named(word()?).ok_or("there are Tiny, Small, Medium, Large")?,
        "side" => sheet.side = tiny()?,
        "tmk" => sheet.tmk = Some(tiny()?),
        "exp" => sheet.exp = whole()?,
        "coins" => sheet.coins = whole()?.into(),
        "rank" => {
            sheet.rank = match word()? {
                "hero" => Rank::Hero,
                "named" => Rank::Named,
                "minion" => Rank::Minion,
                _ => return Err("there are hero, named, minion".into()),
            }
        }
        "max_vitality" => sheet.fixed.vitality = Some(number()?),
        "armoring" | "max_armoring" => {
            sheet.fixed.armoring = Some(whole()?);
            live.hide_lost = 0;
        }
        "reflex" => sheet.fixed.defenses[0] = Some(number()?),
        "fortitude" => sheet.fixed.defenses[1] = Some(number()?),
        "will" => sheet.fixed.defenses[2] = Some(number()?),
        "run" => sheet.fixed.run = Some(whole()?),
        "breath" => sheet.fixed.breath = Some(whole()?),
        "handless" => sheet.handless = yes()?,
        "lacks" => sheet.lacks = words()?,
        "immune" => {
            let known =
                |name: &String| Condition::named(name).ok_or_else(|| format!("there is no Condition {name}"));
            sheet.immune = words()?.iter().map(known).collect::<Result<_, _>>()?;
        }
        "resists" => sheet.resists = toward(value)?,
        "weak" => sheet.weak = toward(value)?,
        "features" => {
            let known = |name: &String| {
                let row = book.features.named(name).ok_or_else(|| format!("there is no Feature {name}"))?;
                Ok(row.id)
            };
            sheet.features = words()?.iter().map(known).collect::<Result<_, String>>()?;
        }
        "traits" => {
            let known = |name: &String| {
                let (name, choice) = name.split_once(": ").unwrap_or((name, ""));
                let row = book.traits.named(name).ok_or_else(|| format!("there is no Trait {name}"))?;
                let choice =
                    Skill::named(choice).map(Choice::Skill).or(DamageType::named(choice).map(Choice::Damage));
                Ok(Owned { what: row.id, choice })
            };
            sheet.traits = words()?.iter().map(known).collect::<Result<_, String>>()?;
        }
        "items" => {
            sheet.items.clear();
            live.items.clear();
            for name in words()? {
                push(book, live, sheet, &name);
            }
        }
        "hands" => {
            for (nth, name) in words()?.iter().enumerate() {
                let at = item(sheet, name)?;
                let both =
                    matches!(&sheet.items[at].ware, crate::state::Ware::Weapon(arms) if arms.two_handed());
                let place = if nth == 0 { Place::MainHand } else { Place::OffHand };
                live.items[at].place = if both { Place::TwoHands } else { place };
            }
            if live.items.iter().map(|item| item.place.hands()).sum::<u8>() > 2 {
                return Err("there are only two hands".into());
            }
        }
        "worn" => {
            for name in words()? {
                let at = item(sheet, &name)?;
                let head = matches!(&sheet.items[at].ware, crate::state::Ware::Armor(suit) if suit.head);
                live.items[at].place = if head { Place::Headgear } else { Place::ArmorWorn };
            }
        }
        path => return set_thing(live, sheet, path, value),
    }
    Ok(())
}

/// `{ True = 2, Fire = 3 }`
fn toward(value: &Value) -> Result<Vec<(Option<DamageType>, u8)>, String> {
    let mut all = Vec::new();
    for (name, by) in value.as_object().ok_or("write { True = 2, Fire = 3 }")? {
        let by = by.as_u64().and_then(|by| u8::try_from(by).ok()).ok_or("give a number from 0 to 255")?;
        let kind = match name.as_str() {
            "True" => None,
            name => Some(DamageType::named(name).ok_or_else(|| format!("there is no {name} Damage"))?),
        };
        all.push((kind, by));
    }
    Ok(all)
}

fn item(sheet: &Sheet, name: &str) -> Result<usize, String> {
    let known = sheet.items.iter().position(|item| item.name == name);
    known.ok_or_else(|| format!("there is no {name} among the things"))
}

fn set_thing(live: &mut Live, sheet: &mut Sheet, path: &str, value: &Value) -> Result<(), String> {
    let Some((name, part)) = path.rsplit_once('.') else {
        return Err("there is no such value to set".into());
    };
    let at = item(sheet, name)?;
    let number = || value.as_u64().and_then(|number| u16::try_from(number).ok()).ok_or("give a number");
    let yes = || value.as_bool().ok_or("give true or false");
    if part == "loaded" {
        let map = value.as_object().ok_or("write { Bolts = 1 }")?;
        let mut loaded = smallvec::SmallVec::new();
        for (shot, count) in map {
            let shot = item(sheet, shot)?;
            let count = count.as_u64().and_then(|count| u8::try_from(count).ok()).ok_or("give a number")?;
            loaded.push((shot as u8, count));
        }
        live.items[at].loaded = loaded;
        return Ok(());
    }
    let now = &mut live.items[at];
    match part {
        "count" => now.count = number()?,
        "charges" => now.charges = u8::try_from(number()?).map_err(|_| "give a smaller number")?,
        "lost" => now.lost = number()?,
        "step" => now.step = u8::try_from(number()?).map_err(|_| "give a smaller number")?,
        "jammed" => now.jammed = yes()?,
        "lit" => now.lit = yes()?,
        "place" => {
            let name = value.as_str().ok_or("give the name of a slot")?;
            now.place = Place::named(name).ok_or("there is no such slot")?;
        }
        "tags" | "material" => return set_tags(sheet, at, part, value),
        "lacks" => {
            let tag = value.as_str().ok_or("give the name of a Tag")?;
            lose_tag(sheet, at, tag)?;
        }
        _ => {
            return Err("things have count, charges, lost, step, loaded, jammed, lit, place, tags, material and lacks".into());
        }
    }
    Ok(())
}

/// Other Tags of an armor.
fn set_tags(sheet: &mut Sheet, at: usize, part: &str, value: &Value) -> Result<(), String> {
    let crate::state::Ware::Armor(suit) = &mut sheet.items[at].ware else {
        return Err("only Armor is changed like that".into());
    };
    if part == "material" {
        suit.material = Some(value.as_str().ok_or("give the name of a Material")?.to_owned());
    } else {
        suit.tags = names(value).ok_or("give a list of Tags")?;
    }
    Ok(())
}

/// A piece that lacks a mandatory Tag.
fn lose_tag(sheet: &mut Sheet, at: usize, tag: &str) -> Result<(), String> {
    match (&mut sheet.items[at].ware, tag) {
        (crate::state::Ware::Weapon(arms), "Damage Dice") => arms.dice = None,
        (crate::state::Ware::Weapon(arms), "Damage Type") => arms.kind = None,
        (crate::state::Ware::Weapon(arms), "Range") => arms.range = None,
        (crate::state::Ware::Weapon(arms), "Size") => arms.size = None,
        (crate::state::Ware::Weapon(arms), "Weapon Ability") => arms.ability.clear(),
        (crate::state::Ware::Weapon(arms), "Relevant Defense") => arms.versus = None,
        (crate::state::Ware::Shot(shot), "Damage Dice") => shot.dice = None,
        (crate::state::Ware::Armor(suit), "Style") => suit.style = None,
        (crate::state::Ware::Armor(suit), "Material") => suit.material = None,
        (crate::state::Ware::Armor(suit), "Size") => suit.size = None,
        _ => return Err("it has no such Tag".into()),
    }
    Ok(())
}

/// A new thing by name, several with a number before it.
fn push(book: &Book, live: &mut Live, sheet: &mut Sheet, name: &str) {
    let counted = name.split_once(' ').and_then(|(count, rest)| Some((count.parse::<u16>().ok()?, rest)));
    let (count, name) = counted.unwrap_or((1, name));
    let new = thing(book, name);
    let place = match &new.ware {
        crate::state::Ware::Shot(_) => Place::Quiver,
        _ => Place::Loose,
    };
    live.items.push(fresh(book, &new, place, count));
    sheet.items.push(new);
}

fn names(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// Who is called this.
pub fn find(state: &State, name: &str) -> Result<Who, StageError> {
    let known = state.everybody().find(|who| state.sheet(*who).name == name);
    known.ok_or_else(|| StageError::Unknown(name.to_owned()))
}
