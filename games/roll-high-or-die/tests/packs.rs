//! A group's own content: a sound pack is in the book and in play, a broken one is refused with file, line and field.

use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, Op, PackName};
use boneyard_testkit::{broken_packs_are_refused, tuesday};
use roll_high_or_die::RollHighOrDie;
use roll_high_or_die::book::Book;
use serde_json::json;

use crate::arena::{Arena, GAME, GM};

const CREATURES: &str = r#"
[[creature]]
id = "TG-BEAST-01"
name = "Mill Cat"
size = "Tiny"
rank = "Minion"
tmk = 1
threat = 1
scores = [4, 16, 10, 3, 14, 12]
ap = 8
initiative = 3
defenses = [11, 8, 10]
armoring = 0
vitality = 1
hit_dice = 0
hands = false
attacks = [
  { name = "Scratch", ap = 3, bonus = 3, versus = "Reflex", reach = 5, dice = "1d4", plus = 3, type = "Slashing" },
]
skills = { Stealth = 7 }
text = "It has been there longer than the miller."
"#;

const TRAITS: &str = r#"
# Where this group plays, the Hardy are hardier.
[[trait]]
id = "RH-TRAIT-01H"
name = "Hardy"
replace = true
house = true
exp = 1
passives = [{ number = { number = "maximum-vitality", by = 3 } }]
text = "3 more Maximum Vitality."
"#;

fn sound() -> PackName {
    tuesday(&[("creatures.toml", CREATURES), ("traits.toml", TRAITS)])
}

#[test]
fn a_pack_adds_and_replaces_entries() {
    let (own, book) = (Book::read(&[]).expect("ours"), Book::read(&[sound()]).expect("theirs"));
    assert_eq!(book.creatures.iter().count(), own.creatures.iter().count() + 1);
    assert_eq!(book.traits.iter().count(), own.traits.iter().count(), "what is replaced is not added");
    assert_ne!(book.traits.named("Hardy"), own.traits.named("Hardy"));
    assert_eq!(book.traits.named("Fleet"), own.traits.named("Fleet"), "the rest stays as it was");
}

#[test]
fn what_a_pack_adds_is_offered_played_and_stays_with_the_table() {
    let stage: Stage = serde_json::from_value(json!({
        "heroes": { "Ana": { "set": { "tmk": 40, "traits": ["Hardy"] } } },
    }))
    .expect("a stage");
    let mut arena = Arena::with_packs(&stage, vec![sound()], 1);
    assert_eq!(arena.values()["Ana"]["max_vitality"], 43);
    let offers = serde_json::to_string(&arena.table.offers(GM, None)).expect("offers can be written");
    assert!(offers.contains("Mill Cat"));
    let add = json!({ "add_creature": { "like": "Mill Cat", "name": "Tom" } });
    arena.op(GM, Op::Command(add)).expect("legal");
    arena.does(json!({ "call": { "fighters": ["Tom", "Ana"] } }), &[20, 1]);
    arena.does(json!({ "place": { "who": "Tom", "at": "C3" } }), &[]);
    arena.does(json!({ "place": { "who": "Ana", "at": "C4" } }), &[]);
    arena.does(json!({ "attack": { "who": "Tom", "target": "Ana", "with": "Scratch" } }), &[15, 2]);
    assert_eq!(arena.values()["Ana"]["vitality"], 38);
    assert!(arena.cited.iter().any(|id| id.as_str() == "TG-BEAST-01"));
    let again = GAME.load(&arena.table.save().expect("a save")).expect("the pack is in the save");
    assert_eq!(again.values()["Tom"]["full_ap"], 8);
}

#[test]
fn broken_packs_are_refused_with_file_line_and_field() {
    let broken = [
        (CREATURES.replace("threat = 1", "threat = \"high\""), ":8:", "creature[1].threat"),
        (CREATURES.replace("vitality = 1", "hitpoints = 1"), ":14:", "hitpoints"),
        (CREATURES.replace("Mill Cat", "Ogre"), ":4:", "creature[1].name"),
        ("[[creatur]]\nid = \"TG-BEAST-01\"\n".to_owned(), ":1:", "creatur"),
        ("[[creature]\n".to_owned(), ":1:", ""),
    ];
    broken_packs_are_refused::<RollHighOrDie>("creatures.toml", &broken);
}
