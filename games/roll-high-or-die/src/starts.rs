//! Ready-made beginnings: encounters of the four ready Characters, an empty table.

use boneyard_table::stage::{Being, Stage};
use serde_json::json;

/// Beginnings with their titles.
pub fn starts() -> Vec<(&'static str, Stage)> {
    vec![
        ("The Weir House, for four", against(&[])),
        ("The yard of the Weir House", yard()),
        ("Wolves at the camp", against(&[("Wolf", 2)])),
        ("Rats in the cellar", against(&[("Giant Rat", 4)])),
        ("Cutthroats on the road", against(&[("Bandit Cutthroat", 3), ("Bandit Crossbowman", 1)])),
        ("An empty table", Stage::default()),
    ]
}

/// Ready Characters of the beginnings.
const HEROES: [&str; 4] = ["Marta Voss", "Ilse Karr", "Deke Lowe", "Brother Osk"];

fn against(creatures: &[(&str, u8)]) -> Stage {
    let being = |like: &str| Being { like: Some(like.to_owned()), ..Being::default() };
    let mut stage = Stage::default();
    for name in HEROES {
        stage.heroes.insert(name.to_owned(), being(name));
    }
    for (kind, count) in creatures {
        for number in 1..=*count {
            let name = if *count == 1 { (*kind).to_owned() } else { format!("{kind} {number}") };
            stage.creatures.insert(name, being(kind));
        }
    }
    stage
}

/// The outer guards of the Weir House on its map.
fn yard() -> Stage {
    let mut stage = against(&[("Bandit Cutthroat", 2), ("Bandit Crossbowman", 1)]);
    stage.trackers.insert("board".into(), json!("The Weir House"));
    let spaces = [
        ("Marta Voss", "B6"),
        ("Ilse Karr", "B7"),
        ("Deke Lowe", "B8"),
        ("Brother Osk", "B9"),
        ("Bandit Cutthroat 1", "Q10"),
        ("Bandit Cutthroat 2", "P11"),
        ("Bandit Crossbowman", "T11"),
    ];
    for (name, space) in spaces {
        stage.at.insert(name.to_owned(), space.to_owned());
    }
    stage
}
