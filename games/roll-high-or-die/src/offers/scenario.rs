//! Scenarios: what the Referee could begin, and what the party could do in one.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use crate::RollHighOrDie;
use crate::living::{party, work};
use crate::rules;
use crate::scenario::{Parley, Prize, Scene, check_free, check_parley, check_scene, check_search, row};
use crate::state::Skill;

const GROUP: &str = "Scenario";

/// What the Referee could do about scenarios.
pub(super) fn gm(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let mut cards = Vec::new();
    if state.encounter.is_some() {
        return cards;
    }
    let under_way = state.scenario.as_ref().filter(|one| one.ending.is_none());
    if under_way.is_none() && !party(state).is_empty() {
        let taken = |name: &str| state.everybody().any(|who| state.name(who) == name);
        for row in book.scenarios.iter().filter(|row| !row.foes.iter().any(|foe| taken(&foe.called))) {
            cards.push(
                OfferCard::new("enter", format!("Into {}", row.name), GROUP)
                    .id(format!("enter-{}", row.id.as_str()))
                    .rule(row.id)
                    .fixed("scenario", row.name.clone()),
            );
        }
    }
    if under_way.is_none() {
        return cards;
    }
    if let Ok(next) = check_scene(state, book, &Scene::default()) {
        cards.push(OfferCard::new("scene", format!("Next: {}", next.name), GROUP).rule(next.id));
    }
    if let Some(row) = row(state, book) {
        let names = row.scenes.iter().map(|scene| Candidate::new(json!(scene.name), scene.name.clone()));
        cards.push(
            OfferCard::new("scene", "Begin a scene", GROUP)
                .id("scene-any")
                .rule(rules::RH_SCEN_03H)
                .param(Param::new("scene", "Which", Domain::one_of(names))),
        );
    }
    cards.push(OfferCard::new("finish_scenario", "End the scenario", GROUP).rule(rules::RH_SCEN_06H));
    cards
}

/// What one of the party could do.
pub(super) fn acting(at: At<'_, RollHighOrDie>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let mut cards = Vec::new();
    let card = |command: &str, label: &'static str| {
        OfferCard::new(command, label, GROUP).actor("who", who).rule(rules::RH_SCEN_06H)
    };
    if state.scenario.is_none() || !state.sheet(who).is_hero() {
        return cards;
    }
    if check_parley(state, book, Parley { who, skill: None }).is_ok() {
        let by = [Skill::Diplomacy, Skill::Intimidation];
        let by = by.map(|skill| Candidate::new(json!(skill), skill.name()));
        let offer = card("parley", "Talk to their leader").cost(1, "AP").odds_on_request();
        cards.push(offer.param(Param::new("skill", "By", Domain::one_of(by)).optional()));
    }
    if work(state, who, rules::RH_SCEN_02H).is_ok() {
        cards.push(card("scout", "Look at the place").rule(rules::RH_SCEN_02H));
    }
    if check_free(state, book, Prize { who }).is_ok() {
        cards.push(card("free_prisoner", "Free the prisoner"));
    }
    if check_search(state, book, Prize { who }).is_ok() {
        cards.push(card("search", "Take what there is to take"));
    }
    cards
}
