//! Every command has a form, and every field of it that a story fills: wherever a story gives one, it is looked for
//! among what stands open then; for those no story gives alone there are scenes here. And what forms give is taken.

use std::collections::BTreeSet;

use boneyard_table::Who;
use boneyard_testkit::Forms;
use guts_plus::GutsPlus;
use serde_json::{Value, json};

use crate::arena::{Arena, Chance, GM, filled};

/// Scenes in which commands stand open that stories give only along with others.
fn scenes() -> Vec<Value> {
    let skills = json!(["Harden", "Sense", "Energize", "Slow", "Empower"]);
    let caster = json!({ "qualities": { "Essence": 7 }, "essence_of": { "aura": "Slow", "skills": skills } });
    vec![
        json!({ "house": { "essence_enabled": "on" }, "heroes": { "Ada": { "set": caster }, "Bo": {} } }),
        json!({ "heroes": { "Picky": { "like": "Pinkatrink \"Picky\" Speldencracker", "set": { "parts": { "Torso": 1 } } } } }),
        json!({ "heroes": { "Cy": { "set": { "worn": ["helmet"], "helmet.ruined": true } } } }),
        json!({ "heroes": { "Ruth": { "like": "Engineer" } }, "trackers": { "ship": {} } }),
    ]
}

/// Fields that are typed: who attacks for the GM may name the roll at once; otherwise it is asked for.
const TYPED: [&str; 1] = ["attack.quality"];

#[test]
fn every_command_and_every_field_of_the_stories_has_a_form() {
    let schema = json!(schemars::schema_for!(guts_plus::command::Command));
    let forms = Forms::of::<GutsPlus>(env!("CARGO_MANIFEST_DIR"), &schema, scenes());
    assert_eq!(forms.missing(&schema), Vec::<String>::new(), "commands without a form");
    let unfilled: Vec<&str> = forms.unfilled.keys().map(String::as_str).collect();
    assert_eq!(unfilled, TYPED, "fields that forms cannot fill: {:#?}", forms.unfilled);
}

#[test]
fn what_forms_give_can_be_read_as_commands() {
    let scene = scenes().remove(0);
    let arena = Arena::scene(scene, 1);
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let mut chance = Chance::new(seed);
        for actor in [None, Some(Who(0)), Some(Who(1))] {
            // What is shut whatever is picked asks for nothing, and cannot be sent whole.
            let offers = arena.table.offers(GM, actor).into_iter();
            for offer in offers.filter(|offer| offer.refusal.is_none()) {
                let Some(command) = filled(&offer, &mut chance) else { continue };
                let told = command.to_string();
                if let Err(refusal) = arena.table.probe(GM, command) {
                    let sentence = refusal.to_string();
                    assert!(!sentence.contains("no command"), "{told}: {sentence}");
                }
                seen.insert(offer.command);
            }
        }
    }
    assert!(seen.contains("essence") && seen.contains("npc"), "{seen:?}");
}
