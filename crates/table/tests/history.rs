//! What is done: undone, forked, overruled, rebuilt from facts alone.

use boneyard_table::Seat;
use boneyard_table::frame::Seeds;
use boneyard_table::live::ActionId;
use boneyard_table::table::{AnyGame, Op};
use boneyard_table::view::LineKind;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{self, BO, DARA, DI, GAME, GM, TestTable};

fn note(text: &str) -> Value {
    json!({ "note": { "text": text } })
}

fn undo() -> Op {
    Op::Undo { from: None, reason: None }
}

fn undo_from(action: u32) -> Op {
    Op::Undo { from: Some(ActionId(action)), reason: Some("we misread it".into()) }
}

fn overrule(path: &str, value: Value, reason: &str) -> Op {
    Op::Overrule { path: path.into(), value, reason: reason.into() }
}

fn strike(bench: &mut TestTable, harm: u8) {
    bench.does(GM, json!({ "attack": { "who": "Brack", "target": "Dara" } }), &[harm]);
    bench.says(DI, DARA, "parry", json!(false), &[]);
}

#[test]
fn undo_gives_back_exactly_the_state_before() {
    let mut bench = TestTable::yard();
    bench.does(BO, note("one"), &[]);
    let before = bench.table.state().expect("a state");
    strike(&mut bench, 3);
    assert_ne!(bench.table.state().expect("a state"), before);
    bench.op(GM, undo()).expect("the GM may");
    assert_eq!(bench.table.state().expect("a state"), before);
    assert_eq!(bench.table.done(), [ActionId(1)]);
    assert_eq!(bench.replayed().save(), bench.save());
    assert_eq!(bench.reopened().save(), bench.save());
}

#[test]
fn undo_takes_with_it_what_came_after_and_says_who_did_it_and_why() {
    let mut bench = TestTable::yard();
    bench.does(BO, note("one"), &[]);
    bench.does(DI, note("two"), &[]);
    bench.does(BO, note("three"), &[]);
    bench.op(GM, undo_from(2)).expect("the GM may");
    assert_eq!((bench.value("note"), bench.table.done()), (json!("one"), vec![ActionId(1)]));
    let lines = bench.table.lines(DI, ActionId(0));
    let line = lines.last().expect("a line tells of it");
    assert_eq!(line.kind, LineKind::Undone { actions: 2, crossed: false });
    let struck = line.struck.as_ref().expect("struck through");
    assert_eq!((struck.by, struck.reason.as_deref()), (GM, Some("we misread it")));
}

#[test]
fn a_player_undoes_their_own_last_action_and_nothing_else() {
    let mut bench = TestTable::yard();
    assert_eq!(bench.refuses(BO, undo()).code(), "nothing-done");
    bench.does(BO, note("one"), &[]);
    bench.does(DI, note("two"), &[]);
    assert_eq!(bench.refuses(BO, undo()).code(), "only-gm", "Di acted last");
    assert_eq!(bench.refuses(BO, undo_from(1)).code(), "only-gm", "Di acted after");
    assert_eq!(bench.refuses(DI, undo_from(9)).code(), "no-such-action");
    bench.op(DI, undo()).expect("Di's own last one");
    assert_eq!(bench.value("note"), "one");
}

#[test]
fn undo_across_a_roll_is_the_game_masters_alone_and_marked() {
    let mut bench = TestTable::yard();
    bench.does(BO, json!({ "contest": { "who": "Brack", "foe": "Dara" } }), &[9, 1]);
    assert_eq!(bench.refuses(BO, undo()).code(), "only-gm");
    let planned = bench.op(GM, undo()).expect("the GM may");
    assert!(planned.record.contains(r#""crossed":true"#));
    let lines = bench.table.lines(BO, ActionId(0));
    let (last, before) = lines.split_last().expect("it is told");
    assert_eq!(last.kind, LineKind::Undone { actions: 1, crossed: true });
    assert_eq!(last.say.text(), "Taken back. The dice seen stay spent.");
    assert!(!before.is_empty() && before.iter().all(|line| line.struck.is_some()), "{before:?}");
}

#[test]
fn dice_already_seen_are_never_drawn_again_after_undo() {
    let mut bench = TestTable::yard();
    let contest = || Op::Command(json!({ "contest": { "who": "Brack", "foe": "Dara" } }));
    for _ in 0..6 {
        bench.op(BO, contest()).expect("legal");
        bench.op(GM, undo()).expect("the GM may");
        bench = bench.reopened();
    }
    let drawn = &bench.table.frame().stretches[0].drawn;
    let counters: Vec<u32> = drawn.iter().map(|(_, counter, ..)| *counter).collect();
    assert_eq!(counters, (0..drawn.len() as u32).collect::<Vec<_>>());
    assert!(drawn.len() >= 12);
}

#[test]
fn opened_dice_prove_every_open_die_and_a_new_stretch_begins() {
    let mut bench = TestTable::yard();
    bench.op(BO, Op::Contribute { text: "for luck".into() }).expect("before the first die");
    bench.op(BO, Op::Command(json!({ "contest": { "who": "Brack", "foe": "Dara" } }))).expect("legal");
    assert_eq!(bench.refuses(BO, Op::Contribute { text: "too late".into() }).code(), "dice-begun");
    assert!(bench.table.proof(0).is_none(), "not opened yet");
    let planned = bench.table.plan_reveal(support::SEEDS).expect("nothing waits");
    bench.apply_record(&planned.record);
    let proof = bench.table.proof(0).expect("it is open");
    assert!(proof.draws.len() >= 2);
    boneyard_dice::fair::verify(&proof).expect("every die is as promised");
    assert_eq!(bench.table.frame().stretches.len(), 2);
}

#[test]
fn a_fork_begins_as_the_table_stood_before_an_action() {
    let mut bench = TestTable::yard();
    bench.does(BO, note("one"), &[]);
    let before = bench.table.state().expect("a state");
    strike(&mut bench, 3);
    let fork = |before| {
        GAME.open(&bench.table.fork("What if", before, support::SEEDS).expect("known")).expect("it opens")
    };
    assert_eq!(fork(Some(ActionId(2))).state().expect("a state"), before);
    assert_eq!(fork(None).state().expect("a state"), bench.table.state().expect("a state"));
    assert_eq!(fork(None).frame().title, "What if");
    let unknown = bench.table.fork("What if", Some(ActionId(9)), support::SEEDS).expect_err("no such action");
    assert_eq!(unknown.code(), "no-such-action");
}

#[test]
fn a_fork_draws_other_dice_so_that_neither_foretells_the_other() {
    let mut bench = TestTable::yard();
    let contest = || Op::Command(json!({ "contest": { "who": "Brack", "foe": "Dara" } }));
    bench.op(BO, contest()).expect("legal");
    let own = Seeds { open: [9; 32], secret: [10; 32] };
    let first = bench.table.fork("What if", None, own).expect("now");
    let mut fork = TestTable { table: GAME.open(&first).expect("it opens"), records: vec![first] };
    let faces = |bench: &TestTable| -> Vec<u8> {
        bench.table.frame().stretches.last().expect("dice").drawn.iter().map(|(.., face)| *face).collect()
    };
    let seen = faces(&bench).len();
    for bench in [&mut bench, &mut fork] {
        for _ in 0..12 {
            bench.op(BO, contest()).expect("legal");
        }
    }
    let (here, there) = (faces(&bench), faces(&fork));
    assert!(here[seen..].iter().zip(&there).any(|(a, b)| a != b));
    let planned = fork.table.plan_reveal(support::SEEDS).expect("nothing waits");
    fork.apply_record(&planned.record);
    boneyard_dice::fair::verify(&fork.table.proof(0).expect("open"))
        .expect("they can be checked all the same");
}

#[test]
fn a_branch_that_was_undone_can_be_opened_as_a_fork() {
    let mut bench = TestTable::yard();
    for text in ["one", "two", "three"] {
        bench.does(BO, note(text), &[]);
    }
    bench.op(GM, undo_from(2)).expect("the GM may");
    bench.does(BO, note("other"), &[]);
    let open = |id| {
        GAME.open(&bench.table.fork("Left behind", Some(ActionId(id)), support::SEEDS).expect("kept"))
            .expect("it opens")
    };
    assert_eq!(open(3).values()["note"], "two");
    assert_eq!(open(2).values()["note"], "one");
    assert_eq!(open(4).values()["note"], "one", "the other way from the same point");
}

#[test]
fn a_fork_knows_the_rulings_of_its_own_past_and_no_others() {
    let mut bench = TestTable::yard();
    bench.does(BO, json!({ "try": { "who": "Brack", "what": "lift" } }), &[]);
    let prompt = bench.card(None, "lift").id.parse().expect("a number");
    bench.op_with(GM, support::answer(prompt, json!("easy")), &[6]).expect("legal");
    bench.does(BO, note("after"), &[]);
    let rulings = |bench: &TestTable, before: u32| {
        let first = bench.table.fork("Fork", Some(ActionId(before)), support::SEEDS).expect("known");
        GAME.open(&first).expect("it opens").frame().rulings.len()
    };
    assert_eq!((rulings(&bench, 1), rulings(&bench, 2)), (0, 1));
    bench.op(GM, undo_from(1)).expect("the GM may");
    assert_eq!(bench.table.frame().rulings, [], "a ruling goes with its action");
    assert_eq!((rulings(&bench, 1), rulings(&bench, 2)), (0, 1), "and comes back in the branch");
}

#[test]
fn the_game_master_overrules_with_a_reason_that_is_told() {
    let mut bench = TestTable::yard();
    let planned =
        bench.op(GM, overrule("Dara.hp", json!(9), "  the altar blessed her ")).expect("the GM may");
    assert_eq!((bench.value("Dara.hp"), planned.cited), (json!(9), vec![support::duel::OVERRULE]));
    let told = "The GM set Dara.hp from 5 to 9: the altar blessed her".to_owned();
    assert!(bench.log(BO).contains(&told), "{:?}", bench.log(BO));
    bench.op(GM, undo()).expect("an overruling can be undone");
    assert_eq!(bench.value("Dara.hp"), 5);
}

#[test]
fn overruling_needs_the_game_master_a_reason_and_a_value_that_can_be() {
    let mut bench = TestTable::yard();
    let by_player = bench.refuses(BO, overrule("Dara.hp", json!(9), "please"));
    assert_eq!((by_player.code(), by_player.rules().next()), ("only-gm", Some(support::duel::OVERRULE)));
    for reason in ["", "   ", &"very ".repeat(100)] {
        assert_eq!(bench.refuses(GM, overrule("Dara.hp", json!(9), reason)).code(), "no-reason");
    }
    for (path, value) in [
        ("Dara.wings", json!(2)),
        ("Nobody.hp", json!(2)),
        ("Dara.hp", json!("many")),
        ("Dara.hp", json!(999)),
    ] {
        assert_eq!(bench.refuses(GM, overrule(path, value, "so be it")).code(), "no-such-value");
    }
}

#[test]
fn undo_runs_what_waits_again_on_the_earlier_state() {
    let mut bench = TestTable::yard();
    strike(&mut bench, 3);
    bench.does(DI, json!({ "train": { "who": "Dara" } }), &[]);
    bench.says(DI, DARA, "hours", json!(1), &[]);
    bench.op(GM, undo()).expect("the GM may");
    assert_eq!(bench.table.waits(), [(ActionId(2), false)], "she was asked with 2 hit points, not with 5");
}

/// Somebody does something, whatever it is; refusals are part of play.
fn play(bench: &mut TestTable, choice: u8, number: u8) {
    let who = ["Brack", "Dara", "Raider"][usize::from(number) % 3];
    let foe = ["Dara", "Raider", "Brack", "Ghost"][usize::from(number / 3) % 4];
    let prompts = bench.table.prompts(GM);
    let op = match (choice % 10, prompts.first()) {
        (0..=5, Some(card)) => {
            let say = if choice.is_multiple_of(2) {
                card.default.clone().unwrap_or_default()
            } else {
                json!(number % 5)
            };
            support::answer(card.id.parse().expect("a number"), say)
        }
        (0 | 1, _) => Op::Command(json!({ "attack": { "who": who, "target": foe } })),
        (2, _) => Op::Command(json!({ "shake": { "who": who, "target": foe } })),
        (3, _) => Op::Command(json!("bid")),
        (4, _) => {
            Op::Command(json!({ "exchange": { "who": who, "foe": foe, "dice": 2, "own": 1, "other": 1 } }))
        }
        (5, _) => Op::Command(json!({ "try": { "who": who, "what": "climb" } })),
        (6, _) => Op::Command(json!({ "train": { "who": who } })),
        (7, _) => Op::Command(json!({ "brood": { "who": who } })),
        (8, _) => overrule("Dara.hp", json!(number), "fate"),
        _ => Op::Undo { from: bench.table.done().get(usize::from(number) % 4).copied(), reason: None },
    };
    let _ = bench.op(Seat::GM, op);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn whatever_is_played_facts_alone_rebuild_the_table(moves in prop::collection::vec((any::<u8>(), any::<u8>()), 1..40)) {
        let mut bench = TestTable::yard();
        for (choice, number) in moves {
            play(&mut bench, choice, number);
        }
        prop_assert_eq!(bench.replayed().save(), bench.save());
        prop_assert_eq!(bench.reopened().save(), bench.save());
        let fork = GAME.open(&bench.table.fork("All facts", None, support::SEEDS).expect("now")).expect("it opens");
        prop_assert_eq!(fork.state().expect("a state"), bench.table.state().expect("a state"));
    }

    #[test]
    fn whatever_was_played_undo_gives_back_the_state_before(moves in prop::collection::vec((any::<u8>(), any::<u8>()), 1..25)) {
        let mut bench = TestTable::yard();
        let mut states = vec![bench.table.state().expect("a state")];
        for (choice, number) in moves {
            play(&mut bench, choice % 9, number);
            if bench.table.done().len() == states.len() {
                states.push(bench.table.state().expect("a state"));
            }
        }
        while bench.table.done().last().is_some() {
            states.pop();
            bench.op(GM, undo()).expect("the GM may");
            prop_assert_eq!(Some(&bench.table.state().expect("a state")), states.last());
        }
    }
}
