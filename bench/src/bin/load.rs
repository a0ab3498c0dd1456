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
    ours(&["1", "2", "1"])?;
    println!("## Tables under load\n\n{}, load average before the run: {}\n", machine(), load_average());
    println!(
        "100 tables with 5 seats each, closed loop over WebSockets, 6 seconds, {ROUNDS} rounds in turns; medians. The\n\
         server and its clients share the machine. A move of ours is a save in DIRK RULES!, on disk (fsync) before\n\
         it is answered; the peer's is four dice in memory.\n"
    );
    let (mut own, mut peer) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        own.push(ours(&["100", "5", "6", "save"])?);
        peer.push(theirs()?);
    }
    println!("| | Boneyard | boardgame.io 0.50.2 | |\n|---|--:|--:|--:|");
    let (moves, peer_moves) = (median(&own, "moves_per_s"), median(&peer, "moves_per_s"));
    let ms = |field: &str| median(&own, field) / 1_000.0;
    println!("| moves per second | {moves:.0} | {peer_moves:.0} | {:.1} times |", moves / peer_moves);
    println!(
        "| command to answer, p50 | {:.1} ms | {:.1} ms | |",
        ms("answer_p50_us"),
        median(&peer, "p50_ms")
    );
    println!(
        "| command to answer, p99 | {:.1} ms | {:.1} ms | |",
        ms("answer_p99_us"),
        median(&peer, "p99_ms")
    );
    let (last, peer_last) = (ms("last_seat_p99_us"), median(&peer, "last_client_p50_ms"));
    println!("| command to the last seat, p50 | {:.1} ms | {peer_last:.1} ms | |", ms("last_seat_p50_us"));
    println!(
        "| command to the last seat, p99 | {last:.1} ms | {:.1} ms | |",
        median(&peer, "last_client_p99_ms")
    );
    println!("| processor time of the server per move | {:.0} µs | | |", median(&own, "server_us_per_move"));
    println!("| bytes to all seats per move | {:.0} | | |", median(&own, "bytes_per_move"));
    println!("| bytes of one update | {:.0} | | |", median(&own, "bytes_per_update"));
    let memory = (median(&own, "kb_after") - median(&own, "kb_empty")) / 100.0;
    println!("| memory per table with its sockets | {memory:.0} kB | | |");
    println!("| durable when answered | yes | no | |\n");

    println!("How it grows (ours alone, one run each):\n");
    println!(
        "| tables × seats | move | moves per second | last seat p50 | p99 | bytes of an update | memory per table |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|");
    for (tables, seats, what) in [
        ("1", "5", "save"),
        ("10", "5", "save"),
        ("100", "5", "save"),
        ("1000", "2", "save"),
        ("100", "5", "word"),
        ("100", "5", "ruling"),
    ] {
        let run = ours(&[tables, seats, "6", what])?;
        let count: f64 = tables.parse().unwrap_or(1.0);
        println!(
            "| {tables} × {seats} | {what} | {:.0} | {:.1} ms | {:.1} ms | {:.0} | {:.0} kB |",
            field(&run, "moves_per_s"),
            field(&run, "last_seat_p50_us") / 1_000.0,
            field(&run, "last_seat_p99_us") / 1_000.0,
            field(&run, "bytes_per_update"),
            (field(&run, "kb_after") - field(&run, "kb_empty")) / count,
        );
    }
    println!("\nA table with actions behind it (2 seats, opened anew by a new server):\n");
    println!("| actions behind it | opening | moves per second | p50 | p99 | memory of the server |");
    println!("|--:|--:|--:|--:|--:|--:|");
    for behind in ["10", "1000", "100000"] {
        let run = ours(&["1", "2", "3", "save", behind])?;
        println!(
            "| {behind} | {:.1} ms | {:.0} | {:.2} ms | {:.2} ms | {:.0} MB |",
            field(&run, "opening_us") / 1_000.0,
            field(&run, "moves_per_s"),
            field(&run, "answer_p50_us") / 1_000.0,
            field(&run, "answer_p99_us") / 1_000.0,
            field(&run, "kb_before") / 1_024.0,
        );
    }
    let holds = moves >= 5.0 * peer_moves && last < peer_last;
    println!(
        "\nThe bar (5 times the peer's moves per second; our p99 to the last seat below its p50) {}.",
        if holds { "holds" } else { "is **missed**" }
    );
    Ok(holds)
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

fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("not known").to_owned()
}
