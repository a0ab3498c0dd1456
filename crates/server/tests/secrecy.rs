//! What a seat may not know never reaches it over the wire: two tables that differ only in hidden things send
//! a player the same bytes, and the names of hidden things are in none of them.

use boneyard_registry::{GameEntry, Making};
use boneyard_rulebook::Rulebook;
use boneyard_server::Limits;
use serde_json::{Value, json};

use crate::support::{Evening, House, Page};
use crate::yard;

/// The kernel's own test game: it has something that lurks, secret rolls and sealed bids.
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

fn stage(creatures: &Value, doom: u32) -> Value {
    json!({
        "seats": { "Bo": ["Brack"], "Di": ["Dara"] },
        "battle": { "turn": "Brack" },
        "heroes": { "Brack": { "set": { "skill": 12 } }, "Dara": {} },
        "creatures": creatures,
        "trackers": { "doom": doom },
    })
}

/// JSON lists creatures by name: what lurks comes last, so that all others have the same numbers.
fn haunted() -> Value {
    stage(&json!({ "Raider": {}, "Wraith": { "set": { "hidden": true } } }), 0)
}

/// The same with something else lurking and another doom.
fn otherwise_haunted() -> Value {
    let lurker = json!({ "hidden": true, "hp": 1, "coins": 9, "parries": 0, "skill": 3 });
    stage(&json!({ "Raider": {}, "Undead thing": { "set": lurker } }), 40)
}

fn safe() -> Value {
    stage(&json!({ "Raider": {} }), 0)
}

/// A table where all type in their dice, so that two of them can go the same way.
async fn sit_down(folder: &std::path::Path, stage: Value) -> Evening {
    let house = House::of(GAMES, folder, Limits { message_burst: 10_000, ..Limits::default() }).await;
    let mut evening = Evening::at(house, stage).await;
    let Evening { gm, bo, di, .. } = &mut evening;
    for (page, seat, name, role) in
        [(&mut *gm, 0, "GM", "gm"), (&mut *bo, 1, "Bo", "player"), (&mut *di, 2, "Di", "player")]
    {
        page.name = name.into();
        page.does(
            json!({ "sit": { "seat": seat, "info": { "name": name, "role": role, "types_dice": true } } }),
        )
        .await;
    }
    for page in [gm, bo, di] {
        page.shows(|page| {
            page.desk["people"].as_array().is_some_and(|all| all.iter().all(|one| one["types_dice"] == true))
        })
        .await;
        page.heard.clear();
    }
    evening
}

/// Waits until everything asked before is dealt with, on every page.
async fn settle(evening: &mut Evening) {
    for page in [&mut evening.gm, &mut evening.bo, &mut evening.di] {
        page.send(&json!({ "type": "lines", "id": "settled", "before": 0, "count": 0 })).await;
        page.answer_to("settled").await;
    }
}

/// What a page was sent, without what only this test asks, and without what differs from table to table.
fn transcript(evening: &Evening, page: &Page) -> Vec<String> {
    let text = page.heard.replace(&evening.table, "TABLE");
    text.lines().filter(|line| !line.contains("\"settled\"")).map(str::to_owned).collect()
}

/// A stream of numbers, the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// An answer that fits the prompt, chosen by chance alone.
fn said(prompt: &Value, chance: &mut Chance) -> Value {
    if let Some(groups) = prompt["kind"]["groups"].as_array() {
        let faces = groups.iter().flat_map(|group| {
            let (count, sides) = (group["count"].as_u64().unwrap_or(0), group["sides"].as_u64().unwrap_or(1));
            std::iter::repeat_n(sides, usize::try_from(count).unwrap_or(0))
        });
        return faces.map(|sides| 1 + chance.below(sides)).collect();
    }
    [json!(chance.below(3)), json!(chance.below(2) == 0), json!("easy")][chance.below(3) as usize].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tables_that_differ_only_in_hidden_things_send_the_same_bytes() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let mut here = sit_down(folders[0].path(), haunted()).await;
    let mut there = sit_down(folders[1].path(), otherwise_haunted()).await;
    let mut chance = Chance(20_261_115);
    for _ in 0..250 {
        let seat = chance.below(3);
        let (who, target) = (chance.below(6), chance.below(6));
        // What lurks is left alone by the game master: that would be another story.
        if seat == 0 && [who, target].contains(&4) {
            continue;
        }
        let page = [&here.gm, &here.bo, &here.di][seat as usize];
        let prompts = page.desk["view"]["prompts"].as_array().cloned().unwrap_or_default();
        let asked = prompts.first();
        let op = match (chance.below(10), asked) {
            (0..=5, Some(prompt)) => {
                json!({ "answer": { "prompt": prompt["id"], "say": said(prompt, &mut chance) } })
            }
            (0 | 1, _) => json!({ "command": { "attack": { "who": who, "target": target } } }),
            (2, _) => json!({ "command": { "brood": { "who": who } } }),
            (3, _) => json!({ "command": { "contest": { "who": who, "foe": target } } }),
            (4, _) => json!({ "command": { "shake": { "who": who, "target": target } } }),
            (5, _) => json!({ "command": { "note": { "text": "as before" } } }),
            (6, _) => json!({ "undo": {} }),
            (7, _) => {
                json!({ "roll": { "notation": "2d6", "mode": "gm", "entered": [1 + chance.below(6), 3] } })
            }
            (8, _) => {
                json!({ "say": { "voice": { "type": "in_character" }, "words": "Who is there?", "who": who } })
            }
            _ => json!({ "command": "bid" }),
        };
        for evening in [&mut here, &mut there] {
            let page = [&mut evening.gm, &mut evening.bo, &mut evening.di];
            let [gm, bo, di] = page;
            [gm, bo, di][seat as usize].sends(op.clone()).await;
            settle(evening).await;
        }
    }
    for (one, other) in [(&here.bo, &there.bo), (&here.di, &there.di)] {
        let (one_told, other_told) = (transcript(&here, one), transcript(&there, other));
        assert!(one_told.len() > 100, "a good deal happened: {}", one_told.len());
        assert_eq!(one_told.len(), other_told.len());
        for (one, other) in one_told.iter().zip(&other_told) {
            assert_eq!(one, other);
        }
        for canary in ["Wraith", "Undead thing"] {
            assert!(!one.heard.contains(canary) && !other.heard.contains(canary), "{canary}");
        }
    }
    assert!(here.gm.desk.to_string().contains("Wraith"), "the game master knows");
    here.house.close().await;
    there.house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_only_something_hidden_is_waited_for_nothing_tells_of_it() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let mut evenings =
        [sit_down(folders[0].path(), haunted()).await, sit_down(folders[1].path(), safe()).await];
    for (evening, lurks) in evenings.iter_mut().zip([true, false]) {
        evening.bo.sends(json!({ "command": { "whistle": { "who": "Brack" } } })).await;
        settle(evening).await;
        // The GM is told whom the players know nothing of; a start screen tells nobody that it is asked.
        let unseen = if lurks { json!([4]) } else { json!([]) };
        assert_eq!(evening.gm.desk["gm"]["unseen"], unseen);
        let waiting = format!("/api/tables/{}/waiting", evening.table);
        let gms = if lurks { json!([[0, "GM"]]) } else { json!([[1, "Bo"]]) };
        assert_eq!(evening.browsers[0].get(&waiting).await, (200, gms));
        for browser in &mut evening.browsers[1..] {
            assert_eq!(browser.get(&waiting).await, (200, json!([[1, "Bo"]])));
        }
        // Somebody else wants to act meanwhile: neither done nor refused, as if the line were slow.
        let id = evening.di.sends(json!({ "command": { "note": { "text": "free" } } })).await;
        evening.di.answer_to(&id).await;
        let held =
            evening.di.sends(json!({ "command": { "shake": { "who": "Dara", "target": "Raider" } } })).await;
        settle(evening).await;
        assert_eq!(evening.di.heard.contains(&held), !lurks, "held while it lurks");
        if lurks {
            evening.gm.answers("pounce", json!(false)).await;
            settle(evening).await;
        }
        assert!(evening.di.heard.contains(&held), "and answered afterwards");
    }
    let [haunted, safe] = &evenings;
    for (one, other) in [(&haunted.bo, &safe.bo), (&haunted.di, &safe.di)] {
        let sorted = |evening: &Evening, page: &Page| {
            let mut lines = transcript(evening, page);
            // When each came is not compared: the server's clock is no secret, and the page says "sending".
            lines.sort();
            lines
        };
        assert!(!one.heard.contains("Wraith"));
        assert_eq!(
            sorted(haunted, one).len(),
            sorted(safe, other).len(),
            "{:#?}",
            [&one.heard, &other.heard]
        );
        assert_eq!(one.told(), other.told());
        assert_eq!(one.desk["view"], other.desk["view"]);
    }
    for evening in evenings {
        evening.house.close().await;
    }
}
