//! What the game master does by hand.

use boneyard_table::Seat;
use boneyard_world::run::deed::traveller;
use serde_json::json;

use super::{ADA, BO, Evening, at};

#[test]
fn the_game_masters_fire_halves_on_a_passed_check() {
    let mut evening = Evening::begins();
    let fire = json!({ "points": 4 });
    evening.gm("inflict", json!({ "whom": ["Ada"], "harm": fire, "check": { "least": 1 }, "why": "Fire." }));
    assert_eq!((evening.state.bodies[&ADA].points, evening.told()), (4, vec!["Fire.".to_owned()]));
    evening.gm("inflict", json!({ "whom": ["Bo"], "harm": fire, "check": { "least": 7 } }));
    assert_eq!(evening.state.bodies[&BO].points, 2);
    assert_eq!(evening.state.world.inflicted.len(), 2, "both are kept, to be used again");
    assert_eq!(evening.tries(Seat::GM, "inflict", json!({ "whom": [], "harm": fire })), Err("nobody".into()));
    evening.refused("only-gm", "inflict", json!({ "whom": ["Bo"], "harm": fire }));
}

#[test]
fn what_is_due_is_put_off_and_called_off() {
    let mut evening = Evening::begins();
    evening.gm("flag", json!({ "adventure": "home", "flag": "alarm" }));
    let coming = evening.state.world.coming[0].number;
    evening.gm("delay", json!({ "coming": coming, "by": "2 hours" }));
    evening.gm("pass", json!({ "span": "2 hours" }));
    assert!(evening.told().is_empty(), "it was due after one hour and comes after three");
    evening.gm("pass", json!({ "span": "1 hour" }));
    assert_eq!(evening.told(), ["The bell."]);
    assert_eq!(evening.tries(Seat::GM, "call_off", json!({ "coming": coming })), Err("not-coming".into()));
    let mut other = Evening::begins();
    other.gm("flag", json!({ "adventure": "home", "flag": "alarm" }));
    other.gm("call_off", json!({ "coming": coming }));
    other.gm("pass", json!({ "span": "1 day" }));
    assert!(!other.told().contains(&"The bell.".to_owned()));
}

#[test]
fn trackers_are_moved_and_adventures_ended_by_hand() {
    let mut evening = Evening::begins();
    evening.gm("tracker", json!({ "adventure": "home", "tracker": "smoke", "by": 2 }));
    assert_eq!(evening.told(), ["Smoke."]);
    let told =
        evening.tries(Seat::GM, "tracker", json!({ "adventure": "home", "tracker": "steam", "by": 1 }));
    assert_eq!(told, Err("no-such-row".into()));
    evening.gm("end", json!({ "adventure": "home", "end": "over" }));
    assert_eq!(evening.home().ended.as_deref(), Some("over"));
    assert_eq!(
        evening.tries(Seat::GM, "end", json!({ "adventure": "home", "end": "over" })),
        Err("ended".into())
    );
}

#[test]
fn people_and_things_are_put_where_they_are_wanted() {
    let mut evening = Evening::begins();
    evening.gm("make_thing", json!({ "what": "Rope", "to": at("inn"), "number": 2 }));
    evening.does("take", json!({ "who": "Ada", "what": "Rope" }));
    assert_eq!(evening.has(ADA, "Rope"), 2);
    evening.gm("make_person", json!({ "what": "Rat", "name": "Squeak", "to": at("barn") }));
    assert_eq!(evening.place(evening.who("Squeak")), "barn");
    evening.gm("send", json!({ "whom": ["Ada", "Squeak"], "to": at("inn") }));
    assert_eq!((evening.place(ADA), evening.place(evening.who("Squeak"))), ("inn".into(), "inn".into()));
    evening.gm("send", json!({ "whom": ["Ada"], "to": "home/barn" }));
    assert_eq!(evening.place(ADA), "barn");
    let told = evening.tries(Seat::GM, "send", json!({ "whom": ["Ada"], "to": at("moon") }));
    assert_eq!(told, Err("no-place".into()));
}

#[test]
fn people_who_wait_are_brought() {
    let mut evening = Evening::begins();
    evening.adds("home", "[[person]]\nid = \"wolf\"\nname = \"The wolf\"\nis = \"Rat\"\n");
    evening.gm("bring", json!({ "adventure": "home", "person": "wolf", "to": at("inn") }));
    assert_eq!(evening.place(evening.who("The wolf")), "inn");
    let told = evening.tries(Seat::GM, "bring", json!({ "adventure": "home", "person": "bear" }));
    assert_eq!(told, Err("no-such-row".into()));
}

#[test]
fn a_hero_goes_to_another_table_with_all_they_carry() {
    let mut evening = Evening::begins();
    evening.granted(BO, "sword", 1);
    evening.granted(BO, "coins", 4);
    let file = serde_json::to_string(&traveller(evening.at(), BO).expect("a hero")).expect("written");
    evening.gm("export_hero", json!({ "who": "Bo" }));
    assert!(!evening.state.world.stands.contains_key(&BO) && evening.has(BO, "sword") == 0);
    let mut other = Evening::begins();
    for (code, hero) in
        [("unreadable", "{}".to_owned()), ("other-game", file.replace("\"tiny\"", "\"chess\""))]
    {
        let told = other.tries(Seat::GM, "import_hero", json!({ "hero": hero, "to": at("inn") }));
        assert_eq!(told, Err(code.into()));
    }
    other.gm("import_hero", json!({ "hero": file.replace("Bo", "Bob"), "to": at("inn") }));
    let bob = other.who("Bob");
    assert_eq!((other.has(bob, "sword"), other.has(bob, "coins"), other.place(bob)), (1, 4, "inn".into()));
}
