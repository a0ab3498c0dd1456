//! Somebody wants to take the server from everybody else: by odds, by connections that never end, by knocking,
//! by fights nobody can fight. Everybody else plays on.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_server::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::blows::{BLOWS, BOMBS, Target, throw};
use crate::support::{Browser, Evening, House, fight, soon};

fn from(last: u8, browser: Browser) -> Browser {
    Browser { from: Some(IpAddr::from([127, 0, 0, last])), ..browser }
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_that_are_too_much_are_refused_before_they_are_worked_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let mut stranger = evening.house.browser();
    for roll in BOMBS {
        let path = format!("/api/odds?roll={}", roll.replace('#', "%23"));
        let (status, said) = stranger.get(&path).await;
        let refused =
            status == 400 && said["say"].as_str().is_some_and(|say| say.contains("At a table more"));
        assert!(refused, "{roll}: {status} {said}");
        let (status, said) = evening.browsers[1].get(&path).await;
        assert!(status == 400 || status == 200, "{roll}: {status} {said}");
    }
    let (status, odds) = stranger.get("/api/odds?roll=4d6kh3").await;
    assert_eq!((status, &odds["roll"]), (200, &json!("4d6kh3")));
    let (status, said) = stranger.get("/api/odds?roll=100d6").await;
    assert_eq!(status, 400, "{said}");
    assert_eq!(evening.browsers[1].get("/api/odds?roll=100d6").await.0, 200, "Bo has a seat");
    evening
        .bo
        .send(&json!({ "type": "odds", "id": "o", "of": { "type": "roll", "notation": BOMBS[0] } }))
        .await;
    assert_eq!(evening.bo.answer_to("o").await["code"], "odds", "the same over the socket");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_for_odds_too_fast_is_slowed_and_others_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { messages_per_second: 1, message_burst: 3, ..Limits::default() };
    let house = House::with(folder.path(), limits).await;
    let mut eager = house.browser();
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(eager.get("/api/odds?roll=2d6").await.0);
    }
    assert!(statuses.starts_with(&[200, 200, 200]) && statuses.contains(&429), "{statuses:?}");
    let mut other = from(2, house.browser());
    assert_eq!(other.get("/api/odds?roll=2d6").await.0, 200);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_have_little_to_say_and_nobody_sends_what_they_may_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let long = vec![b' '; 100 << 10];
    let mut stranger = evening.house.browser();
    for path in ["/api/verify", "/api/enter", "/api/knock", "/api/tables"] {
        assert_eq!(stranger.send("POST", path, Some(&long)).await.0, 413, "{path}");
    }
    let (status, _, body) = evening.browsers[1].send("POST", "/api/verify", Some(&long)).await;
    let said = String::from_utf8_lossy(&body);
    assert_eq!(status, 400, "Bo's is read, and is no proof: {said}");
    let huge = vec![b' '; 9 << 20];
    assert_eq!(evening.browsers[1].send("POST", "/api/verify", Some(&huge)).await.0, 413);
    // Whoever may not do it is told so before anything is read.
    assert_eq!(stranger.send("POST", "/api/tables/import", Some(&huge)).await.0, 403);
    let packs = format!("/api/tables/{}/packs", evening.table);
    assert_eq!(evening.browsers[1].send("POST", &packs, Some(&long)).await.0, 403);
    evening.house.close().await;
}

/// Sends the beginning of a request, and waits for what the server says before it hangs up.
async fn begins(browser: &Browser, text: &str) -> String {
    let mut stream = browser.reach().await.expect("the server listens");
    stream.write_all(text.as_bytes()).await.expect("it is taken");
    let mut said = Vec::new();
    let _ = soon(stream.read_to_end(&mut said)).await;
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_does_not_come_to_an_end_is_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let (head, body) = (Duration::from_millis(300), Duration::from_millis(300));
    let house = House::with(folder.path(), Limits { head, body, ..Limits::default() }).await;
    let browser = house.browser();
    begins(&browser, "GET /api/me HTTP/1.1\r\nHost: x\r\nX-Half: ").await;
    begins(&browser, "").await;
    let idle = begins(&browser, "GET /api/me HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(idle.starts_with("HTTP/1.1 200"), "answered, and cut off when nothing more came: {idle}");
    let half = format!(
        "POST /api/enter HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Length: 100\r\n\r\n{{",
        house.address
    );
    let said = begins(&browser, &half).await;
    assert!(said.starts_with("HTTP/1.1 408") && said.contains("too-slow"), "{said}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_half_sent_body_does_not_keep_the_server_from_closing() {
    let folder = tempfile::tempdir().expect("a folder");
    let hour = Duration::from_secs(3_600);
    let limits = Limits { head: hour, body: hour, closing: Duration::from_millis(500), ..Limits::default() };
    let house = House::with(folder.path(), limits).await;
    let mut stream = house.browser().reach().await.expect("the server listens");
    let half = format!(
        "POST /api/enter HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Length: 100\r\n\r\n{{",
        house.address
    );
    stream.write_all(half.as_bytes()).await.expect("it is taken");
    // It has been read by then, for what came later is answered.
    assert_eq!(house.browser().get("/api/me").await.0, 200);
    house.close().await;
    let mut said = Vec::new();
    let _ = soon(stream.read_to_end(&mut said)).await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_only_so_many_connections_and_others_still_come_in() {
    let folder = tempfile::tempdir().expect("a folder");
    // Heads may take for ever, so that nothing but the limit ends a connection.
    let head = Duration::from_secs(3_600);
    let house =
        House::with(folder.path(), Limits { connections_per_address: 5, head, ..Limits::default() }).await;
    let greedy = from(2, house.browser());
    let mut held = Vec::new();
    for _ in 0..5 {
        let mut stream = greedy.reach().await.expect("the server listens");
        stream.write_all(b"GET / HTTP/1.1\r\n").await.expect("it is taken");
        held.push(stream);
    }
    let said = begins(&greedy, "").await;
    assert!(said.is_empty() || said.contains("too-many"), "{said}");
    assert_eq!(house.browser().get("/api/me").await.0, 200, "another address");
    drop(held);
    // Those that are gone count no more.
    let mut again = from(2, house.browser());
    let answered = async { while again.send("GET", "/healthz", None).await.0 != 200 {} };
    soon(answered).await;
    house.close().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn where_all_connections_are_taken_whoever_has_most_gives_one_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::with(folder.path(), Limits { connections: 6, ..Limits::default() }).await;
    let mut held = Vec::new();
    for last in [2, 3, 2, 3, 2, 2] {
        let mut stream = from(last, house.browser()).reach().await.expect("the server listens");
        stream.write_all(b"GET / HTTP/1.1\r\n").await.expect("it is taken");
        held.push(stream);
    }
    assert_eq!(house.browser().get("/api/me").await.0, 200, "somebody who has none comes in");
    let mut said = Vec::new();
    let _ = soon(held[0].read_to_end(&mut said)).await;
    assert!(said.is_empty(), "the oldest of whoever had four is gone");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_waits_and_floods_is_put_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { messages_per_second: 1, message_burst: 5, ..Limits::default() };
    let mut evening = Evening::with(folder.path(), fight(), limits).await;
    let mut eve = evening.house.browser();
    let Evening { browsers, table, di, house, .. } = &mut evening;
    eve.knocks(&mut browsers[0], table, "Eve").await;
    let mut page = eve.page(table).await;
    page.until("waiting").await;
    for _ in 0..400 {
        use futures_util::SinkExt;
        let message = tokio_tungstenite::tungstenite::Message::text("{}");
        if soon(page.socket.send(message)).await.is_err() {
            break;
        }
    }
    let mut last = Value::Null;
    while let Some(message) = page.next().await {
        last = message;
    }
    assert!(last["code"] == "too-fast" || last.is_null(), "{last}");
    let (_, _, metrics) = house.browser().send("GET", "/metrics", None).await;
    let metrics = String::from_utf8_lossy(&metrics).into_owned();
    assert!(metrics.contains("boneyard_sockets_open 3\n"), "hers is closed: {metrics}");
    di.does(json!({ "roll": { "notation": "1d6" } })).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn knocks_of_one_address_are_few_and_the_oldest_is_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { knocks_per_minute: 4, waiting_per_address: 2, ..Limits::default() };
    let house = House::with(folder.path(), limits).await;
    let mut owner = house.owner().await;
    let table = owner.begins(json!({})).await;
    let mut gm = owner.page(&table).await;
    gm.until("whole").await;
    let (_, invitation) = owner.get(&format!("/api/tables/{table}/invitation")).await;
    let mut statuses = Vec::new();
    for at in 0..20 {
        let body = json!({ "key": { "code": invitation["code"] }, "name": format!("Mob {at}") });
        statuses.push(house.browser().post("/api/knock", &body).await.0);
    }
    assert_eq!(statuses[..4], [200, 200, 200, 200]);
    assert!(statuses[4..].iter().all(|status| *status == 429), "{statuses:?}");
    gm.shows(|page| page.desk["gm"]["knocks"][1]["name"] == "Mob 3").await;
    assert_eq!(
        gm.desk["gm"]["knocks"].as_array().map(Vec::len),
        Some(2),
        "the latest two: {}",
        gm.desk["gm"]
    );
    #[cfg(target_os = "linux")]
    {
        let mut mira = from(2, house.browser());
        let body = json!({ "key": { "code": invitation["code"] }, "name": "Mira" });
        assert_eq!(mira.post("/api/knock", &body).await.0, 200, "somebody else is heard");
        gm.shows(|page| page.desk["gm"]["knocks"][2]["name"] == "Mira").await;
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_of_thousands_of_rows_is_refused_and_empty_rows_are_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let stage = json!({
        "seats": { "Bo": ["Brack"], "Di": ["Isolde"] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
    });
    let mut evening = Evening::begin(folder.path(), stage).await;
    let Evening { gm, bo, .. } = &mut evening;
    let rows = |count: usize, each: u32| vec![json!(["DK-FOE-03H", each]); count];
    let ask = |id: &str, rows: Vec<Value>| json!({ "type": "verdict", "id": id, "creatures": rows });
    gm.send(&ask("many", rows(2_500, 0))).await;
    let said = gm.answer_to("many").await;
    assert_eq!((&said["code"], &said["type"]), (&json!("verdict"), &json!("failed")), "{said}");
    assert!(said["say"].as_str().is_some_and(|say| say.contains("At most 40")), "{said}");
    gm.send(&ask("over", [rows(39, 0), rows(1, 41)].concat())).await;
    assert_eq!(gm.answer_to("over").await["code"], "verdict");
    // The same kind in many rows is one kind.
    gm.send(&ask("few", [rows(38, 0), rows(2, 1)].concat())).await;
    bo.does(json!({ "roll": { "notation": "1d6" } })).await;
    let told = loop {
        let told = gm.until("verdict").await;
        if told["verdict"]["done"] == true {
            break told;
        }
    };
    assert_eq!(told["verdict"]["fighters"].as_array().map(Vec::len), Some(4), "{told}");
    assert_eq!(told["verdict"]["without"].as_array().map(Vec::len), Some(1), "{told}");
    evening.house.close().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn while_everything_is_thrown_at_it_others_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits {
        head: Duration::from_secs(1),
        body: Duration::from_secs(1),
        connections: 400,
        connections_per_address: 40,
        ..Limits::default()
    };
    let mut evening = Evening::with(folder.path(), fight(), limits).await;
    let Evening { browsers, bo, house, .. } = &mut evening;
    let other = browsers[0].begins(fight()).await;
    let (_, invitation) = browsers[0].get(&format!("/api/tables/{other}/invitation")).await;
    let target = Target {
        stranger: house.browser(),
        gm: browsers[0].clone(),
        table: other,
        code: invitation["code"].as_str().expect("a code").to_owned(),
        until: Instant::now() + Duration::from_secs(3),
        fell: Arc::default(),
    };
    let thrown = tokio::spawn({
        let target = target.clone();
        async move { throw(&target, 300).await }
    });
    let mut answered = 0;
    while Instant::now() < target.until {
        assert_eq!(browsers[1].get("/api/me").await.0, 200);
        bo.does(json!({ "say": { "voice": { "type": "out_of_character" }, "words": "still here" } })).await;
        answered += 1;
        // As fast as a seat may.
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    soon(thrown).await.expect("the blows end");
    for (name, fell) in BLOWS.iter().zip(target.fell.iter()) {
        assert!(fell.load(std::sync::atomic::Ordering::Relaxed) > 0, "{name}");
    }
    assert!(answered > 3, "{answered}");
    // Afterwards it is as if nothing had been.
    assert_eq!(house.browser().get("/api/me").await.0, 200);
    assert_eq!(bo.told().len(), answered);
    evening.house.close().await;
}
