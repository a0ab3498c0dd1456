//! A group's own content: a sound pack is in the book and in play, a broken one is refused with
//! file, line and field.

use boneyard_testkit::seeds;
use std::fs;
use std::path::Path;

use boneyard_table::frame::Seeds;
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, Op, PackName};
use dirk_rules::book::Book;
use serde_json::json;

use crate::support::{GAME, GM, TestTable};

fn brass_and_bone() -> PackName {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("stories/packs/brass-and-bone");
    let files = ["pack.toml", "weapons.toml", "creatures.toml", "mutations.toml"];
    let read =
        |file: &str| (file.to_owned(), fs::read_to_string(folder.join(file)).expect("the pack is there"));
    PackName { name: "brass-and-bone".into(), files: files.into_iter().map(read).collect() }
}

/// A pack of one file beside its header.
fn pack(file: &str, text: &str) -> PackName {
    let header = "name = \"homemade\"\ntitle = \"Homemade\"\nauthor = \"us\"\nlicence = \"CC0-1.0\"\n";
    let files = vec![("pack.toml".to_owned(), header.to_owned()), (file.to_owned(), text.to_owned())];
    PackName { name: "homemade".into(), files }
}

fn refusal(pack: PackName) -> String {
    Book::read(&[pack]).expect_err("a broken pack is refused").to_string()
}

#[test]
fn a_pack_adds_and_replaces_entries() {
    let (own, book) = (Book::read(&[]).expect("ours"), Book::read(&[brass_and_bone()]).expect("theirs"));
    assert_eq!(book.weapons.len(), own.weapons.len() + 1);
    assert_eq!(book.creatures.len(), own.creatures.len() + 1);
    assert_eq!(book.weapons.named("knife").map(|row| (row.damage.dice.0, row.double_on)), Some((6, Some(6))));
    assert_eq!(own.weapons.named("knife").map(|row| (row.damage.dice.0, row.double_on)), Some((4, Some(4))));
    let legs = [&own, &book].map(|book| book.mutations.get("DK-MUT-04H").map(|row| row.price.len()));
    assert_eq!(legs, [Some(1), Some(0)], "a replaced mutation is replaced as a whole");
    assert_eq!(book.weapons.get("DK-WPN-03"), own.weapons.get("DK-WPN-03"), "the rest stays as it was");
}

#[test]
fn what_a_pack_adds_is_offered_and_stays_with_the_table() {
    let mut bench = TestTable::with_packs(&Stage::default(), vec![brass_and_bone()], 1);
    let offers = serde_json::to_string(&bench.table.offers(GM, None)).expect("offers can be written");
    assert!(offers.contains("bone crow"));
    bench.op(GM, Op::Command(json!({ "add": { "like": "bone crow", "name": "Crow" } }))).expect("legal");
    assert!(bench.cited.iter().any(|id| id.as_str() == "BB-FOE-01"));
    let again = GAME.load(&bench.save()).expect("the pack is in the save");
    assert_eq!(again.values()["Crow"]["dex"], 15);
    let fork = bench.table.fork("Elsewhere", None, seeds(1)).expect("a fork");
    assert_eq!(GAME.open(&fork).expect("the pack goes along").values()["Crow"]["hp"], 2);
}

#[test]
fn broken_packs_are_refused_with_file_line_and_field() {
    let weapon = |rest: &str| format!("[[weapon]]\nid = \"HM-WPN-01\"\nname = \"flail\"\n{rest}");
    let damage = "damage = { dice = \"1d6\", kind = \"damage\" }\n";
    let cases = [
        (weapon("damage = { dice = \"1d6\", kind = \"damage\" }\ngems = \"two\"\n"), ":5:", "weapon[1].gems"),
        (weapon(&format!("{damage}colour = \"red\"\n")), ":5:", "weapon[1].colour"),
        (weapon("damage = { dice = \"1d7\", kind = \"damage\" }\n"), ":4:", "weapon[1].damage.dice"),
        (weapon("damage = { dice = \"2d6\", kind = \"damage\" }\n"), ":4:", "weapon[1].damage.dice"),
        (weapon(&format!("{damage}weight = -1\n")), ":5:", "weapon[1].weight"),
        (weapon(&format!("{damage}pool = {{ kind = \"luck\", size = 3 }}\n")), ":5:", "weapon[1].pool.kind"),
        ("[[weapon]]\nname = \"flail\"\n".into(), ":1:", "weapon[1]"),
        (weapon(damage).replace("HM-WPN-01", "DK-WPN-03"), ":2:", "weapon[1].id"),
        (weapon(damage).replace("flail", "sword"), ":3:", "weapon[1].name"),
        (weapon(&format!("{damage}replace = true\n")), ":5:", "weapon[1].replace"),
        (format!("{0}{0}", weapon(damage)), ":6:", "weapon[2].id"),
        (weapon(damage).replace("HM-WPN-01", "lower case"), ":2:", "weapon[1].id"),
        ("[[wepon]]\nid = \"HM-WPN-01\"\n".into(), ":1:", "wepon"),
        ("[[weapon]\n".into(), ":1:", ""),
    ];
    for (text, line, field) in cases {
        let told = refusal(pack("weapons.toml", &text));
        let place = told.lines().next().unwrap_or_default();
        assert!(place.starts_with("homemade/weapons.toml:"), "{told}");
        assert!(place.contains(&format!("weapons.toml{line}")) && place.contains(field), "{text}\n{told}");
    }
    let twice = "[[background]]\nkind = \"raised by wolves\"\nrule = \"DK-CHAR-07\"\ncost = 5\n";
    let told = refusal(pack("backgrounds.toml", twice));
    assert!(told.starts_with("homemade/backgrounds.toml:2:"), "{told}");
    assert!(told.contains("background[1].kind"), "{told}");
}

#[test]
fn a_table_does_not_open_with_a_broken_pack() {
    let broken = pack("weapons.toml", "[[weapon]]\nid = 7\n");
    let seeds = Seeds { open: [1; 32], secret: [2; 32] };
    let told =
        GAME.stage("Never", &Stage::default(), vec![broken], seeds).expect_err("it is broken").to_string();
    assert!(told.contains("homemade/weapons.toml:2:") && told.contains("weapon[1].id"), "{told}");
}

#[test]
fn a_pack_without_its_header_is_refused() {
    let mut headless = brass_and_bone();
    headless.files.remove(0);
    assert!(refusal(headless).contains("pack.toml"));
}
