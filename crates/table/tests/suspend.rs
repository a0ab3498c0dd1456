//! An action waits: it is saved, reopened, answered by name, by habit, by the game master, by typed dice.

use boneyard_table::Seat;
use boneyard_table::frame::{StandingAnswer, StandingUntil};
use boneyard_table::live::{ActionId, PromptId};
use boneyard_table::table::Op;
use boneyard_table::view::PromptKind;
use serde_json::{Value, json};

use crate::support::{self, BO, BRACK, DARA, DI, GM, RAIDER, TestTable, answer};

fn attack(who: &str, target: &str) -> Value {
    json!({ "attack": { "who": who, "target": target } })
}

/// Dara is struck for three and may parry.
fn struck() -> TestTable {
    let mut bench = TestTable::yard();
    assert!(bench.does(BO, attack("Brack", "Dara"), &[3]).waits);
    bench
}

/// Everybody is asked for a bid.
fn bidding() -> TestTable {
    let mut bench = TestTable::yard();
    bench.does(GM, json!("bid"), &[]);
    bench
}

#[test]
fn an_action_saved_in_the_middle_goes_on_identically() {
    let mut bench = struck();
    for mut other in [bench.reopened(), bench.replayed()] {
        assert_eq!(other.save(), bench.save());
        assert_eq!(other.everything(DI), bench.everything(DI));
        other.says(DI, DARA, "parry", json!(true), &[2]);
        let mut here = bench.replayed();
        here.says(DI, DARA, "parry", json!(true), &[2]);
        assert_eq!(other.save(), here.save());
        assert_eq!(other.value("Dara.hp"), 2);
    }
    bench.says(DI, DARA, "parry", json!(true), &[5]);
    assert_eq!((bench.value("Dara.hp"), bench.value("Dara.parries")), (json!(5), json!(0)));
    assert_eq!(bench.reopened().save(), bench.save());
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn the_tables_own_dice_go_on_where_they_were_after_a_restart() {
    let play = |restart: &dyn Fn(&TestTable) -> TestTable| {
        let mut bench = TestTable::yard();
        bench.op(BO, Op::Command(attack("Brack", "Dara"))).expect("legal");
        let mut bench = restart(&bench);
        let op = answer(bench.prompt(DARA, "parry"), json!(true));
        bench.op(DI, op).expect("legal");
        let mut bench = restart(&bench);
        bench.op(DI, Op::Command(json!({ "contest": { "who": "Dara", "foe": "Raider" } }))).expect("legal");
        bench.save()
    };
    let straight = play(&|bench| bench.replayed());
    assert_eq!(play(&|bench| bench.reopened()), straight);
}

#[test]
fn what_a_waiting_action_did_is_provisional() {
    let mut bench = TestTable::yard();
    bench.does(
        BO,
        json!({ "exchange": { "who": "Brack", "foe": "Raider", "dice": 2, "own": 1, "other": 1 } }),
        &[2, 5],
    );
    assert_eq!(bench.table.values()["last"]["dice"], json!([0, 0, 0]));
    assert_eq!(bench.value("last.dice"), json!([0, 2, 5]));
    assert!(bench.table.lines(DI, ActionId(0)).iter().all(|line| line.provisional));
    assert_eq!(bench.table.done(), []);
}

#[test]
fn everybody_sees_the_dice_that_are_quarrelled_over_as_they_lie_now() {
    let mut bench = TestTable::yard();
    let faces = |bench: &TestTable, seat| {
        let tray = bench.table.view(seat).tray.expect("dice lie on the table");
        tray.dice.iter().filter_map(|die| die.face).collect::<Vec<_>>()
    };
    bench.does(
        BO,
        json!({ "exchange": { "who": "Brack", "foe": "Raider", "dice": 2, "own": 1, "other": 1 } }),
        &[2, 5],
    );
    assert_eq!(bench.card(Some(BRACK), "reroll").tray, bench.table.view(DI).tray);
    assert_eq!(faces(&bench, DI), [2, 5]);
    bench.says(BO, BRACK, "reroll", json!(2), &[6]);
    assert_eq!((faces(&bench, DI), faces(&bench, GM)), (vec![5, 6], vec![5, 6]));
}

#[test]
fn one_seat_may_hold_two_prompts_and_answers_name_theirs() {
    let mut bench = bidding();
    let [raider, ghost] = [RAIDER, support::GHOST].map(|who| bench.prompt(who, "bid"));
    assert_ne!(raider, ghost);
    bench.says(GM, support::GHOST, "bid", json!(0), &[]);
    bench.says(GM, RAIDER, "bid", json!(4), &[]);
    bench.says(BO, BRACK, "bid", json!(1), &[]);
    bench.says(DI, DARA, "bid", json!(2), &[]);
    assert_eq!((bench.value("turn"), bench.value("Raider.coins")), (json!("Raider"), json!(0)));
}

#[test]
fn an_answer_that_nobody_asked_for_is_refused_and_changes_nothing() {
    let mut bench = bidding();
    let (brack, dara) = (bench.prompt(BRACK, "bid"), bench.prompt(DARA, "bid"));
    assert_eq!(bench.refuses(DI, answer(brack, json!(1))).code(), "not-asked", "another's prompt");
    bench.says(DI, DARA, "bid", json!(1), &[]);
    assert_eq!(bench.refuses(DI, answer(dara, json!(2))).code(), "not-asked", "answered already");
    for unknown in [
        PromptId { nth: 77, ..brack },
        PromptId { ask: 9, ..brack },
        PromptId { action: ActionId(99), ..brack },
    ] {
        assert_eq!(bench.refuses(BO, answer(unknown, json!(1))).code(), "not-asked");
    }
    assert_eq!(bench.refuses(Seat(9), answer(brack, json!(1))).code(), "no-such-seat");
    assert_eq!(bench.refuses(BO, answer(brack, json!("all of it"))).code(), "unreadable");
    let too_many = bench.refuses(BO, answer(brack, json!(5)));
    assert_eq!((too_many.code(), too_many.rules().collect()), ("too-many", vec![support::duel::BID]));
}

#[test]
fn a_swallowed_stop_still_suspends() {
    let mut bench = TestTable::yard();
    let planned = bench.does(BO, json!({ "careless": { "who": "Brack" } }), &[]);
    assert!(planned.waits);
    assert_eq!(bench.value("last.outcome"), Value::Null, "what came after the stop does not count");
    bench.says(BO, BRACK, "ready", json!(true), &[]);
    assert_eq!(bench.value("last.outcome"), "success");
}

#[test]
fn sealed_answers_come_in_any_order_to_the_same_end() {
    let bids = [(BO, BRACK, 1), (DI, DARA, 4), (GM, RAIDER, 3), (GM, support::GHOST, 2)];
    let mut ends = Vec::new();
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let mut bench = bidding();
        for at in order {
            let (seat, who, bid) = bids[at];
            bench.says(seat, who, "bid", json!(bid), &[]);
            bench = bench.reopened();
        }
        ends.push(bench.table.state().expect("a state"));
    }
    assert_eq!(ends[0]["turn"], json!(DARA));
    assert!(ends.iter().all(|end| *end == ends[0]));
}

#[test]
fn a_sealed_answer_is_seen_by_nobody_before_all_are_in() {
    let (mut low, mut high) = (bidding(), bidding());
    low.says(BO, BRACK, "bid", json!(0), &[]);
    high.says(BO, BRACK, "bid", json!(4), &[]);
    for seat in [GM, BO, DI] {
        assert_eq!(low.everything(seat), high.everything(seat), "{seat}");
    }
    let view = low.table.view(DI);
    let bo = view.waiting_for.iter().find(|waiting| waiting.seat == Some(BO)).expect("Bo was asked");
    assert!(bo.answered, "that Bo has answered is seen");
}

fn pass(even_if_mortal: bool) -> Op {
    let answer = StandingAnswer::Pass { even_if_mortal };
    Op::Stand { creature: Some(DARA), answer, until: StandingUntil::MyTurn }
}

#[test]
fn pass_until_my_turn_answers_at_once_without_a_word_and_ends_with_my_turn() {
    let mut bench = TestTable::yard();
    bench.op(DI, pass(false)).expect("a seat may stand");
    let planned = bench.does(BO, attack("Brack", "Dara"), &[2]);
    assert!(!planned.waits, "nobody is asked");
    assert_eq!(bench.value("Dara.hp"), 3);
    let told = bench.log(BO);
    assert!(
        !told.iter().any(|line| line.contains("answered")),
        "what was said beforehand is no news: {told:?}"
    );
    assert_eq!(bench.table.frame().standing, [], "it was Dara's turn next");
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn pass_until_my_turn_asks_all_the_same_where_somebody_may_die() {
    let mut bench = TestTable::yard();
    bench.op(DI, pass(false)).expect("a seat may stand");
    assert!(bench.does(BO, attack("Brack", "Dara"), &[5]).waits);
    let mut reckless = TestTable::yard();
    reckless.op(DI, pass(true)).expect("a seat may stand");
    assert!(!reckless.does(BO, attack("Brack", "Dara"), &[5]).waits);
    assert_eq!(reckless.value("Dara.hp"), 0);
}

#[test]
fn a_standing_answer_can_be_taken_back() {
    let mut bench = TestTable::yard();
    bench.op(DI, pass(false)).expect("a seat may stand");
    bench.op(DI, Op::StandNoMore { creature: Some(DARA) }).expect("and no more");
    assert!(bench.does(BO, attack("Brack", "Dara"), &[2]).waits);
}

#[test]
fn instinct_stands_for_all_of_a_seats_creatures_until_taken_back() {
    let mut bench = TestTable::yard();
    let op = Op::Stand { creature: None, answer: StandingAnswer::Instinct, until: StandingUntil::Revoked };
    bench.op(DI, op).expect("a seat may stand");
    let planned = bench.does(BO, attack("Brack", "Dara"), &[6, 5]);
    assert!(!planned.waits, "instinct parries what would kill");
    assert_eq!((bench.value("Dara.hp"), bench.value("Dara.parries")), (json!(5), json!(0)));
    assert_eq!(bench.table.frame().standing.len(), 1, "it was Dara's turn, but it stands until taken back");
}

#[test]
fn only_the_gms_creatures_are_left_to_looking_ahead_and_their_questions_are_still_put() {
    let mut bench = TestTable::yard();
    let ahead =
        |creature| Op::Stand { creature, answer: StandingAnswer::Ahead, until: StandingUntil::Revoked };
    for (seat, creature) in [(DI, Some(DARA)), (GM, Some(DARA)), (GM, None)] {
        assert_eq!(bench.refuses(seat, ahead(creature)).code(), "knows-too-much");
    }
    bench.op(GM, ahead(Some(RAIDER))).expect("the raider is the GM's");
    assert!(bench.does(BO, attack("Brack", "Raider"), &[3]).waits, "what is best has to be found first");
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn one_turn_by_instinct_ends_with_the_turn() {
    let mut bench = TestTable::yard();
    let op =
        Op::Stand { creature: Some(BRACK), answer: StandingAnswer::Instinct, until: StandingUntil::TurnOver };
    bench.op(BO, op).expect("a seat may stand");
    assert_eq!(bench.table.frame().standing.len(), 1, "it is Brack's turn still");
    bench.does(BO, attack("Brack", "Dara"), &[2]);
    assert_eq!(bench.table.frame().standing.len(), 1, "Dara is asked, and the turn goes on");
    bench.says(DI, DARA, "parry", json!(false), &[]);
    assert_eq!(bench.table.frame().standing, [], "now it is Dara's");
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn nobody_answers_beforehand_for_anothers_creature_or_from_an_empty_seat() {
    let mut bench = TestTable::yard();
    assert_eq!(bench.refuses(BO, pass(false)).code(), "not-yours");
    let op = Op::Stand { creature: None, answer: StandingAnswer::Instinct, until: StandingUntil::Revoked };
    assert_eq!(bench.refuses(Seat(9), op).code(), "no-such-seat");
}

#[test]
fn the_game_master_answers_for_the_absent_and_it_is_told() {
    let mut bench = struck();
    bench.says(GM, DARA, "parry", json!(false), &[]);
    assert_eq!(bench.value("Dara.hp"), 2);
    assert!(bench.log(BO).contains(&"The GM answered for Dara.".to_owned()));
    assert!(!struck_and_passed().log(BO).iter().any(|line| line.contains("answered")), "one's own is not");
}

fn struck_and_passed() -> TestTable {
    let mut bench = struck();
    bench.says(DI, DARA, "parry", json!(false), &[]);
    bench
}

#[test]
fn when_the_delay_runs_out_instinct_answers_but_never_where_somebody_may_die() {
    let mut bench = struck();
    let prompt = bench.prompt(DARA, "parry");
    assert_eq!(bench.refuses(BO, Op::Delay { prompt }).code(), "only-gm");
    bench.op_with(GM, Op::Delay { prompt }, &[]).expect("instinct lets it pass");
    assert!(bench.log(BO).contains(&"Instinct answered for Dara.".to_owned()));

    let mut mortal = TestTable::yard();
    mortal.does(BO, attack("Brack", "Dara"), &[6]);
    let prompt = mortal.prompt(DARA, "parry");
    assert_eq!(mortal.refuses(GM, Op::Delay { prompt }).code(), "mortal");
}

const TYPED: &str = r#"
seats = { Bo = { creatures = ["Brack"], typed = true }, Di = ["Dara"] }
heroes = { Brack = {}, Dara = {} }
"#;

#[test]
fn typed_dice_are_asked_for_checked_face_by_face_and_marked() {
    let mut bench = TestTable::set(TYPED);
    assert!(bench.does(BO, attack("Brack", "Dara"), &[]).waits, "Bo types");
    let card = bench.card(Some(BRACK), "dice");
    assert!(
        matches!(&card.kind, PromptKind::TypeDice { groups } if (groups[0].count, groups[0].sides) == (1, 6))
    );
    let prompt = bench.prompt(BRACK, "dice");
    let count = bench.refuses(BO, answer(prompt, json!([4, 4])));
    assert_eq!((count.code(), count.to_string()), ("dice-count", "The roll takes 1 die. You gave 2.".into()));
    let face = bench.refuses(BO, answer(prompt, json!([7])));
    assert_eq!((face.code(), face.to_string()), ("not-on-die", "7 is not on a d6. Type 1 to 6.".into()));
    for unreadable in [json!("four"), json!([256]), json!([-1]), json!(4), json!(null)] {
        assert_eq!(bench.refuses(BO, answer(prompt, unreadable)).code(), "unreadable");
    }
    assert_eq!(bench.refuses(DI, answer(prompt, json!([4]))).code(), "not-asked");
    bench.says(BO, BRACK, "dice", json!([4]), &[]);
    let mut bench = bench.reopened();
    bench.says(DI, DARA, "parry", json!(true), &[1]);
    assert_eq!(bench.value("Dara.hp"), 1);
    let lines = bench.table.lines(DI, ActionId(0));
    let dice: Vec<_> = lines.iter().flat_map(|line| &line.dice).map(|die| (die.face, die.entered)).collect();
    assert_eq!(dice, [(Some(4), true), (Some(1), false)]);
}

#[test]
fn whoever_types_dice_may_leave_a_roll_to_the_table_and_what_follows_is_drawn_after_it() {
    let mut bench = TestTable::set(TYPED);
    bench.does(BO, attack("Brack", "Dara"), &[]);
    let prompt = bench.prompt(BRACK, "dice");
    assert_eq!(bench.refuses(DI, answer(prompt, json!("draw"))).code(), "not-asked");
    bench.op(BO, answer(prompt, json!("draw"))).expect("the table draws");
    let next = |bench: &TestTable| bench.table.frame().stretches[0].next;
    assert_eq!(next(&bench), [1, 0], "one open die is spent");
    let drawn = bench.table.lines(DI, ActionId(0)).into_iter().flat_map(|line| line.dice);
    assert_eq!(drawn.map(|die| die.entered).collect::<Vec<_>>(), [false], "nobody typed it");
    bench.op(DI, answer(bench.prompt(DARA, "parry"), json!(true))).expect("Dara parries");
    assert_eq!(next(&bench), [2, 0], "no die is drawn twice");
    assert_eq!(next(&bench.replayed()), [2, 0]);
}

#[test]
fn somebody_who_changes_how_they_roll_does_not_unsettle_what_waits() {
    let mut bench = TestTable::set(TYPED);
    bench.does(BO, attack("Brack", "Dara"), &[]);
    bench.says(BO, BRACK, "dice", json!([2]), &[]);
    let mut info = bench.table.frame().seats[&BO].clone();
    info.types_dice = false;
    bench.op(BO, Op::Sit { seat: BO, info }).expect("one's own seat");
    assert_eq!(bench.table.waits(), [(ActionId(1), true)], "the action still fits");
    bench.says(DI, DARA, "parry", json!(false), &[]);
    assert_eq!(bench.value("Dara.hp"), 3);
}

#[test]
fn scripted_dice_that_do_not_fit_are_refused_and_nothing_happens() {
    let mut bench = TestTable::yard();
    let mut dice = boneyard_table::live::Scripted::new([]);
    let lacking = bench.table.plan(BO, Op::Command(attack("Brack", "Dara")), Some(&mut dice));
    let lacking = lacking.expect_err("no die is left");
    assert_eq!(lacking.to_string(), "the dice given are used up: the rules throw 1d6 more");
    let off_die = bench.op_with(BO, Op::Command(attack("Brack", "Dara")), &[7]).expect_err("no d6 shows 7");
    assert!(off_die.to_string().contains("7 is not on a d6"));
    let mut dice = boneyard_table::live::Scripted::new([3, 6]);
    bench.table.plan(BO, Op::Command(attack("Brack", "Dara")), Some(&mut dice)).expect("legal");
    assert_eq!(dice.left(), [6], "what is not thrown is left");
    assert_eq!(bench.table.seq(), 1);
}
