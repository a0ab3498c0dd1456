//! Powers and power-ups as offers: what somebody has and could use or take now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing};
use boneyard_table::{At, Who};
use serde_json::json;

use super::{affordable, known, may_use, owned};
use crate::DirkRules;
use crate::book::Power;
use crate::effect::{Aim, Takes, Use};
use crate::rules;
use crate::state::Place;

/// What somebody could use or take.
pub fn offers(at: At<'_, DirkRules>, who: Who) -> Vec<OfferCard> {
    let rows = known(at.book, at.state.sheet(who));
    let uses = rows
        .chain(owned(at, at.book, who).map(|(_, row)| row))
        .flat_map(|row| row.uses.iter().map(move |way| (row, way)));
    let mut all: Vec<OfferCard> = uses
        .filter(|(_, way)| way.action != Takes::WithEvade)
        .map(|(row, way)| offer(at, who, row, way))
        .collect();
    let things = at.state.sheet(who).items.iter().zip(&at.state.live(who).items).enumerate();
    let takes: Vec<_> = things
        .filter(|(_, (item, now))| {
            let powerup = item.kind.is_some_and(|kind| at.book.powerups.get(kind.as_str()).is_some());
            powerup && now.place != Place::Gone
        })
        .map(|(number, (item, _))| Candidate::new(json!(number), item.name.clone()))
        .collect();
    if !takes.is_empty() {
        all.push(
            OfferCard::new("consume", "Take a power-up", "Things")
                .actor("who", who)
                .rule(rules::DK_GROW_03)
                .param(Param::new("item", "What", Domain::one_of(takes))),
        );
    }
    all
}

/// What the referee could give.
pub fn finds(at: At<'_, DirkRules>) -> OfferCard {
    let classes = at.book.classes.iter().map(|row| Candidate::new(json!(row.name), row.name.clone()));
    let heroes = at.state.everybody().filter(|&who| at.state.sheet(who).draft.is_none());
    let heroes = heroes.map(|who| Candidate::new(who, at.state.sheet(who).name.clone()));
    OfferCard::new("find", "Let somebody find a power-up", "Scene")
        .rule(rules::DK_GROW_02)
        .param(Param::new("who", "Who", Domain::creature(heroes)))
        .param(Param::new("class", "Of which class", Domain::one_of(classes)))
}

fn offer(at: At<'_, DirkRules>, who: Who, row: &Power, way: &Use) -> OfferCard {
    let label = if way.name.is_empty() { row.name.clone() } else { format!("{}: {}", row.name, way.name) };
    let mut card = OfferCard::new("use", label.clone(), "Powers")
        .id(format!("use {label}"))
        .actor("who", who)
        .fixed("power", row.name.clone())
        .rule(row.id)
        .refused(may_use(at, who, row, way).err().or_else(|| affordable(at, who, way.hp).err()));
    if way.hp > 0 {
        card = card.cost(way.hp.into(), "HP");
    }
    if !way.name.is_empty() {
        card = card.fixed("way", way.name.clone());
    }
    let dead = way.target == Aim::Body;
    let range = way.range.unwrap_or(5);
    let near = at.state.everybody().filter(|&one| {
        let fits = at.state.sheet(one).draft.is_none() && at.state.live(one).dead == dead;
        fits && one != who && (way.target == Aim::SeenSpot || at.state.feet(who, one) <= range)
    });
    let named = |one: Who| at.state.sheet(one).name.clone();
    match way.target {
        Aim::Oneself | Aim::Object | Aim::Lock => {}
        Aim::Item => {
            let things = at
                .state
                .sheet(who)
                .items
                .iter()
                .map(|item| Candidate::new(json!(item.name), item.name.clone()));
            card = card.param(Param::new("say", "What", Domain::one_of(things)));
        }
        Aim::Creature | Aim::Other | Aim::Spot | Aim::Body => {
            let all = near.map(|one| Candidate::new(one, named(one)));
            card = card.param(Param::new("target", "Target", Domain::creature(all)));
        }
        Aim::Creatures => {
            let of: Vec<Thing> =
                near.map(|one| Thing { what: Candidate::new(named(one), named(one)), cost: 0 }).collect();
            let most = way.most.unwrap_or(60).into();
            card = card.param(Param::new(
                "targets",
                "Targets",
                Domain::Subset { of, least: 1, most, budget: None },
            ));
        }
        Aim::SeenSpot => {
            let ways =
                [Candidate::new(json!("towards"), "Towards"), Candidate::new(json!("away"), "Away from")];
            card = card
                .param(Param::new("heading", "Which way", Domain::one_of(ways)))
                .param(Param::new(
                    "target",
                    "Whom",
                    Domain::creature(near.map(|one| Candidate::new(one, named(one)))),
                ))
                .param(Param::new("feet", "Feet", Domain::amount(1, range.into())));
        }
    }
    if way.asks.is_some() || matches!(way.target, Aim::Object | Aim::Lock) {
        card = card.param(Param::new("say", "In words", Domain::text(120)));
    }
    card
}
