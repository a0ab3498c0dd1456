//! Facts of the supply ship.

use std::sync::Arc;

use boneyard_table::Who;
use boneyard_table::change::{Change, Telling};
use boneyard_table::view::{Line, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GutsPlus;
use crate::state::{Ending, Gone, Mark, Ship, State};
use crate::tell::{Teller, change};

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

impl Change<GutsPlus> for ShipFact {
    fn apply(&self, state: &mut State) {
        match self {
            ShipFact::Begun { crew, crates, food, size } => {
                let mut fresh =
                    Ship { watch: 1, crew: *crew, crates: *crates, food: *food, ..Ship::default() };
                fresh.creature.size = *size;
                state.ship = Some(Arc::new(fresh));
            }
            ShipFact::Role { who, role } => {
                super::sheet(state, *who, |sheet| sheet.role = Some(role.clone()));
            }
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

    fn tell(&self, to: Telling<'_, GutsPlus>) -> Option<Line> {
        let teller = Teller::of(&to);
        let name = |who| teller.name(who);
        let plain = |say: String| Some(Line::change(say));
        match self {
            ShipFact::Begun { crew, crates, food, .. } => plain(format!(
                "A crew of {crew}, {}, {} of food.",
                count(*crates, "stack of crates", "stacks of crates"),
                count(*food, "week", "weeks")
            )),
            ShipFact::Role { who, role } => change(format!("{} is the {role}.", name(*who)), *who),
            ShipFact::Unmanned { roles } => {
                plain(format!("Nobody took {}: their things are no use to anyone.", roles.join(", ")))
            }
            ShipFact::Busy { who, task, room } => change(format!("{}: {task}, {room}.", name(*who)), *who),
            ShipFact::Task { who, task, done, price } => {
                let came = match (done, price) {
                    (true, false) => "done",
                    (true, true) => "done, at its price",
                    (false, false) => "not done",
                    (false, true) => "not done, and it costs",
                };
                change(format!("{}: {task} {came}.", name(*who)), *who)
            }
            ShipFact::Load { plates, containers } => plain(format!(
                "At hand: {} of hull plates, {}.",
                count(*plates, "load", "loads"),
                count(*containers, "glass container", "glass containers")
            )),
            ShipFact::Seals { seals, sealed } => plain(if *sealed {
                format!("{}: the hull holds.", count(*seals, "seal", "seals"))
            } else {
                format!("{} on the hull.", count(*seals, "seal", "seals"))
            }),
            ShipFact::Breach { steps } => plain(format!("The breach clock stands at {steps}.")),
            ShipFact::Further { further } => plain(format!("Another breach: {further} beside the first.")),
            ShipFact::Crates { left } => {
                plain(format!("{} left.", count(*left, "stack of crates is", "stacks of crates are")))
            }
            ShipFact::Food { weeks } => {
                plain(format!("{} left.", count(*weeks, "week of food is", "weeks of food are")))
            }
            ShipFact::Broken { berths } => {
                plain(format!("{} broken.", count(*berths, "berth is", "berths are")))
            }
            ShipFact::Delay { delay } => plain(format!("The delay is {delay}.")),
            ShipFact::Known { what, known: true } => plain(match what.as_str() {
                "inspected" => "The leak is found.".to_owned(),
                "glass" => "Glass holds it.".to_owned(),
                "tracked" => "The panels show where it is.".to_owned(),
                _ => "The Supply Room is in disarray: finding things takes skill now.".to_owned(),
            }),
            ShipFact::Known { .. } => None,
            ShipFact::Guards { who, room } => change(format!("{} guards the {room}.", name(*who)), *who),
            ShipFact::Rolled { face, text } => plain(format!("The creature, {face}: {text}")),
            ShipFact::Moved { room, out: true } => plain(format!("It comes out in the {room}.")),
            ShipFact::Moved { room, .. } => plain(format!("It is in the {room}.")),
            ShipFact::Grew { name, .. } => plain(format!("It has grown: {name}.")),
            ShipFact::Showed { who } => change(format!("{} is at large.", name(*who)), *who),
            ShipFact::Gone { how } => plain(
                match how {
                    Gone::Caught => "It sits in the glass and stays there.",
                    Gone::Vented => "The airlock opens, and it is out in space.",
                    Gone::Dead => "It is dead.",
                }
                .to_owned(),
            ),
            ShipFact::Boss { says } => plain(format!("BOSS: {says}")),
            ShipFact::Revealed { text, .. } => plain(text.clone()),
            ShipFact::FoundNothing { who, terms } => {
                change(format!("{} finds nothing on \"{terms}\".", name(*who)), *who)
            }
            ShipFact::GoalsShown => {
                let all: Vec<String> = teller.at.book.goals.iter().map(|row| row.text.clone()).collect();
                plain(all.join(" "))
            }
            ShipFact::Key { empty } => {
                plain(if *empty { "The key is empty." } else { "The key holds its charge again." }.to_owned())
            }
            ShipFact::Watch { watch } => plain(format!("Watch {watch} begins.")),
            ShipFact::Marked { goal, mark } => {
                let how = match mark {
                    Mark::Met => "met",
                    Mark::MadeUp => "made up for",
                    Mark::Lost => "lost",
                };
                plain(format!("{goal}: {how}."))
            }
            ShipFact::Ended { ending } => plain(
                match ending {
                    Ending::Won => "The supply ship comes home: you win.",
                    Ending::PartialLoss => "The supply ship comes home, with losses.",
                    Ending::Defeat => "The supply ship is lost to the colony: you lose.",
                }
                .to_owned(),
            ),
        }
    }
}
