//! Essence on offer: settling aura and skills, using a skill, letting go.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use super::{people, words};
use crate::GutsPlus;
use crate::essence::{self, check_learn, density, range_of};
use crate::rules;

fn card(command: &str, label: String, who: Who, rule: RuleId) -> OfferCard {
    OfferCard::new(command, label, "Essence").actor("who", who).rule(rule)
}

/// The aura, and skills there is room for.
pub(super) fn settling(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let Some(own) = &at.state.sheet(who).essence else { return Vec::new() };
    if !essence::enabled(at.state) {
        return Vec::new();
    }
    if own.aura.is_none() {
        let mut all = vec![card("roll_aura", "Throw for the aura".into(), who, rules::GP_ESS_03)];
        if !own.objected {
            let auras = at.book.auras.iter();
            let auras =
                auras.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.power.clone()));
            let offer = card("choose_aura", "Choose the aura, if nobody minds".into(), who, rules::GP_ESS_04);
            all.push(offer.param(Param::new("aura", "Which", Domain::one_of(auras))));
        }
        return all;
    }
    let open = at.book.skills.iter().filter(|row| check_learn(at, who, row).is_ok());
    let open: Vec<_> = open
        .map(|row| {
            let name = format!("{} ({})", row.name, row.tier.name());
            Candidate::new(json!(row.name), name).say(row.text.clone())
        })
        .collect();
    if open.is_empty() {
        return Vec::new();
    }
    let offer = card("learn", "Learn a skill".into(), who, rules::GP_ESS_06);
    vec![offer.param(Param::new("skill", "Which", Domain::one_of(open)))]
}

/// What somebody can do with their essence now.
pub(super) fn acting(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let one = at.state.one(who);
    let mut all = settling(at, who);
    let Some(own) = one.sheet.essence.as_ref().filter(|_| essence::enabled(at.state) && one.can_act()) else {
        return all;
    };
    let strained = essence::strained(at.state, who);
    for id in &own.skills {
        let Some(row) = at.book.skills.get(id.as_str()) else { continue };
        let mut offer = card("essence", row.name.clone(), who, row.id)
            .id(format!("essence:{}:{}", who.0, row.name))
            .fixed("skill", row.name.clone());
        let others = || people(at.state, |other| other != who && !at.state.live(other).dead);
        match row.target.as_str() {
            "self" | "spot" | "air" => {}
            "creature" | "essence" => offer = offer.param(Param::new("on", "On whom", others())),
            "creature-or-self" => {
                let all = people(at.state, |other| !at.state.live(other).dead);
                offer = offer.param(Param::new("on", "On whom", all).optional());
            }
            _ => offer = offer.param(Param::new("on", "On whom", others()).optional()),
        }
        offer = offer.param(Param::new("what", "What for", Domain::text(60)).optional());
        let range = range_of(at, who, row).0 / 2;
        if row.target != "self" {
            let feet = Domain::Amount { least: 0, most: range.max(0), unit: Some("feet".into()) };
            offer = offer.param(Param::new("feet", "How far", feet).optional());
        }
        if let Some(limit) = essence::limit_of(at, who, row) {
            let pounds = Domain::Amount { least: 0, most: limit.0, unit: Some("lbs".into()) };
            offer = offer.param(Param::new("pounds", "How heavy", pounds).optional());
        }
        if let Some(asks) = &row.asks {
            offer = offer.param(Param::new("words", format!("Which {asks}"), Domain::text(200)).optional());
        }
        if strained {
            offer = offer.danger("an injury to the head, if it strains again");
        }
        all.push(offer);
    }
    if !one.live.essence.holding.is_empty() {
        let names: Vec<&str> = one
            .live
            .essence
            .holding
            .iter()
            .filter_map(|held| at.book.skills.get(held.skill.as_str()).map(|row| row.name.as_str()))
            .collect();
        let offer = card("let_go", "Let go".into(), who, rules::GP_ESS_12);
        all.push(offer.param(Param::new("skill", "Of what", words(names)).optional()));
    }
    all
}

/// What the GM puts in the way, and time that goes by.
pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let users = at.state.everybody().filter(|who| !at.state.live(*who).essence.holding.is_empty());
    let mut all = Vec::new();
    for who in users {
        let name = at.state.name(who);
        let range = i32::from(density(at, who).range);
        let feet = Domain::Amount { least: 0, most: range, unit: Some("feet".into()) };
        all.push(
            OfferCard::new("obstruct", format!("Something gets in the way of {name}"), "Essence")
                .id(format!("obstruct:{}", who.0))
                .fixed("who", who.0)
                .rule(rules::GP_ESS_08)
                .param(Param::new("feet", "How far from the head", feet)),
        );
        if !at.state.fights(who) {
            all.push(
                OfferCard::new("goes_on", format!("Time goes by while {name} keeps it up"), "Essence")
                    .id(format!("goes_on:{}", who.0))
                    .fixed("who", who.0)
                    .rule(rules::GP_ESS_12)
                    .param(Param::new("times", "Times five seconds", Domain::amount(1, 12))),
            );
        }
    }
    all
}
