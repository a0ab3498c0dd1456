//! The supply ship on offer: roles, tasks of the watch, and what the GM does.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Refusal, Who};
use serde_json::json;

use crate::GutsPlus;
use crate::rules;
use crate::ship::{aboard, lacks};
use crate::state::{Ship, State};

/// Roles that are free, before the crew is awake.
pub(super) fn roles(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    if at.state.ship.is_some() {
        return Vec::new();
    }
    let taken = |name: &str| aboard(at.state).any(|who| at.state.sheet(who).role.as_deref() == Some(name));
    let free = at.book.roles.iter().filter(|row| !taken(&row.name));
    let free: Vec<_> =
        free.map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone())).collect();
    if free.is_empty() {
        return Vec::new();
    }
    let offer = OfferCard::new("crew_role", "Join the crew of the supply ship", "Supply ship")
        .rule(rules::GP_SCN_01)
        .param(Param::new("role", "As", Domain::one_of(free)))
        .param(Param::new("name", "Name", Domain::text(60)).optional())
        .param(Param::new("jumpsuit", "Colour of the jumpsuit", Domain::text(40)).optional());
    vec![offer]
}

/// Tasks of somebody in this watch.
pub(super) fn acting(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let Some(ship) = at.state.ship.as_ref().filter(|ship| ship.ended.is_none()) else { return Vec::new() };
    let one = at.state.one(who);
    if one.sheet.role.is_none() || !one.can_act() || at.state.battle.is_some() {
        return Vec::new();
    }
    let mut all = Vec::new();
    if !ship.is_busy(who) {
        for row in at.book.tasks.iter() {
            let mut offer = OfferCard::new("task", row.name.clone(), "Watch")
                .actor("who", who)
                .id(format!("task:{}:{}", who.0, row.name))
                .fixed("task", row.name.clone())
                .rule(row.id)
                .refused(lacks(at.state, ship, who, row));
            if !row.choose.is_empty() {
                offer =
                    offer.param(Param::new("choose", "What", words(row.choose.iter().map(String::as_str))));
            }
            if row.r#where == "any room" {
                let rooms = at.book.rooms.iter().map(|room| room.name.as_str());
                offer = offer.param(Param::new("room", "Which room", words(rooms)));
            }
            if row.r#where == "patient" {
                let hurt = people(at.state, |other| {
                    at.state.sheet(other).role.is_some()
                        && at.state.live(other).parts.iter().any(|part| part.lines > 0)
                });
                offer = offer.param(Param::new("patient", "Whom", hurt));
            }
            let serves = row.contest.as_ref().map_or(&row.roll, |contest| &contest.with);
            let own: Vec<&str> =
                serves.iter().map(String::as_str).filter(|name| one.sheet.quality(name).is_some()).collect();
            if own.len() > 1 {
                offer = offer.param(Param::new("with", "With", words(own)).optional());
            }
            all.push(offer);
        }
        all.push(
            OfferCard::new("idle", "Let the watch go by", "Watch")
                .actor("who", who)
                .rule(rules::GP_HOUSE_13H),
        );
    }
    all.push(
        OfferCard::new("look_over", "Look the Cargo Bay over", "Watch")
            .actor("who", who)
            .rule(rules::GP_SCN_07),
    );
    if one.sheet.role.as_deref() == Some("Manager") {
        all.push(
            OfferCard::new("search", "Look something up in the Datadex", "Watch")
                .actor("who", who)
                .rule(rules::GP_SCN_09)
                .param(Param::new("terms", "Search for", Domain::text(100))),
        );
    }
    if one.sheet.role.as_deref() == Some("Pilot") {
        let charge =
            OfferCard::new("recharge", "Charge the key", "Watch").actor("who", who).rule(rules::GP_SCN_02);
        let arc = OfferCard::new("arc", "Let the key's charge go", "Watch")
            .actor("who", who)
            .rule(rules::GP_SCN_02)
            .param(Param::new(
                "target",
                "At whom",
                people(at.state, |other| other != who && at.state.one(other).can_act()),
            ));
        all.push(if ship.key_empty { charge } else { arc });
    }
    all
}

/// What the GM does aboard.
pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let group = "Supply ship";
    let Some(ship) = &at.state.ship else {
        if aboard(at.state).count() < 3 {
            return Vec::new();
        }
        return vec![OfferCard::new("wake_crew", "BOSS wakes the crew", group).rule(rules::GP_SCN_03)];
    };
    if ship.ended.is_some() {
        return Vec::new();
    }
    let lulls = at
        .book
        .lulls
        .iter()
        .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
    let hidden = at
        .book
        .clues
        .iter()
        .map(|row| row.name.as_str())
        .chain(at.book.entries.iter().map(|row| row.name.as_str()));
    let hidden: Vec<&str> = hidden.filter(|name| !ship.revealed.iter().any(|known| known == name)).collect();
    let nudge = at.book.scenarios.iter().next().map_or(600, |row| row.lull_minutes * 60);
    let mut all = vec![
        OfferCard::new("end_watch", "End the watch", group).rule(rules::GP_HOUSE_13H),
        OfferCard::new("lull", "Quiet for too long: trouble", group)
            .rule(rules::GP_SCN_13)
            .nudge_after(nudge)
            .param(Param::new("event", "What happens", Domain::one_of(lulls))),
        OfferCard::new("boss", "BOSS says something", group).rule(rules::GP_SCN_11).param(Param::new(
            "says",
            "Words",
            Domain::text(400),
        )),
    ];
    if !hidden.is_empty() {
        all.push(
            OfferCard::new("reveal", "Reveal something", group).rule(rules::GP_SCN_06).param(Param::new(
                "what",
                "What",
                words(hidden),
            )),
        );
    }
    if !ship.goals_shown {
        all.push(OfferCard::new("show_goals", "Tell the players how to win", group).rule(rules::GP_SCN_12));
    }
    if ship.creature.room.is_none() && ship.creature.gone.is_none() {
        let rooms = at.book.rooms.iter().filter(|row| row.side_room.is_some()).map(|row| row.name.as_str());
        all.push(
            OfferCard::new("come_out", "It comes out", group)
                .rule(rules::GP_SCN_10)
                .param(Param::new("room", "Where", words(rooms)).optional()),
        );
    }
    all.extend(creature(at, ship));
    let goals = at.book.goals.iter().map(|row| row.name.as_str());
    let marks = [("met", "Met"), ("made_up", "Made up for"), ("lost", "Lost")];
    let marks = marks.map(|(key, label)| Candidate::new(json!(key), label));
    all.push(
        OfferCard::new("mark_goal", "Mark a condition of winning", group)
            .rule(rules::GP_SCN_12)
            .param(Param::new("goal", "Which", words(goals)))
            .param(Param::new("mark", "How it stands", Domain::one_of(marks))),
    );
    let open = at.book.goals.iter().any(|row| !ship.marks.iter().any(|(known, _)| *known == row.name));
    let unmarked = || Refusal::new(rules::GP_SCN_12, "unmarked", "All four conditions are marked first.");
    all.push(
        OfferCard::new("end_ship", "The trip is over", group)
            .rule(rules::GP_SCN_12)
            .refused(open.then(unmarked)),
    );
    all
}

/// What the GM does with what came aboard.
fn creature(at: At<'_, GutsPlus>, ship: &Ship) -> Vec<OfferCard> {
    let group = "Supply ship";
    let sizes = at.book.sizes.iter().map(|row| Candidate::new(json!(row.step), row.name.clone()));
    let mut all = vec![
        OfferCard::new("creature_size", "Say how large it is", group)
            .rule(rules::GP_HOUSE_10H)
            .param(Param::new("step", "Size", Domain::one_of(sizes))),
    ];
    if ship.creature.gone.is_some() || ship.creature.room.is_none() {
        return all;
    }
    let rooms = at.book.rooms.iter().map(|row| row.name.as_str());
    all.push(
        OfferCard::new("creature_moves", "Move it", group)
            .rule(rules::GP_SCN_08)
            .param(Param::new("room", "Where to", words(rooms)))
            .param(Param::new("at_wall", "It has just met a wall", Domain::yes_no()))
            .param(Param::new("by_duct", "Through the ducts", Domain::yes_no()).optional()),
    );
    if ship.creature.who.is_some_and(|who| !at.state.one(who).can_act()) {
        all.push(
            OfferCard::new("kill_creature", "It dies", group).rule(rules::GP_HOUSE_10H).param(Param::new(
                "splashes",
                "By a blow or a cut",
                Domain::yes_no(),
            )),
        );
    }
    all
}

/// People as candidates.
fn people(state: &State, test: impl Fn(Who) -> bool) -> Domain {
    let all = state.everybody().filter(|who| test(*who));
    Domain::creature(all.map(|who| Candidate::new(who, state.name(who).to_owned())))
}

/// Names as candidates.
fn words<'a>(all: impl IntoIterator<Item = &'a str>) -> Domain {
    Domain::one_of(all.into_iter().map(|word| Candidate::new(json!(word), word.to_owned())))
}
