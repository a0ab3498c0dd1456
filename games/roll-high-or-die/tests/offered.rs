//! Every command has a form, and every field of it that a story fills: wherever a story gives one, it is looked for
//! among what stands open then; for those no story gives alone there are scenes here.

use boneyard_proving::Forms;
use roll_high_or_die::RollHighOrDie;
use serde_json::{Value, json};

/// Scenes in which commands stand open that stories give only along with others.
fn scenes() -> Vec<Value> {
    let pair = json!({
        "Ana": { "set": {
            "strength": 16, "wounds": 1, "exp": 9, "coins": 500,
            "items": ["Longsword", "Gambeson", "20 Arrows", "Waterskin"], "hands": ["Longsword"],
        } },
        "Ben": { "set": { "tmk": 4 } },
    });
    vec![
        json!({ "heroes": pair }),
        json!({ "heroes": pair, "trackers": { "board": "The Weir House" }, "at": { "Ana": "C3", "Ben": "C4" } }),
        json!({
            "heroes": pair,
            "creatures": { "Foe": { "like": "Bandit Cutthroat" }, "Late": { "like": "Wolf" } },
            "trackers": { "board": { "map": ". w . .\n. . c .\n. . . ." } },
            "at": { "Ana": "A1", "Ben": "A3", "Foe": "B2" },
            "battle": { "order": ["Ana", "Foe", "Ben"], "turn": "Ana" },
        }),
    ]
}

/// Fields that stories fill and no form does: whoever leaves them out gets what is usual, or is asked.
const TYPED: [&str; 27] = [
    "air.rounds",
    "attack.shot",
    "begin_watch.by",
    "begin_watch.fire",
    "begin_watch.ground",
    "begin_watch.mounted",
    "begin_watch.navigator",
    "begin_watch.of",
    "call.ambush",
    "call_check.item",
    "contest.willing",
    "drink.halves",
    "eat.meals",
    "feature.against",
    "feature.to",
    "grant.ware",
    "harm.parts",
    "improvise.item",
    "inflict.from",
    "interact.at",
    "interact.target",
    "interact.thing",
    "join.at",
    "jump.skill",
    "parley.skill",
    "purchase.count",
    "run.by",
];

#[test]
fn every_command_and_every_field_of_the_stories_has_a_form() {
    let schema = json!(schemars::schema_for!(roll_high_or_die::command::Command));
    let forms = Forms::of::<RollHighOrDie>(env!("CARGO_MANIFEST_DIR"), &schema, scenes());
    assert_eq!(forms.missing(&schema), Vec::<String>::new(), "commands without a form");
    let unfilled: Vec<&str> = forms.unfilled.keys().map(String::as_str).collect();
    assert_eq!(unfilled, TYPED, "fields that forms cannot fill: {:#?}", forms.unfilled);
}
