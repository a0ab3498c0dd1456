//! The same question to several creatures of one seat stands together; a second try is for failures.

use boneyard_table::Seat;
use boneyard_table::live::Scripted;
use boneyard_table::table::{Op, Saying};
use serde_json::{Value, json};

use crate::arena::Arena;

const PAT: Seat = Seat(1);

/// Two who strike at the one who walks away, both Pat's, and a brute between them.
fn between() -> Value {
    let axe = json!({ "set": {
        "strength": 3, "weapons": "Trained", "items": ["Finesse Slashing axe"], "hands": ["axe"],
        "talents": { "Opportunist": 1 }, "reaction": true,
    } });
    json!({
        "seats": { "Pat": ["Ana", "Bea"] },
        "heroes": { "Ana": axe, "Bea": axe },
        "creatures": { "Brute": { "set": { "max_hp": 40, "ac": 6 } } },
        "at": { "Ana": "B4", "Bea": "D4", "Brute": "C4" },
        "battle": { "order": ["Brute", "Ana", "Bea"], "turn": "Brute" },
    })
}

#[test]
fn whoever_leaves_two_behind_is_one_card() {
    let mut arena = Arena::scene(between(), 1);
    let mut dice = Scripted::new([6, 4, 6, 4]);
    let away = Op::Command(json!({ "move": { "who": "Brute", "to": "C7" } }));
    let planned = arena.table.plan(Seat::GM, away, Some(&mut dice)).expect("it may walk away");
    arena.apply_record(&planned);
    let cards = arena.table.prompts(PAT);
    assert_eq!(cards.iter().map(|card| card.name.as_str()).collect::<Vec<_>>(), ["reaction", "reaction"]);
    assert!(cards[0].group.is_some() && cards[0].group == cards[1].group, "both stand on one card");
    let both =
        cards.iter().map(|card| Saying { prompt: card.id.parse().expect("a number"), say: json!(true) });
    let both = Op::Answers(both.collect());
    let planned = arena.table.plan(PAT, both, Some(&mut dice)).expect("both strike");
    arena.apply_record(&planned);
    assert_eq!(dice.left(), [0; 0], "both have rolled");
    let published = arena.values();
    assert_eq!(published["Brute"]["hp"], 32);
    assert_eq!(
        (&published["Ana"]["reaction"], &published["Bea"]["reaction"]),
        (&json!(false), &json!(false))
    );
}
