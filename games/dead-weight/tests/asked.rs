//! Only what leaves something to choose is asked: initiative is one card, dice that cannot get better lie still, and
//! the one who always answers alike says so once.

use boneyard_table::Seat;
use boneyard_table::frame::StandingUntil;
use boneyard_table::live::Scripted;
use boneyard_table::table::{Op, Saying};
use boneyard_table::view::{Domain, PromptCard};
use serde_json::{Value, json};

use crate::arena::{ANN, Arena, GM};

const HEROES: [&str; 6] = ["Ada", "Brack", "Cy", "Dell", "Ede", "Finn"];

fn act(arena: &mut Arena, seat: Seat, op: Op, dice: &[u8]) {
    let mut dice = Scripted::new(dice.iter().copied());
    let planned = arena.table.plan(seat, op, Some(&mut dice)).expect("it is legal");
    assert!(dice.left().is_empty(), "all dice are thrown, {:?} are left", dice.left());
    arena.apply_record(&planned);
}

/// Brack throws these in a test of DEX, with one reroll from proficiency.
fn thrown(dice: &[u8]) -> Arena {
    let set = json!({ "score": { "DEX": dice.len() }, "proficiency": { "DEX": 1 } });
    let stage = json!({ "seats": { "Ann": ["Brack"] }, "heroes": { "Brack": { "set": set } } });
    let mut arena = Arena::scene(stage, 1);
    throws(&mut arena, dice);
    arena
}

fn throws(arena: &mut Arena, dice: &[u8]) {
    let test = json!({ "test": { "who": "Brack", "attribute": "DEX", "dice": dice.len() } });
    act(arena, GM, Op::Command(test), dice);
}

fn asked(arena: &Arena) -> Vec<PromptCard> {
    arena.table.prompts(GM)
}

#[test]
fn initiative_of_six_heroes_is_one_card() {
    let hero = json!({ "set": { "score": { "DEX": 2 }, "proficiency": { "DEX": 1 } } });
    let heroes: serde_json::Map<String, Value> =
        HEROES.iter().map(|name| ((*name).to_owned(), hero.clone())).collect();
    let mut arena = Arena::scene(
        json!({ "seats": { "Ann": HEROES }, "heroes": heroes, "creatures": { "Corpse": { "like": "Freshly Risen Corpse" } } }),
        1,
    );
    let fighters: Vec<&str> = HEROES.into_iter().chain(["Corpse"]).collect();
    arena.does(json!({ "fight": { "fighters": fighters } }), &[]);
    // Brack's 2 becomes a 6 without anybody being asked.
    let mut dice = Scripted::new([5, 1, 2, 3, 6, 4, 4, 5, 5, 6, 1, 6, 6]);
    let planned =
        arena.table.plan(GM, Op::Command(json!("start_fight")), Some(&mut dice)).expect("it is legal");
    arena.apply_record(&planned);
    let cards = arena.table.prompts(ANN);
    assert_eq!(cards.len(), HEROES.len(), "all of them are asked at once");
    assert!(cards[0].group.is_some() && cards.iter().all(|card| card.group == cards[0].group), "as one card");
    let all = cards.iter().map(|card| Saying { prompt: card.id.parse().expect("a number"), say: json!(2) });
    let all: Vec<Saying> = all.collect();
    let planned = arena.table.plan(ANN, Op::Answers(all), Some(&mut dice)).expect("two dice for all");
    arena.apply_record(&planned);
    assert_eq!(asked(&arena), [], "nobody is asked twice");
    assert_eq!(arena.values()["battle"]["round"], 1);
    assert_eq!(arena.values()["Brack"]["fast"], true, "a free reroll goes without saying");
}

#[test]
fn dice_that_cannot_get_better_lie_still() {
    assert_eq!(asked(&thrown(&[6])), [], "one die shows no more than a 6");
    assert_eq!(asked(&thrown(&[6, 6])), [], "two 6s are a great success");
    assert_eq!(asked(&thrown(&[6, 2])).len(), 1, "another 6 would make it great");
}

#[test]
fn a_reroll_says_where_it_stands_and_what_it_costs() {
    let arena = thrown(&[2, 3]);
    let [card] = asked(&arena).try_into().expect("one question");
    assert_eq!(card.stands.expect("it stands somewhere").say.text(), "Failure so far");
    let verbs = card.verbs.expect("buttons say what they do");
    assert_eq!((verbs.take.text(), verbs.leave.text()), ("Reroll this", "Keep the failure"));
    let Some(Domain::Die { among, .. }) = card.domain else { panic!("a die is picked") };
    assert_eq!(among[0].cost.as_ref().map(|cost| cost.text()), Some("1 of 1 proficiency"));
}

#[test]
fn whoever_never_rerolls_a_success_says_so_once() {
    let mut arena = thrown(&[6, 2]);
    let word = arena.table.prompts(ANN)[0].beforehand[0].clone();
    assert_eq!(word.label.text(), "Never reroll a success");
    let beforehand = Op::Beforehand { question: "reroll".into(), id: word.id, until: StandingUntil::Revoked };
    act(&mut arena, ANN, beforehand, &[]);
    let prompt = arena.table.prompts(ANN)[0].id.parse().expect("a number");
    act(
        &mut arena,
        ANN,
        Op::Answer { prompt, say: word.say.expect("it bears on this"), table_rule: false },
        &[],
    );
    throws(&mut arena, &[6, 2]);
    assert_eq!(asked(&arena), [], "the 2 lies still");
    throws(&mut arena, &[3, 2]);
    assert_eq!(asked(&arena).len(), 1, "a failure is another matter");
}
