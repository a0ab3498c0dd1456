//! Behind a proxy: people are who it says, links and cookies are those of the address people type, and what is for
//! this machine alone is not for everybody. And what the server says when something goes wrong.

use std::path::Path;

use boneyard_server::{Front, Limits};
use serde_json::{Value, json};

use crate::support::{Browser, Evening, GAMES, House, fight};

async fn behind(folder: &Path, url: Option<&str>, proxies: &[&str], limits: Limits) -> House {
    let front = Front {
        public_url: url.map(|url| url.parse().expect("an address")),
        trusted_proxies: proxies.iter().map(|net| net.parse().expect("a net")).collect(),
    };
    House::behind(GAMES, folder, limits, front).await
}

/// Somebody whom the proxy passes on.
fn through(house: &House, from: &str, origin: &str) -> Browser {
    let more = format!("X-Forwarded-For: {from}\r\nX-Forwarded-Proto: https\r\n");
    Browser { more, origin: origin.to_owned(), ..house.browser() }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_and_cookies_are_those_of_the_address_people_type() {
    let folder = tempfile::tempdir().expect("a folder");
    let house =
        behind(folder.path(), Some("https://example.org/tables"), &["127.0.0.1"], Limits::default()).await;
    assert!(house.link.starts_with("https://example.org/tables/#key="), "{}", house.link);
    // The proxy names its own host, as nginx does unless it is told otherwise, and leaves the base as it is.
    let mut owner = through(&house, "203.0.113.1", "https://example.org");
    let key = json!({ "key": house.key }).to_string();
    let (status, head, _) = owner.send("POST", "/tables/api/enter", Some(key.as_bytes())).await;
    assert_eq!(status, 200);
    let cookie = head.lines().find(|line| line.starts_with("set-cookie")).expect("a cookie");
    assert!(cookie.ends_with("; HttpOnly; SameSite=Strict; Path=/tables; Secure"), "{cookie}");
    assert!(head.contains("strict-transport-security: max-age="), "{head}");
    // One that takes the base away itself is as good.
    assert_eq!(owner.get("/api/me").await.1, json!({ "owner": true }));
    let table = owner.begins(fight()).await;
    let (_, invitation) = owner.get(&format!("/tables/api/tables/{table}/invitation")).await;
    let link = invitation["links"][0].as_str().expect("a link");
    assert!(link.starts_with(&format!("https://example.org/tables/t/{table}#")), "{link}");
    let mut gm = owner.page(&table).await;
    gm.until("whole").await;
    assert_eq!(owner.send("GET", "/tables/t/x", None).await.0, 200, "the page lies below the base");

    let mut elsewhere = through(&house, "203.0.113.1", "https://evil.example");
    assert_eq!(elsewhere.post("/api/enter", &json!({ "key": house.key })).await.0, 403);
    let mut direct = house.browser();
    let (_, head, _) = direct.send("POST", "/api/enter", Some(key.as_bytes())).await;
    assert!(head.contains("SameSite=Strict; Path=/\r") || head.contains("Path=/; Secure"), "{head}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_proxy_nothing_is_https_and_nobody_is_believed() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut liar = through(&house, "203.0.113.1", &format!("http://{}", house.address));
    let key = json!({ "key": house.key }).to_string();
    let (status, head, _) = liar.send("POST", "/api/enter", Some(key.as_bytes())).await;
    assert_eq!(status, 200);
    assert!(!head.contains("Secure") && !head.contains("strict-transport-security"), "{head}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_are_for_this_machine_and_not_for_who_comes_through_a_proxy_on_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    assert_eq!(house.browser().get("/metrics").await.0, 200);
    let mut passed_on = through(&house, "203.0.113.1", "x");
    assert_eq!(passed_on.get("/metrics").await.0, 403, "a proxy passed it on");
    house.close().await;

    let house = behind(folder.path(), Some("https://example.org"), &[], Limits::default()).await;
    assert_eq!(house.browser().get("/metrics").await.0, 403, "some proxies do not say that they are one");
    let mut owner = house.owner().await;
    assert_eq!(owner.get("/metrics").await.0, 200);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_persons_wrong_codes_lock_nobody_out_and_the_right_secret_always_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { tries_per_minute: 3, ..Limits::default() };
    let house = behind(folder.path(), None, &["127.0.0.1"], limits).await;
    let mut owner = house.owner().await;
    let table = owner.begins(json!({})).await;
    let (_, invitation) = owner.get(&format!("/api/tables/{table}/invitation")).await;
    let origin = house.browser().origin;
    let mut guesser = through(&house, "203.0.113.1", &origin);
    let wrong = json!({ "link": { "table": table, "secret": "guess" } });
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(guesser.post("/api/door", &wrong).await.0);
    }
    assert_eq!(statuses, [404, 404, 404, 429, 429]);
    assert_eq!(
        through(&house, "203.0.113.2", &origin).post("/api/door", &wrong).await.0,
        404,
        "another address"
    );
    // The right ones open, whatever was guessed from there before.
    let mut friend = through(&house, "203.0.113.1", &origin);
    assert_eq!(friend.post("/api/door", &json!({ "code": invitation["code"] })).await.0, 200);
    assert_eq!(friend.post("/api/enter", &json!({ "key": "guess" })).await.0, 429);
    assert_eq!(friend.post("/api/enter", &json!({ "key": house.key })).await.0, 200);
    // And they are no tries.
    let mut often = through(&house, "203.0.113.3", &origin);
    for _ in 0..10 {
        assert_eq!(often.post("/api/door", &json!({ "code": invitation["code"] })).await.0, 200);
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_sees_who_runs_the_server_and_ends_what_was_left_open_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { house, table, browsers, .. } = &mut evening;
    let mut lent = house.owner().await;
    let mut gm = lent.page(table).await;
    gm.until("whole").await;
    let (status, sessions) = browsers[0].get("/api/sessions").await;
    assert_eq!((status, sessions.as_array().map(Vec::len)), (200, Some(2)), "{sessions}");
    let other =
        sessions.as_array().into_iter().flatten().find(|one| one["this"] == false).expect("the other");
    assert_eq!(other["device"], "computer");
    assert!(other["since"].as_i64().is_some_and(|since| since > 1_700_000_000_000), "{other}");
    let path = format!("/api/sessions/{}", other["id"].as_str().expect("an id"));
    assert_eq!(browsers[1].get("/api/sessions").await.0, 403);
    assert_eq!(browsers[1].send("DELETE", &path, None).await.0, 403, "Bo may not");
    assert_eq!(browsers[0].send("DELETE", &path, None).await.0, 200);
    assert_eq!(gm.until("bye").await["code"], "revoked");
    assert_eq!(lent.get("/api/me").await.1, json!({ "owner": false }));
    assert_eq!(browsers[0].send("DELETE", &path, None).await.0, 404);
    assert_eq!(browsers[0].get("/api/sessions").await.1.as_array().map(Vec::len), Some(1));
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_enters_gets_another_cookie_and_keeps_the_seat() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { house, table, browsers, .. } = &mut evening;
    let before = browsers[1].clone();
    let door = format!("/api/tables/{table}/door");
    assert_eq!(browsers[1].post("/api/enter", &json!({ "key": house.key })).await.0, 200);
    assert_ne!(browsers[1].cookie, before.cookie);
    let mut stolen = before.clone();
    assert_eq!(stolen.get("/api/me").await.1, json!({ "owner": false }));
    assert_eq!(stolen.get(&door).await.1, json!({ "type": "stranger" }), "the old one opens nothing");
    // Once the browser runs the server no more, it still has Bo's seat.
    let (_, sessions) = browsers[1].get("/api/sessions").await;
    let own = sessions.as_array().into_iter().flatten().find(|one| one["this"] == true).expect("its own");
    let path = format!("/api/sessions/{}", own["id"].as_str().expect("an id"));
    assert_eq!(browsers[1].send("DELETE", &path, None).await.0, 200);
    assert_eq!(browsers[1].get(&door).await.1, json!({ "type": "seated", "table": table, "seat": 1 }));
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_goes_wrong_is_said_the_same_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut owner = house.owner().await;
    let table = owner.begins(json!({})).await;
    let wrong: [(&str, String, u16); 9] = [
        ("GET", "/api/odds".into(), 400),
        ("GET", "/api/odds?roll=1d6&more=1".into(), 400),
        ("GET", "/api/nowhere".into(), 404),
        ("GET", "/assets/none.js".into(), 404),
        ("PUT", "/api/me".into(), 405),
        ("POST", "/api/me".into(), 405),
        ("GET", format!("/api/tables/{table}/proof/first"), 400),
        ("POST", format!("/api/tables/{table}/knocks/nobody"), 400),
        ("GET", format!("/api/tables/{table}/socket"), 400),
    ];
    owner.more = "Accept-Encoding: identity\r\n".into();
    for (method, path, expected) in wrong {
        let (status, head, body) = owner.send(method, &path, (method != "GET").then_some(b"{}")).await;
        let said: Value = serde_json::from_slice(&body).unwrap_or_default();
        let words = (said["code"].as_str().unwrap_or_default(), said["say"].as_str().unwrap_or_default());
        assert_eq!(status, expected, "{method} {path}: {}", String::from_utf8_lossy(&body));
        assert!(words.0.len() > 3 && words.1.len() > 10, "{method} {path}: {head} {said}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_where_the_server_keeps_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut owner = house.owner().await;
    let table = owner.begins(json!({})).await;
    std::fs::write(folder.path().join("backups"), "in the way").expect("a file");
    // The save goes bad under the server.
    for end in ["", "-wal", "-shm"] {
        let file = folder.path().join(format!("tables.boneyard{end}"));
        std::fs::write(file, vec![7; 100_000]).expect("a file");
    }
    let place = folder.path().display().to_string();
    let mut failed = 0;
    for (method, path) in [
        ("POST", "/api/backup".to_owned()),
        ("GET", "/healthz".to_owned()),
        ("GET", "/api/tables".to_owned()),
        ("GET", format!("/api/tables/{table}/export")),
        ("GET", format!("/api/tables/{table}/house")),
        ("GET", format!("/api/tables/{table}/published")),
        ("POST", format!("/api/tables/{table}/archive")),
    ] {
        let body = (method != "GET").then_some(br#"{"on":true}"#.as_slice());
        let (status, head, body) = owner.send(method, &path, body).await;
        let said = format!("{head}\n{}", String::from_utf8_lossy(&body));
        failed += u32::from(status == 500);
        assert!(!said.contains(&place) && !said.contains("tables.boneyard"), "{path}: {said}");
    }
    assert!(failed >= 3, "{failed}");
    house.kill().await;
}
