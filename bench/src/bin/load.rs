//! Tables under load, side by side with boardgame.io: the same number of tables and seats, closed loop, each in
//! a process of its own on this machine, in turns. Ours carries out a rule of the game and puts it on disk
//! before it answers; the peer rolls four dice and keeps them in memory. Prints a page in Markdown.

use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use boneyard_bench::timing::machine;
use serde_json::Value;

const ROUNDS: usize = 3;
const PORT: &str = "18123";

fn main() -> ExitCode {
    match page() {
        Ok(holds) if holds => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn page() -> Result<bool, String> {
    fetch_peer()?;
    // Built, and the machine warm.
    ours(&["1", "2", "1"])?;
    let before = load_average();
    let (mut own, mut peer) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        own.push(ours(&["100", "5", "6", "save"])?);
        peer.push(theirs()?);
    }
    println!(
        "## Tables under load\n\n{}. Load average before the runs {before}, after them {}.\n",
        machine(),
        load_average()
    );
    println!(
        "100 tables with 5 seats each, closed loop over WebSockets, 6 seconds, {ROUNDS} rounds in turns; medians, single\n\
         rounds in brackets. The server and its clients share the machine. A move of ours is a save in DIRK RULES!, on\n\
         disk (fsync) before it is answered; the peer's is four dice in memory.\n"
    );
    let holds = compared(&own, &peer);
    grown()?;
    println!(
        "\nThe bar (5 times the peer's moves per second; our p99 to the last seat below its p50) {}.",
        if holds { "holds" } else { "is **missed**" }
    );
    Ok(holds)
}

/// Both sides; whether the bar holds.
fn compared(own: &[Value], peer: &[Value]) -> bool {
    println!("| | Boneyard | boardgame.io 0.50.2 | |\n|---|--:|--:|--:|");
    let (moves, peer_moves) = (median(own, "moves_per_s"), median(peer, "moves_per_s"));
    println!(
        "| moves per second | {moves:.0} ({}) | {peer_moves:.0} ({}) | {:.1} times |",
        rounds(own, "moves_per_s", 1.0),
        rounds(peer, "moves_per_s", 1.0),
        moves / peer_moves
    );
    let row = |name: &str, ours: &str, theirs: &str| {
        println!(
            "| {name} | {:.1} ms ({}) | {:.1} ms ({}) | |",
            median(own, ours) / 1_000.0,
            rounds(own, ours, 1_000.0),
            median(peer, theirs),
            rounds(peer, theirs, 1.0)
        );
    };
    row("command to answer, p50", "answer_p50_us", "p50_ms");
    row("command to answer, p99", "answer_p99_us", "p99_ms");
    row("command to the last seat, p50", "last_seat_p50_us", "last_client_p50_ms");
    row("command to the last seat, p99", "last_seat_p99_us", "last_client_p99_ms");
    println!("| processor time of the server per move | {:.0} µs | | |", median(own, "server_us_per_move"));
    println!("| bytes to all seats per move | {:.0} | | |", median(own, "bytes_per_move"));
    println!(
        "| bytes of one update | {:.0}, the largest {:.0} | | |",
        median(own, "bytes_per_update"),
        median(own, "largest_update")
    );
    let memory = |field: &str| (median(own, field) - median(own, "kb_empty")) / 100.0;
    println!(
        "| memory per table with its sockets | {:.0} kB, {:.0} kB after the run | | |",
        memory("kb_before"),
        memory("kb_after")
    );
    println!("| durable when answered | yes | no | |\n");
    moves >= 5.0 * peer_moves
        && median(own, "last_seat_p99_us") / 1_000.0 < median(peer, "last_client_p50_ms")
}

/// How the cost grows, ours alone.
fn grown() -> Result<(), String> {
    println!(
        "How it grows (ours alone, one run each). A ruling changes what every seat sees, a word and a save only\nwhat is told:\n"
    );
    println!(
        "| tables × seats | move | moves per second | last seat p50 | p99 | bytes of an update | the largest | processor time per move | memory per table |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    for (tables, seats, what) in [
        ("1", "5", "save"),
        ("10", "5", "save"),
        ("100", "5", "save"),
        ("1000", "5", "save"),
        ("100", "5", "word"),
        ("100", "5", "ruling"),
    ] {
        eprintln!("{tables} tables, {what}");
        let run = ours(&[tables, seats, "6", what])?;
        let count: f64 = tables.parse().unwrap_or(1.0);
        println!(
            "| {tables} × {seats} | {what} | {:.0} | {:.1} ms | {:.1} ms | {:.0} | {:.0} | {:.0} µs | {:.0} kB |",
            field(&run, "moves_per_s"),
            field(&run, "last_seat_p50_us") / 1_000.0,
            field(&run, "last_seat_p99_us") / 1_000.0,
            field(&run, "bytes_per_update"),
            field(&run, "largest_update"),
            field(&run, "server_us_per_move"),
            (field(&run, "kb_before") - field(&run, "kb_empty")) / count,
        );
    }
    println!("\nA table with actions behind it (5 seats, opened anew by a new server):\n");
    println!(
        "| actions behind it | opening with five pages | moves per second | p50 | p99 | memory of the table, open | after scrolling back | to its first line | a page of that | undo of the last | fork at the thousandth |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for behind in ["10", "1000", "100000"] {
        eprintln!("{behind} actions behind it");
        let run = ours(&["1", "5", "3", "save", behind])?;
        let back = &run["back"];
        let table = |name: &str| (field(back, name) - field(&run, "kb_empty")) / 1_024.0;
        println!(
            "| {behind} | {:.1} ms | {:.0} | {:.2} ms | {:.2} ms | {:.1} MB | {:.1} MB | {:.0} ms, {} lines | {:.1} ms | {:.1} ms | {:.0} ms |",
            field(&run, "opening_us") / 1_000.0,
            field(&run, "moves_per_s"),
            field(&run, "answer_p50_us") / 1_000.0,
            field(&run, "answer_p99_us") / 1_000.0,
            table("kb_open"),
            table("kb_after"),
            field(back, "whole_us") / 1_000.0,
            back["lines"],
            field(back, "page_p50_us") / 1_000.0,
            field(back, "undo_us") / 1_000.0,
            field(back, "fork_us") / 1_000.0,
        );
    }
    eprintln!("1000 tables in play, 10000 idle");
    let run = ours(&["1000", "5", "6", "save", "0", "10000"])?;
    println!(
        "\n10,000 tables that were opened and left: {:.0} MB. 1,000 more with 5 seats each: {:.0} MB, {:.0} MB after 6 seconds of play.",
        field(&run, "kb_idle") / 1_024.0,
        field(&run, "kb_before") / 1_024.0,
        field(&run, "kb_after") / 1_024.0,
    );
    println!("\nThe first load of the page is weighed by its browser tests (`web/e2e/weight.e2e.ts`).");
    Ok(())
}

/// One run of our own load program.
fn ours(args: &[&str]) -> Result<Value, String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let output = Command::new("cargo")
        .args(["run", "--quiet", "--release", "--package", "boneyard-server", "--example", "load"])
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--")
        .args(args)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    last_line(&output.stdout)
}

/// One run of the peer, its server started anew.
fn theirs() -> Result<Value, String> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join("bgio");
    let node = |script: &str| {
        let mut node = Command::new("node");
        node.current_dir(&home).arg(script).arg(PORT);
        node
    };
    let server = node("server.cjs").stdin(Stdio::null()).spawn();
    let _server = Ended(server.map_err(|error| format!("node does not start: {error}"))?);
    let begun = Instant::now();
    while std::net::TcpStream::connect(format!("127.0.0.1:{PORT}")).is_err() {
        if begun.elapsed() > Duration::from_secs(30) {
            return Err("boardgame.io does not listen".into());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let output = node("load.cjs").args(["100", "5", "6"]).output();
    last_line(&output.map_err(|error| format!("node does not start: {error}"))?.stdout)
}

/// A process that is ended when it is no longer needed.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn fetch_peer() -> Result<(), String> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join("bgio");
    if home.join("node_modules").join("boardgame.io").exists() {
        return Ok(());
    }
    let fetched = Command::new("npm")
        .args(["install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"])
        .current_dir(&home)
        .status();
    match fetched {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("npm cannot fetch boardgame.io: is there a network?".into()),
        Err(error) => Err(format!("npm does not start: {error}. Node 20.19 or later brings it.")),
    }
}

fn last_line(output: &[u8]) -> Result<Value, String> {
    let text = String::from_utf8_lossy(output);
    let line = text.lines().last().unwrap_or_default();
    serde_json::from_str(line).map_err(|error| format!("a run printed no result ({error}): {text}"))
}

fn field(run: &Value, name: &str) -> f64 {
    run[name].as_f64().unwrap_or(f64::NAN)
}

fn median(runs: &[Value], name: &str) -> f64 {
    let mut all: Vec<f64> = runs.iter().map(|run| field(run, name)).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Every round, in the order they were run.
fn rounds(runs: &[Value], name: &str, per: f64) -> String {
    let one = |run: &Value| match field(run, name) / per {
        much if much >= 100.0 => format!("{much:.0}"),
        little => format!("{little:.1}"),
    };
    runs.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("not known").to_owned()
}
