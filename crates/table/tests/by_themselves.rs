//! Creatures that play themselves: when they act and answer, what they leave to people, and that taking something back
//! holds them.

use boneyard_table::frame::{StandingAnswer, StandingUntil};
use boneyard_table::table::Op;
use boneyard_table::{Seat, Who};
use serde_json::{Value, json};

use crate::support::{BO, BRACK, DARA, DI, GM, RAIDER, TestTable, YARD, answer};

fn plays(who: Who, until: StandingUntil) -> Op {
    Op::Stand { creature: Some(who), answer: StandingAnswer::Instinct, until }
}

fn attack(who: &str, target: &str) -> Value {
    json!({ "attack": { "who": who, "target": target } })
}

/// The same people, and nobody fights.
fn peace() -> TestTable {
    TestTable::set(&YARD.replace("battle = { turn = \"Brack\" }", ""))
}

/// Who acts by itself now, for which seat, and what it does.
fn deed(bench: &TestTable) -> Option<(Who, Seat, Value)> {
    bench.table.own_deed().map(|deed| (deed.who, deed.seat, deed.command))
}

/// Creatures that play themselves act and answer until people are waited for: what they did.
fn by_themselves(bench: &mut TestTable) -> Vec<Value> {
    let mut given = Vec::new();
    for _ in 0..50 {
        let asked = bench.table.prompts(GM).into_iter().find_map(|card| {
            let id = card.id.parse().ok()?;
            let (seat, _) = bench.table.answers_itself(id)?;
            Some((seat, answer(id, card.default?)))
        });
        let next = asked.or_else(|| {
            let (_, seat, command) = deed(bench)?;
            given.push(command.clone());
            Some((seat, Op::Command(command)))
        });
        let Some((seat, op)) = next else { return given };
        bench.op(seat, op).expect("what a creature does by itself is legal");
    }
    panic!("they never stop: {given:?}");
}

#[test]
fn in_fights_a_creature_acts_on_its_turn_and_reacts_and_no_longer_than_the_fight() {
    let mut bench = TestTable::yard();
    bench.op(BO, plays(BRACK, StandingUntil::Revoked)).expect("his own");
    assert_eq!(deed(&bench), Some((BRACK, BO, json!({ "attack": { "who": 1, "target": 3 } }))));
    let mut peace = peace();
    peace.op(BO, plays(BRACK, StandingUntil::Revoked)).expect("his own");
    assert_eq!(deed(&peace), None, "nobody fights");
    let asked = peace.does(GM, attack("Raider", "Brack"), &[2]);
    assert!(asked.waits && by_themselves(&mut peace).is_empty(), "outside a fight Bo answers for Brack");
    assert_eq!(peace.card(Some(BRACK), "parry").asks, [BO]);
}

#[test]
fn one_turn_is_left_only_to_who_has_it() {
    let mut bench = TestTable::yard();
    assert_eq!(bench.refuses(DI, plays(DARA, StandingUntil::TurnOver)).code(), "not-its-turn");
    bench.op(BO, plays(BRACK, StandingUntil::TurnOver)).expect("it is his");
    bench.op(GM, plays(RAIDER, StandingUntil::Revoked)).expect("the GM's own");
    let given = by_themselves(&mut bench);
    assert_eq!(given.len(), 1, "one turn and nothing after: {given:?}");
    assert!(bench.table.frame().pilot(BRACK).is_none());
}

#[test]
fn where_nobody_fights_one_harmless_thing_is_done_or_nothing() {
    let mut bench = peace();
    let alone = TestTable::set("[heroes]\nBrack = {}\n").refuses(GM, plays(BRACK, StandingUntil::TurnOver));
    assert_eq!(alone.code(), "nothing-by-itself", "{alone}");
    bench.op(BO, plays(BRACK, StandingUntil::TurnOver)).expect("there is something to lift");
    assert_eq!(by_themselves(&mut bench), [json!({ "lift": { "who": 1 } })], "once");
    assert!(bench.table.frame().pilot(BRACK).is_none());
}

#[test]
fn always_means_what_is_harmless_and_no_party_vote() {
    let mut bench = peace();
    bench.op(DI, plays(DARA, StandingUntil::Always)).expect("her own");
    assert_eq!(deed(&bench), Some((DARA, DI, json!({ "lift": { "who": 2 } }))));
    bench.does(BO, json!({ "camp": { "who": "Brack" } }), &[]);
    let voters: Vec<Vec<Seat>> = bench.table.prompts(GM).into_iter().map(|card| card.asks).collect();
    assert!(voters.contains(&vec![DI]), "the party's way is for people to decide: {voters:?}");
    assert!(
        bench
            .table
            .prompts(GM)
            .iter()
            .all(|card| { bench.table.answers_itself(card.id.parse().expect("a number")).is_none() })
    );
}

#[test]
fn a_party_plays_on_only_if_all_of_it_plays_itself_and_the_gm_says_so() {
    let mut bench = TestTable::yard();
    assert_eq!(bench.refuses(BO, Op::PlayOn { on: true }).code(), "only-gm");
    bench.op(BO, plays(BRACK, StandingUntil::Always)).expect("his own");
    bench.op(GM, Op::PlayOn { on: true }).expect("the GM may");
    assert!(!bench.table.plays_on(), "Dara is Di's to play");
    bench.op(DI, plays(DARA, StandingUntil::Revoked)).expect("her own");
    assert!(!bench.table.plays_on(), "Dara plays herself in fights alone");
    bench.op(DI, plays(DARA, StandingUntil::Always)).expect("her own");
    assert!(bench.table.plays_on());
    assert_eq!(deed(&bench).map(|(_, seat, _)| seat), Some(GM), "the GM said so");
    bench.op(DI, Op::StandNoMore { creature: Some(DARA) }).expect("her own");
    assert!(!bench.table.plays_on());
}

#[test]
fn undo_holds_everybody_who_plays_themselves_until_somebody_lets_them_go_on() {
    let mut bench = TestTable::yard();
    bench.op(BO, plays(BRACK, StandingUntil::Revoked)).expect("his own");
    bench.op(GM, plays(RAIDER, StandingUntil::Revoked)).expect("the GM's own");
    bench.does(BO, attack("Brack", "Raider"), &[2]);
    assert!(bench.table.waits().is_empty(), "the raider has answered by itself");
    bench.op(GM, Op::Undo { from: None, reason: None }).expect("the GM may");
    assert_eq!(deed(&bench), None, "it would only do the same again");
    for bench in [&bench.reopened(), &bench.replayed()] {
        assert_eq!(bench.table.frame().held.iter().collect::<Vec<_>>(), [&BRACK, &RAIDER]);
        assert_eq!(deed(bench), None, "after a reload too");
    }
    assert!(bench.does(BO, attack("Brack", "Raider"), &[3]).waits, "the raider's parry is for the GM to say");
    assert!(by_themselves(&mut bench).is_empty());
    bench.says(GM, RAIDER, "parry", json!(false), &[]);

    assert_eq!(bench.refuses(DI, Op::GoOn).code(), "nobody-held");
    bench.op(BO, Op::GoOn).expect("Brack is his");
    assert_eq!(
        bench.table.frame().held.iter().collect::<Vec<_>>(),
        [&RAIDER],
        "a player lets their own go on"
    );
    bench.op(GM, Op::GoOn).expect("the GM lets all of them");
    assert!(bench.table.frame().held.is_empty());
    assert_eq!(bench.replayed().save(), bench.save());
}

#[test]
fn a_deed_that_was_dropped_is_not_begun_again_at_once() {
    let mut bench = TestTable::yard();
    bench.op(BO, plays(BRACK, StandingUntil::Revoked)).expect("his own");
    let (_, seat, command) = deed(&bench).expect("it is his turn");
    let waits = bench.op(seat, Op::Command(command)).expect("legal").action.expect("an action");
    bench.op(GM, Op::Cancel { action: waits }).expect("the GM may");
    assert_eq!(deed(&bench), None);
    bench.op(BO, plays(BRACK, StandingUntil::Revoked)).expect("said again, it is let go on");
    assert!(deed(&bench).is_some());
}

#[test]
fn whoever_plays_a_hero_takes_it_back_from_the_gm_and_nobody_else_does() {
    let mut bench = TestTable::yard();
    bench.op(GM, plays(BRACK, StandingUntil::Revoked)).expect("the GM may for the absent");
    assert!(deed(&bench).is_some());
    bench.op(DI, Op::StandNoMore { creature: Some(BRACK) }).expect("nothing of hers");
    assert!(deed(&bench).is_some(), "Brack is not Di's");
    bench.op(BO, Op::StandNoMore { creature: Some(BRACK) }).expect("his own");
    assert_eq!(deed(&bench), None);
    bench.op(GM, plays(BRACK, StandingUntil::Revoked)).expect("again");
    bench.op(BO, plays(BRACK, StandingUntil::Always)).expect("in another way");
    assert_eq!(bench.table.frame().standing.len(), 1, "in one way at a time");
}

#[test]
fn what_somebody_else_would_do_is_not_done_by_a_creature_that_plays_itself() {
    let mut bench = TestTable::yard();
    bench.op(GM, plays(RAIDER, StandingUntil::Revoked)).expect("the GM's own");
    assert_eq!(deed(&bench), None, "it is Brack's turn, and Brack is Bo's");
    bench.does(BO, attack("Brack", "Dara"), &[2]);
    bench.says(DI, DARA, "parry", json!(false), &[]);
    assert_eq!(deed(&bench), None, "it is Dara's turn");
}
