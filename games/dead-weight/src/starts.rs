//! Ready-made beginnings: the scenario from its start, fights of four ready adventurers, an empty table.

use boneyard_table::stage::{Being, Stage};

/// Beginnings with their titles.
pub fn starts() -> Vec<(&'static str, Stage)> {
    let mut chapel = against(&[]);
    chapel.trackers.insert("site".into(), "The Drowned Chapel".into());
    chapel.trackers.insert("omens".into(), serde_json::json!({ "value": 0, "size": 7 }));
    vec![
        ("The Drowned Chapel", chapel),
        ("Corpses in the nave", against(&[("Freshly Risen Corpse", 4)])),
        ("Goblins in the cellar", against(&[("Goblin Snatcher", 3), ("Goblin Slinger", 1)])),
        ("Gnolls at the larder", against(&[("Gnoll Scavenger", 3), ("Gnoll Butcher", 1)])),
        ("The lord of the barrow", against(&[("Barrow Knight", 1), ("Dry Bones", 3)])),
        ("An empty table", Stage::default()),
    ]
}

/// Ready adventurers of the beginnings.
const HEROES: [&str; 4] = ["Gerda Holt", "Bo Tarrow", "Ansgar Vane", "Mother Runa"];

fn against(foes: &[(&str, u8)]) -> Stage {
    let being = |like: &str| Being { like: Some(like.to_owned()), ..Being::default() };
    let mut stage = Stage::default();
    for name in HEROES {
        stage.heroes.insert(name.to_owned(), being(name));
    }
    for (kind, count) in foes {
        for number in 1..=*count {
            let name = if *count == 1 { (*kind).to_owned() } else { format!("{kind} {number}") };
            stage.creatures.insert(name, being(kind));
        }
    }
    stage
}
