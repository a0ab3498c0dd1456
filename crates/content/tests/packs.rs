//! Packs on one table: who adds what, who may replace it, and what the random tables of all of them hold.

use boneyard_content::{
    Catalog, ContentError, Entry, Limits, NoEffect, Origin, Pack, RandomRow, RandomTable, RowFault, Then,
};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    #[serde(default)]
    weapon: Vec<Weapon>,
    #[serde(default)]
    table: Vec<RandomTable>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weapon {
    id: String,
    name: String,
    #[serde(default)]
    replace: bool,
    #[serde(default)]
    weight: u8,
}

impl Entry for Weapon {
    fn id(&self) -> &str {
        &self.id
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn replaces(&self) -> bool {
        self.replace
    }
}

fn pack(name: &str, text: &str) -> Pack {
    Pack::built_in(name, "A pack", "us", "CC0", &[("weapons.toml", text)])
}

fn merged(packs: &[Pack]) -> Result<Catalog<Weapon>, Vec<ContentError>> {
    let mut weapons = Catalog::default();
    for file in packs.iter().flat_map(|pack| &pack.files) {
        let sheet: Sheet = file.read().map_err(|error| vec![error])?;
        weapons.merge(file, "weapon", sheet.weapon)?;
    }
    Ok(weapons)
}

fn refused(packs: &[Pack]) -> Vec<String> {
    merged(packs).expect_err("a mistake").iter().map(ToString::to_string).collect()
}

const GAME: &str = "\
[[weapon]]
id = \"ZZ-WPN-02\"
name = \"sword\"
weight = 1
[[weapon]]
id = \"ZZ-WPN-01\"
name = \"stick\"
";

#[test]
fn a_catalog_is_ordered_by_id_and_looked_up_by_id_or_name() {
    let weapons = merged(&[pack("game", GAME)]).expect("sound");
    assert_eq!(weapons.iter().map(|weapon| weapon.name.as_str()).collect::<Vec<_>>(), ["stick", "sword"]);
    assert_eq!(weapons.get("ZZ-WPN-02").map(|weapon| weapon.weight), Some(1));
    assert_eq!(weapons.named("Sword"), weapons.get("ZZ-WPN-02"));
    assert_eq!((weapons.get("ZZ-WPN-03"), weapons.named("bow")), (None, None));
    assert_eq!(weapons.len(), 2);
}

#[test]
fn a_pack_adds_entries_and_replaces_those_it_says_it_replaces() {
    let home = "\
[[weapon]]
id = \"ZZ-WPN-02\"
name = \"sword\"
replace = true
weight = 2
[[weapon]]
id = \"ZZ-WPN-09\"
name = \"bow\"
";
    let weapons = merged(&[pack("game", GAME), pack("home", home)]).expect("sound");
    assert_eq!(weapons.get("ZZ-WPN-02").map(|weapon| weapon.weight), Some(2));
    let from = |pack: &str| Some(Origin { pack: pack.into(), file: format!("{pack}/weapons.toml").into() });
    assert_eq!(weapons.origin("ZZ-WPN-01").cloned(), from("game"));
    assert_eq!(weapons.origin("ZZ-WPN-02").cloned(), from("home"));
    assert_eq!(weapons.origin("ZZ-WPN-09").cloned(), from("home"));
}

#[test]
fn entries_are_found_however_their_ids_begin() {
    let home = "\
[[weapon]]
id = \"HOME-1\"
name = \"bow\"
";
    let weapons = merged(&[pack("game", GAME), pack("home", home)]).expect("sound");
    for (id, name) in [("HOME-1", "bow"), ("ZZ-WPN-01", "stick"), ("ZZ-WPN-02", "sword")] {
        assert_eq!(weapons.get(id).map(|weapon| weapon.name.as_str()), Some(name));
    }
    for id in ["", "H", "HOME", "HOME-2", "ZZ-WPN", "ZZ-HERO-01"] {
        assert_eq!(weapons.get(id), None, "{id}");
        assert_eq!(merged(&[pack("game", GAME)]).expect("sound").get(id), None, "{id}");
        assert_eq!(Catalog::<Weapon>::default().get(id), None, "{id}");
    }
}

#[test]
fn nothing_is_replaced_by_accident_and_every_mistake_names_both_files() {
    let home = "\
[[weapon]]
id = \"ZZ-WPN-02\"
name = \"blade\"
[[weapon]]
id = \"ZZ-WPN-03\"
name = \"Stick\"
[[weapon]]
id = \"ZZ-WPN-04\"
name = \"bow\"
replace = true
[[weapon]]
id = \"ZZ-WPN-04\"
name = \"long bow\"
";
    assert_eq!(
        refused(&[pack("game", GAME), pack("home", home)]),
        [
            "home/weapons.toml:2:6: weapon[1].id: ZZ-WPN-02 comes already from game/weapons.toml; allowed: `replace = true`, or an id of its own",
            "home/weapons.toml:6:8: weapon[2].name: `Stick` is the name of ZZ-WPN-01 from game/weapons.toml already",
            "home/weapons.toml:10:11: weapon[3].replace: there is no ZZ-WPN-04 to replace",
            "home/weapons.toml:12:6: weapon[4].id: ZZ-WPN-04 stands already at weapon[3] of this file",
        ]
    );
}

#[test]
fn two_entries_may_trade_their_names_when_both_are_replaced() {
    let home = "\
[[weapon]]
id = \"ZZ-WPN-01\"
name = \"sword\"
replace = true
[[weapon]]
id = \"ZZ-WPN-02\"
name = \"stick\"
replace = true
";
    let weapons = merged(&[pack("game", GAME), pack("home", home)]).expect("sound");
    assert_eq!(weapons.named("sword").map(Entry::id), Some("ZZ-WPN-01"));
}

#[test]
fn a_file_with_a_mistake_is_not_taken_in_at_all() {
    let mut weapons = merged(&[pack("game", GAME)]).expect("sound");
    let before = weapons.clone();
    let home = pack(
        "home",
        "[[weapon]]\nid = \"ZZ-WPN-07\"\nname = \"net\"\n[[weapon]]\nid = \"ZZ-WPN-08\"\nname = \"Net\"\n",
    );
    let sheet: Sheet = home.files[0].read().expect("readable");
    assert_eq!(weapons.merge(&home.files[0], "weapon", sheet.weapon).map_err(|errors| errors.len()), Err(1));
    assert_eq!(weapons, before);
}

#[test]
fn a_pack_says_who_made_it_and_under_which_licence() {
    let files = |header: &str| {
        vec![
            ("weapons.toml".to_owned(), GAME.to_owned()),
            ("pack.toml".to_owned(), header.to_owned()),
            ("armor.toml".to_owned(), String::new()),
        ]
    };
    let header = "name = \"home\"\ntitle = \"Home\"\nauthor = \"Bo\"\nlicence = \"CC BY 4.0\"\n";
    let pack = Pack::from_files(&Limits::default(), files(header)).expect("sound");
    assert_eq!(
        (&*pack.name, &*pack.title, &*pack.author, &*pack.licence),
        ("home", "Home", "Bo", "CC BY 4.0")
    );
    let paths: Vec<_> = pack.files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["home/armor.toml", "home/weapons.toml"]);

    let refused = |header: &str| {
        Pack::from_files(&Limits::default(), files(header)).expect_err("a mistake").to_string()
    };
    assert_eq!(
        refused(&header.replace("licence = \"CC BY 4.0\"\n", "")),
        "pack.toml:1:1: licence: this field is missing"
    );
    assert_eq!(refused(&header.replace("Bo", " ")), "pack.toml:3:10: author: this must not be empty");
    assert_eq!(
        refused(&header.replace("\"home\"", "\"../home\"")),
        "pack.toml:1:8: name: this cannot name a pack; allowed: 1 to 40 small letters, digits and hyphens"
    );
    let told = Pack::from_files(&Limits::default(), Vec::new()).expect_err("no header").to_string();
    assert!(told.starts_with("pack.toml:1:1: the pack has no such file"), "{told}");
    let few = Limits { files: 2, ..Limits::default() };
    let told = Pack::from_files(&few, files(header)).expect_err("too many").to_string();
    assert_eq!(told, "pack.toml:1:1: 3 files are too many; a pack may have at most 2 files");
}

const EVENTS: &str = r#"
[[table]]
id = "ZZ-EVT-01H"
name = "events"
dice = "1d6"
house = true
rows = [
  { from = 1, to = 3, text = "Nothing." },
  { from = 4, to = 5, text = "Rain, for a while.", then = [{ amount = { dice = "1d6", kind = "hours" } }, { table = "ZZ-EVT-02H" }] },
  { from = 6, to = 6, text = "Two things at once.", then = [{ again = 2 }] },
]
"#;

fn tables(text: &str) -> Catalog<RandomTable> {
    let pack = pack("game", text);
    let sheet: Sheet = pack.files[0].read().expect("readable");
    let mut tables = Catalog::default();
    tables.merge(&pack.files[0], "table", sheet.table).expect("sound");
    tables
}

#[test]
fn a_random_table_leads_on_to_dice_tables_and_itself() {
    let tables = tables(EVENTS);
    let events = tables.named("events").expect("there");
    assert_eq!(events.check(1, 6), Ok(()));
    let rain = events.row(4).expect("a row");
    assert!(
        matches!(&rain.then[..], [Then::Amount(hours), Then::Table(next)] if hours.is("hours") && next == "ZZ-EVT-02H")
    );
    assert_eq!(events.row(6).expect("a row").then, [Then::Again(2)]);
    assert_eq!(
        tables.broken_chains(),
        [("ZZ-EVT-01H", RowFault::NoTable { row: 2, table: "ZZ-EVT-02H".to_owned() })]
    );
}

#[test]
fn totals_beyond_the_table_take_its_first_or_last_row() {
    let tables = tables(EVENTS);
    let events = tables.named("events").expect("there");
    assert_eq!(events.row(-3), events.row(1));
    assert_eq!(events.row(9), events.row(6));
}

fn with_rows(rows: &[(i32, i32)]) -> RandomTable {
    let row = |&(from, to): &(i32, i32)| RandomRow {
        from,
        to,
        text: String::new(),
        then: Vec::<Then<NoEffect>>::new(),
    };
    RandomTable {
        id: "ZZ-EVT-01H".to_owned(),
        name: "events".to_owned(),
        dice: "1d6".to_owned(),
        replace: false,
        house: true,
        rows: rows.iter().map(row).collect(),
    }
}

#[test]
fn a_table_with_holes_overlaps_or_rows_out_of_reach_is_not_whole() {
    let whole = |rows: &[(i32, i32)]| with_rows(rows).check(1, 6);
    assert_eq!(whole(&[]), Err(RowFault::NoRows));
    assert_eq!(whole(&[(1, 2), (4, 6)]), Err(RowFault::Gap { from: 3, to: 3 }));
    assert_eq!(whole(&[(2, 6)]), Err(RowFault::Gap { from: 1, to: 1 }));
    assert_eq!(whole(&[(1, 4)]), Err(RowFault::Gap { from: 5, to: 6 }));
    assert_eq!(whole(&[(1, 4), (4, 6)]), Err(RowFault::Overlap { row: 2, end: 4 }));
    assert_eq!(whole(&[(1, 4), (5, 7)]), Err(RowFault::Outside { row: 2, least: 1, most: 6 }));
    assert_eq!(whole(&[(3, 1)]), Err(RowFault::Backwards(1)));
    assert_eq!(with_rows(&[(i32::MIN, i32::MAX)]).check(i32::MIN, i32::MAX), Ok(()));
    assert_eq!(with_rows(&[]).row(3), None);
}

proptest! {
    #[test]
    fn in_a_whole_table_every_total_has_exactly_its_row(cuts in proptest::collection::btree_set(2..40_i32, 0..8)) {
        let starts: Vec<i32> = std::iter::once(1).chain(cuts).collect();
        let ends: Vec<i32> = starts[1..].iter().map(|start| start - 1).chain([40]).collect();
        let rows: Vec<(i32, i32)> = starts.into_iter().zip(ends).collect();
        let table = with_rows(&rows);
        prop_assert_eq!(table.check(1, 40), Ok(()));
        for total in 1..=40 {
            let row = table.row(total).expect("a row");
            prop_assert!(row.from <= total && total <= row.to);
        }
    }
}
