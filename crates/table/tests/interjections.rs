//! One is waited for, others may speak up: help and snags before the die of a lift falls.

use boneyard_table::frame::{StandingAnswer, StandingUntil};
use boneyard_table::story::{Story, run_story};
use boneyard_table::table::Op;
use boneyard_table::{RuleId, Seat};
use serde_json::{Value, json};

use crate::support::explore::{MARKED, PLAIN, best, by_instinct, chance, played, ratio, state};
use crate::support::rules::lift;
use crate::support::{BO, BRACK, DARA, DI, GAME, GM, TestTable, answer};

/// Brack is about to lift: Dara may help, the game master may name a snag.
fn lifting() -> TestTable {
    let mut bench = TestTable::yard();
    let planned = bench.does(BO, json!({ "lift": { "who": "Brack" } }), &[]);
    assert!(planned.waits);
    bench
}

/// The names of the questions a seat may answer.
fn open(bench: &TestTable, seat: Seat) -> Vec<String> {
    bench.table.prompts(seat).into_iter().map(|card| card.name).collect()
}

fn snag(bench: &TestTable) -> Op {
    answer(bench.card(None, "snag").id.parse().expect("a prompt has a number"), json!(1))
}

#[test]
fn only_the_one_who_lifts_is_waited_for() {
    let bench = lifting();
    assert_eq!(open(&bench, BO), ["lift"]);
    assert_eq!(open(&bench, DI), ["help"]);
    assert_eq!(open(&bench, GM), ["help", "snag", "lift"], "those who may speak up come first");
    for seat in [BO, DI, GM] {
        let waiting = bench.table.view(seat).waiting_for;
        assert_eq!(waiting.iter().map(|one| one.seat).collect::<Vec<_>>(), [Some(BO)]);
        assert_eq!(waiting[0].who, Some(BRACK), "the bubble hangs at who is asked");
    }
    let help = bench.card(Some(DARA), "help");
    assert!(help.optional && !bench.card(Some(BRACK), "lift").optional);
    assert_eq!(help.waits, [BO], "who may speak up is told who is waited for");
}

#[test]
fn whoever_says_nothing_is_not_missed() {
    let mut bench = lifting();
    bench.says(BO, BRACK, "lift", json!(true), &[5]);
    assert_eq!(bench.value("last.outcome"), "success");
    assert_eq!(open(&bench, GM), [""; 0], "what was open beside it is gone");
}

#[test]
fn a_tick_reaches_the_question_before_its_answer_is_checked() {
    for (table_rule, outcome) in [(false, "success"), (true, "failure")] {
        let mut bench = lifting();
        let prompt = bench.card(None, "snag").id.parse().expect("a prompt has a number");
        bench.op_with(GM, Op::Answer { prompt, say: json!(1), table_rule }, &[]).expect("a snag is legal");
        bench.says(BO, BRACK, "lift", json!(true), &[6]);
        assert_eq!(bench.value("last.outcome"), outcome);
    }
    let mut bench = lifting();
    let prompt = bench.card(None, "snag").id.parse().expect("a prompt has a number");
    let most = Op::Answer { prompt, say: json!(2), table_rule: true };
    assert!(bench.op_with(GM, most, &[]).is_err(), "two and one more are too many");
}

#[test]
fn help_and_snags_count_in_whatever_order_they_come() {
    let mut ends = Vec::new();
    for help_first in [true, false] {
        let mut bench = lifting();
        for help in [help_first, !help_first] {
            if help {
                bench.says(DI, DARA, "help", json!(true), &[]);
            } else {
                let snag = snag(&bench);
                bench.op(GM, snag).expect("legal");
            }
            bench = bench.reopened();
        }
        assert_eq!(open(&bench, GM), ["lift"], "each speaks up once");
        assert_eq!(bench.value("lift"), json!({ "helpers": [DARA], "snag": 1 }));
        bench.says(BO, BRACK, "lift", json!(true), &[4]);
        assert_eq!(bench.value("last.outcome"), "failure", "four, one for help, one for the snag: four");
        assert_eq!(bench.replayed().save(), bench.save());
        ends.push(bench.table.state().expect("a state"));
    }
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn an_answer_that_comes_too_late_is_refused_and_can_be_given_again() {
    let mut bench = lifting();
    let (lift, help) = (bench.prompt(BRACK, "lift"), bench.prompt(DARA, "help"));
    bench.says(DI, DARA, "help", json!(true), &[]);
    assert_eq!(bench.refuses(BO, answer(lift, json!(true))).code(), "not-asked", "it is asked anew now");
    assert_eq!(bench.refuses(DI, answer(help, json!(true))).code(), "not-asked");
    bench.says(BO, BRACK, "lift", json!(true), &[4]);
    assert_eq!(bench.refuses(DI, answer(help, json!(true))).code(), "not-asked");
    assert_eq!(bench.value("last.outcome"), "success");
}

#[test]
fn who_passes_is_done_with_it_until_something_is_said() {
    let mut bench = lifting();
    let help = bench.prompt(DARA, "help");
    bench.says(DI, DARA, "help", json!("pass"), &[]);
    assert_eq!(open(&bench, DI), [""; 0]);
    assert_eq!(bench.refuses(DI, answer(help, json!(true))).code(), "not-asked");
    for other in [bench.reopened(), bench.replayed()] {
        assert_eq!(other.save(), bench.save());
        assert_eq!(open(&other, GM), ["snag", "lift"]);
    }
    let snag = snag(&bench);
    bench.op(GM, snag).expect("legal");
    assert_eq!(open(&bench, DI), ["help"], "with a snag things look different");
}

#[test]
fn a_wrong_answer_beside_is_refused_and_changes_nothing() {
    let mut bench = lifting();
    let help = bench.prompt(DARA, "help");
    assert_eq!(bench.refuses(BO, answer(help, json!(true))).code(), "not-asked", "another's prompt");
    assert_eq!(bench.refuses(DI, answer(help, json!(7))).code(), "unreadable");
    let snag = bench.card(None, "snag").id.parse().expect("a prompt has a number");
    assert_eq!(bench.refuses(GM, answer(snag, json!(3))).code(), "too-many");
    assert_eq!(bench.refuses(DI, answer(snag, json!(1))).code(), "not-asked");
    assert_eq!(bench.refuses(GM, Op::Delay { prompt: help }).code(), "not-waited-for");
    let busy = bench.refuses(DI, Op::Command(json!({ "search": { "who": "Dara" } })));
    assert_eq!(busy.to_string(), "Waiting for Bo.");
}

#[test]
fn a_standing_pass_keeps_out_of_it_and_can_be_taken_back_while_it_is_open() {
    let mut bench = TestTable::yard();
    let pass = StandingAnswer::Pass { even_if_mortal: false };
    bench.op(DI, Op::Stand { creature: None, answer: pass, until: StandingUntil::Revoked }).expect("legal");
    bench.does(BO, json!({ "lift": { "who": "Brack" } }), &[]);
    assert_eq!(open(&bench, DI), [""; 0]);
    bench.op(DI, Op::StandNoMore { creature: None }).expect("legal");
    assert_eq!(open(&bench, DI), ["help"]);
    bench.says(DI, DARA, "help", json!(true), &[]);
    assert_eq!(bench.value("lift.helpers"), json!([DARA]));
}

#[test]
fn a_standing_instinct_speaks_up_at_once_and_makes_no_words_of_it() {
    let mut bench = TestTable::yard();
    let stand =
        Op::Stand { creature: Some(DARA), answer: StandingAnswer::Instinct, until: StandingUntil::Revoked };
    bench.op(DI, stand).expect("legal");
    bench.does(BO, json!({ "lift": { "who": "Brack" } }), &[]);
    assert_eq!(bench.value("lift.helpers"), json!([DARA]));
    assert_eq!(open(&bench, GM), ["snag", "lift"]);
    let told = bench.log(BO);
    assert!(
        !told.iter().any(|line| line.contains("answered")),
        "what was said beforehand is no news: {told:?}"
    );
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn the_game_master_speaks_up_for_the_absent() {
    let mut bench = lifting();
    bench.says(GM, DARA, "help", json!(true), &[]);
    bench.says(GM, BRACK, "lift", json!(true), &[4]);
    assert_eq!(bench.value("last.outcome"), "success");
    let log = bench.log(DI);
    assert!(log.contains(&"The GM answered for Dara.".to_owned()), "{log:?}");
    assert!(log.contains(&"The GM answered for Brack.".to_owned()), "{log:?}");
}

#[test]
fn it_can_be_cancelled_and_undone_like_any_other() {
    let mut bench = lifting();
    bench.says(DI, DARA, "help", json!(true), &[]);
    let (action, fits) = bench.table.waits()[0];
    assert!(fits);
    let mut cancelled = bench.replayed();
    cancelled.op(GM, Op::Cancel { action }).expect("legal");
    assert_eq!(open(&cancelled, GM), [""; 0]);
    assert_eq!(cancelled.value("lift.helpers"), json!([]), "nothing of it counts");
    bench.says(BO, BRACK, "lift", json!(true), &[4]);
    bench.op(GM, Op::Undo { from: None, reason: None }).expect("legal");
    assert_eq!(bench.value("last.outcome"), Value::Null);
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn an_action_whose_asides_have_changed_is_offered_afresh() {
    let mut bench = lifting();
    bench.says(DI, DARA, "help", json!(true), &[]);
    let down = Op::Overrule { path: "Dara.hp".into(), value: json!(0), reason: "She was never here.".into() };
    bench.op(GM, down).expect("legal");
    assert!(!bench.table.waits()[0].1, "whoever helped cannot help any more");
    assert_eq!(open(&bench, GM), [""; 0]);
    let (action, _) = bench.table.waits()[0];
    bench.op(GM, Op::Afresh { action }).expect("legal");
    assert_eq!(open(&bench, GM), ["snag", "lift"]);
}

#[test]
fn a_story_answers_either_by_name() {
    let text = r#"
story = "A helping hand"
game = "duel"
proves = ["TT-LIFT-01", "TT-LIFT-02", "TT-LIFT-03"]
seats = { Bo = ["Brack"], Di = ["Dara"] }
heroes = { Brack = {}, Dara = {} }

[[step]]
seat = "Bo"
do = { lift = { who = "Brack" } }
answers = [{ by = "Dara", to = "help", say = true }, { by = "Brack", to = "lift", say = true }]
dice = [4]
asked = ["Brack: lift", "Brack: lift"]
aside = ["Dara: help", "gm: snag"]
expect = { "last.outcome" = "success" }

[[step]]
seat = "Bo"
do = { lift = { who = "Brack" } }
answers = [{ by = "gm", to = "snag", say = 3, refused = "TT-LIFT-03" }, { by = "gm", to = "snag", say = 2 }]
stops = "lift"
expect = { "lift.snag" = 2 }

[[step]]
rest = "instinct"
dice = [6]
expect = { "last.outcome" = "success" }
tells = { Bo = ["Dara helps."] }

[[odds]]
do = { lift = { who = "Brack" } }
outcome = "success"
is = "1/6"

[[odds]]
do = { lift = { who = "Brack" } }
outcome = "success"
play = "instinct"
is = "1/3"
"#;
    let story = Story::read(text).expect("the story can be read");
    let report = run_story(&GAME, &story, &|path| Err(format!("{path} is not here")));
    assert_eq!(report.failures, [""; 0]);
    assert!(report.cited.contains(&RuleId::of("TT-LIFT-02")));
}

/// Best: help is one, the snag two, so that only a six does. By instinct both are one: five or six.
#[test]
fn odds_ask_those_who_may_speak_up_too() {
    let state = state();
    for effort in [MARKED, PLAIN] {
        let odds = best(&state, &|cx| lift(cx, BRACK), effort).expect("there are odds");
        assert_eq!(chance(&odds), ratio("1/6"));
        let against = played(&state, &|cx| lift(cx, BRACK), effort, 1).expect("there are odds");
        assert_eq!(chance(&against), ratio("0"), "if the heroes want it to fail, nobody lifts");
        let odds = by_instinct(&state, &|cx| lift(cx, BRACK), effort).expect("there are odds");
        assert_eq!(chance(&odds), ratio("1/3"));
    }
}
