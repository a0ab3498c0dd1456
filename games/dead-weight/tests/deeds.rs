//! Offers say what the rules say: what stands open is accepted, what is shut is refused in the same words.

use boneyard_table::Playable;
use boneyard_table::deed::Desk;
use dead_weight::DeadWeight;

#[test]
fn every_deed_keeps_its_laws_at_every_step_of_every_story() {
    let schema = schemars::schema_for!(dead_weight::command::Command).to_value();
    let laws = boneyard_testkit::Laws::of::<DeadWeight>(env!("CARGO_MANIFEST_DIR"), &schema);
    assert_eq!(laws.broken, Vec::<String>::new());
    let never = DeadWeight::deeds().iter().filter(|row| row.card.desk != Desk::Nowhere);
    let never: Vec<_> = never.map(|row| row.name).filter(|name| !laws.open.contains_key(name)).collect();
    assert_eq!(never, Vec::<&str>::new(), "no story comes by where these stand open");
}
