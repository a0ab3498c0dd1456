//! Long tables: what is far back is read from the journal, for each seat as it was told; it is undone and forked from all
//! the same; and tables at which nobody is give way to others.

use std::sync::Arc;

use boneyard_server::Limits;
use boneyard_store::{Journal, Seq, Store};
use serde_json::{Value, json};

use crate::support::{Evening, House, Page, fight};

fn says(words: &str, voice: &Value) -> Value {
    json!({ "say": { "voice": voice, "words": words } })
}

fn aloud(words: &str) -> Value {
    says(words, &json!({ "type": "out_of_character" }))
}

fn overrules(hp: u64) -> Value {
    json!({ "overrule": { "path": "Brack.hp", "value": hp, "reason": "a long evening" } })
}

/// Hours pass in seconds.
fn quick() -> Limits {
    Limits { messages_per_second: 100_000, message_burst: 100_000, ..Limits::default() }
}

/// A line as it was told, but for its number: numbers count on from where the log was opened.
fn told(line: &Value) -> String {
    let mut line = line.clone();
    line.as_object_mut().expect("a line").remove("seq");
    line.to_string()
}

/// Opens a page and scrolls back to its first line.
async fn read_to_the_first(page: &mut Page) -> Vec<String> {
    let whole = page.until("whole").await;
    let mut part = whole["log"].clone();
    let mut lines: Vec<Value> = part["lines"].as_array().expect("lines").clone();
    let mut pages = 0;
    while part["older"] == true {
        pages += 1;
        let before = lines.first().expect("a line")["seq"].clone();
        let id = format!("older-{pages}");
        page.send(&json!({ "type": "lines", "id": id, "before": before, "count": 200 })).await;
        part = page.answer_to(&id).await["log"].clone();
        let mut older = part["lines"].as_array().expect("lines").clone();
        assert!(part["older"] != true || !older.is_empty(), "there are older ones");
        older.append(&mut lines);
        lines = older;
    }
    let numbers: Vec<i64> = lines.iter().filter_map(|line| line["seq"].as_i64()).collect();
    assert!(numbers.windows(2).all(|two| two[0] + 1 == two[1]), "numbers follow each other: {numbers:?}");
    lines.iter().map(told).collect()
}

/// Dice, secrets and words for a long time: rolls in secret that only the GM sees, whispers, values overruled.
async fn long_evening(evening: &mut Evening, moves: u64) {
    let Evening { gm, bo, di, .. } = evening;
    for nth in 0..moves {
        match nth % 5 {
            0 => gm.does(json!({ "command": { "save": { "who": 1, "ability": "STR" } } })).await,
            1 => bo.does(says("Between us.", &json!({ "type": "whisper", "to": [0] }))).await,
            2 => gm.does(json!({ "roll": { "notation": "1d20", "mode": "gm" } })).await,
            3 => {
                let words = format!("That was {nth}.");
                di.does(aloud(&words)).await;
                // Everybody reads along.
                for page in [&mut *gm, &mut *bo] {
                    page.shows(|page| page.told().last().is_some_and(|line| line.ends_with(&words))).await;
                }
            }
            _ => gm.does(overrules(1 + nth / 5 % 3)).await,
        }
    }
    for page in [gm, bo, di] {
        page.does(aloud("And so to bed.")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_each_seat_reads_back_is_byte_for_byte_what_it_was_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::with(folder.path(), fight(), quick()).await;
    long_evening(&mut evening, 1_500).await;
    let Evening { house, table, browsers, mut gm, mut bo, mut di } = evening;
    for page in [&mut gm, &mut bo, &mut di] {
        page.shows(|page| page.told().iter().filter(|line| line.ends_with("And so to bed.")).count() == 3)
            .await;
    }
    let live: Vec<Vec<String>> =
        [&gm, &bo, &di].iter().map(|page| page.log.iter().map(told).collect()).collect();
    assert!(live[0].len() > live[1].len() && live[1].len() > live[2].len(), "each was told something else");
    // At the same server, and at one that has just opened the table.
    for (browser, live) in browsers.iter().zip(&live) {
        let mut page = browser.page(&table).await;
        assert_eq!(&read_to_the_first(&mut page).await, live);
    }
    house.close().await;
    let house = House::with(folder.path(), quick()).await;
    for (browser, live) in browsers.iter().zip(&live) {
        let mut page = browser.at(&house).page(&table).await;
        assert_eq!(&read_to_the_first(&mut page).await, live);
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_far_back_is_undone_brought_back_and_forked_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::with(folder.path(), fight(), quick()).await;
    evening.bo.cut().await;
    evening.di.cut().await;
    for nth in 0..700 {
        evening.gm.does(overrules(1 + nth % 3)).await;
    }
    let Evening { house, table, browsers, .. } = evening;
    house.close().await;
    let house = House::open(folder.path()).await;
    let [mut owner, bo, _] = browsers.map(|browser| browser.at(&house));
    let (mut gm, mut player) = (owner.page(&table).await, bo.page(&table).await);
    gm.until("whole").await;
    player.until("whole").await;
    let hp = |page: &Page| {
        let sheets = page.desk["view"]["sheets"].as_array()?;
        let brack = sheets.iter().find(|sheet| sheet["title"]["text"] == "Brack")?;
        brack["blocks"].as_array()?.iter().find(|block| block["key"] == "hp")?["now"].as_i64()
    };
    assert_eq!(hp(&player), Some(1));
    assert_eq!(player.is_refused(json!({ "undo": { "from": 6 } })).await, "only-gm");

    gm.does(json!({ "undo": { "from": 6, "reason": "from the top" } })).await;
    player.until("whole").await;
    assert_eq!(hp(&player), Some(2), "five are left");
    assert!(player.told().last().is_some_and(|line| line.starts_with("Taken back.")), "{:?}", player.told());
    gm.does(json!("redo")).await;
    player.until("whole").await;
    assert_eq!(hp(&player), Some(1));
    gm.does(json!({ "undo": { "from": 6 } })).await;
    gm.does(overrules(9)).await;

    // The fork begins as the table stood before the second, in what was taken back as well as in what stays.
    for (before, stood) in [(2, 1), (5, 1), (600, 2)] {
        let body = json!({ "title": "What if", "before": before });
        let (status, fork) = owner.post(&format!("/api/tables/{table}/fork"), &body).await;
        assert_eq!(status, 200, "{fork}");
        let mut forked = owner.page(fork["id"].as_str().expect("an id")).await;
        forked.until("whole").await;
        assert_eq!(hp(&forked), Some(stood), "before {before}");
    }
    let body = json!({ "title": "What if", "before": 9_999 });
    assert_eq!(owner.post(&format!("/api/tables/{table}/fork"), &body).await.0, 422);
    house.close().await;

    // Killed in between or not: the records lead to the same table.
    let house = House::open(folder.path()).await;
    let mut gm = owner.at(&house).page(&table).await;
    gm.until("whole").await;
    assert_eq!(hp(&gm), Some(9));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_older_program_kept_is_passed_over_and_the_records_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::begin(folder.path(), fight()).await;
    long_evening(&mut evening, 30).await;
    let Evening { house, table, browsers, gm, .. } = evening;
    house.close().await;
    let live: Vec<String> = gm.log.iter().map(told).collect();
    let store = Arc::new(Store::open(folder.path().join("tables.boneyard")).await.expect("the save opens"));
    let last = store.info(&table).await.expect("it is there").last;
    let old = json!({ "opened": {}, "state": {}, "frame": {}, "acts": [], "branches": [], "seq": last.0 });
    store.snapshot(&table, Seq(last.0), &old.to_string()).await.expect("kept");
    store.close().await;
    let house = House::open(folder.path()).await;
    let mut page = browsers[0].at(&house).page(&table).await;
    let told = read_to_the_first(&mut page).await;
    assert_eq!(told[..live.len()], live);
    assert!(live.len() > 30 && live.len() + 3 >= told.len(), "all but the last words of others");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_at_which_nobody_is_gives_way_to_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { open_tables: 2, ..Limits::default() };
    let house = House::with(folder.path(), limits).await;
    let mut owner = house.owner().await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(owner.begins(fight()).await);
    }
    for table in &tables {
        let (status, said) = owner.get(&format!("/api/tables/{table}/waiting")).await;
        assert_eq!(status, 200, "nobody is at the others: {said}");
    }
    let mut pages = Vec::new();
    for table in &tables[..2] {
        let mut page = owner.page(table).await;
        page.until("whole").await;
        pages.push(page);
    }
    let (status, said) = owner.get(&format!("/api/tables/{}/waiting", tables[2])).await;
    assert_eq!((status, &said["code"]), (503, &json!("full")), "somebody is at each");
    pages[0].cut().await;
    pages[1].does(aloud("Where did they go?")).await;
    let mut gave_way = false;
    for _ in 0..100 {
        gave_way = owner.get(&format!("/api/tables/{}/waiting", tables[2])).await.0 == 200;
        if gave_way {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(gave_way);
    pages[1].does(aloud("Still here.")).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_for_no_lines_or_absurd_ones_is_answered_and_harms_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut evening = Evening::with(folder.path(), fight(), quick()).await;
    for nth in 0..400 {
        evening.gm.does(overrules(1 + nth % 3)).await;
    }
    let Evening { house, table, browsers, .. } = evening;
    let mut page = browsers[0].page(&table).await;
    let whole = page.until("whole").await;
    assert_eq!(whole["log"]["older"], true);
    let mut first = whole["log"]["lines"][0]["seq"].as_i64().expect("a line");
    for nth in 0..4 {
        // None before the first that is known; then some, and none before those.
        for (id, before, count) in [
            (format!("none-{nth}"), first, 0),
            (format!("never-{nth}"), i64::from(i32::MIN), 0),
            (format!("always-{nth}"), i64::from(i32::MAX), 0),
            (format!("all-{nth}"), first, u32::MAX),
        ] {
            page.send(&json!({ "type": "lines", "id": id, "before": before, "count": count })).await;
            let part = page.answer_to(&id).await["log"].clone();
            let lines = part["lines"].as_array().expect("lines");
            assert!(lines.len() <= 400, "{id}: {}", lines.len());
            first =
                lines.first().and_then(|line| line["seq"].as_i64()).filter(|_| count > 0).unwrap_or(first);
        }
    }
    page.does(overrules(2)).await;
    house.close().await;
}
