//! A table put away in the middle of a sweep: opened again it goes on; under changed rules the Strike is offered
//! afresh, and nothing else is touched.

use boneyard_table::live::Scripted;
use boneyard_table::table::{AnyGame, AnyTable, Op};
use serde_json::{Value, json};

use crate::arena::{Arena, GAME, GM, answer};

/// Ana has hit, and is asked whether she halves the damage.
fn in_the_sweep() -> Arena {
    let mut arena = Arena::scene(
        json!({
            "heroes": { "Ana": { "set": {
                "strength": 3, "weapons": "Trained", "items": ["Sweeping Slashing scythe"], "hands": ["scythe"],
            } } },
            "creatures": { "A": { "like": "Goblin Stickfighter" }, "B": { "like": "Goblin Stickfighter" } },
            "at": { "Ana": "C3", "A": "C4", "B": "D4" },
            "battle": { "order": ["Ana", "A", "B"], "turn": "Ana" },
        }),
        1,
    );
    act(&mut *arena.table, Op::Command(json!({ "strike": { "who": "Ana", "target": "A" } })), &[5]);
    assert_eq!(arena.table.prompts(GM)[0].name, "sweep");
    arena
}

fn act(table: &mut dyn AnyTable, op: Op, dice: &[u8]) {
    let mut dice = Scripted::new(dice.iter().copied());
    let planned = table.plan(GM, op, Some(&mut dice)).expect("it is legal");
    assert!(dice.left().is_empty(), "all dice are thrown");
    table.apply_record(&planned.record).expect("it can be followed");
}

fn say(table: &mut dyn AnyTable, say: Value, dice: &[u8]) {
    let prompt = table.prompts(GM)[0].id.clone();
    act(table, answer(&prompt, say), dice);
}

#[test]
fn a_table_saved_in_the_sweep_goes_on_as_if_nothing_had_happened() {
    let mut arena = in_the_sweep();
    let mut reopened = GAME.load(&arena.table.save().expect("it can be saved")).expect("it opens");
    assert_eq!(reopened.prompts(GM), arena.table.prompts(GM));
    for table in [&mut *arena.table, &mut *reopened] {
        say(table, json!(true), &[5]);
        say(table, json!(2), &[]);
    }
    assert_eq!(reopened.save().expect("a save"), arena.table.save().expect("a save"));
    assert_eq!(reopened.values()["B"]["fate"], "dead");
}

#[test]
fn under_changed_rules_the_strike_is_offered_afresh_and_nothing_else_is_touched() {
    let arena = in_the_sweep();
    let mut older: Value =
        serde_json::from_str(&arena.table.save().expect("a save")).expect("a save is JSON");
    older["waiting"][0]["rules"] = json!("0000000000000000");
    let older = serde_json::to_string(&older).expect("still JSON");
    let mut reopened = GAME.load(&older).expect("it opens");
    assert_eq!(reopened.waits().into_iter().map(|(_, fits)| fits).collect::<Vec<_>>(), [false]);
    assert!(reopened.prompts(GM).is_empty(), "nothing is asked that no longer fits");
    assert_eq!(reopened.state().expect("a state"), arena.raw());
    let (action, _) = reopened.waits()[0];
    act(&mut *reopened, Op::Afresh { action }, &[6]);
    say(&mut *reopened, json!(false), &[4]);
    assert_eq!(reopened.values()["A"]["fate"], "dead");
    assert_eq!(reopened.values()["B"]["hp"], 2);
}
