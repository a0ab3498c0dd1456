//! The GM's desk on offer.

use boneyard_table::view::{Bin, Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::{Value, json};

use super::{people, several, words};
use crate::GutsPlus;
use crate::rules;
use crate::state::Base;

pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let desk = &at.state.desk;
    let headings: Vec<&str> = checklist(at).into_iter().map(|(heading, _)| heading).collect();
    let group = "Desk";
    let kinds = ["world", "place", "object", "person", "situation", "conversion"];
    let mut all = vec![
        OfferCard::new("note", "Write a note", group)
            .rule(rules::GP_GM_01)
            .param(Param::new("heading", "Under", words(headings)))
            .param(Param::new("text", "Words", Domain::text(1000))),
        OfferCard::new("outline", "Outline a place", group).rule(rules::GP_GM_02).param(Param::new(
            "place",
            "Name",
            Domain::text(80),
        )),
        OfferCard::new("card", "Write a card", group)
            .rule(rules::GP_GM_04)
            .param(Param::new("name", "Name", Domain::text(80)))
            .param(Param::new("kind", "What it is", words(kinds)))
            .param(Param::new("goal", "What is wanted, or pressing", Domain::text(400)).optional())
            .param(Param::new("cause", "How it came to this", Domain::text(400)).optional())
            .param(Param::new("holds", "What keeps it from getting worse", Domain::text(400)).optional())
            .param(Param::new("answers", "What the world does in return", Domain::text(400)).optional())
            .param(Param::new("text", "More", Domain::text(1000)).optional()),
        OfferCard::new("challenge", "A challenge begins", group)
            .rule(rules::GP_GM_07)
            .param(Param::new("name", "What it is", Domain::text(80)))
            .param(Param::new("worth", "Worth in XP", Domain::amount(1, 100)).optional()),
    ];
    for (heading, points) in checklist(at) {
        for (nth, point) in (1..).zip(points) {
            let done = desk.ticks.iter().any(|(known, number)| known == heading && *number == nth);
            all.push(
                OfferCard::new("tick", point.to_owned(), format!("Desk: {heading}"))
                    .id(format!("tick:{heading}:{nth}"))
                    .fixed("heading", heading)
                    .fixed("point", nth)
                    .fixed("done", !done)
                    .rule(rules::GP_GM_01),
            );
        }
    }
    let unseen = desk.places.iter().filter(|place| !place.seen && place.at.is_some());
    let unseen: Vec<&str> = unseen.map(|place| place.name.as_str()).collect();
    if !unseen.is_empty() {
        all.push(
            OfferCard::new("show_place", "The players see a place", group)
                .rule(rules::GP_GM_02)
                .param(Param::new("place", "Which", words(unseen))),
        );
    }
    all.push(npc(at));
    let foes = |who: Who| at.state.sheet(who).side != 0;
    if at.state.everybody().any(foes) && at.state.heroes().next().is_some() {
        let heroes: Vec<Who> = at.state.heroes().collect();
        all.push(
            OfferCard::new("award_combat", "Award what enemies are worth", "Experience")
                .rule(rules::GP_GM_06)
                .param(Param::new("beaten", "Who was beaten", several(at.state, 1, foes)))
                .param(Param::new("to", "Who gets it", several(at.state, 1, |who| heroes.contains(&who))))
                .param(Param::new("amount", "Another number", Domain::amount(1, 1000)).optional()),
        );
    }
    if at.state.everybody().next().is_some() {
        all.push(
            OfferCard::new("power", "Give a power of another game", "Powers")
                .rule(rules::GP_ESS_20)
                .param(Param::new("who", "Whom", people(at.state, |_| true)))
                .param(Param::new("name", "Name", Domain::text(80)))
                .param(Param::new("uses", "Uses a day", Domain::amount(1, 20))),
        );
    }
    let places: Vec<&str> =
        desk.places.iter().filter(|place| !place.seen).map(|place| place.name.as_str()).collect();
    if !places.is_empty() {
        all.push(
            OfferCard::new("set_down", "Set a place down", group)
                .rule(rules::GP_GM_02)
                .param(Param::new("place", "Which", words(places)))
                .param(Param::new("at", "Where", Domain::text(80))),
        );
    }
    let cards: Vec<&str> = desk.cards.iter().map(|card| card.name.as_str()).collect();
    if cards.len() > 1 {
        all.push(
            OfferCard::new("link", "Link two cards", group)
                .rule(rules::GP_GM_04)
                .param(Param::new("from", "From", words(cards.iter().copied())))
                .param(Param::new("to", "To", words(cards.iter().copied())))
                .param(Param::new("via", "By way of", Domain::text(80)).optional()),
        );
    }
    for challenge in &desk.challenges {
        let mut awards = vec![("totals", "What was rolled in it"), ("none", "Nothing")];
        if challenge.worth.is_some() {
            awards.insert(0, ("worth", "What it is worth"));
        }
        let awards = awards.into_iter().map(|(key, label)| Candidate::new(json!(key), label));
        all.push(
            OfferCard::new("end_challenge", format!("{} is over", challenge.name), group)
                .id(format!("end_challenge:{}", challenge.name))
                .fixed("name", challenge.name.clone())
                .rule(rules::GP_GM_08)
                .param(Param::new("award", "What it brings", Domain::one_of(awards)))
                .param(
                    Param::new("to", "To whom", several(at.state, 0, |who| at.state.sheet(who).side == 0))
                        .optional(),
                ),
        );
    }
    for who in at.state.heroes() {
        let one = at.state.one(who);
        let open = (0..one.sheet.qualities.len() as u8).filter(|nth| !one.mastered(*nth));
        let names: Vec<&str> = open.map(|nth| one.sheet.quality_name(nth)).collect();
        all.push(
            OfferCard::new("award_le", format!("Award {} learning", one.sheet.name), "Experience")
                .id(format!("award_le:{}", who.0))
                .fixed("who", who.0)
                .rule(rules::GP_GM_09)
                .param(Param::new("quality", "Of what", words(names)))
                .param(Param::new("count", "How much", Domain::amount(1, 3)))
                .param(Param::new("why", "For what", Domain::text(200)).optional()),
        );
    }
    all
}

/// The headings of the checklist with their points.
fn checklist(at: At<'_, GutsPlus>) -> Vec<(&str, Vec<&str>)> {
    fn read(row: &Value) -> Option<(&str, Vec<&str>)> {
        let points = row.get("points").and_then(Value::as_array).into_iter().flatten();
        Some((row.get("heading")?.as_str()?, points.filter_map(Value::as_str).collect()))
    }
    at.book.plain.get("soil").into_iter().flatten().filter_map(read).collect()
}

/// Somebody to meet, with levels spread over qualities.
fn npc(at: At<'_, GutsPlus>) -> OfferCard {
    let names =
        Base::ALL.map(Base::name).into_iter().chain(at.book.samples.iter().map(|row| row.name.as_str()));
    let bin = |name: &str| Bin { to: Candidate::new(name.to_owned(), name.to_owned()), least: 0, most: 10 };
    let levels = Domain::Points { total: 60, all: false, to: names.map(bin).collect() };
    OfferCard::new("npc", "Make somebody to meet", "People")
        .rule(rules::GP_GM_05)
        .param(Param::new("name", "Name", Domain::text(60)))
        .param(Param::new("qualities", "Levels", levels))
        .param(Param::new("leading", "A leading professional", Domain::yes_no()).optional())
        .param(Param::new("friend", "On the heroes' side", Domain::yes_no()).optional())
}

pub(super) fn acting(at: At<'_, GutsPlus>, who: Who) -> Vec<OfferCard> {
    let day = at.state.day();
    let own = at.state.desk.powers.iter().filter(|power| power.who == who && power.left(day) > 0);
    own.map(|power| {
        OfferCard::new("use_power", power.name.clone(), "Powers")
            .actor("who", who)
            .id(format!("use_power:{}:{}", who.0, power.name))
            .fixed("name", power.name.clone())
            .rule(rules::GP_ESS_20)
    })
    .collect()
}
