//! Every number of the power-ups, powers, mutations and skills, written down a second time and
//! compared; and every one of them drawn by its own face of the die.

use dirk_rules::book::Book;
use dirk_rules::effect::Size;
use serde_json::json;

use crate::support::TestTable;

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
            let mut bench = TestTable::scene(stage, 1);
            bench.does(json!({ "consume": { "who": "One", "item": thing } }), &[row.roll]);
            assert_eq!(bench.table.values()["One"]["knows"], json!([row.name]));
            assert!(bench.cited.contains(&row.id), "{}", row.id);
        }
    }
}
