//! Review before it counts: a table may let its game master see what every action is about to do.

use boneyard_table::table::Op;
use boneyard_table::view::PromptKind;
use serde_json::{Value, json};

use crate::support::duel::OVERRULE;
use crate::support::{BO, DARA, DI, GM, TestTable, answer};

/// Brack has struck Dara for two, and the game master looks at it.
fn struck() -> TestTable {
    let mut bench = TestTable::yard();
    bench.op(GM, Op::Review { on: true }).expect("legal");
    bench.does(BO, json!({ "attack": { "who": "Brack", "target": "Dara" } }), &[2]);
    bench.says(DI, DARA, "parry", json!(false), &[]);
    bench
}

fn says(bench: &mut TestTable, say: Value) {
    let prompt = bench.card(None, "review").id.parse().expect("a prompt has a number");
    bench.op_with(GM, answer(prompt, say), &[]).expect("legal");
}

#[test]
fn nothing_counts_before_the_game_master_has_seen_it() {
    let mut bench = struck();
    assert_eq!(bench.table.values()["Dara"]["hp"], 5);
    let card = bench.card(None, "review");
    let PromptKind::Review { facts } = &card.kind else { panic!("{:?} is no review", card.kind) };
    let told: Vec<&str> = facts.iter().map(|line| line.say.text()).collect();
    assert!(told.contains(&"Dara goes from 5 to 3 hit points."), "{told:?}");
    assert_eq!(bench.table.prompts(BO), []);
    for other in [bench.reopened(), bench.replayed()] {
        assert_eq!(other.save(), bench.save());
        assert_eq!(other.card(None, "review"), card);
    }
    says(&mut bench, json!("accept"));
    assert_eq!((bench.value("Dara.hp"), bench.value("turn")), (json!(3), json!("Dara")));
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn a_value_is_changed_in_the_same_breath_with_a_reason() {
    let mut bench = struck();
    let change = json!({ "path": "Dara.hp", "value": 4, "reason": " The blow glanced off. " });
    says(&mut bench, json!({ "change": [change] }));
    assert_eq!((bench.value("Dara.hp"), bench.table.done().len()), (json!(4), 1), "one action");
    let log = bench.log(DI);
    assert!(log.contains(&"The GM set Dara.hp from 3 to 4: The blow glanced off.".to_owned()), "{log:?}");
    assert_eq!(bench.replayed().save(), bench.save());
    bench.op(GM, Op::Undo { from: None, reason: None }).expect("legal");
    assert_eq!(bench.value("Dara.hp"), 5, "and is undone with it");
}

#[test]
fn what_the_game_master_does_not_want_is_dropped() {
    let mut bench = struck();
    let (action, _) = bench.table.waits()[0];
    bench.op(GM, Op::Cancel { action }).expect("legal");
    assert_eq!((bench.value("Dara.hp"), bench.table.done().len()), (json!(5), 0));
}

#[test]
fn a_wrong_review_is_refused_and_changes_nothing() {
    let mut bench = struck();
    let prompt = bench.card(None, "review").id.parse().expect("a prompt has a number");
    let change = |path: &str, value: Value, reason: &str| json!({ "change": [{ "path": path, "value": value, "reason": reason }] });
    for (say, code) in [
        (json!("fine"), "unreadable"),
        (json!(true), "unreadable"),
        (json!({ "change": "all" }), "unreadable"),
        (json!({ "change": [], "also": 1 }), "unreadable"),
        (json!({ "change": [{ "path": "Dara.hp", "value": 4 }] }), "unreadable"),
        (change("Dara.hp", json!(4), "  "), "no-reason"),
        (change("Dara.luck", json!(4), "Because."), "no-such-value"),
        (
            json!({ "change": vec![json!({ "path": "Dara.hp", "value": 4, "reason": "Why not." }); 21] }),
            "too-many",
        ),
    ] {
        let refusal = bench.refuses(GM, answer(prompt, say.clone()));
        assert_eq!((refusal.code(), refusal.rules().collect()), (code, vec![OVERRULE]), "{say}");
    }
    assert_eq!(bench.refuses(BO, answer(prompt, json!("accept"))).code(), "not-asked");
    assert_eq!(bench.refuses(BO, Op::Review { on: false }).code(), "only-gm");
    assert_eq!(bench.refuses(GM, Op::Delay { prompt }).code(), "not-by-instinct");
}

#[test]
fn what_began_under_review_stays_under_review_and_what_begins_later_does_not() {
    let mut bench = struck();
    bench.op(GM, Op::Review { on: false }).expect("legal");
    assert!(bench.table.waits()[0].1, "it still fits");
    says(&mut bench, json!("accept"));
    assert_eq!(bench.value("Dara.hp"), 3);
    bench.does(DI, json!({ "shake": { "who": "Dara", "target": "Raider" } }), &[]);
    assert_eq!(bench.table.done().len(), 2, "nobody looks any more");
}

#[test]
fn a_secret_under_review_is_still_a_secret() {
    let mut bench = TestTable::yard();
    bench.op(GM, Op::Review { on: true }).expect("legal");
    let before = bench.everything(BO);
    bench.does(GM, json!({ "brood": { "who": "Raider" } }), &[4]);
    assert_eq!(bench.everything(BO), before);
    bench.does(BO, json!({ "note": { "text": "It is quiet." } }), &[]);
    says(&mut bench, json!("accept"));
    assert_eq!(bench.value("doom"), 4);
}

#[test]
fn notes_and_refusals_are_not_reviewed() {
    let mut bench = TestTable::yard();
    bench.op(GM, Op::Review { on: true }).expect("legal");
    bench.does(BO, json!({ "note": { "text": "It is quiet." } }), &[]);
    assert_eq!(bench.table.done().len(), 1);
    let refusal = bench.refuses(BO, Op::Command(json!({ "attack": { "who": "Brack", "target": "Brack" } })));
    assert_eq!(refusal.code(), "no-target");
}
