//! What lies on a desk beside the game: notes and handouts, packs, odds, calls and rolls in what is said, and
//! a nudge for whoever sleeps. Each through real sockets, with what may go wrong.

use boneyard_registry::{GameEntry, Making};
use boneyard_rulebook::Rulebook;
use boneyard_server::Limits;
use serde_json::{Value, json};

use crate::support::{Browser, Evening, House, Page, fight};
use crate::yard;

/// The smallest picture there is.
const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\nnot much to be seen";

fn write(paper: &str, title: &str, text: &str) -> Value {
    json!({ "write": { "paper": paper, "title": title, "body": { "text": text } } })
}

fn show(paper: &str, to: &Value) -> Value {
    json!({ "show": { "paper": paper, "to": to } })
}

fn titles(page: &Page) -> Vec<&str> {
    let papers = page.desk["papers"].as_array().map(Vec::as_slice).unwrap_or_default();
    papers.iter().filter_map(|paper| paper["title"].as_str()).collect()
}

async fn draws(gm: &mut Browser, table: &str, paper: &str, query: &str, file: &[u8]) -> (u16, String) {
    let path = format!("/api/tables/{table}/papers/{paper}/picture?{query}");
    let (status, _, body) = gm.send("POST", &path, Some(file)).await;
    (status, String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gm_writes_a_note_and_hands_it_to_di_and_bo_learns_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    let heard = bo.heard.len();
    gm.does(write("n-1", "The canary sings", "Nobody knows.")).await;
    gm.does(write("n-2", "A letter", "Come at dusk.")).await;
    gm.does(show("n-2", &json!({ "seats": [2] }))).await;
    di.shows(|page| titles(page) == ["A letter"]).await;
    assert_eq!(di.desk["papers"][0], json!({ "id": "n-2", "title": "A letter", "text": "Come at dusk." }));
    di.shows(|page| page.told() == ["GM shows \"A letter\"."]).await;
    assert_eq!(titles(gm), ["The canary sings", "A letter"]);
    assert_eq!(gm.desk["papers"][1]["shown"], json!({ "seats": [2] }));
    assert_eq!(bo.is_refused(show("n-2", &json!("all"))).await, "only-gm");
    assert_eq!(bo.is_refused(write("n-1", "Mine", "")).await, "only-gm");
    assert_eq!(gm.is_refused(show("n-9", &json!("all"))).await, "no-such-paper");
    bo.does(json!({ "say": { "voice": { "type": "out_of_character" }, "words": "And me?" } })).await;
    assert!(!bo.heard[heard..].contains("letter") && !bo.heard[heard..].contains("canary"));
    gm.does(show("n-2", &json!("nobody"))).await;
    di.shows(|page| titles(page).is_empty()).await;
    gm.does(show("n-1", &json!("all"))).await;
    bo.shows(|page| titles(page) == ["The canary sings"]).await;
    evening.house.kill().await;

    let house = House::open(folder.path()).await;
    let mut bo = evening.browsers[1].at(&house).page(&evening.table).await;
    bo.until("whole").await;
    assert_eq!(titles(&bo), ["The canary sings"], "papers outlive the server");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_seen_by_those_it_is_shown_to_and_is_not_there_for_anybody_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, di, table, browsers, house, .. } = &mut evening;
    let [owner, bo, di_browser] = browsers;
    let drawn = draws(owner, table, "map", "title=A%20map&alt=The%20yard%20from%20above", PICTURE).await;
    assert_eq!(drawn.0, 200, "{}", drawn.1);
    gm.shows(|page| titles(page) == ["A map"]).await;
    let path = format!("/api/tables/{table}/papers/map/picture");
    assert_eq!(di_browser.send("GET", &path, None).await.0, 404, "not shown yet");
    gm.does(show("map", &json!({ "seats": [2] }))).await;
    di.shows(|page| page.desk["papers"][0]["picture"]["alt"] == "The yard from above").await;
    let (status, head, file) = di_browser.send("GET", &path, None).await;
    assert_eq!((status, file.as_slice()), (200, PICTURE));
    assert!(head.contains("content-type: image/png") && head.contains("nosniff"), "{head}");
    let mut stranger = house.browser();
    assert_eq!((bo.send("GET", &path, None).await.0, stranger.send("GET", &path, None).await.0), (404, 404));
    for (who, query, file, status) in [
        ("Bo", "title=x&alt=y", PICTURE, 403),
        ("GM", "title=x&alt=", PICTURE, 422),
        ("GM", "title=x", PICTURE, 400),
        ("GM", "title=x&alt=y", b"<svg onload=alert(1)>".as_slice(), 422),
        ("GM", "title=x&alt=y", &[b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 700_000]].concat(), 413),
    ] {
        let browser = if who == "Bo" { &mut *bo } else { &mut *owner };
        let drawn = draws(browser, table, "bad", query, file).await;
        assert_eq!(drawn.0, status, "{query}: {}", drawn.1);
    }
    assert_eq!(titles(gm), ["A map"], "nothing else is kept");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pack_comes_to_a_table_in_play_and_a_bad_one_is_told_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, table, browsers, .. } = &mut evening;
    let [owner, bo, _] = browsers;
    let path = format!("/api/tables/{table}/packs");
    let header = "name = \"mine\"\ntitle = \"Mine\"\nauthor = \"Us\"\nlicence = \"CC0\"\n";
    let pack = |name: &str, file: &str, text: &str| json!({ "name": name, "files": [["pack.toml", header.replace("mine", name)], [file, text]] });
    assert_eq!(owner.get(&path).await, (200, json!([])));
    let (status, said) = owner.post(&path, &pack("mine", "creatures.toml", "[[creature]]\nnme = 3\n")).await;
    assert_eq!((status, &said["code"]), (422, &json!("pack")), "{said}");
    let mistake = &said["mistakes"][0];
    assert_eq!((&mistake["file"], &mistake["line"]), (&json!("mine/creatures.toml"), &json!(2)), "{said}");
    assert!(mistake["say"].as_str().is_some_and(|say| say.contains("nme")), "{said}");
    let again = said["say"].as_str().is_some_and(|say| say.contains("nme") || say.contains("creatures.toml"));
    assert!(!again, "the mistake is told once: {said}");
    let (status, said) = owner.post(&path, &json!({ "name": "mine", "files": [] })).await;
    assert_eq!(status, 422, "{said}");
    assert_eq!(bo.post(&path, &pack("mine", "extra.toml", "")).await.0, 403);
    assert_eq!(bo.get(&path).await.0, 403);
    let (status, rows) = owner
        .post(&path, &json!({ "name": "plain", "files": [["pack.toml", header.replace("mine", "plain")]] }))
        .await;
    assert_eq!(status, 200, "{rows}");
    let names: Vec<&str> =
        rows.as_array().into_iter().flatten().filter_map(|row| row["name"].as_str()).collect();
    assert!(names.contains(&"plain"), "{rows}");
    let (status, said) = owner
        .post(&path, &json!({ "name": "plain", "files": [["pack.toml", header.replace("mine", "plain")]] }))
        .await;
    assert_eq!((status, &said["code"]), (422, &json!("refused")), "{said}");
    gm.does(json!({ "command": { "save": { "who": "Brack", "ability": "STR" } } })).await;
    evening.house.kill().await;
    let house = House::open(folder.path()).await;
    let again = evening.browsers[0].at(&house).get(&path).await;
    assert_eq!(again, (200, rows), "packs outlive the server");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_of_a_roll_and_of_a_command_know_no_more_than_who_asks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, .. } = &mut evening;
    let asks = |id: &str, of: Value| json!({ "type": "odds", "id": id, "of": of });
    bo.send(&asks("roll", json!({ "type": "roll", "notation": "2d6" }))).await;
    let told = bo.answer_to("roll").await;
    assert_eq!((&told["odds"]["type"], &told["odds"]["rows"][5]["chance"]), (&json!("roll"), &json!("1/6")));
    bo.send(&asks("bad", json!({ "type": "roll", "notation": "2d" }))).await;
    assert_eq!(bo.answer_to("bad").await["type"], "failed");
    let save = json!({ "save": { "who": "Brack", "ability": "STR" } });
    gm.send(&asks("save", json!({ "type": "command", "command": save }))).await;
    let told = gm.answer_to("save").await;
    assert_eq!(told["odds"]["type"], "values", "{told}");
    let values = told["odds"]["values"].as_array().expect("values");
    let outcome = values.iter().find(|value| value["path"] == "last.outcome").expect("pass or fail");
    let shares: u64 =
        outcome["outcomes"].as_array().into_iter().flatten().filter_map(|one| one["share"].as_u64()).sum();
    assert!((9_999..=10_001).contains(&shares), "{outcome}");
    let want = json!({ "type": "command", "command": save, "want": { "last.outcome": "pass" } });
    gm.send(&asks("pass", want)).await;
    let told = gm.answer_to("pass").await;
    assert_eq!(
        (&told["odds"]["type"], &told["odds"]["odds"]["found"]["type"]),
        (&json!("wanted"), &json!("exact"))
    );
    let others = json!({ "end_turn": { "who": "Isolde" } });
    bo.send(&asks("others", json!({ "type": "command", "command": others }))).await;
    assert_eq!(bo.answer_to("others").await["refusal"][0]["code"], "not-yours", "a player asks of their own");
    bo.send(&asks("own", json!({ "type": "command", "command": save }))).await;
    let own = bo.answer_to("own").await;
    assert_eq!(own["refusal"][0]["code"], "only-gm", "odds of what one may not do are not told: {own}");
    bo.does(json!({ "roll": { "notation": "1d6" } })).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_and_a_roll_in_what_is_said_and_a_nudge() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    bo.does(json!({ "say": { "voice": { "type": "out_of_character" }, "words": "@Di, [[1d1+2]] of them" } }))
        .await;
    di.shows(|page| page.told() == ["Bo: @Di, 3 of them"]).await;
    assert_eq!((&di.log[0]["calls"], &di.log[0]["rolls"][0]["total"]), (&json!([2]), &json!(3)));
    let nudge = |seat: u8| json!({ "type": "nudge", "seat": seat });
    gm.send(&nudge(2)).await;
    di.until("nudged").await;
    gm.send(&nudge(2)).await;
    assert_eq!(gm.until("failed").await["code"], "too-fast");
    gm.send(&nudge(9)).await;
    assert_eq!(gm.until("failed").await["code"], "away");
    bo.send(&nudge(2)).await;
    assert_eq!(bo.until("failed").await["code"], "only-gm");
    gm.send(&json!({ "type": "delay", "seconds": 60 })).await;
    di.shows(|page| page.desk["table"]["delay"] == 60).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_points_at_reaches_everybody_and_leaves_no_trace() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    let point = |point: Value| json!({ "type": "point", "point": point });
    let lines = di.log.len();
    let ping = json!({ "type": "ping", "at": { "level": 0, "y": 2, "x": 3 } });
    bo.send(&point(ping.clone())).await;
    for page in [&mut *di, &mut *gm] {
        let told = page.until("pointed").await;
        assert_eq!((&told["by"], &told["point"]), (&json!(1), &ping));
    }
    // The camera of everybody and the clock of the table are the GM's.
    for (theirs, said) in [
        (
            json!({ "type": "spotlight", "at": { "y": 2, "x": 3 } }),
            "Only the GM may move everybody's camera.",
        ),
        (json!({ "type": "pause", "on": true }), "Only the GM may pause the table."),
        (json!({ "type": "draw", "points": [[1, 1]] }), "A drawn line has 2 to 200 points."),
        (json!({ "type": "ping", "at": { "y": -1, "x": 3 } }), "A square of a map lies within 1000 by 1000."),
    ] {
        bo.send(&point(theirs)).await;
        assert_eq!(bo.until("failed").await["say"], said);
    }
    gm.send(&point(json!({ "type": "spotlight", "at": { "y": 2, "x": 3 } }))).await;
    assert_eq!(di.until("pointed").await["point"]["type"], "spotlight");
    // Who floods the table is stopped, and the others see no more of it.
    for _ in 0..60 {
        bo.send(&point(ping.clone())).await;
    }
    assert_eq!(bo.until("failed").await["code"], "too-fast");
    assert_eq!(di.log.len(), lines, "nothing of it is in the log");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_table_tells_late_pages_and_goes_on_when_the_gm_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, table, browsers, .. } = &mut evening;
    let pause = |on: bool| json!({ "type": "point", "point": { "type": "pause", "on": on } });
    gm.send(&pause(true)).await;
    assert_eq!(bo.until("pointed").await["point"]["on"], true);
    let mut late = browsers[1].page(table).await;
    assert_eq!(late.until("pointed").await["point"], json!({ "type": "pause", "on": true }));
    gm.send(&pause(false)).await;
    assert_eq!(late.until("pointed").await["point"]["on"], false);
    let mut later = browsers[1].page(table).await;
    later.until("whole").await;
    gm.send(&json!({ "type": "point", "point": { "type": "wipe" } })).await;
    assert_eq!(
        later.until("pointed").await["point"]["type"],
        "wipe",
        "of the pause nothing is told any more"
    );
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_talk_once_the_gm_lets_them_and_a_display_shows_it_only_then() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, table, browsers, house, .. } = &mut evening;
    let mut pages = Vec::new();
    for (name, role) in [("Ed", "spectator"), ("TV", "display")] {
        let mut browser = house.browser();
        browser.knocks(&mut browsers[0], table, name).await;
        gm.shows(|page| !page.desk["gm"]["knocks"][0]["id"].is_null()).await;
        let path = format!("/api/tables/{table}/knocks/{}", gm.desk["gm"]["knocks"][0]["id"]);
        assert_eq!(browsers[0].post(&path, &json!({ "let_in": { "role": role } })).await.0, 200);
        gm.shows(|page| page.desk["gm"]["knocks"][0].is_null()).await;
        let mut page = browser.page(table).await;
        page.until("whole").await;
        pages.push(page);
    }
    let [ed, tv] = pages.as_mut_slice() else { unreachable!("two have come") };
    let say = |words: &str| json!({ "say": { "voice": { "type": "out_of_character" }, "words": words } });
    assert_eq!(ed.desk["you"]["talks"], false);
    assert_eq!(ed.is_refused(say("hello")).await, "only-watching");
    bo.does(say("before")).await;
    ed.shows(|page| page.told() == ["Bo: before"]).await;
    gm.does(json!({ "chat": { "spectators": true, "displays": true } })).await;
    ed.shows(|page| page.desk["you"]["talks"] == true).await;
    ed.does(say("hello")).await;
    bo.shows(|page| page.told().last().is_some_and(|line| line == "Ed: hello")).await;
    tv.shows(|page| page.told().last().is_some_and(|line| line == "Ed: hello")).await;
    assert_eq!(tv.is_refused(say("hm")).await, "only-watching");
    evening.house.close().await;
}

/// The kernel's own test game: it has something that lurks.
static GAMES: &[GameEntry] = &[GameEntry {
    game: &yard::GAME,
    rulebook: &Rulebook::of("Duels", "", &[], &[], &[]),
    starts: Vec::new,
    ready: None,
    encounter: None,
    survey: None,
    creatures: "creature",
    making: Making { begins: "none", done: "none", leans: |_, _| 0, words: |_, _, _| Vec::new() },
    credits: None,
}];

fn haunted() -> Value {
    json!({
        "seats": { "Bo": ["Brack"], "Di": ["Dara"] },
        "battle": { "turn": "Brack" },
        "heroes": { "Brack": { "set": { "skill": 12 } }, "Dara": {} },
        "creatures": { "Raider": {}, "Wraith": { "set": { "hidden": true } } },
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_may_not_answer_by_the_tables_own_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::of(GAMES, folder.path(), Limits::default()).await;
    let mut evening = Evening::at(house, haunted()).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    bo.does(json!({ "command": { "attack": { "who": "Brack", "target": "Dara" } } })).await;
    di.shows(|page| !page.desk["view"]["prompts"][0].is_null()).await;
    gm.shows(|page| !page.desk["view"]["prompts"][0].is_null()).await;
    let tables = gm.desk["view"]["prompts"][0]["id"].clone();
    let own = di.desk["view"]["prompts"][0]["id"].clone();
    assert_ne!(tables, own);
    assert_eq!(di.is_refused(json!({ "answer": { "prompt": tables, "say": false } })).await, "not-asked");
    let several = |prompt: &Value| json!({ "answers": [{ "prompt": prompt, "say": false }] });
    assert_eq!(di.is_refused(several(&tables)).await, "not-asked", "nor several in one breath");
    di.does(several(&own)).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_how_much_its_seat_is_asked_and_no_other_page_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::of(GAMES, folder.path(), Limits::default()).await;
    let mut evening = Evening::at(house, haunted()).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    assert_eq!(bo.desk["you"]["asks"], "matters", "as a table begins");
    bo.does(json!({ "asks": { "asks": "every" } })).await;
    bo.shows(|page| page.desk["you"]["asks"] == "every").await;
    assert_eq!(di.is_refused(json!({ "asks": { "asks": "mortal", "everybody": true } })).await, "only-gm");
    gm.does(json!({ "asks": { "asks": "mortal", "everybody": true } })).await;
    di.shows(|page| page.desk["you"]["asks"] == "mortal").await;
    gm.shows(|page| page.desk["gm"]["asks"] == "mortal").await;
    assert_eq!(bo.desk["you"]["asks"], "every", "what one has said oneself stays");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_in_secret_is_not_told_after_a_restart_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::of(GAMES, folder.path(), Limits::default()).await;
    let mut evening = Evening::at(house, haunted()).await;
    let message =
        json!({ "type": "do", "id": "whistle-1", "op": { "command": { "whistle": { "who": "Brack" } } } });
    evening.bo.send(&message).await;
    evening.gm.shows(|page| page.prompt("pounce").is_some()).await;
    evening.house.kill().await;
    let house = House::of(GAMES, folder.path(), Limits::default()).await;
    let mut gm = evening.browsers[0].at(&house).page(&evening.table).await;
    let mut bo = evening.browsers[1].at(&house).page(&evening.table).await;
    gm.until("whole").await;
    bo.until("whole").await;
    bo.send(&message).await;
    bo.send(&json!({ "type": "lines", "id": "settled", "before": 0, "count": 0 })).await;
    bo.answer_to("settled").await;
    assert!(!bo.heard.contains("whistle-1"), "the answer would tell that something lurks");
    gm.answers("pounce", json!(false)).await;
    assert_eq!(bo.answer_to("whistle-1").await["type"], "done");
    house.close().await;
}
