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
    vec![("Toughs in the alley", alley), ("An empty table", Stage::default())]
}
