//! What an adventurer carries: every place with its room and what lies in it, and the load.

use boneyard_table::view::SlotGrid;
use boneyard_table::{At, Who};

use crate::DeadWeight;
use crate::gear::{capacity, load, load_limit};
use crate::state::Place;

pub(super) fn carried(at: At<'_, DeadWeight>, who: Who) -> SlotGrid {
    let one = at.state.one(who);
    let held = |place: Place| one.live.items.iter().any(|item| item.place == place);
    let mut grid = SlotGrid::new("slots", "Carried");
    for place in Place::ALL {
        // Both hands are one place only while they hold something together.
        let there = match place {
            Place::Left | Place::Right => !held(Place::Both),
            Place::Both | Place::Torso | Place::Notes => held(place),
            Place::Gone => false,
            _ => capacity(at, who, place) > 0 || held(place),
        };
        if there {
            let room = if place == Place::Notes { 0 } else { capacity(at, who, place).into() };
            grid = grid.place(place.name(), place.name(), room, "slots");
        }
    }
    for (number, (item, now)) in one.sheet.items.iter().zip(&one.live.items).enumerate() {
        if now.place == Place::Gone {
            continue;
        }
        let mut name = item.name.clone();
        if now.count > 1 {
            name = format!("{} {name}", now.count);
        }
        if now.die > 0 {
            name = format!("{name} Ud{}", now.die);
        }
        if now.broken {
            name.push_str(", broken");
        } else if now.wielded {
            name.push_str(", in use");
        }
        let container = item.kind.is_some_and(|kind| at.book.containers.get(kind.as_str()).is_some());
        let takes = if container && now.place == Place::Worn { 0 } else { item.takes(now.count) };
        grid = grid.item(number.to_string(), name, now.place.name(), takes.into());
    }
    grid.load(load(at, who).into(), load_limit(at.state, who).into())
}
