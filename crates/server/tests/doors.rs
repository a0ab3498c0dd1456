//! At the doors: invitations, the waiting room, roles, seats given, taken over and taken away.

use serde_json::{Value, json};

use crate::support::{Browser, Evening, House, Page, fight};

async fn let_in(owner: &mut Browser, table: &str, gm: &mut Page, how: Value) -> (u16, Value) {
    gm.shows(|page| !page.desk["gm"]["knocks"][0].is_null()).await;
    let knock = gm.desk["gm"]["knocks"][0]["id"].clone();
    owner.post(&format!("/api/tables/{table}/knocks/{knock}"), &how).await
}

#[tokio::test(flavor = "multi_thread")]
async fn mira_knocks_waits_under_her_sign_and_is_let_in_without_reloading() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut owner = house.owner().await;
    let table = owner.begins(json!({})).await;
    let mut gm = owner.page(&table).await;
    gm.until("whole").await;
    let (_, invitation) = owner.get(&format!("/api/tables/{table}/invitation")).await;
    let code = invitation["code"].as_str().expect("a code").to_ascii_lowercase().replace('-', " ");
    assert!(invitation["qr"].as_str().is_some_and(|qr| qr.starts_with("<svg")));

    let mut mira = house.browser();
    let (_, door) = mira.get(&format!("/api/tables/{table}/door")).await;
    assert_eq!(door, json!({ "type": "stranger" }), "without an invitation nothing is told");
    let (_, door) = mira.post("/api/door", &json!({ "code": code })).await;
    assert_eq!(
        (&door["type"], &door["title"], &door["gm"]),
        (&json!("invited"), &json!("The yard"), &json!("GM"))
    );
    let (_, door) = mira.post("/api/knock", &json!({ "key": { "code": code }, "name": "Mira" })).await;
    assert_eq!(door, json!({ "type": "waiting", "table": table }));
    let mut page = mira.page(&table).await;
    let waiting = page.until("waiting").await;
    assert_eq!(waiting["room"]["gm_here"], true);
    gm.shows(|page| page.desk["gm"]["knocks"][0]["name"] == "Mira").await;
    assert_eq!(gm.desk["gm"]["knocks"][0]["sign"], waiting["room"]["sign"], "both screens say the same");
    // What somebody who waits sends does nothing.
    page.send(&json!({ "type": "do", "id": "x", "op": { "roll": { "notation": "1d6" } } })).await;
    let (status, said) = let_in(&mut owner, &table, &mut gm, json!({ "let_in": { "role": "player" } })).await;
    assert_eq!(status, 200, "{said}");
    page.until("whole").await;
    assert_eq!((&page.desk["you"]["name"], &page.desk["you"]["seat"]), (&json!("Mira"), &json!(1)));
    assert_eq!(page.desk["gm"], Value::Null);
    gm.shows(|page| page.desk["people"][1]["here"] == true).await;
    assert!(gm.log.is_empty(), "nothing was rolled");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn some_are_turned_away_and_some_for_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut owner = house.owner().await;
    let table = owner.begins(json!({})).await;
    let mut gm = owner.page(&table).await;
    gm.until("whole").await;
    let mut rude = house.browser();
    for answer in ["not_now", "block"] {
        rude.knocks(&mut owner, &table, "Rude").await;
        let mut page = rude.page(&table).await;
        page.until("waiting").await;
        assert_eq!(let_in(&mut owner, &table, &mut gm, json!(answer)).await.0, 200);
        let bye = page.until("bye").await;
        assert_eq!(bye["code"], "refused");
        assert_eq!(page.next().await, None, "and the socket is closed");
        gm.shows(|page| page.desk["gm"]["knocks"] == json!([])).await;
    }
    let (_, invitation) = owner.get(&format!("/api/tables/{table}/invitation")).await;
    let knock = json!({ "key": { "code": invitation["code"] }, "name": "Rude" });
    assert_eq!(rude.post("/api/knock", &knock).await.0, 403, "blocked");
    let mut other = house.browser();
    assert_eq!(owner.post(&format!("/api/tables/{table}/invitation"), &Value::Null).await.0, 200);
    let (status, said) = other.post("/api/knock", &knock).await;
    assert_eq!(status, 404);
    assert!(said["say"].as_str().is_some_and(|say| say.contains("That code does not work")), "{said}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_seat_is_closed_at_once_and_can_be_taken_over_with_its_hero() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, di, table, browsers, house } = &mut evening;
    let (status, _) = browsers[0].post(&format!("/api/tables/{table}/seats/1/revoke"), &Value::Null).await;
    assert_eq!(status, 200);
    let bye = bo.until("bye").await;
    assert_eq!(bye["code"], "revoked");
    assert_eq!(bo.next().await, None);
    assert_eq!(browsers[1].socket_refused(table).await, 404);
    assert_eq!(browsers[1].get(&format!("/api/tables/{table}/door")).await.1, json!({ "type": "stranger" }));
    di.shows(|page| page.desk["people"][1]["here"] == false).await;

    let mut eve = house.browser();
    eve.knocks(&mut browsers[0], table, "Eve").await;
    let how = json!({ "let_in": { "role": "player", "seat": 1 } });
    assert_eq!(let_in(&mut browsers[0], table, gm, how).await.0, 200);
    let mut page = eve.page(table).await;
    page.until("whole").await;
    assert_eq!((&page.desk["you"]["name"], &page.desk["you"]["heroes"]), (&json!("Eve"), &json!([0])));
    page.does(json!({ "command": { "end_turn": { "who": "Brack" } } })).await;

    // A seat that is freed is nobody's, and its hero waits for somebody.
    gm.does(json!({ "leave": { "seat": 1 } })).await;
    assert_eq!(page.until("bye").await["code"], "gone");
    gm.shows(|page| page.desk["you"]["free_heroes"] == json!([0])).await;
    assert_eq!(eve.socket_refused(table).await, 404);
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_after_bo_left_gets_another_seat_and_none_of_his_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, table, browsers, house, .. } = &mut evening;
    let whisper =
        json!({ "say": { "voice": { "type": "whisper", "to": [1] }, "words": "The abbot is the canary" } });
    gm.does(whisper).await;
    bo.shows(|page| page.heard.contains("canary")).await;
    bo.does(json!({ "roll": { "notation": "1d6", "mode": "gm", "label": "canary" } })).await;
    gm.does(json!({ "write": { "paper": "letter", "title": "Canary", "body": { "text": "Burn this" } } }))
        .await;
    gm.does(json!({ "show": { "paper": "letter", "to": { "seats": [1] } } })).await;
    gm.does(json!({ "leave": { "seat": 1 } })).await;

    let mut eve = house.browser();
    eve.knocks(&mut browsers[0], table, "Eve").await;
    let how = json!({ "let_in": { "role": "player", "seat": 1 } });
    let (status, said) = let_in(&mut browsers[0], table, gm, how).await;
    assert_eq!(status, 422, "{said}");
    let (status, said) = let_in(&mut browsers[0], table, gm, json!({ "let_in": { "role": "player" } })).await;
    assert_eq!(status, 200, "{said}");
    let mut page = eve.page(table).await;
    page.until("whole").await;
    assert_eq!(page.desk["you"]["seat"], json!(3));
    assert!(!page.heard.to_lowercase().contains("canary"), "{}", page.heard);
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_screen_tells_whom_a_table_waits_for_and_a_stranger_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let waiting = format!("/api/tables/{}/waiting", evening.table);
    for browser in &mut evening.browsers {
        assert_eq!(browser.get(&waiting).await, (200, json!([[1, "Bo"]])), "it is Brack's turn");
    }
    let mut stranger = evening.house.browser();
    assert_eq!(stranger.get(&waiting).await.0, 404);
    evening.house.close().await;

    // The week after nobody has come yet: the table is opened for it.
    let house = House::open(folder.path()).await;
    let mut di = evening.browsers[2].at(&house);
    assert_eq!(di.get(&waiting).await, (200, json!([[1, "Bo"]])));
    assert_eq!(house.browser().get(&waiting).await.0, 404);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_display_and_a_spectator_see_and_do_little_and_the_gm_sees_through_their_eyes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, table, browsers, house, .. } = &mut evening;
    let mut seen = Vec::new();
    for (role, name) in [("display", "TV"), ("spectator", "Sam")] {
        let mut browser = house.browser();
        browser.knocks(&mut browsers[0], table, name).await;
        assert_eq!(let_in(&mut browsers[0], table, gm, json!({ "let_in": { "role": role } })).await.0, 200);
        gm.shows(|page| page.desk["gm"]["knocks"] == json!([])).await;
        let mut page = browser.page(table).await;
        page.until("whole").await;
        assert_eq!(page.desk["you"]["role"], role);
        assert_eq!(page.desk["view"]["offers"], Value::Null);
        let blocks = page.desk["view"]["sheets"].as_array().expect("sheets");
        assert!(
            blocks
                .iter()
                .flat_map(|sheet| sheet["blocks"].as_array())
                .flatten()
                .all(|block| block["pin"] == "header")
        );
        assert_eq!(page.is_refused(json!({ "roll": { "notation": "1d6" } })).await, "only-watching");
        seen.push(page);
    }
    bo.does(json!({ "say": { "voice": { "type": "out_of_character" }, "words": "hello, Sam" } })).await;
    bo.does(json!({ "roll": { "notation": "1d6" } })).await;
    for page in &mut seen {
        page.shows(|page| page.told().iter().any(|line| line.starts_with("Bo rolls"))).await;
    }
    assert!(!seen[0].heard.contains("hello, Sam"), "a display shows no chat");
    assert!(seen[1].heard.contains("hello, Sam"));

    let mut eyes = Page::open(&browsers[0], table, "?as=1", None).await;
    eyes.until("whole").await;
    assert_eq!((&eyes.desk["you"]["seat"], &eyes.desk["you"]["preview"]), (&json!(1), &json!(true)));
    let mut own = bo.desk.clone();
    own["you"]["preview"] = true.into();
    assert_eq!(eyes.desk, own, "what Bo sees, and nothing else");
    assert_eq!(eyes.asks(json!({ "roll": { "notation": "1d6" } })).await["code"], "preview");
    match browsers[1].connect(table, "?as=2").await {
        Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 403),
        _ => panic!("Bo may not see through Di's eyes"),
    }
    evening.house.close().await;
}
