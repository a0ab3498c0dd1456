//! The party decides: anyone proposes, the others answer sealed, more than half carries it.

use boneyard_table::Seat;
use boneyard_table::table::Op;
use boneyard_table::view::PromptKind;
use serde_json::json;

use crate::support::{GM, TestTable, answer};

const BO: Seat = Seat(1);
const CY: Seat = Seat(2);
const DI: Seat = Seat(3);
const ED: Seat = Seat(4);

/// The first of these players proposes to camp.
fn proposed(players: &[&str]) -> TestTable {
    let seats: Vec<String> = players.iter().map(|name| format!("{name} = [\"Hero of {name}\"]")).collect();
    let heroes: Vec<String> = players.iter().map(|name| format!("\"Hero of {name}\" = {{}}")).collect();
    let stage = format!("seats = {{ {} }}\nheroes = {{ {} }}", seats.join(", "), heroes.join(", "));
    let mut bench = TestTable::set(&stage);
    bench.does(BO, json!({ "camp": { "who": format!("Hero of {}", players[0]) } }), &[]);
    bench
}

fn says(bench: &mut TestTable, seat: Seat, yes: bool) {
    let card = bench.table.prompts(seat).into_iter().next().expect("a player is asked");
    let prompt = card.id.parse().expect("a prompt has a number");
    bench.op_with(seat, answer(prompt, json!(yes)), &[]).expect("a vote is legal");
    *bench = bench.reopened();
}

fn asked(bench: &TestTable) -> Vec<Seat> {
    bench.table.prompts(GM).into_iter().flat_map(|card| card.asks).collect()
}

#[test]
fn one_player_alone_decides_at_once() {
    let bench = proposed(&["Bo"]);
    assert_eq!(bench.value("last.outcome"), "success");
    assert_eq!(asked(&bench), []);
}

#[test]
fn more_than_half_carries_it_and_nobody_else_is_waited_for() {
    let mut bench = proposed(&["Bo", "Cy", "Di", "Ed"]);
    assert_eq!(asked(&bench), [CY, DI, ED], "who proposes has said yes");
    let late = bench.table.prompts(DI)[0].id.parse().expect("a prompt has a number");
    says(&mut bench, ED, true);
    assert_eq!(asked(&bench), [CY, DI], "two of four are not more than half");
    says(&mut bench, CY, true);
    assert_eq!(bench.value("last.outcome"), "success");
    assert_eq!(asked(&bench), []);
    assert_eq!(bench.refuses(DI, answer(late, json!(false))).code(), "not-asked");
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn a_majority_against_it_ends_it_too() {
    let mut bench = proposed(&["Bo", "Cy", "Di"]);
    says(&mut bench, DI, false);
    says(&mut bench, CY, false);
    assert_eq!(bench.value("last.outcome"), "failure");
}

#[test]
fn on_a_tie_they_are_asked_again_and_then_the_game_master_decides() {
    let mut bench = proposed(&["Bo", "Cy"]);
    says(&mut bench, CY, false);
    assert_eq!(asked(&bench), [CY], "once more");
    says(&mut bench, CY, false);
    assert_eq!(asked(&bench), [GM]);
    assert_eq!(bench.table.prompts(GM)[0].name, "tie");
    says(&mut bench, GM, true);
    assert_eq!(bench.value("last.outcome"), "success");
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn a_second_thought_settles_a_tie() {
    let mut bench = proposed(&["Bo", "Cy"]);
    says(&mut bench, CY, false);
    says(&mut bench, CY, true);
    assert_eq!(bench.value("last.outcome"), "success");
}

#[test]
fn who_has_voted_is_seen_and_how_is_not() {
    let voted = |bench: &TestTable| match &bench.table.prompts(ED)[0].kind {
        PromptKind::Vote { voted, .. } => voted.clone(),
        kind => panic!("{kind:?} is no vote"),
    };
    let (mut yes, mut no) = (proposed(&["Bo", "Cy", "Di", "Ed"]), proposed(&["Bo", "Cy", "Di", "Ed"]));
    says(&mut yes, CY, true);
    says(&mut no, CY, false);
    assert_eq!(voted(&yes), [CY]);
    assert_eq!(yes.everything(ED), no.everything(ED));
    assert_eq!(yes.everything(BO), no.everything(BO));
}

#[test]
fn the_game_master_votes_for_the_absent_and_the_clock_by_instinct() {
    let mut bench = proposed(&["Bo", "Cy", "Di"]);
    let prompt = |bench: &TestTable, seat: Seat| {
        let cards = bench.table.prompts(GM);
        let card = cards.iter().find(|card| card.asks == [seat]).expect("a player is asked");
        card.id.parse().expect("a prompt has a number")
    };
    let cy = prompt(&bench, CY);
    bench.op(GM, answer(cy, json!(false))).expect("legal");
    let di = prompt(&bench, DI);
    bench.op(GM, Op::Delay { prompt: di }).expect("legal");
    assert_eq!(bench.value("last.outcome"), "failure");
    assert!(bench.log(BO).contains(&"The GM answered for Cy.".to_owned()));
}
