//! What can be done with things outside a fight, what the GM says of them, and notations explained.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Who};
use serde_json::json;

use super::things::{own, people};
use crate::DeadWeight;
use crate::rules;
use crate::state::{Awkward, Place};

const GROUP: &str = "Things";

/// What somebody could do with the own things.
pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    if !one.sheet.is_hero() || one.live.dead || one.live.mortal || one.sheet.hero.retired {
        return Vec::new();
    }
    let all = own(at, who, |_, _| true);
    if all.is_empty() {
        return Vec::new();
    }
    let fighting = at.state.battle.is_some();
    let sentence = "In a fight, changing equipment is an action.";
    let busy = || fighting.then(|| Refusal::new(rules::DW_INV_11, "in-battle", sentence));
    let card = |command: &str, label: &str, rule| {
        OfferCard::new(command, label.to_owned(), GROUP).actor("who", who).rule(rule)
    };
    let which = || Param::new("item", "What", Domain::one_of(all.clone()));
    let places = Place::ALL.into_iter().filter(|place| *place != Place::Gone);
    let places = places.map(|place| Candidate::new(json!(place), place.name()));
    let others: Vec<Who> =
        at.state.heroes().filter(|other| *other != who && !at.state.live(*other).mortal).collect();
    let mut cards = vec![
        card("carry", "Put a thing somewhere", rules::DW_INV_11)
            .param(which())
            .param(Param::new("to", "Where to", Domain::one_of(places)))
            .param(Param::new("wield", "Ready for use", Domain::yes_no()).optional())
            .refused(busy()),
    ];
    if !others.is_empty() {
        cards.push(
            card("give", "Give a thing away", rules::DW_INV_11)
                .param(which())
                .param(Param::new("to", "To whom", people(at, others)))
                .refused(busy()),
        );
    }
    cards.push(card("drop", "Leave a thing behind", rules::DW_INV_11).param(which()).refused(busy()));
    let stocks = own(at, who, |_, now| now.die > 0 || now.count > 1);
    if !stocks.is_empty() {
        let item = Param::new("item", "Of what", Domain::one_of(stocks));
        cards.push(card("spend", "Use one of a stock", rules::DW_DICE_03).param(item));
    }
    cards
}

/// A thing the GM could say is awkward, in a way it is not yet.
pub(super) fn marking(at: At<'_, DeadWeight>, who: Who) -> Option<OfferCard> {
    let all = own(at, who, |_, _| true);
    let items = &at.state.sheet(who).items;
    let so = |item: &serde_json::Value, how: Awkward| {
        let sheet = item.as_u64().and_then(|item| items.get(usize::try_from(item).ok()?));
        sheet.is_some_and(|sheet| sheet.awkward.contains(&how))
    };
    let mut ways = Vec::new();
    for how in Awkward::ALL {
        let free: Vec<_> = all.iter().map(|one| one.pick.clone()).filter(|item| !so(item, how)).collect();
        if !free.is_empty() {
            ways.push(Candidate { given: free, ..Candidate::new(json!(how), how.name()) });
        }
    }
    let card = OfferCard::new("mark_thing", "Say that a thing is awkward", GROUP).actor("who", who);
    (!ways.is_empty()).then(|| {
        card.rule(rules::DW_INV_06)
            .param(Param::new("item", "What", Domain::one_of(all)))
            .param(Param::new("awkward", "How", Domain::one_of(ways)).after("item"))
            .param(Param::new("goes_off", "What it does when it goes off", Domain::text(40)).optional())
    })
}

/// A notation in words, for anybody.
pub(super) fn explain() -> OfferCard {
    OfferCard::new("explain", "Explain a weapon's notation", GROUP)
        .rule(rules::DW_WEAP_01)
        .param(Param::new("notation", "Notation", Domain::text(40)))
        .param(Param::new("enemy", "Of an enemy", Domain::yes_no()).optional())
}
