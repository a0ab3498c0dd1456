//! A Character made step by step from what is offered: Features out of reach are shown with what they lack, and asking
//! for one is refused with the same words.

use boneyard_table::Who;
use boneyard_table::table::Op;
use boneyard_table::view::Domain;
use serde_json::{Value, json};

use crate::arena::{Arena, GM, by_instinct};

fn does(arena: &mut Arena, command: Value) {
    let told = command.to_string();
    arena.op(GM, Op::Command(command)).unwrap_or_else(|refusal| panic!("{told}: {refusal}"));
    while let Some((seat, op)) = by_instinct(&*arena.table) {
        arena.op(seat, op).expect("instinct is legal");
    }
}

#[test]
fn a_feature_out_of_reach_is_refused_with_what_is_missing() {
    let mut arena = Arena::scene(json!({ "house": { "ability_method": "fixed" } }), 3);
    does(&mut arena, json!({ "begin_hero": { "name": "Mab" } }));
    does(&mut arena, json!({ "concept": { "who": "Mab", "line": "A poacher with manners" } }));
    does(&mut arena, json!({ "roll_scores": { "who": "Mab" } }));
    let scores = json!({
        "strength": 10, "dexterity": 15, "constitution": 14, "intelligence": 13, "wisdom": 12, "charisma": 11,
    });
    does(&mut arena, json!({ "assign": { "who": "Mab", "scores": scores } }));
    let offers = arena.table.offers(GM, Some(Who(0)));
    let shop = offers.iter().find(|offer| offer.command == "buy_feature").expect("Features are for sale");
    let Some(Domain::OneOf { options }) = shop.params.first().map(|param| &param.domain) else {
        panic!("{:#?}", shop.params)
    };
    let feature = |name: &str| options.iter().find(|one| one.pick == json!(name)).expect("it is listed");
    let short = feature("Cleave").refusal.clone().expect("it is out of reach").to_string();
    assert!(short.contains("Cleave needs Strength 13 (it is 10)"), "{short}");
    assert!(feature("Guard Up").refusal.is_none(), "others are in reach");
    let before = arena.raw();
    let ask = json!({ "buy_feature": { "who": "Mab", "feature": "Cleave" } });
    let refused = arena.op(GM, Op::Command(ask)).map(drop).expect_err("Strength is too low").to_string();
    assert!(refused.contains("Strength 13 (it is 10)"), "{refused}");
    assert!(refused.contains("Axe or Long Blade Learning"), "{refused}");
    assert_eq!(arena.raw(), before, "nothing was paid");
    assert_eq!(refused, short, "in the same words");
}
