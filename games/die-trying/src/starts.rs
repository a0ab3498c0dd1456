//! Ready-made beginnings: the dungeon from its mouth, fights of the four ready characters, an empty table.

use boneyard_table::stage::{Being, Stage};

/// Beginnings with their titles.
pub fn starts() -> Vec<(&'static str, Stage)> {
    vec![
        ("The Tithe Hole, for four", against(&[])),
        ("Rats in the cellar", against(&[("Sewer Rat", 4)])),
        ("Goblins at the toll", against(&[("Goblin Stickfighter", 3), ("Goblin Sneak", 1)])),
        ("Bones in the chapel", against(&[("Skeleton", 2), ("Zombie", 1)])),
        ("An empty table", Stage::default()),
    ]
}

/// Ready characters of the beginnings.
const HEROES: [&str; 4] = ["Marda Pell", "Quill", "Oswin Tallow", "Sister Brine"];

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
