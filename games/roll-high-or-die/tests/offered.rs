//! Every command has a form, and every field of it that a story fills: wherever a story gives one, it is looked for
//! among what stands open then; for those no story gives alone there are scenes here.

use boneyard_table::table::Op;
use boneyard_table::view::{Domain, OfferCard, Picks};
use boneyard_table::{Seat, Who};
use boneyard_testkit::{Forms, TestTable};
use roll_high_or_die::RollHighOrDie;
use roll_high_or_die::state::Spot;
use serde_json::{Value, json};

/// Scenes in which commands stand open that stories give only along with others.
fn scenes() -> Vec<Value> {
    let pair = json!({
        "Ana": { "set": {
            "strength": 16, "wounds": 1, "exp": 9, "coins": 500,
            "items": ["Longsword", "Gambeson", "20 Arrows", "Waterskin"], "hands": ["Longsword"],
        } },
        "Ben": { "set": { "tmk": 4 } },
    });
    let mut alight = pair.clone();
    alight["Ben"]["effects"] = json!(["Burning"]);
    vec![
        json!({ "heroes": pair }),
        json!({ "heroes": pair, "trackers": { "board": "The Weir House" }, "at": { "Ana": "C3", "Ben": "C4" } }),
        json!({
            "heroes": alight,
            "creatures": { "Foe": { "like": "Bandit Cutthroat" }, "Late": { "like": "Wolf" } },
            "trackers": { "board": { "map": ". w . .\n. . c .\n. . . ." } },
            "at": { "Ana": "A1", "Ben": "A2", "Foe": "B2" },
            "battle": { "order": ["Ana", "Foe", "Ben"], "turn": "Ana" },
        }),
    ]
}

/// Fields that stories fill and no form does, each because people at the page say the same in another way.
const TYPED: [&str; 1] = [
    // Forms name up to two parts of one blow, which is as many as any rule deals.
    "harm.parts",
];

#[test]
fn every_command_and_every_field_of_the_stories_has_a_form() {
    let schema = json!(schemars::schema_for!(roll_high_or_die::command::Command));
    let forms = Forms::of::<RollHighOrDie>(env!("CARGO_MANIFEST_DIR"), &schema, scenes());
    assert_eq!(forms.missing(&schema), Vec::<String>::new(), "commands without a form");
    let unfilled: Vec<&str> = forms.unfilled.keys().map(String::as_str).collect();
    assert_eq!(unfilled, TYPED, "fields that forms cannot fill: {:#?}", forms.unfilled);
}

/// The forms for a small act whose label begins like this.
fn small_acts(bench: &TestTable<RollHighOrDie>, who: Who, label: &str) -> Vec<OfferCard> {
    let offers = bench.table.offers(Seat::GM, Some(who)).into_iter();
    let small = |offer: &OfferCard| matches!(offer.command.as_str(), "interact" | "pick_up");
    offers.filter(|offer| small(offer) && offer.label.text().starts_with(label)).collect()
}

fn sends(bench: &mut TestTable<RollHighOrDie>, who: Who, label: &str, picks: &[(&str, Value)]) {
    let offers = small_acts(bench, who, label);
    let [offer] = &offers[..] else { panic!("{label}: {offers:#?}") };
    let picks: Picks = picks.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    for param in &offer.params {
        assert!(param.optional || picks.contains_key(&param.name), "{label} asks for {}", param.name);
    }
    let command = offer.filled(&picks);
    bench.op(Seat::GM, Op::Command(command)).unwrap_or_else(|refusal| panic!("{label}: {refusal}"));
}

/// RH-ACT-10, RH-EQUIP-01, RH-INV-08: what is used on somebody or on a space can be so at the page, what fell can be
/// picked up again, and no arm reaches across the map.
#[test]
fn equipment_is_used_on_whatever_it_is_for() {
    let mut bench = TestTable::<RollHighOrDie>::scene(
        json!({
            "heroes": {
                "Ana": { "set": { "items": ["Caltrops", "Bandage"], "hands": ["Caltrops", "Bandage"] } },
                "Ben": {},
            },
            "creatures": { "Foe": { "like": "Wolf" } },
            "trackers": { "board": { "map": ". . . . .\n. . . . .\n. . . . ." } },
            "at": { "Ana": "A1", "Ben": "A2", "Foe": "E3" },
            "battle": { "order": ["Ana", "Ben", "Foe"], "turn": "Ana" },
        }),
        1,
    );
    let (ana, ben) = (Who(0), Who(1));
    sends(&mut bench, ana, "PLACE the Caltrops", &[("at", json!("B1"))]);
    assert_eq!(bench.state().board.expect("a map").floor(Spot::new(1, 0)), "Spiked Ground");
    sends(&mut bench, ana, "WRAP the Bandage for somebody", &[("target", json!(ben))]);
    let far = json!({ "interact": { "who": "Ana", "verb": "place", "item": 0, "at": "E1" } });
    let refused = bench.op(Seat::GM, Op::Command(far)).expect_err("nobody reaches that far");
    assert_eq!(refused.code(), "no-space");
    bench.op(Seat::GM, Op::Command(json!({ "drop": { "who": "Ana", "item": 0 } }))).expect("that is free");
    sends(&mut bench, ana, "Pick up the Caltrops", &[]);
    assert!(bench.state().one(ana).live.items[0].place.is_held(), "they are in hand again");
}

/// RH-CHAR-08, RH-HOUSE-01H: what there is no room for is on the list all the same, with the reason, and so is what it
/// would be refused with.
#[test]
fn wares_without_room_are_listed_with_the_reason() {
    let bench = TestTable::<RollHighOrDie>::scene(
        json!({ "heroes": { "Ana": { "set": { "strength": 1, "coins": 500 } } } }),
        1,
    );
    let offers = bench.table.offers(Seat::GM, Some(Who(0)));
    let shop = offers.iter().find(|offer| offer.command == "purchase").expect("there is a market");
    let Some(Domain::OneOf { options }) = shop.params.first().map(|param| &param.domain) else {
        panic!("{:#?}", shop.params)
    };
    let ware = |name: &str| options.iter().find(|one| one.pick == json!(name)).expect("it is for sale");
    assert!(ware("Candle").refusal.is_none(), "{:?}", ware("Candle").refusal);
    let refusal = ware("Tent").refusal.clone().expect("nobody of Strength 1 carries that");
    assert_eq!(refusal.code(), "no-room");
    let mut bench = bench;
    let buy = json!({ "purchase": { "who": "Ana", "what": "Tent" } });
    let refused = bench.op(Seat::GM, Op::Command(buy)).expect_err("there is no room");
    assert_eq!(refused.to_string(), refusal.to_string());
}
