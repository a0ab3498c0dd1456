//! Watches and days: what can be done about them now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing};
use boneyard_table::{At, Who};
use serde_json::json;

use crate::RollHighOrDie;
use crate::living::{self, Drink, Eat, check_begin, check_drink, check_eat, check_end, work};
use crate::rules;
use crate::state::{Category, Season, Skill};

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
    if state.encounter.is_none() {
        let spends =
            [("travel", "Travel"), ("active", "Be active"), ("sleep", "Sleep"), ("guard", "Stand guard")];
        let spends = spends.map(|(spend, label)| Candidate::new(json!(spend), label));
        cards.push(
            OfferCard::new("declare", "Say what the next Watch is for", GROUP)
                .actor("who", who)
                .rule(rules::RH_TIME_02)
                .param(Param::new("spend", "What", Domain::one_of(spends))),
        );
        cards.push(
            OfferCard::new("refill", "Fill the Waterskin", GROUP).actor("who", who).rule(rules::RH_NEED_03),
        );
        let know = Skill::ALL.iter().filter(|skill| skill.category() == Category::Knowledge);
        let know = know.map(|skill| Candidate::new(json!(skill), skill.name()));
        cards.push(
            OfferCard::new("study", "Name a source of knowledge", GROUP)
                .actor("who", who)
                .rule(rules::RH_EXP_10)
                .param(Param::new("skill", "For which Skill", Domain::one_of(know)))
                .param(Param::new("source", "What source", Domain::text(80))),
        );
    }
    if work(state, who, rules::RH_HOUSE_20H).is_ok() {
        let hurt: Vec<Who> = state.here().filter(|other| state.live(*other).wounds > 0).collect();
        if !hurt.is_empty() {
            cards.push(
                OfferCard::new("tend", "Tend wounds", GROUP)
                    .actor("who", who)
                    .rule(rules::RH_HOUSE_20H)
                    .param(Param::new("target", "Whose", super::people(at, hurt))),
            );
        }
        let trades = Skill::ALL.iter().filter(|skill| skill.category() == Category::Professional);
        let trades = trades.map(|skill| Candidate::new(json!(skill), skill.name()));
        cards.push(
            OfferCard::new("practise", "Practise", GROUP)
                .actor("who", who)
                .rule(rules::RH_EXP_13)
                .param(Param::new("skill", "What", Domain::one_of(trades))),
        );
    }
    cards
}

/// Whole days, the season and the sky.
fn days(at: At<'_, RollHighOrDie>) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    let mut cards = Vec::new();
    if state.encounter.is_some() {
        return cards;
    }
    let of: Vec<Thing> = living::party(state)
        .into_iter()
        .map(|who| Thing { what: Candidate::new(state.name(who), state.name(who).to_owned()), cost: 0 })
        .collect();
    if check_begin(state).is_ok() && !of.is_empty() {
        let guards = Domain::Subset { of, least: 0, most: 2, budget: None };
        cards.push(
            OfferCard::new("plan_day", "Plan a typical Day", GROUP)
                .rule(rules::RH_TIME_02)
                .fixed("watches", json!(["travel", "active", "active", "travel", "sleep", "sleep"]))
                .param(Param::new("guards", "Who stands guard", guards).optional()),
        );
        cards.push(
            OfferCard::new("pass_watches", "Let Watches go by in rest", GROUP)
                .rule(rules::RH_TIME_02)
                .fixed("each", json!({ "spend": "sleep" }))
                .param(Param::new("watches", "How many", Domain::amount(1, 12))),
        );
    }
    let seasons = [Season::Spring, Season::Summer, Season::Autumn, Season::Winter];
    let seasons = seasons.map(|season| Candidate::new(json!(season), format!("{season:?}")));
    cards.push(
        OfferCard::new("season", "Name the season", GROUP).rule(rules::RH_WTHR_01H).param(Param::new(
            "season",
            "Which",
            Domain::one_of(seasons),
        )),
    );
    let skies = book.weather.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
    cards.push(
        OfferCard::new("weather", "Name the weather", GROUP).rule(rules::RH_WTHR_01H).param(Param::new(
            "weather",
            "Which",
            Domain::one_of(skies),
        )),
    );
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
    cards.extend(days(at));
    if check_end(state).is_ok() {
        cards.push(OfferCard::new("end_watch", "The Watch is over", GROUP).rule(rules::RH_TIME_02));
    }
    if state.encounter.is_none() && !state.days.fought.is_empty() {
        cards.push(OfferCard::new("award", "Award the Encounter", GROUP).rule(rules::RH_EXP_01));
    }
    cards
}
