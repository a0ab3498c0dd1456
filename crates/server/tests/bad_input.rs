//! Everything that can be wrong with what is sent: it is refused in words, nothing changes, nothing leaks,
//! and everybody else plays on.

use boneyard_server::Limits;
use serde_json::{Value, json};

use crate::support::{self, Browser, Evening, House, Page, fight};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_answered_and_the_socket_lives_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let bo = &mut evening.bo;
    let bad = [
        "",
        "{",
        "null",
        "[]",
        "\"do\"",
        "{}",
        r#"{"type":"dance"}"#,
        r#"{"type":"do"}"#,
        r#"{"type":"do","id":"a","op":"fly"}"#,
        r#"{"type":"do","id":"a","op":{"undo":{"from":-1}}}"#,
        r#"{"type":"do","id":"a","op":{"undo":{}},"more":1}"#,
        r#"{"type":"do","id":7,"op":"redo"}"#,
        r#"{"type":"do","id":"","op":"redo"}"#,
        r#"{"type":"do","id":"so bad","op":"redo"}"#,
        r#"{"type":"watch","actors":"all"}"#,
        r#"{"type":"lines","id":"a","before":5000000000,"count":1}"#,
        r#"{"type":"look","id":"a","who":1}"#,
        r#"{"type":"look","id":"a","who":1,"from":{"x":1e9,"y":0}}"#,
    ];
    for text in bad {
        bo.send_text(text.to_owned()).await;
        let failed = bo.until("failed").await;
        assert_eq!(failed["code"], "unreadable", "{text}");
        assert!(failed["say"].as_str().is_some_and(|say| say.len() > 10), "{text}");
    }
    let deep =
        format!(r#"{{"type":"do","id":"a","op":{{"command":{}1{}}}}}"#, "[".repeat(5_000), "]".repeat(5_000));
    bo.send_text(deep).await;
    assert_eq!(bo.until("failed").await["code"], "unreadable");
    bo.send_text(json!({ "type": "do", "id": "big", "op": { "say": { "voice": { "type": "emote" }, "words": "x".repeat(70_000) } } }).to_string()).await;
    assert_eq!(bo.until("failed").await["code"], "too-large");
    for (before, count) in [(0, 0), (i32::MAX, u32::MAX), (i32::MIN, 200), (1, 5)] {
        bo.send(&json!({ "type": "lines", "id": "l", "before": before, "count": count })).await;
        assert_eq!(bo.answer_to("l").await["log"], json!({ "from": 0, "lines": [] }));
    }
    for (who, x) in [(999, 0), (0, i32::MAX), (1, i32::MIN)] {
        bo.send(&json!({ "type": "look", "id": "k", "who": who, "from": { "x": x, "y": x } })).await;
        assert_eq!(bo.answer_to("k").await, json!({ "type": "looked", "id": "k" }), "nothing to see there");
    }
    bo.does(json!({ "roll": { "notation": "1d6" } })).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_megabytes_end_the_socket_and_nobody_else_notices() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { bo, di, gm, .. } = &mut evening;
    use futures_util::SinkExt;
    let huge = tokio_tungstenite::tungstenite::Message::text("x".repeat(10 << 20));
    // The server may hang up while it is still being sent.
    let _ = support::soon(bo.socket.send(huge)).await;
    while bo.next().await.is_some() {}
    gm.shows(|page| page.desk["people"][1]["here"] == false).await;
    di.does(json!({ "roll": { "notation": "1d6" } })).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_slowed_and_then_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { messages_per_second: 1, message_burst: 5, ..Limits::default() };
    let mut evening = Evening::with(folder.path(), fight(), limits).await;
    let Evening { bo, di, .. } = &mut evening;
    for _ in 0..400 {
        use futures_util::SinkExt;
        let text = json!({ "type": "lines", "id": "l", "before": 1, "count": 1 }).to_string();
        let message = tokio_tungstenite::tungstenite::Message::text(text);
        if support::soon(bo.socket.send(message)).await.is_err() {
            break;
        }
    }
    let mut too_fast = 0;
    let mut bye = Value::Null;
    while let Some(message) = bo.next().await {
        too_fast += u32::from(message["code"] == "too-fast" && message["type"] == "failed");
        if message["type"] == "bye" {
            bye = message;
        }
    }
    assert!(too_fast >= 100, "{too_fast}");
    assert!(bye.is_null() || bye["code"] == "too-fast", "{bye}");
    di.does(json!({ "roll": { "notation": "1d6" } })).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_our_own_page_is_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { table, browsers, .. } = &mut evening;
    for origin in ["http://evil.example", "null", "https://127.0.0.1", ""] {
        let mut elsewhere = Browser { origin: origin.into(), ..browsers[0].clone() };
        let (status, said) = elsewhere.post("/api/tables", &json!({ "game": "dirk-rules" })).await;
        assert_eq!((status, &said["code"]), (403, &json!("elsewhere")), "{origin}");
        assert_eq!(elsewhere.socket_refused(table).await, 403, "{origin}");
    }
    let (status, head, _) = browsers[0].send("GET", "/api/me", None).await;
    assert_eq!(status, 200);
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
    ] {
        assert!(head.contains(header), "{header}: {head}");
    }
    assert!(!head.to_lowercase().contains("access-control-allow"), "{head}");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_learn_nothing_and_players_do_not_do_what_the_gm_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { table, browsers, house, .. } = &mut evening;
    let mut stranger = house.browser();
    let mut forged =
        Browser { cookie: Some(format!("boneyard_{}=forged", house.address.port())), ..stranger.clone() };
    let gm_only: [(&str, String, Value); 6] = [
        ("GET", format!("/api/tables/{table}/export"), Value::Null),
        ("GET", format!("/api/tables/{table}/published"), Value::Null),
        ("GET", format!("/api/tables/{table}/invitation"), Value::Null),
        ("POST", format!("/api/tables/{table}/fork"), json!({ "title": "x" })),
        ("POST", format!("/api/tables/{table}/knocks/1"), json!("block")),
        ("POST", format!("/api/tables/{table}/seats/2/revoke"), Value::Null),
    ];
    for (method, path, body) in &gm_only {
        let body = (*method == "POST").then(|| body.to_string());
        let unknown = path.replace(table.as_str(), "t000000000000");
        for browser in [&mut stranger, &mut forged] {
            let real = browser.send(method, path, body.as_deref().map(str::as_bytes)).await;
            let other = browser.send(method, &unknown, body.as_deref().map(str::as_bytes)).await;
            assert_eq!((real.0, &real.2), (404, &other.2), "{path}: a table is as if it were not there");
        }
        let player = browsers[1].send(method, path, body.as_deref().map(str::as_bytes)).await;
        assert_eq!(player.0, 403, "{path}");
    }
    for (path, body) in [
        ("/api/tables", json!({ "game": "dirk-rules" })),
        ("/api/backup", Value::Null),
        ("/api/tables/import", json!({})),
    ] {
        assert_eq!(browsers[1].post(path, &body).await.0, 403, "{path}");
        assert_eq!(stranger.post(path, &body).await.0, 403, "{path}");
    }
    assert_eq!(stranger.socket_refused(table).await, 404);
    assert_eq!(forged.socket_refused(table).await, 404);
    assert_eq!(browsers[0].socket_refused("t000000000000").await, 404, "not even for the owner");
    assert_eq!(stranger.get("/api/tables").await.1, json!([]));
    assert_eq!(stranger.post("/api/enter", &json!({ "key": "guess" })).await.0, 403);
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_cannot_be_are_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut owner = house.owner().await;
    let bad = [
        ("/api/tables", json!({}), 400),
        ("/api/tables", json!({ "game": "chess" }), 400),
        ("/api/tables", json!({ "game": "dirk-rules", "start": "No such start" }), 400),
        ("/api/tables", json!({ "game": "dirk-rules", "start": "Guards of bone", "play": true }), 400),
        ("/api/tables", json!({ "game": "dirk-rules", "house": { "no_such_switch": 1 } }), 422),
        ("/api/tables", json!({ "game": "dirk-rules", "title": "x".repeat(300) }), 413),
        (
            "/api/tables",
            json!({ "game": "dirk-rules", "stage": { "heroes": { "X": { "like": "NO-1" } } } }),
            422,
        ),
        (
            "/api/tables",
            json!({ "game": "dirk-rules", "packs": [{ "name": "p", "files": [["a.toml", "not toml ["]] }] }),
            422,
        ),
        ("/api/tables/import", json!("nonsense"), 422),
        ("/api/knock", json!({ "key": { "code": "AAAA-AAAA" }, "name": "X" }), 404),
        ("/api/door", json!({ "code": "" }), 404),
        ("/api/verify", json!({}), 400),
        ("/api/nowhere", json!({}), 404),
    ];
    for (path, body, status) in bad {
        let (got, said) = owner.post(path, &body).await;
        assert_eq!(got, status, "{path} {body}: {said}");
        assert!(said["say"].as_str().is_some_and(|say| say.len() > 10), "{path}: {said}");
    }
    let (status, _, _) = owner.send("POST", "/api/tables", Some(&vec![b' '; 2 << 20])).await;
    assert_eq!(status, 413);
    assert_eq!(owner.get("/api/odds?roll=2d6%2B").await.0, 400);
    assert_eq!(owner.get("/api/rules/chess").await.0, 404);
    assert_eq!(owner.get("/api/tables").await.1, json!([]), "none of it made a table");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_cannot_be_guessed_by_trying() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { tries_per_minute: 5, ..Limits::default() };
    let house = House::with(folder.path(), limits).await;
    let mut guesser = house.browser();
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(guesser.post("/api/door", &json!({ "code": "AAAA-AAAA" })).await.0);
    }
    assert_eq!(statuses, [404, 404, 404, 404, 404, 429, 429]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_windows_and_too_many_tables_are_refused_politely() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { sockets_per_visitor: 2, open_tables: 1, ..Limits::default() };
    let house = House::with(folder.path(), limits).await;
    let mut owner = house.owner().await;
    let tables = [owner.begins(json!({})).await, owner.begins(json!({})).await];
    let mut first = owner.page(&tables[0]).await;
    first.until("whole").await;
    let mut second = owner.page(&tables[1]).await;
    let bye = second.until("bye").await;
    assert_eq!(bye["code"], "full");
    let mut third = owner.page(&tables[0]).await;
    third.until("whole").await;
    assert_eq!(owner.socket_refused(&tables[0]).await, 429);
    first.does(json!({ "roll": { "notation": "1d6" } })).await;
    third.shows(|page| page.log.len() == 1).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_of_one_seat_both_live_and_only_one_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let mut other = evening.browsers[2].page(&evening.table).await;
    other.until("whole").await;
    evening.bo.does(json!({ "command": { "end_turn": { "who": "Brack" } } })).await;
    evening
        .gm
        .does(json!({ "command": { "attack": { "who": "Wolf", "with": "bite", "target": "Brack" } } }))
        .await;
    other.shows(|page| page.prompt("W1").is_some()).await;
    let prompt = other.prompt("W1").map(|prompt| prompt["id"].clone());
    evening.di.answers("W1", json!("pass")).await;
    other.shows(|page| page.prompt("W1").is_none()).await;
    let late = json!({ "answer": { "prompt": prompt, "say": "pass" } });
    assert_eq!(other.is_refused(late).await, "not-asked");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closing_server_keeps_everything_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let evening = Evening::begin(folder.path(), fight()).await;
    let Evening { house, mut bo, mut gm, .. } = evening;
    bo.does(json!({ "roll": { "notation": "1d6" } })).await;
    let told = bo.told();
    house.close().await;
    for page in [&mut bo, &mut gm] {
        assert_eq!(page.until("bye").await["code"], "closing");
    }
    let house = House::open(folder.path()).await;
    let mut again: Page = evening.browsers[1].at(&house).page(&evening.table).await;
    again.until("whole").await;
    assert_eq!(again.told(), told);
    let (status, _, body) = house.browser().send("GET", "/healthz", None).await;
    assert_eq!((status, body.as_slice()), (200, b"ok\n".as_slice()));
    let (_, _, metrics) = house.browser().send("GET", "/metrics", None).await;
    let metrics = String::from_utf8_lossy(&metrics).into_owned();
    assert!(metrics.contains("boneyard_sockets_open 1\n"), "{metrics}");
    house.close().await;
}
