//! Rests, exploration, traps, locks and caches, told.

use boneyard_table::view::{Line, count, names};

use super::{Teller, change};
use crate::fact::{DungeonFact, RestFact, TrapFact};

pub(super) fn rest(teller: Teller<'_>, fact: &RestFact) -> Option<Line> {
    match fact {
        RestFact::Began { .. } => Some(Line::time("The group lies down to Rest.")),
        RestFact::Rested => Some(Line::time("Eight hours later everybody is rested.")),
        RestFact::Broken { after } => Some(Line::time(format!(
            "After {} the Rest is over, and was none.",
            count(*after, "hour", "hours")
        ))),
        RestFact::Watched { who } => {
            change(format!("{} has the watch and wakes the others.", teller.name(*who)), *who)
        }
        RestFact::Turn { .. } => Some(Line::time("Ten minutes of exploration go by.")),
        RestFact::Day { .. } => Some(Line::time("A new day begins.")),
    }
}

pub(super) fn trap(teller: Teller<'_>, fact: &TrapFact) -> Option<Line> {
    let state = teller.at.state;
    let trap =
        |nth: u8| state.traps.get(usize::from(nth)).map_or("trap", |laid| teller.at.book.name_of(laid.trap));
    let cache = |nth: u8| state.caches.get(usize::from(nth)).map_or("cache", |cache| cache.name.as_str());
    match fact {
        TrapFact::Laid { laid } => {
            let what = teller.at.book.name_of(laid.trap);
            teller.seat.is_gm().then(|| Line::change(format!("A trap is set: {what}.")))
        }
        TrapFact::Locked { .. } | TrapFact::Hid { .. } => None,
        TrapFact::Found { nth, by } => {
            change(format!("{} finds a trap: {}.", teller.name(*by), trap(*nth)), *by)
        }
        TrapFact::FoundCache { nth, by } => {
            change(format!("{} finds the {}.", teller.name(*by), cache(*nth)), *by)
        }
        TrapFact::Tried { .. } | TrapFact::Worth { .. } => None,
        TrapFact::Sprung { nth, who, .. } => {
            change(format!("{} sets off the {}.", teller.name(*who), trap(*nth)), *who)
        }
        TrapFact::Closing { rounds: 1, .. } => {
            Some(Line::change("The doors fall shut, and the walls begin to move."))
        }
        TrapFact::Closing { rounds, .. } => {
            Some(Line::change(format!("The walls come nearer: round {rounds}.")))
        }
        TrapFact::Spent { nth } => Some(Line::change(format!("The {} is no danger any more.", trap(*nth)))),
        TrapFact::Lock { open: true, .. } => Some(Line::change("The lock is open.")),
        TrapFact::Lock { forced: Some(who), .. } => {
            change(format!("{} cannot force it.", teller.name(*who)), *who)
        }
        TrapFact::Lock { .. } => Some(Line::change("The lock jams.")),
        TrapFact::Emptied { nth, by } => {
            change(format!("{} empties the {}.", teller.name(*by), cache(*nth)), *by)
        }
    }
}

pub(super) fn dungeon(teller: Teller<'_>, fact: &DungeonFact) -> Option<Line> {
    let book = teller.at.book;
    match fact {
        DungeonFact::Opened { dungeon } => Some(Line::change(format!("{}.", book.name_of(dungeon.scenario)))),
        DungeonFact::Room { room } => {
            let row = book.rooms.get(room.as_str())?;
            Some(Line::reveal(format!("{}. {}", row.name, row.text)))
        }
        DungeonFact::Door { by, .. } => {
            change(format!("{} finds a door that does not look like one.", teller.name(*by)), *by)
        }
        DungeonFact::Coming { room, .. } => teller
            .seat
            .is_gm()
            .then(|| Line::change(format!("Those of the {} are on the way.", book.name_of(*room)))),
        DungeonFact::Came => None,
        DungeonFact::Left { brought, place, won, dead } => {
            let place = place.map_or("the dungeon", |id| book.name_of(id));
            let what = match (brought, won) {
                (true, Some(won)) => format!("with the {won}"),
                (true, None) => "with what you came for".to_owned(),
                (false, Some(won)) => format!("without the {won}"),
                (false, None) => "with nothing to show for it".to_owned(),
            };
            let dead: Vec<&str> = dead.iter().map(|who| teller.name(*who)).collect();
            let lost = match dead.len() {
                0 => "Everybody lives.".to_owned(),
                1 => format!("{} is dead.", dead[0]),
                _ => format!("{} are dead.", names(&dead)),
            };
            Some(Line::time(format!("You are out of {place}, {what}. {lost}")))
        }
    }
}
