//! Sites: a scenario with its rooms, traps and what doom brings.

use boneyard_table::RuleId;
use serde::Deserialize;

use super::ware::UsageDie;
use crate::state::{Affliction, Attribute, Catches, Group, Trigger};
use crate::weapon::Notation;

/// A scenario ready to be played.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ScenarioRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// The room it begins in.
    pub start: u8,
    /// The doom tracker.
    pub doom: DoomTrack,
    /// What players know beforehand.
    #[serde(default)]
    pub known: Vec<String>,
    /// Only for the GM.
    #[serde(default)]
    pub gm: Vec<String>,
    /// Risk dice for wandering monsters in a room the party knows.
    #[serde(default)]
    pub again: u8,
    /// Wandering monsters, one group for each face of a d6.
    #[serde(default)]
    pub wandering: Vec<Vec<Group>>,
    /// Adventurers who fit it.
    #[serde(default)]
    pub heroes: Vec<String>,
    /// Ways between rooms.
    #[serde(default)]
    pub ways: Vec<WayRow>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// Where doom begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoomTrack {
    /// Where it begins.
    pub start: u8,
    /// Where it ends.
    pub maximum: u8,
}

/// A way between two rooms, by their numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayRow {
    /// Between which.
    pub between: [u8; 2],
    /// Turns it takes.
    #[serde(default)]
    pub turns: Option<u8>,
    /// Shut.
    #[serde(default)]
    pub locked: bool,
    /// What opens it without a roll.
    #[serde(default)]
    pub key: Option<String>,
    /// Not to be seen.
    #[serde(default)]
    pub secret: bool,
}

/// A room.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RoomRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What the one who comes in sees.
    pub text: String,
    /// Its number in the scenario.
    pub number: u8,
    /// What the rules want to know of it.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Where one comes in and goes out.
    #[serde(default)]
    pub ways: Vec<DoorRow>,
    /// Its map in squares.
    pub map: String,
    /// Those who wait here.
    #[serde(default)]
    pub waits: Vec<WaitsRow>,
    /// What lies here.
    #[serde(default)]
    pub loot: Vec<LootRow>,
    /// Only for the GM.
    #[serde(default)]
    pub gm: Vec<String>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// Squares by which a room is left.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoorRow {
    /// The number of the next room, or out.
    pub to: Towards,
    /// The squares.
    pub squares: Vec<String>,
}

/// Where a door leads.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Towards {
    /// To a room.
    Room(u8),
    /// Out.
    Out(String),
}

/// Those who wait in a room.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaitsRow {
    /// Who, by the name of their entry.
    pub who: String,
    /// One square for each.
    pub at: Vec<String>,
    /// They notice the one who comes in.
    #[serde(default)]
    pub aware: bool,
    /// Nobody sees them.
    #[serde(default)]
    pub hidden: bool,
    /// What wakes them.
    #[serde(default)]
    pub wakes: Vec<String>,
    /// They can be talked to, and want one of these for peace.
    #[serde(default)]
    pub parley: Option<Vec<LootRow>>,
}

/// Something that lies in a room, or that somebody wants.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum LootRow {
    /// One thing.
    One(String),
    /// Several, or one that is special.
    More {
        /// The name of its entry.
        item: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
        /// What this one is called.
        #[serde(default)]
        called: Option<String>,
        /// The usage die it still has.
        #[serde(default)]
        left: Option<UsageDie>,
    },
    /// Coins.
    Coins {
        /// How many.
        silver: u16,
    },
}

fn one() -> u8 {
    1
}

/// A trap.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct TrapRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What it does, in words.
    pub text: String,
    /// The number of its room.
    pub room: u8,
    /// What sets it off.
    pub when: Trigger,
    /// What it does, read like an enemy's attack.
    pub attack: Notation,
    /// Whom it catches.
    #[serde(default)]
    pub catches: Catches,
    /// What comes with a hit.
    #[serde(default)]
    pub effects: Vec<TrapVerb>,
    /// What comes whenever it goes off.
    #[serde(default)]
    pub always: Vec<TrapVerb>,
    /// How hard it is to disarm.
    #[serde(default)]
    pub disarm_disadvantages: u8,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// A kind of place further sites are made of: what it is, who is master there, who is common, its twist.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PlaceRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// Its twist, in words.
    pub text: String,
    /// The face of a d6 that brings it up.
    pub face: u8,
    /// Masters for party level 1 and 2, 3 and 4, 5 and 6.
    pub masters: [Vec<Group>; 3],
    /// Common foes.
    pub foes: Vec<String>,
    /// What is special, as far as the rules play it.
    #[serde(default)]
    pub twist: Vec<Twist>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What is special about a site.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Twist {
    /// Doom goes up by 1 every so many turns.
    Tide(u8),
    /// Every room has this flag.
    Flag(String),
    /// Mishap totals are higher by so much.
    Mishaps(u8),
    /// The one who comes in from the entrance tests, and has this on a 1 of a risk die where that fails.
    Door {
        /// What is tested.
        test: Attribute,
        /// What a failure may bring.
        affliction: Affliction,
    },
    /// For the GM to play.
    Told(String),
}

/// What comes of a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrapVerb {
    /// Something ails the one who is hit.
    Affliction(Affliction),
    /// It does on a 1 of risk dice.
    Risk {
        /// How many.
        dice: u8,
        /// What.
        affliction: Affliction,
    },
    /// Doom goes up.
    Doom(u8),
}

/// What doom brings at a number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct DoomRow {
    /// Its id.
    pub id: RuleId,
    /// What it is called.
    pub name: String,
    /// What happens, in words.
    pub text: String,
    /// The number.
    pub at: u8,
    /// What it brings.
    #[serde(default)]
    pub brings: Vec<DoomVerb>,
    /// Takes the place of an entry with the same id.
    #[serde(default)]
    pub replace: bool,
}

/// What an event of doom brings, with rooms by number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoomVerb {
    /// Going through a room takes a test.
    Crossing {
        /// Which room.
        room: u8,
        /// What is tested.
        test: Attribute,
        /// What a failure tires.
        tires: Attribute,
    },
    /// Wandering monsters after the next action.
    Wandering,
    /// Ambush dice more.
    Ambush(u8),
    /// The one who is in a room is hit.
    Strike {
        /// Which room.
        room: u8,
        /// By what.
        attack: Notation,
    },
    /// A way takes longer.
    WayTurns {
        /// Which.
        between: [u8; 2],
        /// How long.
        turns: u8,
    },
    /// Enemies come into a room.
    Arrive {
        /// Who.
        foe: String,
        /// How many.
        count: u8,
        /// Where.
        room: u8,
    },
    /// Those of a room come for the party.
    Hunt {
        /// Which room.
        from: u8,
        /// Turns it takes them.
        turns: u8,
    },
    /// Everybody inside is hit after each turn.
    Flood(Notation),
}
