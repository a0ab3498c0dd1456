//! Everything at the table by the paths that stories use, and names in commands turned into
//! numbers. For the game master's eyes.

use boneyard_table::{At, Party, Who};
use serde_json::{Map, Value, json};

use crate::DirkRules;
use crate::gear::{all_arms, load};
use crate::health::{collapsed, out};
use crate::power;
use crate::state::{Lasting, Lasts, Part, Place, State};

/// Everything, by path.
pub fn publish(at: At<'_, DirkRules>) -> Value {
    let state = at.state;
    let mut all = Map::new();
    for who in state.everybody() {
        all.insert(state.sheet(who).name.clone(), creature(at, who));
    }
    let name = |who: &Who| state.sheet(*who).name.clone();
    let battle = state.battle.as_ref().map(|battle| {
        let order: Vec<String> = battle.order.iter().map(name).collect();
        json!({ "round": battle.round, "order": order, "turn": state.acting().as_ref().map(name) })
    });
    all.insert("battle".into(), battle.unwrap_or(Value::Null));
    all.insert("clock".into(), state.clock.into());
    all.insert("house".into(), json!(*state.house));
    all.insert("last".into(), json!(state.last));
    all.insert("days".into(), json!(state.days));
    all.insert("scenario".into(), crate::scenario::publish(at));
    all.insert("world".into(), crate::world::publish(at));
    Value::Object(all)
}

fn creature(at: At<'_, DirkRules>, who: Who) -> Value {
    let (live, sheet) = (at.state.live(who), at.state.sheet(who));
    let name = |who: Who| at.state.sheet(who).name.clone();
    let placed = |place: Place| -> Vec<&str> {
        let all = sheet.items.iter().zip(&live.items);
        all.filter(|(_, now)| now.place == place).map(|(item, _)| item.name.as_str()).collect()
    };
    let items: Vec<&str> = sheet
        .items
        .iter()
        .zip(&live.items)
        .filter(|(_, now)| now.place != Place::Gone)
        .map(|(item, _)| item.name.as_str())
        .collect();
    let mut all = json!({
        "hp": live.hp, "full_hp": sheet.full_hp, "temp_hp": live.temp_hp + live.lasting.iter().map(Lasting::temp_hp).sum::<u16>(), "ap": live.ap,
        "str": live.scores[0], "dex": live.scores[1], "wil": live.scores[2],
        "full_str": sheet.full[0], "full_dex": sheet.full[1], "full_wil": sheet.full[2],
        "reactions": live.reactions, "lost_reactions": live.lost_reactions, "lost_actions": live.lost_actions,
        "dead": live.dead, "down": live.down, "passed_out": live.passed_out, "ambushed": live.ambushed,
        "collapsed": collapsed(at.state, who), "out": out(at.state, who), "defending": live.defending,
        "moved": live.turn.moved, "acted": live.turn.acted, "no_move": live.turn.no_move,
        "holds": live.holds.map(name), "held_by": live.held_by.map(name),
        "hurt_by": live.hurt_by.map(name), "rallied_by": live.rallied_by.map(name), "surrendered": live.surrendered,
        "afflicted": live.afflicted.iter().map(|known| known.what.name()).collect::<Vec<_>>(),
        "named": sheet.named, "gems": sheet.gems, "load": load(at.state, who), "speed": sheet.speed, "side": sheet.side,
        "items": items, "hands": placed(Place::Hand), "worn": placed(Place::Worn), "tags": sheet.tags,
        "backgrounds": sheet.backgrounds.iter().map(|b| b.of.clone().unwrap_or_else(|| b.kind.clone())).collect::<Vec<_>>(),
        "draft": sheet.draft, "used_charges": live.used_charges,
    });
    let Value::Object(map) = &mut all else { return all };
    map.insert("want".into(), json!(live.want));
    map.insert("lacks".into(), json!(live.want.names()));
    map.insert("rides".into(), json!(live.rides.map(name)));
    powers(at, who, map);
    for part in Part::ALL {
        map.insert(part.name().into(), json!(live.part(part)));
    }
    for &(foe, dice) in &live.counters {
        map.insert(format!("counter against {}", name(foe)), dice.into());
    }
    let feet: Map<String, Value> = at
        .state
        .everybody()
        .filter(|&other| other != who)
        .map(|other| (name(other), at.state.feet(who, other).into()))
        .collect();
    map.insert("feet".into(), Value::Object(feet));
    for (item, now) in sheet.items.iter().zip(&live.items) {
        let mut thing =
            json!({ "state": now.wear, "place": now.place, "ap": now.ap, "survived": now.survived });
        thing["weight"] = item.weight.into();
        thing["worth"] = crate::world::worth(at, item).into();
        let pool = item.kind.and_then(|kind| {
            let weapon = at.book.weapons.get(kind.as_str()).and_then(|weapon| weapon.pool);
            weapon.or_else(|| at.book.shields.get(kind.as_str()).and_then(|shield| shield.pool))
        });
        if let Some(pool) = pool {
            thing[pool.kind.name()] = now.pool.into();
        }
        if item.kind.is_some_and(|kind| at.book.gear.get(kind.as_str()).is_some()) {
            thing["left"] = now.pool.into();
        }
        if item
            .kind
            .and_then(|kind| at.book.weapons.get(kind.as_str()))
            .is_some_and(|row| row.reload || row.prepare)
        {
            thing["ready"] = (!now.unready).into();
        }
        // The first of several like things is the one a path means.
        map.entry(item.name.clone()).or_insert(thing);
    }
    all
}

/// What a creature knows, and what powers left on it.
fn powers(at: At<'_, DirkRules>, who: Who, map: &mut Map<String, Value>) {
    let (live, sheet, clock) = (at.state.live(who), at.state.sheet(who), at.state.clock);
    let temp_ap = live.under(clock).map(Lasting::temp_ap);
    let order = live.under(clock).find_map(|known| match &known.what {
        Lasts::Obeys(order) => Some(order.as_str()),
        _ => None,
    });
    let spent = live.under(clock).filter(|known| known.what == Lasts::Spent);
    let name = |id: boneyard_table::RuleId| at.book.power(id).map_or(id.as_str(), |row| &row.name);
    let unseen = at.state.everybody().filter(|&other| power::unnoticed(at.state, who, other));
    let unseen: Vec<&str> = unseen.map(|other| at.state.sheet(other).name.as_str()).collect();
    map.insert("knows".into(), json!(power::known(at.book, sheet).map(|row| &row.name).collect::<Vec<_>>()));
    map.insert("temp_ap".into(), json!(temp_ap.sum::<u16>()));
    let light = live.under(clock).filter_map(|known| match known.what {
        Lasts::Light(feet) => Some(feet),
        _ => None,
    });
    map.insert("light".into(), json!(light.max().unwrap_or(0)));
    map.insert("order".into(), json!(order));
    map.insert("spent".into(), json!(spent.map(|known| name(known.by)).collect::<Vec<_>>()));
    map.insert("does not notice".into(), json!(unseen));
    let friends = at.state.everybody().filter(|&other| power::charmed(at.state, who, other));
    let friends: Vec<&str> = friends.map(|other| at.state.sheet(other).name.as_str()).collect();
    map.insert("friends".into(), json!(friends));
    map.insert("air".into(), json!(power::air_left(live).unwrap_or(0)));
    map.insert("smoke".into(), json!(live.under(clock).any(|known| known.what == Lasts::Smoke)));
    map.insert("locked".into(), json!(power::lock_of(at, who).is_some()));
    map.insert("gait".into(), json!(crate::combat::move_limit(at, who)));
    map.insert("capacity".into(), json!(crate::gear::capacity(at, who)));
    let safe = ["fall", "blizzard", "vacuum", "sleeping-rough"];
    let safe: Vec<&str> = safe.into_iter().filter(|from| power::spared(at, who, from).is_some()).collect();
    map.insert("spared".into(), json!(safe));
    map.insert("has_done".into(), json!(sheet.has_done));
}

/// A command with numbers in the place of names.
pub fn spell(at: At<'_, DirkRules>, mut command: Value) -> Value {
    if let Value::Object(map) = &mut command {
        for fields in map.values_mut() {
            spell_fields(at, fields);
        }
    }
    command
}

/// An answer with numbers in the place of names.
pub fn spell_answer(at: At<'_, DirkRules>, party: Party, say: Value) -> Value {
    let Party::Creature(who) = party else { return say };
    match say {
        Value::String(ref name) => match creature_named(at.state, name) {
            Some(who) => who.into(),
            None if name == "nobody" => Value::Null,
            None => say,
        },
        Value::Object(_) => {
            let mut fields = say;
            if let Value::Object(map) = &mut fields {
                map.insert("who".into(), who.0.into());
            }
            spell_fields(at, &mut fields);
            if let Value::Object(map) = &mut fields {
                map.remove("who");
            }
            fields
        }
        other => other,
    }
}

fn spell_fields(at: At<'_, DirkRules>, fields: &mut Value) {
    let Value::Object(map) = fields else { return };
    for key in ["who", "on", "target", "from", "one", "other", "teacher", "ship", "body"] {
        if let Some(value) = map.get_mut(key)
            && let Some(who) = value.as_str().and_then(|name| creature_named(at.state, name))
        {
            *value = who.into();
        }
    }
    for key in ["who", "fighters", "ambushed", "targets"] {
        if let Some(Value::Array(list)) = map.get_mut(key) {
            for value in list {
                if let Some(who) = value.as_str().and_then(|name| creature_named(at.state, name)) {
                    *value = who.into();
                }
            }
        }
    }
    if let Some(Value::Object(slots)) = map.get_mut("slots") {
        for value in slots.values_mut() {
            if let Some(total) = value.as_str().and_then(|total| total.parse::<u8>().ok()) {
                *value = total.into();
            }
        }
    }
    if let Some(Value::Array(sides)) = map.get_mut("sides") {
        for side in sides {
            // Short for a side of a contest: "Brack: STR".
            if let Some((name, ability)) = side.as_str().and_then(|side| side.rsplit_once(": ")) {
                *side = json!({ "who": name, "ability": ability });
            }
            spell_fields(at, side);
        }
    }
    let who = map.get("who").and_then(Value::as_u64).and_then(|who| u16::try_from(who).ok()).map(Who);
    let Some(who) = who.filter(|who| at.state.creature(*who).is_some()) else { return };
    if let Some(value) = map.get_mut("with")
        && let Some(with) = value.as_str().and_then(|name| weapon_named(at, who, name))
    {
        *value = with;
    }
    if let Some(value) = map.get_mut("special")
        && let Some(name) = value.as_str()
        && let Some(row) = crate::combat::entry(at, who)
        && let Some(special) = row.specials.iter().position(|special| special.name == name)
    {
        *value = special.into();
    }
    // Of two people it is the other one's thing that is taken.
    let from = map.get("from").and_then(Value::as_u64).and_then(|from| u16::try_from(from).ok()).map(Who);
    let who = from.filter(|from| at.state.creature(*from).is_some()).unwrap_or(who);
    if let Some(value) = map.get_mut("item")
        && let Some(item) = value.as_str().and_then(|name| item_named(at.state, who, name))
    {
        *value = item.into();
    }
}

fn creature_named(state: &State, name: &str) -> Option<u16> {
    state.everybody().find(|who| state.sheet(*who).name == name).map(|who| who.0)
}

/// A thing by name: one in hand before one that is not, so that a broken one can be named too.
fn weapon_named(at: At<'_, DirkRules>, who: Who, name: &str) -> Option<Value> {
    if name == "fists" {
        return None;
    }
    let ready = all_arms(at, who).find(|(_, arms)| arms.name == name).map(|(with, _)| json!(with));
    ready.or_else(|| item_named(at.state, who, name).map(|item| json!({ "item": item })))
}

fn item_named(state: &State, who: Who, name: &str) -> Option<u8> {
    let sheet = state.sheet(who);
    let held = |at: &usize| state.live(who).items[*at].place != Place::Gone;
    let all: Vec<usize> = (0..sheet.items.len()).filter(|at| sheet.items[*at].name == name).collect();
    all.iter().find(|at| held(at)).or_else(|| all.first()).map(|at| *at as u8)
}
