//! The GM's desk on offer.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::{Value, json};

use super::words;
use crate::GutsPlus;
use crate::rules;

pub(super) fn gm(at: At<'_, GutsPlus>) -> Vec<OfferCard> {
    let desk = &at.state.desk;
    let headings: Vec<&str> = at
        .book
        .plain
        .get("soil")
        .into_iter()
        .flatten()
        .filter_map(|row| row.get("heading").and_then(Value::as_str))
        .collect();
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
                .param(Param::new("award", "What it brings", Domain::one_of(awards))),
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
                .param(Param::new("count", "How much", Domain::amount(1, 3))),
        );
    }
    all
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
