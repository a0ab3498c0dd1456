//! Deeds keep their laws: what is offered is legal, what is shut says why, and cards tell nothing their seat does not know.

use boneyard_proving::Laws;
use boneyard_table::Playable;
use boneyard_table::deed::Desk;
use die_trying::DieTrying;

/// What cards tell beyond what their seat knows, because the rules ask for it.
const TELLS: [&str; 1] = [
    // Nobody hides in plain view, and whether eyes see in the dark is up to those whose eyes they are.
    "hide: cards follow from what is known.",
];

#[test]
fn every_deed_keeps_its_laws_at_every_step_of_every_story() {
    let schema = schemars::schema_for!(die_trying::command::Command).to_value();
    let laws = Laws::of::<DieTrying>(env!("CARGO_MANIFEST_DIR"), &schema);
    let told = |broken: &&String| TELLS.iter().any(|known| broken.starts_with(known));
    let broken: Vec<&String> = laws.broken.iter().filter(|broken| !told(broken)).collect();
    assert_eq!(broken, Vec::<&String>::new());
    let offered = DieTrying::deeds().iter().filter(|row| row.card.desk != Desk::Nowhere);
    let never: Vec<_> = offered.map(|row| row.name).filter(|name| !laws.open.contains_key(name)).collect();
    assert_eq!(never, Vec::<&str>::new(), "no story comes by where these stand open");
}
