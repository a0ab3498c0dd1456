//! A journal that is not what was written is noticed, and the record is named.

use std::fs;

use boneyard_store::{Seq, StoreError, blocking::Store};

use crate::scene::{Scene, fact, meddle, table, written};

fn reading_after(sql: &'static str) -> String {
    let (_folder, path) = Scene::crypt(5).close();
    meddle(&path, sql);
    let store = Store::open(path).expect("the save still opens");
    store.read("crypt", Seq(1)).expect_err("the damage is noticed").to_string()
}

#[test]
fn every_way_of_changing_the_past_is_noticed() {
    let cases = [
        (
            "UPDATE record SET body = '{\"torch\":7}' WHERE seq = 3",
            "record 3, is damaged: it does not fit its",
        ),
        ("UPDATE record SET at = at + 1 WHERE seq = 2", "record 2, is damaged: it does not fit its checksum"),
        (
            "UPDATE record SET kind = 'lie' WHERE seq = 5",
            "record 5, is damaged: it does not fit its checksum",
        ),
        (
            "UPDATE record SET command = 'tap' WHERE seq = 1",
            "record 1, is damaged: it does not fit its checksum",
        ),
        ("UPDATE record SET sum = x'00' WHERE seq = 4", "record 4, is damaged: it does not fit its checksum"),
        ("DELETE FROM record WHERE seq = 1", "record 1, is damaged: it is missing"),
        ("DELETE FROM record WHERE seq = 3", "record 3, is damaged: it is missing"),
        ("DELETE FROM record WHERE seq > 3", "record 4, is damaged: it is missing"),
        ("DELETE FROM record", "record 1, is damaged: it is missing"),
        ("UPDATE game_table SET last_seq = 3", "record 4, is damaged: it lies beyond the end"),
        ("UPDATE game_table SET last_sum = zeroblob(32)", "record 5, is damaged: it does not fit the end"),
        ("UPDATE game_table SET last_sum = x'00'", "record 5, is damaged: the checksum of the journal's end"),
        ("UPDATE game_table SET game = 'guts-plus'", "record 1, is damaged: it does not fit its checksum"),
    ];
    for (sql, expected) in cases {
        let told = reading_after(sql);
        assert!(told.starts_with("Table \"crypt\", ") && told.contains(expected), "{sql}: {told}");
    }
}

#[test]
fn a_tail_read_alone_is_checked_against_what_came_before_it() {
    let (_folder, path) = Scene::crypt(5).close();
    meddle(&path, "DELETE FROM record WHERE seq = 3");
    let store = Store::open(path).expect("the save still opens");
    assert_eq!(store.read("crypt", Seq(5)).map(|tail| tail.len()), Ok(1), "what is whole can be read");
    let told = store.read("crypt", Seq(4)).expect_err("nothing to check record 4 against").to_string();
    assert!(told.contains("record 3, is damaged: it is missing"), "{told}");
}

#[test]
fn one_flipped_bit_on_the_disk_spoils_one_table_and_no_other() {
    let scene = Scene::crypt(3);
    let mut attic = fact(1);
    attic.body = r#"{"bell":"rings"}"#.into();
    scene.store.create(&table("attic"), &[attic]).expect("the attic is created");
    let (_folder, path) = scene.close();
    let mut bytes = fs::read(&path).expect("the file reads");
    let bell = bytes.windows(5).position(|w| w == b"rings").expect("the bell is on disk");
    bytes[bell] ^= 1;
    fs::write(&path, bytes).expect("the disk rots");

    let store = Store::open(&path).expect("the save still opens");
    let told = store.read("attic", Seq(1)).expect_err("the damage is noticed");
    assert!(
        matches!(&told, StoreError::Damaged { place, .. } if place == "Table \"attic\", record 1,"),
        "{told}"
    );
    store.export("attic", &mut Vec::new()).expect_err("and is not exported as if it were whole");
    assert_eq!(
        written(&store.read("crypt", Seq(1)).expect("the crypt is whole")),
        [fact(1), fact(2), fact(3)]
    );
}

#[test]
fn a_damaged_snapshot_is_passed_over_for_the_one_before() {
    let scene = Scene::crypt(3);
    scene.store.snapshot("crypt", Seq(1), r#"{"torches":1}"#).expect("a snapshot is kept");
    scene.store.snapshot("crypt", Seq(3), r#"{"torches":3}"#).expect("a snapshot is kept");
    let (_folder, path) = scene.close();
    meddle(&path, "UPDATE snapshot SET body = '{\"torches\":9}' WHERE seq = 3");
    let store = Store::open(&path).expect("the save opens");
    let snapshot = store.latest_snapshot("crypt").expect("it reads").expect("one is left");
    assert_eq!((snapshot.seq, snapshot.body.as_str()), (Seq(1), r#"{"torches":1}"#));
}

#[test]
fn a_snapshot_that_is_no_text_any_more_leaves_the_records() {
    let scene = Scene::crypt(3);
    scene.store.snapshot("crypt", Seq(3), r#"{"torches":"three"}"#).expect("a snapshot is kept");
    let (_folder, path) = scene.close();
    let mut bytes = fs::read(&path).expect("the file reads");
    let three = bytes.windows(5).position(|w| w == b"three").expect("the snapshot is on disk");
    bytes[three] ^= 0x80;
    fs::write(&path, bytes).expect("the disk rots");

    let store = Store::open(&path).expect("the save opens");
    assert_eq!(store.latest_snapshot("crypt"), Ok(None), "it is passed over");
    assert_eq!(store.read("crypt", Seq(1)).map(|records| records.len()), Ok(3));
}

#[test]
fn a_bit_flipped_before_a_snapshot_is_found_by_a_check_though_the_table_opens() {
    for (flip, what) in [(1, "it does not fit its checksum"), (0x80, "it is not text")] {
        let scene = Scene::crypt(0);
        let mut bell = fact(1);
        bell.body = r#"{"bell":"rings"}"#.into();
        scene.store.append("crypt", Seq(0), &[bell, fact(2), fact(3)], None).expect("an append");
        scene.store.create(&table("attic"), &[fact(1)]).expect("the attic is created");
        scene.store.snapshot("crypt", Seq(3), "3").expect("a snapshot is kept");
        assert_eq!(scene.store.check(), Ok(vec![]));
        let (_folder, path) = scene.close();
        let mut bytes = fs::read(&path).expect("the file reads");
        let bell = bytes.windows(5).position(|w| w == b"rings").expect("the bell is on disk");
        bytes[bell] ^= flip;
        fs::write(&path, bytes).expect("the disk rots");

        let store = Store::open(&path).expect("the save opens");
        assert!(store.latest_snapshot("crypt").expect("it reads").is_some(), "the table opens as ever");
        let found = store.check().expect("all is read");
        assert_eq!(found.len(), 1, "and only one is damaged: {found:?}");
        assert_eq!((found[0].id.as_str(), found[0].title.as_str()), ("crypt", "The Crypt"));
        assert!(found[0].what.contains("record 1,") && found[0].what.contains(what), "{found:?}");
    }
}
