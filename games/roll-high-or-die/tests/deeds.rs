//! Offers say what the rules say: whatever stands open is accepted, whatever is refused is refused in the same words.

use boneyard_table::Playable;
use boneyard_table::deed::Desk;
use roll_high_or_die::RollHighOrDie;

#[test]
fn every_deed_keeps_its_laws_at_every_step_of_every_story() {
    let schema = schemars::schema_for!(roll_high_or_die::command::Command).to_value();
    let laws = boneyard_testkit::Laws::of::<RollHighOrDie>(env!("CARGO_MANIFEST_DIR"), &schema);
    assert_eq!(laws.broken, Vec::<String>::new());
    let never = RollHighOrDie::deeds().iter().filter(|row| row.card.desk != Desk::Nowhere);
    let never: Vec<_> = never.map(|row| row.name).filter(|name| !laws.open.contains_key(name)).collect();
    assert_eq!(never, Vec::<&str>::new(), "no story comes by where these stand open");
}
