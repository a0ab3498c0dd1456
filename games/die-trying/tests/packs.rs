//! A group's own content: a sound pack is in the book and in play, a broken one is refused with file, line and
//! field.

use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, Op, PackName};
use boneyard_testkit::{broken_packs_are_refused, tuesday};
use die_trying::DieTrying;
use die_trying::book::Book;
use serde_json::json;

use crate::arena::{Arena, GAME, GM};

const CREATURES: &str = r#"
[[creature]]
id = "TG-CRE-01"
name = "Cellar Toad"
size = "Small"
kind = "living"
scores = [1, 0, 2, -1, 0, -1]
hp = 4
ac = 4
speed = 20
perception = 0
stealth = 0
attack = { name = "tongue", with = "strength", bonus = 2, damage = { dice = "1d6", kind = "damage bludgeoning" }, reach = 10 }
threat = 1
text = "It has been down there since the last owner."
"#;

const SPELLS: &str = r#"
# Darts hit harder where this group plays.
[[spell]]
id = "DT-SPELL-06H"
name = "Force Dart"
replace = true
house = true
level = 1
lists = ["arcane"]
range = 60
target = "creature"
text = "P Force. It cannot miss."
effects = [{ damage = { dice = "P", kind = "damage force" } }]
reversed = { text = "It heals as much.", effects = [{ heal = { dice = "P", kind = "healing" } }] }
surge = "Sparks."
"#;

fn sound() -> PackName {
    tuesday(&[("creatures.toml", CREATURES), ("spells.toml", SPELLS)])
}

#[test]
fn a_pack_adds_and_replaces_entries() {
    let (own, book) = (Book::read(&[]).expect("ours"), Book::read(&[sound()]).expect("theirs"));
    assert_eq!(book.creatures.iter().count(), own.creatures.iter().count() + 1);
    assert_eq!(
        book.spells.iter().count(),
        own.spells.iter().count(),
        "a spell that is replaced is not added"
    );
    assert_ne!(book.spells.named("Force Dart"), own.spells.named("Force Dart"));
    assert_eq!(book.spells.named("Frost Lance"), own.spells.named("Frost Lance"), "the rest stays as it was");
}

#[test]
fn what_a_pack_adds_is_offered_played_and_stays_with_the_table() {
    let stage: Stage = serde_json::from_value(json!({
        "heroes": { "Oswin": { "set": { "magic_dice": 1, "spells": ["Force Dart"] } } },
    }))
    .expect("a stage");
    let mut arena = Arena::with_packs(&stage, vec![sound()], 1);
    let offers = serde_json::to_string(&arena.table.offers(GM, None)).expect("offers can be written");
    assert!(offers.contains("Cellar Toad"));
    let add = json!({ "add_creature": { "like": "Cellar Toad", "name": "Toad" } });
    arena.op(GM, Op::Command(add)).expect("legal");
    arena.does(
        json!({ "cast": { "who": "Oswin", "spell": "Force Dart", "dice": 1, "target": "Toad" } }),
        &[3],
    );
    assert_eq!(arena.values()["Toad"]["hp"], 1);
    arena.does(json!({ "strike": { "who": "Toad", "target": "Oswin" } }), &[5, 1]);
    assert!(arena.cited.iter().any(|id| id.as_str() == "TG-CRE-01"));
    let again = GAME.load(&arena.table.save().expect("a save")).expect("the pack is in the save");
    assert_eq!(again.values()["Toad"]["max_hp"], 4);
}

#[test]
fn broken_packs_are_refused_with_file_line_and_field() {
    let broken = [
        (CREATURES.replace("speed = 20", "speed = \"slow\""), ":10:", "creature[1].speed"),
        (CREATURES.replace("hp = 4", "hitpoints = 4"), ":8:", "hitpoints"),
        (CREATURES.replace("Cellar Toad", "Ogre"), ":4:", "creature[1].name"),
        ("[[creatur]]\nid = \"TG-CRE-01\"\n".to_owned(), ":1:", "creatur"),
        ("[[creature]\n".to_owned(), ":1:", ""),
    ];
    broken_packs_are_refused::<DieTrying>("creatures.toml", &broken);
}
