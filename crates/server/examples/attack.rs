//! An attack on a server that is a process of its own, with the limits it has for everybody: half-sent requests,
//! slow bodies, odds that are too much, long proofs, knocks, floods, absurd fights, from many addresses of this
//! machine. Meanwhile somebody else loads pages and plays. Prints how soon they were answered and how much memory
//! the server took, and fails if the bar is missed.
//!
//! `cargo run --release -p boneyard-server --example attack -- [SECONDS] [CONNECTIONS]`

#[path = "../tests/blows.rs"]
mod blows;
#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use blows::{BLOWS, Target, throw};
use boneyard_server::Limits;
use serde_json::json;
use support::{Browser, House, fight};

/// Others are answered within this, 99 times in a hundred.
const BAR: Duration = Duration::from_millis(250);
/// The server takes no more than this.
const BAR_KB: u64 = 512 * 1024;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let number = |at: usize, usual: u64| args.get(at).map_or(usual, |text| text.parse().expect("a number"));
    if args.first().is_some_and(|first| first == "serve") {
        runtime.block_on(serve(Path::new(args.get(1).expect("a folder"))));
        return ExitCode::SUCCESS;
    }
    runtime.block_on(attack(Duration::from_secs(number(0, 20)), number(1, 3_000) as usize))
}

/// The server, until its input ends.
async fn serve(folder: &Path) {
    let house = House::with(folder, Limits::default()).await;
    println!("{} {}", house.address, house.key);
    let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()));
    drop(ended.await);
    house.close().await;
}

async fn attack(time: Duration, wide: usize) -> ExitCode {
    let folder = tempfile::tempdir().expect("a folder");
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program)
        .arg("serve")
        .arg(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut line).expect("it says where it listens");
    let (address, key) = line.trim().split_once(' ').expect("an address and a key");
    let mut owner = Browser::new(address.parse().expect("an address"));
    assert_eq!(owner.post("/api/enter", &json!({ "key": key })).await.0, 200);
    let (quiet, played) = (owner.begins(fight()).await, owner.begins(fight()).await);
    let mut page = owner.page(&played).await;
    page.until("whole").await;
    let (_, invitation) = owner.get(&format!("/api/tables/{quiet}/invitation")).await;
    let target = Target {
        stranger: Browser::new(owner.address),
        gm: owner.clone(),
        table: quiet,
        code: invitation["code"].as_str().expect("a code").to_owned(),
        until: Instant::now() + time,
        fell: Arc::default(),
    };
    let before = peak(&child);
    let thrown = tokio::spawn({
        let target = target.clone();
        async move { throw(&target, wide).await }
    });
    let (mut asked, mut told) = (Vec::new(), Vec::new());
    while Instant::now() < target.until {
        let begun = Instant::now();
        assert_eq!(owner.get("/api/me").await.0, 200, "answered");
        asked.push(begun.elapsed());
        let begun = Instant::now();
        page.does(json!({ "say": { "voice": { "type": "out_of_character" }, "words": "still here" } })).await;
        told.push(begun.elapsed());
        // As fast as a seat may.
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    let _ = thrown.await;
    let memory = peak(&child);
    let begun = Instant::now();
    drop(child.stdin.take());
    let closed = child.wait().is_ok_and(|status| status.success());
    for (name, fell) in BLOWS.iter().zip(target.fell.iter()) {
        println!("{name}: {}", fell.load(Ordering::Relaxed));
    }
    let (requests, moves) = (p99(&mut asked), p99(&mut told));
    println!("requests of others: {} answered, p99 {requests:?}, longest {:?}", asked.len(), asked.last());
    println!("moves of others: {} on disk, p99 {moves:?}, longest {:?}", told.len(), told.last());
    println!("memory of the server: {} MB before, {} MB at most", before / 1024, memory / 1024);
    println!("closed in {:?}", begun.elapsed());
    match closed && requests <= BAR && moves <= BAR && memory <= BAR_KB {
        true => ExitCode::SUCCESS,
        false => {
            println!("the bar ({BAR:?}, {} MB) is missed", BAR_KB / 1024);
            ExitCode::FAILURE
        }
    }
}

/// The slowest but for one in a hundred. Sorts them.
fn p99(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get((times.len() * 99 / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// The most memory a process has had, in kB. Linux says so.
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
