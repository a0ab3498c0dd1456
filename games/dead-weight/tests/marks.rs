//! Odds with marks are the odds without them: whatever a mark forgets would show here.

use boneyard_table::At;
use boneyard_testkit::Yard;
use dead_weight::DeadWeight;
use serde_json::{Value, json};

/// Everything a command may leave behind, for each creature.
fn outcome(at: At<'_, DeadWeight>) -> Vec<String> {
    let all = at.state.creatures.iter().map(|one| {
        let live = &one.live;
        let body = (live.fatigue, live.wounds, live.lessons, live.insight, live.mortal, live.dead, live.hits);
        format!("{body:?} {:?} {:?}", live.tokens, live.items)
    });
    let last = at.state.last.as_ref().map(|last| (&last.outcome, last.great, last.critical));
    all.chain([format!("{last:?}")]).collect()
}

fn yard(stage: Value, commands: Value) -> Yard<DeadWeight> {
    Yard::new(stage, commands, outcome, |told| {
        let last = told.last().map_or("", String::as_str);
        smallvec::smallvec![i64::from(last.contains("success")), -i64::from(last.contains("true"))]
    })
}

#[test]
fn a_test_with_rerolls_on_both_sides() {
    let yard = yard(
        json!({ "heroes": { "Brack": { "set": { "score": { "STR": 2 }, "proficiency": { "STR": 1 } } } } }),
        json!([{ "test": { "who": 0, "attribute": "STR", "dice": 2, "disadvantages": 1 } }]),
    );
    yard.agrees(&[None, Some(0)]);
}

#[test]
fn a_test_with_a_helper_and_insight() {
    let yard = yard(
        json!({ "heroes": {
            "Brack": { "set": { "score": { "STR": 1 }, "insight": 1 } },
            "Cress": { "set": { "score": { "STR": 1 }, "proficiency": { "STR": 1 } } },
        } }),
        json!([{ "call_test": { "who": 0, "attribute": "STR", "help": [{ "who": 1 }] } }]),
    );
    yard.agrees(&[None, Some(0)]);
}

#[test]
fn a_hopeless_and_terrified_test() {
    let set = json!({ "score": { "DEX": 2 }, "proficiency": { "DEX": 1 }, "afflictions": ["Hopeless", "Terrified"] });
    let yard = yard(
        json!({ "heroes": { "Brack": { "set": set } } }),
        json!([{ "test": { "who": 0, "attribute": "DEX", "dice": 2 } }]),
    );
    yard.agrees(&[None, Some(0)]);
}

#[test]
fn a_hit_through_armor_and_toughening_up() {
    let set = json!({ "score": { "STR": 2, "PRE": 2 }, "items": ["leather armor"] });
    let yard =
        yard(json!({ "heroes": { "Zael": { "set": set } } }), json!([{ "harm": { "who": 0, "wounds": 2 } }]));
    yard.agrees(&[None]);
}

#[test]
fn a_spell_and_what_it_does_to_the_caster() {
    let set = json!({
        "score": { "STR": 1, "DEX": 1, "INT": 1, "PRE": 1 }, "traits": ["Magic user"], "memorised": ["Light"],
        "items": ["wand"], "wand.place": "left hand",
    });
    let yard = yard(
        json!({ "heroes": { "Dunn": { "set": set } } }),
        json!([{ "cast": { "who": 0, "power": "Light" } }]),
    );
    yard.agrees(&[None]);
}

#[test]
fn a_prayer_with_its_miracle() {
    let set = json!({
        "score": { "PRE": 2 }, "wounds": { "STR": 1 }, "traits": ["Divine mandate"],
        "memorised": ["Cure Light Wounds"], "items": ["holy symbol"],
    });
    let yard = yard(
        json!({ "heroes": { "Elke": { "set": set } } }),
        json!([{ "pray": { "who": 0, "power": "Cure Light Wounds", "target": 0 } }]),
    );
    yard.agrees(&[None]);
}
