//! People who tell something, are hired, go along, stay, and leave the table.

use serde_json::json;

use super::{ADA, BO, Evening};

#[test]
fn the_host_tells_for_money_and_says_nothing_of_what_is_not_so_yet() {
    let mut evening = Evening::begins();
    evening.refused(
        "wants-something",
        "talk",
        json!({ "who": "Ada", "target": "The host", "about": "the key" }),
    );
    evening.refused(
        "nothing-to-tell",
        "talk",
        json!({ "who": "Ada", "target": "The host", "about": "secrets" }),
    );
    evening.refused(
        "nothing-to-tell",
        "talk",
        json!({ "who": "Ada", "target": "The host", "about": "dragons" }),
    );
    evening.granted(ADA, "coins", 3);
    evening.does("talk", json!({ "who": "Ada", "target": "The host", "about": "the key" }));
    assert_eq!(evening.told(), ["In The inn, under the bed."]);
    assert_eq!((evening.has(ADA, "coins"), evening.has(evening.who("The host"), "coins")), (1, 2));
    assert!(evening.home().flags.contains("alarm"), "what comes of it came");
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.refused("not-here", "talk", json!({ "who": "Ada", "target": "The host", "about": "the key" }));
}

#[test]
fn a_hireling_stays_with_the_cart() {
    let mut evening = Evening::begins();
    let porter = evening.who("The porter");
    evening.refused("not-for-hire", "hire", json!({ "who": "Ada", "target": "The host" }));
    evening.does("hire", json!({ "who": "Ada", "target": "The porter" }));
    evening.refused("hired", "hire", json!({ "who": "Bo", "target": "The porter" }));
    evening.does("lead", json!({ "who": "Ada", "what": "cart" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    assert_eq!(evening.place(porter), "barn");
    evening.does("lead", json!({ "who": "Ada", "what": "cart", "stop": true }));
    evening.does("leave_behind", json!({ "who": "Ada", "target": "The porter" }));
    evening.does("go", json!({ "who": "Ada", "to": "The inn" }));
    assert_eq!((evening.place(ADA), evening.place(porter)), ("inn".into(), "barn".into()));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.does("take_along", json!({ "who": "Ada", "target": "The porter" }));
    evening.does("go", json!({ "who": "Ada", "to": "The inn" }));
    assert_eq!(evening.place(porter), "inn");
    evening.does("dismiss", json!({ "who": "Ada", "target": "The porter" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    assert_eq!(evening.place(porter), "inn");
}

#[test]
fn wages_are_paid_at_upkeep_or_nobody_stays_hired() {
    let mut evening = Evening::begins();
    let porter = evening.who("The porter");
    evening.granted(BO, "coins", 3);
    evening.does("hire", json!({ "who": "Ada", "target": "The porter" }));
    evening.gm("pass", json!({ "span": "1 day" }));
    assert_eq!((evening.has(porter, "coins"), evening.has(BO, "coins")), (2, 1), "Bo paid for Ada");
    assert!(evening.state.world.stands[&porter].hired.is_some());
    evening.gm("pass", json!({ "span": "1 day" }));
    assert_eq!((evening.has(porter, "coins"), evening.state.world.stands[&porter].hired), (2, None));
}

#[test]
fn those_who_follow_come_along_and_nobody_goes_round_in_a_circle() {
    let mut evening = Evening::begins();
    evening.does("follow", json!({ "who": "Bo", "target": "Ada" }));
    evening.refused("round", "follow", json!({ "who": "Ada", "target": "Bo" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    assert_eq!(evening.place(BO), "barn");
    evening.does("stay", json!({ "who": "Bo" }));
    evening.does("go", json!({ "who": "Ada", "to": "The inn" }));
    assert_eq!(evening.place(BO), "barn");
    evening.refused("follows-nobody", "stay", json!({ "who": "Bo" }));
}

#[test]
fn the_retired_are_off_the_table_with_their_things() {
    let mut evening = Evening::begins();
    evening.granted(BO, "sword", 1);
    evening.does("retire", json!({ "who": "Bo" }));
    assert!(!evening.state.world.stands.contains_key(&BO) && evening.state.world.retired.contains(&BO));
    assert_eq!(evening.lies("inn", "sword"), 0);
    evening.refused("nowhere", "drop", json!({ "who": "Bo", "item": "sword" }));
    evening.refused("not-here", "give", json!({ "who": "Ada", "item": 0, "target": "Bo" }));
}

#[test]
fn a_replacement_joins_and_learns_nothing() {
    let mut evening = Evening::begins();
    evening.does("search", json!({ "who": "Ada" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.gm("join", json!({ "name": "Cy", "place": super::at("barn") }));
    let ways: Vec<String> = evening.seen("barn").ways.into_iter().map(|way| way.to).collect();
    assert_eq!(ways, ["The inn", "The well"]);
    assert!(!evening.facts().iter().any(|fact| format!("{fact:?}").contains("WayFound")));
}
