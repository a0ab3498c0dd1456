//! What somebody could do with things in hand, on the floor, and with lights.

use boneyard_table::view::{Direction, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use crate::DieTrying;
use crate::combat::{Cost, legal};
use crate::gear::{LightUp, SetAlight, check_alight, check_light, place_of};
use crate::rules;
use crate::state::{Place, Ware};

const GROUP: &str = "Things";

pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let (state, book) = (at.state, at.book);
    if legal(state, book, who, Cost::Free).is_err() {
        return Vec::new();
    }
    let one = state.one(who);
    let action = legal(state, book, who, Cost::Action).err();
    let bonus = legal(state, book, who, Cost::Bonus).err();
    let mut cards = Vec::new();
    let card = |command: &str, label: String, number: usize| {
        OfferCard::new(command, label, GROUP)
            .actor("who", who)
            .id(format!("{command}-{number}:{}", who.0))
            .fixed("item", number)
    };
    for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if now.count == 0 {
            continue;
        }
        let name = &sheet.name;
        if now.place == Place::Pack {
            cards.push(card("draw", format!("Take out the {name}"), number).rule(rules::DT_ACT_02H));
        }
        if now.place.is_held() {
            cards.push(card("drop_item", format!("Drop the {name}"), number).rule(rules::DT_ACT_02H));
            if now.lit.is_none() {
                let stow = card("stow", format!("Put away the {name}"), number).rule(rules::DT_ACT_02H);
                cards.push(stow.refused(action.clone()));
            }
        }
        let Ware::Lamp(lamp) = &sheet.ware else { continue };
        if !now.place.is_held() {
            continue;
        }
        if now.lit.is_none() {
            let light = LightUp { who, item: number as u8, bonus: false };
            let refused = check_light(at, light).err();
            cards.push(
                card("light_up", format!("Light the {name}"), number)
                    .rule(rules::DT_LIGHT_01)
                    .refused(refused),
            );
        } else {
            cards.push(card("put_out", format!("Put out the {name}"), number).rule(rules::DT_LIGHT_02));
        }
        if lamp.oil && now.left == 0 && now.lit.is_none() {
            let refill = card("refill", format!("Refill the {name}"), number).rule(rules::DT_LIGHT_04);
            cards.push(refill.refused(action.clone()));
        }
        if lamp.hooded.is_some() {
            let label = if now.hood { "Raise the hood" } else { "Lower the hood" };
            let hood = card("hood", label.to_owned(), number).rule(rules::DT_LIGHT_05);
            cards.push(hood.fixed("lowered", !now.hood).refused(bonus.clone()));
        }
        if lamp.cone {
            let winds = Domain::Direction { among: Direction::ALL.to_vec() };
            let aim = card("aim_lamp", format!("Point the {name}"), number).rule(rules::DT_LIGHT_06);
            cards.push(aim.param(Param::new("facing", "Where to", winds)));
        }
    }
    cards.extend(alight(at, who));
    cards.extend(lying(at, who));
    cards
}

/// Something to set alight that is no lamp, for who has a flame.
fn alight(at: At<'_, DieTrying>, who: Who) -> Option<OfferCard> {
    let fits = |bonus| check_alight(at, &SetAlight { who, what: "something".into(), bonus }).is_ok();
    let (action, bonus) = (fits(false), fits(true) && at.state.battle.is_some());
    let card = OfferCard::new("set_alight", "Set something alight", GROUP).actor("who", who);
    let card = card.rule(rules::DT_ITEM_04).param(Param::new("what", "What", Domain::text(80)));
    let at_once = || Param::new("bonus", "As a Bonus Action", Domain::yes_no());
    match (action, bonus) {
        (false, false) => None,
        (true, false) => Some(card),
        (false, true) => Some(card.fixed("bonus", true)),
        (true, true) => Some(card.param(at_once().optional())),
    }
}

/// What lies within reach.
fn lying(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let action = legal(state, at.book, who, Cost::Action).err();
    let mut cards = Vec::new();
    for of in state.everybody() {
        let one = state.one(of);
        for (number, (sheet, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let Place::Floor(spot) = now.place else { continue };
            let near = match (spot, place_of(state, who)) {
                (Some(spot), Some(here)) => {
                    boneyard_board::Diagonals::Equal.distance(here, spot.footprint(1)) <= 1
                }
                _ => true,
            };
            if near && now.count > 0 {
                cards.push(
                    OfferCard::new("pick_up", format!("Pick up the {}", sheet.name), GROUP)
                        .actor("who", who)
                        .id(format!("pick-up-{}-{number}:{}", of.0, who.0))
                        .rule(rules::DT_ACT_02H)
                        .fixed("of", json!(of))
                        .fixed("thing", number)
                        .refused(action.clone()),
                );
            }
        }
    }
    cards
}
