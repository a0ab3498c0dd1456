//! A group's own content: a sound pack is in the book and in play, a broken one is refused with file, line and
//! field.

use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, Op, PackName};
use boneyard_testkit::{broken_packs_are_refused, seeds, tuesday};
use guts_plus::GutsPlus;
use guts_plus::book::Book;
use serde_json::json;

use crate::arena::{Arena, GAME, GM};

const FOES: &str = r#"
[[foe]]
id = "TG-FOE-01"
name = "Harbour Rat King"
text = "Nine tails and one mind."
gumption = 4
utility = 1
thought = 2
slyness = 3
custom = [{ quality = "Gnawing", level = 3 }]
chart = "four-legged with a tail"
xp = 13
attack = { name = "gnash", with = "Gnawing", dangerous = true }
instinct = { flees = "never" }
"#;

const STATUSES: &str = r#"
# Fear goes deeper where this group plays.
[[status]]
id = "GP-STATUS-01"
name = "Afraid"
replace = true
words = ["Uneasy", "Afraid", "Frozen"]
quality = "Gumption"
takes = { dice = "2", kind = "points" }
text = "Every Gumption roll is worth 2 less, and 2 more for each step."
"#;

const GEAR: &str = r#"
[[gear]]
id = "TG-GEAR-01"
name = "boat hook"
text = "Reaches over the gunwale."
weapon = { dangerous = true }
"#;

fn sound() -> PackName {
    tuesday(&[("foes.toml", FOES), ("statuses.toml", STATUSES), ("gear.toml", GEAR)])
}

#[test]
fn a_pack_adds_and_replaces_entries() {
    let (own, book) = (Book::read(&[]).expect("ours"), Book::read(&[sound()]).expect("theirs"));
    assert_eq!(book.foes.len(), own.foes.len() + 1);
    assert_eq!(book.gear.len(), own.gear.len() + 1);
    assert_eq!(book.statuses.len(), own.statuses.len(), "what is replaced is not added");
    assert_eq!(book.status("Frozen").map(|(_, step)| step), Some(3));
    assert_eq!(book.statuses.named("Tired"), own.statuses.named("Tired"), "the rest stays as it was");
}

#[test]
fn what_a_pack_adds_is_offered_played_and_stays_with_the_table() {
    let stage: Stage = serde_json::from_value(json!({
        "heroes": { "Bo": { "set": { "gumption": 2, "items": ["boat hook"], "conditions": ["Uneasy"] } } },
    }))
    .expect("a stage");
    let mut arena = Arena::with_packs(&stage, vec![sound()], 1);
    let offers = serde_json::to_string(&arena.table.offers(GM, None)).expect("offers can be written");
    assert!(offers.contains("Harbour Rat King"));
    let add = json!({ "add": { "like": "Harbour Rat King", "name": "King" } });
    arena.op(GM, Op::Command(add)).expect("legal");
    assert!(arena.cited.iter().any(|id| id.as_str() == "TG-FOE-01"));
    // Two off for being uneasy: 11 - 2 against 1, 2, 2, 1 is 3, so the hook draws blood.
    let attack =
        json!({ "attack": { "who": "Bo", "target": "King", "means": "boat hook", "part": "Torso" } });
    arena.does(attack, &[6, 5, 1, 2, 2, 1, 1]);
    assert_eq!(arena.values()["last"]["differences"], json!([2]), "{}", arena.values()["last"]);
    assert_eq!(arena.values()["King"]["parts"]["Torso"], 1);
    // Its own attack goes with its own quality: three dice.
    let gnash = json!({ "attack": { "who": "King", "target": "Bo", "means": "gnash", "part": "Left Arm" } });
    arena.does(gnash, &[6, 5, 4, 3, 1]);
    assert_eq!(arena.values()["Bo"]["parts"]["Left Arm"], 1);
    let again = GAME.load(&arena.save()).expect("the pack is in the save");
    assert_eq!(again.values()["King"]["gumption"], 4);
    let fork = arena.table.fork("Elsewhere", None, seeds(1)).expect("a fork");
    assert_eq!(GAME.open(&fork).expect("the pack goes along").values()["King"]["slyness"], 3);
}

#[test]
fn broken_packs_are_refused_with_file_line_and_field() {
    let foe = |rest: &str| format!("[[foe]]\nid = \"TG-FOE-01\"\nname = \"King\"\n{rest}");
    let levels = "gumption = 4\nutility = 1\nthought = 2\nslyness = 3\nchart = \"humanoid\"\n";
    let cases = [
        (foe(&levels.replace("= 4", "= \"much\"")), ":4:", "foe[1].gumption"),
        (foe(&levels.replace("= 4", "= -1")), ":4:", "foe[1].gumption"),
        (foe(&format!("{levels}custom = [{{ quality = \"Gnawing\" }}]\n")), ":9:", "foe[1].custom"),
        (foe(levels).replace("King", "Wolf"), ":3:", "foe[1].name"),
        (foe(&format!("{levels}replace = true\n")), ":9:", "foe[1].replace"),
        (foe(&format!("{levels}gumpton = 3\n")), ":9:", "foe[1].gumpton"),
        ("[[foe]]\nname = \"King\"\n".into(), ":1:", "foe[1]"),
        (format!("{0}{0}", foe(levels)), ":10:", "foe[2].id"),
        ("[[fo]]\nid = \"TG-FOE-01\"\n".into(), ":1:", "fo"),
        ("[[foe]\n".into(), ":1:", ""),
    ];
    broken_packs_are_refused::<GutsPlus>("foes.toml", &cases);
}
