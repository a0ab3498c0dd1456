//! The program is killed at any moment: whatever it acknowledged is there.
//!
//! The test runs itself again as the program to be killed. `BONEYARD_CRASH_ROUNDS` sets how often.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use boneyard_store::{NewRecord, Seq, blocking::Store};

use crate::scene::{fact, table, written};

const VICTIM: &str = "BONEYARD_CRASH_VICTIM";
const ROUNDS: &str = "BONEYARD_CRASH_ROUNDS";

#[test]
fn whatever_was_acknowledged_survives_a_kill() {
    if let Some(path) = std::env::var_os(VICTIM) {
        return play_until_killed(Path::new(&path));
    }
    let rounds = std::env::var(ROUNDS).ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("camp.boneyard");
    let store = Store::open(&path).expect("a new save opens");
    store.create(&table("crypt"), &[]).expect("the crypt is created");
    store.close();

    let mut chance = u64::from(std::process::id()) | 1;
    for round in 0..rounds {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let patience = (chance >> 33) % 40;
        let acknowledged = play_and_kill(&path, patience, Duration::from_micros((chance >> 40) % 4000));

        let store = Store::open(&path).expect("the save opens after a kill");
        let records = store.read("crypt", Seq(1)).expect("every checksum fits");
        let last = records.len() as u64;
        assert!(last >= acknowledged, "round {round}: {acknowledged} were acknowledged, {last} are there");
        assert_eq!(last % 3, 0, "round {round}: an append is there whole or not at all");
        assert_eq!(written(&records), (1..=last).map(fact).collect::<Vec<_>>(), "round {round}");
        if let Some(snapshot) = store.latest_snapshot("crypt").expect("it reads") {
            assert_eq!(snapshot.body, snapshot.seq.to_string(), "round {round}");
        }
    }
}

/// Lets the program play, kills it some time after its `patience`-th acknowledgement, and returns the
/// last sequence it acknowledged.
fn play_and_kill(path: &Path, patience: u64, linger: Duration) -> u64 {
    let mut victim = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "crash::whatever_was_acknowledged_survives_a_kill", "--nocapture"])
        .env(VICTIM, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(victim.stdout.take().expect("its output"));
    let acknowledged =
        |line: &str| line.trim_end().strip_prefix("acknowledged ").and_then(|n| n.parse().ok());

    let (mut last, mut seen, mut line) = (0, 0, String::new());
    while seen <= patience && out.read_line(&mut line).expect("its output reads") > 0 {
        if let Some(seq) = acknowledged(&line) {
            (last, seen) = (seq, seen + 1);
        }
        line.clear();
    }
    std::thread::sleep(linger);
    victim.kill().expect("it is killed");
    victim.wait().expect("it is dead");
    // What it said before it died counts too; a line cut short does not.
    while out.read_line(&mut line).expect("its output reads") > 0 {
        if let Some(seq) = acknowledged(&line).filter(|_| line.ends_with('\n')) {
            last = seq;
        }
        line.clear();
    }
    assert!(seen > patience, "it played until it was killed");
    last
}

fn play_until_killed(path: &Path) {
    let store = Store::open(path).expect("the save opens");
    let mut last = store.info("crypt").expect("the crypt is there").last;
    let mut out = std::io::stdout();
    loop {
        let records: Vec<NewRecord> = (1..=3).map(|n| fact(last.0 + n)).collect();
        last = store.append("crypt", last, &records, None).expect("an append");
        writeln!(out, "\nacknowledged {last}").and_then(|()| out.flush()).expect("someone listens");
        if last.0.is_multiple_of(5) {
            store.snapshot("crypt", last, &last.to_string()).expect("a snapshot");
        }
    }
}
