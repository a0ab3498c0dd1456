//! Every number of the power-ups, powers, mutations and skills, written down a second time and
//! compared; and every one of them drawn by its own face of the die.

mod support;

use dirk_rules::book::Book;
use dirk_rules::effect::Size;
use serde_json::json;
use support::Bench;

fn book() -> Book {
    Book::read(&[]).expect("the game's own content")
}

#[test]
fn powerups_stand_under_their_rolls() {
    let list = [
        (1, "DK-GROW-04", "Chocolates", false),
        (2, "DK-GROW-05", "Might Up", true),
        (3, "DK-GROW-06", "Speed Up", true),
        (4, "DK-GROW-07", "Magic Up", true),
        (5, "DK-GROW-08", "Vampire Blood", false),
        (6, "DK-GROW-09", "Infested Egg", true),
    ];
    let book = book();
    assert_eq!(book.powerups.len(), list.len());
    for (row, (roll, id, name, inert)) in book.powerups.iter().zip(list) {
        assert_eq!((row.roll, row.id.as_str(), row.name.as_str()), (roll, id, name));
        assert_eq!((row.inert_after.is_some(), row.weight), (inert, 1), "{id}");
        assert_eq!(row.confirm, name == "Vampire Blood", "{id}");
    }
    let classes: Vec<_> =
        book.classes.iter().map(|row| (row.name.as_str(), row.dice, row.black_market)).collect();
    let dice = |sides, plus| Size::Dice { count: 1, sides, plus };
    assert_eq!(classes, [("common", dice(4, 0), 15), ("arcane", dice(3, 3), 25), ("wild", dice(6, 0), 20)]);
}

#[test]
fn psychic_powers_have_the_numbers_of_the_list() {
    // Name, HP, range, of each use.
    type Row<'a> = (&'a str, &'a [(u8, Option<u16>)]);
    let list: [Row<'_>; 12] = [
        ("Mind Spear", &[(1, Some(60))]),
        ("Lift and Hurl", &[(1, Some(60)), (1, Some(60))]),
        ("Word of Command", &[(2, Some(30))]),
        ("Terror", &[(2, Some(20))]),
        ("Foresight", &[(2, None)]),
        ("Blink", &[(2, Some(30))]),
        ("Kindle", &[(1, Some(60))]),
        ("Kinetic Shell", &[(2, None)]),
        ("Sip of Thought", &[(1, Some(30))]),
        ("Red Thirst", &[]),
        ("Veil", &[(2, Some(60))]),
        ("Corpse Puppet", &[(3, Some(30))]),
    ];
    let book = book();
    assert_eq!(book.psychic.len(), list.len());
    for (at, (row, (name, uses))) in book.psychic.iter().zip(list).enumerate() {
        assert_eq!((usize::from(row.roll), row.name.as_str()), (at + 1, name));
        assert_eq!(row.id.as_str(), format!("DK-PSY-{:02}H", at + 1));
        let told: Vec<_> = row.uses.iter().map(|way| (way.hp, way.range)).collect();
        assert_eq!(told, uses, "{name}");
        assert!(!row.spell, "{name} needs no hand");
    }
}

#[test]
fn every_face_gives_its_power() {
    let book = book();
    for (thing, table) in [("Vampire Blood", &book.psychic), ("Infested Egg", &book.mutations)] {
        for row in table.iter() {
            let stage = json!({ "heroes": { "One": { "set": { "items": [thing] } } } });
            let mut bench = Bench::scene(stage, 1);
            bench.does(json!({ "consume": { "who": "One", "item": thing } }), &[row.roll]);
            assert_eq!(bench.table.published()["One"]["knows"], json!([row.name]));
            assert!(bench.cited.contains(&row.id), "{}", row.id);
        }
    }
}

#[test]
fn skills_have_the_numbers_of_the_list() {
    // Number, name, weeks, whether it is a spell, HP and range of its uses.
    type Row = (u8, &'static str, u8, bool, &'static [(u8, Option<u16>)]);
    let list: &[Row] = &[
        (1, "Wrestling", 2, false, &[]),
        (2, "Shield Drill", 2, false, &[]),
        (3, "Snake Footwork", 4, false, &[]),
        (8, "Second Wind", 2, false, &[(0, None)]),
        (11, "Long Lungs", 1, false, &[]),
        (13, "Witchlight", 1, true, &[(0, None)]),
        (14, "Starfire", 4, true, &[(1, Some(60))]),
        (15, "Binding Thread", 3, true, &[(1, Some(30))]),
        (16, "Ward of Glass", 3, true, &[(2, Some(5))]),
        (17, "Knit", 5, true, &[(2, Some(5))]),
    ];
    let book = book();
    assert_eq!(book.skills.len(), list.len());
    for (row, (number, name, weeks, spell, uses)) in book.skills.iter().zip(list) {
        assert_eq!(row.id.as_str(), format!("DK-SKILL-{number:02}H"));
        assert_eq!((row.name.as_str(), row.weeks, row.spell), (*name, *weeks, *spell));
        let told: Vec<_> = row.uses.iter().map(|way| (way.hp, way.range)).collect();
        assert_eq!(told, *uses, "{name}");
    }
}

#[test]
fn useful_things_have_the_prices_of_the_list() {
    // Number, name, gems, weight, pieces.
    let list = [
        (2, "lantern", 2, 1, 1),
        (3, "rope, 50 feet", 1, 1, 1),
        (7, "waterskin", 0, 1, 1),
        (11, "ammo pack", 1, 0, 1),
        (12, "charge cell", 2, 0, 1),
        (15, "net", 1, 1, 1),
        (18, "grenade", 3, 0, 1),
        (22, "spyglass", 3, 0, 1),
        (23, "signal flare", 1, 0, 1),
    ];
    let book = book();
    assert_eq!(book.gear.len(), list.len());
    for (row, (number, name, gems, weight, count)) in book.gear.iter().zip(list) {
        assert_eq!(row.id.as_str(), format!("DK-GEAR-{number:02}H"));
        assert_eq!((row.name.as_str(), row.gems, row.weight, row.count), (name, gems, weight, count));
    }
}
