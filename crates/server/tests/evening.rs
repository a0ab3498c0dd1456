//! An evening through real sockets: people come, fight, drop out and come back, and the server dies.

use serde_json::{Value, json};

use crate::support::{Evening, House, Page, fight};

fn attack(who: &str, with: &str, target: &str) -> Value {
    json!({ "command": { "attack": { "who": who, "with": with, "target": target } } })
}

fn end_turn(who: &str) -> Value {
    json!({ "command": { "end_turn": { "who": who } } })
}

/// The wolf bites Brack; Isolde may step in first, then Brack may answer.
async fn wolf_bites(evening: &mut Evening) {
    evening.bo.does(end_turn("Brack")).await;
    evening.gm.does(attack("Wolf", "bite", "Brack")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_game_has_ready_is_opened_with_its_scene_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut owner = house.owner().await;
    let (_, games) = owner.get("/api/games").await;
    assert_eq!(games[0]["ready"], "Wolves at the ring of stones", "{games}");
    let (status, made) = owner.post("/api/tables", &json!({ "game": "dirk-rules", "play": true })).await;
    assert_eq!((status, &made["title"]), (200, &games[0]["ready"]));
    let mut gm = owner.page(made["id"].as_str().expect("an id")).await;
    // The GM's first deed there was done: a battle begins, which asks what everybody bids.
    gm.shows(|page| page.prompt("bid").is_some()).await;
    // Whoever sets the same beginning up finds the same scene.
    let set_up = json!({ "game": "dirk-rules", "start": games[0]["ready"] });
    let (status, made) = owner.post("/api/tables", &set_up).await;
    assert_eq!(status, 200, "{made}");
    let mut gm = owner.page(made["id"].as_str().expect("an id")).await;
    gm.shows(|page| page.prompt("bid").is_some()).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_and_a_gm_play_an_attack_with_a_reaction() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    wolf_bites(&mut evening).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    di.shows(|page| page.prompt("W1").is_some()).await;
    bo.shows(|page| !page.desk["view"]["waiting_for"][0].is_null()).await;
    assert_eq!(bo.desk["view"]["waiting_for"][0]["say"]["text"], "Waiting for Di.");
    assert_eq!(bo.desk["view"]["prompts"], Value::Null, "Bo is not asked yet");
    di.answers("W1", json!("pass")).await;
    bo.answers("W1", json!("pass")).await;
    bo.answers("W2", json!("evade")).await;
    // What is rolled decides who has a choice: Bo keeps the place, or the attacker says how Brack loses it.
    gm.shows(|page| page.told().iter().any(|line| line == "Brack: EVADE!")).await;
    if gm.prompt("keep").is_some() {
        bo.answers("keep", json!(true)).await;
    } else if gm.prompt("displaced").is_some() {
        gm.answers("displaced", json!("knocked_down")).await;
    }
    gm.shows(|page| page.desk["gm"]["waiting"] == json!([])).await;
    assert!(gm.told().iter().any(|line| line.starts_with("Wolf rolls 1d6: ")), "{:?}", gm.told());
    for page in [bo, di] {
        page.shows(|page| page.log.iter().all(|line| line.get("provisional").is_none())).await;
        page.shows(|page| page.told() == gm.told()).await;
    }
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_was_away_for_a_moment_gets_just_what_it_missed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    evening.di.cut().await;
    let Evening { mut gm, mut bo, di, table, browsers, house } = evening;
    gm.shows(|page| page.desk["people"][2]["here"] == false).await;
    bo.does(json!({ "say": { "voice": { "type": "out_of_character" }, "words": "Where is Di?" } })).await;
    bo.does(end_turn("Brack")).await;
    let before = di.heard.len();
    let mut di = Page::resume(&browsers[2], &table, di).await;
    di.shows(|page| page.told().iter().any(|line| line.contains("Wolf acts"))).await;
    assert!(!di.heard[before..].contains("\"whole\""), "a gap was sent, not everything");
    assert!(di.told().contains(&"Bo: Where is Di?".to_owned()));
    // A page of the same seat that begins anew shows the same.
    let mut anew = browsers[2].page(&table).await;
    anew.until("whole").await;
    di.shows(|page| page.desk == anew.desk).await;
    assert_eq!(di.log, anew.log);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_sent_twice_happens_once_even_over_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let message = json!({ "type": "do", "id": "roll-1", "op": { "roll": { "notation": "1d6" } } });
    evening.bo.send(&message).await;
    let first = evening.bo.answer_to("roll-1").await;
    evening.bo.send(&message).await;
    assert_eq!(evening.bo.answer_to("roll-1").await, first);
    let turn = json!({ "type": "do", "id": "turn-1", "op": end_turn("Brack") });
    evening.bo.send(&turn).await;
    evening.bo.answer_to("turn-1").await;
    let told = evening.bo.told();
    evening.house.kill().await;

    let house = House::open(folder.path()).await;
    let mut bo = evening.browsers[1].at(&house).page(&evening.table).await;
    bo.until("whole").await;
    // Ending the turn again would be refused, and rolling again would roll again.
    for message in [&message, &turn] {
        bo.send(message).await;
        let answer = bo.answer_to(message["id"].as_str().expect("an id")).await;
        assert_eq!(answer["type"], "done", "{answer}");
    }
    assert_eq!(bo.told(), told);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_told_to_the_one_who_asked_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    di.does(json!({ "say": { "voice": { "type": "out_of_character" }, "words": "ready" } })).await;
    bo.shows(|page| page.told() == ["Di: ready"]).await;
    gm.shows(|page| page.told() == ["Di: ready"]).await;
    let shown = [gm.desk.clone(), bo.desk.clone(), di.desk.clone()];
    assert_eq!(di.is_refused(end_turn("Isolde")).await, "not-your-turn");
    assert_eq!(di.is_refused(end_turn("Brack")).await, "not-yours");
    assert_eq!(
        bo.is_refused(attack("Brack", "nothing", "Wolf")).await,
        "unreadable",
        "Brack has no such thing"
    );
    assert_eq!(bo.is_refused(json!({ "undo": {} })).await, "nothing-done");
    assert_eq!(
        bo.is_refused(json!({ "overrule": { "path": "Wolf.hp", "value": 0, "reason": "!" } })).await,
        "only-gm"
    );
    assert_eq!(bo.is_refused(json!({ "answer": { "prompt": "1.0.0", "say": true } })).await, "not-asked");
    assert_eq!(
        bo.is_refused(json!({ "sit": { "seat": 2, "info": { "name": "Bo", "role": "player" } } })).await,
        "only-gm"
    );
    assert_eq!(bo.is_refused(json!({ "roll": { "notation": "2d6+" } })).await, "notation");
    let revealed = {
        bo.send(&json!({ "type": "reveal", "id": "r" })).await;
        bo.answer_to("r").await
    };
    assert_eq!(revealed["refusal"][0]["code"], "only-gm");
    assert_eq!([&gm.desk, &bo.desk, &di.desk], [&shown[0], &shown[1], &shown[2]]);
    assert_eq!(di.told(), ["Di: ready"]);
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_is_killed_in_the_middle_of_a_prompt_and_the_table_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    wolf_bites(&mut evening).await;
    evening.di.shows(|page| page.prompt("W1").is_some()).await;
    let asked = evening.di.prompt("W1");
    let Evening { house, table, browsers, di, .. } = evening;
    house.kill().await;

    let house = House::open(folder.path()).await;
    let [owner, bo, dis] = browsers.map(|browser| browser.at(&house));
    // The page that comes back stands in a run that is over, and gets everything.
    let mut di = Page::resume(&dis, &table, di).await;
    di.until("whole").await;
    assert_eq!(di.prompt("W1"), asked, "the same question, word for word");
    let mut bo = bo.page(&table).await;
    bo.until("whole").await;
    let mut gm = owner.page(&table).await;
    gm.until("whole").await;
    di.answers("W1", json!("pass")).await;
    bo.answers("W1", json!("pass")).await;
    bo.answers("W2", json!("pass")).await;
    gm.shows(|page| page.desk["gm"]["waiting"] == json!([])).await;
    assert!(gm.told().iter().any(|line| line.starts_with("Brack loses ")), "{:?}", gm.told());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gm_answers_for_the_absent_undoes_redoes_overrules_and_forks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    wolf_bites(&mut evening).await;
    let Evening { gm, bo, table, browsers, house, .. } = &mut evening;
    for name in ["W1", "W1", "W2"] {
        gm.answers(name, json!("pass")).await;
    }
    gm.shows(|page| page.told().iter().any(|line| line.starts_with("Brack loses "))).await;
    assert!(gm.told().contains(&"The GM answered for Isolde.".to_owned()), "{:?}", gm.told());
    bo.shows(|page| page.told().iter().any(|line| line.starts_with("Brack loses "))).await;
    let bitten = bo.told();
    gm.does(json!({ "undo": { "reason": "misread" } })).await;
    bo.shows(|page| page.told().last().is_some_and(|line| line.starts_with("Taken back."))).await;
    let struck = bo.log.iter().filter(|line| line.get("struck").is_some()).count();
    assert!(struck > 3, "the lines stay, struck through: {:?}", bo.log);
    gm.does(json!("redo")).await;
    bo.shows(|page| page.told() == bitten).await;
    gm.does(json!({ "overrule": { "path": "Brack.hp", "value": 3, "reason": "a lucky find" } })).await;
    bo.shows(|page| page.told().last().is_some_and(|line| line.ends_with("to 3: a lucky find"))).await;
    let hp = |page: &Page| {
        let sheets = page.desk["view"]["sheets"].as_array()?;
        let brack = sheets.iter().find(|sheet| sheet["title"]["text"] == "Brack")?;
        brack["blocks"].as_array()?.iter().find(|block| block["key"] == "hp")?["now"].as_i64()
    };
    assert_eq!(hp(bo), Some(3));

    let times = format!("/api/tables/{table}/times");
    for (browser, page) in [(0, &*gm), (1, &*bo)] {
        let (status, told) = browsers[browser].get(&times).await;
        let timed: Vec<u64> =
            told.as_array().into_iter().flatten().filter_map(|pair| pair[0].as_u64()).collect();
        let known: std::collections::BTreeSet<u64> =
            page.log.iter().filter_map(|line| line["action"].as_u64()).collect();
        assert_eq!(
            (status, timed),
            (200, known.into_iter().collect()),
            "every row of the history has a time"
        );
    }
    let mut stranger = house.browser();
    assert_eq!(stranger.get(&times).await.0, 404, "a stranger learns nothing of the table");

    let (status, fork) =
        browsers[0].post(&format!("/api/tables/{table}/fork"), &json!({ "title": "What if" })).await;
    assert_eq!((status, &fork["title"]), (200, &json!("What if")));
    let other = fork["id"].as_str().expect("an id").to_owned();
    let mut forked = browsers[0].page(&other).await;
    forked.until("whole").await;
    assert_eq!(hp(&forked), Some(3));
    forked.does(json!({ "overrule": { "path": "Brack.hp", "value": 9, "reason": "elsewhere" } })).await;
    bo.does(json!({ "say": { "voice": { "type": "emote" }, "words": "sighs" } })).await;
    assert_eq!(hp(bo), Some(3), "the table it came from is untouched");
    assert_eq!(browsers[1].socket_refused(&other).await, 404, "players are invited anew");
    let (_, mine) = browsers[1].get("/api/tables").await;
    assert_eq!(mine.as_array().map(Vec::len), Some(1));
    let (_, all) = browsers[0].get("/api/tables").await;
    assert_eq!(all.as_array().map(Vec::len), Some(2));
    assert!(house.address.ip().is_loopback());
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_creature_on_autopilot_acts_and_answers_by_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, .. } = &mut evening;
    let wolf = 2;
    let auto = json!({ "stand": { "creature": wolf, "answer": "instinct", "until": "revoked" } });
    gm.does(auto).await;
    gm.shows(|page| page.desk["gm"]["autopilot"] == json!([wolf])).await;
    bo.does(end_turn("Brack")).await;
    // Nobody gave a command for the wolf, and yet it has acted: somebody is asked, or it is over.
    gm.shows(|page| page.told().iter().any(|line| line.starts_with("Wolf "))).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_creature_that_looks_ahead_acts_and_answers_by_itself_and_no_players_hero_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, .. } = &mut evening;
    let wolf = 2;
    let ahead =
        |creature: u32| json!({ "stand": { "creature": creature, "answer": "ahead", "until": "revoked" } });
    assert_eq!(bo.is_refused(ahead(0)).await, "knows-too-much");
    gm.does(ahead(wolf)).await;
    gm.shows(|page| page.desk["gm"]["ahead"] == json!([wolf])).await;
    assert_eq!(gm.desk["gm"]["autopilot"], json!([wolf]), "it is on autopilot as well");
    bo.does(end_turn("Brack")).await;
    gm.shows(|page| page.told().iter().any(|line| line.starts_with("Wolf "))).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_creature_told_to_act_plays_this_turn_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    let wolf = 2;
    // Everybody has answered beforehand, so that the turn goes by.
    for page in [&mut *gm, &mut *bo, &mut *di] {
        page.does(json!({ "stand": { "answer": "instinct", "until": "revoked" } })).await;
    }
    bo.does(end_turn("Brack")).await;
    gm.shows(|page| page.desk["gm"]["awaits"]["creatures"] == json!([wolf])).await;
    let acted = |page: &Page| page.told().iter().any(|line| line.starts_with("Wolf "));
    assert!(!acted(gm), "it waits for the GM");
    gm.does(json!({ "stand": { "creature": wolf, "answer": "instinct", "until": "turn_over" } })).await;
    gm.shows(|page| acted(page) && page.desk["gm"]["autopilot"] == json!([])).await;
    assert_ne!(gm.desk["gm"]["awaits"]["creatures"], json!([wolf]), "its turn is over");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_undo_creatures_wait_even_over_a_restart_until_somebody_lets_them_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    let wolf = 2;
    for page in [&mut *gm, &mut *bo, &mut *di] {
        page.does(json!({ "stand": { "answer": "instinct", "until": "revoked" } })).await;
    }
    gm.does(json!({ "stand": { "creature": wolf, "answer": "instinct", "until": "revoked" } })).await;
    let pilots = |held: bool| match held {
        true => json!([{ "who": wolf, "plays": "fights", "held": true }]),
        false => json!([{ "who": wolf, "plays": "fights" }]),
    };
    gm.shows(|page| page.desk["you"]["pilots"] == pilots(false)).await;
    assert_eq!(bo.desk["you"]["pilots"], Value::Null, "what the wolf is left to is the GM's to know");
    bo.does(end_turn("Brack")).await;
    let deeds = |page: &Page| page.log.iter().filter(|line| line["struck"].is_null()).count();
    let began = |page: &Page| page.told().iter().any(|line| line.contains("Wolf acts"));
    gm.shows(|page| began(page) && page.desk["gm"]["awaits"]["creatures"] != json!([wolf])).await;

    // Back to before the wolf's first deed: nobody does it again.
    let begins = |line: &&Value| line["say"]["text"].as_str().is_some_and(|say| say.contains("Wolf acts"));
    let turn = gm.log.iter().find(begins).expect("its turn began");
    let first = gm.log.iter().filter_map(|line| line["action"].as_u64());
    let first = first.filter(|action| Some(*action) > turn["action"].as_u64()).min().expect("it has acted");
    gm.does(json!({ "undo": { "from": first } })).await;
    gm.shows(|page| page.desk["you"]["pilots"] == pilots(true)).await;
    gm.shows(|page| page.desk["gm"]["awaits"]["creatures"] == json!([wolf])).await;
    let before = deeds(gm);
    assert_eq!(bo.is_refused(json!("go_on")).await, "nobody-held");
    evening.house.kill().await;

    let house = House::open(folder.path()).await;
    let mut gm = evening.browsers[0].at(&house).page(&evening.table).await;
    gm.until("whole").await;
    assert_eq!((&gm.desk["you"]["pilots"], deeds(&gm)), (&pilots(true), before), "it still waits");
    gm.does(json!("go_on")).await;
    gm.shows(|page| deeds(page) > before && page.desk["you"]["pilots"] == pilots(false)).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chance_makes_a_hero_and_a_ready_one_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let stage = json!({
        "seats": { "Bo": [], "Di": [] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" } },
    });
    let mut evening = Evening::begin(folder.path(), stage).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    bo.send(&json!({ "type": "roll_hero", "id": "h1", "name": "Wilma" })).await;
    let answer = bo.answer_to("h1").await;
    assert_eq!(answer["type"], "done", "{answer}");
    assert_eq!(bo.desk["you"]["heroes"].as_array().map(Vec::len), Some(1), "{}", bo.desk["you"]);
    gm.shows(|page| page.desk["gm"]["creatures"].to_string().contains("Wilma")).await;
    bo.send(&json!({ "type": "roll_hero", "id": "h1", "name": "Wilma" })).await;
    assert_eq!(bo.answer_to("h1").await, answer, "made once");

    let free = di.desk["you"]["free_heroes"].clone();
    assert_eq!(free, json!([0]), "Brack");
    di.does(json!({ "hand": { "who": 0, "to": 2 } })).await;
    assert_eq!(di.desk["you"]["heroes"], json!([0]));
    bo.shows(|page| page.desk["people"][2]["heroes"] == json!([0])).await;
    assert_eq!(bo.is_refused(json!({ "hand": { "who": 0, "to": 1 } })).await, "only-gm");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chance_waits_for_a_word_and_then_makes_the_rest_of_a_hero() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), json!({ "seats": { "Bo": [], "Di": [] } })).await;
    let Evening { gm, bo, .. } = &mut evening;
    let info = json!({ "name": "Bo", "role": "player", "types_dice": true });
    gm.does(json!({ "sit": { "seat": 1, "info": info } })).await;
    let asked = |page: &Page| page.desk["view"]["prompts"][0]["kind"]["type"] == "type_dice";
    let ready = |page: &Page| page.told().iter().any(|line| line.contains("ready to play"));

    // Whoever drops the step is left to go on by hand.
    bo.send(&json!({ "type": "roll_hero", "id": "h1", "name": "Wilma" })).await;
    assert_eq!(bo.answer_to("h1").await["type"], "done");
    bo.shows(asked).await;
    gm.shows(|page| page.desk["gm"]["waiting"][0].is_object()).await;
    gm.does(json!({ "cancel": { "action": gm.desk["gm"]["waiting"][0]["action"] } })).await;
    bo.shows(|page| !asked(page)).await;
    assert!(!ready(bo), "the dice were Bo's to roll");

    let wilma = bo.desk["you"]["heroes"][0].clone();
    bo.send(&json!({ "type": "roll_hero", "id": "h2", "who": wilma })).await;
    assert_eq!(bo.answer_to("h2").await["type"], "done");
    bo.shows(asked).await;
    while !ready(bo) {
        let prompt = bo.desk["view"]["prompts"][0]["id"].clone();
        bo.does(json!({ "answer": { "prompt": prompt, "say": [4, 4, 3] } })).await;
        bo.shows(|page| ready(page) || asked(page)).await;
    }
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hero_left_to_autopilot_is_the_players_own_once_taken_and_left_to_nothing_once_given_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let stage = json!({
        "seats": { "Bo": [], "Di": [] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
    });
    let mut evening = Evening::begin(folder.path(), stage).await;
    let Evening { gm, di, .. } = &mut evening;
    let left_to =
        |who: u32, to: &str| json!({ "stand": { "creature": who, "answer": to, "until": "revoked" } });
    gm.does(left_to(0, "ahead")).await;
    gm.does(left_to(1, "instinct")).await;
    gm.shows(|page| page.desk["gm"]["autopilot"] == json!([0, 1])).await;

    di.does(json!({ "hand": { "who": 0, "to": 2 } })).await;
    gm.shows(|page| page.desk["people"][2]["heroes"] == json!([0])).await;
    assert_eq!(
        (&gm.desk["gm"]["autopilot"], &gm.desk["gm"]["ahead"]),
        (&json!([1]), &json!([])),
        "Isolde alone"
    );
    assert_eq!(gm.is_refused(left_to(0, "ahead")).await, "knows-too-much");

    di.does(left_to(0, "instinct")).await;
    gm.shows(|page| page.desk["gm"]["autopilot"] == json!([1, 0])).await;
    di.does(json!({ "hand": { "who": 0, "to": 0 } })).await;
    gm.shows(|page| page.desk["gm"]["autopilot"] == json!([1])).await;
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_are_opened_and_anybody_can_check_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, table, browsers, .. } = &mut evening;
    let promised = bo.desk["dice"]["commitment"].clone();
    bo.does(json!({ "contribute": { "text": "seven ravens" } })).await;
    bo.does(json!({ "roll": { "notation": "3d6" } })).await;
    bo.does(json!({ "roll": { "notation": "1d20", "mode": "gm" } })).await;
    let path = format!("/api/tables/{table}/proof/0");
    assert_eq!(browsers[1].get(&path).await.0, 404, "not opened yet");
    gm.send(&json!({ "type": "reveal", "id": "open" })).await;
    assert_eq!(gm.answer_to("open").await["type"], "done");
    let (status, proof) = browsers[1].get(&path).await;
    assert_eq!((status, &proof["commitment"]), (200, &promised));
    assert_eq!(proof["draws"].as_array().map(Vec::len), Some(3), "the secret die stays secret: {proof}");
    let mut stranger = evening.house.browser();
    let (_, checked) = stranger.post("/api/verify", &proof).await;
    assert_eq!(checked["holds"], true, "{checked}");
    let mut forged = proof.clone();
    forged["draws"][0]["face"] = json!(7 - forged["draws"][0]["face"].as_u64().unwrap_or(1));
    let (_, checked) = stranger.post("/api/verify", &forged).await;
    assert_eq!(checked["holds"], false, "{checked}");
    assert_eq!(stranger.get(&path).await.0, 404, "a stranger learns nothing of the table");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_exported_imported_and_goes_on_from_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    wolf_bites(&mut evening).await;
    let Evening { table, browsers, gm, .. } = &mut evening;
    let owner = &mut browsers[0];
    let (status, head, file) = owner.send("GET", &format!("/api/tables/{table}/export"), None).await;
    assert_eq!(status, 200, "{head}");
    let (status, _, made) = owner.send("POST", "/api/tables/import", Some(&file)).await;
    let made: Value = serde_json::from_slice(&made).expect("JSON");
    assert_eq!(status, 200, "{made}");
    let mut copy = owner.page(made["id"].as_str().expect("an id")).await;
    copy.until("whole").await;
    assert_eq!(copy.desk["view"]["prompts"], gm.desk["view"]["prompts"], "even the open question");
    let mut broken = file.clone();
    let middle = broken.len() / 2;
    broken[middle] ^= 1;
    let (status, _, _) = owner.send("POST", "/api/tables/import", Some(&broken)).await;
    assert_eq!(status, 422);
    let (status, backup) = owner.post("/api/backup", &Value::Null).await;
    assert_eq!(status, 200, "{backup}");
    assert!(folder.path().join(backup["file"].as_str().expect("a file")).is_file());
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_with_heroes_made_and_taken_is_a_story_that_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), json!({ "seats": { "Bo": [], "Di": [] } })).await;
    let Evening { gm, bo, di, table, browsers, .. } = &mut evening;
    bo.send(&json!({ "type": "roll_hero", "id": "w1", "name": "Wilma" })).await;
    assert_eq!(bo.answer_to("w1").await["type"], "done");
    gm.does(json!({ "command": { "add": { "like": "DK-HERO-01H", "name": "Brack" } } })).await;
    di.shows(|page| !page.desk["you"]["free_heroes"][0].is_null()).await;
    let brack = di.desk["you"]["free_heroes"][0].clone();
    di.does(json!({ "hand": { "who": brack, "to": 2 } })).await;
    gm.does(json!({ "command": { "save": { "who": "Brack", "ability": "STR" } } })).await;
    gm.does(json!({ "overrule": { "path": "Brack.hp", "value": 3, "reason": "a lucky find" } })).await;
    gm.does(json!({ "undo": {} })).await;
    let (status, story) = browsers[0].get(&format!("/api/tables/{table}/story")).await;
    assert_eq!((status, &story["holds"]), (200, &json!(true)), "{story}");
    let text = story["text"].as_str().unwrap_or_default();
    assert!(text.contains("to = \"Di\"") && text.contains("Wilma"), "{text}");
    evening.house.close().await;
}
