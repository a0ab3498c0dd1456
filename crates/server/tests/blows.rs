//! What somebody might throw at a server to take it from everybody else. Each blow goes on until it is time to
//! stop, comes from an address of its own on this machine, and does not care how it is answered. The test throws
//! them for seconds; `examples/attack.rs` for longer, and measures.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::support::Browser;

/// Rolls whose odds take all the memory or time there is, if nobody looks before working them out.
pub const BOMBS: [&str; 7] = [
    "16d10000!pk9",
    "15d10000",
    "1000d10000",
    "100d1000!kh50",
    "200d1000kh100",
    "100#20d1000!kh10",
    "40d100!kh20",
];

/// How long a connection waits for an answer before it is given up.
const PATIENCE: Duration = Duration::from_secs(2);

/// Between two connections: whoever opens them faster only keeps this machine busy, and us with it.
const BREATH: Duration = Duration::from_millis(50);

/// What is attacked, and what was thrown at it.
#[derive(Clone)]
pub struct Target {
    /// A browser nobody knows.
    pub stranger: Browser,
    /// The game master of a table.
    pub gm: Browser,
    pub table: String,
    /// The code that is read out to players.
    pub code: String,
    pub until: Instant,
    /// How often each blow fell, in the order of `BLOWS`.
    pub fell: Arc<[AtomicU64; BLOWS.len()]>,
}

/// What the blows are called.
pub const BLOWS: [&str; 7] = [
    "half-sent heads",
    "slow bodies",
    "odds bombs",
    "long proofs",
    "knocks",
    "floods of a knocker",
    "trials",
];

impl Target {
    fn from(&self, last: u8) -> Browser {
        Browser { from: Some(IpAddr::from([127, 0, 7, last])), ..self.stranger.clone() }
    }

    fn goes_on(&self) -> bool {
        Instant::now() < self.until
    }

    fn fell(&self, which: usize) {
        self.fell[which].fetch_add(1, Ordering::Relaxed);
    }
}

/// Throws everything at once: `wide` connections from each of several addresses.
pub async fn throw(target: &Target, wide: usize) {
    let mut all = JoinSet::new();
    for at in 0..wide {
        let last = 10 + (at % 8) as u8;
        all.spawn(half_heads(target.clone(), last));
        all.spawn(slow_bodies(target.clone(), last + 10));
    }
    for at in 0..8 {
        all.spawn(bombs(target.clone(), 40 + at, at as usize));
        all.spawn(long_proofs(target.clone(), 50 + at));
        all.spawn(knocks(target.clone(), 60 + at));
    }
    all.spawn(floods(target.clone()));
    all.spawn(trials(target.clone()));
    while let Some(ended) = all.join_next().await {
        ended.expect("a blow does not fail by itself");
    }
}

/// Opens connections whose requests never come to an end.
async fn half_heads(target: Target, last: u8) {
    let browser = target.from(last);
    while target.goes_on() {
        target.fell(0);
        sleep(BREATH).await;
        let Ok(mut stream) = browser.reach().await else { continue };
        let _ = stream.write_all(b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-Slow: ").await;
        gone(&mut stream, target.until).await;
    }
}

/// Sends bodies a letter at a time.
async fn slow_bodies(target: Target, last: u8) {
    let browser = target.from(last);
    let head = format!(
        "POST /api/verify HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\nContent-Length: 30000\r\n\r\n{{",
        browser.address, browser.origin
    );
    while target.goes_on() {
        target.fell(1);
        sleep(BREATH).await;
        let Ok(mut stream) = browser.reach().await else { continue };
        let _ = stream.write_all(head.as_bytes()).await;
        while target.goes_on() && stream.write_all(b" ").await.is_ok() {
            sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Asks for odds that are too much.
async fn bombs(target: Target, last: u8, first: usize) {
    let browser = target.from(last);
    let mut at = first;
    while target.goes_on() {
        target.fell(2);
        at += 1;
        let roll = BOMBS[at % BOMBS.len()].replace('#', "%23").replace('+', "%2B");
        send(&browser, &format!("GET /api/odds?roll={roll}"), b"").await;
    }
}

/// Has proofs checked that are as long as they may be, and longer.
async fn long_proofs(target: Target, last: u8) {
    let browser = target.from(last);
    let fits = format!("[{}0]", "0,".repeat(16_000 - 2));
    while target.goes_on() {
        target.fell(3);
        send(&browser, "POST /api/verify", fits.as_bytes()).await;
        send(&browser, "POST /api/verify", &vec![b' '; 1 << 20]).await;
    }
}

/// Knocks under ever new names.
async fn knocks(target: Target, last: u8) {
    let browser = target.from(last);
    while target.goes_on() {
        target.fell(4);
        let body = json!({ "key": { "code": target.code }, "name": "Mob" }).to_string();
        send(&browser, "POST /api/knock", body.as_bytes()).await;
    }
}

/// Knocks once, and sends from the waiting room as fast as it can.
async fn floods(target: Target) {
    while target.goes_on() {
        let mut browser = target.from(90);
        let body = json!({ "key": { "code": target.code }, "name": "Flood" });
        if browser.post("/api/knock", &body).await.0 != 200 {
            sleep(Duration::from_millis(200)).await;
            continue;
        }
        let Ok(mut socket) = browser.connect(&target.table, "").await else { continue };
        says(&mut socket, json!({ "type": "hello" }).to_string()).await;
        while target.goes_on() && says(&mut socket, "{}".into()).await {
            target.fell(5);
        }
    }
}

/// The game master of a table has absurd fights tried out.
async fn trials(target: Target) {
    let Ok(mut socket) = target.gm.connect(&target.table, "").await else { return };
    says(&mut socket, json!({ "type": "hello" }).to_string()).await;
    let rows = |count: usize, each: u32| -> Value { vec![json!(["DK-FOE-03H", each]); count].into() };
    while target.goes_on() {
        for creatures in [rows(2_500, 0), rows(40, 1), rows(1, 40)] {
            target.fell(6);
            let ask = json!({ "type": "verdict", "id": "trial", "creatures": creatures });
            if !says(&mut socket, ask.to_string()).await {
                return;
            }
            let told = async { while socket.next().await.is_some() {} };
            let _ = timeout(Duration::from_millis(200), told).await;
        }
    }
}

/// Sends a message; whether it was taken.
async fn says<S: SinkExt<Message> + Unpin>(socket: &mut S, text: String) -> bool {
    matches!(timeout(PATIENCE, socket.send(Message::text(text))).await, Ok(Ok(())))
}

/// One request, whatever comes of it.
async fn send(browser: &Browser, what: &str, body: &[u8]) {
    sleep(BREATH).await;
    let Ok(mut stream) = browser.reach().await else { return };
    let head = format!(
        "{what} HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        browser.address,
        browser.origin,
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(body).await;
    gone(&mut stream, Instant::now() + PATIENCE).await;
}

/// Waits until the server has closed a connection, or it is time.
async fn gone(stream: &mut TcpStream, until: Instant) {
    let left = until.saturating_duration_since(Instant::now());
    let mut rest = Vec::new();
    let _ = timeout(left, stream.read_to_end(&mut rest)).await;
}
