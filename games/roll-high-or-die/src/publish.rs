//! Everything at the table by the paths that stories use, and names in commands turned into numbers. For the Referee's
//! eyes.

use boneyard_table::{At, Party, Who};
use serde_json::{Map, Value, json};

use crate::RollHighOrDie;
use crate::body;
use crate::gear;
use crate::sight;
use crate::state::{Ability, Arms, Defense, Place, Skill, Spot, State, Ware, WeaponTag};

/// Everything, by path.
pub fn publish(at: At<'_, RollHighOrDie>) -> Value {
    let state = at.state;
    let mut all = Map::new();
    for who in state.everybody() {
        all.insert(state.name(who).to_owned(), creature(at, who));
    }
    all.insert("house".into(), json!(*state.house));
    all.insert("last".into(), json!(state.last));
    all.insert("now".into(), json!(format!("{:02}:{:02}", state.now.0 / 3600, state.now.0 / 60 % 60)));
    all.insert("seconds".into(), json!(state.now.0));
    let battle = state.encounter.as_ref().map(|encounter| {
        let order = encounter.order.places().iter().map(|place| state.name(place.who)).collect::<Vec<_>>();
        let totals = encounter.order.places().iter().map(|place| place.key.total).collect::<Vec<_>>();
        let turn = encounter.acting().map(|who| state.name(who));
        json!({ "round": encounter.order.round(), "turn": turn, "order": order, "totals": totals })
    });
    all.insert("battle".into(), json!(battle));
    let floors: Map<String, Value> = state
        .board
        .iter()
        .flat_map(|board| board.floors.iter())
        .map(|floor| (floor.at.to_string(), json!(floor.is)))
        .collect();
    all.insert("floors".into(), Value::Object(floors));
    let weather = crate::living::weather(state, at.book).map_or("Clear", |row| row.name.as_str());
    all.insert("weather".into(), json!(weather));
    let under_way = state.scenario.as_deref();
    all.insert("ending".into(), json!(under_way.and_then(|one| one.ending).map(crate::state::Ending::name)));
    all.insert("scene".into(), json!(under_way.map(|one| one.scene)));
    all.insert("alarm".into(), json!(under_way.and_then(|one| one.alarm)));
    let traps = state.board.iter().flat_map(|board| &board.traps);
    let traps: Map<String, Value> = traps
        .map(|trap| (trap.at.to_string(), json!({ "what": trap.what, "noticed": trap.noticed })))
        .collect();
    all.insert("traps".into(), Value::Object(traps));
    let attitudes: Map<String, Value> = state
        .attitudes
        .iter()
        .map(|(who, attitude)| (state.name(*who).to_owned(), json!(attitude.name())))
        .collect();
    all.insert("attitudes".into(), Value::Object(attitudes));
    all.insert("day".into(), json!(state.days.day));
    all.insert("watches".into(), json!(state.days.spent));
    all.insert("miles".into(), json!(state.days.miles));
    let tents = state.days.watch.iter().flat_map(|watch| &watch.tents);
    all.insert("tents".into(), json!(tents.map(|who| state.name(*who)).collect::<Vec<_>>()));
    Value::Object(all)
}

fn creature(at: At<'_, RollHighOrDie>, who: Who) -> Value {
    let (state, book) = (at.state, at.book);
    let one = state.one(who);
    let (live, sheet) = (&one.live, &one.sheet);
    let things = || {
        let all = sheet.items.iter().zip(&live.items);
        all.filter(|(_, now)| now.place.is_carried() && now.count > 0)
    };
    let held: Vec<&str> =
        things().filter(|(_, now)| now.place.is_held()).map(|(item, _)| item.name.as_str()).collect();
    let mut conditions: Map<String, Value> = Map::new();
    let mut from: Map<String, Value> = Map::new();
    for known in live.conditions.iter() {
        let name = known.what.what.name();
        let before = conditions.get(name).and_then(Value::as_u64).unwrap_or(0);
        conditions.insert(name.to_owned(), json!(before + u64::from(known.what.stacks)));
        if let Some(source) = known.what.from {
            let list = from.entry(name.to_owned()).or_insert_with(|| json!([]));
            if let Value::Array(list) = list {
                list.push(json!(state.name(source)));
            }
        }
    }
    let defense = |which| body::defense_now(state, book, who, which);
    let traits: Vec<&str> = sheet.traits.iter().map(|own| book.name_of(own.what)).collect();
    let mut all = json!({
        "vitality": live.vitality, "max_vitality": body::max_vitality(state, book, who), "wounds": live.wounds,
        "hit_dice": live.hit_dice, "max_hit_dice": body::hit_dice(state, who),
        "hit_die": body::hit_die(state, book, who), "ap": live.ap, "full_ap": body::ap(state, book, who),
        "dead": live.dead, "stance": live.stance.name(), "at": live.at, "lift": live.lift, "away": live.away,
        "unseen": live.unseen, "airless": live.airless, "side": sheet.side, "size": sheet.size.name(),
        "tmk": body::tmk(state, who), "exp": sheet.exp, "coins": sheet.coins,
        "reflex": defense(Defense::Reflex), "fortitude": defense(Defense::Fortitude), "will": defense(Defense::Will),
        "armoring": body::armoring(state, book, who),
        "max_armoring": gear::pieces(state, book, who).iter().map(|piece| piece.value).sum::<u16>(),
        "run": body::run(state, book, who), "breath": body::breath(state, book, who),
        "death_line": body::death_line(state, book, who), "slots": body::slots(state, book, who),
        "conditions": conditions, "from": from,
        "is": live.conditions.iter().map(|known| known.what.what.name()).collect::<Vec<_>>(), "light": sight::light_of(state, book, who).name(),
        "items": things().map(|(item, _)| item.name.as_str()).collect::<Vec<_>>(), "hands": held,
        "features": sheet.features.iter().map(|id| book.name_of(*id)).collect::<Vec<_>>(), "traits": traits,
        "step": crate::hero::step_of(state, who).map(crate::state::Step::name),
        "results": sheet.draft.as_ref().map(|draft| draft.results.clone()),
        "concept": sheet.concept,
    });
    let sees: Map<String, Value> = state
        .here()
        .filter(|other| *other != who)
        .map(|other| {
            let cover = sight::crossed(state, book, who, other)
                .map(|cover| sight::raised(cover, state.live(other).stance).name());
            let told = json!({
                "sight": sight::sees(state, book, who, other), "cover": cover,
                "feet": sight::distance(state, who, other), "high": sight::high_ground(state, who, other),
                "regard": state.regard(who, other).name(),
            });
            (state.name(other).to_owned(), told)
        })
        .collect();
    let Value::Object(map) = &mut all else { return all };
    map.insert("to".into(), Value::Object(sees));
    let had = &sheet.day;
    let practice: Map<String, Value> =
        sheet.practice.iter().map(|(skill, watches)| (skill.name().to_owned(), json!(watches))).collect();
    map.insert("meals".into(), json!(had.meals));
    map.insert("water".into(), json!(had.water));
    map.insert("slept".into(), json!(had.slept));
    map.insert("tended".into(), json!(had.tended));
    map.insert("practice".into(), Value::Object(practice));
    map.insert("spends".into(), json!(state.days.spends(who).map(crate::state::Spending::name)));
    for ability in Ability::ALL {
        map.insert(ability.key().to_owned(), sheet.scores[*ability].into());
        let short = ability.key()[..3].to_owned();
        map.insert(short, json!(body::modifier(state, who, *ability)));
    }
    for skill in Skill::ALL.iter().filter(|skill| !skill.is_defense()) {
        map.insert(skill.key(), json!(sheet.degree(*skill).name()));
        let sums = crate::check::skill_sums(state, book, who, *skill, &[]);
        map.insert(format!("{}_bonus", skill.key()), json!(sums.total()));
    }
    for (item, now) in sheet.items.iter().zip(&live.items) {
        let thing = json!({
            "place": now.place.name(), "count": now.count, "charges": now.charges, "step": now.step,
            "loaded": now.rounds(), "jammed": now.jammed, "lost": now.lost, "lit": now.lit,
            "at": match now.place { Place::Floor(spot) => json!(spot), _ => Value::Null },
            "tags": match &item.ware { Ware::Weapon(arms) => tags(arms), _ => Value::Null },
            "made": match &item.ware { Ware::Weapon(arms) => made(arms), _ => Value::Null },
            "rework": now.rework.as_ref().map(|rework| rework.done), "size": item.size.name(),
        });
        // The first of several like things is the one a path means.
        map.entry(item.name.clone()).or_insert(thing);
    }
    all
}

/// The Tags a weapon cannot do without.
fn made(arms: &Arms) -> Value {
    json!({
        "size": arms.size, "range": arms.range, "ability": arms.ability, "versus": arms.versus,
        "dice": arms.dice, "type": arms.kind, "w": arms.w(),
    })
}

/// The optional Tags of a weapon, by their names.
fn tags(arms: &Arms) -> Value {
    let word = |tag: &WeaponTag| match json!(tag) {
        Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    json!(arms.tags.iter().map(word).collect::<Vec<_>>())
}

/// A command with numbers in the place of names.
pub fn spell(at: At<'_, RollHighOrDie>, mut command: Value) -> Value {
    if let Value::Object(map) = &mut command {
        map.values_mut().for_each(|fields| spell_fields(at, None, fields));
    }
    command
}

/// The same for a deed: a name nobody has is somebody nobody has, so that it reads like the name of somebody unknown.
pub fn spell_deed(at: At<'_, RollHighOrDie>, command: Value) -> Value {
    let mut command = spell(at, command);
    if let Value::Object(map) = &mut command {
        map.values_mut().for_each(nobody_else);
    }
    command
}

/// No creature has this number.
const NOBODY: u16 = u16::MAX;

fn nobody_else(fields: &mut Value) {
    let Value::Object(map) = fields else { return };
    for (key, value) in map.iter_mut() {
        match value {
            // Some lines begin at a space.
            Value::String(name) if PEOPLE.contains(&key.as_str()) && name.parse::<Spot>().is_err() => {
                *value = NOBODY.into();
            }
            Value::Array(list) if LISTS.contains(&key.as_str()) => {
                list.iter_mut().filter(|one| one.is_string()).for_each(|one| *one = NOBODY.into());
            }
            Value::Array(list) => list.iter_mut().for_each(nobody_else),
            Value::Object(_) => nobody_else(value),
            _ => {}
        }
    }
}

/// An answer with numbers in the place of names.
pub fn spell_answer(at: At<'_, RollHighOrDie>, party: Party, mut say: Value) -> Value {
    let asked = match party {
        Party::Creature(who) => Some(who),
        Party::Seat(_) => None,
    };
    if say == Value::String("nobody".into()) {
        return Value::Null;
    }
    spell_fields(at, asked, &mut say);
    say
}

/// Fields that name creatures.
const PEOPLE: [&str; 6] = ["who", "target", "of", "from", "against", "navigator"];
/// Fields that name a thing of whoever acts, by its number.
const THINGS: [&str; 2] = ["item", "thing"];
/// Lists of creatures.
const LISTS: [&str; 6] = ["fighters", "ambush", "to", "guards", "overcome", "tents"];

fn spell_fields(at: At<'_, RollHighOrDie>, actor: Option<Who>, fields: &mut Value) {
    let Value::Object(map) = fields else { return };
    for (key, value) in map.iter_mut() {
        match value {
            Value::String(name) if PEOPLE.contains(&key.as_str()) => {
                if let Some(who) = creature_named(at.state, name) {
                    *value = who.into();
                }
            }
            Value::Array(list) if LISTS.contains(&key.as_str()) => {
                for one in list {
                    if let Some(who) = one.as_str().and_then(|name| creature_named(at.state, name)) {
                        *one = who.into();
                    }
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|one| spell_fields(at, None, one)),
            Value::Object(_) => spell_fields(at, None, value),
            _ => {}
        }
    }
    let number = |key: &str| map.get(key).and_then(Value::as_u64).and_then(|who| u16::try_from(who).ok());
    let owner = number("of").or(number("who")).map(Who).or(actor);
    let owner = owner.filter(|who| at.state.creature(*who).is_some());
    for key in THINGS {
        let named = map.get(key).and_then(Value::as_str).map(str::to_owned);
        if let (Some(who), Some(name)) = (owner, named)
            && let Some(item) = item_named(at.state, who, &name)
        {
            map.insert(key.to_owned(), item.into());
        }
    }
}

fn creature_named(state: &State, name: &str) -> Option<u16> {
    state.everybody().find(|who| state.name(*who) == name).map(|who| who.0)
}

/// A thing by name, one that is still there before one that is gone.
fn item_named(state: &State, who: Who, name: &str) -> Option<u8> {
    let one = state.creature(who)?;
    let all: Vec<usize> = (0..one.sheet.items.len()).filter(|at| one.sheet.items[*at].name == name).collect();
    let there = |at: &&usize| {
        one.live.items.get(**at).is_some_and(|item| item.place != Place::Gone && item.count > 0)
    };
    all.iter().find(there).or(all.first()).and_then(|at| u8::try_from(*at).ok())
}
