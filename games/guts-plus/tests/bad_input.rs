//! Every command the stories give, bent out of shape and given by the wrong people at the wrong time: refused, or
//! legal by chance; never a panic, and a refusal changes nothing.

use boneyard_table::stage::Stage;
use boneyard_testkit::{Bent, commands_bent};
use guts_plus::GutsPlus;

use crate::arena::start;

#[test]
fn commands_bent_out_of_shape_are_refused_and_change_nothing() {
    let mut fight: Stage = start(0);
    fight.battle = Some(boneyard_table::stage::BattleStage { round: Some(2), ..Default::default() });
    let stages = [start(0), fight];
    let bent = Bent {
        names: &["who", "target", "to", "fighters", "help", "rest"],
        word: "Gumption",
        creatures: 5,
        stages: &stages,
        rounds: 6,
    };
    let (done, refused) = commands_bent::<GutsPlus>(env!("CARGO_MANIFEST_DIR"), &bent);
    assert!(done > 100 && refused > 400, "{done} done, {refused} refused");
}
