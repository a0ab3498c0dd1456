//! Ready-made beginnings.

use boneyard_table::stage::{Being, Stage};
use serde_json::json;

/// Beginnings with their titles.
pub fn starts() -> Vec<(&'static str, Stage)> {
    let being = |like: &str| Being { like: Some(like.to_owned()), ..Being::default() };
    let mut alley = Stage::default();
    alley.heroes.insert("Maria Castillo".into(), being("Maria Castillo"));
    alley.heroes.insert("Gus Starjacker".into(), being("Gus Starjacker"));
    alley.heroes.insert("Picky".into(), being("Pinkatrink \"Picky\" Speldencracker"));
    for number in 1..=2 {
        alley.creatures.insert(format!("Street Tough {number}"), being("Street Tough"));
    }
    let mut crew = Stage::default();
    for (name, role) in [("Ruth", "Engineer"), ("Ansel", "Manager"), ("Noor", "Medic"), ("Dacre", "Pilot")] {
        crew.heroes.insert(name.into(), being(role));
    }
    let mut ship = crew.clone();
    ship.trackers.insert("ship".into(), "awake".into());
    // Nobody knows medicine, and nobody can ask the Datadex.
    let mut short = Stage::default();
    for (name, role) in [("Ruth", "Engineer"), ("Dacre", "Pilot"), ("Iva", "Technician")] {
        short.heroes.insert(name.into(), being(role));
    }
    short.trackers.insert("ship".into(), "awake".into());
    let mut kitchen = crew;
    if let Some(pilot) = kitchen.heroes.get_mut("Dacre") {
        pilot.set.insert("hands".into(), json!({ "Left Hand": "wrench" }));
    }
    kitchen.creatures.insert("Pink Creature".into(), being("Pink Creature"));
    vec![
        ("The supply ship", ship),
        ("Toughs in the alley", alley),
        ("Cornered in the Kitchen", kitchen),
        ("The supply ship, short-handed", short),
        ("An empty table", Stage::default()),
    ]
}
