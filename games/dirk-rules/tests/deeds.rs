//! Offers say what the rules say: whatever stands open is accepted, whatever is refused is refused in the same words.

use boneyard_table::deed::Desk;
use boneyard_table::stage::Stage;
use boneyard_table::view::{Domain, OfferCard, Picks};
use boneyard_table::{At, Playable, Seat, probe, read_command};
use dirk_rules::DirkRules;
use serde_json::{Value, json};

fn stage(house: &Value) -> Stage {
    serde_json::from_value(json!({
        "house": house,
        "heroes": {
            "Isolde": { "like": "DK-HERO-02H", "set": { "hands": [] } },
            "Brack": { "like": "DK-HERO-01H" },
        },
        "creatures": { "Wolf": { "like": "DK-FOE-03H" } },
        "battle": { "order": ["Isolde", "Brack", "Wolf"], "turn": "Isolde" },
    }))
    .expect("a stage")
}

fn offers(house: &Value) -> Vec<OfferCard> {
    let book = DirkRules::book(&[]).expect("the book");
    let state = DirkRules::stage(&book, &stage(house), &Default::default()).expect("a state");
    DirkRules::offers(At { state: &state, book: &book }, Seat::GM, state.acting())
}

#[test]
fn what_the_house_switches_off_is_not_offered() {
    let open = |cards: &[OfferCard]| -> Vec<String> {
        let wanted = ["full_defense", "grapple", "called_shot"];
        let cards = cards.iter().filter(|card| wanted.contains(&card.command.as_str()));
        cards.filter(|card| card.refusal.is_none()).map(|card| card.command.clone()).collect()
    };
    assert_eq!(open(&offers(&json!({}))), ["full_defense", "called_shot", "grapple"]);
    assert_eq!(open(&offers(&json!({ "advanced_actions": "off" }))), Vec::<String>::new());
}

#[test]
fn every_pick_of_an_open_form_is_legal() {
    let book = DirkRules::book(&[]).expect("the book");
    let state = DirkRules::stage(&book, &stage(&json!({})), &Default::default()).expect("a state");
    let at = At::<DirkRules> { state: &state, book: &book };
    let mut tried = 0;
    let wanted = ["attack", "full_defense", "grapple", "called_shot", "hand_on", "drop"];
    let cards = DirkRules::offers(at, Seat::GM, state.acting());
    for card in cards.iter().filter(|card| wanted.contains(&card.command.as_str()) && card.refusal.is_none())
    {
        for picks in every(card) {
            let command = card.filled(&picks);
            let read = read_command::<DirkRules>(at, Seat::GM, command.clone()).expect("a command");
            let legal = probe::<DirkRules>(at, Seat::GM, read);
            assert!(legal.is_ok(), "{command}: {legal:?}");
            tried += 1;
        }
    }
    assert!(tried >= 20, "{tried}");
}

/// Every way to fill in a form, each pick by what it hangs on.
fn every(card: &OfferCard) -> Vec<Picks> {
    let mut all = vec![Picks::new()];
    for param in card.params.iter().filter(|param| !param.optional) {
        let options: Vec<(Value, Vec<Value>)> = match &param.domain {
            Domain::Creature { among } => {
                among.iter().map(|one| (json!(one.pick), one.given.clone())).collect()
            }
            Domain::OneOf { options } => {
                options.iter().map(|one| (one.pick.clone(), one.given.clone())).collect()
            }
            other => panic!("{other:?}"),
        };
        let fits = |picks: &Picks, given: &[Value]| {
            let before = param.after.as_ref().and_then(|after| picks.get(after));
            given.is_empty() || before.is_some_and(|before| given.contains(before))
        };
        all = all
            .iter()
            .flat_map(|picks| {
                let open = options.iter().filter(|(_, given)| fits(picks, given));
                open.map(|(pick, _)| {
                    let mut picks = picks.clone();
                    picks.insert(param.name.clone(), pick.clone());
                    picks
                })
            })
            .collect();
    }
    all
}

#[test]
fn every_deed_keeps_its_laws_at_every_step_of_every_story() {
    let schema = schemars::schema_for!(dirk_rules::command::Command).to_value();
    let laws = boneyard_testkit::Laws::of::<DirkRules>(env!("CARGO_MANIFEST_DIR"), &schema);
    assert_eq!(laws.broken, Vec::<String>::new());
    let never = DirkRules::deeds().iter().filter(|row| row.card.desk != Desk::Nowhere);
    let never: Vec<_> = never.map(|row| row.name).filter(|name| !laws.open.contains_key(name)).collect();
    // Stories learn by the number of the lesson. The laws look at the cards of whom a step names, and saw this one only shut.
    let never = never.into_iter().filter(|name| *name != "train");
    // They look at the game's own content; what was made at a table stands in its own pack.
    let never: Vec<_> = never.filter(|name| !["another", "bring_in"].contains(name)).collect();
    assert_eq!(never, Vec::<&str>::new(), "no story comes by where these stand open");
}
