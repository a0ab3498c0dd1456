//! Time that people spend side by side, what comes between, and what everybody needs.

use serde_json::json;

use super::{ADA, BO, Evening};

const HOUR: u64 = 3_600;

#[test]
fn two_mend_in_one_hour() {
    let mut evening = Evening::begins();
    let mend = json!({ "own": "mend" });
    evening.gm(
        "spend",
        json!({ "each": [{ "who": "Ada", "does": mend }, { "who": "Bo", "does": "mend" }], "span": "1 hour" }),
    );
    assert_eq!((evening.state.bodies[&ADA].mended, evening.state.bodies[&BO].mended), (1, 1));
    assert_eq!(evening.state.world.now.0, HOUR, "the clock moved one hour, and not two");
    assert!(evening.state.world.doings.is_empty());
}

#[test]
fn where_people_declare_time_passes_when_all_have() {
    let mut evening = Evening::begins();
    evening.state.together = true;
    evening.does("declare", json!({ "who": "Ada", "does": "mend" }));
    assert_eq!(evening.state.world.now.0, 0, "Bo has said nothing yet");
    evening.does("declare", json!({ "who": "Bo", "does": "guard" }));
    assert_eq!(evening.state.world.now.0, HOUR);
    assert_eq!(evening.state.bodies[&ADA].mended, 1);
}

#[test]
fn alone_a_doing_runs_at_once_and_what_was_left_goes_on_later() {
    let mut evening = Evening::begins();
    evening.gm("spend", json!({ "each": [{ "who": "Ada", "does": "mend" }], "span": "20 minutes" }));
    assert_eq!(evening.state.bodies[&ADA].mended, 0);
    evening.does("declare", json!({ "who": "Bo", "does": "mend" }));
    assert_eq!(evening.state.world.now.0, 20 * 60 + HOUR);
    assert_eq!(
        (evening.state.bodies[&ADA].mended, evening.state.bodies[&BO].mended),
        (1, 1),
        "Ada went on meanwhile"
    );
}

#[test]
fn a_try_that_takes_time_is_done_when_its_time_is_up() {
    let mut evening = Evening::begins();
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.gm("spend", json!({ "each": [{ "who": "Ada", "does": "watch the road" }], "span": "1 hour" }));
    assert!(!evening.home().flags.contains("fed"));
    evening.gm("pass", json!({ "span": "1 hour" }));
    assert!(evening.home().flags.contains("fed"));
}

#[test]
fn who_goes_away_breaks_off_what_they_did() {
    let mut evening = Evening::begins();
    evening.gm("spend", json!({ "each": [{ "who": "Ada", "does": "mend" }], "span": "50 minutes" }));
    evening.does("go", json!({ "who": "Ada", "to": "The barn" }));
    evening.gm("pass", json!({ "span": "2 hours" }));
    assert_eq!(evening.state.bodies[&ADA].mended, 0);
}

#[test]
fn a_fight_comes_between_and_what_is_left_is_kept() {
    let mut evening = Evening::begins();
    evening.does("go", json!({ "who": "Bo", "to": "The barn" }));
    evening.adds(
        "home",
        r#"
[[person]]
id = "wolf"
is = "Rat"
[[event]]
id = "wolf"
when = { hour = "day 1 dawn" }
then = [{ bring = { who = "wolf", to = "inn", fights = true } }]
"#,
    );
    evening.state.brawls = true;
    evening.gm("pass", json!({ "span": "5 hours" }));
    evening.gm("spend", json!({ "each": [{ "who": "Ada", "does": "mend" }], "span": "30 minutes" }));
    assert_eq!(evening.state.world.now.0, 600 + 5 * HOUR + 1_800);
    evening.gm("spend", json!({ "each": [{ "who": "Ada", "does": "mend" }], "span": "1 hour" }));
    assert_eq!(evening.state.world.now.0, 6 * HOUR, "the wolf came at dawn");
    assert_eq!(evening.asked(), ["interrupted"]);
    let rests = &evening.state.world.doings[&ADA];
    assert_eq!((rests.left, rests.since), (Some(600), None));
    evening.refused("fight", "declare", json!({ "who": "Ada", "does": "mend" }));
    evening.state.fights = false;
    evening.does("declare", json!({ "who": "Ada", "does": "mend" }));
    assert_eq!((evening.state.bodies[&ADA].mended, evening.state.world.now.0), (1, 6 * HOUR + 600));
}

#[test]
fn what_came_between_may_end_it() {
    let mut evening = Evening::begins();
    evening.adds(
        "home",
        r#"
[[person]]
id = "wolf"
is = "Rat"
[[event]]
id = "wolf"
when = { every = "hour" }
then = [{ bring = { who = "wolf", to = "inn", fights = true } }]
"#,
    );
    evening.state.brawls = true;
    evening.ruled(2);
    evening.gm("pass", json!({ "span": "1 minute" }));
    evening.gm("spend", json!({ "each": [{ "who": "Ada", "does": "mend" }], "span": "2 hours" }));
    assert!(evening.state.world.doings.is_empty());
    assert_eq!(evening.state.bodies[&ADA].mended, 0);
}

#[test]
fn a_span_no_game_knows_is_refused() {
    let mut evening = Evening::begins();
    for span in ["soon", "1 fortnight", "", "hour", "-1 hours"] {
        let told = evening.tries(boneyard_table::Seat::GM, "pass", json!({ "span": span }));
        assert_eq!(told, Err("span".into()), "{span}");
    }
    evening.refused("only-gm", "pass", json!({ "span": "1 hour" }));
    let each = json!([{ "who": "Ada", "does": "mend" }, { "who": "Ada", "does": "guard" }]);
    evening.refused("twice", "spend", json!({ "each": each, "span": "1 hour" }));
    let each = json!([{ "who": "The host", "does": "mend" }]);
    evening.refused("not-yours", "spend", json!({ "each": each, "span": "1 hour" }));
    evening.refused("idle", "break_off", json!({ "who": "Ada" }));
}

#[test]
fn nobody_starves_beside_full_packs() {
    let mut evening = Evening::begins();
    let meals = |evening: &Evening| (evening.state.bodies[&ADA].meals, evening.state.bodies[&BO].meals);
    evening.granted(ADA, "bread", 3);
    evening.does("stash", json!({ "who": "Ada", "item": "bread", "into": "cart", "number": 1 }));
    evening.gm("pass", json!({ "span": "1 day" }));
    // Ada eats her own, Bo what stands open beside him.
    assert_eq!(meals(&evening), ((1, 0), (1, 0)));
    assert_eq!((evening.has(ADA, "bread"), evening.lies("inn", "bread")), (1, 0));
    evening.granted(BO, "bread", 1);
    evening.does("give", json!({ "who": "Bo", "item": "bread", "target": "Ada" }));
    evening.gm("pass", json!({ "span": "1 day" }));
    assert_eq!(meals(&evening), ((2, 0), (2, 0)), "a friend who is there shares");
    evening.gm("pass", json!({ "span": "1 day" }));
    assert_eq!(meals(&evening), ((2, 1), (2, 1)));
    evening.state.unfed = true;
    evening.gm("pass", json!({ "span": "1 day" }));
    assert_eq!(meals(&evening), ((2, 1), (2, 1)), "nobody counts meals any more");
}
