//! Facts of the supply ship.

use std::sync::Arc;

use boneyard_table::Who;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Ending, Gone, Mark, Ship, State};

/// Something that became true aboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShipFact {
    /// The crew is awake.
    Begun {
        /// How many.
        crew: u8,
        /// Stacks of crates.
        crates: u8,
        /// Weeks of food.
        food: u8,
        /// The size of what lodges in the ducts.
        size: u8,
    },
    /// Somebody took a role.
    Role {
        /// Who.
        who: Who,
        /// Which.
        role: String,
    },
    /// Nobody can use a special thing.
    Unmanned {
        /// The roles nobody took.
        roles: Vec<String>,
    },
    /// Somebody does something in this watch.
    Busy {
        /// Who.
        who: Who,
        /// What.
        task: String,
        /// Where.
        room: String,
    },
    /// A task came to this.
    Task {
        /// Whose.
        who: Who,
        /// Which.
        task: String,
        /// Whether it is done.
        done: bool,
        /// Whether it cost its price.
        price: bool,
    },
    /// Something can be had.
    Load {
        /// Loads of hull plates.
        plates: u8,
        /// Glass containers.
        containers: u8,
    },
    /// Seals are on the hull.
    Seals {
        /// How many.
        seals: u8,
        /// Whether it holds.
        sealed: bool,
    },
    /// The breach clock stands there.
    Breach {
        /// Its steps.
        steps: u8,
    },
    /// Another breach.
    Further {
        /// How many beside the first.
        further: u8,
    },
    /// Stacks of crates are left.
    Crates {
        /// How many.
        left: u8,
    },
    /// Weeks of food are left.
    Food {
        /// How many.
        weeks: u8,
    },
    /// Berths are broken.
    Broken {
        /// How many.
        berths: u8,
    },
    /// The delays.
    Delay {
        /// How many.
        delay: u8,
    },
    /// Something is known from now on, or not any more.
    Known {
        /// `inspected`, `glass`, `tracked` or `picked_over`.
        what: String,
        /// Whether.
        known: bool,
    },
    /// Somebody guards a room.
    Guards {
        /// Who.
        who: Who,
        /// Which room.
        room: String,
    },
    /// What the die says it does.
    Rolled {
        /// The face.
        face: u8,
        /// In words.
        text: String,
    },
    /// It is in another room.
    Moved {
        /// Which.
        room: String,
        /// It came out for the first time.
        out: bool,
    },
    /// It has grown.
    Grew {
        /// To which step.
        size: u8,
        /// What that is called.
        name: String,
    },
    /// It is among the creatures from now on.
    Showed {
        /// Who it is.
        who: Who,
    },
    /// It is out of the way.
    Gone {
        /// How.
        how: Gone,
    },
    /// BOSS says something.
    Boss {
        /// The words.
        says: String,
    },
    /// Something came out.
    Revealed {
        /// What it is called.
        name: String,
        /// The words.
        text: String,
    },
    /// A search found nothing.
    FoundNothing {
        /// Whose.
        who: Who,
        /// For what.
        terms: String,
    },
    /// The players are told how to win.
    GoalsShown,
    /// The key is empty, or charged again.
    Key {
        /// Whether empty.
        empty: bool,
    },
    /// A watch is over.
    Watch {
        /// The next.
        watch: u8,
    },
    /// A condition of winning is marked.
    Marked {
        /// Which.
        goal: String,
        /// How.
        mark: Mark,
    },
    /// It is over.
    Ended {
        /// How.
        ending: Ending,
    },
}

fn ship(state: &mut State, change: impl FnOnce(&mut Ship)) {
    if let Some(ship) = state.ship.as_mut() {
        change(Arc::make_mut(ship));
    }
}

pub(super) fn apply(state: &mut State, fact: &ShipFact) {
    match fact {
        ShipFact::Begun { crew, crates, food, size } => {
            let mut fresh = Ship { watch: 1, crew: *crew, crates: *crates, food: *food, ..Ship::default() };
            fresh.creature.size = *size;
            state.ship = Some(Arc::new(fresh));
        }
        ShipFact::Role { who, role } => super::sheet(state, *who, |sheet| sheet.role = Some(role.clone())),
        ShipFact::Busy { who, room, .. } => ship(state, |ship| ship.busy.push((*who, room.clone()))),
        ShipFact::Load { plates, containers } => ship(state, |ship| {
            ship.plates = *plates;
            ship.containers = *containers;
        }),
        ShipFact::Seals { seals, .. } => ship(state, |ship| ship.seals = *seals),
        ShipFact::Breach { steps } => ship(state, |ship| ship.breach = *steps),
        ShipFact::Further { further } => ship(state, |ship| ship.further = *further),
        ShipFact::Crates { left } => ship(state, |ship| ship.crates = *left),
        ShipFact::Food { weeks } => ship(state, |ship| ship.food = *weeks),
        ShipFact::Broken { berths } => ship(state, |ship| ship.broken = *berths),
        ShipFact::Delay { delay } => ship(state, |ship| ship.delay = *delay),
        ShipFact::Known { what, known } => ship(state, |ship| match what.as_str() {
            "inspected" => ship.inspected = *known,
            "glass" => ship.glass = *known,
            "tracked" => ship.tracked = *known,
            "picked_over" => ship.picked_over = *known,
            _ => {}
        }),
        ShipFact::Guards { who, room } => ship(state, |ship| ship.guards.push((*who, room.clone()))),
        ShipFact::Moved { room, .. } => ship(state, |ship| {
            ship.creature.room = Some(room.clone());
            ship.tracked = false;
        }),
        ShipFact::Grew { size, .. } => ship(state, |ship| ship.creature.size = *size),
        ShipFact::Showed { who } => ship(state, |ship| ship.creature.who = Some(*who)),
        ShipFact::Gone { how } => ship(state, |ship| ship.creature.gone = Some(*how)),
        ShipFact::Revealed { name, .. } => ship(state, |ship| {
            if !ship.revealed.contains(name) {
                ship.revealed.push(name.clone());
            }
        }),
        ShipFact::GoalsShown => ship(state, |ship| ship.goals_shown = true),
        ShipFact::Key { empty } => ship(state, |ship| ship.key_empty = *empty),
        ShipFact::Watch { watch } => ship(state, |ship| {
            ship.watch = *watch;
            ship.busy.clear();
            ship.guards.clear();
        }),
        ShipFact::Marked { goal, mark } => ship(state, |ship| {
            ship.marks.retain(|(known, _)| known != goal);
            ship.marks.push((goal.clone(), *mark));
        }),
        ShipFact::Ended { ending } => ship(state, |ship| ship.ended = Some(*ending)),
        ShipFact::Unmanned { .. }
        | ShipFact::Task { .. }
        | ShipFact::Rolled { .. }
        | ShipFact::Boss { .. }
        | ShipFact::FoundNothing { .. } => {}
    }
}
