//! Every command has a form, and every field of it that a story fills: wherever a story gives one, it is looked for
//! among what stands open then; for those no story gives alone there are scenes here.

use boneyard_table::Seat;
use boneyard_table::table::Op;
use boneyard_table::view::{OfferCard, Picks};
use boneyard_testkit::{Forms, TestTable};
use die_trying::DieTrying;
use serde_json::{Value, json};

/// Scenes in which commands stand open that stories give only along with others.
fn scenes() -> Vec<Value> {
    let pair = json!({ "Quill": { "like": "Quill" }, "Oswin Tallow": { "like": "Oswin Tallow" } });
    vec![
        json!({ "heroes": pair }),
        json!({
            "heroes": pair,
            "creatures": { "Goblin": { "like": "Goblin Boss" } },
            "at": { "Quill": "C3", "Oswin Tallow": "D3", "Goblin": "C5" },
            "battle": { "order": ["Quill", "Goblin", "Oswin Tallow"], "turn": "Quill" },
        }),
    ]
}

/// Fields that stories fill and no form does, each because people at the page say the same in another way.
const TYPED: [&str; 1] = [
    // Forms name one square to go by way of.
    "move.by",
];

#[test]
fn every_command_and_every_field_of_the_stories_has_a_form() {
    let schema = json!(schemars::schema_for!(die_trying::command::Command));
    let forms = Forms::of::<DieTrying>(env!("CARGO_MANIFEST_DIR"), &schema, scenes());
    assert_eq!(forms.missing(&schema), Vec::<String>::new(), "commands without a form");
    let unfilled: Vec<&str> = forms.unfilled.keys().map(String::as_str).collect();
    assert_eq!(unfilled, TYPED, "fields that forms cannot fill: {:#?}", forms.unfilled);
}

/// DT-BULK-03: what coins would weigh is proposed, an L for each hundred, until it is so.
#[test]
fn the_trapsetter_is_told_what_coins_would_weigh() {
    let scene =
        json!({ "heroes": { "Ana": { "set": { "silver": 399 } }, "Bea": { "set": { "silver": 99 } } } });
    let mut bench = TestTable::<DieTrying>::scene(scene, 1);
    let proposed = |bench: &TestTable<DieTrying>| -> Vec<OfferCard> {
        let offers = bench.table.offers(Seat::GM, None).into_iter();
        offers.filter(|offer| offer.command == "heap" && offer.params.is_empty()).collect()
    };
    let offers = proposed(&bench);
    let [offer] = &offers[..] else { panic!("{offers:#?}") };
    assert_eq!((&offer.fixed["who"], &offer.fixed["light"]), (&json!(0), &json!(3)));
    bench.op(Seat::GM, Op::Command(offer.filled(&Picks::new()))).expect("offered");
    assert_eq!(proposed(&bench), []);
}
