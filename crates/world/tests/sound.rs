//! Sound files are read, checked, written down and read again; the schema says what fields lead to.

use boneyard_world::adventure::Adventure;
use boneyard_world::check::check;
use boneyard_world::{SHARED, sample, schema};
use serde_json::Value;

use crate::tiny::{GOOD, Tiny, dictionary, found};

#[test]
fn a_file_with_one_of_everything_has_nothing_wrong() {
    let found = found(GOOD);
    assert_eq!(found, boneyard_world::check::Findings::default(), "{found:#?}");
}

#[test]
fn the_first_adventure_has_nothing_wrong() {
    let text = sample::<Tiny>();
    let (_, found) = check::<Tiny>("new.toml", &text, &dictionary());
    assert_eq!(found, boneyard_world::check::Findings::default(), "{text}\n{found:#?}");
}

#[test]
fn what_was_read_is_the_same_after_it_was_stored() {
    let (read, _) = check::<Tiny>("good.toml", GOOD, &dictionary());
    let read = read.expect("it can be read");
    let stored = serde_json::to_string(&read).expect("it can be stored");
    let again: Adventure<Tiny> = serde_json::from_str(&stored).expect("it can be read again");
    assert_eq!(again, read);
}

#[test]
fn the_schema_says_what_fields_lead_to() {
    let schema = schema::<Tiny>();
    let person = &schema["$defs"]["Person"]["properties"];
    assert_eq!(person["id"]["x-declares"], "person", "{person:#}");
    let place = person["where"].to_string();
    assert!(place.contains(r#""x-refers":"place""#), "{place}");
    let hurt = schema["$defs"]["Hurt"]["properties"]["by"].to_string();
    assert!(hurt.contains(r#""x-refers":"hazard""#) && hurt.contains(r#""x-list":"entry""#), "{hurt}");
    assert_eq!(schema["x-words"]["sign"][0], "thunder");
    let mut fields = 0;
    count(&schema, &mut fields);
    assert!(fields > 60, "{fields} fields lead somewhere");
}

fn count(value: &Value, fields: &mut usize) {
    match value {
        Value::Object(map) => {
            *fields += usize::from(map.contains_key("x-refers"));
            map.values().for_each(|value| count(value, fields));
        }
        Value::Array(items) => items.iter().for_each(|value| count(value, fields)),
        _ => {}
    }
}

#[test]
fn shared_adventures_are_named_once() {
    let names: std::collections::BTreeSet<&str> = SHARED.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), SHARED.len());
}
