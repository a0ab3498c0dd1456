//! Trade as offers: what somebody could buy, sell, hand on, have repaired or earn.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param, Thing};
use boneyard_table::{At, Who};
use serde_json::json;

use super::fix::{Fixing, may_fix};
use super::work::{has_trade, ship_of};
use crate::DirkRules;
use crate::rules;
use crate::state::{Place, Wear};

/// What somebody could do with gems and things.
pub(crate) fn offers(at: At<'_, DirkRules>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let sheet = state.sheet(who);
    let things = || {
        let all = (0u8..).zip(sheet.items.iter().zip(&state.live(who).items));
        let kept = all.filter(|(_, (_, now))| now.place != Place::Gone && now.wear != Wear::Destroyed);
        kept.map(|(number, (item, _))| Candidate::new(json!(number), item.name.clone()))
    };
    let card = |command, label, rule| OfferCard::new(command, label, "Things").actor("who", who).rule(rule);
    let mut all = Vec::new();
    if things().next().is_some() {
        let beside = state.everybody().filter(|&other| {
            other != who
                && state.sheet(other).draft.is_none()
                && !state.live(other).dead
                && state.feet(who, other) <= 5
        });
        let beside = beside.map(|other| Candidate::new(other, state.sheet(other).name.clone()));
        all.push(
            card("hand_on", "Hand on", rules::DK_EQUIP_03)
                .param(Param::new("item", "What", Domain::one_of(things())))
                .param(Param::new("target", "To whom", Domain::creature(beside))),
        );
        all.push(card("drop", "Leave behind", rules::DK_EQUIP_03).param(Param::new(
            "item",
            "What",
            Domain::one_of(things()),
        )));
    }
    if state.battle.is_some() || !sheet.hero {
        return all;
    }
    let thing = Param::new("thing", "What, at how many gems", Domain::one_of(for_sale(at)));
    all.push(card("shop", "Buy or pay for", rules::DK_EQUIP_02).param(thing).param(Param::new(
        "count",
        "How many, or how long",
        Domain::amount(1, 60),
    )));
    if things().next().is_some() {
        all.push(card("sell", "Sell", rules::DK_EQUIP_01).param(Param::new(
            "item",
            "What",
            Domain::one_of(things()),
        )));
    }
    let mut kinds = vec![Candidate::new(json!(false), "Unskilled, by the week")];
    if has_trade(at, who) {
        kinds.push(Candidate::new(json!(true), "Skilled, by the day"));
    }
    all.push(
        card("work", "Work for gems", rules::DK_EQUIP_02)
            .param(Param::new("skilled", "How", Domain::one_of(kinds)))
            .param(Param::new("count", "How long", Domain::amount(1, 60))),
    );
    all.extend(repairs(at, who));
    all.extend(crossings(at, who));
    all
}

fn for_sale(at: At<'_, DirkRules>) -> Vec<Candidate<serde_json::Value>> {
    let book = at.book;
    let goods = book.goods.iter().map(|row| (&row.name, row.gems));
    let gear = book.gear.iter().map(|row| (&row.name, row.gems));
    let weapons = book.weapons.iter().map(|row| (&row.name, row.gems));
    let shields = book.shields.iter().map(|row| (&row.name, row.gems));
    let armor = book.armor.iter().map(|row| (&row.name, row.gems));
    let all = goods.chain(gear).chain(weapons).chain(shields).chain(armor);
    all.map(|(name, gems)| Candidate::new(json!(name), format!("{name}: {gems}"))).collect()
}

/// Repairs that would do something, each with the things it is for.
fn repairs(at: At<'_, DirkRules>, who: Who) -> Vec<OfferCard> {
    let sheet = at.state.sheet(who);
    let timed = at.book.fixes.iter().filter(|row| row.time.is_some());
    let cards = timed.filter_map(|row| {
        let fit =
            (0u8..sheet.items.len() as u8).filter(|&item| may_fix(at, who, Fixing { row, item }).is_ok());
        let fit: Vec<_> = fit
            .map(|item| Candidate::new(json!(item), sheet.items[usize::from(item)].name.clone()))
            .collect();
        if fit.is_empty() {
            return None;
        }
        let card = OfferCard::new("fix", row.name.clone(), "Things")
            .id(format!("fix {}", row.name))
            .actor("who", who)
            .fixed("fix", row.name.clone())
            .rule(row.id)
            .cost(row.gems, "gems")
            .param(Param::new("item", "What", Domain::one_of(fit)));
        Some(card)
    });
    cards.collect()
}

/// Crossings in a ship that somebody rides in.
fn crossings(at: At<'_, DirkRules>, who: Who) -> Option<OfferCard> {
    let ship = at.state.live(who).rides?;
    let row = ship_of(at, ship)?;
    let seat = at.state.sheet(who).seat;
    let aboard = at.state.everybody().filter(|&one| {
        at.state.live(one).rides == Some(ship) && at.state.sheet(one).seat == seat && !at.state.live(one).dead
    });
    let of = aboard.map(|one| {
        let name = at.state.sheet(one).name.clone();
        Thing { what: Candidate::new(name.clone(), name), cost: 0 }
    });
    let card = OfferCard::new("voyage", "Cross to another world", "Time")
        .fixed("ship", json!(ship))
        .rule(row.id)
        .param(Param::new(
            "who",
            "Who",
            Domain::Subset { of: of.collect(), least: 1, most: 60, budget: None },
        ));
    Some(card)
}
