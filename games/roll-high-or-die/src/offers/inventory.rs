//! Things: what can be done with them now.

use boneyard_table::view::OfferCard;
use boneyard_table::{At, Who};

use crate::RollHighOrDie;
use crate::inventory::{
    Interact, Reload, Unjam, Verb, check_interact, check_reload, check_unjam, overloaded,
};
use crate::rules;

const GROUP: &str = "Things";

/// Verbs worth trying with each thing.
const VERBS: [Verb; 11] = [
    Verb::Unpack,
    Verb::Pack,
    Verb::Open,
    Verb::Close,
    Verb::Prep,
    Verb::Apply,
    Verb::Inject,
    Verb::Wrap,
    Verb::Locate,
    Verb::Light,
    Verb::Tie,
];

/// What somebody can do with their things.
pub(super) fn acting(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let one = state.one(who);
    let mut cards = Vec::new();
    let over = overloaded(state, book, who);
    for (number, (thing, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if !now.place.is_carried() || now.count == 0 {
            continue;
        }
        let turn = state.encounter.is_none() || state.acting() == Some(who);
        if turn && !one.live.dead && (now.place.is_held() || over) {
            cards.push(
                OfferCard::new("drop", format!("Drop the {}", thing.name), GROUP)
                    .actor("who", who)
                    .id(format!("drop-{number}:{}", who.0))
                    .rule(rules::RH_ACT_14)
                    .fixed("item", number),
            );
        }
        if state.encounter.is_none() {
            continue;
        }
        for verb in VERBS {
            let act = Interact {
                who,
                verb,
                item: Some(number as u8),
                of: None,
                target: None,
                at: None,
                to: None,
                thing: None,
            };
            if check_interact(state, book, &act).is_ok() {
                let word = verb.name().to_lowercase();
                cards.push(
                    OfferCard::new("interact", format!("{} the {}", verb.name(), thing.name), GROUP)
                        .actor("who", who)
                        .id(format!("{word}-{number}:{}", who.0))
                        .rule(rules::RH_ACT_10)
                        .fixed("verb", word)
                        .fixed("item", number),
                );
            }
        }
    }
    if check_reload(state, book, Reload { who, item: None, thing: None }, 2).is_ok() {
        cards.push(OfferCard::new("reload", "Reload", GROUP).actor("who", who).rule(rules::RH_ACT_08));
    }
    if check_unjam(state, book, Unjam { who, item: None }, 2).is_ok() {
        cards.push(OfferCard::new("unjam", "Unjam", GROUP).actor("who", who).rule(rules::RH_ACT_09));
    }
    cards
}
