//! A table put away in the middle of a reaction window: opened again it goes on; under changed
//! rules its action is offered afresh, and nothing else is touched.

use boneyard_table::Seat;
use boneyard_table::frame::Seeds;
use boneyard_table::live::Scripted;
use boneyard_table::stage::{BattleStage, Being, Stage};
use boneyard_table::table::{AnyGame, AnyTable, GameOf, Op};
use dirk_rules::DirkRules;
use serde_json::{Value, json};

const GAME: GameOf<DirkRules> = GameOf::new();

/// A raider swings at Brack, who is asked whether to EVADE! 5 damage.
fn in_the_window() -> Box<dyn AnyTable> {
    let like = |id: &str| Being { like: Some(id.to_owned()), ..Being::default() };
    let mut stage = Stage::default();
    stage.heroes.insert("Brack".into(), like("DK-HERO-01H"));
    stage.creatures.insert("Bandit".into(), like("DK-FOE-02H"));
    let order = vec!["Bandit".to_owned(), "Brack".to_owned()];
    stage.battle = Some(BattleStage { order, ..BattleStage::default() });
    let seeds = Seeds { open: [3; 32], secret: [4; 32] };
    let first = GAME.stage("A window", &stage, Vec::new(), seeds).expect("the stage can be set");
    let mut table = GAME.open(&first).expect("the table opens");
    let attack = json!({ "attack": { "who": "Bandit", "with": "sword", "target": "Brack" } });
    act(&mut *table, Op::Command(attack), &[]);
    answer(&mut *table, "pass", &[5]);
    assert_eq!(table.prompts(Seat::GM)[0].name, "W2");
    table
}

fn act(table: &mut dyn AnyTable, op: Op, dice: &[u8]) {
    let mut dice = Scripted::new(dice.iter().copied());
    let planned = table.plan(Seat::GM, op, Some(&mut dice)).expect("it is legal");
    assert!(dice.left().is_empty(), "all dice are thrown");
    table.apply_record(&planned.record).expect("it can be followed");
}

fn answer(table: &mut dyn AnyTable, say: &str, dice: &[u8]) {
    let prompt = table.prompts(Seat::GM)[0].id.parse().expect("a prompt has a number");
    act(table, Op::Answer { prompt, say: json!(say), table_rule: false }, dice);
}

#[test]
fn a_table_saved_in_the_window_goes_on_as_if_nothing_had_happened() {
    let mut table = in_the_window();
    let mut reopened = GAME.load(&table.save().expect("it can be saved")).expect("it opens");
    assert_eq!(reopened.prompts(Seat::GM), table.prompts(Seat::GM));
    for table in [&mut *table, &mut *reopened] {
        answer(table, "evade", &[15]);
        answer(table, "knocked_down", &[]);
    }
    assert_eq!(reopened.save().expect("a save"), table.save().expect("a save"));
    let published = reopened.values();
    assert_eq!((&published["Brack"]["hp"], &published["Brack"]["down"]), (&json!(6), &json!(true)));
}

#[test]
fn under_changed_rules_the_waiting_action_is_offered_afresh_and_nothing_else_is_touched() {
    let table = in_the_window();
    let saved = table.save().expect("it can be saved");
    let mut older: Value = serde_json::from_str(&saved).expect("a save is JSON");
    older["waiting"][0]["rules"] = json!("0000000000000000");
    let older = serde_json::to_string(&older).expect("still JSON");

    let mut reopened = GAME.load(&older).expect("it opens");
    assert_eq!(reopened.waits().into_iter().map(|(_, fits)| fits).collect::<Vec<_>>(), [false]);
    assert!(reopened.prompts(Seat::GM).is_empty(), "nothing is asked that no longer fits");
    assert_eq!(reopened.state().expect("a state"), table.state().expect("a state"));
    let again: Value = serde_json::from_str(&reopened.save().expect("a save")).expect("JSON");
    assert_eq!(again, serde_json::from_str::<Value>(&older).expect("JSON"), "saving again changes nothing");

    let (action, _) = reopened.waits()[0];
    act(&mut *reopened, Op::Afresh { action }, &[]);
    assert_eq!(reopened.prompts(Seat::GM)[0].name, "W1", "it begins at its beginning");
    answer(&mut *reopened, "pass", &[2]);
    answer(&mut *reopened, "pass", &[]);
    assert_eq!(reopened.values()["Brack"]["hp"], 6, "8 hit points, and 2 damage this time");
}
