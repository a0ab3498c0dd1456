//! Everything at the table by the paths that stories use, for the Referee's eyes; and the few names that no form reads.

use boneyard_table::{At, Who};
use serde_json::{Map, Value, json};

use crate::RollHighOrDie;
use crate::body;
use crate::gear;
use crate::sight;
use crate::state::{Ability, Arms, Defense, Place, Skill, State, Ware, WeaponTag};

/// Everything, by path.
pub fn values(at: At<'_, RollHighOrDie>) -> Value {
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

/// A command of a scenario with the number of the one who does it.
pub fn read_names(at: At<'_, RollHighOrDie>, mut command: Value) -> Value {
    if let Value::Object(map) = &mut command {
        map.values_mut().for_each(|fields| numbered(at.state, fields, "who"));
    }
    command
}

/// An answer with the number of the one who something is done against; nobody at all is nothing.
pub fn read_answer(at: At<'_, RollHighOrDie>, mut say: Value) -> Value {
    if say == "nobody" {
        return Value::Null;
    }
    numbered(at.state, &mut say, "against");
    say
}

fn numbered(state: &State, fields: &mut Value, key: &str) {
    let Some(named) = fields.get_mut(key) else { return };
    let who = named.as_str().and_then(|name| state.everybody().find(|who| state.name(*who) == name));
    if let Some(who) = who {
        *named = who.0.into();
    }
}
