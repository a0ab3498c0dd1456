//! A server on a free port with a folder of its own, and browsers and pages that talk to it through real
//! sockets. A page applies every patch it gets, so a patch that does not fit is noticed at once.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use boneyard_registry::{GameEntry, Making, Ready};
use boneyard_server::protocol::{Change, apply};
use boneyard_server::{Backups, Config, Front, Limits, Server};
use boneyard_table::encounter::{prepare, survey};
use boneyard_table::table::GameOf;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// Longer than anything may take on a busy machine; only a test that fails waits so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pages opened so far: no two of them choose the same ids.
static PAGES: AtomicU32 = AtomicU32::new(0);

/// What a table that is ready to play opens with, in these tests.
const OPENING: &str = r#"{ "begin": { "fighters": ["Brack", "Wolf"] } }"#;

pub static GAMES: &[GameEntry] = &[GameEntry {
    game: &GameOf::<dirk_rules::DirkRules>::new(),
    rulebook: &dirk_rules::rules::RULEBOOK,
    starts: dirk_rules::starts,
    ready: Some(Ready { start: "Wolves at the ring of stones", opening: Some(OPENING) }),
    encounter: Some(prepare::<dirk_rules::DirkRules>),
    survey: Some(survey::<dirk_rules::DirkRules>),
    creatures: "creature",
    making: Making {
        begins: dirk_rules::making::BEGINS,
        done: dirk_rules::making::DONE,
        leans: dirk_rules::making::leans,
        words: dirk_rules::making::words,
    },
    credits: None,
}];

/// A server.
pub struct House {
    pub address: SocketAddr,
    /// The likeliest link of the owner, and the key in it.
    pub link: String,
    pub key: String,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

impl House {
    pub async fn open(folder: &Path) -> Self {
        Self::with(folder, Limits::default()).await
    }

    pub async fn with(folder: &Path, limits: Limits) -> Self {
        Self::of(GAMES, folder, limits).await
    }

    /// A server with these games.
    pub async fn of(games: &'static [GameEntry], folder: &Path, limits: Limits) -> Self {
        let backups = Backups { every: None, ..Backups::daily(folder.join("backups")) };
        Self::keeping(games, folder, limits, backups).await
    }

    /// A server that makes backups so.
    pub async fn keeping(
        games: &'static [GameEntry],
        folder: &Path,
        limits: Limits,
        backups: Backups,
    ) -> Self {
        Self::built(games, folder, limits, backups, Front::default()).await
    }

    /// A server behind a proxy.
    pub async fn behind(games: &'static [GameEntry], folder: &Path, limits: Limits, front: Front) -> Self {
        let backups = Backups { every: None, ..Backups::daily(folder.join("backups")) };
        Self::built(games, folder, limits, backups, front).await
    }

    async fn built(
        games: &'static [GameEntry],
        folder: &Path,
        limits: Limits,
        backups: Backups,
        front: Front,
    ) -> Self {
        let config = Config {
            games,
            address: ([127, 0, 0, 1], 0).into(),
            folder: folder.to_owned(),
            save: folder.join("tables.boneyard"),
            backups,
            limits,
            front,
        };
        let server = Server::start(config).await.expect("a free port and an empty folder");
        let address = server.address();
        let link = server.links().remove(0);
        let key = link.split("#key=").nth(1).expect("the link holds a key").to_owned();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let end = async move { drop(stopped.await) };
            server.run(end).await.expect("it ends well");
        });
        Self { address, link, key, stop: Some(stop), task: Some(task) }
    }

    /// Closes the server as an interrupt does.
    pub async fn close(mut self) {
        drop(self.stop.take());
        if let Some(task) = self.task.take() {
            soon(task).await.expect("it ends");
        }
    }

    /// Ends the server as a kill does, as far as one process can: nothing is told, nothing is kept any more.
    pub async fn kill(mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
            drop(task.await);
        }
    }

    /// A browser nobody knows.
    pub fn browser(&self) -> Browser {
        Browser::new(self.address)
    }

    /// The owner's browser.
    pub async fn owner(&self) -> Browser {
        let mut browser = self.browser();
        let (status, body) = browser.post("/api/enter", &json!({ "key": self.key })).await;
        assert_eq!((status, &body), (200, &json!({ "owner": true })));
        browser
    }
}

/// A browser with its cookie.
#[derive(Clone)]
pub struct Browser {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    pub origin: String,
    /// The address it calls from, if that matters.
    pub from: Option<IpAddr>,
    /// Lines it adds to the head of every request, as a proxy does.
    pub more: String,
}

impl Browser {
    /// One that nobody knows yet.
    pub fn new(address: SocketAddr) -> Self {
        let origin = format!("http://{address}");
        Self { address, cookie: None, origin, from: None, more: String::new() }
    }

    /// The same browser at the same server, which listens on another port after its restart: there a cookie
    /// goes by another name.
    pub fn at(&self, house: &House) -> Self {
        let renamed = |cookie: &String| {
            cookie.replace(&self.address.port().to_string(), &house.address.port().to_string())
        };
        Self {
            address: house.address,
            cookie: self.cookie.as_ref().map(renamed),
            origin: format!("http://{}", house.address),
            ..self.clone()
        }
    }

    /// A connection to the server.
    pub async fn reach(&self) -> std::io::Result<TcpStream> {
        let Some(from) = self.from else { return TcpStream::connect(self.address).await };
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        socket.connect(self.address).await
    }

    pub async fn get(&mut self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.send("GET", path, None).await;
        (status, read(&body))
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, body) = self.send("POST", path, Some(body.to_string().as_bytes())).await;
        (status, read(&body))
    }

    /// One request: the status, the head and the body as they came.
    pub async fn send(&mut self, method: &str, path: &str, body: Option<&[u8]>) -> (u16, String, Vec<u8>) {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        if method != "GET" {
            head += &format!("Origin: {}\r\nContent-Type: application/json\r\n", self.origin);
        }
        if let Some(cookie) = &self.cookie {
            head += &format!("Cookie: {cookie}\r\n");
        }
        head += &self.more;
        if let Some(body) = body {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        head += "\r\n";
        let talk = async {
            let mut stream = self.reach().await.expect("the server listens");
            let _ = stream.write_all(head.as_bytes()).await;
            // A server that has read enough may close early; what it says counts.
            let _ = stream.write_all(body.unwrap_or_default()).await;
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer).await;
            answer
        };
        let answer = soon(talk).await;
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let body = whole(&head, &answer[end + 4..]);
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        if let Some(cookie) = cookie {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        (status, head, body)
    }

    /// Begins a table on a stage and returns its id.
    pub async fn begins(&mut self, stage: Value) -> String {
        let (_, games) = self.get("/api/games").await;
        let body = json!({ "game": games[0]["name"], "title": "The yard", "stage": stage });
        let (status, made) = self.post("/api/tables", &body).await;
        assert_eq!(status, 200, "{made}");
        made["id"].as_str().expect("an id").to_owned()
    }

    /// Knocks at a table by the link the game master has.
    pub async fn knocks(&mut self, gm: &mut Browser, table: &str, name: &str) {
        let (_, invitation) = gm.get(&format!("/api/tables/{table}/invitation")).await;
        let link = invitation["links"][0].as_str().expect("a link");
        let secret = link.split('#').nth(1).expect("a secret behind the hash");
        let body = json!({ "key": { "link": { "table": table, "secret": secret } }, "name": name });
        let (status, door) = self.post("/api/knock", &body).await;
        assert_eq!((status, &door), (200, &json!({ "type": "waiting", "table": table })));
    }

    /// Opens the table's page and says hello.
    pub async fn page(&self, table: &str) -> Page {
        Page::open(self, table, "", None).await
    }

    /// The status with which a socket is turned away.
    pub async fn socket_refused(&self, table: &str) -> u16 {
        match self.connect(table, "").await {
            Err(Error::Http(answer)) => answer.status().as_u16(),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("the socket is opened"),
        }
    }

    pub async fn connect(&self, table: &str, query: &str) -> Result<Socket, Error> {
        let url = format!("ws://{}/api/tables/{table}/socket{query}", self.address);
        let mut request = url.into_client_request().expect("an address");
        let headers = request.headers_mut();
        headers.insert("origin", self.origin.parse().expect("a header"));
        if let Some(cookie) = &self.cookie {
            headers.insert("cookie", cookie.parse().expect("a header"));
        }
        // The usual buffers of 128 kB are too much where hundreds of pages are open.
        let config = WebSocketConfig::default().read_buffer_size(8 * 1024).write_buffer_size(8 * 1024);
        let connected = connect_async_with_config(request, Some(config), true);
        soon(connected).await.map(|(socket, _)| socket)
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// An open page: what it shows, and every byte it was sent.
pub struct Page {
    pub socket: Socket,
    pub desk: Value,
    pub log: Vec<Value>,
    pub place: Value,
    /// Everything that came over the socket.
    pub heard: String,
    ids: u32,
    /// What its ids begin with.
    pub name: String,
}

impl Page {
    pub async fn open(browser: &Browser, table: &str, query: &str, since: Option<Value>) -> Self {
        let socket = browser.connect(table, query).await.expect("the socket opens");
        let mut page = Self {
            socket,
            desk: Value::Null,
            log: Vec::new(),
            place: Value::Null,
            heard: String::new(),
            ids: 0,
            name: format!("p{}", PAGES.fetch_add(1, Ordering::Relaxed)),
        };
        let hello = match since {
            Some(since) => json!({ "type": "hello", "since": since }),
            None => json!({ "type": "hello" }),
        };
        page.send(&hello).await;
        page
    }

    /// Comes back where another page stood, with what that one showed.
    pub async fn resume(browser: &Browser, table: &str, before: Page) -> Self {
        let Page { desk, log, place, heard, ids, name, .. } = before;
        let mut page = Self::open(browser, table, "", Some(place.clone())).await;
        (page.desk, page.log, page.place, page.heard, page.ids, page.name) =
            (desk, log, place, heard, ids, name);
        page
    }

    /// The connection is lost.
    pub async fn cut(&mut self) {
        drop(self.socket.close(None).await);
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_text(message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        soon(self.socket.send(Message::text(text))).await.expect("the socket is open");
    }

    /// The next message, applied to what the page shows; `None` when the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        soon(self.next_text()).await
    }

    async fn next_text(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push_str(&text);
                    self.heard.push('\n');
                    let message: Value = serde_json::from_str(&text).expect("messages are JSON");
                    self.take(&message);
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    fn take(&mut self, message: &Value) {
        match message["type"].as_str() {
            Some("whole") => {
                self.desk = message["desk"].clone();
                self.place = message["place"].clone();
                self.log.clear();
                self.log.resize(message["log"]["from"].as_u64().expect("a number") as usize, Value::Null);
                self.log.extend(message["log"]["lines"].as_array().expect("lines").iter().cloned());
            }
            Some("update") => {
                let n = message["n"].as_u64().expect("a number");
                assert_eq!(self.place["n"].as_u64().map(|n| n + 1), Some(n), "updates come one by one");
                self.place["n"] = n.into();
                let patch = message.get("patch").cloned().unwrap_or_else(|| json!([]));
                let patch: Vec<Change> = serde_json::from_value(patch).expect("changes");
                apply(&mut self.desk, &patch).expect("a patch fits what the page shows");
                if let Some(log) = message.get("log") {
                    self.log.truncate(log["from"].as_u64().expect("a number") as usize);
                    self.log.extend(log["lines"].as_array().expect("lines").iter().cloned());
                }
            }
            _ => {}
        }
    }

    /// Waits for a message of a type.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before `{kind}`"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits until what the page shows is as hoped.
    #[track_caller]
    pub fn shows(&mut self, hoped: impl Fn(&Page) -> bool) -> impl Future<Output = ()> {
        let from = std::panic::Location::caller();
        self.shows_for(hoped, from)
    }

    async fn shows_for(&mut self, hoped: impl Fn(&Page) -> bool, from: &std::panic::Location<'_>) {
        while !hoped(self) {
            let next = tokio::time::timeout(PATIENCE, self.next_text()).await;
            let Ok(Some(_)) = next else {
                let (told, prompts) = (self.told(), &self.desk["view"]["prompts"]);
                panic!("never shown what {from} hopes for; it shows {prompts} after {told:#?}");
            };
        }
    }

    /// Asks something of the table and waits for the answer.
    pub async fn asks(&mut self, op: Value) -> Value {
        let id = self.sends(op).await;
        self.answer_to(&id).await
    }

    /// Asks something of the table, without waiting; its id.
    pub async fn sends(&mut self, op: Value) -> String {
        self.ids += 1;
        let id = format!("{}-{}", self.name, self.ids);
        self.send(&json!({ "type": "do", "id": id, "op": op })).await;
        id
    }

    pub async fn answer_to(&mut self, id: &str) -> Value {
        loop {
            let message = self.next().await.expect("an answer comes");
            if message["id"] == *id {
                return message;
            }
        }
    }

    /// Asks something that is done.
    pub async fn does(&mut self, op: Value) {
        let answer = self.asks(op.clone()).await;
        assert_eq!(answer["type"], "done", "{op}: {answer}");
    }

    /// Asks something that is refused; the code of the reason.
    pub async fn is_refused(&mut self, op: Value) -> String {
        let answer = self.asks(op).await;
        assert_eq!(answer["type"], "refused", "{answer}");
        answer["refusal"][0]["code"].as_str().expect("a code").to_owned()
    }

    /// The open prompt of a name.
    pub fn prompt(&self, name: &str) -> Option<Value> {
        let prompts = self.desk["view"]["prompts"].as_array()?;
        prompts.iter().find(|prompt| prompt["name"] == *name).cloned()
    }

    /// Answers the prompt of a name, once it is asked.
    pub async fn answers(&mut self, name: &str, say: Value) {
        self.shows(|page| page.prompt(name).is_some()).await;
        let id = self.prompt(name).map(|prompt| prompt["id"].clone());
        self.does(json!({ "answer": { "prompt": id, "say": say } })).await;
    }

    /// The whole log in words.
    pub fn told(&self) -> Vec<String> {
        self.log.iter().filter_map(|line| line["say"]["text"].as_str()).map(str::to_owned).collect()
    }
}

/// Waits, but not for ever.
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what).await.expect("it does not take for ever")
}

fn read(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or(Value::Null)
}

/// The body, put together if it came in chunks.
fn whole(head: &str, body: &[u8]) -> Vec<u8> {
    if !head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        return body.to_vec();
    }
    let mut rest = body;
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size =
            std::str::from_utf8(&rest[..end]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(size) = size.filter(|size| *size > 0 && end + 2 + size <= rest.len()) else { break };
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    whole
}

/// Bo has Brack, Di has Isolde; a wolf stands before them, and it is Brack's turn.
pub fn fight() -> Value {
    json!({
        "seats": { "Bo": ["Brack"], "Di": ["Isolde"] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
        "creatures": { "Wolf": { "like": "DK-FOE-03H" } },
        "apart": [["Brack", "Wolf", "5 ft"], ["Isolde", "Wolf", "5 ft"], ["Brack", "Isolde", "5 ft"]],
        "battle": { "order": ["Brack", "Wolf", "Isolde"], "turn": "Brack" },
    })
}

/// A table with the game master and two players at it, each with a page open.
pub struct Evening {
    pub house: House,
    pub table: String,
    pub gm: Page,
    pub bo: Page,
    pub di: Page,
    pub browsers: [Browser; 3],
}

impl Evening {
    pub async fn begin(folder: &Path, stage: Value) -> Self {
        Self::with(folder, stage, Limits::default()).await
    }

    pub async fn with(folder: &Path, stage: Value, limits: Limits) -> Self {
        Self::at(House::with(folder, limits).await, stage).await
    }

    /// A new table at this server.
    pub async fn at(house: House, stage: Value) -> Self {
        let mut owner = house.owner().await;
        let table = owner.begins(stage).await;
        let mut gm = owner.page(&table).await;
        gm.until("whole").await;
        let mut browsers = vec![owner.clone()];
        let mut pages = Vec::new();
        for (name, seat) in [("Bo", 1), ("Di", 2)] {
            let mut browser = house.browser();
            browser.knocks(&mut owner, &table, name).await;
            let mut page = browser.page(&table).await;
            page.until("waiting").await;
            gm.shows(|page| !page.desk["gm"]["knocks"][0]["id"].is_null()).await;
            let knock = gm.desk["gm"]["knocks"][0]["id"].clone();
            let body = json!({ "let_in": { "role": "player", "seat": seat } });
            let (status, said) = owner.post(&format!("/api/tables/{table}/knocks/{knock}"), &body).await;
            assert_eq!(status, 200, "{said}");
            page.until("whole").await;
            gm.shows(|page| page.desk["gm"]["knocks"][0].is_null()).await;
            browsers.push(browser);
            pages.push(page);
        }
        let (Some(di), Some(bo)) = (pages.pop(), pages.pop()) else { unreachable!("two have come") };
        let browsers = browsers.try_into().ok().expect("three browsers");
        Self { house, table, gm, bo, di, browsers }
    }
}
