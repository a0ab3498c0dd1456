//! Ready-made beginnings: an empty table, and fights of four ready adventurers.

use boneyard_table::stage::{Being, Stage};
use serde_json::{Value, json};

/// Beginnings with their titles.
pub fn starts() -> Vec<(&'static str, Stage)> {
    vec![
        ("Corpses in the nave", against(&[("Freshly Risen Corpse", 4)])),
        ("Goblins in the cellar", against(&[("Goblin Snatcher", 3), ("Goblin Slinger", 1)])),
        ("Gnolls at the larder", against(&[("Gnoll Scavenger", 3), ("Gnoll Butcher", 1)])),
        ("The lord of the barrow", against(&[("Barrow Knight", 1), ("Dry Bones", 3)])),
        ("An empty table", Stage::default()),
    ]
}

fn against(foes: &[(&str, u8)]) -> Stage {
    let mut stage = Stage::default();
    for (name, set) in heroes() {
        let set = set.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone()));
        stage.heroes.insert(name.to_owned(), Being { set: set.collect(), ..Being::default() });
    }
    for (kind, count) in foes {
        for number in 1..=*count {
            let name = if *count == 1 { (*kind).to_owned() } else { format!("{kind} {number}") };
            stage.creatures.insert(name, Being { like: Some((*kind).to_owned()), ..Being::default() });
        }
    }
    stage
}

/// Four who know each other: a shield, a knife, a staff and a hammer.
fn heroes() -> [(&'static str, Value); 4] {
    let ready = |hand: &str| json!({ "place": hand, "wielded": true });
    let (right, left) = (ready("right hand"), ready("left hand"));
    let in_hand = |thing: &str, how: &Value| {
        ["place", "wielded"].map(|part| (format!("{thing}.{part}"), how[part].clone()))
    };
    let with = |mut hero: Value, hands: Vec<[(String, Value); 2]>| {
        if let Value::Object(map) = &mut hero {
            map.extend(hands.into_iter().flatten());
        }
        hero
    };
    [
        (
            "Gerda Holt",
            with(
                json!({
                    "score": { "STR": 3, "DEX": 1, "INT": 1, "PRE": 2 }, "proficiency": { "STR": 2 }, "insight": 1,
                    "skills": ["Survivalist", "Shield master", "Bash"], "traits": ["Battle trance"],
                    "items": ["belt", "canteen", "bag", "falchion", "wooden shield", "scale armor"],
                }),
                vec![in_hand("falchion", &right), in_hand("wooden shield", &left)],
            ),
        ),
        (
            "Bo Tarrow",
            with(
                json!({
                    "score": { "STR": 1, "DEX": 3, "INT": 1, "PRE": 2 }, "proficiency": { "DEX": 2 }, "insight": 1,
                    "skills": ["Street Wise", "Pilfer", "Infiltration"], "traits": ["Cold blood"],
                    "items": ["belt", "canteen", "backpack", "dagger", "reinforced hood and vest", "sleeping darts"],
                }),
                vec![in_hand("dagger", &right), in_hand("sleeping darts", &left)],
            ),
        ),
        (
            "Ansgar Vane",
            with(
                json!({
                    "score": { "STR": 1, "DEX": 2, "INT": 3, "PRE": 1 }, "proficiency": { "INT": 2 }, "insight": 1,
                    "skills": ["Surgeon", "Loremaster"], "traits": ["Magic user"],
                    "items": ["belt", "canteen", "bag", "quarterstaff", "crystal ball"],
                }),
                vec![in_hand("quarterstaff", &right)],
            ),
        ),
        (
            "Mother Runa",
            with(
                json!({
                    "score": { "STR": 2, "DEX": 1, "INT": 0, "PRE": 3 }, "proficiency": { "DEX": 1, "PRE": 2 },
                    "insight": 1, "skills": ["Anointed", "Banish undead"], "traits": ["Divine mandate"],
                    "items": ["belt", "canteen", "bag", "war hammer", "holy symbol", "thick cloak"],
                }),
                vec![in_hand("war hammer", &right), in_hand("holy symbol", &left)],
            ),
        ),
    ]
}
