//! What the lab tells over a socket: what may come of an action, what to answer, and what a fight would come to.

use serde_json::{Value, json};

use crate::support::{Evening, Page, fight};

fn asks(id: &str, of: &Value) -> Value {
    json!({ "type": "odds", "id": id, "of": of })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_come_of_an_action_is_told_in_words_and_players_ask_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, .. } = &mut evening;
    let save = json!({ "save": { "who": "Brack", "ability": "STR" } });
    gm.send(&asks("save", &json!({ "type": "action", "command": save }))).await;
    let told = gm.answer_to("save").await;
    assert_eq!(told["odds"]["type"], "action", "{told}");
    let odds = &told["odds"]["odds"];
    assert_eq!((&odds["found"]["type"], &odds["outcomes"][0]["tone"]), (&json!("exact"), &json!("good")));
    assert!(odds["outcomes"][0]["exact"].as_str().is_some_and(|exact| exact.contains('/')), "{odds}");
    assert!(
        odds["assumes"][0]["text"].as_str().is_some_and(|said| said.contains("plays their best")),
        "{odds}"
    );
    bo.send(&asks("not-mine", &json!({ "type": "action", "command": save }))).await;
    assert_eq!(bo.answer_to("not-mine").await["refusal"][0]["code"], "only-gm");
    bo.send(&asks("nonsense", &json!({ "type": "action", "command": 7 }))).await;
    assert_eq!(bo.answer_to("nonsense").await["refusal"][0]["code"], "unreadable");
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_is_for_who_is_asked_and_a_table_may_do_without() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    let Evening { gm, bo, .. } = &mut evening;
    let of = |prompt: &str| json!({ "type": "prompt", "prompt": prompt });
    bo.send(&asks("nobody", &of("9.0.0"))).await;
    assert_eq!(bo.answer_to("nobody").await["refusal"][0]["code"], "not-asked");
    bo.send(&asks("bad", &of("x"))).await;
    assert_eq!(bo.answer_to("bad").await["refusal"][0]["code"], "unreadable");
    assert_eq!(bo.desk["table"]["advice"], true);
    assert_eq!(bo.is_refused(json!({ "advice": { "on": false } })).await, "only-gm");
    gm.does(json!({ "advice": { "on": false } })).await;
    bo.shows(|page| page.desk["table"]["advice"] == false).await;
    bo.send(&asks("off", &of("9.0.0"))).await;
    assert_eq!(bo.answer_to("off").await["refusal"][0]["code"], "no-advice");
    evening.house.close().await;
}

/// What is told of a question until nothing more follows.
async fn verdict(gm: &mut Page, id: &str, creatures: Value) -> Value {
    gm.send(&json!({ "type": "verdict", "id": id, "creatures": creatures })).await;
    done(gm, id).await
}

async fn done(gm: &mut Page, id: &str) -> Value {
    loop {
        let told = gm.until("verdict").await;
        if told["id"] == id && told["verdict"]["done"] == true {
            return told["verdict"].clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_verdict_on_an_encounter_grows_worse_with_who_is_added() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), peace()).await;
    let Evening { gm, bo, .. } = &mut evening;
    let one = verdict(gm, "one", json!([["DK-FOE-03H", 1]])).await;
    let many = verdict(gm, "many", json!([["DK-FOE-03H", 7]])).await;
    let wiped = |card: &Value| card["wiped"]["share"].as_u64().expect("a share");
    assert!(wiped(&one) < wiped(&many), "{one} {many}");
    assert!(many["fights"].as_u64().is_some_and(|fights| fights >= 200));
    assert_eq!((&many["left"], &many["most"]), (&json!(0), &json!(20_000)), "nothing is left to fight");
    assert_eq!(many["ahead"], Value::Null, "nobody asked what looking ahead would do: {many}");
    gm.send(&json!({ "type": "verdict", "id": "well", "creatures": [["DK-FOE-03H", 1]], "ahead": true }))
        .await;
    let well = done(gm, "well").await;
    let ahead = &well["ahead"];
    assert_eq!(well["wiped"], one["wiped"], "by instinct it comes to the same");
    assert!(ahead["fights"].as_u64().is_some_and(|fights| (2..=100).contains(&fights)), "{well}");
    let shares = ["won", "death", "wiped"].map(|what| ahead[what]["share"].as_u64());
    assert!(shares.iter().all(|share| share.is_some_and(|share| share <= 10_000)), "{ahead}");
    // Nothing happened at the table.
    assert_eq!(gm.desk["gm"]["creatures"].as_array().map(Vec::len), Some(2));
    let ask = |creatures: Value| json!({ "type": "verdict", "id": "bad", "creatures": creatures });
    bo.send(&ask(json!([["DK-FOE-03H", 1]]))).await;
    assert_eq!(bo.answer_to("bad").await["code"], "only-gm");
    for creatures in [json!([["DK-FOE-99", 1]]), json!([["DK-FOE-03H", 900]]), json!([])] {
        gm.send(&ask(creatures.clone())).await;
        assert_eq!(gm.answer_to("bad").await["code"], "verdict", "{creatures}");
    }
    evening.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encounter_is_tried_out_with_part_of_the_party_and_other_circumstances() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), peace()).await;
    let Evening { gm, .. } = &mut evening;
    let mut asks = async |id: &str, terms: Value| {
        let mut ask = json!({ "type": "verdict", "id": id, "creatures": [["DK-FOE-03H", 3]] });
        ask.as_object_mut().expect("an object").extend(terms.as_object().cloned().unwrap_or_default());
        gm.send(&ask).await;
        loop {
            let told = gm.next().await.expect("an open socket");
            if told["id"] == id && (told["type"] == "failed" || told["verdict"]["done"] == true) {
                return told;
            }
        }
    };
    let wiped = |told: &Value| told["verdict"]["wiped"]["share"].as_u64().expect("a share");
    let all = asks("all", json!({})).await;
    let alone = asks("alone", json!({ "absent": [1] })).await;
    assert!(wiped(&all) < wiped(&alone), "{all} {alone}");
    assert_eq!(alone["verdict"]["fighters"].as_array().map(Vec::len), Some(4));
    let surprised = asks("surprised", json!({ "given": { "surprise": "heroes" } })).await;
    assert_ne!(surprised["verdict"]["wiped"], all["verdict"]["wiped"], "{surprised} {all}");
    let unknown = asks("weather", json!({ "given": { "weather": "rain" } })).await;
    assert_eq!(unknown["say"], "Nothing here is called weather; there is surprise.");
    let wrong = asks("wrong", json!({ "given": { "surprise": "everybody" } })).await;
    assert_eq!(wrong["say"], "Surprise cannot be everybody; it can be heroes, others.");
    evening.house.close().await;
}

/// Two heroes and nobody against them.
fn peace() -> Value {
    json!({
        "seats": { "Bo": ["Brack"], "Di": ["Isolde"] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
    })
}
