//! A group's own content: a sound pack is in the book and in play, a broken one is refused with file, line and
//! field.

use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, Op, PackName};
use boneyard_testkit::{broken_packs_are_refused, tuesday};
use dead_weight::DeadWeight;
use dead_weight::book::Book;
use serde_json::json;

use crate::arena::{Arena, GAME, GM, seeds};

const WEAPONS: &str = r#"
[[weapon]]
id = "TG-WEAP-01"
name = "boat hook"
text = "Reaches over the gunwale."
attack = "STR 2+2 Nearby"
hands = 2
slots = 2
category = "common"
"#;

const FOES: &str = r#"
[[foe]]
id = "TG-FOE-01"
name = "Harbour Rat King"
text = "Nine tails and one mind."
level = 2
wounds = 6
armor = 0
resistance = 1
movement = 4
tags = ["beast"]
actions = [{ name = "Gnash", attack = "DEX 2+1" }]
"#;

const SPELLS: &str = r#"
# Stings reach farther where this group plays.
[[spell]]
id = "DW-SPELL-21H"
name = "Sting"
text = "A Far enemy takes 2 wounds through its armor."
replace = true
rule = "DW-HOUSE-30H"
house = true
level = 1
range = "Far"
target = "enemy"
effects = [{ wounds = { dice = "2", kind = "wounds P" } }]
"#;

fn sound() -> PackName {
    tuesday(&[("weapons.toml", WEAPONS), ("foes.toml", FOES), ("spells.toml", &spells())])
}

/// The entry that is replaced keeps the id it has in the game.
fn spells() -> String {
    let own = Book::read(&[]).expect("ours").spells.named("Sting").expect("it is in the list").id;
    SPELLS.replace("DW-SPELL-21H", own.as_str())
}

fn refusal(pack: PackName) -> String {
    Book::read(&[pack]).expect_err("a broken pack is refused").to_string()
}

#[test]
fn a_pack_adds_and_replaces_entries() {
    let (own, book) = (Book::read(&[]).expect("ours"), Book::read(&[sound()]).expect("theirs"));
    assert_eq!(book.weapons.len(), own.weapons.len() + 1);
    assert_eq!(book.foes.len(), own.foes.len() + 1);
    assert_eq!(book.spells.len(), own.spells.len(), "a spell that is replaced is not added");
    assert_ne!(book.spells.named("Sting"), own.spells.named("Sting"));
    assert_eq!(book.spells.named("Slumber"), own.spells.named("Slumber"), "the rest stays as it was");
    let hook = book.weapons.named("boat hook").and_then(|row| row.attack).expect("a notation");
    assert_eq!(hook.to_string(), "STR 2+2 Nearby");
}

#[test]
fn what_a_pack_adds_is_offered_played_and_stays_with_the_table() {
    let stage: Stage = serde_json::from_value(json!({
        "heroes": { "Ansgar Vane": { "like": "Ansgar Vane", "set": {
            "items": ["boat hook", "wand"], "boat hook.place": "right hand", "wand.place": "left hand",
            "knows": ["Sting"], "memorised": ["Sting"],
        } } },
    }))
    .expect("a stage");
    let mut arena = Arena::with_packs(&stage, vec![sound()], 1);
    let offers = serde_json::to_string(&arena.table.offers(GM, None)).expect("offers can be written");
    assert!(offers.contains("Harbour Rat King"));
    let add = json!({ "add": { "like": "Harbour Rat King", "name": "King" } });
    arena.op(GM, Op::Command(add)).expect("legal");
    assert!(arena.cited.iter().any(|id| id.as_str() == "TG-FOE-01"));
    let fight = json!({ "fight": { "fighters": ["Ansgar Vane", "King"], "at": [{ "who": "Ansgar Vane", "at": "B2" }, { "who": "King", "at": "B4" }] } });
    arena.does(fight, &[]);
    arena.does(json!("start_fight"), &[5, 5]);
    arena.does(json!({ "begin_turn": { "who": "Ansgar Vane" } }), &[]);
    arena.does(json!({ "cast": { "who": "Ansgar Vane", "power": "Sting", "target": "King" } }), &[5, 5, 5]);
    // Two wounds through its armor, of which resistance takes none: the pack says wounds P.
    assert_eq!(arena.values()["King"]["hits"], json!(1), "{}", arena.values()["King"]);
    let again = GAME.load(&arena.table.save().expect("a save")).expect("the pack is in the save");
    assert_eq!(again.values()["King"]["wounds"], 6);
    let fork = arena.table.fork("Elsewhere", None, seeds(1)).expect("a fork");
    assert_eq!(GAME.open(&fork).expect("the pack goes along").values()["King"]["level"], 2);
}

#[test]
fn broken_packs_are_refused_with_file_line_and_field() {
    let weapon = |rest: &str| format!("[[weapon]]\nid = \"TG-WEAP-01\"\nname = \"boat hook\"\n{rest}");
    let attack = "attack = \"STR 2\"\n";
    let cases = [
        (weapon("attack = \"STR 3+\"\n"), ":4:", "weapon[1].attack"),
        (weapon("attack = \"LUCK 2\"\n"), ":4:", "weapon[1].attack"),
        (weapon("attack = \"DEX 99999999999\"\n"), ":4:", "weapon[1].attack"),
        (weapon(&format!("{attack}hands = \"two\"\n")), ":5:", "weapon[1].hands"),
        (weapon(&format!("{attack}stock = \"Ud7\"\n")), ":5:", "weapon[1].stock"),
        (weapon(&format!("{attack}slots = -1\n")), ":5:", "weapon[1].slots"),
        ("[[weapon]]\nname = \"boat hook\"\n".into(), ":1:", "weapon[1]"),
        (weapon(attack).replace("boat hook", "falchion"), ":3:", "weapon[1].name"),
        (weapon(&format!("{attack}replace = true\n")), ":5:", "weapon[1].replace"),
        (format!("{0}{0}", weapon(attack)), ":6:", "weapon[2].id"),
        ("[[wepon]]\nid = \"TG-WEAP-01\"\n".into(), ":1:", "wepon"),
        ("[[weapon]\n".into(), ":1:", ""),
    ];
    broken_packs_are_refused::<DeadWeight>("weapons.toml", &cases);
    let foe = FOES.replace("\"Gnash\", attack", "\"Gnash\", atack");
    let told = refusal(tuesday(&[("foes.toml", &foe)]));
    assert!(told.starts_with("tuesday/foes.toml:") && told.contains("foe[1].actions"), "{told}");
}

const TAKEN: &str = r#"
[[skill]]
id = "DW-SKILL-04"
name = "Bash"
text = "Nobody bashes on Tuesdays."
replace = true

[[infancy]]
id = "DW-INFANCY-09"
name = "Clergy Bastard"
text = "Nobody is one on Tuesdays."
rule = "DW-CHAR-08"
replace = true
total = 13
"#;

#[test]
fn what_a_pack_takes_away_is_refused_in_words() {
    let stage: Stage = serde_json::from_value(json!({
        "heroes": { "Brack": { "set": {
            "skills": ["Bash"], "items": ["falchion"], "falchion.place": "right hand", "falchion.wielded": true,
        } } },
        "creatures": { "Rat": { "like": "Rat Swarm" } },
        "at": { "Brack": "C3", "Rat": "C4" },
        "battle": { "order": ["Brack", "Rat"], "turn": "Brack" },
    }))
    .expect("a stage");
    let mut arena = Arena::with_packs(&stage, vec![tuesday(&[("taken.toml", TAKEN)])], 1);
    let bash = json!({ "bash": { "who": "Brack", "target": "Rat" } });
    assert_eq!(arena.op(GM, Op::Command(bash)).expect_err("it has no attack").code(), "no-attack");

    arena.does(json!("stop_fight"), &[]);
    arena.does(json!({ "draft": { "name": "Cress" } }), &[]);
    arena.does(json!({ "roll_path": { "who": "Cress" } }), &[4, 5]);
    let accept = json!({ "accept_path": { "who": "Cress" } });
    assert_eq!(arena.op(GM, Op::Command(accept)).expect_err("no row has a 9").code(), "no-row");
}
