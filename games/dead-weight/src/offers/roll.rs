//! Rolls a seat could call for.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use crate::DeadWeight;
use crate::roll::acting_hero;
use crate::rules;
use crate::state::Attribute;

fn attributes() -> Domain {
    Domain::one_of(Attribute::ALL.map(|attribute| Candidate::new(json!(attribute), attribute.name())))
}

pub(super) fn acting(at: At<'_, DeadWeight>, who: Who) -> Vec<OfferCard> {
    if !at.state.sheet(who).is_hero() {
        return Vec::new();
    }
    vec![
        OfferCard::new("test", "Try something", "Roll")
            .actor("who", who)
            .rule(rules::DW_TEST_01)
            .param(Param::new("attribute", "With", attributes()))
            .param(Param::new("about", "What", Domain::text(60)).optional())
            .param(Param::new("extra_effort", "Extra effort", Domain::yes_no()).optional())
            .refused(acting_hero(at.state, who).err())
            .odds_on_request(),
    ]
}

pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let heroes = at.state.heroes().filter(|who| !at.state.live(*who).mortal);
    let heroes = heroes.map(|who| Candidate::new(who, at.state.name(who).to_owned()));
    vec![
        OfferCard::new("call_test", "Call for a test", "Roll")
            .rule(rules::DW_TEST_01)
            .param(Param::new("who", "Who", Domain::creature(heroes)))
            .param(Param::new("attribute", "On", attributes()))
            .param(Param::new("check", "A check", Domain::yes_no()).optional())
            .param(Param::new("advantages", "Advantages", Domain::amount(0, 3)).optional())
            .param(Param::new("disadvantages", "Disadvantages", Domain::amount(0, 3)).optional()),
    ]
}
