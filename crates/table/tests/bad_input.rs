//! Whatever is sent or stored: refused, or an error that says what; nothing changes, nothing breaks.

use boneyard_table::Seat;
use boneyard_table::frame::{Seeds, StandingAnswer, StandingUntil};
use boneyard_table::live::{ActionId, PromptId};
use boneyard_table::stage::Stage;
use boneyard_table::table::{AnyGame, Corrupt, Op, PackName};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{self, BO, BRACK, DARA, DI, GAME, GM, TestTable, answer};

fn command(bench: &mut TestTable, seat: Seat, command: Value) -> String {
    bench.refuses(seat, Op::Command(command)).code().to_owned()
}

/// Some of everything, with an action left waiting.
fn lived_in() -> TestTable {
    let mut bench = TestTable::yard();
    bench.op(BO, Op::Contribute { text: "for luck".into() }).expect("legal");
    bench.op(BO, Op::Command(json!({ "note": { "text": "one" } }))).expect("legal");
    bench.op(BO, Op::Command(json!({ "brood": { "who": 1 } }))).expect("legal");
    bench.op(GM, Op::Undo { from: None, reason: Some("no".into()) }).expect("legal");
    bench.op(BO, Op::Command(json!({ "try": { "who": 1, "what": "climb" } }))).expect("legal");
    let prompt = bench.card(None, "climb").id.parse().expect("a number");
    bench.op(GM, answer(prompt, json!("easy"))).expect("legal");
    let op = Op::Stand { creature: None, answer: StandingAnswer::Instinct, until: StandingUntil::Revoked };
    bench.op(DI, op).expect("legal");
    bench.op(DI, Op::StandNoMore { creature: None }).expect("legal");
    bench
        .op(GM, Op::Overrule { path: "Dara.hp".into(), value: json!(4), reason: "a thorn".into() })
        .expect("legal");
    bench.op(BO, Op::Command(json!({ "attack": { "who": 1, "target": 2 } }))).expect("legal");
    let op = answer(bench.prompt(DARA, "parry"), json!(true));
    bench.op(DI, op).expect("legal");
    bench.op(DI, Op::Command(json!({ "train": { "who": 2 } }))).expect("legal");
    bench.op(DI, answer(bench.prompt(DARA, "hours"), json!(3))).expect("legal");
    bench
}

#[test]
fn what_is_no_command_is_refused_and_says_what_is_wrong() {
    let mut bench = TestTable::yard();
    for bad in [
        json!(null),
        json!(7),
        json!([]),
        json!({}),
        json!("fly"),
        json!({ "attack": {} }),
        json!({ "attack": { "who": 1, "target": 2, "twice": true } }),
    ] {
        assert_eq!(command(&mut bench, BO, bad), "unreadable");
    }
    let refusal = bench.refuses(BO, Op::Command(json!({ "fly": { "who": 1 } })));
    assert!(refusal.to_string().contains("unknown variant `fly`"), "{refusal}");
    assert_eq!(bench.table.probe(BO, json!("fly")).expect_err("no command").code(), "unreadable");
}

#[test]
fn unknown_creatures_and_absurd_numbers_are_refused() {
    let mut bench = TestTable::yard();
    for who in [json!(0), json!(77), json!(65535)] {
        assert_eq!(command(&mut bench, BO, json!({ "attack": { "who": 1, "target": who } })), "nobody");
        assert_eq!(command(&mut bench, BO, json!({ "attack": { "who": who, "target": 2 } })), "nobody");
    }
    for who in [json!(-1), json!(65536), json!(1.5), json!("Nobody"), json!(1e300), json!(u64::MAX)] {
        assert_eq!(command(&mut bench, BO, json!({ "attack": { "who": 1, "target": who } })), "nobody");
        assert_eq!(command(&mut bench, GM, json!({ "attack": { "who": 1, "target": who } })), "unreadable");
    }
    assert_eq!(command(&mut bench, BO, json!({ "attack": { "who": 1, "target": [1] } })), "unreadable");
    assert_eq!(
        command(
            &mut bench,
            BO,
            json!({ "exchange": { "who": 1, "foe": 3, "dice": 255, "own": 0, "other": 0 } })
        ),
        "dice"
    );
    assert_eq!(command(&mut bench, BO, json!({ "note": { "text": "x".repeat(1 << 20) } })), "too-long");
}

#[test]
fn seats_that_are_empty_or_only_watch_do_nothing() {
    let mut bench = TestTable::yard();
    let info =
        |name: &str, role| serde_json::from_value(json!({ "name": name, "role": role })).expect("a seat");
    bench.op(GM, Op::Sit { seat: Seat(3), info: info("Screen", "display") }).expect("the GM may");
    let attack = || Op::Command(json!({ "attack": { "who": 1, "target": 2 } }));
    assert_eq!(bench.refuses(Seat(3), attack()).code(), "only-watching");
    assert_eq!(bench.refuses(Seat(200), attack()).code(), "no-such-seat");
    assert_eq!(bench.refuses(DI, attack()).code(), "not-yours");
    assert_eq!(bench.refuses(BO, Op::Command(json!("bid"))).code(), "only-gm");
    for (seat, op, code) in [
        (GM, Op::Sit { seat: Seat(32), info: info("Far", "player") }, "too-many-seats"),
        (GM, Op::Sit { seat: Seat(4), info: info("Boss", "gm") }, "gm-seat"),
        (GM, Op::Sit { seat: GM, info: info("Boss", "player") }, "gm-seat"),
        (GM, Op::Sit { seat: Seat(4), info: info("bo", "player") }, "name-taken"),
        (GM, Op::Sit { seat: Seat(4), info: info("  ", "player") }, "name"),
        (GM, Op::Sit { seat: Seat(4), info: info(&"x".repeat(41), "player") }, "name"),
        (BO, Op::Sit { seat: DI, info: info("Bo too", "player") }, "only-gm"),
        (BO, Op::Sit { seat: BO, info: info("Bo", "display") }, "only-gm"),
        (BO, Op::Leave { seat: DI }, "only-gm"),
        (GM, Op::Leave { seat: GM }, "no-such-seat"),
        (GM, Op::Leave { seat: Seat(9) }, "no-such-seat"),
        (BO, Op::Contribute { text: String::new() }, "words"),
        (BO, Op::Contribute { text: "x".repeat(201) }, "words"),
        (BO, Op::Undo { from: Some(ActionId(u32::MAX)), reason: None }, "nothing-done"),
        (GM, Op::Cancel { action: ActionId(0) }, "no-such-action"),
        (GM, Op::Delay { prompt: PromptId { action: ActionId(0), ask: 0, nth: 0 } }, "not-asked"),
    ] {
        assert_eq!(bench.refuses(seat, op.clone()).code(), code, "{op:?}");
    }
}

#[test]
fn a_request_that_is_no_request_cannot_be_read() {
    for bad in [
        "",
        "{",
        "null",
        "[]",
        r#"{"fly":1}"#,
        r#"{"cancel":{}}"#,
        r#"{"cancel":{"action":-1}}"#,
        r#"{"answer":{"prompt":"1.2","say":1}}"#,
    ] {
        assert!(serde_json::from_str::<Op>(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_truncated_save_does_not_open() {
    let saved = lived_in().save();
    let ends = (0..saved.len()).filter(|end| saved.is_char_boundary(*end));
    for end in ends.step_by(97) {
        assert!(matches!(GAME.load(&saved[..end]), Err(Corrupt::Json(_))), "{end}");
    }
    assert!(GAME.load(&saved).is_ok());
}

#[test]
fn truncated_records_are_not_followed() {
    let bench = lived_in();
    let mut table = GAME.open(&bench.records[0]).expect("it opens");
    for record in &bench.records[1..] {
        let before = table.save().expect("saved");
        let cut = record.len() / 2;
        assert!(matches!(table.apply_record(&record[..cut]), Err(Corrupt::Json(_))));
        assert_eq!(table.save().expect("saved"), before, "nothing of it stays");
        table.apply_record(record).expect("whole, it can be followed");
    }
    assert_eq!(table.save().expect("saved"), bench.save());
}

#[test]
fn records_in_the_wrong_order_are_errors_that_change_nothing() {
    let mut bench = TestTable::yard();
    bench.op(BO, Op::Command(json!({ "attack": { "who": 1, "target": 2 } }))).expect("legal");
    bench.says(DI, DARA, "parry", json!(false), &[]);
    let [opened, waiting, acted] = &bench.records[..] else { panic!("three records") };
    let mut table = GAME.open(opened).expect("it opens");
    assert!(matches!(GAME.open(waiting), Err(Corrupt::Order(_))), "it must begin with its beginning");
    let refuses = |table: &mut Box<dyn boneyard_table::table::AnyTable>, record: &str| {
        let before = table.save().expect("saved");
        let error = table.apply_record(record).expect_err("out of order");
        assert!(matches!(error, Corrupt::Order(_)), "{error}");
        assert_eq!(table.save().expect("saved"), before);
    };
    refuses(&mut table, opened);
    refuses(
        &mut table,
        r#"{"told":{"action":1,"told":[{"dice":{"rule":"TT-HIT-01","groups":[{"name":"dice","sides":6,"faces":[3]}],"how":{"drawn":{"stretch":0,"secret":false,"from":0}}}}]}}"#,
    );
    refuses(&mut table, r#"{"cancelled":{"action":1,"by":0}}"#);
    refuses(&mut table, r#"{"undone":{"from":1,"by":0,"crossed":false,"reason":null}}"#);
    table.apply_record(waiting).expect("in order");
    refuses(&mut table, waiting);
    refuses(&mut table, r#"{"contributed":{"seat":1,"text":"too late"}}"#);
    table.apply_record(acted).expect("in order");
    refuses(&mut table, acted);
    refuses(&mut table, waiting);
}

#[test]
fn a_table_of_another_game_with_strange_packs_or_without_dice_does_not_open() {
    let bench = lived_in();
    let edit = |path: &[&str], value: Value| {
        let mut saved: Value = serde_json::from_str(&bench.save()).expect("JSON");
        *path.iter().fold(&mut saved, |at, key| &mut at[*key]) = value;
        GAME.load(&saved.to_string()).expect_err("it does not open").to_string()
    };
    assert_eq!(edit(&["opened", "game"], json!("chess")), "this table is of another game: chess");
    let pack = json!([{ "name": "more", "files": [] }]);
    assert_eq!(edit(&["opened", "packs"], pack), "more: this game takes no packs");
    assert_eq!(
        edit(&["frame", "stretches"], json!([])),
        "the records do not fit together: there are no dice"
    );
    assert!(edit(&["seq"], json!(-1)).starts_with("this record cannot be read"));
    let packs = vec![PackName { name: "more".into(), files: Vec::new() }];
    let refused = GAME.stage("T", &Stage::default(), packs, Seeds { open: [0; 32], secret: [0; 32] });
    assert_eq!(refused.expect_err("no packs").to_string(), "more: this game takes no packs");
}

#[test]
fn a_record_that_tells_of_dice_again_does_not_turn_the_dice_back() {
    let mut bench = TestTable::yard();
    bench.op(BO, Op::Command(json!({ "contest": { "who": 1, "foe": 2 } }))).expect("legal");
    bench.op(BO, Op::Command(json!({ "attack": { "who": 1, "target": 2 } }))).expect("legal");
    let before = bench.table.frame().stretches[0].next;
    bench.apply_record(
        r#"{"told":{"action":2,"told":[{"dice":{"rule":"TT-HIT-01","groups":[{"name":"dice","sides":6,"faces":[3]}],"how":{"drawn":{"stretch":0,"secret":false,"from":0}}}}]}}"#,
    );
    assert_eq!(bench.table.frame().stretches[0].next, before);
    assert_eq!(bench.table.waits(), [(ActionId(2), false)], "and the action no longer fits");
}

#[test]
fn numbers_at_their_end_do_not_break_a_table() {
    let mut bench = TestTable::yard();
    let mut saved: Value = serde_json::from_str(&bench.save()).expect("JSON");
    saved["seq"] = json!(u32::MAX);
    saved["next_action"] = json!(u32::MAX);
    saved["frame"]["stretches"][0]["next"] = json!([u32::MAX, u32::MAX]);
    bench.table = GAME.load(&saved.to_string()).expect("it opens");
    bench.op(BO, Op::Command(json!({ "contest": { "who": 1, "foe": 2 } }))).expect("legal");
    bench.op(BO, Op::Command(json!({ "brood": { "who": 1 } }))).expect("legal");
}

/// Changes one value somewhere in a JSON text.
fn mutated(text: &str, place: usize, how: u8) -> String {
    let mut value: Value = serde_json::from_str(text).expect("JSON");
    let count = leaves(&mut value, &mut |_| ());
    let mut at = place % count.max(1);
    leaves(&mut value, &mut |leaf| {
        if at == 0 {
            *leaf = match how % 8 {
                0 => Value::Null,
                1 => json!(u32::MAX),
                2 => json!(0),
                3 => json!(255),
                4 => json!("Ghost"),
                5 => json!([]),
                6 => json!({}),
                _ => json!(!matches!(leaf, Value::Bool(true))),
            };
        }
        at = at.wrapping_sub(1);
    });
    value.to_string()
}

fn leaves(value: &mut Value, visit: &mut dyn FnMut(&mut Value)) -> usize {
    let below = match value {
        Value::Array(list) if !list.is_empty() => list.iter_mut().map(|one| leaves(one, visit)).sum(),
        Value::Object(map) if !map.is_empty() => map.values_mut().map(|one| leaves(one, visit)).sum(),
        _ => 0,
    };
    if below == 0 {
        visit(value);
        return 1;
    }
    below
}

/// Looks at everything and tries a few things: whatever the table became, it does not break.
fn use_table(bench: &mut TestTable) {
    for seat in [GM, BO, DI, Seat(9)] {
        bench.everything(seat);
    }
    bench.table.values_so_far();
    let _ = bench.table.fork("Fork", bench.table.done().first().copied(), support::SEEDS);
    let prompts = bench.table.prompts(GM);
    for prompt in prompts.iter().filter_map(|card| card.id.parse().ok()) {
        let _ = bench.table.plan(GM, answer(prompt, json!(1)), None);
    }
    for op in [
        Op::Command(json!({ "contest": { "who": 1, "foe": 2 } })),
        Op::Command(json!({ "attack": { "who": BRACK, "target": DARA } })),
        Op::Undo { from: None, reason: None },
    ] {
        let _ = bench.table.plan(GM, op, None);
    }
    assert_eq!(bench.reopened().save(), bench.save());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(160) })]

    #[test]
    fn a_record_changed_at_random_is_refused_or_followed_but_breaks_nothing(
        which in any::<prop::sample::Index>(), place in any::<usize>(), how in any::<u8>(),
    ) {
        let lived = lived_in();
        let which = which.index(lived.records.len());
        let bad = mutated(&lived.records[which], place, how);
        let opened = GAME.open(if which == 0 { &bad } else { &lived.records[0] });
        let Ok(table) = opened else { return Ok(()) };
        let mut bench = TestTable { table, records: Vec::new() };
        for (at, record) in lived.records.iter().enumerate().skip(1) {
            let before = bench.save();
            if bench.table.apply_record(if at == which { &bad } else { record }).is_err() {
                prop_assert_eq!(bench.save(), before, "an error changes nothing");
            }
        }
        use_table(&mut bench);
    }

    #[test]
    fn a_save_changed_at_random_opens_or_does_not_but_breaks_nothing(place in any::<usize>(), how in any::<u8>()) {
        if let Ok(table) = GAME.load(&mutated(&lived_in().save(), place, how)) {
            use_table(&mut TestTable { table, records: Vec::new() });
        }
    }

    #[test]
    fn a_request_changed_at_random_is_refused_or_legal_and_planning_changes_nothing(
        which in 0usize..8, place in any::<usize>(), how in any::<u8>(), seat in 0u8..5,
    ) {
        let bench = lived_in();
        let prompt = bench.prompt(DARA, "ready");
        let op = [
            Op::Command(json!({ "attack": { "who": 2, "target": 3 } })),
            Op::Command(json!({ "exchange": { "who": 2, "foe": 3, "dice": 2, "own": 1, "other": 1 } })),
            Op::Command(json!({ "note": { "text": "hm" } })),
            answer(prompt, json!(true)),
            Op::Delay { prompt },
            Op::Undo { from: Some(ActionId(3)), reason: Some("no".into()) },
            Op::Overrule { path: "Dara.hp".into(), value: json!(3), reason: "fate".into() },
            Op::Stand { creature: Some(DARA), answer: StandingAnswer::Instinct, until: StandingUntil::MyTurn },
        ][which].clone();
        let text = serde_json::to_string(&op).expect("a request can be written");
        let before = bench.save();
        if let Ok(op) = serde_json::from_str::<Op>(&mutated(&text, place, how))
            && let Ok(planned) = bench.table.plan(Seat(seat), op, None)
        {
            let mut after = bench.replayed();
            after.table.apply_record(&planned.record).expect("what is planned can be followed");
        }
        prop_assert_eq!(bench.save(), before);
    }
}
