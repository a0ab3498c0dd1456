//! What was played, written down as a story and told again.

use boneyard_table::frame::{SeatInfo, StandingAnswer, StandingUntil};
use boneyard_table::live::ActionId;
use boneyard_table::stage::Stage;
use boneyard_table::story::{Written, write_story};
use boneyard_table::table::Op;
use boneyard_table::{Role, Seat};
use serde_json::{Value, json};

use crate::support::{BO, DARA, DI, GAME, GM, TestTable, YARD};

fn attack(who: &str, target: &str) -> Value {
    json!({ "attack": { "who": who, "target": target } })
}

fn written(bench: &TestTable, before: Option<ActionId>) -> Written {
    let records: Vec<&str> = bench.records.iter().map(String::as_str).collect();
    let yard: Stage = toml::from_str(YARD).expect("the stage can be read");
    write_story(&GAME, "An evening in the yard", &records, &[yard], before)
        .expect("its own records can be read")
}

#[test]
fn a_fight_with_an_answer_is_told_again_with_its_dice_and_names_and_holds() {
    let mut bench = TestTable::yard();
    assert!(bench.does(BO, attack("Brack", "Dara"), &[3]).waits);
    bench.says(DI, DARA, "parry", json!(true), &[2]);
    let story = written(&bench, None);
    assert_eq!(story.failures, [""; 0], "{}", story.text);
    for part in [
        "story = \"An evening in the yard\"",
        "who = \"Brack\"",
        "target = \"Dara\"",
        "dice = [3, 2]",
        "by = \"Dara\"",
        "to = \"parry\"",
        "say = true",
    ] {
        assert!(story.text.contains(part), "{part} is missing:\n{}", story.text);
    }
}

#[test]
fn what_was_taken_back_is_left_out_and_so_is_what_came_later() {
    let mut bench = TestTable::yard();
    let stand =
        Op::Stand { creature: Some(DARA), answer: StandingAnswer::Instinct, until: StandingUntil::Revoked };
    bench.op(DI, stand).expect("a seat may stand");
    bench.does(BO, attack("Brack", "Dara"), &[2]);
    bench.op(GM, Op::Undo { from: None, reason: None }).expect("the GM may");
    // Dara is held since, and Di answers; then she goes on by herself.
    assert!(bench.does(BO, attack("Brack", "Dara"), &[3]).waits);
    bench.says(DI, DARA, "parry", json!(false), &[]);
    bench.op(DI, Op::GoOn).expect("her own");
    bench
        .op(GM, Op::Overrule { path: "Brack.hp".into(), value: json!(1), reason: "a slip".into() })
        .expect("legal");
    let story = written(&bench, None);
    assert_eq!(story.failures, [""; 0], "{}", story.text);
    assert!(!story.text.contains("dice = [2]") && story.text.contains("dice = [3]"), "{}", story.text);
    assert!(story.text.contains("reason = \"a slip\""), "{}", story.text);
    let earlier = written(&bench, Some(ActionId(3)));
    assert!(!earlier.text.contains("a slip"), "{}", earlier.text);
}

#[test]
fn what_came_back_step_by_step_is_told_in_its_order() {
    let mut bench = TestTable::yard();
    let note = |text: &str| json!({ "note": { "text": text } });
    for text in ["one", "two", "three"] {
        bench.does(BO, note(text), &[]);
    }
    for _ in 0..3 {
        bench.op(GM, Op::Undo { from: None, reason: None }).expect("the GM may");
    }
    for _ in 0..2 {
        bench.op(GM, Op::Redo).expect("the GM may");
    }
    let story = written(&bench, None);
    assert_eq!(story.failures, [""; 0], "{}", story.text);
    let at = |text: &str| story.text.find(&format!("text = \"{text}\""));
    assert!(at("one") < at("two") && at("one").is_some(), "{}", story.text);
    assert_eq!(at("three"), None, "{}", story.text);
    let first = written(&bench, Some(ActionId(2)));
    assert_eq!(first.failures, [""; 0], "{}", first.text);
    assert!(first.text.contains("\"one\"") && !first.text.contains("\"two\""), "{}", first.text);
}

#[test]
fn who_comes_later_or_is_called_otherwise_is_told_again_under_one_name() {
    let mut bench = TestTable::yard();
    let late = Seat(5);
    let info = |name: &str| SeatInfo { name: name.into(), role: Role::Player, types_dice: false };
    bench.does(DI, json!({ "note": { "text": "as Di" } }), &[]);
    bench.op(GM, Op::Sit { seat: late, info: info("Mira") }).expect("the GM seats people");
    bench.op(DI, Op::Sit { seat: DI, info: info("Diana") }).expect("her own name");
    bench.does(late, json!({ "note": { "text": "as Mira" } }), &[]);
    let stand =
        Op::Stand { creature: Some(DARA), answer: StandingAnswer::Instinct, until: StandingUntil::Revoked };
    bench.op(DI, stand).expect("a seat may stand");
    bench.op(DI, Op::StandNoMore { creature: Some(DARA) }).expect("and take it back");
    assert!(bench.does(BO, attack("Brack", "Dara"), &[3]).waits);
    bench.says(DI, DARA, "parry", json!(true), &[2]);
    let story = written(&bench, None);
    assert_eq!(story.failures, [""; 0], "{}", story.text);
    assert!(story.text.contains("seat = \"Diana\"") && !story.text.contains("\"Di\""), "{}", story.text);
    assert!(story.text.contains("seat = \"Mira\""), "{}", story.text);
}

#[test]
fn a_beginning_that_is_no_ready_scene_is_said_so_at_the_top() {
    let bench = TestTable::yard();
    let records: Vec<&str> = bench.records.iter().map(String::as_str).collect();
    let story = write_story(&GAME, "Elsewhere", &records, &[], None).expect("its own records can be read");
    assert!(story.text.starts_with("# Told again: how the table began is no ready scene"), "{}", story.text);
}
