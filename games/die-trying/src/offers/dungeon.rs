//! Doors, walls that close in, and the ways into and out of a dungeon: what can be done about them now.

use boneyard_table::view::OfferCard;
use boneyard_table::{At, Who};
use serde_json::json;

use crate::DieTrying;
use crate::combat::{Cost, legal};
use crate::dungeon::{between, door_squares, locked, room_at, secret};
use crate::gear::{owned, place_of};
use crate::rules;
use crate::state::Ware;
use crate::trap::{ForceDoors, Locked, check_force_doors};

const GROUP: &str = "Exploring";

pub(super) fn acting(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    if legal(state, at.book, who, Cost::Free).is_err() {
        return Vec::new();
    }
    let mut cards = doors(at, who);
    for nth in 0..state.known_traps.len() {
        let force = ForceDoors { who, trap: nth as u8 };
        if check_force_doors(at, force).is_ok() {
            cards.push(
                OfferCard::new("force_doors", "Force the doors", GROUP)
                    .actor("who", who)
                    .id(format!("force-doors-{nth}:{}", who.0))
                    .rule(rules::DT_TRAP_15H)
                    .fixed("trap", nth)
                    .odds_on_request(),
            );
        }
    }
    let out = state
        .live(who)
        .at
        .and_then(|spot| room_at(at.book, spot))
        .is_some_and(|room| state.dungeon.is_some() && room.exits.iter().any(|exit| exit.to == "out"));
    if out && state.battle.is_none() {
        cards.push(
            OfferCard::new("climb_out", "Climb out", GROUP).actor("who", who).rule(rules::DT_HOUSE_13H),
        );
    }
    cards
}

/// Doors within a step: opened or closed, or their locks worked on.
fn doors(at: At<'_, DieTrying>, who: Who) -> Vec<OfferCard> {
    let state = at.state;
    let (Some(board), Some(here)) = (&state.board, place_of(state, who)) else { return Vec::new() };
    let near = |door: u16| {
        door_squares(state, door).into_iter().any(|square| {
            let there = boneyard_board::Footprint::one(square);
            boneyard_board::Diagonals::Equal.distance(here, there) <= 1
        })
    };
    let hero = state.sheet(who).side == 0;
    let mut cards = Vec::new();
    for (id, _, open) in board.grid.doors() {
        let door = id.0;
        if !near(door) || hero && secret(state, door) {
            continue;
        }
        let Some(between) = between(state, door) else { continue };
        let card = |command: &str, label: &'static str| {
            let [one, other] = between;
            OfferCard::new(command, label, GROUP)
                .actor("who", who)
                .id(format!("{command}-door-{one}-{other}:{}", who.0))
        };
        if let Some(lock) = locked(state, door).filter(|_| !open) {
            let rule = rules::DT_HOUSE_16H;
            let of = json!(Locked::Door(between));
            if owned(state, who, |ware| *ware == Ware::Tools).is_some() {
                let pick = card("pick_lock", "Pick the lock of the door");
                cards.push(pick.rule(rule).fixed("lock", of.clone()).odds_on_request());
            }
            if !state.locks[usize::from(lock)].forced.contains(&who) {
                let force = card("force_lock", "Force the door");
                cards.push(force.rule(rule).fixed("lock", of).odds_on_request());
            }
        }
    }
    cards
}

/// How the TS brings a party into a dungeon.
pub(super) fn gm(at: At<'_, DieTrying>) -> Vec<OfferCard> {
    let state = at.state;
    let ready = state.dungeon.is_none() && state.battle.is_none() && state.heroes().next().is_some();
    // Where somebody waits to be fought, that comes first.
    let calm = state.beings().all(|who| state.sheet(who).side == 0);
    let mut cards = Vec::new();
    if ready && calm && state.left.is_none() {
        cards.push(OfferCard::new("enter_dungeon", "Open the dungeon", "Scene").rule(rules::DT_SCENARIO_01H));
    }
    cards
}
