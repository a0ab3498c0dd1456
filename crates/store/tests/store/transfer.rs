//! A table leaves as one file and comes back whole, or not at all.

use boneyard_store::{MAX_IMPORT_LINE_BYTES, NewRecord, Seq, StoreError};

use crate::scene::{Scene, fact, table, written};

const EXPORT_1: &str = include_str!("../fixtures/export-1.jsonl");

fn exported(scene: &Scene) -> String {
    let mut file = Vec::new();
    scene.store.export("crypt", &mut file).expect("the crypt is exported");
    String::from_utf8(file).expect("an export is text")
}

/// All but header and footer, for those depend on the version that wrote them.
fn record_lines(file: &str) -> Vec<&str> {
    let lines: Vec<&str> = file.lines().collect();
    lines[1..lines.len() - 1].to_vec()
}

fn refusal(file: &[u8]) -> String {
    let scene = Scene::empty();
    let mut source = file;
    let refused = scene.store.import(&mut source, "crypt").expect_err("it is refused");
    assert_eq!(scene.store.tables(), Ok(vec![]), "and nothing was imported");
    refused.to_string()
}

#[test]
fn an_export_of_format_1_is_read_forever() {
    let scene = Scene::empty();
    let info = scene.store.import(&mut EXPORT_1.as_bytes(), "crypt").expect("it is imported");
    assert_eq!((info.game.as_str(), info.title.as_str()), ("dirk-rules", "The Crypt"));
    assert_eq!((info.rules_version.as_str(), info.last), ("0.1.0", Seq(4)));
    let records = scene.store.read("crypt", Seq(1)).expect("every checksum fits");
    assert_eq!(written(&records), [fact(1), fact(2), fact(3), fact(4)]);
    assert_eq!(record_lines(&exported(&scene)), record_lines(EXPORT_1), "and goes out again as it came");
    let again = scene.store.append("crypt", Seq(4), &[fact(9)], Some("tap-1"));
    assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(4) }), "it knows what was done");
}

#[test]
fn a_long_table_with_odd_records_comes_back_byte_for_byte() {
    let odd = [
        "null",
        "1e999",
        "-0.10000000000000000000000000001",
        r#"{"a":1,"a":2}"#,
        r#"{ "spaces" : [ 1 , 2 ] }"#,
        "\"\\u0000 \\n Žižka 🜁 \u{2028}\"",
    ];
    let scene = Scene::crypt(600);
    let records = odd.map(|body| NewRecord { kind: "odd".into(), body: body.into() });
    scene.store.append("crypt", Seq(600), &records, None).expect("odd records are kept");
    let file = exported(&scene);
    assert_eq!(file.lines().count(), 608, "a line each, a header and a footer");

    scene.store.import(&mut file.as_bytes(), "copy").expect("it is imported beside the first");
    assert_eq!(scene.store.read("copy", Seq(1)), scene.store.read("crypt", Seq(1)));
    let taken = scene.store.import(&mut file.as_bytes(), "copy");
    assert_eq!(taken, Err(StoreError::TableExists { id: "copy".into() }));
}

#[test]
fn an_empty_table_can_travel_too() {
    let scene = Scene::crypt(0);
    let file = exported(&scene);
    let info = scene.store.import(&mut file.as_bytes(), "copy").expect("it is imported");
    assert_eq!(info.last, Seq::START);
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let scene = Scene::empty();
    // Without its very last newline it is still whole.
    for keep in 0..EXPORT_1.len() - 1 {
        let mut source = &EXPORT_1.as_bytes()[..keep];
        scene.store.import(&mut source, "crypt").expect_err("a cut is noticed");
    }
    let lines: Vec<&str> = EXPORT_1.split_inclusive('\n').collect();
    assert_eq!(
        refusal(lines[..3].concat().as_bytes()),
        "Line 4 of the imported file: the file ends here, after 2 of 4 records. Nothing was imported."
    );
    assert_eq!(
        refusal(lines[..5].concat().as_bytes()),
        "Line 6 of the imported file: the file ends here, after 4 of 4 records. Nothing was imported."
    );
    assert_eq!(refusal(b""), "Line 1 of the imported file: the file is empty. Nothing was imported.");
}

#[test]
fn a_file_changed_anywhere_is_refused() {
    let scene = Scene::empty();
    for at in 0..EXPORT_1.len() - 1 {
        let mut bytes = EXPORT_1.as_bytes().to_vec();
        bytes[at] ^= 1;
        let refused = scene.store.import(&mut bytes.as_slice(), "crypt");
        assert!(refused.is_err(), "a change of byte {at} is noticed");
    }
}

#[test]
fn the_line_at_fault_is_named() {
    let lines: Vec<&str> = EXPORT_1.split_inclusive('\n').collect();
    let edited = EXPORT_1.replace(r#"{"torch":2}"#, r#"{"torch":9}"#);
    assert_eq!(
        refusal(edited.as_bytes()),
        "Line 3 of the imported file: record 2 does not fit its checksum. Nothing was imported."
    );
    let swapped = [lines[0], lines[2], lines[1], lines[3], lines[4], lines[5]].concat();
    assert_eq!(
        refusal(swapped.as_bytes()),
        "Line 2 of the imported file: record 1 should be here, not 2. Nothing was imported."
    );
    let retitled = EXPORT_1.replace("The Crypt", "The Attic");
    assert_eq!(
        refusal(retitled.as_bytes()),
        "Line 6 of the imported file: the checksum of the file does not fit: it was changed after it was \
         exported. Nothing was imported."
    );
    let more = format!("{EXPORT_1}{{}}\n");
    assert_eq!(
        refusal(more.as_bytes()),
        "Line 7 of the imported file: nothing may follow the end. Nothing was imported."
    );
    let garbled = [lines[0].as_bytes(), b"\xff\xfe\n"].concat();
    assert_eq!(refusal(&garbled), "Line 2 of the imported file: it is not text. Nothing was imported.");
    assert_eq!(
        refusal(b"Dear Amber,\n"),
        "Line 1 of the imported file: it is not the beginning of an exported table (column 1: expected value). \
         Nothing was imported."
    );
}

#[test]
fn a_newer_export_is_refused_politely() {
    let newer = r#"{"boneyard":"table","format":2,"written_by":"0.9","shape":"unknown"}"#;
    assert_eq!(
        refusal(newer.as_bytes()),
        "This table was saved by a newer Boneyard (0.9). Update, then open it again. Nothing was changed."
    );
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_the_memory() {
    let header = EXPORT_1.lines().next().expect("a header");
    let endless = format!("{header}\n\"{}", "x".repeat(MAX_IMPORT_LINE_BYTES * 2));
    assert_eq!(
        refusal(endless.as_bytes()),
        "Line 2 of the imported file is larger than the 1052672 bytes allowed. Nothing was changed."
    );
    let scene = Scene::empty();
    let largest = format!("\"{}\"", "x".repeat(boneyard_store::MAX_BODY_BYTES - 2));
    let record = NewRecord { kind: "tale".into(), body: largest };
    scene.store.create(&table("crypt"), &[record]).expect("the largest record is kept");
    scene.store.import(&mut exported(&scene).as_bytes(), "copy").expect("and can travel");
}

#[test]
fn other_line_ends_are_no_damage() {
    let scene = Scene::empty();
    let mailed = EXPORT_1.replace('\n', "\r\n");
    scene.store.import(&mut mailed.as_bytes(), "crypt").expect("it is imported");
    assert_eq!(record_lines(&exported(&scene)), record_lines(EXPORT_1));
}
