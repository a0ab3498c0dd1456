//! Every command has a form, and every field of it that a story fills: wherever a story gives one, it is looked for
//! among what stands open then; for those no story gives alone there are scenes here.

use boneyard_testkit::Forms;
use dead_weight::DeadWeight;
use serde_json::{Value, json};

/// Scenes in which commands stand open that stories give only along with others.
fn scenes() -> Vec<Value> {
    let pair = json!({ "Gerda Holt": { "like": "Gerda Holt" }, "Mother Runa": { "like": "Mother Runa" } });
    let light = json!({ "who": 1, "item": 3, "turns": 0 });
    vec![
        json!({ "heroes": pair, "trackers": { "decay": 0, "light": light } }),
        json!({ "heroes": pair, "trackers": { "interlude": 1 } }),
        json!({
            "heroes": pair,
            "creatures": { "Corpse": { "like": "Freshly Risen Corpse" } },
            "at": { "Gerda Holt": "C3", "Mother Runa": "D3", "Corpse": "C5" },
            "battle": { "order": ["Gerda Holt", "Corpse", "Mother Runa"], "turn": "Gerda Holt" },
        }),
    ]
}

/// Fields that stories fill and no form does, each because people at the page say the same in another way.
const TYPED: [&str; 9] = [
    // A hero is handed to a seat at the table itself; games know no seats.
    "add.seat",
    // The one who could help is asked while the roller declares.
    "call_test.help",
    // Forms name one tile to go by way of.
    "combat_move.by",
    // People are placed one by one while the fight is set up; until then they stand in two groups.
    "fight.at",
    "fight.unplaced",
    // In camp a form lists the spells and prayers of all casters together.
    "memorise.powers",
    "memorise.who",
    // How many dice is asked for where nothing was declared.
    "test.dice",
    // The one who wants fewer rerolls passes when the turn comes.
    "test.proficiency",
];

#[test]
fn every_command_and_every_field_of_the_stories_has_a_form() {
    let schema = json!(schemars::schema_for!(dead_weight::command::Command));
    let forms = Forms::of::<DeadWeight>(env!("CARGO_MANIFEST_DIR"), &schema, scenes());
    assert_eq!(forms.missing(&schema), Vec::<String>::new(), "commands without a form");
    let unfilled: Vec<&str> = forms.unfilled.keys().map(String::as_str).collect();
    assert_eq!(unfilled, TYPED, "fields that forms cannot fill: {:#?}", forms.unfilled);
}
