//! Fewer questions without fewer choices: what has one answer or goes without saying is not asked, the same question to
//! several creatures is answered in one breath, and what is always answered alike is said beforehand.

use boneyard_table::asks::Asks;
use boneyard_table::frame::StandingUntil;
use boneyard_table::stage::Stage;
use boneyard_table::story::write_story;
use boneyard_table::table::{Op, Saying};
use boneyard_table::{Seat, Who};
use serde_json::{Value, json};

use crate::support::{BO, BRACK, DARA, DI, GAME, GHOST, GM, RAIDER, TestTable};

/// Brack has no parry left, and the raider is on.
const WORN: &str = r#"
seats = { Bo = ["Brack"], Di = ["Dara"] }
battle = { turn = "Raider" }
[heroes]
Brack = { set = { parries = 0 } }
Dara = {}
[creatures]
Raider = {}
Ghost = { set = { hidden = true } }
"#;

fn attack(who: &str, target: &str) -> Value {
    json!({ "attack": { "who": who, "target": target } })
}

fn exchange(own: u8) -> Value {
    json!({ "exchange": { "who": "Brack", "foe": "Raider", "dice": 2, "own": own, "other": 0 } })
}

fn asked(bench: &TestTable) -> Vec<(String, Option<Who>)> {
    bench.table.prompts(GM).into_iter().map(|card| (card.name, card.who)).collect()
}

fn asks(bench: &mut TestTable, seat: Seat, asks: Asks) {
    bench.op(seat, Op::Asks { asks, everybody: false }).expect("anybody may say how much they are asked");
}

fn saying(bench: &TestTable, seat: Seat, who: Who, say: Value) -> Saying {
    let card = bench.table.prompts(seat).into_iter().find(|card| card.who == Some(who)).expect("it is asked");
    Saying { prompt: card.id.parse().expect("a prompt has a number"), say }
}

#[test]
fn a_question_with_one_legal_answer_is_not_put() {
    let mut bench = TestTable::set(WORN);
    assert!(!bench.does(GM, attack("Raider", "Brack"), &[3]).waits, "nothing can be parried with");
    assert_eq!(asked(&bench), []);
    assert_eq!(bench.replayed().save(), bench.save(), "what was answered is written down");
    assert!(bench.log(BO).iter().all(|line| !line.contains("not asked")), "{:?}", bench.log(BO));
}

#[test]
fn whoever_wants_every_question_gets_it() {
    let mut bench = TestTable::set(WORN);
    asks(&mut bench, BO, Asks::Every);
    assert!(bench.does(GM, attack("Raider", "Brack"), &[3]).waits);
    assert_eq!(asked(&bench), [("parry".to_owned(), Some(BRACK))]);
    let bench = bench.reopened();
    assert_eq!(bench.table.frame().asks_for(BO), Asks::Every);
    assert_eq!(bench.table.frame().asks_for(DI), Asks::Matters, "others are asked as before");
}

#[test]
fn the_game_master_says_it_for_everybody_who_has_not_and_nobody_else_does() {
    let mut bench = TestTable::set(WORN);
    asks(&mut bench, DI, Asks::Mortal);
    let all = Op::Asks { asks: Asks::Every, everybody: true };
    assert_eq!(bench.refuses(BO, all.clone()).code(), "only-gm");
    bench.op(GM, all).expect("the GM may");
    let frame = bench.table.frame();
    assert_eq!((frame.asks_for(BO), frame.asks_for(DI)), (Asks::Every, Asks::Mortal));
}

#[test]
fn what_goes_without_saying_is_not_asked_and_what_can_get_better_is() {
    let mut bench = TestTable::yard();
    bench.does(BO, exchange(1), &[6, 6]);
    assert_eq!(asked(&bench), [("reroll".to_owned(), Some(RAIDER))], "nothing beats two sixes");
    let mut bench = TestTable::yard();
    bench.does(BO, exchange(1), &[6, 2]);
    assert_eq!(asked(&bench), [("reroll".to_owned(), Some(BRACK))]);
    let card = bench.card(Some(BRACK), "reroll");
    assert_eq!(card.stands.map(|stands| stands.say.text().to_owned()).as_deref(), Some("Made so far"));
    assert_eq!(card.verbs.map(|verbs| verbs.leave.text().to_owned()).as_deref(), Some("Keep them"));
}

#[test]
fn whoever_is_asked_only_what_may_kill_is_told_what_was_chosen() {
    let mut bench = TestTable::yard();
    asks(&mut bench, BO, Asks::Mortal);
    bench.does(BO, exchange(1), &[4, 2, 5]);
    assert_eq!(asked(&bench), [("reroll".to_owned(), Some(RAIDER))], "instinct rerolled the 2");
    let told = |seat| bench.log(seat).iter().any(|line| line.starts_with("Brack was not asked"));
    assert!(told(BO), "{:?}", bench.log(BO));
    assert!(!told(DI) && !told(GM), "it is nobody else's business");
    let mut bench = TestTable::set(&WORN.replace("parries = 0", "hp = 2"));
    asks(&mut bench, BO, Asks::Mortal);
    assert!(bench.does(GM, attack("Raider", "Brack"), &[3]).waits, "Brack may die of this");
}

#[test]
fn the_same_question_to_several_creatures_of_a_seat_stands_together() {
    let mut bench = TestTable::yard();
    bench.does(GM, json!("bid"), &[]);
    let group = |who| bench.card(Some(who), "bid").group;
    assert!(group(RAIDER).is_some() && group(RAIDER) == group(GHOST), "both are the GM's");
    assert_eq!((group(BRACK), group(DARA)), (None, None), "one hero each");
    assert_eq!(bench.table.prompts(BO)[0].group, None);
}

#[test]
fn several_answers_count_together_or_not_at_all() {
    let mut bench = TestTable::yard();
    bench.does(GM, json!("bid"), &[]);
    let (raider, ghost) = (saying(&bench, GM, RAIDER, json!(1)), saying(&bench, GM, GHOST, json!(99)));
    let refusal = bench.refuses(GM, Op::Answers(vec![raider.clone(), ghost.clone()]));
    assert_eq!(refusal.code(), "too-many");
    assert!(refusal.to_string().starts_with("Ghost: "), "it says whose is wrong: {refusal}");
    assert_eq!(
        refusal.reasons[0].values.last(),
        Some(&("prompt".to_owned(), json!(ghost.prompt.to_string())))
    );
    assert_eq!(bench.refuses(GM, Op::Answers(vec![raider.clone(), raider.clone()])).code(), "twice");
    assert_eq!(bench.refuses(GM, Op::Answers(Vec::new())).code(), "answers");
    assert_eq!(bench.refuses(GM, Op::Answers(vec![raider.clone(); 65])).code(), "answers");
    assert_eq!(bench.refuses(BO, Op::Answers(vec![raider.clone()])).code(), "not-asked", "not Bo's to say");
    let ghost = Saying { say: json!(0), ..ghost };
    bench.op_with(GM, Op::Answers(vec![raider, ghost]), &[]).expect("both are legal");
    assert_eq!(asked(&bench).len(), 2, "the heroes are still asked");
    for (seat, who) in [(BO, BRACK), (DI, DARA)] {
        let own = saying(&bench, seat, who, json!(0));
        bench.op_with(seat, Op::Answers(vec![own]), &[]).expect("a player may answer so too");
    }
    assert_eq!(asked(&bench), []);
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn answers_nobody_needs_any_more_are_left_out() {
    let mut bench = TestTable::set(
        "seats = { Bo = [\"A\"], Cy = [\"B\"], Di = [\"C\"], Ed = [\"D\"] }\nheroes = { A = {}, B = {}, C = {}, D = {} }",
    );
    bench.does(BO, json!({ "camp": { "who": "A" } }), &[]);
    let all = bench.table.prompts(GM).into_iter();
    let all = all.map(|card| Saying { prompt: card.id.parse().expect("a number"), say: json!(true) });
    let all: Vec<Saying> = all.collect();
    assert_eq!(all.len(), 3);
    bench.op_with(GM, Op::Answers(all), &[]).expect("the GM answers for all who are absent");
    assert_eq!(bench.value("last.outcome"), "success", "two of them decided it");
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn what_is_said_beforehand_answers_until_it_ends_or_is_taken_back() {
    let mut bench = TestTable::yard();
    let word = |until| Op::Beforehand { question: "reroll".into(), id: "keep-made".into(), until };
    assert_eq!(bench.refuses(BO, word(StandingUntil::Revoked)).code(), "not-offered", "nothing is asked yet");
    bench.does(BO, exchange(1), &[5, 2]);
    let offered = bench.card(Some(BRACK), "reroll").beforehand;
    assert_eq!(offered[0].say, Some(Value::Null), "it would leave them now");
    let other =
        Op::Beforehand { question: "reroll".into(), id: "cheat".into(), until: StandingUntil::Revoked };
    assert_eq!(bench.refuses(BO, other).code(), "not-offered");
    bench.op(BO, word(StandingUntil::EndOfBattle)).expect("the question offers it");
    bench.says(BO, BRACK, "reroll", Value::Null, &[]);
    bench.says(GM, RAIDER, "reroll", Value::Null, &[]);
    assert_eq!(bench.table.frame().said_before[0].label, "Never reroll what is made");
    bench.does(BO, exchange(1), &[5, 2]);
    assert_eq!(asked(&bench), [("reroll".to_owned(), Some(RAIDER))], "Brack keeps the 5");
    bench.says(GM, RAIDER, "reroll", Value::Null, &[]);
    bench.does(BO, exchange(1), &[4, 2]);
    assert_eq!(asked(&bench), [("reroll".to_owned(), Some(BRACK))], "nothing is made yet");
    let back = Op::BeforehandNoMore { question: "reroll".into(), id: "keep-made".into() };
    assert_eq!(bench.refuses(DI, back.clone()).code(), "not-said");
    bench.op(BO, back).expect("it was said");
    assert!(bench.table.frame().said_before.is_empty());
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn an_evening_of_few_questions_is_told_again_as_a_story() {
    let mut bench = TestTable::set(WORN);
    bench.does(GM, attack("Raider", "Brack"), &[3]);
    asks(&mut bench, DI, Asks::Every);
    let records: Vec<&str> = bench.records.iter().map(String::as_str).collect();
    let stage: Stage = toml::from_str(WORN).expect("the stage can be read");
    let story = write_story(&GAME, "Worn out", &records, &[stage], None).expect("its records can be read");
    assert_eq!(story.failures, [""; 0], "{}", story.text);
    assert!(story.text.contains("asks = \"matters\""), "{}", story.text);
}
