//! Rolls a seat could call for.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Seat, Who};
use serde_json::json;

use super::things::{attributes, people};
use crate::DeadWeight;
use crate::roll::{KINDS, acting_hero};
use crate::rules;

const GROUP: &str = "Roll";

pub(super) fn acting(at: At<'_, DeadWeight>, seat: Seat, who: Who) -> Vec<OfferCard> {
    if !at.state.sheet(who).is_hero() {
        return Vec::new();
    }
    let card = OfferCard::new("test", "Try something", GROUP)
        .actor("who", who)
        .rule(rules::DW_TEST_01)
        .param(Param::new("attribute", "With", attributes()))
        .param(Param::new("about", "What", Domain::text(60)).optional())
        .param(Param::new("extra_effort", "Extra effort", Domain::yes_no()).optional())
        .param(Param::new("tragedy", "Call on the tragedy", Domain::yes_no()).optional())
        .refused(acting_hero(at.state, who).err())
        .odds_on_request();
    // What bears on a roll the GM names: a player tries something and is told.
    let card = if seat.is_gm() {
        let more = Param::new("modifier", "Dice more or fewer", Domain::amount(-9, 9)).optional();
        bearing(card).param(more)
    } else {
        card
    };
    vec![card]
}

/// Adds what the GM says of a roll: whether it tires, what helps and hinders, which skills and things count.
fn bearing(card: OfferCard) -> OfferCard {
    let kinds = Domain::one_of(KINDS.map(|kind| Candidate::new(json!(kind), kind)));
    card.param(Param::new("check", "A check", Domain::yes_no()).optional())
        .param(Param::new("advantages", "Advantages", Domain::amount(0, 3)).optional())
        .param(Param::new("disadvantages", "Disadvantages", Domain::amount(0, 3)).optional())
        .param(Param::new("kind", "A roll of this kind", kinds).optional())
}

pub(super) fn gm(at: At<'_, DeadWeight>) -> Vec<OfferCard> {
    let heroes: Vec<Who> = at.state.heroes().filter(|who| !at.state.live(*who).mortal).collect();
    let foe = |who: &Who| !at.state.sheet(*who).is_hero() && !at.state.live(*who).dead;
    let foes: Vec<Who> = at.state.everybody().filter(foe).collect();
    let mut all = Vec::new();
    if !heroes.is_empty() {
        let card = OfferCard::new("call_test", "Call for a test", GROUP)
            .rule(rules::DW_TEST_01)
            .param(Param::new("who", "Who", people(at, heroes)))
            .param(Param::new("attribute", "On", attributes()));
        let about = Param::new("about", "What it is about", Domain::text(60)).optional();
        all.push(bearing(card).param(about));
    }
    if !foes.is_empty() {
        let who = Param::new("who", "Who", people(at, foes));
        all.push(
            OfferCard::new("enemy_test", "A creature rolls its level", GROUP)
                .rule(rules::DW_ENEMY_02)
                .param(who),
        );
    }
    all.push(OfferCard::new("risk", "Throw risk dice", GROUP).rule(rules::DW_DICE_05).param(Param::new(
        "dice",
        "How many",
        Domain::amount(1, 20),
    )));
    all.push(coin());
    all
}

/// A coin, for anybody.
pub(super) fn coin() -> OfferCard {
    OfferCard::new("coin", "Flip a coin", GROUP).rule(rules::DW_DICE_06)
}
