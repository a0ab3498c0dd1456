//! The program is killed while it plays: nothing acknowledged may be missing, and what waited can go on.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use boneyard::KeptTable;
use boneyard_dice::Rng;
use boneyard_store::Seq;
use boneyard_store::blocking::Store;
use boneyard_table::Seat;
use boneyard_table::table::Op;

/// A start that takes longer than this is stuck, not slow.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn killed_at_any_moment_a_table_misses_nothing_and_goes_on() {
    let kills = std::env::var("BONEYARD_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(300);
    let folder = tempfile::tempdir().expect("a folder of our own");
    let mut rng = Rng::new(300);
    let mut acknowledged = BTreeMap::new();
    let mut waiting = 0;
    for kill in 0..kills {
        for (table, seq) in play_and_kill(folder.path(), kill, &mut rng) {
            let last = acknowledged.entry(table).or_insert(0);
            *last = seq.max(*last);
        }
        waiting += look(folder.path(), &acknowledged, false);
    }
    look(folder.path(), &acknowledged, true);
    let records: u64 = acknowledged.values().sum();
    // Straight to the terminal: the count is to be seen also when the test passes.
    let _ = writeln!(
        std::io::stdout(),
        "killed {kills} times: {records} acknowledged records at {} tables, none missing; \
         {waiting} actions were waiting and all could go on",
        acknowledged.len()
    );
    assert!(records > 0 && (kills < 100 || waiting > 0), "the kills came too early to prove anything");
}

/// Starts a program that plays, kills it, and returns what it had acknowledged.
fn play_and_kill(folder: &Path, seed: u64, rng: &mut Rng) -> Vec<(String, u64)> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard"))
        .arg("crash-play")
        .arg("--data")
        .arg(folder)
        .args(["--seed", &seed.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = listen(&mut child);
    let mut acknowledged = Vec::new();
    // Most are killed in play; some while the save is still being opened.
    if rng.die(4) > 1 {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => acknowledged.extend(read(&line)),
            Err(RecvTimeoutError::Timeout) => panic!("nothing was acknowledged for a minute"),
            Err(RecvTimeoutError::Disconnected) => panic!("the program ended by itself"),
        }
    }
    thread::sleep(Duration::from_millis(u64::from(rng.die(40))));
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
    acknowledged.extend(lines.iter().filter_map(|line| read(&line)));
    acknowledged
}

/// Passes on whole lines as they come; one cut short by the kill was never said.
fn listen(child: &mut Child) -> Receiver<String> {
    let (tell, told) = mpsc::channel();
    let mut out = BufReader::new(child.stdout.take().expect("its output is ours"));
    thread::spawn(move || {
        let mut line = String::new();
        while out.read_line(&mut line).is_ok_and(|read| read > 0) && line.ends_with('\n') {
            if tell.send(std::mem::take(&mut line)).is_err() {
                break;
            }
        }
    });
    told
}

fn read(line: &str) -> Option<(String, u64)> {
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some("ack"), Some(table), Some(seq)) => Some((table.to_owned(), seq.parse().ok()?)),
        _ => None,
    }
}

/// Opens the save as after any restart, and counts the actions that wait at the table played last.
fn look(folder: &Path, acknowledged: &BTreeMap<String, u64>, all: bool) -> usize {
    let store = Store::open(folder.join("tables.boneyard")).expect("the save opens");
    let tables = store.tables().expect("the tables are listed");
    for (id, seq) in acknowledged {
        let info = tables.iter().find(|info| info.id == *id).expect("an acknowledged table is there");
        assert!(info.last >= Seq(*seq), "{id}: {seq} was acknowledged, but the last record is {}", info.last);
    }
    let mut waiting = 0;
    for info in tables.iter().take(if all { usize::MAX } else { 1 }) {
        let kept = KeptTable::open(&store, &info.id).expect("the table opens");
        assert_eq!(kept.last(), info.last);
        let records = store.read(&info.id, Seq(1)).expect("every record is whole");
        let (first, rest) = records.split_first().expect("a table has a first record");
        let mut replayed = kept.entry().game.open(&first.body).expect("the first record opens it");
        for record in rest {
            replayed.apply_record(&record.body).expect("every record can be followed");
        }
        assert_eq!(replayed.save().expect("saves"), kept.table().save().expect("saves"), "{}", info.id);
        waiting += resumable(&kept);
    }
    store.close();
    waiting
}

/// Every waiting action still asks, and takes the answer instinct would give.
fn resumable(kept: &KeptTable<'_>) -> usize {
    let table = kept.table();
    let waits = table.waits();
    assert!(waits.iter().all(|(_, fits)| *fits), "an action no longer fits after a restart");
    let prompts = table.prompts(Seat::GM);
    assert!(waits.is_empty() || !prompts.is_empty(), "an action waits for nobody");
    for prompt in prompts {
        let id = prompt.id.parse().expect("a prompt has a number");
        let say = prompt.default.clone().expect("instinct has an answer");
        let answer = Op::Answer { prompt: id, say, table_rule: false };
        table.plan(prompt.asks[0], answer, None).expect("the answer is taken");
    }
    waits.len()
}
