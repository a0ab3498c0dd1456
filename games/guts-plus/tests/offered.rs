//! Every command has a form: wherever a story gives one, it is looked for among what stands open then; for
//! those no story gives alone there are scenes here. And what forms give is taken.

mod arena;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use arena::{Arena, Chance, GM, answer, by_instinct, filled};
use boneyard_proving::understood;
use boneyard_table::live::Scripted;
use boneyard_table::story::{Step, Story};
use boneyard_table::table::Op;
use boneyard_table::view::OfferCard;
use boneyard_table::{Seat, Who};
use serde_json::{Value, json};

/// Scenes in which commands stand open that stories give only along with others.
fn scenes() -> Vec<Value> {
    let skills = json!(["Harden", "Sense", "Energize", "Slow", "Empower"]);
    let caster = json!({ "qualities": { "Essence": 7 }, "essence_of": { "aura": "Slow", "skills": skills } });
    vec![
        json!({ "house": { "essence_enabled": "on" }, "heroes": { "Ada": { "set": caster }, "Bo": {} } }),
        json!({ "heroes": { "Picky": { "like": "Pinkatrink \"Picky\" Speldencracker", "set": { "parts": { "Torso": 1 } } } } }),
        json!({ "heroes": { "Cy": { "set": { "worn": ["helmet"], "helmet.ruined": true } } } }),
        json!({ "heroes": { "Ruth": { "like": "Engineer" } }, "trackers": { "ship": {} } }),
    ]
}

fn stories(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            stories(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
}

fn all_stories() -> Vec<(PathBuf, Story)> {
    let mut found = Vec::new();
    stories(&Path::new(env!("CARGO_MANIFEST_DIR")).join("stories"), &mut found);
    found.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a story");
        Story::read(&text).ok().map(|story| (path, story))
    };
    found.into_iter().filter_map(read).collect()
}

/// The names of all commands, as the schema lists them.
fn commands() -> BTreeSet<String> {
    let schema = json!(schemars::schema_for!(guts_plus::command::Command));
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
    assert!(all.len() > 80, "{} commands", all.len());
    all
}

fn name_of(command: &Value) -> String {
    let object = command.as_object().and_then(|map| map.keys().next().cloned());
    object.or_else(|| command.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The forms for this command that stand open for whoever would give it.
fn open_forms(arena: &Arena, command: &Value, name: &str) -> Vec<OfferCard> {
    let who = command.get(name).and_then(|fields| fields.get("who"));
    let creatures = arena.table.creatures(GM);
    let actor = who.and_then(Value::as_str).and_then(|who| creatures.iter().find(|(_, known)| known == who));
    let actors = [None, actor.map(|(who, _)| *who)];
    let offers = actors
        .into_iter()
        .flat_map(|actor: Option<Who>| arena.table.offers(GM, actor))
        .map(|offer| understood(&*arena.table, GM, offer));
    offers.filter(|offer| offer.command == name && offer.refusal.is_none()).collect()
}

/// Fields of a command that none of its forms could fill.
fn unfilled(command: &Value, name: &str, forms: &[OfferCard]) -> Vec<String> {
    let Some(fields) = command.get(name).and_then(Value::as_object) else { return Vec::new() };
    let knows = |field: &str| {
        forms
            .iter()
            .any(|form| form.fixed.contains_key(field) || form.params.iter().any(|param| param.name == field))
    };
    fields.keys().filter(|field| !knows(field)).map(|field| format!("{name}.{field}")).collect()
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

/// Fields that are typed: who attacks for the GM may name the roll at once; otherwise it is asked for.
const TYPED: [&str; 1] = ["attack.quality"];

#[test]
fn every_command_and_every_field_of_the_stories_has_a_form() {
    let all = commands();
    let mut open: BTreeSet<String> = BTreeSet::new();
    let mut shut: BTreeMap<String, String> = BTreeMap::new();
    let mut lacking: BTreeMap<String, String> = BTreeMap::new();
    for (path, story) in all_stories() {
        let mut arena = Arena::set(&story.stage, 1);
        let seats: Vec<&String> = story.stage.seats.keys().collect();
        for step in story.steps.iter().filter(|step| step.refused.is_none()) {
            let name = name_of(&step.r#do);
            if !all.contains(&name) {
                break;
            }
            let forms = open_forms(&arena, &step.r#do, &name);
            if forms.is_empty() {
                shut.insert(name, path.display().to_string());
            } else {
                for field in unfilled(&step.r#do, &name, &forms) {
                    lacking.insert(field, path.display().to_string());
                }
                open.insert(name);
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
    let missing: Vec<String> = all
        .iter()
        .filter(|name| !open.contains(*name))
        .map(|name| format!("{name} ({})", shut.get(name).map_or("no story gives it", String::as_str)))
        .collect();
    assert!(missing.is_empty(), "no form for {}", missing.join(", "));
    let typed: BTreeSet<&str> = TYPED.into_iter().collect();
    let told: BTreeSet<&str> = lacking.keys().map(String::as_str).collect();
    assert_eq!(told, typed, "fields that forms cannot fill: {lacking:#?}");
}

#[test]
fn what_forms_give_can_be_read_as_commands() {
    let scene = scenes().remove(0);
    let arena = Arena::scene(scene, 1);
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let mut chance = Chance::new(seed);
        for actor in [None, Some(Who(0)), Some(Who(1))] {
            for offer in arena.table.offers(GM, actor) {
                let Some(command) = filled(&offer, &mut chance) else { continue };
                let told = command.to_string();
                if let Err(refusal) = arena.table.probe(GM, command) {
                    let sentence = refusal.to_string();
                    assert!(!sentence.contains("no command"), "{told}: {sentence}");
                }
                seen.insert(offer.command);
            }
        }
    }
    assert!(seen.contains("essence") && seen.contains("npc"), "{seen:?}");
}
