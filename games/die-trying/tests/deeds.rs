//! Deeds keep their laws: what is offered is legal, what is shut says why, and cards tell nothing their seat does not know.

use boneyard_table::Playable;
use boneyard_table::deed::Desk;
use boneyard_testkit::Laws;
use die_trying::DieTrying;

#[test]
fn every_deed_keeps_its_laws_at_every_step_of_every_story() {
    let schema = schemars::schema_for!(die_trying::command::Command).to_value();
    let laws = Laws::of::<DieTrying>(env!("CARGO_MANIFEST_DIR"), &schema);
    assert_eq!(laws.broken, Vec::<String>::new());
    let offered = DieTrying::deeds().iter().filter(|row| row.card.desk != Desk::Nowhere);
    let never: Vec<_> = offered.map(|row| row.name).filter(|name| !laws.open.contains_key(name)).collect();
    assert_eq!(never, Vec::<&str>::new(), "no story comes by where these stand open");
}
