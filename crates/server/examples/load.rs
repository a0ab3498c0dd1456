//! Load on a server with wide limits, over real sockets: many tables with several seats each. At every table
//! the first seat calls for a save, and again as soon as the last seat has been told of the one before.
//!
//! `cargo run --release -p boneyard-server --example load -- TABLES SEATS SECONDS`

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use boneyard_server::Limits;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use support::{Browser, House};
use tokio_tungstenite::tungstenite::Message;

/// What one table measured.
#[derive(Default)]
struct Measured {
    /// From a command to its answer, in microseconds.
    answered: Vec<u64>,
    /// From a command to the last seat's update.
    told: Vec<u64>,
    bytes: u64,
}

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [tables, seats, seconds] = args.as_slice() else {
        eprintln!("load TABLES SEATS SECONDS");
        return;
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let (tables, seats, seconds) = (number(tables), number(seats), number(seconds));
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits {
        sockets_per_visitor: usize::MAX,
        messages_per_second: 1_000_000,
        message_burst: 1_000_000,
        ..Limits::default()
    };
    let house = House::with(folder.path(), limits).await;
    let mut owner = house.owner().await;
    let mut all = Vec::new();
    for _ in 0..tables {
        all.push(seated(&mut owner, seats).await);
    }
    eprintln!("{tables} tables with {seats} seats each are open");
    let until = Instant::now() + Duration::from_secs(seconds);
    let running: Vec<_> = all.into_iter().map(|pages| tokio::spawn(play(pages, until))).collect();
    let mut sum = Measured::default();
    for table in running {
        let measured = table.await.expect("a table plays to the end");
        sum.answered.extend(measured.answered);
        sum.told.extend(measured.told);
        sum.bytes += measured.bytes;
    }
    sum.answered.sort_unstable();
    sum.told.sort_unstable();
    let share =
        |sorted: &[u64], percent: usize| sorted.get(sorted.len() * percent / 100).copied().unwrap_or(0);
    let moves = sum.told.len() as u64;
    let told = json!({
        "tables": tables, "seats": seats, "seconds": seconds, "moves": moves, "moves_per_s": moves / seconds.max(1),
        "answer_p50_us": share(&sum.answered, 50), "answer_p99_us": share(&sum.answered, 99),
        "last_seat_p50_us": share(&sum.told, 50), "last_seat_p99_us": share(&sum.told, 99),
        "bytes_per_update": sum.bytes / (moves * seats).max(1),
    });
    println!("{told}");
    house.close().await;
}

type Socket = <Browser as Connects>::Socket;

/// Names the type of a socket, which the test support keeps to itself.
trait Connects {
    type Socket;
}

impl Connects for Browser {
    type Socket =
        tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;
}

/// A table with all its seats taken and their pages open, the game master's first.
async fn seated(owner: &mut Browser, seats: u64) -> Vec<Socket> {
    let table = owner.begins(support::fight()).await;
    let mut pages = vec![open(owner, &table).await];
    for at in 1..seats {
        let mut browser = Browser { cookie: None, ..owner.clone() };
        browser.knocks(owner, &table, &format!("Player {at}")).await;
        let body = json!({ "let_in": { "role": "player", "seat": at } });
        owner.post(&format!("/api/tables/{table}/knocks/{at}"), &body).await;
        pages.push(open(&browser, &table).await);
    }
    // Everybody has been told that the last one came.
    for page in &mut pages {
        settle(page).await;
    }
    pages
}

async fn open(browser: &Browser, table: &str) -> Socket {
    let mut socket = browser.connect(table, "").await.expect("the socket opens");
    socket.send(Message::text(r#"{"type":"hello"}"#)).await.expect("it is open");
    settle(&mut socket).await;
    socket
}

async fn settle(socket: &mut Socket) {
    let ask = r#"{"type":"lines","id":"settled","before":0,"count":0}"#;
    socket.send(Message::text(ask)).await.expect("it is open");
    while !next(socket).await.contains("\"settled\"") {}
}

async fn next(socket: &mut Socket) -> String {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return text.as_str().to_owned(),
            Some(Ok(_)) => {}
            other => panic!("the socket is lost: {other:?}"),
        }
    }
}

async fn play(mut pages: Vec<Socket>, until: Instant) -> Measured {
    let mut measured = Measured::default();
    let mut nth = 0u32;
    while Instant::now() < until {
        nth += 1;
        let op: Value = json!({ "command": { "save": { "who": nth % 2, "ability": "STR" } } });
        let text = json!({ "type": "do", "id": nth.to_string(), "op": op }).to_string();
        let begun = Instant::now();
        pages[0].send(Message::text(text)).await.expect("it is open");
        loop {
            let text = next(&mut pages[0]).await;
            measured.bytes += text.len() as u64;
            if text.starts_with("{\"type\":\"done\"") {
                break;
            }
            assert!(text.starts_with("{\"type\":\"update\""), "{text}");
        }
        measured.answered.push(begun.elapsed().as_micros() as u64);
        for page in &mut pages[1..] {
            let text = next(page).await;
            assert!(text.starts_with("{\"type\":\"update\""), "{text}");
            measured.bytes += text.len() as u64;
        }
        measured.told.push(begun.elapsed().as_micros() as u64);
    }
    measured
}
