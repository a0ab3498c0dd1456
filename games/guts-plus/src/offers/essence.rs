//! Essence on offer: settling aura and skills, using a skill, letting go.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, RuleId, Who};
use serde_json::json;

use super::{parts, people, several, some_of, words};
use crate::GutsPlus;
use crate::book::SkillRow;
use crate::essence::{self, check_learn, density, least_of, range_of};
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
        if row.target == "area" {
            let near = several(at.state, 0, |other| other != who && !at.state.live(other).dead);
            offer = offer.param(Param::new("others", "On whom else", near).optional());
        }
        if !["self", "spot", "air"].contains(&row.target.as_str()) {
            let aimed = parts(at.state, |_, _| true);
            offer = offer.param(Param::new("part", "Where", aimed).after("on").optional());
        }
        offer = offer.param(Param::new("what", "What for", Domain::text(60)).optional());
        // What is launched takes a skill that launches, joined with it.
        let launch = row.never.iter().map(|never| never.way.as_str()).filter(|way| *way == "launch");
        let ways: Vec<&str> = row.ways.iter().map(String::as_str).chain(launch).collect();
        if !ways.is_empty() {
            let ways = some_of(0, ways);
            offer = offer.param(Param::new("ways", "In which ways", ways).optional());
        }
        let range = range_of(at, who, row).0 / 2;
        if row.target != "self" {
            let feet = Domain::Amount { least: 0, most: range.max(0), unit: Some("feet".into()) };
            offer = offer.param(Param::new("feet", "How far", feet).optional());
        }
        if let Some(limit) = essence::limit_of(at, who, row) {
            let pounds = Domain::Amount { least: 0, most: limit.0, unit: Some("lbs".into()) };
            offer = offer.param(Param::new("pounds", "How heavy", pounds).optional());
        }
        offer = numbers(at, who, row, offer);
        let joins = own.skills.iter().filter(|other| *other != id);
        let joins: Vec<&str> =
            joins.filter_map(|id| Some(at.book.skills.get(id.as_str())?.name.as_str())).collect();
        if !joins.is_empty() {
            offer = offer.param(Param::new("with", "Joined with", some_of(0, joins)).optional());
        }
        if row.target != "self" {
            offer = offer.param(Param::new("willing", "They are willing", Domain::yes_no()).optional());
        }
        if let Some(asks) = &row.asks {
            offer = offer.param(Param::new("words", format!("Which {asks}"), Domain::text(200)).optional());
        }
        if strained {
            offer = offer.danger("an injury to the head, if it strains again");
        }
        all.push(offer);
    }
    let pauses = |other: Who| {
        other != who && at.state.live(other).essence.holding.iter().any(|held| held.skill == rules::GP_SKM_19)
    };
    if at.state.everybody().any(pauses) {
        let offer = card("push_aside", "Push aside what holds time still".into(), who, rules::GP_SKM_19);
        all.push(offer.param(Param::new("target", "Whose", people(at.state, pauses))));
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

/// Numbers of a skill beside weight and distance: a factor, a size, a depth; dice to lend.
fn numbers(at: At<'_, GutsPlus>, who: Who, row: &SkillRow, mut offer: OfferCard) -> OfferCard {
    let both = [true, false].map(|oneself| essence::number_of(at, who, row, oneself));
    if let Some((number, bound)) = both.into_iter().flatten().max_by_key(|(_, bound)| *bound) {
        let least = (least_of(row).0 + 1) / 2;
        // What must be at least so much has no upper end worth naming.
        let (least, most) =
            if number.least { ((bound.0 + 1) / 2, 100) } else { (least, (bound.0 / 2).max(least)) };
        let label = match number.name.as_str() {
            "self" | "others" => "How many times as fast".to_owned(),
            name => format!("The {name}"),
        };
        let domain = Domain::Amount { least, most, unit: Some(number.kind.clone().into()) };
        offer = offer.param(Param::new("number", label, domain).optional());
    }
    if row.is("empower") || row.is("focus") {
        offer = offer.param(Param::new("dice", "Dice it lends", Domain::amount(1, 10)).optional());
    }
    offer
}

/// What the GM puts in the way, and time that goes by.
pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let mut all = Vec::new();
    let card = |command: &str, label: String, who: Who, rule: RuleId| {
        let id = format!("{command}:{}", who.0);
        OfferCard::new(command, label, "Essence").id(id).fixed("who", who.0).rule(rule)
    };
    for who in at.state.everybody() {
        let (name, live) = (at.state.name(who), &at.state.live(who).essence);
        if live.cut.is_some() {
            let label = format!("The way of {name} is free again");
            all.push(card("obstruct", label, who, rules::GP_ESS_08).id(format!("free:{}", who.0)));
        }
        if essence::strained(at.state, who) {
            all.push(card("unstrain", format!("{name} is strained no more"), who, rules::GP_ESS_14));
        }
        let minds = at.state.withstood.iter().filter(|known| known.user == who && known.times > 0);
        let minds: Vec<Who> = minds.map(|known| known.target).collect();
        if !minds.is_empty() {
            let label = format!("Forget how often minds withstood {name}");
            let whose = people(at.state, |other| minds.contains(&other));
            let forget = card("forget_tries", label, who, rules::GP_SKM_02);
            all.push(forget.param(Param::new("target", "Whose mind", whose)));
        }
    }
    let users = at.state.everybody().filter(|who| !at.state.live(*who).essence.holding.is_empty());
    for who in users {
        let name = at.state.name(who);
        let range = i32::from(density(at, who).range);
        let feet = Domain::Amount { least: 0, most: range, unit: Some("feet".into()) };
        all.push(
            OfferCard::new("obstruct", format!("Something gets in the way of {name}"), "Essence")
                .id(format!("obstruct:{}", who.0))
                .fixed("who", who.0)
                .rule(rules::GP_ESS_08)
                .param(Param::new("feet", "How far from the head", feet))
                .param(Param::new("detour", "How far around it", Domain::amount(0, 60)).optional()),
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
