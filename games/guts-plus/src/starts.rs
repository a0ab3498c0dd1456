//! Ready-made beginnings.

use boneyard_table::stage::{Being, Stage};

/// Beginnings with their titles.
pub fn starts() -> Vec<(&'static str, Stage)> {
    let being = |like: &str| Being { like: Some(like.to_owned()), ..Being::default() };
    let mut alley = Stage::default();
    alley.heroes.insert("Maria Castillo".into(), being("Maria Castillo"));
    alley.heroes.insert("Gus Starjacker".into(), being("Gus Starjacker"));
    for number in 1..=2 {
        alley.creatures.insert(format!("Street Tough {number}"), being("Street Tough"));
    }
    let mut ship = Stage::default();
    for (name, role) in [("Ruth", "Engineer"), ("Ansel", "Manager"), ("Noor", "Medic"), ("Dacre", "Pilot")] {
        ship.heroes.insert(name.into(), being(role));
    }
    ship.trackers.insert("ship".into(), "awake".into());
    vec![("The supply ship", ship), ("Toughs in the alley", alley), ("An empty table", Stage::default())]
}
