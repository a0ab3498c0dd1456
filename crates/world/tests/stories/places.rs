//! The table's own adventure, ways and doors, rows added while it is played, several adventures at once.

use serde_json::json;

use super::{ADA, BO, Evening, at};
use boneyard_table::Seat;

const CAVE: &str = r#"
[adventure]
id = "cave"
name = "The cave"
games = ["tiny"]
start = "mouth"
[[place]]
id = "mouth"
name = "The mouth"
lies = ["Rope"]
[[way]]
between = ["out", "mouth"]
takes = "30 minutes"
"#;

#[test]
fn the_table_has_a_home_of_its_own_from_the_start() {
    let evening = Evening::of(&[]);
    assert_eq!(evening.place(ADA), "home");
    assert!(evening.state.world.running("home").is_some());
}

#[test]
fn a_way_takes_its_time_once_for_all_who_go() {
    let mut evening = Evening::begins();
    evening.does("go", json!({ "who": "Ada", "to": "The barn", "with": ["Bo"] }));
    assert_eq!((evening.place(ADA), evening.place(BO)), ("barn".into(), "barn".into()));
    assert_eq!(evening.state.world.now.0, 600, "ten minutes, and not twenty");
}

#[test]
fn a_way_nobody_found_is_refused_like_one_that_is_not_there() {
    let mut evening = Evening::begins();
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.refused("no-way", "go", json!({ "who": "Ada", "to": "The vault" }));
    evening.refused("no-way", "go", json!({ "who": "Ada", "to": "The moon" }));
    evening.gm("reveal", json!({ "adventure": "home", "what": "crack" }));
    evening.does("go", json!({ "who": "Ada", "to": "The vault" }));
    assert_eq!(evening.place(ADA), "vault");
}

#[test]
fn a_locked_door_wants_its_key() {
    let mut evening = Evening::begins();
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.refused("locked", "go", json!({ "who": "Ada", "to": "The well" }));
    evening.refused("locked", "open", json!({ "who": "Ada", "what": "The well" }));
    evening.granted(ADA, "iron key", 1);
    evening.does("open", json!({ "who": "Ada", "what": "The well" }));
    evening.refused("open", "open", json!({ "who": "Ada", "what": "The well" }));
    evening.does("go", json!({ "who": "Ada", "to": "The well" }));
    assert_eq!(evening.state.bodies[&ADA].points, 5, "what catches those who come in has caught her");
}

#[test]
fn an_event_opens_a_door() {
    let mut evening = Evening::begins();
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.gm("fire", json!({ "adventure": "home", "event": "gate" }));
    evening.does("go", json!({ "who": "Ada", "to": "The well" }));
    assert_eq!(evening.place(ADA), "well");
}

#[test]
fn a_place_made_at_the_table_is_there_at_once() {
    let mut evening = Evening::begins();
    evening.refused("no-way", "go", json!({ "who": "Ada", "to": "The quarry" }));
    evening.adds(
        "home",
        r#"
[[place]]
id = "quarry"
name = "The quarry"
lies = [{ name = "stone", number = 3 }]
[[way]]
between = ["inn", "quarry"]
[[event]]
id = "echo"
when = { enters = "quarry" }
then = [{ announce = "An echo." }]
[[person]]
id = "mason"
name = "The mason"
where = "quarry"
side = "nobody"
"#,
    );
    evening.does("go", json!({ "who": "Ada", "to": "The quarry" }));
    assert_eq!(evening.lies("quarry", "stone"), 3);
    assert!(evening.told().contains(&"An echo.".to_owned()), "{:?}", evening.told());
    assert_eq!(evening.place(evening.who("The mason")), "quarry");
}

#[test]
fn what_is_added_to_a_place_that_was_filled_lies_there_and_the_rest_is_not_doubled() {
    let mut evening = Evening::begins();
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    assert_eq!(evening.lies("inn", "silver cup"), 1);
    // The inn is the first place of the file: its last row becomes two.
    let more = super::VILLAGE.replace(
        "{ name = \"knife\", hidden = { find = { least = 1 } } }]",
        "{ name = \"knife\", hidden = { find = { least = 1 } } }, { name = \"boots\" }]",
    );
    assert_ne!(more, super::VILLAGE);
    let read = boneyard_world::check::check::<crate::tiny::Tiny>("home", &more, &crate::tiny::dictionary());
    evening.book.0.insert("home".to_owned(), read.0.expect("sound"));
    evening.does("go", json!({ "who": "Ada", "to": "The inn" }));
    assert_eq!((evening.lies("inn", "boots"), evening.lies("inn", "silver cup")), (1, 1));
}

#[test]
fn two_adventures_back_and_forth_with_the_first_as_it_was_left() {
    let mut evening = Evening::of(&[("home", super::VILLAGE), ("cave", CAVE)]);
    evening.gm("open_adventure", json!({ "file": "cave", "out": at("inn"), "far": "2 hours" }));
    evening.gm("open_adventure", json!({ "file": "cave", "out": at("barn"), "key": "cave-2" }));
    evening.does("go", json!({ "who": "Ada", "to": "The mouth" }));
    assert_eq!(evening.state.world.now.0, 2 * 3_600 + 1_800, "its distance and the way's own time");
    evening.does("take", json!({ "who": "Ada", "what": "Rope" }));
    evening.does("go", json!({ "who": "Ada", "to": "The inn" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.does("go", json!({ "who": "Ada", "to": "The mouth" }));
    assert_eq!(evening.state.world.stands[&ADA].place.adventure.as_ref(), "cave-2");
    evening.does("take", json!({ "who": "Ada", "what": "Rope" }));
    assert_eq!(evening.has(ADA, "Rope"), 2);
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.does("go", json!({ "who": "Ada", "to": "The inn" }));
    evening.does("go", json!({ "who": "Ada", "to": "The mouth" }));
    evening.refused("no-such-thing", "take", json!({ "who": "Ada", "what": 9 }));
    assert_eq!(evening.state.world.heaps.values().filter(|heap| heap.what.name == "Rope").count(), 0);
}

#[test]
fn an_adventure_is_joined_elsewhere() {
    let mut evening = Evening::of(&[("home", super::VILLAGE), ("cave", CAVE)]);
    evening.gm("open_adventure", json!({ "file": "cave", "out": at("barn") }));
    evening.refused("no-way", "go", json!({ "who": "Ada", "to": "The mouth" }));
    assert_eq!(
        evening.tries(Seat::GM, "join_ways", json!({ "adventure": "cave", "out": at("moon") })),
        Err("no-place".into())
    );
    evening.gm("join_ways", json!({ "adventure": "cave", "out": at("inn"), "far": "1 hour" }));
    evening.does("go", json!({ "who": "Ada", "to": "The mouth" }));
    assert_eq!(evening.state.world.now.0, 3_600 + 1_800);
}

#[test]
fn adventures_are_the_game_masters_to_open() {
    let mut evening = Evening::of(&[("home", super::VILLAGE), ("cave", CAVE)]);
    evening.refused("only-gm", "open_adventure", json!({ "file": "cave" }));
    for (code, fields) in [
        ("no-adventure", json!({ "file": "castle" })),
        ("key", json!({ "file": "cave", "key": "A cave" })),
        ("open", json!({ "file": "cave", "key": "home" })),
        ("span", json!({ "file": "cave", "far": "soon" })),
    ] {
        assert_eq!(evening.tries(Seat::GM, "open_adventure", fields), Err(code.into()));
    }
}
