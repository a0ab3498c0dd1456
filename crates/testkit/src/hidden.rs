//! What a player may not know, tried on every command: whatever names somebody, something or some place that is hidden
//! is answered byte for byte as if there were nothing of the kind. Fields that may name a creature are read off the
//! game's schema, so that a new command is tried as soon as it is there.

use std::collections::BTreeSet;
use std::path::Path;

use boneyard_table::story::Story;
use boneyard_table::table::{AnyGame, GameOf, Op};
use boneyard_table::view::{Candidate, Domain, OfferCard};
use boneyard_table::{Playable, Seat, Who};
use serde_json::{Map, Value, json};

use crate::chance::{Chance, filled};
use crate::steps::each_moment;
use crate::stories::read_stories;
use crate::test_table::{TestTable, by_instinct};

/// A number that nobody has.
const NOBODY: u16 = 64_999;
/// A name that nobody has.
const ABSENT: &str = "Zzyzx";

/// A scene with somebody or something hidden in it.
#[derive(Debug)]
pub struct Lurking<'a> {
    /// The scene: Ann sits at seat 1.
    pub scene: Value,
    /// What the game master does before anything is tried.
    pub deeds: &'a [Value],
    /// The name of the hidden one, if the game hides creatures.
    pub hidden: Option<&'a str>,
    /// Names and numbers of things and places that are hidden, and others that are nowhere: the field, the one, the
    /// other.
    pub things: &'a [(&'a str, Value, Value)],
}

impl Lurking<'_> {
    fn bench<G: Playable + 'static>(&self) -> TestTable<G> {
        let mut bench = TestTable::<G>::scene(self.scene.clone(), 7);
        for deed in self.deeds {
            bench
                .op(Seat::GM, Op::Command(deed.clone()))
                .unwrap_or_else(|refusal| panic!("{deed} is refused: {refusal}"));
            while let Some((seat, op)) = by_instinct(&*bench.table) {
                bench.op(seat, op).expect("instinct is legal");
            }
        }
        bench
    }
}

/// Tries every command of the stories, and every field of every command that may name a creature, with the hidden one
/// and with nobody in its place. Tells how many fields were tried.
///
/// # Panics
/// If the answers differ, or the hidden one is not hidden.
pub fn hidden_is_as_good_as_absent<G: Playable + 'static>(
    crate_folder: &str,
    lurking: &Lurking<'_>,
) -> usize {
    let ann = Seat(1);
    let bench = lurking.bench::<G>();
    let all = bench.table.creatures(Seat::GM);
    let hidden = lurking.hidden.map(|hidden| {
        let found = all.iter().find(|(_, name)| name == hidden).map(|(who, _)| *who);
        let who = found.expect("somebody lurks here");
        assert!(bench.table.creatures(ann).iter().all(|(known, _)| *known != who), "and is not known");
        (who, hidden)
    });
    let own: Vec<Who> = bench.table.speaks_for(ann);
    let own = own.first().copied().expect("Ann plays somebody");

    let schema = GameOf::<G>::new().schema();
    let commands = &schema["command"];
    let mut templates: Vec<Value> = blanks(commands, own);
    for (_, story) in read_stories(Path::new(crate_folder)) {
        templates.extend(given(&story));
    }
    let mut wrong: Vec<String> = Vec::new();
    let mut tried: BTreeSet<String> = BTreeSet::new();
    let mut answers = |place: &str, put: &dyn Fn(Value) -> Value, one_said: &Value, other_said: &Value| {
        let (one, other) = (&put(one_said.clone()), &put(other_said.clone()));
        tried.insert(place.to_owned());
        // A refusal may say back what was said.
        let apart_from_that = |told: String| {
            let said = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let mut said = [said(one_said), said(other_said)];
            // One may be part of the other.
            said.sort_by_key(|said| std::cmp::Reverse(said.len()));
            said.iter().fold(told, |told, said| told.replace(said, "…"))
        };
        let told = |command: &Value| {
            apart_from_that(json!(bench.table.probe(ann, command.clone()).err()).to_string())
        };
        let (hidden, absent) = (told(one), told(other));
        if hidden != absent {
            wrong.push(format!("{place}: {one} is answered {hidden}, and {other} {absent}"));
        }
        let odds = |command: &Value| {
            let ask = boneyard_table::table::OddsAsk {
                script: vec![(ann, command.clone())],
                outcome: Vec::new(),
                best: false,
                side: 0,
                as_soon: false,
                given: Vec::new(),
            };
            bench.table.odds_task(ann, ask, 1).err().map(|error| apart_from_that(error.to_string()))
        };
        if odds(one) != odds(other) {
            wrong.push(format!("{place}: the odds of {one} and {other}"));
        }
    };
    for template in &templates {
        for place in named(commands, template) {
            let put = |value: Value| {
                let mut command = template.clone();
                for other in named(commands, template) {
                    set(&mut command, &other, json!(own));
                }
                set(&mut command, &place, value);
                command
            };
            let told = place.join(".");
            match hidden {
                Some((who, name)) => {
                    answers(&told, &put, &json!(who), &json!(NOBODY));
                    answers(&told, &put, &json!(name), &json!(ABSENT));
                }
                // Where nobody is ever hidden, a number and a name that nobody has are still the same.
                None => answers(&told, &put, &json!(NOBODY), &json!(ABSENT)),
            }
        }
        for (field, one, other) in lurking.things {
            let name = template.as_object().and_then(|map| map.keys().next()).cloned().unwrap_or_default();
            if template.get(&name).and_then(|fields| fields.get(field)).is_none() {
                continue;
            }
            let put = |value: Value| {
                let mut command = template.clone();
                for other in named(commands, template) {
                    set(&mut command, &other, json!(own));
                }
                command[&name][field] = value;
                command
            };
            answers(&format!("{name}.{field}"), &put, one, other);
        }
    }
    wrong.sort();
    wrong.dedup();
    let many = wrong.len();
    wrong.truncate(12);
    assert!(wrong.is_empty(), "{many} answers differ:\n{}", wrong.join("\n"));
    tried.len()
}

/// Plays by chance what a player is offered, and what the game master does by instinct meanwhile: no offer and no
/// question of the player's ever holds the hidden one, by number or by name, until it is known. Tells how many offers
/// were looked at.
///
/// # Panics
/// If one does.
pub fn no_offer_holds_the_hidden<G: Playable + 'static>(
    lurking: &Lurking<'_>,
    seeds: u64,
    steps: usize,
) -> usize {
    let ann = Seat(1);
    let mut looked = 0;
    for seed in 0..seeds {
        let mut chance = Chance::new(seed);
        let mut bench = lurking.bench::<G>();
        for step in 0..steps {
            looked += holds_none(&bench, ann, &format!("seed {seed}, step {step}"));
            if let Some((seat, op)) = by_instinct(&*bench.table) {
                bench.op(seat, op).expect("instinct is legal");
                continue;
            }
            let actors = bench.table.speaks_for(ann).into_iter().map(Some).chain([None]);
            let offers: Vec<OfferCard> = actors.flat_map(|actor| bench.table.offers(ann, actor)).collect();
            let open: Vec<&OfferCard> = offers.iter().filter(|offer| offer.refusal.is_none()).collect();
            let gm = crate::test_table::moves(&*bench.table).filter(|_| chance.one_in(4));
            match (gm, chance.pick(&open)) {
                (Some(op), _) => drop(bench.op(Seat::GM, op)),
                (None, Some(offer)) => {
                    if let Some(command) = filled(offer, &mut chance) {
                        drop(bench.op(ann, Op::Command(command)));
                    }
                }
                (None, None) => break,
            }
        }
    }
    looked
}

/// The same through all stories of a game: at every moment of every one of them, for every player at the table. Tells how
/// many moments had somebody hidden in them.
///
/// # Panics
/// If an offer or a question holds one.
pub fn no_story_offers_the_hidden<G: Playable + 'static>(crate_folder: &str) -> usize {
    let schema = GameOf::<G>::new().schema();
    let mut looked = 0;
    for (path, story) in read_stories(Path::new(crate_folder)) {
        let told = path.display().to_string();
        let players = (1..=story.stage.seats.len() as u8).map(Seat);
        each_moment::<G>(&path, &story, &schema["command"], |bench| {
            let all = bench.table.creatures(Seat::GM).len();
            for seat in players.clone().filter(|seat| bench.table.creatures(*seat).len() < all) {
                holds_none(bench, seat, &format!("{told}, {seat}"));
                looked += 1;
            }
        });
    }
    looked
}

/// Looks through all that a player could choose from now.
fn holds_none<G: Playable + 'static>(bench: &TestTable<G>, seat: Seat, when: &str) -> usize {
    let known: BTreeSet<Who> = bench.table.creatures(seat).into_iter().map(|(who, _)| who).collect();
    let own = bench.table.speaks_for(seat);
    let hidden: Vec<(Who, String)> = bench
        .table
        .creatures(Seat::GM)
        .into_iter()
        .filter(|(who, _)| !known.contains(who) && !own.contains(who))
        .collect();
    let actors = own.into_iter().chain(hidden.iter().map(|(who, _)| *who)).map(Some).chain([None]);
    let offers: Vec<OfferCard> = actors.flat_map(|actor| bench.table.offers(seat, actor)).collect();
    let prompts = bench.table.prompts(seat);
    let creatures = |domain: &Domain| {
        let mut all = Vec::new();
        creatures_in(domain, &mut all);
        all
    };
    let domains = offers.iter().flat_map(|offer| offer.params.iter().map(|param| &param.domain));
    for domain in domains.chain(prompts.iter().filter_map(|card| card.domain.as_ref())) {
        let all = creatures(domain);
        assert!(hidden.iter().all(|(who, _)| !all.contains(who)), "{when}: {domain:?}");
    }
    for card in prompts.iter().filter(|card| matches!(card.domain, Some(Domain::Creature { .. }))) {
        let proposed = |who: &Who| card.default == Some(json!(who));
        assert!(!hidden.iter().any(|(who, _)| proposed(who)), "{when}: {card:?}");
    }
    let text = serde_json::to_string(&(&offers, &prompts)).expect("plain data");
    for (_, name) in &hidden {
        let around =
            text.find(name.as_str()).map(|at| &text[at.saturating_sub(200)..(at + 60).min(text.len())]);
        assert_eq!(around, None, "{when}: {name} is offered");
    }
    offers.len()
}

fn creatures_in(domain: &Domain, all: &mut Vec<Who>) {
    match domain {
        Domain::Creature { among } => all.extend(among.iter().map(|Candidate { pick, .. }| *pick)),
        Domain::Form { params } => params.iter().for_each(|param| creatures_in(&param.domain, all)),
        _ => {}
    }
}

/// The commands a story gives.
fn given(story: &Story) -> Vec<Value> {
    story.steps.iter().map(|step| step.r#do.clone()).filter(Value::is_object).collect()
}

/// One command for each the schema knows, with every field that may be left out filled with something.
fn blanks(schema: &Value, own: Who) -> Vec<Value> {
    let mut all = Vec::new();
    variants(schema, schema, &mut all);
    let blank = |(name, fields): (String, Value)| {
        let filled = example(schema, &fields, own, 0).unwrap_or_default();
        Value::Object(Map::from_iter([(name, filled)]))
    };
    all.into_iter().map(blank).collect()
}

/// The commands of a schema with their fields.
fn variants(root: &Value, schema: &Value, all: &mut Vec<(String, Value)>) {
    let schema = resolved(root, schema);
    for key in ["anyOf", "oneOf"] {
        for part in schema.get(key).and_then(Value::as_array).into_iter().flatten() {
            variants(root, part, all);
        }
    }
    if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
        all.extend(fields.iter().map(|(name, fields)| (name.clone(), fields.clone())));
    }
}

fn resolved<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
    name.and_then(|name| root.pointer(name)).map_or(schema, |found| resolved(root, found))
}

/// Something that has the shape a schema asks for.
fn example(root: &Value, schema: &Value, own: Who, deep: usize) -> Option<Value> {
    let schema = resolved(root, schema);
    if deep > 6 {
        return None;
    }
    if is_who(schema) {
        return Some(json!(own));
    }
    if let Some(one) = schema.get("const").or_else(|| schema.get("enum")?.as_array()?.first()) {
        return Some(one.clone());
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(parts) = schema.get(key).and_then(Value::as_array) {
            let mut found = parts.iter().filter_map(|part| example(root, part, own, deep + 1));
            return found.find(|value| !value.is_null());
        }
    }
    let kind = match schema.get("type")? {
        Value::Array(kinds) => kinds.first()?.as_str()?,
        kind => kind.as_str()?,
    };
    Some(match kind {
        "integer" | "number" => {
            schema.get("minimum").filter(|least| least.as_u64() > Some(0)).cloned().unwrap_or(json!(0))
        }
        "boolean" => json!(false),
        "string" => json!("A1"),
        "array" => match (schema.get("items"), schema.get("prefixItems").and_then(Value::as_array)) {
            (_, Some(parts)) => {
                parts.iter().map(|part| example(root, part, own, deep + 1).unwrap_or_default()).collect()
            }
            (Some(items), None) => json!([example(root, items, own, deep + 1)?]),
            (None, None) => json!([]),
        },
        "object" => {
            let fields = schema.get("properties").and_then(Value::as_object);
            let filled = fields.into_iter().flatten().filter_map(|(name, field)| {
                let value = example(root, field, own, deep + 1)?;
                Some((name.clone(), value))
            });
            Value::Object(filled.collect())
        }
        _ => Value::Null,
    })
}

fn is_who(schema: &Value) -> bool {
    schema.get("x-creature").is_some()
}

/// Where a command names a creature, by the schema.
fn named(schema: &Value, command: &Value) -> Vec<Vec<String>> {
    let mut all = BTreeSet::new();
    places(schema, schema, command, &mut Vec::new(), &mut all);
    all.into_iter().collect()
}

fn places(
    root: &Value,
    schema: &Value,
    value: &Value,
    here: &mut Vec<String>,
    all: &mut BTreeSet<Vec<String>>,
) {
    let schema = resolved(root, schema);
    if is_who(schema) {
        if value.is_number() || value.is_string() {
            all.insert(here.clone());
        }
        return;
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        for part in schema.get(key).and_then(Value::as_array).into_iter().flatten() {
            places(root, part, value, here, all);
        }
    }
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let own = schema.get("properties").and_then(|known| known.get(name));
                if let Some(schema) = own.or_else(|| schema.get("additionalProperties")) {
                    here.push(name.clone());
                    places(root, schema, value, here, all);
                    here.pop();
                }
            }
        }
        Value::Array(parts) => {
            for (nth, value) in parts.iter().enumerate() {
                let first = schema.get("prefixItems").and_then(|parts| parts.get(nth));
                if let Some(schema) = first.or_else(|| schema.get("items")) {
                    here.push(nth.to_string());
                    places(root, schema, value, here, all);
                    here.pop();
                }
            }
        }
        _ => {}
    }
}

fn set(command: &mut Value, place: &[String], value: Value) {
    let path = place.iter().fold(String::new(), |path, part| format!("{path}/{part}"));
    if let Some(there) = command.pointer_mut(&path) {
        *there = value;
    }
}
