//! Every command the stories give, bent out of shape and given by the wrong people at the wrong time: refused, or
//! legal by chance; never a panic, and a refusal changes nothing.

use boneyard_table::stage::Stage;
use boneyard_testkit::{Bent, commands_bent};
use dead_weight::DeadWeight;
use serde_json::json;

use crate::arena::start;

#[test]
fn commands_bent_out_of_shape_are_refused_and_change_nothing() {
    let (_, mut chapel): (_, Stage) = dead_weight::starts().remove(0);
    let own = chapel.heroes.keys().take(2).cloned().collect();
    chapel.seats.insert("Ann".into(), boneyard_table::stage::Seating::Creatures(own));
    let town = serde_json::from_value(json!({
        "seats": { "Ann": ["Gerda Holt", "Bo Tarrow"] },
        "heroes": { "Gerda Holt": { "like": "Gerda Holt" }, "Bo Tarrow": { "like": "Bo Tarrow" } },
        "trackers": { "interlude": 6 },
    }));
    let stages = [start(0), chapel, town.expect("a stage")];
    let bent = Bent {
        names: &["who", "of", "target", "to", "from", "helper", "by"],
        word: "STR",
        creatures: 8,
        stages: &stages,
        rounds: 6,
    };
    let (done, refused) = commands_bent::<DeadWeight>(env!("CARGO_MANIFEST_DIR"), &bent);
    assert!(done > 100 && refused > 1_000, "{done} done, {refused} refused");
}
