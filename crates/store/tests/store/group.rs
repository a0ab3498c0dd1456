//! Many tables that write at the same time: each gets its own answer, and nobody pays for another's mistake.

use std::sync::Arc;

use boneyard_store::{GroupCommit, Journal, NewRecord, Options, Seq, Store, StoreError};

use crate::scene::{fact, table};

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
