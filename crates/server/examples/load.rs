//! Load on a server over real sockets: many tables with several seats each, the server a process of its own with
//! wide limits. At every table the first seat moves, and again as soon as it has been told of its move, as the
//! load on the peer does (`bench/peers`); when the last seat is told is measured beside it. Prints one line of
//! JSON.
//!
//! `cargo run --release -p boneyard-server --example load -- TABLES SEATS SECONDS [MOVE] [BEHIND] [IDLE]`
//!
//! MOVE is `save` (a check: dice, a line told to everybody), `ruling` (a value is overruled, so sheets and offers
//! are put together anew for every seat) or `word` (something said). BEHIND is how many saves every table has
//! behind it when it begins; then the first page also scrolls back to its first line, undoes the last action and forks at
//! the thousandth. IDLE is how many other tables were opened once and left.

#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use boneyard_server::Limits;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use support::{Browser, House};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// After this nobody's tables are parked.
const PARKED: Duration = Duration::from_secs(70);

/// What one table measured, in microseconds.
#[derive(Default)]
struct Measured {
    /// From a move to its answer.
    answered: Vec<u64>,
    /// From a move to the last seat's update.
    told: Vec<u64>,
    /// When the last move was answered.
    ended: Option<Instant>,
    bytes: u64,
    updates: u64,
    largest: u64,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["serve", folder] => runtime.block_on(serve(Path::new(folder))),
        [tables, seats, seconds, rest @ ..] => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            let what = rest.first().copied().unwrap_or("save").to_owned();
            let behind = rest.get(1).map_or(0, |text| number(text));
            let idle = rest.get(2).map_or(0, |text| number(text));
            runtime.block_on(load(number(tables), number(seats), number(seconds), what, behind, idle));
        }
        _ => eprintln!("load TABLES SEATS SECONDS [save|ruling|word] [BEHIND] [IDLE]"),
    }
}

/// The server, until its input ends.
async fn serve(folder: &Path) {
    let limits = Limits {
        sockets: usize::MAX,
        sockets_per_visitor: usize::MAX,
        open_tables: 20_000,
        messages_per_second: 1_000_000,
        message_burst: 1_000_000,
        knocks_per_minute: 1_000_000,
        waiting_per_address: 1_000,
        connections_per_address: 2_000,
        ..Limits::default()
    };
    let house = House::with(folder, limits).await;
    println!("{} {}", house.address, house.key);
    let ended = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()));
    drop(ended.await);
    house.close().await;
}

/// A server in a process of its own.
struct Served {
    child: Child,
    browser: Browser,
    key: String,
}

impl Served {
    fn start(folder: &Path) -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .arg("serve")
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
        let (address, key) = line.trim().split_once(' ').expect("an address and a key");
        let address = address.parse().expect("an address");
        let browser = Browser::new(address);
        Self { child, browser, key: key.to_owned() }
    }

    async fn owner(&self) -> Browser {
        let mut owner = self.browser.clone();
        assert_eq!(owner.post("/api/enter", &json!({ "key": self.key })).await.0, 200);
        owner
    }

    /// Memory in use, in kilobytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0)
    }

    /// Processor time used, in microseconds: the same however busy the machine is with others.
    fn worked(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks =
            after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok());
        // A tick is a hundredth of a second on Linux.
        ticks.sum::<u64>() * 10_000
    }

    fn close(mut self) {
        if let Some(mut input) = self.child.stdin.take() {
            let _ = writeln!(input);
        }
        drop(self.child.wait());
    }
}

async fn load(tables: u64, seats: u64, seconds: u64, what: String, behind: u64, idle: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut served = Served::start(folder.path());
    let empty = served.memory();
    let mut owner = served.owner().await;
    for _ in 0..idle {
        let id = owner.begins(support::fight()).await;
        // It is opened, and nobody stays.
        owner.get(&format!("/api/tables/{id}/waiting")).await;
    }
    let mut parked = None;
    if idle > 0 {
        tokio::time::sleep(PARKED).await;
        parked = Some(served.memory());
    }
    let mut ids = Vec::new();
    for _ in 0..tables {
        ids.push(owner.begins(support::fight()).await);
    }
    let mut browsers: Vec<Vec<Browser>> = Vec::new();
    for id in &ids {
        browsers.push(admitted(&mut owner, id, seats).await);
    }
    let mut all = Vec::new();
    for (id, seated) in ids.iter().zip(&browsers) {
        all.push(pages(seated, id).await);
    }
    let mut opened = None;
    if behind > 0 {
        let played = all.into_iter().map(|pages| tokio::spawn(play(pages, "save", Until::Moves(behind))));
        for table in played.collect::<Vec<_>>() {
            table.await.expect("a table plays to the end");
        }
        // Opened anew, from its snapshot and the records after it.
        served.close();
        served = Served::start(folder.path());
        let begun = Instant::now();
        all = Vec::new();
        for (id, seated) in ids.iter().zip(&browsers) {
            let moved = |browser: &Browser| Browser {
                cookie: browser.cookie.as_ref().map(|cookie| {
                    cookie.replace(
                        &browser.address.port().to_string(),
                        &served.browser.address.port().to_string(),
                    )
                }),
                ..served.browser.clone()
            };
            all.push(pages(&seated.iter().map(moved).collect::<Vec<_>>(), id).await);
        }
        opened = Some(begun.elapsed().as_micros() as u64 / tables.max(1));
    }
    let mut back = Value::Null;
    if let (true, Some(pages), Some(id)) = (behind > 0, all.first_mut(), ids.first()) {
        let mut owner = browsers[0][0].clone();
        let (old, new) = (owner.address.port().to_string(), served.browser.address.port().to_string());
        let cookie = owner.cookie.map(|cookie| cookie.replace(&old, &new));
        owner = Browser { cookie, ..served.browser.clone() };
        let open = served.memory();
        back = look_back(&mut pages[0], &mut owner, id, behind).await;
        settle(pages).await;
        back["kb_open"] = open.into();
        back["kb_after"] = served.memory().into();
    }
    let (before, worked) = (served.memory(), served.worked());
    let until = Instant::now() + Duration::from_secs(seconds);
    let begun = Instant::now();
    let running = all.into_iter().map(|pages| {
        let what = what.clone();
        tokio::spawn(async move { play(pages, &what, Until::Time(until)).await })
    });
    let mut sum = Measured::default();
    for table in running.collect::<Vec<_>>() {
        let measured = table.await.expect("a table plays to the end");
        sum.answered.extend(measured.answered);
        sum.told.extend(measured.told);
        sum.ended = sum.ended.max(measured.ended);
        sum.bytes += measured.bytes;
        sum.updates += measured.updates;
        sum.largest = sum.largest.max(measured.largest);
    }
    let took = sum.ended.map_or(0.0, |ended| (ended - begun).as_secs_f64());
    sum.answered.sort_unstable();
    sum.told.sort_unstable();
    let share =
        |sorted: &[u64], percent: usize| sorted.get(sorted.len() * percent / 100).copied().unwrap_or(0);
    let moves = sum.told.len() as u64;
    let told = json!({
        "tables": tables, "seats": seats, "seconds": seconds, "move": what, "behind": behind, "moves": moves,
        "moves_per_s": (moves as f64 / took) as u64,
        "answer_p50_us": share(&sum.answered, 50), "answer_p99_us": share(&sum.answered, 99),
        "last_seat_p50_us": share(&sum.told, 50), "last_seat_p99_us": share(&sum.told, 99),
        "bytes_per_move": sum.bytes / moves.max(1), "bytes_per_update": sum.bytes / sum.updates.max(1),
        "server_us_per_move": (served.worked() - worked) / moves.max(1),
        "largest_update": sum.largest, "opening_us": opened, "back": back, "idle": idle, "kb_idle": parked,
        "kb_empty": empty, "kb_before": before, "kb_after": served.memory(),
    });
    println!("{told}");
    served.close();
}

/// Scrolls back to the first line, undoes the last action and brings it back, and forks far back.
async fn look_back(page: &mut Socket, owner: &mut Browser, table: &str, behind: u64) -> Value {
    let (mut before, mut lines, mut took) = (1_000_000_000_i64, 0, Vec::new());
    loop {
        let begun = Instant::now();
        let id = format!("back-{}", took.len());
        let ask = json!({ "type": "lines", "id": id, "before": before, "count": 200 });
        page.send(Message::text(ask.to_string())).await.expect("it is open");
        let answer = answered(page, &id).await;
        took.push(begun.elapsed().as_micros() as u64);
        let read = answer["log"]["lines"].as_array().expect("lines");
        lines += read.len();
        before = read.first().and_then(|line| line["seq"].as_i64()).unwrap_or(before);
        if answer["log"]["older"] != true {
            break;
        }
    }
    let mut timed = Vec::new();
    for (id, op) in [("undo", json!({ "undo": {} })), ("redo", json!("redo"))] {
        let begun = Instant::now();
        let ask = json!({ "type": "do", "id": format!("back-{id}"), "op": op });
        page.send(Message::text(ask.to_string())).await.expect("it is open");
        let answer = answered(page, &format!("back-{id}")).await;
        assert_eq!(answer["type"], "done", "{answer}");
        timed.push(begun.elapsed().as_micros() as u64);
    }
    let begun = Instant::now();
    let body = json!({ "title": "What if", "before": behind.min(1_000) });
    let (status, fork) = owner.post(&format!("/api/tables/{table}/fork"), &body).await;
    assert_eq!(status, 200, "{fork}");
    let forked = begun.elapsed().as_micros() as u64;
    let (pages, whole) = (took.len(), took.iter().sum::<u64>());
    took.sort_unstable();
    json!({
        "pages": pages, "lines": lines, "whole_us": whole, "page_p50_us": took[pages / 2], "page_max_us": took[pages - 1],
        "undo_us": timed[0], "redo_us": timed[1], "fork_us": forked,
    })
}

async fn answered(page: &mut Socket, id: &str) -> Value {
    loop {
        let message: Value = serde_json::from_str(&next(page).await).expect("messages are JSON");
        if message["id"] == *id {
            return message;
        }
    }
}

/// The browsers of a table's seats, the game master's first.
async fn admitted(owner: &mut Browser, table: &str, seats: u64) -> Vec<Browser> {
    let mut browsers = vec![owner.clone()];
    for at in 1..seats {
        let mut browser = Browser { cookie: None, ..owner.clone() };
        browser.knocks(owner, table, &format!("Player {at}")).await;
        let body = json!({ "let_in": { "role": "player", "seat": at } });
        owner.post(&format!("/api/tables/{table}/knocks/{at}"), &body).await;
        browsers.push(browser);
    }
    browsers
}

async fn pages(browsers: &[Browser], table: &str) -> Vec<Socket> {
    let mut pages = Vec::new();
    for browser in browsers {
        let mut socket = browser.connect(table, "").await.expect("the socket opens");
        socket.send(Message::text(r#"{"type":"hello"}"#)).await.expect("it is open");
        pages.push(socket);
    }
    // Everybody has been told that the last one came.
    settle(&mut pages).await;
    pages
}

/// Waits until every page has been told everything.
async fn settle(pages: &mut [Socket]) {
    for page in pages {
        let ask = r#"{"type":"lines","id":"settled","before":1000000000,"count":0}"#;
        page.send(Message::text(ask)).await.expect("it is open");
        while !next(page).await.contains("\"settled\"") {}
    }
}

async fn next(socket: &mut Socket) -> Utf8Bytes {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return text,
            Some(Ok(_)) => {}
            other => panic!("the socket is lost: {other:?}"),
        }
    }
}

#[derive(Clone, Copy)]
enum Until {
    Time(Instant),
    Moves(u64),
}

/// What the pages of a table beside the first were told.
#[derive(Debug, Default)]
struct Told {
    /// When the last page got each of its updates.
    last: Vec<Instant>,
    bytes: u64,
    updates: u64,
    largest: u64,
}

impl Told {
    fn note(&mut self, text: &str, last: bool) {
        if !text.starts_with("{\"type\":\"update\"") {
            return;
        }
        if last {
            self.last.push(Instant::now());
        }
        self.bytes += text.len() as u64;
        self.updates += 1;
        self.largest = self.largest.max(text.len() as u64);
    }
}

/// A page that only looks.
async fn look(mut page: Socket, last: bool, told: Arc<Mutex<Told>>) {
    while let Some(Ok(message)) = page.next().await {
        if let Message::Text(text) = message {
            told.lock().expect("nobody panics").note(&text, last);
        }
    }
}

async fn play(mut pages: Vec<Socket>, what: &str, until: Until) -> Measured {
    let mut first = pages.remove(0);
    let others = pages.len();
    let looking = pages.into_iter().enumerate().map(|(at, page)| {
        let told = Arc::<Mutex<Told>>::default();
        (tokio::spawn(look(page, at + 1 == others, Arc::clone(&told))), told)
    });
    let looking: Vec<_> = looking.collect();
    let phase = match until {
        Until::Time(_) => "now",
        Until::Moves(_) => "before",
    };
    let mut measured = Measured::default();
    let mut own = Told::default();
    let mut sent: Vec<Instant> = Vec::new();
    loop {
        let nth = sent.len() as u64 + 1;
        let over = match until {
            Until::Time(until) => Instant::now() >= until,
            Until::Moves(moves) => nth > moves,
        };
        if over {
            break;
        }
        let text = a_move(what, phase, nth);
        let begun = Instant::now();
        sent.push(begun);
        first.send(Message::text(text)).await.expect("it is open");
        loop {
            let text = next(&mut first).await;
            if text.starts_with("{\"type\":\"done\"") {
                break;
            }
            assert!(
                !text.starts_with("{\"type\":\"refused\"") && !text.starts_with("{\"type\":\"failed\""),
                "{text}"
            );
            own.note(&text, others == 0);
        }
        measured.answered.push(begun.elapsed().as_micros() as u64);
    }
    measured.ended = Some(Instant::now());
    // The last of the updates under way are waited for, longer where the machine is behind.
    let late = Instant::now() + Duration::from_secs(10);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let told_of = |seen: &Arc<Mutex<Told>>| seen.lock().expect("nobody panics").last.len();
    while looking.last().is_some_and(|(_, seen)| told_of(seen) < sent.len()) && Instant::now() < late {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut told = vec![own];
    for (page, seen) in looking {
        page.abort();
        told.push(std::mem::take(&mut *seen.lock().expect("nobody panics")));
    }
    let last = told.last().map(|told| told.last.as_slice()).unwrap_or_default();
    assert_eq!(last.len(), sent.len(), "the last seat is told of every move");
    measured.told = sent.iter().zip(last).map(|(sent, told)| (*told - *sent).as_micros() as u64).collect();
    measured.bytes = told.iter().map(|told| told.bytes).sum();
    measured.updates = told.iter().map(|told| told.updates).sum();
    measured.largest = told.iter().map(|told| told.largest).max().unwrap_or(0);
    measured
}

/// A move as it travels. Its id begins with the phase: what was done before a restart must not be taken for done
/// again.
fn a_move(what: &str, phase: &str, nth: u64) -> String {
    let op: Value = match what {
        "word" => {
            json!({ "say": { "voice": { "type": "out_of_character" }, "words": "Follow me, all of you." } })
        }
        "ruling" => json!({ "overrule": { "path": "Brack.hp", "value": 1 + nth % 3, "reason": "load" } }),
        _ => json!({ "command": { "save": { "who": nth % 2, "ability": "STR" } } }),
    };
    json!({ "type": "do", "id": format!("{phase}-{nth}"), "op": op }).to_string()
}
