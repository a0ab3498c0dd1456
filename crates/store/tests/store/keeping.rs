//! Keeping a save safe: closing it, one server at a time, backups with a date, restoring, and whom the files are for.

use std::fs;
use std::path::{Path, PathBuf};

use boneyard_store::blocking::{Store, restore};
use boneyard_store::{DoorChange, DoorRow, GroupCommit, Hold, Seq, StoreError};

use crate::scene::{Scene, fact, meddle, table, written};

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

fn seat(table: &str, who: &str, seat: &str) -> DoorRow {
    DoorRow { table: table.into(), key: format!("seat {who}"), value: seat.into() }
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder reads");
    let name =
        |file: std::io::Result<fs::DirEntry>| file.expect("a file").file_name().into_string().expect("text");
    let mut names: Vec<String> = files.map(name).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn once_closed_the_file_alone_is_the_whole_save_though_others_still_hold_the_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("camp.boneyard");
    let store = std::sync::Arc::new(boneyard_store::Store::open(&path).await.expect("a new save"));
    store.create(&table("crypt"), &[]).await.expect("the crypt is created");
    let group = GroupCommit::start(store.clone());
    for n in 1..=20 {
        group.append("crypt", Seq(n - 1), vec![fact(n)], None).await.expect("an append");
    }
    store.close().await;
    assert_eq!(group.append("crypt", Seq(20), vec![fact(21)], None).await, Err(StoreError::Closed));
    assert_eq!(store.tables().await, Err(StoreError::Closed));

    assert!(!beside(&path, "-wal").exists(), "nothing is left beside it");
    let copy = folder.path().join("copy.boneyard");
    fs::copy(&path, &copy).expect("the file alone is copied");
    let copy = boneyard_store::Store::open(&copy).await.expect("it opens");
    copy.check().await.expect("it reads");
    assert_eq!(copy.info("crypt").await.map(|info| info.last), Ok(Seq(20)));
}

#[test]
fn a_program_that_ends_leaves_the_file_whole_however_it_ends() {
    let scene = Scene::crypt(3);
    let path = scene.path();
    let Scene { folder: _folder, store } = scene;
    drop(store);
    assert!(!beside(&path, "-wal").exists());
}

#[test]
fn one_serves_a_save_and_the_second_is_told_by_whom_it_is_served() {
    let scene = Scene::crypt(1);
    let serving = Hold::to_serve(&scene.path()).expect("nobody serves it yet");
    let refused = Hold::to_serve(&scene.path()).expect_err("one serves it").to_string();
    let process = format!("(process {})", std::process::id());
    assert!(
        refused.contains("camp.boneyard is in use by another Boneyard") && refused.contains(&process),
        "{refused}"
    );
    let one = Hold::beside_others(&scene.path()).expect("a command beside it");
    let two = Hold::beside_others(&scene.path()).expect("and another");
    drop(serving);
    Hold::alone(&scene.path()).expect_err("commands are still at work");
    drop((one, two));
    Hold::to_serve(&scene.path()).expect("it is free again");
    Hold::alone(&scene.path()).expect("and nobody has it open");
}

#[test]
fn backups_have_dates_and_only_the_latest_stay() {
    let scene = Scene::crypt(2);
    let folder = scene.folder.path().join("deep/backups");
    let first = scene.store.backup_into(&folder, 3).expect("a backup");
    fs::write(folder.join("camp-notes.boneyard"), "mine").expect("something else lies there");
    let mut made = vec![first];
    for n in 3..=6 {
        scene.store.append("crypt", Seq(n - 1), &[fact(n)], None).expect("play goes on");
        made.push(scene.store.backup_into(&folder, 3).expect("a backup"));
    }
    let kept: Vec<String> = made[2..]
        .iter()
        .map(|backup| backup.path.file_name().expect("a name").to_str().expect("text").to_owned())
        .collect();
    assert_eq!(names(&folder), [&kept[..], &["camp-notes.boneyard".to_owned()]].concat());
    assert!(kept[0].starts_with("camp-20") && kept[0].ends_with("Z.boneyard"), "{kept:?}");
    scene.store.backup_into(&folder, 0).expect("a backup");
    assert_eq!(names(&folder).len(), 5, "zero keeps all");
}

#[test]
fn a_backup_of_a_damaged_save_names_the_table_and_no_older_backup_is_deleted() {
    let scene = Scene::crypt(5);
    let folder = scene.folder.path().join("backups");
    scene.store.create(&table("attic"), &[fact(1)]).expect("the attic is created");
    let whole = scene.store.backup_into(&folder, 1).expect("a backup");
    assert_eq!(whole.damaged, []);
    meddle(&scene.path(), "UPDATE record SET body = '{\"torch\":7}' WHERE table_id = 'crypt' AND seq = 2");
    let found = scene.store.backup_into(&folder, 1).expect("the attic is copied all the same");
    assert_eq!(found.damaged.len(), 1);
    assert_eq!(found.damaged[0].id, "crypt");
    assert!(found.damaged[0].what.contains("record 2, is damaged"), "{:?}", found.damaged);
    assert!(whole.path.exists(), "the crypt is whole there");

    let save = scene.folder.path().join("again.boneyard");
    let refused = restore(&found.path, &save, false).expect_err("it is not whole").to_string();
    assert!(refused.contains("Try an older backup"), "{refused}");
    assert!(!save.exists() && !beside(&save, ".restoring").exists());
    assert_eq!(restore(&found.path, &save, true).expect("as it is").damaged.len(), 1);
}

#[test]
fn a_backup_brings_back_tables_and_doors_and_what_stood_there_is_kept() {
    let scene = Scene::crypt(3);
    scene.store.change_doors(&[DoorChange::Is(seat("crypt", "mira", "1"))]).expect("Mira sits");
    let backup = scene.store.backup_into(&scene.folder.path().join("backups"), 7).expect("a backup").path;
    let bytes = fs::read(&backup).expect("it reads");
    scene.store.append("crypt", Seq(3), &[fact(4)], None).expect("play goes on");
    let gone = DoorChange::Gone { table: "crypt".into(), key: "seat mira".into() };
    scene.store.change_doors(&[gone, DoorChange::Is(seat("crypt", "eve", "1"))]).expect("Eve sits");

    let used = Hold::beside_others(&scene.path()).expect("the program has it open");
    let refused = restore(&backup, &scene.path(), false).expect_err("somebody plays").to_string();
    assert!(refused.contains("in use by another Boneyard"), "{refused}");
    drop(used);
    let (folder, path) = scene.close();
    let restored = restore(&backup, &path, false).expect("nobody has it open");
    assert_eq!((restored.tables, restored.damaged.len()), (1, 0));

    let store = Store::open(&path).expect("the restored save opens");
    assert_eq!(written(&store.read("crypt", Seq(1)).expect("it reads")), [fact(1), fact(2), fact(3)]);
    assert_eq!(store.doors(), Ok(vec![seat("crypt", "mira", "1")]));
    store.delete("crypt").expect("the crypt is deleted");
    assert_eq!(store.doors(), Ok(vec![]), "and its door with it");
    let before = Store::open(restored.before.expect("there was a save")).expect("what stood there opens");
    assert_eq!(before.info("crypt").map(|info| info.last), Ok(Seq(4)));
    assert_eq!(before.doors(), Ok(vec![seat("crypt", "eve", "1")]));
    assert_eq!(fs::read(&backup).expect("it reads"), bytes, "the backup is as it was");
    drop(folder);
}

#[test]
fn what_is_no_save_is_not_restored() {
    let (folder, path) = Scene::crypt(2).close();
    let before = fs::read(&path).expect("it reads");
    let letter = folder.path().join("letter.txt");
    fs::write(&letter, "Dear Amber, ".repeat(400)).expect("a letter is written");
    let empty = folder.path().join("empty");
    fs::write(&empty, "").expect("an empty file");
    for (file, why) in [
        (&letter, "is not a Boneyard save"),
        (&empty, "is not a Boneyard save: it is empty"),
        (&folder.path().join("nowhere"), "there is no such file"),
    ] {
        let refused = restore(file, &path, true).expect_err("it is no save").to_string();
        assert!(refused.contains(why), "{refused}");
    }
    assert_eq!(fs::read(&path).expect("it reads"), before, "the save is as it was");
}

#[test]
fn an_empty_save_beside_a_full_log_is_not_taken_for_a_new_one_and_a_backup_helps() {
    let scene = Scene::crypt(0);
    let backup = scene.store.backup_into(&scene.folder.path().join("backups"), 7).expect("a backup").path;
    for n in 1..=5 {
        scene.store.append("crypt", Seq(n - 1), &[fact(n)], None).expect("an append");
    }
    // A copy made while it is open, as after the loss of power; then the save itself is lost.
    let lost = scene.folder.path().join("lost.boneyard");
    let log = fs::read(beside(&scene.path(), "-wal")).expect("the log is there");
    for missing in [false, true] {
        fs::write(beside(&lost, "-wal"), &log).expect("the log is there");
        if missing {
            fs::remove_file(&lost).expect("the save is gone");
        } else {
            fs::write(&lost, "").expect("the save is empty");
        }
        let refused = Store::open(&lost).expect_err("it is not new").to_string();
        assert!(
            refused.contains("boneyard restore FILE") && refused.contains("lost.boneyard-wal"),
            "{refused}"
        );
        assert_eq!(fs::read(beside(&lost, "-wal")).expect("it reads"), log, "and the log is untouched");
    }
    let restored = restore(&backup, &lost, false).expect("the backup takes its place");
    let kept = restored.before.expect("the log is kept");
    assert_eq!(fs::read(beside(&kept, "-wal")).expect("it reads"), log);
    assert_eq!(Store::open(&lost).expect("it opens").info("crypt").map(|info| info.last), Ok(Seq(0)));
}

#[cfg(unix)]
#[test]
fn save_backups_and_what_lies_beside_them_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let scene = Scene::crypt(2);
    let path = scene.path();
    let backup = scene.store.backup_into(&scene.folder.path().join("backups"), 7).expect("a backup").path;
    let copy = scene.folder.path().join("copy.boneyard");
    scene.store.backup(&copy).expect("a backup");
    for file in [&path, &beside(&path, "-wal"), &beside(&path, "-shm"), &backup, &copy] {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
    assert_eq!(mode(&scene.folder.path().join("backups")), 0o700);

    // A save of before is closed to others when it is opened.
    let (_folder, path) = scene.close();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).expect("as an older version left it");
    let _store = Store::open(&path).expect("it opens");
    assert_eq!(mode(&path), 0o600);
}
