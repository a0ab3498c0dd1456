//! Everything at the table by the paths that stories use, and names in commands turned into
//! numbers. For the game master's eyes.

use boneyard_table::{At, Party, RuleId, Who};
use serde_json::{Map, Value, json};

use crate::DeadWeight;
use crate::gear::{encumbered, load, load_limit};
use crate::state::{Attribute, Place, State};

/// Everything, by path.
pub fn values(at: At<'_, DeadWeight>) -> Value {
    values_of(at, &|_| true)
}

/// As much of everything as is wanted, by the heads of the paths.
pub fn values_of(at: At<'_, DeadWeight>, wanted: &dyn Fn(&str) -> bool) -> Value {
    let state = at.state;
    let mut all = Map::new();
    let mut put = |head: &str, value: &dyn Fn() -> Value| {
        if wanted(head) {
            all.insert(head.to_owned(), value());
        }
    };
    for who in state.everybody() {
        put(state.name(who), &|| creature(at, who));
    }
    put("house", &|| json!(*state.house));
    put("last", &|| json!(state.last));
    put("tray", &|| json!(state.tray));
    put("doing", &|| json!(state.doing()));
    put("party", &|| {
        let list: Vec<&str> = state.party.list.iter().map(|who| state.name(*who)).collect();
        json!({ "list": list, "session": state.party.session })
    });
    put("omens", &|| json!(state.party.omens));
    put("interlude", &|| json!(state.interlude));
    put("guild", &|| crate::view::values_of_guild(at));
    put("ending", &|| json!(crate::scenario::ending(at)));
    put("battle", &|| crate::view::values_of_battle(state));
    put("expedition", &|| json!(*state.expedition));
    put("camp", &|| json!(state.camp));
    put("doom", &|| {
        let site = state.expedition.at_site();
        json!(site.map(|site| json!({ "value": site.doom, "most": site.most })))
    });
    put("here", &|| {
        let room = state.expedition.room(&state.expedition.here);
        json!(room.map(|room| room_of(state, room)))
    });
    Value::Object(all)
}

fn room_of(state: &State, room: &crate::state::Room) -> Value {
    let names = |all: &[Who]| all.iter().map(|who| state.name(*who).to_owned()).collect::<Vec<_>>();
    let loot: Vec<String> = room.loot.iter().map(crate::expedition::lying_name).collect();
    let traps: Map<String, Value> =
        room.traps.iter().map(|trap| (trap.name.clone(), json!(trap.state))).collect();
    json!({
        "flags": room.flags, "loot": loot, "traps": traps, "foes": names(&room.foes), "unaware": room.unaware,
        "peace": room.peace, "visited": room.visited,
    })
}

fn creature(at: At<'_, DeadWeight>, who: Who) -> Value {
    let one = at.state.one(who);
    let (live, sheet) = (&one.live, &one.sheet);
    let things = || sheet.items.iter().zip(&live.items).filter(|(_, now)| now.place != Place::Gone);
    let wielded: Vec<&str> =
        things().filter(|(_, now)| now.wielded).map(|(item, _)| item.name.as_str()).collect();
    let mut all = json!({
        "dead": live.dead, "away": live.away, "shield": live.tokens.shield, "dodge": live.tokens.dodges(),
        "stun": live.tokens.stun,
        "afflictions": live.afflictions.iter().map(|what| what.name()).collect::<Vec<_>>(),
        "items": things().map(|(item, _)| item.name.as_str()).collect::<Vec<_>>(), "wielded": wielded,
        "under": live.lasting.iter().map(|lasting| crate::view::name_of(at.book, lasting.by)).collect::<Vec<_>>(),
        "actions": live.turn.actions, "held_by": live.held_by.map(|who| at.state.name(who)),
    });
    let Value::Object(map) = &mut all else { return all };
    let in_fight = crate::view::values_of_fighter(at.state, who);
    map.extend(in_fight.as_object().cloned().unwrap_or_default());
    if sheet.is_hero() {
        map.extend(hero(at, who));
    } else {
        let foe = &sheet.foe;
        let numbers = json!({
            "level": foe.level, "hits": live.hits, "wounds": foe.wounds, "armor": live.armor,
            "resistance": foe.resistance, "movement": foe.movement, "tags": foe.tags,
        });
        map.extend(numbers.as_object().cloned().unwrap_or_default());
    }
    for (item, now) in sheet.items.iter().zip(&live.items) {
        let mut thing = json!({
            "place": now.place.name(), "wielded": now.wielded, "broken": now.broken, "count": now.count,
            "ap": now.ap, "slots": item.takes(now.count),
        });
        if now.die > 0 || now.place == Place::Gone {
            thing["die"] = now.die.into();
        }
        // The first of several like things is the one a path means.
        map.entry(item.name.clone()).or_insert(thing);
    }
    all
}

fn hero(at: At<'_, DeadWeight>, who: Who) -> Map<String, Value> {
    let one = at.state.one(who);
    let (live, own) = (&one.live, &one.sheet.hero);
    let name = |id: &RuleId| crate::view::name_of(at.book, *id);
    let names = |ids: &[RuleId]| ids.iter().map(name).collect::<Vec<_>>();
    let available: Map<String, Value> = Attribute::ALL
        .into_iter()
        .map(|attribute| (attribute.name().to_owned(), one.available(attribute).into()))
        .collect();
    let all = json!({
        "score": own.score, "proficiency": own.proficiency, "available": available,
        "fatigue": live.fatigue, "wounds": live.wounds, "lessons": live.lessons, "insight": live.insight,
        "mortal": live.mortal, "level": own.level, "renown": own.renown,
        "skills": names(&own.skills), "traits": names(&own.traits), "path": names(&own.path),
        "class": own.class.as_ref().map(name), "school": own.school.as_ref().map(name),
        "god": own.god.as_ref().map(name), "knows": names(&own.knows),
        "memorised": live.memorised.iter().map(|known| name(&known.what)).collect::<Vec<_>>(),
        "silver": own.silver, "gold": own.gold, "counterfeit": own.counterfeit,
        "load": load(at, who), "load_limit": load_limit(at.state, who), "encumbered": encumbered(at, who),
        "draft": one.sheet.draft,
        "exhausted": live.memorised.iter().filter(|known| known.exhausted).map(|known| name(&known.what)).collect::<Vec<_>>(),
        "retired": own.retired,
    });
    all.as_object().cloned().unwrap_or_default()
}

/// A command with numbers in the place of names.
pub fn read_names(at: At<'_, DeadWeight>, mut command: Value) -> Value {
    if let Value::Object(map) = &mut command {
        map.values_mut().for_each(|fields| spell_fields(at, None, fields));
    }
    command
}

/// The same for a deed: a name nobody has is somebody nobody has, so that it reads like the name of somebody unknown.
/// Forms read their own fields so; here it is what stands in lists and in parts of commands.
pub fn spell_deed(at: At<'_, DeadWeight>, command: Value) -> Value {
    let mut command = read_names(at, command);
    if let Value::Object(map) = &mut command {
        for fields in map.values_mut().filter_map(Value::as_object_mut) {
            if let Some(Value::Array(list)) = fields.get_mut("list") {
                list.iter_mut().filter(|one| one.is_string()).for_each(|one| *one = NOBODY.into());
            }
            fields.values_mut().for_each(nobody_else);
        }
    }
    command
}

/// No creature has this number.
const NOBODY: u16 = u16::MAX;

fn nobody_else(part: &mut Value) {
    match part {
        Value::Array(list) => list.iter_mut().for_each(nobody_else),
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::String(_) if key == "who" || key == "target" => *value = NOBODY.into(),
                    Value::Array(list) if key == "eaters" => {
                        list.iter_mut().filter(|one| one.is_string()).for_each(|one| *one = NOBODY.into());
                    }
                    _ => nobody_else(value),
                }
            }
        }
        _ => {}
    }
}

/// An answer with numbers in the place of names.
pub fn read_answer(at: At<'_, DeadWeight>, party: Party, mut say: Value) -> Value {
    let asked = match party {
        Party::Creature(who) => Some(who),
        Party::Seat(_) => None,
    };
    if let Value::String(name) = &say {
        let thing = asked.and_then(|who| item_named(at.state, who, name));
        // Somebody may be called STR or pass; where that is an answer it stays one.
        let word = Attribute::ALL.into_iter().any(|attribute| attribute.name() == name)
            || !name.starts_with(char::is_uppercase);
        let creature = creature_named(at.state, name).filter(|_| !word);
        return match (creature, thing) {
            (Some(who), _) => who.into(),
            (None, Some(item)) => item.into(),
            (None, None) if name == "nobody" || name == "nothing" => Value::Null,
            (None, None) => say,
        };
    }
    spell_fields(at, asked, &mut say);
    say
}

/// Fields that name creatures, and fields that name a thing of the one who acts.
const PEOPLE: [&str; 7] = ["who", "target", "to", "of", "from", "with", "ahead"];

fn spell_fields(at: At<'_, DeadWeight>, actor: Option<Who>, fields: &mut Value) {
    let Value::Object(map) = fields else { return };
    for (key, value) in map.iter_mut() {
        match value {
            Value::String(name) if PEOPLE.contains(&key.as_str()) => {
                if let Some(who) = creature_named(at.state, name) {
                    *value = who.into();
                }
            }
            Value::Object(_) => spell_fields(at, None, value),
            Value::Array(list) => {
                for one in list {
                    match one {
                        Value::String(name) => {
                            if let Some(who) = creature_named(at.state, name) {
                                *one = who.into();
                            }
                        }
                        other => spell_fields(at, None, other),
                    }
                }
            }
            _ => {}
        }
    }
    let named = map.get("who").and_then(Value::as_u64).and_then(|who| u16::try_from(who).ok()).map(Who);
    let actor = named.or(actor).filter(|who| at.state.creature(*who).is_some());
    for key in ["item", "on"] {
        if let Some(who) = actor
            && let Some(value) = map.get_mut(key)
            && let Some(item) = value.as_str().and_then(|name| item_named(at.state, who, name))
        {
            *value = item.into();
        }
    }
}

fn creature_named(state: &State, name: &str) -> Option<u16> {
    state.everybody().find(|who| state.name(*who) == name).map(|who| who.0)
}

/// A thing by name, one that is still there before one that is gone.
pub fn item_named(state: &State, who: Who, name: &str) -> Option<u8> {
    let one = state.creature(who)?;
    let there = |at: &usize| one.live.items.get(*at).is_some_and(|item| item.place != Place::Gone);
    let all: Vec<usize> = (0..one.sheet.items.len()).filter(|at| one.sheet.items[*at].name == name).collect();
    all.iter().find(|at| there(at)).or_else(|| all.first()).map(|at| *at as u8)
}
