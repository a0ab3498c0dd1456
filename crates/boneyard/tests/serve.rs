//! `boneyard serve` as people run it: a process that prints a link, is killed in the middle of a question,
//! and goes on after it is started again.

#[path = "../../server/tests/support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use support::{Browser, Page, fight};

/// The program, serving.
struct Serving {
    child: Child,
    link: String,
}

impl Serving {
    fn start(folder: &Path) -> Self {
        Self::with(folder, &[])
    }

    fn with(folder: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard"))
            .args(["serve", "--port", "0", "--json", "--data"])
            .arg(folder)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.as_mut().expect("its output")).lines();
        let mut told = String::new();
        while !told.ends_with("}\n") {
            told += &lines.next().expect("it tells its links").expect("text");
            told.push('\n');
        }
        let told: Value = serde_json::from_str(&told).expect("JSON");
        let link = told["links"][0].as_str().expect("a link").to_owned();
        Self { child, link }
    }

    fn browser(&self) -> Browser {
        let host = self.link.strip_prefix("http://").and_then(|rest| rest.split('/').next());
        let address = host.and_then(|host| host.parse().ok()).expect("an address");
        Browser::new(address)
    }

    fn key(&self) -> &str {
        self.link.split("#key=").nth(1).expect("a key behind the hash")
    }

    /// Asks it to stop, as the one who runs machines does; what it had logged.
    #[cfg(unix)]
    fn stop(mut self) -> String {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status().expect("`kill` runs");
        assert!(asked.success());
        let mut log = String::new();
        self.child.stderr.take().expect("its log").read_to_string(&mut log).expect("text");
        assert!(self.child.wait().expect("it ends").success(), "{log}");
        log
    }

    /// Kills it without a warning; what it had logged.
    fn kill(mut self) -> String {
        self.child.kill().expect("it can be killed");
        let mut log = String::new();
        self.child.stderr.take().expect("its log").read_to_string(&mut log).expect("text");
        self.child.wait().expect("it is gone");
        log
    }
}

fn moved(browser: &Browser, to: &Serving) -> Browser {
    let fresh = to.browser();
    let ports = (browser.address.port().to_string(), fresh.address.port().to_string());
    Browser { cookie: browser.cookie.as_ref().map(|cookie| cookie.replace(&ports.0, &ports.1)), ..fresh }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_the_middle_of_a_question_the_table_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let serving = Serving::start(folder.path());
    let mut owner = serving.browser();
    assert_eq!(owner.post("/api/enter", &json!({ "key": serving.key() })).await.0, 200);
    let table = owner.begins(fight()).await;
    let mut gm = owner.page(&table).await;
    gm.until("whole").await;
    let mut bo = serving.browser();
    bo.knocks(&mut owner, &table, "Bo").await;
    gm.shows(|page| !page.desk["gm"]["knocks"][0].is_null()).await;
    let knock = gm.desk["gm"]["knocks"][0]["id"].clone();
    let body = json!({ "let_in": { "role": "player", "seat": 1 } });
    assert_eq!(owner.post(&format!("/api/tables/{table}/knocks/{knock}"), &body).await.0, 200);
    let mut page = bo.page(&table).await;
    page.until("whole").await;
    page.does(json!({ "command": { "end_turn": { "who": "Brack" } } })).await;
    gm.does(json!({ "command": { "attack": { "who": "Wolf", "with": "bite", "target": "Brack" } } })).await;
    gm.answers("W1", json!("pass")).await;
    page.shows(|page| page.prompt("W1").is_some()).await;
    let asked = page.prompt("W1");
    let (_, invitation) = owner.get(&format!("/api/tables/{table}/invitation")).await;
    let secrets: Vec<String> = [
        invitation["links"][0].as_str().and_then(|link| link.split('#').nth(1)).map(str::to_owned),
        invitation["code"].as_str().map(str::to_owned),
        bo.cookie.as_ref().and_then(|cookie| cookie.split('=').nth(1)).map(str::to_owned),
        owner.cookie.as_ref().and_then(|cookie| cookie.split('=').nth(1)).map(str::to_owned),
        Some(serving.key().to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    assert_eq!(secrets.len(), 5);
    let log = serving.kill();
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "a secret is in the log: {log}");
    }
    assert!(log.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "the log is JSON: {log}");

    let serving = Serving::start(folder.path());
    let mut page = Page::resume(&moved(&bo, &serving), &table, page).await;
    page.until("whole").await;
    assert_eq!(page.prompt("W1"), asked, "the same question, word for word");
    page.answers("W1", json!("pass")).await;
    page.answers("W2", json!("pass")).await;
    page.shows(|page| page.told().iter().any(|line| line.starts_with("Brack loses "))).await;
    // The old link is of no use any more, but the owner is still known.
    let mut owner = moved(&owner, &serving);
    assert_eq!(owner.get("/api/me").await.1, json!({ "owner": true }));
    let mut thief = serving.browser();
    assert_eq!(thief.post("/api/enter", &json!({ "key": secrets[4] })).await.0, 403);
    serving.kill();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn told_to_stop_in_the_middle_of_play_it_leaves_one_file_that_is_the_whole_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let serving = Serving::start(folder.path());
    let mut owner = serving.browser();
    assert_eq!(owner.post("/api/enter", &json!({ "key": serving.key() })).await.0, 200);
    let table = owner.begins(fight()).await;
    let mut gm = owner.page(&table).await;
    gm.until("whole").await;
    for at in 0..20 {
        let say =
            json!({ "say": { "voice": { "type": "out_of_character" }, "words": format!("Line {at}") } });
        gm.does(say).await;
    }
    let second = Command::new(env!("CARGO_BIN_EXE_boneyard"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .output()
        .expect("the program runs");
    let refused = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(
        !second.status.success() && refused.contains(&format!("(process {})", serving.child.id())),
        "{refused}"
    );
    serving.stop();

    assert!(!folder.path().join("tables.boneyard-wal").exists(), "nothing is left beside it");
    let copy = folder.path().join("copy.boneyard");
    std::fs::copy(folder.path().join("tables.boneyard"), &copy).expect("the file alone is copied");
    let copy = boneyard_store::Store::open(copy).await.expect("it opens");
    assert_eq!(copy.check().await, Ok(vec![]));
    assert_eq!(copy.info(&table).await.map(|info| info.last.0), Ok(21));
}

#[test]
fn the_address_people_type_is_printed_and_what_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let more = ["--public-url", "https://example.org/tables", "--trusted-proxy", "127.0.0.1"];
    let serving = Serving::with(folder.path(), &more);
    assert!(serving.link.starts_with("https://example.org/tables/#key="), "{}", serving.link);
    serving.kill();
    for wrong in [["--public-url", "example.org"], ["--trusted-proxy", "nginx"]] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_boneyard"));
        let ran = program.args(["serve", "--port", "0", "--data"]).arg(folder.path()).args(wrong).output();
        let ran = ran.expect("the program starts");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let told = said.contains("such as") || said.contains("written like");
        assert!(!ran.status.success() && told, "{said}");
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_half_sent_body_does_not_keep_it_from_ending() {
    use tokio::io::AsyncWriteExt;
    let folder = tempfile::tempdir().expect("a folder");
    let mut serving = Serving::start(folder.path());
    let mut browser = serving.browser();
    let mut stream = browser.reach().await.expect("it listens");
    let head = format!(
        "POST /api/enter HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Length: 100\r\n\r\n{{",
        browser.address
    );
    stream.write_all(head.as_bytes()).await.expect("it is taken");
    assert_eq!(browser.get("/api/me").await.0, 200);
    let told = Command::new("kill").args(["-TERM", &serving.child.id().to_string()]).status();
    assert!(told.is_ok_and(|told| told.success()));
    let ended = tokio::task::spawn_blocking(move || serving.child.wait());
    let ended = support::soon(ended).await.expect("it is waited for").expect("it ends");
    assert!(ended.success(), "{ended}");
    drop(stream);
}
