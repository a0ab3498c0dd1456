//! Every foe of the bestiary: its numbers are the ledger's, and every action of its sheet is really used.

use boneyard_table::Playable;
use dead_weight::DeadWeight;
use dead_weight::book::{Condition, FoeRow};
use serde_json::json;

use crate::arena::{self, Arena};

/// Name, level, wounds, armor, resistance, movement, actions a turn, and the actions as they are printed.
type Printed = (&'static str, u8, u8, u8, u8, u8, u8, &'static [(&'static str, &'static str)]);

const BESTIARY: &[Printed] = &[
    ("Freshly Risen Corpse", 2, 4, 1, 0, 3, 2, &[("Infectious bite", "STR 1+1")]),
    ("Dry Bones", 1, 2, 1, 0, 4, 2, &[("Rusted blade", "DEX 1+1")]),
    ("Bone Hound", 1, 2, 0, 0, 6, 2, &[("Snap", "DEX 1+1"), ("Worry", "STR 1+1")]),
    ("Drowned Deckhand", 2, 5, 0, 1, 2, 2, &[("Salt grip", "STR 1N"), ("Drown", "-STR 2R+1")]),
    ("Plague Ghoul", 3, 5, 0, 1, 5, 2, &[("Claws", "DEX 2+1B"), ("Corpse breath", "STR 0? Close")]),
    ("Wailing Shade", 3, 3, 0, 1, 5, 2, &[("Wail", "PRE 1R+1 Nearby"), ("Grave touch", "-PRE 2R")]),
    (
        "Barrow Knight",
        5,
        10,
        4,
        1,
        3,
        2,
        &[("Grave-iron sword", "STR 3+2B"), ("Shield wall", ""), ("Stare", "PRE 0? Nearby")],
    ),
    ("Goblin Snatcher", 1, 2, 0, 0, 5, 2, &[("Hooked knife", "DEX 1+1B"), ("Sack", "-DEX 0?")]),
    ("Goblin Slinger", 1, 2, 0, 0, 5, 2, &[("Sling", "DEX 1+1 Far"), ("Bite", "DEX 1")]),
    (
        "Goblin Night-Mother",
        3,
        5,
        1,
        0,
        4,
        2,
        &[("Lullaby", "PRE 0? Nearby"), ("Hex", "INT 1R+1 Nearby"), ("Call the brood", "")],
    ),
    ("Gnoll Scavenger", 2, 4, 1, 0, 5, 2, &[("Bone cleaver", "STR 2+1"), ("Cackle", "PRE 0? Nearby")]),
    (
        "Gnoll Butcher",
        4,
        7,
        2,
        1,
        4,
        2,
        &[("Cleave", "STR 3+1B"), ("Meat hook", "DEX 2+1 Nearby"), ("Eat", "-STR 3+3")],
    ),
    ("Rival Delver", 2, 4, 2, 0, 4, 2, &[("Sword", "STR 2+1B"), ("Crossbow", "DEX 3P+1 Far")]),
    ("Vigil Cultist", 2, 3, 0, 0, 4, 2, &[("Sacrificial knife", "DEX 1B+1"), ("Litany", "")]),
    ("Rat Swarm", 1, 3, 0, 0, 5, 2, &[("Gnaw", "DEX 1+1")]),
    ("Starving Wolf", 1, 3, 0, 0, 6, 2, &[("Bite", "DEX 1+1"), ("Drag down", "-STR 1S")]),
    ("Salt Crab", 2, 3, 3, 0, 3, 2, &[("Pincer", "STR 2+1")]),
    ("Tomb Spider", 2, 3, 1, 0, 6, 2, &[("Venom", "STR 1R+1"), ("Web", "DEX 0? Nearby")]),
    ("Hungry Coffer", 3, 5, 2, 1, 2, 2, &[("Chomp", "-STR 2+2P")]),
    ("Black Salt Ooze", 3, 8, 0, 0, 2, 2, &[("Dissolve", "DEX 1+1")]),
    ("Lesser Demon", 2, 4, 1, 1, 5, 2, &[("Rake", "DEX 2+1"), ("Mockery", "PRE 1R Nearby")]),
    ("Void Demon", 4, 8, 0, 2, 6, 2, &[("Void touch", "INT 2PR+2"), ("Blink", "")]),
    (
        "Tormentor Demon",
        5,
        12,
        2,
        2,
        5,
        3,
        &[("Barbed chain", "DEX 3+2B Nearby"), ("Flense", "-STR 3R+2"), ("Torment", "-PRE 1R+1 Nearby")],
    ),
    (
        "Endless Horror",
        6,
        20,
        3,
        2,
        4,
        4,
        &[
            ("Crushing limbs", "-STR 3+3"),
            ("Thousand eyes", "-PRE 2R+2 Nearby"),
            ("Swallow", "-STR 4PR"),
            ("Reach", "DEX 0? Nearby"),
        ],
    ),
];

#[test]
fn the_bestiary_has_the_numbers_of_the_table() {
    let book = DeadWeight::book(&[]).expect("the game's own content");
    let known: Vec<&str> = book.foes.iter().map(|row| row.name.as_str()).collect();
    let printed: Vec<&str> = BESTIARY.iter().map(|(name, ..)| *name).collect();
    assert_eq!(known, printed);
    for (name, level, wounds, armor, resistance, movement, acts, actions) in BESTIARY {
        let row = book.foes.named(name).expect("it is in the book");
        let numbers = (row.level, row.wounds, row.armor, row.resistance, row.movement, row.acts);
        assert_eq!(numbers, (*level, *wounds, *armor, *resistance, *movement, *acts), "{name}");
        let own: Vec<(&str, String)> = row
            .actions
            .iter()
            .map(|action| {
                (action.name.as_str(), action.attack.map(|attack| attack.to_string()).unwrap_or_default())
            })
            .collect();
        let own: Vec<(&str, &str)> = own.iter().map(|(name, attack)| (*name, attack.as_str())).collect();
        assert_eq!(own, *actions, "{name}");
        let liked = row.instinct.as_ref().expect("it has an instinct");
        assert!(
            liked.order.iter().all(|name| row.actions.iter().any(|action| action.name == *name)),
            "{name}"
        );
    }
}

/// A hero next to the foe, another of its kind on the other side, everything an action may ask for.
fn scene(row: &FoeRow) -> Arena {
    let strong = json!({ "STR": 6, "DEX": 6, "INT": 6, "PRE": 6 });
    let hero = json!({ "set": { "score": strong, "items": ["leather armor"] } });
    Arena::scene(
        json!({
            "heroes": { "Bo": hero },
            "creatures": { "Foe": { "like": row.id }, "Mate": { "like": row.id } },
            "at": { "Bo": "E5", "Foe": "E6", "Mate": "E4" },
            "trackers": { "morale": [6, 6] },
            "battle": { "order": ["Mate", "Foe", "Bo"], "turn": "Mate" },
        }),
        7,
    )
}

#[test]
fn every_action_of_every_foe_is_used_and_a_failed_defence_brings_its_text() {
    let book = DeadWeight::book(&[]).expect("the game's own content");
    for row in book.foes.iter() {
        for action in &row.actions {
            let mut arena = scene(row);
            if action.r#if == Some(Condition::HitByAnotherLikeItThisTurn) {
                let snap = json!({ "foe_act": { "who": "Mate", "action": "Snap", "target": "Bo" } });
                fails(&mut arena, snap);
            }
            arena.does(json!({ "end_turn": { "who": "Mate" } }), &[]);
            if action.r#if == Some(Condition::TargetGrabbed) {
                let hold = row.actions.iter().find(|other| other.name != action.name && holds(other));
                let hold = &hold.expect("something of its own holds").name;
                let grab = json!({ "foe_act": { "who": "Foe", "action": hold, "target": "Bo" } });
                arena.does(json!({ "begin_turn": { "who": "Foe" } }), &[]);
                fails(&mut arena, grab);
                assert_eq!(arena.values()["Bo"]["held_by"], "Foe", "{}", row.name);
            } else {
                arena.does(json!({ "begin_turn": { "who": "Foe" } }), &[]);
            }
            let mut act = json!({ "foe_act": { "who": "Foe", "action": action.name } });
            if action.attack.is_some() && !action.all {
                act["foe_act"]["target"] = json!("Bo");
            }
            if action.name == "Blink" {
                act["foe_act"]["to"] = json!("F7");
            }
            fails(&mut arena, act);
            assert!(arena.cited.contains(&row.id), "{} is cited", row.name);
            let told = arena.values();
            let bo = &told["Bo"];
            let marks =
                |key: &str| bo[key].as_object().is_some_and(|all| all.values().any(|n| n.as_u64() > Some(0)));
            let ails = bo["afflictions"].as_array().is_some_and(|all| !all.is_empty());
            let moved = told["Foe"]["at"] == "F7"
                || told["Foe"]["shield"] == 1
                || told.get("Goblin Snatcher").is_some();
            let stripped = bo["leather armor"]["ap"] == 0;
            let doom = action.name == "Litany";
            let morale = told["battle"]["morale"]["adventurers"] == 5;
            assert!(
                marks("wounds") || ails || moved || stripped || doom || morale || !bo["held_by"].is_null(),
                "{}: nothing came of {}: {bo}",
                row.name,
                action.name
            );
        }
    }
}

fn holds(row: &dead_weight::book::FoeActionRow) -> bool {
    row.effects.iter().any(|verb| matches!(verb, dead_weight::book::Verb::State(_)))
}

/// Does something while every die that is thrown shows a 1: the defence fails critically, risks happen.
fn fails(arena: &mut Arena, command: serde_json::Value) {
    use arena::{GM, by_instinct};
    use boneyard_table::live::Scripted;
    use boneyard_table::table::Op;
    let mut dice = Scripted::new([1; 200]);
    let told = command.to_string();
    let planned = arena.table.plan(GM, Op::Command(command), Some(&mut dice));
    let planned = planned.unwrap_or_else(|refusal| panic!("{told} is refused: {refusal}"));
    arena.table.apply_record(&planned.record).expect("it can be followed");
    arena.cited.extend(&planned.cited);
    while let Some((seat, op)) = by_instinct(&*arena.table) {
        let planned = arena.table.plan(seat, op, Some(&mut dice)).expect("instinct is legal");
        arena.table.apply_record(&planned.record).expect("it can be followed");
        arena.cited.extend(&planned.cited);
    }
}
