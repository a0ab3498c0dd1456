//! Every command has a form, and every field of it that a story fills: wherever a story gives one, it is looked for
//! among what stands open then; for those no story gives alone there are scenes here.

use boneyard_proving::Forms;
use die_trying::DieTrying;
use serde_json::{Value, json};

/// Scenes in which commands stand open that stories give only along with others.
fn scenes() -> Vec<Value> {
    let pair = json!({ "Quill": { "like": "Quill" }, "Oswin Tallow": { "like": "Oswin Tallow" } });
    vec![
        json!({ "heroes": pair }),
        json!({
            "heroes": pair,
            "creatures": { "Goblin": { "like": "Goblin Boss" } },
            "at": { "Quill": "C3", "Oswin Tallow": "D3", "Goblin": "C5" },
            "battle": { "order": ["Quill", "Goblin", "Oswin Tallow"], "turn": "Quill" },
        }),
    ]
}

/// Fields that stories fill and no form does: whoever leaves them out gets what is usual, or is asked.
const TYPED: [&str; 23] = [
    "add_creature.at",
    "bring_in.at",
    "call_check.ability",
    "call_check.attempt",
    "call_check.sight",
    "call_check.tradition",
    "cast.item",
    "explore.doing",
    "fight.at",
    "fight.skills",
    "harm.half",
    "improvise.option",
    "inflict.from",
    "join_fight.after",
    "join_fight.at",
    "lay_trap.at",
    "lay_trap.found",
    "move.by",
    "put_on.broken_off",
    "rest.watches",
    "roll_dice.count",
    "strike.ability",
    "strike.type",
];

#[test]
fn every_command_and_every_field_of_the_stories_has_a_form() {
    let schema = json!(schemars::schema_for!(die_trying::command::Command));
    let forms = Forms::of::<DieTrying>(env!("CARGO_MANIFEST_DIR"), &schema, scenes());
    assert_eq!(forms.missing(&schema), Vec::<String>::new(), "commands without a form");
    let unfilled: Vec<&str> = forms.unfilled.keys().map(String::as_str).collect();
    assert_eq!(unfilled, TYPED, "fields that forms cannot fill: {:#?}", forms.unfilled);
}
