//! How many commits a second this machine's disk allows, and how long reading takes.
//! `cargo run --release -p boneyard-store --example commits -- FOLDER [COMMITS]`

use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_store::{Journal, NewRecord, NewTable, Seq, Store};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = tempfile::tempdir_in(args.next().unwrap_or_else(|| ".".into()))?;
    let commits: u32 = args.next().map_or(Ok(2000), |n| n.parse())?;
    let record = NewRecord { kind: "fact".into(), body: format!(r#"{{"what":"{}"}}"#, "x".repeat(400)) };

    let mut file = std::fs::File::create(folder.path().join("bare"))?;
    let start = Instant::now();
    for _ in 0..commits {
        file.write_all(record.body.as_bytes())?;
        file.sync_data()?;
    }
    report("bare write and sync", commits, start.elapsed());

    let path = folder.path().join("camp.boneyard");
    let store = Arc::new(Store::open(&path).await?);
    for (id, batch) in [("one", 1), ("ten", 10)] {
        let start = Instant::now();
        append_all(store.clone(), id.into(), vec![record.clone(); batch], commits).await?;
        report(&format!("commits of {batch} records"), commits, start.elapsed());
    }

    let start = Instant::now();
    let tables: Vec<_> = (0..8)
        .map(|n| tokio::spawn(append_all(store.clone(), format!("t{n}"), vec![record.clone()], commits / 8)))
        .collect();
    for table in tables {
        table.await??;
    }
    report("commits at 8 tables at once", commits, start.elapsed());

    let start = Instant::now();
    let records = store.read("ten", Seq(1)).await?;
    report("records read and verified", u32::try_from(records.len())?, start.elapsed());
    let start = Instant::now();
    store.backup(folder.path().join("backup")).await?;
    report("backup", 1, start.elapsed());
    drop(store);
    let start = Instant::now();
    Store::open(&path).await?;
    report("open", 1, start.elapsed());
    println!("{} kB on disk", std::fs::metadata(&path)?.len() / 1024);
    Ok(())
}

async fn append_all(
    store: Arc<Store>,
    id: String,
    batch: Vec<NewRecord>,
    commits: u32,
) -> Result<(), boneyard_store::StoreError> {
    let (title, game, rules_version) = ("Bench".into(), "none".into(), "0".into());
    store.create(&NewTable { id: id.clone(), game, title, rules_version }, &[]).await?;
    let mut last = Seq::START;
    for commit in 0..commits {
        last = store.append(&id, last, &batch, Some(&format!("c{commit}"))).await?;
    }
    Ok(())
}

fn report(what: &str, count: u32, took: Duration) {
    let rate = u128::from(count) * 1_000_000_000 / took.as_nanos().max(1);
    println!("{what}: {count} in {} ms, {rate} a second", took.as_millis());
}
