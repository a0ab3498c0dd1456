//! Appending, reading back, snapshots, the list of tables.

use boneyard_store::{MAX_BODY_BYTES, MAX_SNAPSHOT_BYTES, NewRecord, Seq, StoreError, blocking::Store};

use crate::scene::{Scene, fact, meddle, table, written};

#[test]
fn what_was_appended_is_there_after_reopening() {
    let scene = Scene::crypt(2);
    assert_eq!(scene.store.append("crypt", Seq(2), &[fact(3), fact(4)], None), Ok(Seq(4)));
    let (_folder, path) = scene.close();

    let store = Store::open(path).expect("it opens again");
    let records = store.read("crypt", Seq(1)).expect("it reads");
    assert_eq!(written(&records), [fact(1), fact(2), fact(3), fact(4)]);
    assert_eq!(records.iter().map(|r| r.seq.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(records.iter().all(|r| r.at > 1_700_000_000_000), "every record has its time");
    assert_eq!(store.info("crypt").expect("it is listed").last, Seq(4));
}

#[test]
fn reading_begins_where_it_is_asked_to_and_stops_at_the_window() {
    let scene = Scene::crypt(5);
    let seqs = |records: Vec<boneyard_store::Record>| records.iter().map(|r| r.seq.0).collect::<Vec<_>>();
    assert_eq!(scene.store.read("crypt", Seq(4)).map(seqs), Ok(vec![4, 5]));
    assert_eq!(scene.store.read("crypt", Seq::START).map(seqs), Ok(vec![1, 2, 3, 4, 5]));
    assert_eq!(scene.store.read("crypt", Seq(6)).map(seqs), Ok(vec![]));
    assert_eq!(scene.store.read("crypt", Seq(u64::MAX)).map(seqs), Ok(vec![]));
    assert_eq!(scene.store.read_page("crypt", Seq(2), 2).map(seqs), Ok(vec![2, 3]));
    assert_eq!(scene.store.read_page("crypt", Seq(4), 2).map(seqs), Ok(vec![4, 5]));
}

#[test]
fn whoever_comes_second_is_told_how_far_the_table_has_come() {
    let scene = Scene::crypt(2);
    scene.store.append("crypt", Seq(2), &[fact(3)], None).expect("the first is in time");
    let late = scene.store.append("crypt", Seq(2), &[fact(9)], None).expect_err("the second is late");
    assert_eq!(late, StoreError::Conflict { id: "crypt".into(), after: Seq(2), last: Seq(3) });
    assert_eq!(late.to_string(), "Table \"crypt\" has moved on to record 3, not 2. Nothing was changed.");
    scene.store.append("crypt", Seq(9), &[fact(9)], None).expect_err("nor can the future be written");
    assert_eq!(written(&scene.store.read("crypt", Seq(1)).expect("it reads")), [fact(1), fact(2), fact(3)]);
}

#[test]
fn a_command_sent_twice_is_done_once() {
    let scene = Scene::crypt(1);
    let done = scene.store.append("crypt", Seq(1), &[fact(2), fact(3)], Some("tap-1"));
    assert_eq!(done, Ok(Seq(3)));
    scene.store.append("crypt", Seq(3), &[fact(4)], Some("tap-2")).expect("another command");
    let again = scene.store.append("crypt", Seq(1), &[fact(2), fact(3)], Some("tap-1"));
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(3) }));
    assert_eq!(scene.store.info("crypt").expect("it is listed").last, Seq(4));

    scene.store.create(&table("attic"), &[]).expect("another table");
    let elsewhere = scene.store.append("attic", Seq(0), &[fact(1)], Some("tap-1"));
    assert_eq!(elsewhere, Ok(Seq(1)), "another table may use the same id");
}

#[test]
fn what_cannot_be_kept_is_refused_and_changes_nothing() {
    let scene = Scene::crypt(1);
    let refuse = |kind: &str, body: &str| {
        let record = NewRecord { kind: kind.into(), body: body.into() };
        scene.store.append("crypt", Seq(1), &[fact(2), record], None).expect_err("it is refused").to_string()
    };
    assert_eq!(refuse("fact", "{"), "A record: it must be one line of JSON. Nothing was changed.");
    assert_eq!(refuse("fact", "{\n}"), "A record: it must be one line of JSON. Nothing was changed.");
    assert_eq!(refuse("fact", " {}"), "A record: it must be one line of JSON. Nothing was changed.");
    assert_eq!(refuse("fact", ""), "A record: it must be one line of JSON. Nothing was changed.");
    assert_eq!(
        refuse("two words", "{}"),
        "The record's kind: it must be made of letters, digits and - _ . + : only. Nothing was changed."
    );
    let fat = format!("\"{}\"", "x".repeat(MAX_BODY_BYTES));
    assert_eq!(
        refuse("fact", &fat),
        "A record is larger than the 1048576 bytes allowed. Nothing was changed."
    );
    scene.store.append("crypt", Seq(1), &[], None).expect_err("nothing cannot be appended");
    scene.store.append("crypt", Seq(1), &[fact(2)], Some("")).expect_err("nor under an empty id");
    let fat = "x".repeat(MAX_SNAPSHOT_BYTES + 1);
    scene.store.snapshot("crypt", Seq(1), &fat).expect_err("nor a snapshot larger than its limit");
    assert_eq!(scene.store.info("crypt").expect("it is listed").last, Seq(1));
}

#[test]
fn a_table_that_is_not_there_is_named() {
    let scene = Scene::empty();
    let missing = StoreError::NoSuchTable { id: "attic".into() };
    assert_eq!(scene.store.append("attic", Seq(0), &[fact(1)], None), Err(missing.clone()));
    assert_eq!(scene.store.read("attic", Seq(1)), Err(missing.clone()));
    assert_eq!(scene.store.info("attic"), Err(missing.clone()));
    assert_eq!(scene.store.latest_snapshot("attic"), Err(missing.clone()));
    assert_eq!(scene.store.snapshot("attic", Seq(0), "{}"), Err(missing.clone()));
    assert_eq!(scene.store.set_archived("attic", true), Err(missing.clone()));
    assert_eq!(scene.store.delete("attic"), Err(missing.clone()));
    assert_eq!(scene.store.export("attic", &mut Vec::new()), Err(missing));
}

#[test]
fn tables_are_created_once_put_away_and_deleted() {
    let scene = Scene::crypt(1);
    let again = scene.store.create(&table("crypt"), &[]);
    assert_eq!(again, Err(StoreError::TableExists { id: "crypt".into() }));
    let mut nameless = table("attic");
    nameless.title = " ".into();
    scene.store.create(&nameless, &[]).expect_err("a table needs a title");

    scene.store.create(&table("attic"), &[fact(1)]).expect("the attic is created");
    scene.store.snapshot("attic", Seq(1), "{}").expect("a snapshot is kept");
    scene.store.set_archived("crypt", true).expect("the crypt is put away");
    assert!(scene.store.info("crypt").expect("it is still listed").archived);
    scene.store.delete("attic").expect("the attic is deleted");
    let left: Vec<String> = scene.store.tables().expect("a list").into_iter().map(|t| t.id).collect();
    assert_eq!(left, ["crypt"]);

    scene.store.create(&table("attic"), &[]).expect("its id is free again");
    assert_eq!(scene.store.latest_snapshot("attic"), Ok(None), "and nothing of the old one is left");
}

#[test]
fn a_table_is_opened_from_its_latest_snapshot_and_what_came_after() {
    let scene = Scene::crypt(4);
    assert_eq!(scene.store.latest_snapshot("crypt"), Ok(None));
    for seq in [1, 2, 4] {
        let state = format!(r#"{{"torches":{seq}}}"#);
        scene.store.snapshot("crypt", Seq(seq), &state).expect("a snapshot is kept");
    }
    scene.store.append("crypt", Seq(4), &[fact(5)], None).expect("play goes on");

    let snapshot = scene.store.latest_snapshot("crypt").expect("it reads").expect("there is one");
    assert_eq!((snapshot.seq, snapshot.body.as_str()), (Seq(4), r#"{"torches":4}"#));
    let tail = scene.store.read("crypt", snapshot.seq.next()).expect("it reads");
    assert_eq!(written(&tail), [fact(5)]);
    let early = scene.store.snapshot("crypt", Seq(6), "{}").expect_err("nobody knows the future").to_string();
    assert_eq!(
        early,
        "A snapshot of table \"crypt\": record 6 does not exist, the last is 5. Nothing was changed."
    );
}

#[test]
fn of_a_long_table_the_newest_snapshots_stay_and_one_every_while_on_the_way_back() {
    let scene = Scene::crypt(35_000);
    for seq in (512..=35_000).step_by(512) {
        scene.store.snapshot("crypt", Seq(seq), &format!(r#"{{"torches":{seq}}}"#)).expect("kept");
    }
    let kept: Vec<u64> = scene.store.snapshots("crypt").expect("it reads").iter().map(|seq| seq.0).collect();
    assert_eq!(kept, [34_816, 34_304, 32_768, 16_384]);
    let far = scene.store.snapshot_at("crypt", Seq(16_384)).expect("it reads").expect("it is whole");
    assert_eq!(far.body, r#"{"torches":16384}"#);
    assert_eq!(scene.store.snapshot_at("crypt", Seq(512)), Ok(None), "those between are gone");
    let (_folder, path) = scene.close();
    meddle(&path, "UPDATE snapshot SET body = '{}' WHERE seq = 16384");
    let store = Store::open(&path).expect("the save opens");
    assert_eq!(store.snapshot_at("crypt", Seq(16_384)), Ok(None), "one that was meddled with is none");
}
