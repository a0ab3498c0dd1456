//! Time outside battle: how it passes, what comes meanwhile, what it heals and what it wears down.
//! Battles count their own rounds.

mod events;
pub(crate) mod leisure;
mod passage;
mod project;
mod rest;
mod say;
mod travel;
mod want;

pub use events::{
    Announced, Come, Happens, Hint, Interrupt, Interrupted, Rolls, WhatHint, WhetherRolls, roll,
};
pub use passage::{Passing, Task, TaskKind, pass};
pub(crate) use passage::{at_leisure, company, spend};
pub use project::{Need, Project, achieve, meets, needs, plan};
pub use rest::{Rest, RestKind, rest, tend};
pub use say::say;
pub use travel::{Farther, Minutes, Travel, chase, explore, gait, ride, seats, travel};
pub use want::{
    Breath, Lack, Stretch, Want, Wanting, breathless, deprive, deprived, relieve, turn_without_air, wake,
};

use boneyard_table::{Seat, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lesson::Lesson;
use crate::state::{Live, State};

/// What a table remembers of time passing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Days {
    /// Up to when events have been rolled for, in seconds.
    pub rolled_to: u32,
    /// What has announced itself and is not there yet.
    pub hints: Vec<Hint>,
    /// What was paused and can be taken up again.
    pub paused: Vec<Task>,
    /// Larger plans.
    pub projects: Vec<Project>,
    /// Miles of the last journey.
    pub miles: u16,
    /// What teachers teach whom.
    pub lessons: Vec<Lesson>,
}

/// The scales on which time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Steps of exploring, 10 minutes each.
    Minutes,
    /// Hours.
    Hours,
    /// Days.
    Days,
    /// Weeks.
    Weeks,
}

impl Scale {
    /// All of them, the smallest first.
    pub const ALL: [Self; 4] = [Self::Minutes, Self::Hours, Self::Days, Self::Weeks];

    /// Seconds of one unit.
    pub fn seconds(self) -> u32 {
        match self {
            Self::Minutes => 600,
            Self::Hours => 3_600,
            Self::Days => 86_400,
            Self::Weeks => 604_800,
        }
    }

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Minutes => "minutes",
            Self::Hours => "hours",
            Self::Days => "days",
            Self::Weeks => "weeks",
        }
    }
}

/// Something about time that became true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeFact {
    /// Events have been rolled for up to this second.
    RolledTo {
        /// The second.
        to: u32,
    },
    /// An event.
    Event {
        /// What the die came to.
        roll: u8,
        /// What comes.
        happens: Happens,
    },
    /// Something announces itself.
    Hinted(Hint),
    /// What had announced itself is here.
    HintCame {
        /// Its place among the hints.
        at: u8,
        /// What it is.
        comes: Come,
    },
    /// Something is paused.
    Paused(Task),
    /// Something paused is taken up again.
    TakenUp {
        /// Its place among the paused.
        at: u8,
    },
    /// Something is broken off.
    BrokenOff(Task),
    /// Something is done.
    Done(Task),
    /// A journey ends.
    Travelled {
        /// Who made it.
        who: Vec<Who>,
        /// How far it went.
        miles: u16,
    },
    /// Somebody goes at so many miles an hour.
    Races {
        /// Who.
        who: Who,
        /// How fast.
        miles: u16,
    },
    /// Somebody mounts or dismounts.
    Rides {
        /// Who.
        who: Who,
        /// What they ride.
        on: Option<Who>,
    },
    /// Somebody looks closely at something.
    Explores {
        /// Who.
        who: Vec<Who>,
        /// What they do, in the player's words.
        what: String,
    },
    /// Somebody does something, in the player's words.
    Said {
        /// Who.
        who: Who,
        /// The words.
        what: String,
    },
    /// How a larger plan stands.
    Project {
        /// Its place among the plans.
        at: u8,
        /// All of it.
        project: Project,
    },
    /// What somebody lacks now.
    Wants {
        /// Who.
        who: Who,
        /// All they lack.
        want: Want,
    },
}

/// Writes a fact down.
pub(crate) fn apply(state: &mut State, fact: &TimeFact) {
    let days = &mut state.days;
    match fact {
        TimeFact::RolledTo { to } => days.rolled_to = *to,
        TimeFact::Event { .. }
        | TimeFact::BrokenOff(_)
        | TimeFact::Done(_)
        | TimeFact::Said { .. }
        | TimeFact::Races { .. }
        | TimeFact::Explores { .. } => {}
        TimeFact::Hinted(hint) => days.hints.push(hint.clone()),
        TimeFact::HintCame { at, .. } => {
            if usize::from(*at) < days.hints.len() {
                days.hints.remove((*at).into());
            }
        }
        TimeFact::Paused(task) => days.paused.push(task.clone()),
        TimeFact::TakenUp { at } => {
            if usize::from(*at) < days.paused.len() {
                days.paused.remove((*at).into());
            }
        }
        TimeFact::Travelled { miles, .. } => days.miles = *miles,
        TimeFact::Project { at, project } => match days.projects.get_mut(usize::from(*at)) {
            Some(known) => known.clone_from(project),
            None => days.projects.push(project.clone()),
        },
        TimeFact::Rides { who, on } => change(state, *who, |live| live.rides = *on),
        TimeFact::Wants { who, want } => change(state, *who, |live| live.want = *want),
    }
}

fn change(state: &mut State, who: Who, change: impl FnOnce(&mut Live)) {
    if let Some(live) = state.live_mut(who) {
        change(live);
    }
}

/// A fact about time as told to a seat; signs and events are the referee's to describe.
pub(crate) fn tell(state: &State, fact: &TimeFact, seat: Seat) -> Option<String> {
    let name = |who: &Who| state.creature(*who).map_or("somebody", |creature| &creature.sheet.name);
    let names = |all: &[Who]| all.iter().map(name).collect::<Vec<_>>().join(", ");
    Some(match fact {
        TimeFact::RolledTo { .. } => return None,
        TimeFact::Event { .. } | TimeFact::Hinted(_) | TimeFact::HintCame { .. } if !seat.is_gm() => {
            return None;
        }
        TimeFact::Event { roll, happens } => format!("Event {roll}: {}.", happens.name()),
        TimeFact::Hinted(hint) => format!("A sign of what is coming: {}.", hint.comes.name()),
        TimeFact::HintCame { comes, .. } => format!("What had announced itself is here: {}.", comes.name()),
        TimeFact::Paused(task) => format!("{}: {} is paused.", names(&task.who), task.kind.name()),
        TimeFact::TakenUp { .. } => "What was paused goes on.".into(),
        TimeFact::BrokenOff(task) => format!("{}: {} is broken off.", names(&task.who), task.kind.name()),
        TimeFact::Done(task) => format!("{}: {} is done.", names(&task.who), task.kind.name()),
        TimeFact::Travelled { who, miles } => format!("{}: {miles} miles farther.", names(who)),
        TimeFact::Said { who, what } => format!("{}: {what}", name(who)),
        TimeFact::Project { project, .. } => {
            let needs = project.needs.iter().map(|need| format!("{} {}/{}", need.what, need.met, need.of));
            let stands = if project.done { "achieved".into() } else { needs.collect::<Vec<_>>().join(", ") };
            format!("{} plans: {}. {stands}", name(&project.who), project.aim)
        }
        TimeFact::Races { who, miles } => format!("{} goes at {miles} miles an hour.", name(who)),
        TimeFact::Rides { who, on: Some(mount) } => format!("{} rides {}.", name(who), name(mount)),
        TimeFact::Rides { who, on: None } => format!("{} dismounts.", name(who)),
        TimeFact::Explores { who, what } => format!("{}: {what}", names(who)),
        TimeFact::Wants { who, want } => match want.names().as_slice() {
            [] => format!("{} lacks nothing any more.", name(who)),
            lacks => format!("{} is without {}.", name(who), lacks.join(" and ")),
        },
    })
}

/// A span of time in words.
pub(crate) fn span(seconds: u32) -> String {
    let units = [(604_800, "week"), (86_400, "day"), (3_600, "hour"), (60, "minute")];
    for (size, name) in units {
        if seconds >= size && seconds.is_multiple_of(size) {
            let number = seconds / size;
            return if number == 1 {
                format!("A {name} passes.").replace("A hour", "An hour")
            } else {
                format!("{number} {name}s pass.")
            };
        }
    }
    format!("{seconds} seconds pass.")
}
