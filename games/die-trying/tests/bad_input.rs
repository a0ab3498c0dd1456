//! Every command the stories give, bent out of shape and given by the wrong people at the wrong time: refused, or
//! legal by chance; never a panic, and a refusal changes nothing.

use boneyard_testkit::{Bent, commands_bent};
use die_trying::DieTrying;
use serde_json::json;

use crate::arena::start;

#[test]
fn commands_bent_out_of_shape_are_refused_and_change_nothing() {
    let dark = serde_json::from_value(json!({
        "seats": { "Ann": ["Quill", "Sister Brine"] },
        "heroes": { "Quill": { "like": "Quill" }, "Sister Brine": { "like": "Sister Brine" } },
        "creatures": { "Goblin": { "like": "Goblin Sneak" }, "Chest": { "like": "Chest" } },
        "trackers": { "board": { "light": "darkness" }, "hidden": { "Quill": ["Goblin"] } },
        "at": { "Quill": "C3", "Sister Brine": "C4", "Goblin": "H4", "Chest": "D4" },
        "battle": { "order": ["Quill", "Goblin", "Sister Brine"], "turn": "Quill" },
    }));
    let calm = serde_json::from_value(json!({
        "seats": { "Ann": ["Quill", "Oswin Tallow"] },
        "heroes": { "Quill": { "like": "Quill" }, "Oswin Tallow": { "like": "Oswin Tallow", "set": { "hp": -1 } } },
    }));
    let stages = [start(0), dark.expect("a stage"), calm.expect("a stage")];
    let bent = Bent {
        names: &["who", "of", "target", "to", "from", "helper", "by"],
        word: "strength",
        creatures: 8,
        stages: &stages,
        rounds: 6,
    };
    let (done, refused) = commands_bent::<DieTrying>(env!("CARGO_MANIFEST_DIR"), &bent);
    assert!(done > 100 && refused > 1_000, "{done} done, {refused} refused");
}
