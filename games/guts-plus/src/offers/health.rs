//! What can be done about bodies, conditions and time.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Who};
use serde_json::json;

use super::{owned, parts, people, words};
use crate::GutsPlus;
use crate::rules;

pub(super) fn acting(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let one = state.one(who);
    let mut all = Vec::new();
    if !one.can_act() {
        return all;
    }
    let marked = one.sheet.items.iter().zip(&one.live.items).filter(|(item, now)| {
        !now.gone
            && !item.natural
            && (now.marks > 0 || now.ruined)
            && (!item.covers.is_empty() || item.lenient)
    });
    let (ruined, light): (Vec<_>, Vec<_>) = marked.partition(|(_, now)| now.ruined);
    if !light.is_empty() {
        let names: Vec<&str> = light.iter().map(|(item, _)| item.name.as_str()).collect();
        all.push(
            OfferCard::new("readjust", "Put protection right", "Act")
                .actor("who", who)
                .rule(rules::GP_PROT_03)
                .param(Param::new("item", "Which", words(names))),
        );
    }
    if !ruined.is_empty() {
        let names: Vec<&str> = ruined.iter().map(|(item, _)| item.name.as_str()).collect();
        let fighting =
            Refusal::new(rules::GP_PROT_04, "in-battle", "Nothing is repaired before the fight is over.");
        all.push(
            OfferCard::new("repair", "Repair protection", "Act")
                .actor("who", who)
                .rule(rules::GP_PROT_04)
                .param(Param::new("item", "Which", words(names)))
                .refused(state.battle.is_some().then_some(fighting)),
        );
    }
    let hurt = |who: Who, nth: u8| {
        let part = state.live(who).parts[usize::from(nth)];
        part.lines > 0 && !part.lost && part.checked != Some(state.day())
    };
    let patients: Vec<Who> = state
        .everybody()
        .filter(|who| (0..state.live(*who).parts.len() as u8).any(|nth| hurt(*who, nth)))
        .collect();
    let own = || words(one.sheet.qualities.iter().skip(4).map(|own| own.name.as_str()));
    if !patients.is_empty() {
        all.push(
            OfferCard::new("treat", "Treat an injury", "Act")
                .actor("who", who)
                .rule(rules::GP_RECV_05)
                .param(Param::new("target", "Whom", people(state, |who| patients.contains(&who))))
                .param(Param::new("part", "Where", parts(state, hurt)).after("target"))
                .param(Param::new("with", "With", own()).optional()),
        );
    }
    let ticking = |who: Who| state.live(who).out.is_some_and(|out| out.deadline.is_some());
    if state.everybody().any(ticking) {
        all.push(
            OfferCard::new("stabilise", "Stop the clock", "Act")
                .actor("who", who)
                .rule(rules::GP_HOUSE_07H)
                .param(Param::new("target", "For whom", people(state, ticking)))
                .param(Param::new("with", "With", own()).optional()),
        );
    }
    if !one.live.conditions.is_empty() {
        let names = words(one.live.conditions.iter().map(|own| &*own.name));
        all.push(
            OfferCard::new("still_so", "Ask about a condition", "Ask")
                .actor("who", who)
                .rule(rules::GP_COND_07)
                .param(Param::new("condition", "Which", names)),
        );
    }
    all
}

pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let state = at.state;
    let statuses = at
        .book
        .statuses
        .iter()
        .map(|row| Candidate::new(json!({ "name": row.name, "effect": row.text }), row.name.to_string()));
    let injured = |who: Who, nth: u8| {
        let part = state.live(who).parts[usize::from(nth)];
        part.lines > 0 && !part.lost
    };
    let hurt = |who: Who| (0..state.live(who).parts.len() as u8).any(|nth| injured(who, nth));
    let fighting = state.battle.is_some();
    let in_battle = || Refusal::new(rules::GP_COND_07, "in-battle", "The fight ends before the scene does.");
    let mut all = vec![
        OfferCard::new("injure", "Deal an injury", "Harm")
            .rule(rules::GP_HLTH_03)
            .param(Param::new("who", "Whom", people(state, |who| !state.live(who).dead)))
            .param(Param::new("part", "Where", parts(state, |_, _| true)).after("who"))
            .param(Param::new("lines", "How many", Domain::amount(1, 2)).optional())
            .param(Param::new("dangerous", "A real danger", Domain::yes_no()).optional())
            .param(Param::new("cuts", "It cuts, burns or dissolves", Domain::yes_no()).optional())
            .param(Param::new("through", "Nothing keeps it off", Domain::yes_no()).optional())
            .param(Param::new("cause", "From", Domain::text(60)).optional()),
        OfferCard::new("inflict", "Give a condition", "Harm")
            .rule(rules::GP_COND_01)
            .param(Param::new("who", "Whom", people(state, |_| true)))
            .param(Param::new("condition", "Which", Domain::one_of(statuses))),
        OfferCard::new("time", "Let time pass", "Time")
            .rule(rules::GP_TIME_01)
            .param(Param::new("days", "Days", Domain::amount(1, 30)).optional())
            .param(Param::new("hours", "Hours", Domain::amount(1, 240)).optional())
            .param(Param::new("minutes", "Minutes", Domain::amount(1, 600)).optional()),
        OfferCard::new("time", "Let a day of rest pass", "Time")
            .id("rest")
            .rule(rules::GP_RECV_04)
            .fixed("days", 1)
            .fixed("rest", state.heroes().map(|who| who.0).collect::<Vec<_>>())
            .refused(fighting.then(in_battle)),
        OfferCard::new("scene", "Change the scene", "Time")
            .rule(rules::GP_COND_07)
            .refused(fighting.then(in_battle)),
    ];
    if state.everybody().any(|who| !state.live(who).conditions.is_empty()) {
        let names = owned(state.everybody().flat_map(|who| {
            let own = state.live(who).conditions.iter();
            own.map(|own| (who, own.name.to_string())).collect::<Vec<_>>()
        }));
        all.push(
            OfferCard::new("end_condition", "End a condition", "Harm")
                .rule(rules::GP_COND_07)
                .param(Param::new(
                    "who",
                    "Whose",
                    people(state, |who| !state.live(who).conditions.is_empty()),
                ))
                .param(Param::new("condition", "Which", names).after("who"))
                .param(Param::new("permanent", "A permanent one", Domain::yes_no()).optional()),
        );
    }
    if state.everybody().any(hurt) {
        all.push(
            OfferCard::new("meal", "A filling meal", "Time")
                .rule(rules::GP_RECV_07)
                .param(Param::new("who", "Who eats", people(state, hurt)))
                .param(Param::new("part", "What it helps", parts(state, injured)).after("who")),
        );
        all.push(
            OfferCard::new("heals_in", "Set how long an injury takes", "Time")
                .rule(rules::GP_RECV_08)
                .param(Param::new("who", "Whose", people(state, hurt)))
                .param(Param::new("part", "Where", parts(state, injured)).after("who"))
                .param(Param::new("hours", "Hours", Domain::amount(1, 240))),
        );
    }
    if state.everybody().any(|who| state.live(who).out.is_some()) {
        let out = |who: Who| state.live(who).out.is_some() && !state.live(who).dead;
        all.push(OfferCard::new("wake", "Wake somebody", "Harm").rule(rules::GP_HLTH_10).param(Param::new(
            "who",
            "Whom",
            people(state, out),
        )));
    }
    all
}
