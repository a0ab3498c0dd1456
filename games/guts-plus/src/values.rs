//! Everything at the table by the paths that stories use, and names in commands turned into
//! numbers. For the game master's eyes.

use boneyard_table::{At, Party, Who};
use serde_json::{Map, Value, json};

use crate::GutsPlus;
use crate::state::{DAY, HOUR, MINUTE, State};

/// Everything, by path.
pub fn values(at: At<'_, GutsPlus>) -> Value {
    let state = at.state;
    let mut all = Map::new();
    for who in state.everybody() {
        all.insert(state.name(who).to_owned(), creature(at, who));
    }
    all.insert("house".into(), json!(*state.house));
    all.insert("last".into(), last(state));
    all.insert("tray".into(), json!(state.tray));
    all.insert("battle".into(), battle(state));
    all.insert("clock".into(), json!(clock(state.clock)));
    all.insert("scene".into(), json!(state.scene));
    all.insert("session".into(), json!(state.session));
    all.insert("stopped".into(), json!(state.stopped));
    all.insert("decisions".into(), json!(*state.decisions));
    all.insert("desk".into(), json!(*state.desk));
    all.insert("ship".into(), json!(state.ship));
    let fought = || Some(state.fought.clone()).filter(|words| !words.is_empty() && state.battle.is_none());
    let ending = if state.ship.is_some() { crate::ship::told(state) } else { fought() };
    all.extend(ending.map(|ending| ("ending".to_owned(), json!(ending))));
    all.insert("lingering".into(), json!(state.lingering));
    Value::Object(all)
}

/// "day 2 08:05".
pub fn clock(seconds: u64) -> String {
    format!("day {} {}", seconds / DAY, hour(seconds))
}

/// "08:05".
pub fn hour(seconds: u64) -> String {
    let rest = seconds % DAY;
    format!("{:02}:{:02}", rest / HOUR, rest % HOUR / MINUTE)
}

fn last(state: &State) -> Value {
    let Some(last) = &state.last else { return Value::Null };
    let mut all = json!(**last);
    all["who"] = json!(state.name(last.who));
    all
}

fn battle(state: &State) -> Value {
    let Some(battle) = &state.battle else { return Value::Null };
    let fighters = battle.fighters.iter().filter(|one| !one.left);
    let order: Vec<&str> = fighters.map(|one| state.name(one.who)).collect();
    let beaten: Vec<&str> = battle.beaten.iter().map(|who| state.name(*who)).collect();
    let turn = battle.turn.map(|who| state.name(who));
    json!({ "round": battle.round, "order": order, "turn": turn, "beaten": beaten })
}

fn creature(at: At<'_, GutsPlus>, who: Who) -> Value {
    let one = at.state.one(who);
    let (live, sheet) = (&one.live, &one.sheet);
    let mut all = Map::new();
    let mut le = Map::new();
    for (quality, learned) in sheet.qualities.iter().zip(&live.le) {
        all.insert(quality.name.clone(), quality.level.into());
        all.insert(quality.name.to_lowercase(), quality.level.into());
        le.insert(quality.name.clone(), (*learned).into());
        le.insert(quality.name.to_lowercase(), (*learned).into());
    }
    let parts: Map<String, Value> = sheet
        .chart
        .iter()
        .zip(&live.parts)
        .map(|(chart, part)| (chart.name.clone(), part.lines.into()))
        .collect();
    let picked = |test: &dyn Fn(crate::state::Part) -> bool| -> Vec<&str> {
        let all = sheet.chart.iter().zip(&live.parts).filter(|(_, part)| test(**part));
        all.map(|(chart, _)| chart.name.as_str()).collect()
    };
    let things = || sheet.items.iter().zip(&live.items).filter(|(_, now)| !now.gone);
    let hands: Map<String, Value> = things()
        .filter_map(|(item, now)| Some((sheet.part_name(now.hand?).to_owned(), item.name.clone().into())))
        .collect();
    let numbers = json!({
        "xp": live.xp, "growth_due": live.growth_due, "le": le, "parts": parts,
        "lost": picked(&|part| part.lost), "struck": picked(&|part| part.struck),
        "crossed_out": picked(&|part| part.crossed_out()),
        "conditions": live.conditions.iter().map(|own| &*own.name).collect::<Vec<_>>(),
        "effects": live.conditions.iter().map(|own| &*own.effect).collect::<Vec<_>>(),
        "out": !one.can_act(), "unconscious": live.out.is_some(), "deadline": live.out.and_then(|out| out.deadline).map(clock),
        "dead": live.dead, "down": live.down, "items": things().map(|(item, _)| item.name.as_str()).collect::<Vec<_>>(),
        "hands": hands, "active": live.turn.active, "passive": live.turn.passive, "moved": live.turn.moved, "feet": live.turn.feet,
        "acted": live.turn.over, "side": sheet.side, "weight": sheet.bio.weight, "limit": one.limit(),
        "meals": live.meals, "qualities": sheet.qualities.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(),
        "backstory": sheet.bio.backstory, "personality": sheet.bio.personality,
        "draft": sheet.draft, "chart": sheet.chart.iter().map(|part| part.name.as_str()).collect::<Vec<_>>(),
        "worn": things().filter(|(_, now)| now.worn).map(|(item, _)| item.name.as_str()).collect::<Vec<_>>(),
        "room": crate::gear::capacity(at.state, who), "filled": crate::gear::filled(at.state, who),
        "height": sheet.bio.height, "build": sheet.bio.build, "role": sheet.role,
    });
    all.insert("essence_of".into(), essence(at, who));
    all.extend(numbers.as_object().cloned().unwrap_or_default());
    for (item, now) in sheet.items.iter().zip(&live.items) {
        let thing = json!({
            "marks": now.marks, "count": now.count, "worn": now.worn, "ruined": now.ruined, "gone": now.gone,
        });
        // The first of several like things is the one a path means.
        all.entry(item.name.clone()).or_insert(thing);
    }
    Value::Object(all)
}

fn essence(at: At<'_, GutsPlus>, who: Who) -> Value {
    let one = at.state.one(who);
    let skill = |id: &boneyard_table::RuleId| {
        at.book.skills.get(id.as_str()).map_or_else(|| id.to_string(), |row| row.name.clone())
    };
    let own = one.sheet.essence.as_ref();
    let held = &one.live.essence.holding;
    json!({
        "aura": own.and_then(|own| own.aura.clone()),
        "skills": own.map(|own| own.skills.iter().map(skill).collect::<Vec<_>>()),
        "range": crate::essence::density(at, who).range,
        "strained": one.live.essence.strain.is_some(),
        "keeps": held.iter().map(|held| skill(&held.skill)).collect::<Vec<_>>(),
        "holding": held, "owes": one.live.essence.owes, "cut": one.live.essence.cut,
    })
}

/// A command with numbers in the place of names.
pub fn read_names(at: At<'_, GutsPlus>, mut command: Value) -> Value {
    if let Value::Object(map) = &mut command {
        map.values_mut().for_each(|fields| spell_fields(at.state, None, fields));
    }
    command
}

/// Fields with numbers in the place of names. A name nobody has is the number nobody has: both read alike.
pub fn read_fields(at: At<'_, GutsPlus>, mut fields: Value) -> Value {
    spell_fields(at.state, Some(u16::MAX), &mut fields);
    fields
}

/// An answer with numbers in the place of names.
pub fn read_answer(at: At<'_, GutsPlus>, _party: Party, mut say: Value) -> Value {
    spell_fields(at.state, None, &mut say);
    say
}

/// Fields that name people; lists of these hold people too.
const PEOPLE: [&str; 11] =
    ["who", "target", "to", "fighters", "help", "rest", "on", "others", "beaten", "npc", "patient"];

fn spell_fields(state: &State, nobody: Option<u16>, fields: &mut Value) {
    match fields {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::String(name) if PEOPLE.contains(&key.as_str()) => {
                        spell_name(state, nobody, &name.clone(), value);
                    }
                    Value::Array(list) if PEOPLE.contains(&key.as_str()) => {
                        for one in list {
                            if let Value::String(name) = one {
                                spell_name(state, nobody, &name.clone(), one);
                            }
                        }
                    }
                    other => spell_fields(state, nobody, other),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|one| spell_fields(state, nobody, one)),
        _ => {}
    }
}

fn spell_name(state: &State, nobody: Option<u16>, name: &str, value: &mut Value) {
    if let Some(who) = state.named(name).map(|who| who.0).or(nobody) {
        *value = who.into();
    }
}
