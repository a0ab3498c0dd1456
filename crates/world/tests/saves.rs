//! What an older program wrote opens, plays on and is handed on; what a newer one wrote is refused with a sentence. The tiny game
//! has changed a fact once: a wound said `points`, and now it says `to`.

use boneyard_table::Seat;
use boneyard_table::frame::Seeds;
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, AnyTable, Corrupt, GameOf, Op};
use serde_json::{Value, json};

use crate::tiny::Tiny;

static GAME: GameOf<Tiny> = GameOf::new();
const SEEDS: Seeds = Seeds { open: [7; 32], secret: [8; 32] };
/// A table of version 1, one record in each line. It opens for ever after.
const OLD: &str = include_str!("saves/1/evening.jsonl");

fn plays(table: &mut dyn AnyTable, command: Value) -> String {
    let planned = table.plan(Seat::GM, Op::Command(command), None).expect("legal");
    table.apply_record(&planned.record).expect("followed");
    planned.record
}

fn state(table: &dyn AnyTable) -> Value {
    table.state().expect("read")
}

/// A table in which Ada joined and was hurt.
fn evening() -> (Box<dyn AnyTable>, Vec<String>) {
    let first = GAME.stage("An evening", &Stage::default(), Vec::new(), SEEDS).expect("staged");
    let mut table = GAME.open(&first).expect("opens");
    let mut records = vec![first];
    let place = json!({ "adventure": "home", "place": "home" });
    records.push(plays(&mut *table, json!({ "join": { "name": "Ada", "place": place } })));
    records.push(plays(&mut *table, json!({ "bleed": { "who": 1, "by": 2 } })));
    (table, records)
}

/// As the program of before wrote it.
fn as_before(record: &str) -> String {
    let plain = record.replacen("{\"facts\":2,", "{", 1);
    plain.replace("\"Hurt\":{\"who\":1,\"to\":4}", "\"Wounded\":{\"who\":1,\"points\":4}")
}

#[test]
fn records_say_of_which_version_they_are() {
    let (table, records) = evening();
    assert!(records.iter().all(|record| record.starts_with("{\"facts\":2,")), "{records:?}");
    assert!(table.save().expect("saved").starts_with("{\"facts\":2,"));
}

#[test]
fn an_old_table_opens_plays_on_and_is_handed_on() {
    let (now, records) = evening();
    let lines: Vec<&str> = OLD.lines().collect();
    assert!(OLD.contains("Wounded") && !OLD.contains("\"facts\""), "it is of version 1");
    let mut table = GAME.open(lines[0]).expect("an old first record opens a table");
    for line in &lines[1..] {
        table.apply_record(line).expect("an old record is followed");
    }
    assert_eq!(records.len(), lines.len());
    assert_eq!(state(&*table), state(&*now), "it is the same evening");
    plays(&mut *table, json!({ "bleed": { "who": 1, "by": 1 } }));
    let saved = table.save().expect("saved");
    let again = GAME.load(&saved).expect("what was played on opens again");
    assert_eq!(state(&*again), state(&*table));
}

#[test]
fn an_old_save_opens_too() {
    let (now, _) = evening();
    let old = as_before(&now.save().expect("saved"));
    assert!(old.contains("Wounded"));
    let opened = GAME.load(&old).expect("an old save opens");
    assert_eq!(state(&*opened), state(&*now));
}

#[test]
fn what_a_newer_program_wrote_is_refused_with_a_sentence() {
    let (now, records) = evening();
    let newer = |text: &str| text.replacen("{\"facts\":2,", "{\"facts\":3,", 1);
    let told = GAME.open(&newer(&records[0])).map(|_| ()).expect_err("newer").to_string();
    assert!(
        told.contains("newer version of the program") && told.contains('3') && told.contains('2'),
        "{told}"
    );
    assert!(matches!(
        GAME.load(&newer(&now.save().expect("saved"))),
        Err(Corrupt::Newer { written: 3, known: 2 })
    ));
    let mut table = GAME.open(&records[0]).expect("opens");
    let before = table.save().expect("saved");
    assert!(matches!(table.apply_record(&newer(&records[1])), Err(Corrupt::Newer { .. })));
    assert_eq!(table.save().expect("saved"), before, "nothing of it stays");
    for bad in ["{\"facts\":99999999,\"opened\":{}}", "{\"facts\":,}", "{\"facts\":0,\"opened\":{}}"] {
        assert!(GAME.open(bad).is_err(), "{bad}");
    }
}
