//! No room left: a clear error, nothing changed, and play goes on once there is room again.

use boneyard_store::{NewRecord, Options, Seq, StoreError, blocking::Store};

use crate::scene::{fact, table};

fn long_tale() -> NewRecord {
    NewRecord { kind: "tale".into(), body: format!("\"{}\"", "and then ".repeat(2000)) }
}

#[test]
fn a_full_disk_is_told_and_nothing_is_half_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("camp.boneyard");
    let small = Options { max_bytes: Some(512 * 1024) };
    let store = Store::open_with(&path, small).expect("a new save opens");
    store
        .create(&table("attic"), &[long_tale(), long_tale(), long_tale()])
        .expect("there is room for two tables");
    store.create(&table("crypt"), &[]).expect("there is room for two tables");

    let mut last = Seq::START;
    let full = loop {
        match store.append("crypt", last, &[long_tale(), fact(1)], None) {
            Ok(seq) => last = seq,
            Err(error) => break error,
        }
    };
    assert_eq!(full, StoreError::Full { path: path.display().to_string() });
    assert!(full.to_string().ends_with("Nothing was changed; make room, then try again."), "{full}");
    assert!(last > Seq(20), "it fitted for a while");
    assert_eq!(store.append("crypt", last, &[long_tale()], None), Err(full.clone()), "it stays full");
    assert_eq!(store.create(&table("loft"), &[long_tale()]), Err(full.clone()), "for everyone");
    let mut exported = Vec::new();
    store.export("attic", &mut exported).expect("what is there can leave");
    assert_eq!(store.import(&mut exported.as_slice(), "cellar"), Err(full), "an import is whole or nothing");
    assert_eq!(store.tables().expect("a list").len(), 2);
    let records = store.read("crypt", Seq(1)).expect("all that was acknowledged is whole");
    assert_eq!(records.last().map(|r| r.seq), Some(last));

    store
        .backup(folder.path().join("backup.boneyard"))
        .expect("a full save can still be backed up elsewhere");
    store.delete("attic").expect("room is made");
    let last = store.append("crypt", last, &[long_tale()], None).expect("play goes on");
    store.close();

    let store = Store::open(&path).expect("a larger disk");
    store.append("crypt", last, &vec![long_tale(); 10], None).expect("has room for more");
}
