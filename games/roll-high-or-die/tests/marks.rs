//! Odds with marks are the odds without them: whatever a mark forgets would show here.

use boneyard_table::At;
use boneyard_testkit::Yard;
use roll_high_or_die::RollHighOrDie;
use serde_json::{Value, json};

/// Everything a command may leave behind.
fn outcome(at: At<'_, RollHighOrDie>) -> Vec<String> {
    let all = at.state.creatures.iter().map(|one| format!("{:?}", one.live));
    let order = at.state.encounter.as_ref().map(|encounter| (encounter.acting(), encounter.order.places()));
    all.chain([format!("{order:?} {:?}", at.state.last)]).collect()
}

fn agrees(stage: Value, commands: Value) {
    yard(stage, commands).agrees(&[None, Some(0)]);
}

fn yard(stage: Value, commands: Value) -> Yard<RollHighOrDie> {
    // Any worth will do, as long as choices change it.
    Yard::new(stage, commands, outcome, |told| told.iter().take(2).map(|one| one.len() as i64).collect())
}

/// Ana with a weapon in hand, and somebody before her.
fn duel(ana: &Value, foe: &Value, at: &str) -> Value {
    json!({
        "house": { "tech_level": "powder" },
        "heroes": { "Ana": { "set": ana }, "Bea": { "set": { "tmk": 2 } } },
        "creatures": { "Foe": { "set": foe }, "Late": { "set": { "tmk": 2 } } },
        "trackers": { "board": { "map": "
            . . . . . . . .
            . . # . . . . .
            . . . . c . . .
            . . . . . . . .
        " } },
        "at": { "Ana": "B3", "Bea": "A1", "Foe": at, "Late": "H1" },
        "battle": { "order": ["Ana", "Foe", "Bea", "Late"], "turn": "Ana" },
    })
}

fn sword() -> Value {
    json!({ "strength": 14, "dexterity": 12, "tmk": 4, "long_blade": "Learning", "athletics": "Learning",
        "items": ["Longsword"], "hands": ["Longsword"] })
}

#[test]
fn a_blow_through_armor_that_may_kill_and_the_turns_after_it() {
    let foe = json!({ "dexterity": 12, "tmk": 2, "items": ["Gambeson"], "worn": ["Gambeson"] });
    let script = json!([{ "attack": { "who": 0, "target": 2 } }, { "end_turn": { "who": 0 } }]);
    agrees(duel(&sword(), &foe, "B4"), script);
}

#[test]
fn a_shove_against_a_wall() {
    let foe = json!({ "strength": 12, "tmk": 4 });
    agrees(duel(&sword(), &foe, "B2"), json!([{ "shove": { "who": 0, "target": 2 } }]));
}

#[test]
fn away_from_somebody_who_has_one_engaged() {
    let foe = json!({ "strength": 14, "dexterity": 12, "tmk": 2, "items": ["Shortsword"], "hands": ["Shortsword"] });
    let mut stage = duel(&sword(), &foe, "B4");
    stage["heroes"]["Ana"]["effects"] = json!([{ "Engaged": "Foe" }]);
    // The one who plays for the most here lets her go, and nothing is rolled.
    yard(stage, json!([{ "run": { "who": 0, "to": "D3" } }])).agrees(&[None]);
}

#[test]
fn a_shot_that_may_jam() {
    let gun = json!({ "dexterity": 14, "tmk": 4, "items": ["Flintlock Pistol", "24 Cartridges"],
        "hands": ["Flintlock Pistol"], "Flintlock Pistol.loaded": { "Cartridges": 1 } });
    let foe = json!({ "dexterity": 12, "tmk": 3 });
    agrees(duel(&gun, &foe, "G3"), json!([{ "attack": { "who": 0, "target": 2 } }]));
}

#[test]
fn a_wounded_one_bleeds_and_calls() {
    let mut stage = duel(&sword(), &json!({ "tmk": 2 }), "H4");
    stage["battle"] = json!({ "order": ["Foe", "Ana", "Bea", "Late"], "turn": "Foe" });
    stage["heroes"]["Ana"]["set"]["wounds"] = json!(9);
    stage["heroes"]["Ana"]["effects"] = json!(["Bleeding"]);
    agrees(stage, json!([{ "end_turn": { "who": 2 } }]));
}

#[test]
fn somebody_looks_for_somebody_hidden() {
    let mut stage = duel(&json!({ "wisdom": 14 }), &json!({ "dexterity": 14 }), "G3");
    stage["creatures"]["Foe"]["effects"] = json!(["Hidden"]);
    agrees(stage, json!([{ "detect": { "who": 0 } }]));
}
