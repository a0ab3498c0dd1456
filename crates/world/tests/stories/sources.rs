//! What wakes people, what is taken by leading it off, and what only games with squares, camps and breakable things give signals of.

use boneyard_table::run;
use boneyard_world::adventure::{Mood, Standing};
use boneyard_world::run::{WorldFact, settle};
use serde_json::json;

use super::{ADA, Evening, at};
use crate::tiny::Tiny;
use crate::tiny::game::RULE;

const ROOM: &str = r#"
[adventure]
id = "home"
name = "A room"
games = ["tiny"]
start = "hall"
flags = ["stepped", "camped", "broke", "gone"]

[[map]]
id = "floor"
light = "day"
squares = """
...
...
"""

[[place]]
id = "hall"
name = "Hall"
area = { map = "floor", box = [0, 0, 3, 2] }
lies = ["Torch"]

[[place]]
id = "yard"
name = "Yard"

[[way]]
between = ["hall", "out"]
[[way]]
between = ["hall", "yard"]

[[person]]
id = "dog"
is = "Rat"
where = "hall"
mood = "asleep"
wakes = ["take"]

[[person]]
id = "cat"
is = "Rat"
where = "hall"
mood = "unaware"
wakes = ["noise", "hurt"]

[[holder]]
id = "box"
name = "strongbox"
where = "hall"
moves = true

[[try]]
id = "shout"
what = "shout"
where = "hall"
again = "always"
passed = [{ noise = { at = "@here", reach = 10 } }]

[[event]]
id = "step"
when = { steps = { map = "floor", on = ["B1"] } }
then = [{ flag = "stepped" }]

[[event]]
id = "camp"
when = { camps = { at = "yard", watch = 2 } }
then = [{ flag = "camped" }]

[[event]]
id = "break"
when = { broken = "box" }
then = [{ flag = "broke" }]

[[event]]
id = "go"
when = { taken = "box" }
then = [{ flag = "gone" }]

[[goal]]
id = "out"
name = "The strongbox"
met = [{ has = { who = "yard", thing = "box" } }]
"#;

fn begins() -> Evening {
    Evening::of(&[("home", ROOM)])
}

fn mood(evening: &Evening, person: &str) -> Option<Mood> {
    evening.home().waits.get(person).and_then(|waiting| waiting.mood)
}

/// A fact that the rules of a game record.
fn becomes_true(evening: &mut Evening, fact: WorldFact<Tiny>) {
    run::<Tiny>(&mut evening.state, &evening.book, &mut evening.host, |cx| {
        cx.record(RULE, fact.into());
        settle(cx)
    });
}

fn is_set(evening: &Evening, flag: &str) -> bool {
    evening.home().flags.contains(flag)
}

#[test]
fn who_sleeps_is_woken_by_what_wakes_them_and_by_nothing_else() {
    let mut evening = begins();
    assert_eq!((mood(&evening, "dog"), mood(&evening, "cat")), (Some(Mood::Asleep), Some(Mood::Unaware)));
    evening.does("take", json!({ "who": "Ada", "what": "Torch" }));
    assert_eq!((mood(&evening, "dog"), mood(&evening, "cat")), (Some(Mood::Aware), Some(Mood::Unaware)));
    evening.does("attempt", json!({ "who": "Ada", "what": "shout" }));
    assert_eq!(mood(&evening, "cat"), Some(Mood::Aware));
}

#[test]
fn a_noise_somewhere_else_wakes_nobody() {
    let mut evening = begins();
    becomes_true(&mut evening, WorldFact::Noise(at("yard"), 100));
    assert_eq!(mood(&evening, "cat"), Some(Mood::Unaware));
}

#[test]
fn a_strongbox_that_is_led_off_is_taken_and_is_where_it_is_led() {
    let mut evening = begins();
    evening.does("lead", json!({ "who": "Ada", "what": "strongbox" }));
    assert!(is_set(&evening, "gone"));
    assert_eq!(evening.home().goals.get("out"), None);
    evening.does("go", json!({ "who": "Ada", "to": "Yard" }));
    assert_eq!(evening.home().goals.get("out"), Some(&Standing::Met));
}

#[test]
fn steps_camps_and_what_breaks_are_signals_where_a_game_says_so() {
    let mut evening = begins();
    let step = |square: &str| WorldFact::Stepped {
        key: "home".into(),
        map: "floor".into(),
        square: serde_json::from_value(json!(square)).expect("a square"),
        who: ADA,
    };
    becomes_true(&mut evening, step("A1"));
    assert!(!is_set(&evening, "stepped"));
    becomes_true(&mut evening, step("B1"));
    assert!(is_set(&evening, "stepped"));
    becomes_true(&mut evening, WorldFact::Camped(at("yard"), 1));
    becomes_true(&mut evening, WorldFact::Camped(at("hall"), 2));
    assert!(!is_set(&evening, "camped"));
    becomes_true(&mut evening, WorldFact::Camped(at("yard"), 2));
    assert!(is_set(&evening, "camped"));
    becomes_true(&mut evening, WorldFact::Broken("home".into(), "chair".into(), ADA));
    assert!(!is_set(&evening, "broke"));
    becomes_true(&mut evening, WorldFact::Broken("home".into(), "box".into(), ADA));
    assert!(is_set(&evening, "broke"));
}
