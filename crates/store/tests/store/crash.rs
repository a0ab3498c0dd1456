//! The program is killed at any moment: whatever it acknowledged is there, whether one table writes alone or many
//! write together.
//!
//! The test runs itself again as the program to be killed. `BONEYARD_CRASH_ROUNDS` sets how often.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use boneyard_store::{GroupCommit, NewRecord, Seq, blocking::Store};

use crate::scene::{fact, table, written};

const VICTIM: &str = "BONEYARD_CRASH_VICTIM";
const ROUNDS: &str = "BONEYARD_CRASH_ROUNDS";
/// Tables that write together, and how often until they pause; then what they wrote is moved to each of them.
const TOGETHER: u64 = 24;
const BURST: u64 = 8;
const PAUSE: Duration = Duration::from_millis(300);

#[test]
fn whatever_was_acknowledged_survives_a_kill() {
    if let Some(path) = std::env::var_os(VICTIM) {
        return play_until_killed(Path::new(&path));
    }
    survives("crash::whatever_was_acknowledged_survives_a_kill", &["crypt".to_owned()], 40, Duration::ZERO);
}

#[test]
fn whatever_was_acknowledged_to_many_tables_survives_a_kill() {
    if let Some(path) = std::env::var_os(VICTIM) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
        return runtime.block_on(play_together_until_killed(Path::new(&path)));
    }
    let ids: Vec<String> = (0..TOGETHER).map(|at| format!("t{at}")).collect();
    let moved = Duration::from_millis(50);
    survives("crash::whatever_was_acknowledged_to_many_tables_survives_a_kill", &ids, BURST, moved);
}

/// Kills the victim after up to `turns` of each table, at once or, every other time, around `later`.
fn survives(victim: &str, ids: &[String], turns: u64, later: Duration) {
    let rounds = std::env::var(ROUNDS).ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("camp.boneyard");
    let store = Store::open(&path).expect("a new save opens");
    for id in ids {
        store.create(&table(id), &[]).expect("a table is created");
    }
    store.close();

    let mut chance = u64::from(std::process::id()) | 1;
    for round in 0..rounds {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let patience = match (chance >> 33) % turns {
            // Everything that is written before the pause.
            _ if round % 2 == 1 && !later.is_zero() => turns * ids.len() as u64 - 1,
            turn => turn * ids.len() as u64,
        };
        let linger = if round % 2 == 1 { later } else { Duration::ZERO };
        let linger =
            linger + Duration::from_micros((chance >> 40) % 4000 * (1 + linger.as_millis() as u64 / 10));
        let acknowledged = play_and_kill(victim, &path, patience, linger);

        let store = Store::open(&path).expect("the save opens after a kill");
        for id in ids {
            let records = store.read(id, Seq(1)).expect("every checksum fits");
            let last = records.len() as u64;
            let known = acknowledged.get(id).copied().unwrap_or(0);
            assert!(last >= known, "round {round}, {id}: {known} were acknowledged, {last} are there");
            assert_eq!(last % 3, 0, "round {round}, {id}: an append is there whole or not at all");
            assert_eq!(written(&records), (1..=last).map(fact).collect::<Vec<_>>(), "round {round}, {id}");
            if let Some(snapshot) = store.latest_snapshot(id).expect("it reads") {
                assert_eq!(snapshot.body, snapshot.seq.to_string(), "round {round}, {id}");
            }
        }
    }
}

/// Lets the program play, kills it some time after its `patience`-th acknowledgement, and returns the
/// last sequence it acknowledged for each table.
fn play_and_kill(victim: &str, path: &Path, patience: u64, linger: Duration) -> BTreeMap<String, u64> {
    let mut victim = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", victim, "--nocapture"])
        .env(VICTIM, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(victim.stdout.take().expect("its output"));
    let acknowledged = |line: &str| {
        let (id, seq) = line.trim_end().strip_prefix("acknowledged ")?.split_once(' ')?;
        Some((id.to_owned(), seq.parse::<u64>().ok()?))
    };

    let (mut last, mut seen, mut line) = (BTreeMap::new(), 0, String::new());
    while seen <= patience && out.read_line(&mut line).expect("its output reads") > 0 {
        if let Some((id, seq)) = acknowledged(&line) {
            last.insert(id, seq);
            seen += 1;
        }
        line.clear();
    }
    std::thread::sleep(linger);
    victim.kill().expect("it is killed");
    victim.wait().expect("it is dead");
    // What it said before it died counts too; a line cut short does not.
    while out.read_line(&mut line).expect("its output reads") > 0 {
        if let Some((id, seq)) = acknowledged(&line).filter(|_| line.ends_with('\n')) {
            last.insert(id, seq);
        }
        line.clear();
    }
    assert!(seen > patience, "it played until it was killed");
    last
}

fn play_until_killed(path: &Path) {
    let store = Store::open(path).expect("the save opens");
    let mut last = store.info("crypt").expect("the crypt is there").last;
    loop {
        last = store.append("crypt", last, &three_after(last), None).expect("an append");
        acknowledge("crypt", last);
        if last.0.is_multiple_of(5) {
            store.snapshot("crypt", last, &last.to_string()).expect("a snapshot");
        }
    }
}

async fn play_together_until_killed(path: &Path) {
    let store = Arc::new(boneyard_store::Store::open(path).await.expect("the save opens"));
    let group = GroupCommit::start(Arc::clone(&store));
    let tables = (0..TOGETHER).map(|at| {
        let (store, group) = (Arc::clone(&store), group.clone());
        tokio::spawn(async move {
            let id = format!("t{at}");
            let mut last = store.info(&id).await.expect("the table is there").last;
            loop {
                for _ in 0..BURST {
                    last = group.append(&id, last, three_after(last), None).await.expect("an append");
                    acknowledge(&id, last);
                }
                tokio::time::sleep(PAUSE).await;
            }
        })
    });
    let tables: Vec<tokio::task::JoinHandle<()>> = tables.collect();
    for table in tables {
        table.await.expect("it plays on");
    }
}

fn three_after(last: Seq) -> Vec<NewRecord> {
    (1..=3).map(|n| fact(last.0 + n)).collect()
}

fn acknowledge(id: &str, last: Seq) {
    let mut out = std::io::stdout();
    writeln!(out, "\nacknowledged {id} {last}").and_then(|()| out.flush()).expect("someone listens");
}
