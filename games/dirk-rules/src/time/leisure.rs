//! Time outside battle as people see it: what can be done with it, and what is kept in mind.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing, Tracker};
use boneyard_table::{At, Seat, Who};
use serde_json::json;

use super::Scale;
use crate::DirkRules;
use crate::rules;
use crate::state::State;

/// What somebody could do with time.
pub(crate) fn acting(at: At<'_, DirkRules>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    if state.battle.is_some() {
        return Vec::new();
    }
    let mut all =
        vec![OfferCard::new("tend", "Tend armor", "Time").actor("who", who).rule(rules::DK_DOWN_03)];
    let words = |command, label, rule, name: &str, ask: &str, most| {
        let card = OfferCard::new(command, label, "Words").actor("who", who).rule(rule);
        card.param(Param::new(name, ask.to_owned(), Domain::text(most)))
    };
    all.push(words("plan", "Plan something larger", rules::DK_DOWN_07, "aim", "What for", 120));
    let own = || {
        let seat = state.sheet(who).seat;
        let here = state.everybody().filter(|&one| {
            let sheet = state.sheet(one);
            sheet.seat == seat && sheet.hero && sheet.draft.is_none() && !state.live(one).dead
        });
        let of = here.map(|one| {
            let name = state.sheet(one).name.clone();
            Thing { what: Candidate::new(name.clone(), name), cost: 0 }
        });
        Param::new("who", "Who", Domain::Subset { of: of.collect(), least: 1, most: 60, budget: None })
    };
    if state.sheet(who).hero {
        let kinds = ["short", "full", "long"].map(|kind| Candidate::new(json!(kind), kind));
        all.push(
            OfferCard::new("rest", "Rest", "Time").rule(rules::DK_DOWN_02).param(own()).param(Param::new(
                "kind",
                "How long",
                Domain::one_of(kinds),
            )),
        );
        all.push(
            OfferCard::new("explore", "Explore", "Time")
                .rule(rules::DK_DOWN_01)
                .param(own())
                .param(Param::new("what", "What you do", Domain::text(200))),
        );
    }
    all
}

/// What the referee could do with time.
pub(crate) fn referee(at: At<'_, DirkRules>) -> Vec<OfferCard> {
    let state = at.state;
    let company = |name: &'static str| {
        let here = state.everybody().filter(|&who| state.sheet(who).draft.is_none() && !state.live(who).dead);
        let of = here.map(|who| {
            let name = state.sheet(who).name.clone();
            Thing { what: Candidate::new(name.clone(), name), cost: 0 }
        });
        Param::new("who", name, Domain::Subset { of: of.collect(), least: 1, most: 60, budget: None })
    };
    let words =
        |words: &[&'static str]| Domain::one_of(words.iter().map(|word| Candidate::new(json!(word), *word)));
    let scales = || Domain::one_of(Scale::ALL.map(|scale| Candidate::new(json!(scale), scale.name())));
    let plans = || {
        let open = state.days.projects.iter().enumerate().filter(|(_, project)| !project.done);
        Domain::one_of(open.map(|(at, project)| Candidate::new(json!(at), project.aim.clone())))
    };
    if state.battle.is_some() {
        return Vec::new();
    }
    vec![
        OfferCard::new("pass", "Let time pass", "Time")
            .rule(rules::DK_EVENT_04)
            .param(Param::new("scale", "In", scales()))
            .param(Param::new("count", "How many", Domain::amount(1, 60))),
        OfferCard::new("event", "Roll for an event", "Time").rule(rules::DK_EVENT_01).param(Param::new(
            "scale",
            "In",
            scales(),
        )),
        OfferCard::new("rest", "Rest", "Time")
            .rule(rules::DK_DOWN_02)
            .param(company("Who"))
            .param(Param::new("kind", "How long", words(&["short", "full", "long"]))),
        OfferCard::new("explore", "Explore", "Time")
            .rule(rules::DK_DOWN_01)
            .param(company("Who"))
            .param(Param::new("what", "What they do", Domain::text(200))),
        OfferCard::new("travel", "Travel", "Time")
            .rule(rules::DK_SPEED_04)
            .param(company("Who"))
            .param(Param::new("miles", "Miles", Domain::amount(1, 6_000)))
            .param(Param::new("days", "Days", Domain::amount(1, 60))),
        OfferCard::new("plan_needs", "What a plan takes", "Time")
            .rule(rules::DK_DOWN_07)
            .param(Param::new("plan", "Which", plans()))
            .param(Param::new("what", "What", Domain::text(120)))
            .param(Param::new("of", "How much", Domain::amount(0, 1_000))),
        OfferCard::new("plan_meets", "Part of it is met", "Time")
            .rule(rules::DK_DOWN_07)
            .param(Param::new("plan", "Which", plans()))
            .param(Param::new("what", "What", Domain::text(120)))
            .param(Param::new("count", "How much", Domain::amount(1, 1_000))),
        OfferCard::new("plan_done", "A plan is achieved", "Time").rule(rules::DK_DOWN_07).param(Param::new(
            "plan",
            "Which",
            plans(),
        )),
    ]
}

/// What is kept in mind: the day for all, signs of what is to come for the referee alone.
pub(crate) fn trackers(state: &State, seat: Seat) -> Vec<Tracker> {
    let days = i32::try_from(state.clock / Scale::Days.seconds()).unwrap_or(i32::MAX);
    let mut all = vec![Tracker::count("day", "Day", days.saturating_add(1))];
    if seat.is_gm() {
        for (at, hint) in state.days.hints.iter().enumerate() {
            let label = format!("To come: {} ({})", hint.comes.name(), hint.sign);
            all.push(Tracker::count(format!("hint-{at}"), label, 1).seen_by(vec![Seat::GM]));
        }
    }
    for (at, project) in state.days.projects.iter().enumerate().filter(|(_, project)| !project.done) {
        let met = project.needs.iter().filter(|need| need.met >= need.of).count();
        let (met, all_needs) = (met as i32, project.needs.len() as i32);
        all.push(Tracker::bar(format!("plan-{at}"), format!("Plan {at}: {}", project.aim), met, all_needs));
    }
    all.extend(crate::lesson::trackers(state));
    for (at, task) in state.days.paused.iter().enumerate() {
        let hours = i32::try_from(task.left / Scale::Hours.seconds()).unwrap_or(i32::MAX);
        all.push(Tracker::count(
            format!("paused-{at}"),
            format!("Paused: {}, hours left", task.kind.name()),
            hours,
        ));
    }
    all
}
