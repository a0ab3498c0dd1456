//! Every story, and offers that say what the rules say.

use boneyard_table::stage::Stage;
use boneyard_table::{At, Playable, Seat};
use boneyard_testkit::every_story_holds;
use knives::Knives;

#[test]
fn every_story_holds_here() {
    every_story_holds::<Knives>(env!("CARGO_MANIFEST_DIR"));
}

#[test]
fn only_what_may_be_done_stands_open() {
    let stage: Stage = serde_json::from_str(
        r#"{ "heroes": { "Ana": {} }, "creatures": { "Rat": {} }, "battle": { "order": ["Ana", "Rat"] } }"#,
    )
    .expect("a stage");
    let state = Knives::stage(&(), &stage, &Default::default()).expect("a state");
    let cards = Knives::offers(At { state: &state, book: &() }, Seat::GM, state.turn);
    let open = cards.iter().map(|card| (card.command.as_str(), card.refusal.is_none()));
    assert_eq!(open.collect::<Vec<_>>(), [("thrust", true), ("breathe", false)]);
    assert_eq!(
        serde_json::to_value(&cards[0].params[0].domain).expect("a domain")["among"][0]["name"]["text"],
        "Rat"
    );
}

#[test]
fn every_deed_keeps_its_laws_at_every_step_of_every_story() {
    let schema = schemars::schema_for!(knives::Command).to_value();
    let laws = boneyard_testkit::Laws::of::<Knives>(env!("CARGO_MANIFEST_DIR"), &schema);
    assert_eq!(laws.broken, Vec::<String>::new());
    let shut = Knives::deeds().iter().map(|row| row.name).filter(|name| !laws.open.contains_key(name));
    assert_eq!(shut.collect::<Vec<_>>(), [""; 0], "no story comes by where these stand open");
}
