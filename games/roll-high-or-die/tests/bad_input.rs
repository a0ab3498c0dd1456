//! Every command the stories give, bent out of shape and given by the wrong people at the wrong time: refused, or
//! legal by chance; never a panic, and a refusal changes nothing.

use boneyard_testkit::{Bent, commands_bent};
use roll_high_or_die::RollHighOrDie;
use serde_json::json;

use crate::arena::start;

#[test]
fn commands_bent_out_of_shape_are_refused_and_change_nothing() {
    let dark = serde_json::from_value(json!({
        "seats": { "Ann": ["Deke Lowe", "Brother Osk"] },
        "heroes": { "Deke Lowe": { "like": "Deke Lowe" }, "Brother Osk": { "like": "Brother Osk" } },
        "creatures": { "Cut": { "like": "Bandit Cutthroat" }, "Ogre": { "like": "Ogre" } },
        "trackers": { "board": "The Weir House" },
        "at": { "Deke Lowe": "P9", "Brother Osk": "Q9", "Cut": "P10", "Ogre": "R9" },
        "battle": { "order": ["Deke Lowe", "Cut", "Brother Osk", "Ogre"], "turn": "Deke Lowe" },
    }));
    let calm = serde_json::from_value(json!({
        "seats": { "Ann": ["Ilse Karr", "Marta Voss"] },
        "heroes": { "Ilse Karr": { "like": "Ilse Karr" }, "Marta Voss": { "like": "Marta Voss", "set": { "wounds": 1 } } },
    }));
    let stages = [start(0), dark.expect("a stage"), calm.expect("a stage")];
    let bent = Bent {
        names: &["who", "of", "target", "to", "from", "against", "navigator"],
        word: "Stealth",
        creatures: 8,
        stages: &stages,
        rounds: 3,
    };
    let (done, refused) = commands_bent::<RollHighOrDie>(env!("CARGO_MANIFEST_DIR"), &bent);
    assert!(done > 100 && refused > 1_000, "{done} done, {refused} refused");
}
