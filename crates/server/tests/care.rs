//! Care for the save: one server at a time, a clean stop, backups on a schedule, a restore with all seats, and damage
//! that is told before somebody needs what is lost.

use std::path::Path;
use std::time::Duration;

use boneyard_server::{Backups, Config, Limits, Server, ServerError};
use boneyard_store::{Seq, Store, StoreError};
use serde_json::{Value, json};

use crate::support::{Evening, GAMES, House, fight, soon};

fn says(words: &str) -> Value {
    json!({ "say": { "voice": { "type": "out_of_character" }, "words": words } })
}

/// The disk makes something else of a word, wherever it follows a beginning.
fn spoil(save: &Path, after: &str, word: &str, bit: u8) {
    let mut bytes = std::fs::read(save).expect("the save reads");
    let at = |bytes: &[u8], what: &str, from: usize| {
        let rest = bytes[from..].windows(what.len()).position(|some| some == what.as_bytes());
        rest.map(|at| from + at)
    };
    let mut from = 0;
    let mut spoilt = false;
    while let Some(found) = at(&bytes, after, from) {
        from = found + after.len();
        if let Some(word) = at(&bytes, word, found).filter(|at| at - found < 400) {
            bytes[word] ^= bit;
            spoilt = true;
        }
    }
    assert!(spoilt, "{word} is on disk");
    std::fs::write(save, bytes).expect("the disk rots");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_the_same_folder_is_refused_until_the_first_has_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let config = || Config {
        games: GAMES,
        address: ([127, 0, 0, 1], 0).into(),
        folder: folder.path().to_owned(),
        save: folder.path().join("tables.boneyard"),
        backups: Backups::daily(folder.path().join("backups")),
        limits: Limits::default(),
        front: boneyard_server::Front::default(),
    };
    let refused = Server::start(config()).await.expect_err("one serves it");
    assert!(matches!(refused, ServerError::Save(StoreError::Held { .. })), "{refused}");
    assert!(refused.to_string().contains(&format!("(process {})", std::process::id())), "{refused}");
    house.close().await;
    drop(Server::start(config()).await.expect("now it is free"));
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_clean_stop_the_save_file_alone_holds_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let Evening { house, table, mut gm, bo: _bo, di: _di, browsers: _browsers } =
        Evening::begin(folder.path(), fight()).await;
    for word in ["one", "two", "three"] {
        gm.does(says(word)).await;
    }
    house.close().await;
    let wal = std::fs::metadata(folder.path().join("tables.boneyard-wal")).map_or(0, |file| file.len());
    assert_eq!(wal, 0, "nothing is left in the log");
    let copy = folder.path().join("copy.boneyard");
    std::fs::copy(folder.path().join("tables.boneyard"), &copy).expect("the file alone is copied");
    let copy = Store::open(&copy).await.expect("it opens");
    assert_eq!(copy.check().await, Ok(vec![]));
    // The table, two who sat down, three words.
    assert_eq!(copy.info(&table).await.map(|info| info.last), Ok(Seq(6)));
    assert!(
        copy.doors().await.expect("rows").iter().any(|row| row.key.starts_with("seat ")),
        "and who sits there"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_snapshot_rots_is_opened_from_its_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let Evening { house, table, mut gm, browsers, .. } = Evening::begin(folder.path(), fight()).await;
    // So much that it is worth a snapshot.
    for _ in 0..70 {
        gm.does(says("Xyzzy")).await;
        // No faster than people may.
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    house.close().await;
    spoil(&folder.path().join("tables.boneyard"), "\"knows_former\":true", "former", 0x80);
    let house = House::open(folder.path()).await;
    let mut page = browsers[1].at(&house).page(&table).await;
    page.until("whole").await;
    assert!(page.told().iter().any(|line| line.contains("Xyzzy")), "{:?}", page.told());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flipped_bit_is_told_to_whoever_watches_and_to_the_owner_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let Evening { house, table, mut gm, mut browsers, .. } = Evening::begin(folder.path(), fight()).await;
    gm.does(says("Xyzzy")).await;
    let other = browsers[0].begins(json!({})).await;
    let (_, _, health) = browsers[0].send("GET", "/healthz", None).await;
    assert_eq!(health, b"ok\n");
    house.close().await;
    spoil(&folder.path().join("tables.boneyard"), "{\"said\":{", "Xyzzy", 1);

    let house = House::open(folder.path()).await;
    let mut anybody = house.browser();
    let told = async {
        loop {
            let (status, _, health) = anybody.send("GET", "/healthz", None).await;
            assert_eq!(status, 200, "the other tables can be played");
            if health != b"ok\n" {
                return String::from_utf8(health).expect("text");
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let health = soon(told).await;
    assert_eq!(health, "damaged: 1 table, marked on the owner's list\n");
    let (_, rows) = browsers[0].at(&house).get("/api/tables").await;
    let row =
        |id: &str| rows.as_array().and_then(|rows| rows.iter().find(|row| row["id"] == *id)).expect("a row");
    assert!(
        row(&table)["damaged"].as_str().is_some_and(|what| what.contains("does not fit its checksum")),
        "{rows}"
    );
    assert_eq!(row(&other)["damaged"], Value::Null);
    let (_, rows) = browsers[1].at(&house).get("/api/tables").await;
    assert_eq!(rows[0]["id"], json!(table));
    assert_eq!(rows[0]["damaged"], Value::Null, "a player can do nothing about it");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_come_by_themselves_and_a_restored_one_knows_everybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let backups =
        Backups { folder: folder.path().join("kept"), every: Some(Duration::from_millis(20)), keep: 2 };
    let house = House::keeping(GAMES, folder.path(), Limits::default(), backups).await;
    let Evening { house, table, mut gm, mut browsers, .. } = Evening::at(house, fight()).await;
    let made = || {
        let files = std::fs::read_dir(folder.path().join("kept")).into_iter().flatten().flatten();
        let mut files: Vec<std::path::PathBuf> = files
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|end| end == "boneyard"))
            .collect();
        files.sort();
        files
    };
    let first = async {
        while made().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        made()
    };
    let first = soon(first).await;
    gm.does(says("Xyzzy")).await;
    let (status, told) = browsers[0].post("/api/backup", &Value::Null).await;
    assert_eq!(status, 200, "{told}");
    let file = told["file"].as_str().and_then(|file| file.strip_prefix("kept/")).expect("in its folder");
    let backup = folder.path().join("kept").join(file);
    assert!(backup.exists() && !first.contains(&backup));
    for _ in 0..3 {
        assert_eq!(browsers[0].post("/api/backup", &Value::Null).await.0, 200);
    }
    assert_eq!(made().len(), 2, "only the latest stay");
    let backup = made().remove(1);
    gm.does(says("Plugh")).await;
    house.close().await;

    let restored = tempfile::tempdir().expect("another folder");
    let told = boneyard_store::restore(&backup, &restored.path().join("tables.boneyard"), false).await;
    assert_eq!(told.map(|told| told.tables), Ok(1));
    let house = House::open(restored.path()).await;
    assert_eq!(browsers[0].at(&house).get("/api/me").await.1, json!({ "owner": true }));
    let mut page = browsers[2].at(&house).page(&table).await;
    page.until("whole").await;
    assert_eq!(page.desk["you"]["name"], json!("Di"));
    assert!(page.told().iter().any(|line| line.contains("Xyzzy")), "{:?}", page.told());
    assert!(!page.told().iter().any(|line| line.contains("Plugh")), "that came later");
    house.close().await;
}
