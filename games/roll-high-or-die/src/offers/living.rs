//! Watches and days: what can be done about them now.

use boneyard_table::view::OfferCard;
use boneyard_table::{At, Who};

use crate::RollHighOrDie;
use crate::living::{self, Drink, Eat, check_begin, check_drink, check_eat, check_end, work};
use crate::rules;

const GROUP: &str = "The day";

/// What somebody can do in a Watch.
pub(super) fn acting(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let mut cards = Vec::new();
    if !living::party(state).contains(&who) {
        return cards;
    }
    if check_eat(state, book, Eat { who, item: None, meals: 1 }).is_ok() {
        cards.push(OfferCard::new("eat", "Eat a meal", GROUP).actor("who", who).rule(rules::RH_NEED_01));
    }
    if check_drink(state, book, Drink { who, item: None, halves: 1 }).is_ok() {
        cards.push(
            OfferCard::new("drink", "Drink half a gallon", GROUP).actor("who", who).rule(rules::RH_NEED_01),
        );
    }
    if work(state, who, rules::RH_HOUSE_15H).is_ok() {
        cards.push(
            OfferCard::new("forage", "Look for food", GROUP).actor("who", who).rule(rules::RH_HOUSE_15H),
        );
    }
    cards
}

/// What the Referee can do with time.
pub(super) fn referee(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let state = at.state;
    let mut cards = Vec::new();
    if check_begin(state).is_ok() {
        let spends = [("travel", "Travel"), ("active", "Active"), ("sleep", "Rest")];
        for (spend, label) in spends {
            cards.push(
                OfferCard::new("begin_watch", format!("A Watch begins: {label}"), GROUP)
                    .id(format!("begin_watch-{spend}"))
                    .rule(rules::RH_TIME_02)
                    .fixed("spend", spend),
            );
        }
    }
    if check_end(state).is_ok() {
        cards.push(OfferCard::new("end_watch", "The Watch is over", GROUP).rule(rules::RH_TIME_02));
    }
    if state.encounter.is_none() && !state.days.fought.is_empty() {
        cards.push(OfferCard::new("award", "Award the Encounter", GROUP).rule(rules::RH_EXP_01));
    }
    cards
}
