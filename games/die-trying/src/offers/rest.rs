//! Rests, exploration, wounds to treat, armor, traps, locks and caches: what can be done about them now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::{people, some_of};
use crate::DieTrying;
use crate::combat::awake;
use crate::rest::{Activity, Camp, Treat, check_rest, check_treat};
use crate::rules;
use crate::state::{Fate, Place, Ware};

const GROUP: &str = "Exploring";

pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let one = state.one(who);
    let mut cards = Vec::new();
    if one.live.fate != Fate::Up || one.live.away {
        return cards;
    }
    let treated: Vec<Who> =
        state.heroes().filter(|target| check_treat(at, Treat { who, target: *target }).is_ok()).collect();
    if !treated.is_empty() {
        cards.push(
            OfferCard::new("treat", "Treat wounds", GROUP)
                .actor("who", who)
                .rule(rules::DT_REST_04H)
                .param(Param::new("target", "Whose", people(at, treated))),
        );
    }
    if state.battle.is_none() {
        for (number, (thing, item)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
            let worn = item.place == Place::Worn;
            if !matches!(thing.ware, Ware::Armor(_) | Ware::Artifact)
                || !item.place.is_carried()
                || item.count == 0
            {
                continue;
            }
            let card = |command: &str, label: String, id: &str| {
                OfferCard::new(command, label, "Things")
                    .actor("who", who)
                    .id(format!("{command}{id}-{number}:{}", who.0))
                    .rule(rules::DT_ARM_05)
                    .fixed("item", number)
            };
            if worn {
                cards.push(card("take_off", format!("Take off the {}", thing.name), ""));
                continue;
            }
            cards.push(card("put_on", format!("Put on the {}", thing.name), ""));
            if let Ware::Armor(armor) = &thing.ware {
                let least = Domain::amount(0, i32::from(armor.minutes) - 1);
                let broken = card("put_on", format!("Break off putting on the {}", thing.name), "-broken");
                cards.push(broken.param(Param::new("broken_off", "After so many minutes", least)));
            }
        }
    }
    cards
}

pub(super) fn party(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let up = at.state.heroes().filter(|who| awake(at.state, *who).is_ok() && !at.state.live(*who).away);
    let up: Vec<Who> = up.filter(|who| at.state.sheet(*who).draft.is_none()).collect();
    let mut cards = Vec::new();
    if check_rest(at.state, &Camp::default()).is_ok() {
        cards.push(OfferCard::new("rest", "Rest for eight hours", GROUP).rule(rules::DT_REST_01H));
        if !up.is_empty() {
            let watchers = || some_of(at.state, up.iter().copied(), 1);
            cards.push(
                OfferCard::new("rest", "Rest, and keep watch", GROUP)
                    .id("rest-watched")
                    .rule(rules::DT_REST_05H)
                    .param(Param::new("watchers", "Who watches, one after the other", watchers()))
                    .param(Param::new("hours", "Hours each, 2 as a rule", Domain::amount(1, 2)).optional())
                    .param(Param::new("briefly", "These for one hour only", watchers()).optional()),
            );
        }
    }
    if at.state.battle.is_none() && at.state.heroes().next().is_some() {
        cards.push(OfferCard::new("explore", "Explore for ten minutes", GROUP).rule(rules::DT_HOUSE_14H));
        if !up.is_empty() {
            let searching = some_of(at.state, up.iter().copied(), 1);
            cards.push(
                OfferCard::new("explore", "Search for ten minutes", GROUP)
                    .id("explore-search")
                    .rule(rules::DT_HOUSE_15H)
                    .param(Param::new("searching", "Who searches", searching)),
            );
            let deeds = Activity::ALL.map(|deed| Candidate::new(json!(deed), deed.name()));
            let each = |who: Who| {
                let name = at.state.name(who).to_owned();
                Param::new(name.clone(), name, Domain::one_of(deeds.clone())).optional()
            };
            let doing = Domain::Form { params: up.into_iter().map(each).collect() };
            cards.push(
                OfferCard::new("explore", "Ten minutes, each at something else", GROUP)
                    .id("explore-each")
                    .rule(rules::DT_HOUSE_14H)
                    .param(Param::new("doing", "Who does what", doing)),
            );
        }
    }
    cards
}
