//! Many tables that write at the same time: each gets its own answer, and nobody pays for another's mistake.

use std::sync::Arc;
use std::time::Duration;

use boneyard_store::{GroupCommit, Journal, NewRecord, Options, Seq, Store, StoreError};

use crate::scene::{counted, fact, meddle, table, written};

/// More than is moved to the records of each table at once.
const ENOUGH_TO_SETTLE: u64 = 1_300;
/// Longer than it is left where it was written when nobody writes.
const QUIET: Duration = Duration::from_secs(2);

async fn open(options: Options) -> (tempfile::TempDir, Arc<Store>, GroupCommit) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open_with(folder.path().join("camp.boneyard"), options).await.expect("a new save");
    let store = Arc::new(store);
    let group = GroupCommit::start(Arc::clone(&store));
    (folder, store, group)
}

#[tokio::test]
async fn a_hundred_tables_write_together_and_each_journal_is_its_own() {
    let (_folder, store, group) = open(Options::default()).await;
    for at in 0..100 {
        store.create(&table(&format!("t{at}")), &[fact(0)]).await.expect("a table");
    }
    let writing = (0..100u64).map(|at| {
        let group = group.clone();
        tokio::spawn(async move {
            let id = format!("t{at}");
            for turn in 1..=5 {
                let command = format!("{at}-{turn}");
                let done = group.append(&id, Seq(turn), vec![fact(at * 10 + turn)], Some(&command)).await;
                assert_eq!(done, Ok(Seq(turn + 1)));
            }
        })
    });
    for one in writing.collect::<Vec<_>>() {
        one.await.expect("it writes to the end");
    }
    for at in 0..100u64 {
        let records = store.read(&format!("t{at}"), Seq(1)).await.expect("every checksum fits");
        let last = records.last().map(|record| record.body.clone());
        assert_eq!((records.len(), last), (6, Some(format!(r#"{{"torch":{}}}"#, at * 10 + 5))));
    }
}

#[tokio::test]
async fn what_is_refused_leaves_what_was_sent_with_it_alone() {
    let (_folder, store, group) = open(Options::default()).await;
    for id in ["crypt", "loft"] {
        store.create(&table(id), &[fact(0)]).await.expect("a table");
    }
    group.append("loft", Seq(1), vec![fact(1)], Some("tap-1")).await.expect("the first time");
    let (good, late, again, nowhere, bad) = tokio::join!(
        group.append("crypt", Seq(1), vec![fact(1)], None),
        group.append("loft", Seq(1), vec![fact(2)], None),
        group.append("loft", Seq(2), vec![fact(1)], Some("tap-1")),
        group.append("attic", Seq(1), vec![fact(1)], None),
        group.append("crypt", Seq(2), vec![NewRecord { kind: "fact".into(), body: "{".into() }], None),
    );
    assert_eq!(good, Ok(Seq(2)));
    assert!(matches!(late, Err(StoreError::Conflict { last: Seq(2), .. })), "{late:?}");
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(2) }));
    assert!(matches!(nowhere, Err(StoreError::NoSuchTable { .. })), "{nowhere:?}");
    assert!(matches!(bad, Err(StoreError::Invalid { .. })), "{bad:?}");
    assert_eq!(store.carried_out("loft", "tap-1").await, Ok(Some(Seq(2))));
    assert_eq!(store.carried_out("crypt", "tap-1").await, Ok(None));
    assert_eq!(store.read("loft", Seq(1)).await.map(|records| records.len()), Ok(2));
}

#[tokio::test]
async fn a_command_sent_again_after_it_was_moved_is_known_whatever_is_refused_beside_it() {
    let (_folder, store, group) = open(Options::default()).await;
    for id in ["crypt", "loft"] {
        store.create(&table(id), &[fact(0)]).await.expect("a table");
        group.append(id, Seq(1), vec![fact(1)], Some("tap-1")).await.expect("the first time");
    }
    tokio::time::sleep(QUIET).await;
    let (late, later, again) = tokio::join!(
        group.append("loft", Seq(1), vec![fact(2)], Some("tap-2")),
        group.append("loft", Seq(1), vec![fact(2)], Some("tap-3")),
        group.append("crypt", Seq(2), vec![fact(1)], Some("tap-1")),
    );
    for refused in [late, later] {
        assert!(matches!(refused, Err(StoreError::Conflict { last: Seq(2), .. })), "{refused:?}");
    }
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(2) }));
    assert_eq!(store.read("crypt", Seq(1)).await.map(|records| records.len()), Ok(2));
}

#[tokio::test]
async fn a_full_disk_is_told_to_everybody_and_keeps_nothing_by_halves() {
    let (_folder, store, group) = open(Options { max_bytes: Some(512 * 1024) }).await;
    let tale = || NewRecord { kind: "tale".into(), body: format!("\"{}\"", "and then ".repeat(2_000)) };
    for id in ["crypt", "loft"] {
        store.create(&table(id), &[fact(0)]).await.expect("a table");
    }
    let mut last = Seq(1);
    let full = loop {
        let (crypt, loft) = tokio::join!(
            group.append("crypt", last, vec![tale()], None),
            group.append("loft", last, vec![tale()], None),
        );
        match (crypt, loft) {
            (Ok(seq), Ok(_)) => last = seq,
            (Err(error), _) | (_, Err(error)) => break error,
        }
    };
    assert!(matches!(full, StoreError::Full { .. }), "{full}");
    for id in ["crypt", "loft"] {
        let info = store.info(id).await.expect("it is there");
        let records = store.read(id, Seq(1)).await.expect("every checksum fits");
        assert_eq!(records.last().map(|record| record.seq), Some(info.last));
    }
}

#[tokio::test]
async fn several_appends_of_one_table_that_come_together_build_on_each_other() {
    let (_folder, store, group) = open(Options::default()).await;
    store.create(&table("crypt"), &[fact(0)]).await.expect("a table");
    let (first, second, again, late) = tokio::join!(
        group.append("crypt", Seq(1), vec![fact(1), fact(2)], Some("tap-1")),
        group.append("crypt", Seq(3), vec![fact(3)], Some("tap-2")),
        group.append("crypt", Seq(4), vec![fact(3)], Some("tap-2")),
        group.append("crypt", Seq(3), vec![fact(9)], None),
    );
    assert_eq!((first, second), (Ok(Seq(3)), Ok(Seq(4))));
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(4) }));
    assert!(matches!(late, Err(StoreError::Conflict { last: Seq(4), .. })), "{late:?}");
    let records = store.read("crypt", Seq(1)).await.expect("every checksum fits");
    assert_eq!(written(&records), [fact(0), fact(1), fact(2), fact(3)]);
}

#[tokio::test]
async fn what_is_written_together_reads_the_same_before_and_after_it_is_moved_to_its_table() {
    let (folder, store, group) = open(Options::default()).await;
    for id in ["crypt", "loft"] {
        store.create(&table(id), &[fact(0)]).await.expect("a table");
    }
    let played = |id: &'static str| {
        let group = group.clone();
        async move {
            for turn in 1..=ENOUGH_TO_SETTLE {
                let command = format!("tap-{turn}");
                let done = group.append(id, Seq(turn), vec![fact(turn)], Some(&command)).await;
                assert_eq!(done, Ok(Seq(turn + 1)));
            }
        }
    };
    tokio::join!(played("crypt"), played("loft"));
    let all: Vec<NewRecord> = (0..=ENOUGH_TO_SETTLE).map(fact).collect();
    for moved in [false, true] {
        if moved {
            tokio::time::sleep(QUIET).await;
        }
        for id in ["crypt", "loft"] {
            for turn in [1, 2, 1_030, ENOUGH_TO_SETTLE] {
                let command = format!("tap-{turn}");
                assert_eq!(store.carried_out(id, &command).await, Ok(Some(Seq(turn + 1))));
                let again = group.append(id, Seq(turn), vec![fact(turn)], Some(&command)).await;
                assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(turn + 1) }));
            }
            assert_eq!(written(&store.read(id, Seq(1)).await.expect("every checksum fits")), all);
            let window = store.read_page(id, Seq(1_000), 2).await.expect("every checksum fits");
            assert_eq!(written(&window), [fact(999), fact(1_000)]);
        }
    }
    let path = folder.path().join("camp.boneyard");
    let left = tokio::task::spawn_blocking(move || counted(&path, "SELECT count(*) FROM recent")).await;
    assert_eq!(left.expect("it counts"), 0, "all of it was moved");
    // Another program sees all of it, too.
    let other = Store::open(folder.path().join("camp.boneyard")).await.expect("a second handle opens");
    assert_eq!(written(&other.read("loft", Seq(1)).await.expect("every checksum fits")), all);
    let mut exported = Vec::new();
    other.export("crypt", &mut exported).await.expect("it leaves whole");
    other.import(&mut exported.as_slice(), "attic").await.expect("and comes back");
    assert_eq!(written(&other.read("attic", Seq(1)).await.expect("every checksum fits")), all);
}

#[tokio::test]
async fn who_writes_together_hears_of_what_others_wrote_alone() {
    let (folder, store, group) = open(Options::default()).await;
    let other = Store::open(folder.path().join("camp.boneyard")).await.expect("a second handle opens");
    store.create(&table("crypt"), &[fact(0)]).await.expect("a table");
    group.append("crypt", Seq(1), vec![fact(1)], Some("tap-1")).await.expect("the first");
    other.append("crypt", Seq(2), &[fact(2)], Some("tap-2")).await.expect("by another program");
    let late = group.append("crypt", Seq(2), vec![fact(9)], None).await;
    assert!(matches!(late, Err(StoreError::Conflict { last: Seq(3), .. })), "{late:?}");
    let again = group.append("crypt", Seq(3), vec![fact(2)], Some("tap-2")).await;
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(3) }));
    store.append("crypt", Seq(3), &[fact(3)], None).await.expect("by the same program, alone");
    assert_eq!(group.append("crypt", Seq(4), vec![fact(4)], None).await, Ok(Seq(5)));
    let again = other.append("crypt", Seq(5), &[fact(1)], Some("tap-1")).await;
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(2) }));
    store.delete("crypt").await.expect("it is deleted");
    let gone = group.append("crypt", Seq(5), vec![fact(5)], None).await;
    assert_eq!(gone, Err(StoreError::NoSuchTable { id: "crypt".into() }));
    store.create(&table("crypt"), &[fact(7)]).await.expect("its id is free again");
    assert_eq!(group.append("crypt", Seq(1), vec![fact(8)], Some("tap-1")).await, Ok(Seq(2)));
    let records = store.read("crypt", Seq(1)).await.expect("nothing of the old one is left");
    assert_eq!(written(&records), [fact(7), fact(8)]);
}

#[tokio::test]
async fn a_damaged_table_is_its_own_trouble_and_recent_damage_is_noticed() {
    let (folder, store, group) = open(Options::default()).await;
    let path = folder.path().join("camp.boneyard");
    for id in ["crypt", "loft", "attic"] {
        store.create(&table(id), &[fact(0)]).await.expect("a table");
        group.append(id, Seq(1), vec![fact(1), fact(2)], None).await.expect("it is written");
    }
    tokio::task::spawn_blocking(move || {
        meddle(
            &path,
            "UPDATE game_table SET last_sum = x'00' WHERE id = 'crypt';
             UPDATE recent SET body = '{}' WHERE table_id = 'loft' AND seq = 2",
        );
    })
    .await
    .expect("the meddling works");
    let (crypt, attic) = tokio::join!(
        group.append("crypt", Seq(3), vec![fact(3)], None),
        group.append("attic", Seq(3), vec![fact(3)], None),
    );
    let told = crypt.expect_err("the damage is noticed").to_string();
    assert!(told.contains("\"crypt\"") && told.contains("the checksum of the journal's end"), "{told}");
    assert_eq!(attic, Ok(Seq(4)));
    let told = store.read("loft", Seq(1)).await.expect_err("the damage is noticed").to_string();
    assert!(told.contains("record 2, is damaged: it does not fit its checksum"), "{told}");
}
