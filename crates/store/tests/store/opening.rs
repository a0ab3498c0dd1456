//! Opening a save, refusing what is none, backups, and the saves of every past format.

use std::fs;

use boneyard_store::{DoorRow, FORMAT, Seq, StoreError, blocking::Store};

use crate::scene::{Scene, fact, meddle, written};

#[test]
fn a_newer_save_is_refused_politely_and_left_alone() {
    let (folder, path) = Scene::crypt(2).close();
    meddle(&path, "PRAGMA user_version = 9; UPDATE meta SET value = '0.9' WHERE key = 'written_by'");
    let before = fs::read(&path).expect("the file reads");

    let refused = Store::open(&path).expect_err("it is newer");
    assert_eq!(
        refused.to_string(),
        "This table was saved by a newer Boneyard (0.9). Update, then open it again. Nothing was changed."
    );
    assert_eq!(fs::read(&path).expect("the file reads"), before);
    assert_eq!(
        fs::read_dir(folder.path()).expect("the folder reads").count(),
        1,
        "and nothing lies beside it"
    );

    meddle(&path, "DROP TABLE meta");
    let refused = Store::open(&path).expect_err("it is newer still");
    assert_eq!(refused, StoreError::Newer { written_by: "format 9".into() });
}

#[test]
fn a_file_that_is_no_save_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let letter = folder.path().join("letter.txt");
    fs::write(&letter, "Dear Amber, ".repeat(400)).expect("a letter is written");
    let refused = Store::open(&letter).expect_err("a letter is no save").to_string();
    assert!(
        refused.contains("letter.txt is not a Boneyard save: it does not begin like a database"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&letter).expect("it reads"), "Dear Amber, ".repeat(400));

    let recipes = folder.path().join("recipes.db");
    meddle(&recipes, "CREATE TABLE soup (salt TEXT)");
    let before = fs::read(&recipes).expect("it reads");
    let refused = Store::open(&recipes).expect_err("recipes are no save").to_string();
    assert!(
        refused.contains("recipes.db is not a Boneyard save: it is a database of another program"),
        "{refused}"
    );
    assert_eq!(fs::read(&recipes).expect("it reads"), before);

    let refused = Store::open(folder.path()).expect_err("a folder is no save").to_string();
    assert!(refused.ends_with("cannot be opened: it is a folder."), "{refused}");
    let refused =
        Store::open(folder.path().join("no/where")).expect_err("there is no such folder").to_string();
    assert!(
        refused.contains("cannot be opened: the folder") && refused.ends_with("no does not exist."),
        "{refused}"
    );
}

#[test]
fn a_save_that_lost_its_end_is_refused_with_its_name() {
    let (_folder, path) = Scene::crypt(400).close();
    let whole = fs::read(&path).expect("the file reads");
    for keep in [whole.len() / 2, 4096, 4095, 700, 16] {
        fs::write(&path, &whole[..keep]).expect("the file is cut");
        let refused = Store::open(&path).expect_err("it is damaged");
        let name = match &refused {
            StoreError::Damaged { place: name, .. } | StoreError::NotASave { path: name, .. } => name,
            other => panic!("cut to {keep}: {other}"),
        };
        assert_eq!(*name, path.display().to_string(), "cut to {keep}");
        assert_eq!(fs::read(&path).expect("the file reads"), &whole[..keep], "and it was left alone");
    }
}

#[test]
fn a_backup_made_while_playing_is_a_whole_save_of_that_moment() {
    let scene = Scene::crypt(3);
    assert_eq!(scene.store.last_backup(), Ok(None));
    let target = scene.folder.path().join("backup.boneyard");
    let backup = scene.store.backup(&target).expect("a backup is made");
    scene.store.append("crypt", Seq(3), &[fact(4)], None).expect("play goes on");
    assert_eq!(scene.store.last_backup(), Ok(Some(backup)));

    let restored = Store::open(&target).expect("the backup opens");
    assert_eq!(written(&restored.read("crypt", Seq(1)).expect("it reads")), [fact(1), fact(2), fact(3)]);
    assert_eq!(restored.append("crypt", Seq(3), &[fact(9)], None), Ok(Seq(4)), "and can be played on");

    let refused = scene.store.backup(&target).expect_err("a backup is never overwritten").to_string();
    assert!(refused.contains("there is already a file of that name"), "{refused}");
    scene
        .store
        .backup(scene.folder.path().join("no/where"))
        .expect_err("nor put into a folder that is not there");
}

#[test]
fn a_save_of_format_1_opens_forever() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.boneyard");
    meddle(&path, include_str!("../fixtures/save-1.sql"));

    let store = Store::open(&path).expect("it opens");
    let records = store.read("crypt", Seq(1)).expect("every checksum fits");
    assert_eq!(records.len(), 4);
    assert_eq!(records[3].command.as_deref(), Some("tap-1"));
    let snapshot = store.latest_snapshot("crypt").expect("it reads").expect("there is one");
    assert_eq!((snapshot.seq, snapshot.body.as_str()), (Seq(2), r#"{"torches":2}"#));
    let again = store.append("crypt", Seq(2), &[fact(9)], Some("tap-1"));
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(4) }));
    assert_eq!(store.append("crypt", Seq(4), &[fact(5)], None), Ok(Seq(5)));
}

#[test]
fn a_save_of_format_2_opens_forever_with_what_was_written_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.boneyard");
    meddle(&path, include_str!("../fixtures/save-2.sql"));

    let store = Store::open(&path).expect("it opens");
    let records = store.read("crypt", Seq(1)).expect("every checksum fits");
    assert_eq!(written(&records), [fact(1), fact(2), fact(3), fact(4)]);
    assert_eq!(written(&store.read("loft", Seq(2)).expect("every checksum fits")), [fact(2)]);
    let again = store.append("crypt", Seq(2), &[fact(9)], Some("tap-1"));
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(4) }));
    assert_eq!(store.append("crypt", Seq(4), &[fact(5)], None), Ok(Seq(5)));
}

#[test]
fn a_save_of_format_3_opens_forever_with_who_may_enter() {
    assert_eq!(FORMAT, 3, "a new format needs a fixture and a test of its own");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.boneyard");
    meddle(&path, include_str!("../fixtures/save-3.sql"));

    let store = Store::open(&path).expect("it opens");
    assert_eq!(store.check(), Ok(vec![]), "every checksum fits");
    assert_eq!(written(&store.read("crypt", Seq(1)).expect("it reads")), [fact(1), fact(2), fact(3)]);
    let row = |table: &str, key: &str, value: &str| DoorRow {
        table: table.into(),
        key: key.into(),
        value: value.into(),
    };
    assert_eq!(
        store.doors(),
        Ok(vec![row("", "visitor ab12", r#"{"owner":true}"#), row("crypt", "seat cd34", "1")])
    );
    assert_eq!(store.append("crypt", Seq(3), &[fact(4)], None), Ok(Seq(4)));
}
