//! Lanes: one action waits in each; what waits is run again on what is committed by then.

use boneyard_table::live::ActionId;
use boneyard_table::table::{AnyGame, Op};
use boneyard_table::view::LineKind;
use serde_json::{Value, json};

use crate::support::{self, BO, BRACK, DARA, DI, GAME, GM, TestTable};

fn attack() -> Value {
    json!({ "attack": { "who": "Brack", "target": "Dara" } })
}

fn train(who: &str) -> Value {
    json!({ "train": { "who": who } })
}

#[test]
fn a_busy_scene_refuses_with_who_is_waited_for() {
    let mut bench = TestTable::yard();
    bench.does(BO, attack(), &[3]);
    let busy = bench.refuses(BO, Op::Command(json!({ "brood": { "who": "Brack" } })));
    assert_eq!((busy.code(), busy.to_string()), ("busy", "Waiting for Di.".into()));
    assert_eq!(busy.reasons[0].values, [("action".into(), json!(1))]);
    let probed = bench.table.probe(BO, json!({ "brood": { "who": "Brack" } }));
    assert_eq!(probed, Err(busy), "a greyed button says the same");
}

#[test]
fn another_lane_and_no_lane_go_on_meanwhile() {
    let mut bench = TestTable::yard();
    bench.does(BO, attack(), &[3]);
    bench.does(BO, train("Brack"), &[]);
    bench.does(DI, train("Dara"), &[]);
    bench.does(DI, json!({ "note": { "text": "Bo is bold." } }), &[]);
    assert_eq!(bench.table.waits(), [(ActionId(1), true), (ActionId(2), true), (ActionId(3), true)]);
    assert_eq!(bench.refuses(BO, Op::Command(train("Brack"))).code(), "busy", "Brack's own lane is taken");
    bench.says(DI, DARA, "parry", json!(false), &[]);
    bench.says(BO, BRACK, "hours", json!(6), &[]);
    bench.says(BO, BRACK, "ready", json!(true), &[6]);
    assert_eq!(bench.value("Brack.skill"), 13);
    assert_eq!(bench.table.done(), [4, 1, 2].map(ActionId));
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn what_belongs_to_no_lane_may_not_wait() {
    let mut bench = TestTable::yard();
    assert_eq!(bench.refuses(BO, Op::Command(json!({ "hum": { "who": "Brack" } }))).code(), "rules-fault");
}

#[test]
fn a_waiting_action_runs_again_on_what_is_committed_by_then() {
    let mut bench = TestTable::yard();
    bench.does(DI, train("Dara"), &[]);
    assert!(bench.card(Some(DARA), "hours").question.text().contains("5 hit points"));
    bench.does(GM, attack(), &[2]);
    bench.says(DI, DARA, "parry", json!(false), &[]);
    assert!(
        bench.card(Some(DARA), "hours").question.text().contains("3 hit points"),
        "asked anew, nothing was told yet"
    );
    assert_eq!(bench.table.waits(), [(ActionId(1), true)]);
}

/// Dara has said how long; then an attack changes what she had been asked.
fn outdated() -> TestTable {
    let mut bench = TestTable::yard();
    bench.does(DI, train("Dara"), &[]);
    bench.says(DI, DARA, "hours", json!(4), &[]);
    bench.does(GM, attack(), &[2]);
    bench.says(DI, DARA, "parry", json!(false), &[]);
    bench
}

#[test]
fn an_answer_to_something_that_is_asked_differently_now_is_noticed_and_offered_afresh() {
    let mut bench = outdated();
    assert_eq!(bench.table.waits(), [(ActionId(1), false)]);
    assert!(bench.table.prompts(GM).is_empty());
    assert_eq!(bench.refuses(DI, Op::Command(train("Dara"))).code(), "busy");
    assert_eq!(bench.refuses(BO, Op::Afresh { action: ActionId(1) }).code(), "only-gm", "it is not Bo's");
    let before = bench.table.state().expect("a state");
    // As Di counts: the attack is over and is the first, what waits comes after it.
    let planned = bench.op(DI, Op::Afresh { action: ActionId(2) }).expect("Dara's player may");
    assert_eq!(planned.action, Some(ActionId(3)));
    assert_eq!(bench.table.waits(), [(ActionId(3), true)]);
    assert!(bench.card(Some(DARA), "hours").question.text().contains("3 hit points"));
    assert_eq!(bench.table.state().expect("a state"), before);
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn what_no_longer_fits_can_be_dropped_by_its_own_player() {
    let mut bench = outdated();
    bench.op(DI, Op::Cancel { action: ActionId(2) }).expect("Dara's player may");
    assert_eq!(bench.table.waits(), []);
}

#[test]
fn what_still_fits_is_dropped_by_the_game_master_alone_and_never_begun_afresh() {
    let mut bench = TestTable::yard();
    bench.does(BO, attack(), &[3]);
    let action = ActionId(1);
    assert_eq!(bench.refuses(BO, Op::Cancel { action }).code(), "only-gm");
    assert_eq!(bench.refuses(GM, Op::Afresh { action }).code(), "still-fits");
    assert_eq!(bench.refuses(GM, Op::Cancel { action: ActionId(7) }).code(), "no-such-action");
    bench.op(GM, Op::Cancel { action }).expect("the GM may");
    assert_eq!((bench.table.waits(), bench.value("Dara.hp")), (vec![], json!(5)));
    let dropped = "Dropped before it was done. The dice seen stay spent.";
    assert_eq!(bench.log(DI), ["Brack rolls 1d6: 3.", dropped], "what was seen stays, struck through");
    assert_eq!(bench.replayed().save(), bench.save());
    assert_eq!(bench.table.done(), []);
}

/// The same save, as if the rules had changed since the action in it began.
fn with_other_rules(saved: &str) -> String {
    let mut value: Value = serde_json::from_str(saved).expect("a save is JSON");
    value["waiting"][0]["rules"] = json!("duel-0");
    // Written by the table itself, so that the order of keys is the table's.
    GAME.load(&value.to_string()).expect("it opens").save().expect("it is saved")
}

#[test]
fn under_changed_rules_the_action_is_offered_afresh_and_nothing_else_is_touched() {
    let mut bench = TestTable::yard();
    bench.does(BO, json!({ "note": { "text": "before" } }), &[]);
    bench.op(BO, Op::Command(attack())).expect("legal");
    let saved = bench.save();
    let changed = with_other_rules(&saved);
    assert_eq!(changed.replacen("duel-0", "duel-1", 1), saved, "the rest is byte for byte the same");

    bench.table = GAME.load(&changed).expect("it opens");
    assert_eq!(bench.table.waits(), [(ActionId(2), false)]);
    let prompt = "2.1.0".parse().expect("a prompt number");
    assert_eq!(bench.refuses(GM, support::answer(prompt, json!(true))).code(), "afresh");
    assert_eq!(bench.refuses(DI, support::answer(prompt, json!(true))).code(), "not-asked");
    assert!(bench.table.view(DI).waiting_for[0].say.text().contains("no longer fits"));
    let note = bench.does(DI, json!({ "note": { "text": "play goes on" } }), &[]);
    assert!(!note.waits);
}

#[test]
fn begun_afresh_it_draws_new_dice_and_the_old_ones_never_again() {
    let mut bench = TestTable::yard();
    bench.op(BO, Op::Command(attack())).expect("legal");
    let first = bench.table.frame().stretches[0].drawn.clone();
    bench.table = GAME.load(&with_other_rules(&bench.save())).expect("it opens");
    bench.op(BO, Op::Afresh { action: ActionId(1) }).expect("Bo's own");
    let stretch = &bench.table.frame().stretches[0];
    assert_eq!(stretch.drawn[..1], first);
    let counters: Vec<u32> = stretch.drawn.iter().map(|(_, counter, ..)| *counter).collect();
    assert_eq!((counters, stretch.next), (vec![0, 1], [2, 0]));
    let rolls = bench.table.lines(GM, ActionId(0));
    let rolls = rolls.iter().filter(|line| matches!(line.kind, LineKind::Roll { .. }));
    assert_eq!(rolls.count(), 1, "only the new one counts");
    bench.says(DI, DARA, "parry", json!(false), &[]);
    assert_eq!(bench.table.done(), [ActionId(2)]);
}

#[test]
fn dropped_under_changed_rules_it_leaves_nothing_but_spent_dice() {
    let mut bench = TestTable::yard();
    bench.op(BO, Op::Command(attack())).expect("legal");
    bench.table = GAME.load(&with_other_rules(&bench.save())).expect("it opens");
    bench.op(BO, Op::Cancel { action: ActionId(1) }).expect("stale and Bo's own");
    assert_eq!(bench.table.frame().stretches[0].next, [1, 0]);
    bench.op(BO, Op::Command(attack())).expect("the lane is free");
    assert_eq!(bench.table.frame().stretches[0].next, [2, 0]);
}
