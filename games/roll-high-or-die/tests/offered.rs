//! Every command has a form: wherever a story gives one, it is looked for among what stands open then; for
//! those no story gives alone there are scenes here.

mod arena;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use arena::{Arena, GM, answer, by_instinct};
use boneyard_proving::understood;
use boneyard_table::live::Scripted;
use boneyard_table::story::{Step, Story};
use boneyard_table::table::Op;
use boneyard_table::{Seat, Who};
use serde_json::{Value, json};

/// Scenes in which commands stand open that stories give only along with others.
fn scenes() -> Vec<Value> {
    let pair = json!({
        "Ana": { "set": {
            "strength": 16, "wounds": 1, "exp": 9, "coins": 500,
            "items": ["Longsword", "Gambeson", "20 Arrows", "Waterskin"], "hands": ["Longsword"],
        } },
        "Ben": { "set": { "tmk": 4 } },
    });
    vec![
        json!({ "heroes": pair }),
        json!({ "heroes": pair, "trackers": { "board": "The Weir House" }, "at": { "Ana": "C3", "Ben": "C4" } }),
        json!({
            "heroes": pair,
            "creatures": { "Foe": { "like": "Bandit Cutthroat" }, "Late": { "like": "Wolf" } },
            "trackers": { "board": { "map": ". w . .\n. . c .\n. . . ." } },
            "at": { "Ana": "A1", "Ben": "A3", "Foe": "B2" },
            "battle": { "order": ["Ana", "Foe", "Ben"], "turn": "Ana" },
        }),
    ]
}

fn stories(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() && !path.join("pack.toml").exists() {
            stories(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
}

/// The names of all commands, as the schema lists them.
fn commands() -> BTreeSet<String> {
    let schema = json!(schemars::schema_for!(roll_high_or_die::command::Command));
    let mut all = BTreeSet::new();
    let families = schema["$defs"].as_object().expect("definitions");
    for (name, family) in families.iter().filter(|(name, _)| name.ends_with("Command")) {
        for one in family["oneOf"].as_array().unwrap_or_else(|| panic!("{name} lists its commands")) {
            let fields = one["properties"].as_object();
            all.extend(fields.into_iter().flat_map(|fields| fields.keys().cloned()));
            all.extend(one["const"].as_str().map(str::to_owned));
            let words = one["enum"].as_array().into_iter().flatten();
            all.extend(words.filter_map(|word| word.as_str().map(str::to_owned)));
        }
    }
    assert!(all.len() > 90, "{} commands", all.len());
    all
}

fn name_of(command: &Value) -> String {
    let object = command.as_object().and_then(|map| map.keys().next().cloned());
    object.or_else(|| command.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Whether a form for this command stands open for whoever would give it.
fn stands_open(arena: &Arena, command: &Value, name: &str) -> bool {
    let who = command.get(name).and_then(|fields| fields.get("who"));
    let creatures = arena.table.creatures(GM);
    let actor = who.and_then(Value::as_str).and_then(|who| creatures.iter().find(|(_, known)| known == who));
    let actors = [None, actor.map(|(who, _)| *who)];
    let mut offers = actors
        .into_iter()
        .flat_map(|actor: Option<Who>| arena.table.offers(GM, actor))
        .map(|offer| understood(&*arena.table, GM, offer));
    offers.any(|offer| offer.command == name && offer.refusal.is_none())
}

/// Does what a step says; nothing where it cannot be followed to its end.
fn follow(arena: &mut Arena, step: &Step, seat: Seat) -> Option<()> {
    let mut dice = Scripted::new(step.dice.iter().copied());
    let mut act = |arena: &mut Arena, seat: Seat, op: Op| {
        let planned = arena.table.plan(seat, op, Some(&mut dice)).ok()?;
        arena.table.follow(&planned.record).ok()
    };
    act(arena, seat, Op::Command(step.r#do.clone()))?;
    for said in step.answers.iter().filter(|said| said.refused.is_none() && said.code.is_none()) {
        let card = arena.table.prompts(GM).into_iter().find(|card| card.name == said.to)?;
        let asked = card.asks.first().copied().unwrap_or(GM);
        act(arena, asked, answer(&card.id, said.say.clone()))?;
    }
    while let Some((seat, op)) = by_instinct(&*arena.table) {
        act(arena, seat, op)?;
    }
    Some(())
}

/// Commands that have no form; the README says so.
const TYPED: [&str; 0] = [];

#[test]
fn every_command_of_the_stories_has_a_form() {
    let mut found = Vec::new();
    stories(&Path::new(env!("CARGO_MANIFEST_DIR")).join("stories"), &mut found);
    found.sort();
    let all = commands();
    let mut open: BTreeSet<String> = BTreeSet::new();
    let mut shut: BTreeMap<String, String> = BTreeMap::new();
    for path in found {
        let text = std::fs::read_to_string(&path).expect("a story");
        let Ok(story) = Story::read(&text) else { continue };
        // What is known already need not be looked for again, so most stories are done at a glance.
        let wanted = |step: &Step| !open.contains(&name_of(&step.r#do));
        if !story.stage.packs.is_empty() || !story.steps.iter().any(wanted) {
            continue;
        }
        let mut arena = Arena::set(&story.stage, 1);
        let seats: Vec<&String> = story.stage.seats.keys().collect();
        for step in story.steps.iter().filter(|step| step.refused.is_none()) {
            let name = name_of(&step.r#do);
            if !all.contains(&name) {
                break;
            }
            if stands_open(&arena, &step.r#do, &name) {
                open.insert(name);
            } else {
                shut.insert(name, path.display().to_string());
            }
            let seat = step.seat.as_ref().and_then(|name| seats.iter().position(|known| *known == name));
            let seat = seat.map_or(GM, |nth| Seat(nth as u8 + 1));
            if follow(&mut arena, step, seat).is_none() {
                break;
            }
        }
    }
    for scene in scenes() {
        let arena = Arena::scene(scene, 1);
        let actors = (0..3).map(|who| Some(Who(who)));
        let offers = [None]
            .into_iter()
            .chain(actors)
            .flat_map(|actor| arena.table.offers(GM, actor))
            .map(|offer| understood(&*arena.table, GM, offer));
        open.extend(offers.filter(|offer| offer.refusal.is_none()).map(|offer| offer.command));
    }
    assert!(TYPED.iter().all(|name| !open.contains(*name)), "what has a form is typed no more");
    let missing: Vec<String> = all
        .iter()
        .filter(|name| !open.contains(*name) && !TYPED.contains(&name.as_str()))
        .map(|name| format!("{name} ({})", shut.get(name).map_or("no story gives it", String::as_str)))
        .collect();
    assert!(missing.is_empty(), "no form for {}", missing.join(", "));
}
