//! A ready hero finds a player: taken by one, given by the referee, given back.

use boneyard_table::table::Op;
use boneyard_table::view::Owner;
use boneyard_table::{Seat, Who};
use serde_json::json;

use crate::support::{BO, DI, GM, TestTable};

fn hand(who: Who, to: Seat) -> Op {
    Op::Hand { who, to }
}

#[test]
fn a_hero_nobody_plays_is_taken_and_is_then_nobody_elses() {
    let scene = json!({
        "seats": { "Bo": [], "Di": [] },
        "heroes": { "Brack": { "like": "DK-HERO-01H" }, "Isolde": { "like": "DK-HERO-02H" } },
        "creatures": { "Wolf": { "like": "DK-FOE-03H" } },
    });
    let mut bench = TestTable::scene(scene, 1);
    let [brack, isolde, wolf] = [Who(0), Who(1), Who(2)];
    assert_eq!(bench.table.free_heroes(BO), [brack, isolde]);
    let mut does = |seat, op| {
        let planned = bench.table.plan(seat, op, None)?;
        bench.table.apply_record(&planned.record).expect("a planned record can be followed");
        Ok::<_, boneyard_table::Refusal>(())
    };
    does(BO, hand(brack, BO)).expect("nobody plays Brack");
    let code = |done: Result<(), boneyard_table::Refusal>| done.map_err(|refusal| refusal.code().to_owned());
    assert_eq!(code(does(DI, hand(brack, DI))), Err("only-gm".into()), "Brack is Bo's");
    assert_eq!(code(does(DI, hand(isolde, BO))), Err("only-gm".into()), "Bo was not asked");
    assert_eq!(code(does(DI, hand(wolf, DI))), Err("no-hero".into()), "a wolf is the referee's");
    assert_eq!(code(does(GM, hand(isolde, Seat(7)))), Err("no-such-seat".into()));
    assert_eq!(code(does(BO, hand(Who(99), BO))), Err("no-such-creature".into()));
    does(GM, hand(isolde, DI)).expect("the referee gives");
    assert_eq!(bench.table.free_heroes(BO), [Who(0); 0]);
    assert_eq!((bench.table.speaks_for(BO), bench.table.speaks_for(DI)), (vec![brack], vec![isolde]));
    let whole = |seat: Seat, who| bench.table.view(seat).block(&Owner::Hero { who }, "hp").is_some();
    assert!(whole(BO, brack), "Bo reads Brack's whole sheet");
    assert!(bench.table.probe(BO, json!({ "end_turn": { "who": "Isolde" } })).is_err());
    let mut does = |seat, op| {
        let planned = bench.table.plan(seat, op, None)?;
        bench.table.apply_record(&planned.record).expect("a planned record can be followed");
        Ok::<_, boneyard_table::Refusal>(())
    };
    does(BO, hand(brack, GM)).expect("one's own can be given back");
    does(DI, Op::Leave { seat: DI }).expect("Di goes home");
    assert_eq!(bench.table.free_heroes(BO), [brack, isolde], "whose player is gone is free");
}
