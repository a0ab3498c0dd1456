//! Rests, exploration, wounds to treat, armor, traps, locks and caches: what can be done about them now.

use boneyard_table::view::{Candidate, Domain, OfferCard, Param};
use boneyard_table::{At, Who};
use serde_json::json;

use super::{floor, people, some_of};
use crate::DieTrying;
use crate::combat::awake;
use crate::dungeon::between;
use crate::rest::{Activity, Camp, Treat, check_rest, check_treat};
use crate::rules;
use crate::state::{Fate, Place, Ware};
use crate::trap::{Disarm, Locked, SearchBody, check_disarm, check_search_body, known_trap};

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
    for nth in 0..state.known_traps.len() {
        let deed = Disarm { who, trap: nth as u8, bonus: false };
        if check_disarm(at, deed).is_ok() {
            let Some((_, laid)) = known_trap(state, nth as u8) else { continue };
            let name = at.book.name_of(laid.trap);
            cards.push(
                OfferCard::new("disarm", format!("Disarm the {name}"), GROUP)
                    .actor("who", who)
                    .id(format!("disarm-{nth}:{}", who.0))
                    .rule(rules::DT_HOUSE_15H)
                    .fixed("trap", nth)
                    .odds_on_request(),
            );
        }
    }
    for (number, nth) in state.known_caches.iter().enumerate() {
        let Some(cache) = state.caches.get(usize::from(*nth)) else { continue };
        let near = cache.at.zip(one.live.at).is_none_or(|(there, here)| {
            boneyard_board::Diagonals::Equal.distance(here.footprint(1), there.footprint(1)) <= 1
        });
        if !cache.found || cache.empty || !near {
            continue;
        }
        let lock = state.locks.iter().position(|lock| lock.cache == Some(*nth) && !lock.open);
        let card = |command: &str, label: String, field: &str| {
            let of = if field == "lock" { json!(Locked::Cache(number as u8)) } else { json!(number) };
            OfferCard::new(command, label, GROUP)
                .actor("who", who)
                .id(format!("{command}-{number}:{}", who.0))
                .rule(rules::DT_HOUSE_16H)
                .fixed(field, of)
        };
        match lock {
            Some(lock) => {
                let tools = crate::gear::owned(state, who, |ware| *ware == Ware::Tools).is_some();
                if tools {
                    cards.push(card("pick_lock", format!("Pick the lock of the {}", cache.name), "lock"));
                }
                if !state.locks[lock].forced.contains(&who) {
                    cards.push(card("force_lock", format!("Force the {}", cache.name), "lock"));
                }
            }
            None => cards.push(card("open_cache", format!("Open the {}", cache.name), "cache")),
        }
    }
    for target in state.beings().filter(|other| *other != who) {
        if check_search_body(at, SearchBody { who, target }).is_ok() {
            cards.push(
                OfferCard::new("search_body", format!("Search {}", state.name(target)), GROUP)
                    .actor("who", who)
                    .id(format!("search-body-{}:{}", target.0, who.0))
                    .rule(rules::DT_HOUSE_20H)
                    .fixed("target", json!(target)),
            );
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

pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let mut cards = party(at);
    let traps = at
        .book
        .traps
        .iter()
        .map(|row| Candidate::new(json!(row.name), row.name.clone()).say(row.text.clone()));
    let mut lay = OfferCard::new("lay_trap", "Set a trap", "Scene")
        .rule(rules::DT_HOUSE_15H)
        .param(Param::new("trap", "Which; by the d100 if nothing is said", Domain::one_of(traps)).optional());
    let (squares, doors) = (floor(at.state), doors(at));
    if !squares.is_empty() {
        lay = lay.param(Param::new("at", "Where", Domain::Square { among: squares }).optional());
    }
    if !doors.is_empty() {
        lay = lay.param(Param::new("door", "Or at which door", Domain::one_of(doors)).optional());
    }
    cards.push(lay.param(Param::new("found", "The heroes know of it", Domain::yes_no()).optional()));
    let heroes: Vec<Who> = at.state.heroes().filter(|who| !at.state.live(*who).away).collect();
    for (nth, laid) in at.state.traps.iter().enumerate() {
        if laid.spent || heroes.is_empty() {
            continue;
        }
        cards.push(
            OfferCard::new("spring_trap", format!("Let the {} go off", at.book.name_of(laid.trap)), "Scene")
                .id(format!("spring-{nth}"))
                .rule(rules::DT_HOUSE_15H)
                .fixed("trap", nth)
                .param(Param::new("who", "On whom", people(at, heroes.clone())))
                .param(Param::new("slowly", "They go at half pace", Domain::yes_no()).optional()),
        );
    }
    cards
}

/// The doors of the map, by the squares on their two sides.
fn doors(at: At<'_, DieTrying>) -> Vec<Candidate<serde_json::Value>> {
    let Some(board) = &at.state.board else { return Vec::new() };
    let told = board.grid.doors().filter_map(|(id, _, _)| {
        let [one, other] = between(at.state, id.0)?;
        Some(Candidate::new(json!(id.0), format!("Between {one} and {other}")))
    });
    told.collect()
}
