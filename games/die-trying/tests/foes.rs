//! Every Creature of the bestiary: its numbers are the ledger's, and each really strikes.

use boneyard_table::Playable;
use boneyard_table::table::Op;
use die_trying::DieTrying;
use serde_json::json;

use crate::arena::{Arena, GM};

/// Name, size, six scores, HP, AC, Speed, Perception, Stealth, attack bonus, damage, Threat.
type Printed = (&'static str, &'static str, [i8; 6], i64, i64, i64, i8, i8, i8, &'static str, u8);

const BESTIARY: &[Printed] = &[
    ("Sewer Rat", "tiny", [-1, 2, 1, -1, 1, -1], 2, 6, 30, 1, 2, 1, "1d3", 1),
    ("Rat Swarm", "medium", [-1, 2, 3, -1, 1, -1], 6, 6, 30, 1, 1, 2, "1d6", 2),
    ("Cave Bat", "tiny", [-1, 3, 0, -1, 2, -1], 1, 7, 50, 2, 3, 2, "1", 1),
    ("Giant Centipede", "small", [0, 2, 1, -1, 0, -1], 2, 6, 30, -1, 2, 2, "1d3", 1),
    ("Goblin Stickfighter", "small", [0, 2, 1, 0, 0, -1], 2, 6, 30, 0, 2, 0, "1d3+1", 1),
    ("Goblin Sneak", "small", [0, 3, 1, 0, 1, -1], 2, 7, 30, 1, 4, 3, "1d6", 2),
    ("Goblin Hexer", "small", [-1, 1, 1, 2, 1, 0], 2, 5, 30, 1, 0, -1, "1d3", 3),
    ("Goblin Boss", "small", [2, 1, 3, 0, 1, 1], 6, 7, 30, 1, -1, 3, "1d6", 3),
    ("Kobold Trapper", "small", [-1, 3, 1, 1, 1, -1], 2, 7, 30, 1, 3, 3, "1d3", 1),
    ("Skeleton", "medium", [1, 1, 2, -1, 0, -1], 4, 5, 30, 0, 0, 1, "1d6", 2),
    ("Zombie", "medium", [2, -1, 4, -1, -1, -1], 8, 3, 20, -2, -2, 1, "1d6", 2),
    ("Ghoul", "medium", [2, 2, 3, 0, 1, 0], 6, 6, 30, 1, 2, 2, "1d6", 4),
    ("Giant Spider", "medium", [1, 3, 3, -1, 2, -1], 6, 7, 30, 2, 3, 3, "1d6", 4),
    ("Sump Jelly", "large", [2, -1, 6, -1, -1, -1], 12, 3, 15, -2, -2, 1, "1d6", 5),
    ("Mimic", "medium", [3, 0, 5, 0, 1, 1], 10, 5, 15, 1, 1, 3, "1d6", 4),
    ("Cultist of the Hole", "medium", [1, 1, 2, 1, 1, 1], 4, 6, 30, 1, 1, 1, "1d6", 2),
    ("Animated Armor", "medium", [3, 0, 4, -1, 0, -1], 8, 6, 20, 0, -1, 3, "1d6+2", 4),
    ("Ripling", "medium", [2, 2, 4, 1, 2, 0], 8, 6, 30, 2, 2, 2, "1d6", 5),
    ("Ogre", "large", [5, -1, 9, -1, 0, -1], 18, 5, 30, 0, -2, 5, "1d6+3", 6),
];

#[test]
fn every_creature_has_the_numbers_of_the_table_and_strikes() {
    let book = DieTrying::book(&[]).expect("the game's own content");
    let known: Vec<&str> = book.creatures.iter().map(|row| row.name.as_str()).collect();
    let printed: Vec<&str> = BESTIARY.iter().map(|(name, ..)| *name).collect();
    assert_eq!(known, printed);
    for (name, size, scores, hp, ac, speed, perception, stealth, bonus, damage, threat) in BESTIARY {
        let stage = json!({
            "heroes": { "Ana": { "set": { "max_hp": 90, "constitution": 9 } } },
            "creatures": { "Foe": { "like": name } },
            "at": { "Ana": "C3", "Foe": "D4" },
            "battle": { "order": ["Foe", "Ana"], "turn": "Foe" },
        });
        let mut arena = Arena::scene(stage, 4);
        let all = arena.values();
        let foe = &all["Foe"];
        assert_eq!(foe["hp"], json!(hp), "{name}");
        assert_eq!(foe["ac"], json!(ac), "{name}");
        assert_eq!(foe["speed"], json!(speed), "{name}");
        assert_eq!(foe["size"], json!(size), "{name}");
        let own = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];
        let own: Vec<i64> = own.iter().map(|key| foe[*key].as_i64().expect("a score")).collect();
        assert_eq!(own, scores.map(i64::from), "{name}");
        let state = arena.state();
        let fixed = &state.creatures[1].sheet.fixed;
        assert_eq!(
            (fixed.perception, fixed.stealth, fixed.threat),
            (Some(*perception), Some(*stealth), *threat)
        );
        let natural = &fixed.attacks[0];
        assert_eq!((natural.bonus, natural.arms.dice.to_string().as_str()), (*bonus, *damage), "{name}");
        let row = book.creatures.named(name).expect("it is in the book");
        let strike = json!({ "strike": { "who": 1, "target": 0 } });
        let planned = arena.op(GM, Op::Command(strike)).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        assert!(planned.cited.contains(&row.id), "{name} is not cited");
    }
}
