//! A table put away while the GM reads a check: opened again it goes on; under changed rules the roll is offered
//! afresh, and nothing else is touched.

use boneyard_table::live::Scripted;
use boneyard_table::table::{AnyGame, AnyTable, Op};
use serde_json::{Value, json};

use crate::arena::{Arena, GAME, GM, answer};

/// Bo has thrown 2 and 4, which lie before the GM.
fn while_the_gm_reads() -> Arena {
    let mut arena = Arena::scene(json!({ "heroes": { "Bo": { "set": { "utility": 2 } } } }), 1);
    let check =
        json!({ "check": { "who": "Bo", "what": "climb", "quality": "Utility", "on_failure": "a fall" } });
    act(&mut *arena.table, Op::Command(check), &[2, 4]);
    assert_eq!(arena.table.prompts(GM)[0].name, "reading");
    arena
}

fn act(table: &mut dyn AnyTable, op: Op, dice: &[u8]) {
    let mut dice = Scripted::new(dice.iter().copied());
    let planned = table.plan(GM, op, Some(&mut dice)).expect("it is legal");
    assert!(dice.left().is_empty(), "all dice are thrown");
    table.apply_record(&planned.record).expect("it can be followed");
}

fn say(table: &mut dyn AnyTable, say: Value) {
    let prompt = table.prompts(GM)[0].id.clone();
    act(table, answer(&prompt, say), &[]);
}

#[test]
fn a_table_saved_while_the_gm_reads_goes_on_as_if_nothing_had_happened() {
    let mut arena = while_the_gm_reads();
    let mut reopened = GAME.load(&arena.save()).expect("it opens");
    assert_eq!(reopened.prompts(GM), arena.table.prompts(GM));
    let tray = reopened.view(GM).tray.expect("the dice lie there for everybody");
    assert_eq!(tray.dice.iter().map(|die| die.face).collect::<Vec<_>>(), [Some(2), Some(4)]);
    for table in [&mut *arena.table, &mut *reopened] {
        say(table, json!({ "choice": "failure", "words": "it is wet" }));
    }
    assert_eq!(reopened.save().expect("a save"), arena.save());
    assert_eq!(reopened.values()["last"]["outcome"], "failure");
}

#[test]
fn under_changed_rules_the_roll_is_offered_afresh_and_nothing_else_is_touched() {
    let arena = while_the_gm_reads();
    let mut older: Value = serde_json::from_str(&arena.save()).expect("a save is JSON");
    older["waiting"][0]["rules"] = json!("0000000000000000");
    let older = serde_json::to_string(&older).expect("still JSON");
    let mut reopened = GAME.load(&older).expect("it opens");
    assert_eq!(reopened.waits().into_iter().map(|(_, fits)| fits).collect::<Vec<_>>(), [false]);
    assert!(reopened.prompts(GM).is_empty(), "nothing is asked that no longer fits");
    assert_eq!(reopened.state().expect("a state"), arena.raw());
    let (action, _) = reopened.waits()[0];
    act(&mut *reopened, Op::Afresh { action }, &[5, 4]);
    say(&mut *reopened, json!("full"));
    assert_eq!(reopened.values()["last"]["outcome"], "full");
}
