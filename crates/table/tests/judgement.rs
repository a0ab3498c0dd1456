//! What the rules leave to the game master: proposals, precedents, rules of the table, free words.

use boneyard_table::frame::{StandingAnswer, StandingUntil};
use boneyard_table::judge::Level;
use boneyard_table::table::{Op, Planned};
use boneyard_table::view::{JudgeCard, PromptKind};
use serde_json::{Value, json};

use crate::support::duel::TRY;
use crate::support::{BO, DI, GM, TestTable, answer};

fn tries(what: &str) -> Value {
    json!({ "try": { "who": "Brack", "what": what } })
}

fn judge(bench: &TestTable, what: &str) -> JudgeCard {
    match bench.card(None, what).kind {
        PromptKind::Judge(judge) => judge,
        other => panic!("not a judgement: {other:?}"),
    }
}

fn rules(bench: &mut TestTable, what: &str, say: Value, table_rule: bool, dice: &[u8]) -> Planned {
    let prompt = bench.card(None, what).id.parse().expect("a number");
    bench.op_with(GM, Op::Answer { prompt, say, table_rule }, dice).expect("the ruling is legal")
}

/// Lifting the gate was ruled easy.
fn ruled() -> TestTable {
    let mut bench = TestTable::yard();
    bench.does(BO, tries("lift the gate"), &[]);
    rules(&mut bench, "lift the gate", json!("easy"), false, &[3]);
    bench
}

fn level(rule: Option<boneyard_table::RuleId>, level: Level) -> Op {
    Op::Level { rule, level }
}

#[test]
fn the_first_time_the_game_master_is_asked_with_a_proposal_and_its_reason() {
    let mut bench = TestTable::yard();
    assert!(bench.does(BO, tries("lift the gate"), &[]).waits);
    let card = judge(&bench, "lift the gate");
    assert_eq!((card.proposal, card.reason.text()), (json!("hard"), "most things are"));
    assert!(card.precedents.is_empty() && card.free);
    assert!(bench.table.prompts(BO).is_empty(), "it is not Bo's to judge");
    rules(&mut bench, "lift the gate", json!("easy"), false, &[3]);
    assert_eq!(bench.value("last.outcome"), "success");
    assert!(bench.log(DI).contains(&"Ruled on lift the gate: easy.".to_owned()));
    assert!(!bench.everything(BO).contains("older than it looks"), "what is for the GM's eyes stays there");
}

#[test]
fn suggested_again_the_same_is_taken_as_before_without_asking() {
    let mut bench = ruled();
    assert!(!bench.does(BO, tries("lift the gate"), &[2]).waits);
    assert_eq!(bench.value("last.outcome"), "success", "two is enough, as it was ruled easy");
    assert!(bench.log(BO).contains(&"Ruled on lift the gate: easy, as before.".to_owned()));
    assert!(bench.table.frame().rulings.iter().filter(|ruling| !ruling.unasked).count() == 1);
}

#[test]
fn another_tag_is_another_matter() {
    let mut bench = ruled();
    assert!(bench.does(BO, tries("pick the lock"), &[]).waits);
    let card = judge(&bench, "pick the lock");
    assert_eq!((card.proposal, card.precedents.len()), (json!("hard"), 0));
}

#[test]
fn asked_every_time_the_last_ruling_is_the_proposal() {
    let mut bench = ruled();
    bench.op(GM, level(None, Level::Ask)).expect("the GM may");
    assert!(bench.does(BO, tries("lift the gate"), &[]).waits);
    let card = judge(&bench, "lift the gate");
    assert_eq!((card.proposal, card.reason.text()), (json!("easy"), "as ruled before: easy"));
    assert_eq!(card.precedents.iter().map(|earlier| earlier.say.text()).collect::<Vec<_>>(), ["easy"]);
    rules(&mut bench, "lift the gate", json!("no"), false, &[]);
    bench.does(BO, tries("lift the gate"), &[]);
    let card = judge(&bench, "lift the gate");
    assert_eq!(card.precedents.iter().map(|earlier| earlier.say.text()).collect::<Vec<_>>(), ["no", "easy"]);
}

#[test]
fn applied_the_proposal_is_taken_even_the_first_time() {
    let mut bench = TestTable::yard();
    bench.op(GM, level(Some(TRY), Level::Apply)).expect("the GM may");
    assert!(!bench.does(BO, tries("lift the gate"), &[4]).waits);
    assert_eq!(bench.value("last.outcome"), "failure", "hard, as proposed");
    assert!(bench.table.frame().precedents(TRY, "lift the gate").is_empty(), "nobody ruled, nothing was set");
}

#[test]
fn a_rule_has_a_level_of_its_own_before_the_tables() {
    let mut bench = TestTable::yard();
    bench.op(GM, level(None, Level::Apply)).expect("the GM may");
    bench.op(GM, level(Some(TRY), Level::Ask)).expect("the GM may");
    assert!(bench.does(BO, tries("lift the gate"), &[]).waits);
    assert_eq!(bench.refuses(BO, level(None, Level::Apply)).code(), "only-gm");
}

#[test]
fn a_rule_of_the_table_comes_before_later_rulings() {
    let mut bench = TestTable::yard();
    bench.op(GM, level(None, Level::Ask)).expect("the GM may");
    bench.does(BO, tries("lift the gate"), &[]);
    rules(&mut bench, "lift the gate", json!("no"), true, &[]);
    bench.does(BO, tries("lift the gate"), &[]);
    rules(&mut bench, "lift the gate", json!("easy"), false, &[1]);
    bench.does(BO, tries("lift the gate"), &[]);
    let card = judge(&bench, "lift the gate");
    assert_eq!(card.proposal, json!("no"));
    assert!(card.precedents[0].table_rule && !card.precedents[1].table_rule);
    rules(&mut bench, "lift the gate", json!("no"), false, &[]);
    bench.op(GM, level(None, Level::Suggest)).expect("the GM may");
    assert!(!bench.does(BO, tries("lift the gate"), &[]).waits, "now it goes by the table's rule");
}

#[test]
fn words_of_the_game_masters_own_go_on_like_the_option_they_name() {
    let mut bench = TestTable::yard();
    bench.does(BO, tries("lift the gate"), &[]);
    let say = json!({ "free": "only with Dara's help", "like": "easy" });
    rules(&mut bench, "lift the gate", say, false, &[2]);
    assert_eq!(bench.value("last.outcome"), "success");
    assert!(bench.log(DI).contains(&"Ruled on lift the gate: only with Dara's help.".to_owned()));
    assert!(bench.does(BO, tries("lift the gate"), &[]).waits, "free words settle nothing beforehand");
    let card = judge(&bench, "lift the gate");
    assert_eq!((card.proposal, card.precedents[0].say.text()), (json!("hard"), "only with Dara's help"));
    rules(&mut bench, "lift the gate", json!({ "free": "as usual" }), false, &[5]);
    assert_eq!(bench.value("last.outcome"), "success", "without `like`, as proposed");
}

#[test]
fn what_is_no_ruling_is_refused_by_the_rule() {
    let mut bench = TestTable::yard();
    bench.does(BO, tries("lift the gate"), &[]);
    let prompt = bench.card(None, "lift the gate").id.parse().expect("a number");
    for (say, code) in [
        (json!("trivial"), "no-such-ruling"),
        (json!({ "free": "yes", "like": "trivial" }), "no-such-ruling"),
        (json!({ "free": "  " }), "unreadable"),
        (json!(7), "unreadable"),
        (json!({ "free": "x".repeat(401) }), "words"),
    ] {
        let refusal = bench.refuses(GM, answer(prompt, say));
        assert_eq!((refusal.code(), refusal.rules().next()), (code, Some(TRY)));
    }
    assert_eq!(bench.refuses(BO, answer(prompt, json!("easy"))).code(), "not-asked");
}

#[test]
fn the_game_master_may_take_every_proposal_beforehand() {
    let mut bench = TestTable::yard();
    let op = Op::Stand { creature: None, answer: StandingAnswer::Proposal, until: StandingUntil::Revoked };
    bench.op(GM, op).expect("the GM may");
    assert!(!bench.does(BO, tries("lift the gate"), &[5]).waits);
    assert_eq!(bench.value("last.outcome"), "success");
}

#[test]
fn a_ruling_waiting_in_a_save_is_asked_again_with_the_same_words() {
    let mut bench = TestTable::yard();
    bench.does(BO, tries("lift the gate"), &[]);
    let mut reopened = bench.reopened();
    assert_eq!(judge(&reopened, "lift the gate"), judge(&bench, "lift the gate"));
    rules(&mut reopened, "lift the gate", json!("easy"), true, &[6]);
    rules(&mut bench, "lift the gate", json!("easy"), true, &[6]);
    assert_eq!(reopened.save(), bench.save());
}
