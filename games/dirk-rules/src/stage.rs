//! Setting a stage: creatures like their entries with some values changed, distances, a battle
//! under way. The same values can be overruled in play.

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_table::clock::Time;
use boneyard_table::stage::{Being, Stage, StageError};
use boneyard_table::{Seat, Who};
use serde_json::Value;
use smallvec::SmallVec;

use crate::book::Book;
use crate::campaign;
use crate::fact::blank;
use crate::hero::{creature_like, give, hero_like, take_in_hand};
use crate::house::SWITCHES;
use crate::state::{
    Ability, Afflicted, Affliction, Battle, Creature, Live, MOST_THINGS, Part, PartState, Place, Shared,
    Sheet, State, Wear,
};

/// A state as a story or a new table wants it.
pub fn stage(book: &Book, stage: &Stage, seats: &BTreeMap<String, Seat>) -> Result<State, StageError> {
    let mut state = State::default();
    for (switch, value) in &stage.house {
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if !Arc::make_mut(&mut state.house).set(switch, &word) {
            return Err(StageError::switch(switch, &word, SWITCHES));
        }
    }
    for (name, being) in &stage.heroes {
        let creature = hero(book, name, being, seats.get(name).copied())?;
        state.creatures.push(Arc::new(creature));
    }
    for (name, being) in &stage.creatures {
        state.creatures.push(Arc::new(creature(book, name, being)?));
    }
    for (player, seating) in &stage.seats {
        let seat = seats.get(player).copied().unwrap_or(Seat::GM);
        for name in seating.creatures() {
            let who = find(&state, name)?;
            if let Some(sheet) = state.sheet_mut(who) {
                sheet.seat = seat;
            }
        }
    }
    for (name, being) in stage.heroes.iter().chain(&stage.creatures) {
        for effect in &being.effects {
            set_effect(&mut state, name, effect)?;
        }
    }
    for (one, other, feet) in &stage.apart {
        let feet_number = feet.trim().trim_end_matches("ft").trim_end_matches("feet").trim().parse();
        let number =
            feet_number.map_err(|_| field("apart", &Value::from(feet.clone()), "say it as \"30 ft\""))?;
        let (one, other) = (find(&state, one)?, find(&state, other)?);
        state.apart.set(one.0, other.0, number);
    }
    if let Some(battle) = &stage.battle {
        for (name, side) in &battle.sides {
            let who = find(&state, name)?;
            if let Some(sheet) = state.sheet_mut(who) {
                sheet.side = *side;
            }
        }
        let order =
            battle.order.iter().map(|name| find(&state, name)).collect::<Result<SmallVec<[Who; 8]>, _>>()?;
        let turn = match &battle.turn {
            Some(name) => {
                let who = find(&state, name)?;
                let place = order.iter().position(|known| *known == who);
                Some(place.ok_or_else(|| StageError::Unknown(name.clone()))? as u8)
            }
            None => (!order.is_empty()).then_some(0),
        };
        let round = battle.round.unwrap_or(1).try_into().unwrap_or(1);
        let scores = order.iter().map(|who| state.live(*who).score(Ability::Dex).into()).collect();
        state.battle = Some(Battle { order, scores, turn, round, shaken: Default::default() });
    }
    if let Some(clock) = &stage.clock {
        state.clock =
            clock.parse().map_err(|_| field("clock", &Value::from(clock.clone()), "say it in seconds"))?;
        state.campaign.change().now = Time(state.clock.into());
    }
    campaign::at_home(book, &mut state);
    for (what, place) in &stage.at {
        let who = match what.as_str() {
            "party" => state.everybody().filter(|who| state.sheet(*who).side == 0).collect(),
            name => vec![find(&state, name)?],
        };
        let put = campaign::set_out(book, &mut state, &who, place);
        put.map_err(|why| field(what, &Value::from(place.clone()), &why))?;
    }
    Ok(state)
}

fn hero(book: &Book, name: &str, being: &Being, seat: Option<Seat>) -> Result<Creature, StageError> {
    let seat = seat.unwrap_or(Seat::GM);
    let mut creature = match &being.like {
        Some(id) => {
            let row = book.heroes.get(id).or_else(|| book.heroes.named(id));
            hero_like(book, row.ok_or_else(|| no_entry("hero", id))?, name, seat)
        }
        None => {
            let mut creature = blank(name, None);
            let sheet = Sheet { named: true, hero: true, side: 0, seat, ..(*creature.sheet).clone() };
            creature.sheet = Shared::new(sheet);
            creature
        }
    };
    change(book, &mut creature, name, being)?;
    Ok(creature)
}

fn creature(book: &Book, name: &str, being: &Being) -> Result<Creature, StageError> {
    let mut creature = match &being.like {
        Some(id) => {
            let row = book.creatures.get(id).or_else(|| book.creatures.named(id));
            creature_like(book, row.ok_or_else(|| no_entry("creature", id))?, name)
        }
        None => blank(name, None),
    };
    change(book, &mut creature, name, being)?;
    Ok(creature)
}

fn change(book: &Book, creature: &mut Creature, name: &str, being: &Being) -> Result<(), StageError> {
    // Things first, in whatever order they were written: other values may be about them.
    let things = ["items", "armor", "hands"];
    let first = things.iter().filter_map(|key| being.set.get_key_value(*key));
    let rest = being.set.iter().filter(|(key, _)| !things.contains(&key.as_str()));
    for (key, value) in first.chain(rest) {
        set(book, creature, key, value).map_err(|why| field(&format!("{name}.{key}"), value, &why))?;
    }
    for (key, value) in &being.add {
        let names = names(value)
            .filter(|_| key == "items")
            .ok_or_else(|| field(key, value, "only items are added"))?;
        edit(creature, |live, sheet| names.iter().for_each(|thing| give(book, live, sheet, thing)));
    }
    for (key, value) in &being.drop {
        let names = names(value)
            .filter(|_| key == "items")
            .ok_or_else(|| field(key, value, "only items are dropped"))?;
        edit(creature, |live, sheet| {
            for (item, now) in sheet.items.iter().zip(live.items.iter_mut()) {
                if names.contains(&item.name) {
                    now.place = Place::Gone;
                }
            }
        });
    }
    Ok(())
}

/// Sets one published value of a creature.
pub fn set(book: &Book, creature: &mut Creature, key: &str, value: &Value) -> Result<(), String> {
    let number =
        || value.as_u64().filter(|number| *number <= 9999).ok_or("give a whole number from 0 to 9999");
    let small =
        || number().and_then(|number| u8::try_from(number).map_err(|_| "give a number from 0 to 255"));
    let medium = || number().map(|number| number as u16);
    let yes = || value.as_bool().ok_or("give true or false");
    let words = || names(value).ok_or("give a list of names");
    edit(creature, |live, sheet| -> Result<(), String> {
        match key {
            "str" | "dex" | "wil" => {
                let at = ["str", "dex", "wil"].iter().position(|name| *name == key).unwrap_or(0);
                live.scores[at] = small()?;
                sheet.full[at] = sheet.full[at].max(live.scores[at]);
            }
            "full_str" => sheet.full[0] = small()?,
            "full_dex" => sheet.full[1] = small()?,
            "full_wil" => sheet.full[2] = small()?,
            "hp" => {
                live.hp = medium()?;
                sheet.full_hp = sheet.full_hp.max(live.hp);
            }
            "full_hp" => sheet.full_hp = medium()?,
            "temp_hp" => live.temp_hp = medium()?,
            "ap" => {
                live.ap = small()?;
                sheet.full_ap = sheet.full_ap.max(live.ap);
            }
            "reactions" => live.reactions = small()?,
            "lost_reactions" => live.lost_reactions = small()?,
            "lost_actions" => live.lost_actions = small()?,
            "moved" => live.turn.moved = medium()?,
            "acted" => live.turn.acted = yes()?,
            "dead" => live.dead = yes()?,
            "down" => live.down = yes()?,
            "passed_out" => live.passed_out = yes()?,
            "ambushed" => live.ambushed = yes()?,
            "defending" => live.defending = yes()?,
            "used_charges" => live.used_charges = small()?,
            "surrendered" => live.surrendered = yes()?,
            "named" if sheet.hero && !yes()? => return Err("heroes are always named".into()),
            "named" => sheet.named = yes()?,
            "speed" => sheet.speed = small()?,
            "side" => sheet.side = small()?,
            "gems" => sheet.gems = number()? as u32,
            "tags" => sheet.tags = words()?,
            "knows" => {
                let known = |name: &String| {
                    let row = book.psychic.named(name).or_else(|| book.mutations.named(name));
                    let row = row.or_else(|| book.skills.named(name));
                    row.map(|row| row.id).ok_or_else(|| format!("there is no power {name}"))
                };
                sheet.knows = words()?.iter().map(known).collect::<Result<_, _>>()?;
            }
            "has_done" => sheet.has_done = words()?,
            "taken" => {
                let known = |name: &String| {
                    book.powerups.named(name).map(|row| row.id).ok_or_else(|| format!("there is no {name}"))
                };
                sheet.taken = words()?.iter().map(known).collect::<Result<_, _>>()?;
            }
            "backgrounds" => {
                sheet.backgrounds =
                    serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
            }
            "items" => {
                sheet.items.clear();
                live.items.clear();
                words()?.iter().for_each(|name| give(book, live, sheet, name));
            }
            "armor" => {
                let worn = |live: &Live, at: usize| live.items[at].place == Place::Worn;
                for at in 0..live.items.len() {
                    if worn(live, at) {
                        live.items[at].place = Place::Gone;
                    }
                }
                words()?.iter().for_each(|name| give(book, live, sheet, name));
            }
            "hands" => {
                let held = words()?;
                for name in &held {
                    if sheet.items.iter().all(|item| item.name != *name) {
                        give(book, live, sheet, name);
                    }
                }
                take_in_hand(live, sheet, &held);
            }
            _ => return set_other(live, sheet, key, value),
        }
        if sheet.items.len() > MOST_THINGS {
            return Err(format!("nobody keeps more than {MOST_THINGS} things"));
        }
        Ok(())
    })
}

fn set_other(live: &mut Live, sheet: &Sheet, key: &str, value: &Value) -> Result<(), String> {
    if let Some(part) = Part::ALL.iter().find(|part| part.name() == key) {
        let state: PartState =
            serde_json::from_value(value.clone()).map_err(|_| "say whole, injured or lost")?;
        live.parts[*part as usize] = state;
        return Ok(());
    }
    let Some((thing, what)) = key.rsplit_once('.') else {
        return Err("there is no such value to set".into());
    };
    let Some(at) = sheet.items.iter().position(|item| item.name == thing) else {
        return Err(format!("there is no {thing}"));
    };
    let small =
        || value.as_u64().and_then(|number| u8::try_from(number).ok()).ok_or("give a number from 0 to 255");
    let item = &mut live.items[at];
    match what {
        "durability" | "ammo" | "charges" => item.pool = small()?,
        "ap" => item.ap = small()?,
        "survived" => item.survived = small()?,
        "ready" => item.unready = !value.as_bool().ok_or("give true or false")?,
        "state" => {
            item.wear = serde_json::from_value::<Wear>(value.clone())
                .map_err(|_| "say whole, broken or destroyed")?;
        }
        "place" => {
            item.place =
                serde_json::from_value::<Place>(value.clone()).map_err(|_| "say hand, worn, pack or gone")?;
        }
        _ => return Err("things have durability, ammo, charges, ap, survived, ready, state and place".into()),
    }
    Ok(())
}

fn set_effect(state: &mut State, name: &str, effect: &Value) -> Result<(), StageError> {
    let who = find(state, name)?;
    let named = |key: &str| effect.get(key).and_then(Value::as_str);
    if let Some(holder) = named("grappled_by") {
        let holder = find(state, holder)?;
        if let Some(live) = state.live_mut(holder) {
            live.holds = Some(who);
        }
        if let Some(live) = state.live_mut(who) {
            live.held_by = Some(holder);
        }
        return Ok(());
    }
    if let Some(foe) = named("counter_against") {
        let foe = find(state, foe)?;
        if let Some(live) = state.live_mut(who) {
            live.counters.push((foe, 1));
        }
        return Ok(());
    }
    for what in Affliction::ALL {
        let Some(given) = effect.get(what.name()) else { continue };
        let by = match given.as_str() {
            Some(source) => Some(find(state, source)?),
            None => None,
        };
        if let Some(live) = state.live_mut(who) {
            live.afflicted.push(Afflicted { what, by });
        }
        return Ok(());
    }
    let known =
        "there are grappled_by, counter_against, marked, routed, taunted, entangled, enchanted and burning";
    Err(field(&format!("{name}.effects"), effect, known))
}

fn edit<T>(creature: &mut Creature, change: impl FnOnce(&mut Live, &mut Sheet) -> T) -> T {
    let mut sheet = (*creature.sheet).clone();
    let came = change(&mut creature.live, &mut sheet);
    creature.sheet = Shared::new(sheet);
    came
}

fn names(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// Who is called this.
pub fn find(state: &State, name: &str) -> Result<Who, StageError> {
    let known = state.everybody().find(|who| state.sheet(*who).name == name);
    known.ok_or_else(|| StageError::Unknown(name.to_owned()))
}

fn field(path: &str, value: &Value, why: &str) -> StageError {
    StageError::Field { path: path.to_owned(), value: value.to_string(), why: why.to_owned() }
}

fn no_entry(kind: &'static str, id: &str) -> StageError {
    StageError::NoEntry { kind, id: id.to_owned() }
}
