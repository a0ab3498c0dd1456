//! An expedition: sites with their rooms and their doom, where everybody is, turns, decay, light,
//! camp, and what is on its way.

use std::collections::BTreeMap;

use boneyard_table::{RuleId, Who};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Attribute;
use crate::weapon::Notation;

/// Where the party is and what the place has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Expedition {
    /// Whether one is under way; between expeditions the sites visited are kept.
    pub under_way: bool,
    /// The site, by its name.
    pub site: String,
    /// The location of the party, by its name.
    pub here: String,
    /// Where the party was before.
    pub before: String,
    /// Those who are elsewhere.
    pub apart: Vec<(Who, String)>,
    /// Exploration turns since it began.
    pub turn: u16,
    /// The decay tracker, open to everybody.
    pub decay: u8,
    /// Camps made in this expedition.
    pub camps: u8,
    /// What gives light.
    pub light: Option<Light>,
    /// The mortally wounded and the turns they have left.
    pub dying: Vec<(Who, u8)>,
    /// Adventurers who died, and in which turn.
    pub fallen: Vec<(Who, u16)>,
    /// The dead and the turns until they rise.
    pub rising: Vec<(Who, u8)>,
    /// The one who is on the way to the party.
    pub coming: Vec<Coming>,
    /// A fight that has broken out.
    pub clash: Option<Blows>,
    /// Sites by name, each with its own doom.
    pub sites: BTreeMap<String, Site>,
}

/// A light somebody carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Light {
    /// Who carries it.
    pub who: Who,
    /// Which thing.
    pub item: u8,
    /// Turns until it is out, or its stock is rolled; 0 for one that burns for ever.
    pub turns: u8,
}

/// Somebody on the way to the party.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Coming {
    /// Turns until they are there.
    pub turns: u8,
    /// From which room they set out; none for wandering monsters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// A fight that has broken out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Blows {
    /// How it begins.
    pub start: Start,
    /// By an ambush in camp: it takes no exploration turn.
    #[serde(default)]
    pub camp: bool,
    /// The camp was a long rest.
    #[serde(default)]
    pub long: bool,
}

/// How a fight begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// Everybody rolls initiative.
    #[default]
    Rolled,
    /// The others are unaware: all adventurers are fast.
    UpperHand,
    /// The adventurers are surprised: all are slow.
    Surprised,
}

/// A site and how far it has woken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Site {
    /// Its entry, if it has one.
    pub like: Option<RuleId>,
    /// The doom tracker, for the game master's eyes.
    pub doom: u8,
    /// Its maximum.
    pub most: u8,
    /// What doom brings, in rising order.
    pub events: Vec<Event>,
    /// Ambush dice more in every camp.
    pub ambush: u8,
    /// What hits everybody inside after each turn.
    #[schemars(with = "Option<String>")]
    pub flood: Option<Notation>,
    /// Risk dice for wandering monsters in a room the party knows.
    pub again: u8,
    /// Groups of wandering monsters, one for each face of a d6.
    pub wandering: Vec<Vec<Group>>,
    /// Locations by name.
    pub rooms: BTreeMap<String, Room>,
    /// Ways between them.
    pub ways: Vec<Way>,
    /// The entry whose twist it has, if it has one.
    pub twist: Option<RuleId>,
}

/// Something that happens when doom reaches a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The number.
    pub at: u8,
    /// What it is called.
    pub name: String,
    /// Its entry, if it has one.
    #[serde(default)]
    pub like: Option<RuleId>,
    /// What it brings.
    #[serde(default)]
    pub brings: Vec<Brings>,
    /// It has happened.
    #[serde(default)]
    pub done: bool,
}

/// What an event of doom brings.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Brings {
    /// The one who goes through a room tests, or is tired.
    Crossing {
        /// The room.
        room: String,
        /// What is tested.
        test: Attribute,
        /// What is tired by a failure.
        tires: Attribute,
    },
    /// Wandering monsters come after the next action.
    Wandering,
    /// Ambush dice more from now on.
    Ambush(u8),
    /// The one who is in a room is hit.
    Strike {
        /// The room.
        room: String,
        /// By what.
        #[schemars(with = "String")]
        attack: Notation,
    },
    /// A way takes so many turns from now on.
    WayTurns {
        /// Between these rooms.
        between: [String; 2],
        /// How many.
        turns: u8,
    },
    /// Enemies come into a room.
    Arrive {
        /// Who.
        group: Group,
        /// Where.
        room: String,
    },
    /// Those who wait in a room come for the party.
    Hunt {
        /// The room.
        from: String,
        /// Turns it takes them.
        turns: u8,
    },
    /// Everybody inside is hit after each turn.
    Flood(#[schemars(with = "String")] Notation),
}

/// Enemies of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// Which, by the name of their entry.
    pub foe: String,
    /// How many.
    pub count: u8,
    /// They can be talked to.
    #[serde(default)]
    pub parley: bool,
}

/// What became of a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Room {
    /// Its entry, if it has one.
    pub like: Option<RuleId>,
    /// The party has been here.
    pub visited: bool,
    /// Flags that hold here now: lit, dry, filthy, exposed, safe, exit.
    pub flags: Vec<String>,
    /// What lies here.
    pub loot: Vec<Lying>,
    /// Traps, by name.
    pub traps: Vec<Trap>,
    /// Those who wait unseen.
    pub waits: Vec<Waiting>,
    /// Who is met here.
    pub foes: Vec<Who>,
    /// Where some of them stand.
    pub stands: Vec<(Who, String)>,
    /// They have not noticed anybody.
    pub unaware: bool,
    /// What makes them notice: noise, loot.
    pub wakes: Vec<String>,
    /// They let the party be.
    pub peace: bool,
    /// They can be talked to.
    pub parley: bool,
    /// What they want for peace, one of it.
    pub wants: Vec<Lying>,
    /// A line the undead need a test to cross.
    pub salted: bool,
    /// Traps set for the one who comes in next.
    pub snares: u8,
    /// Going through takes a test of the first, or tires the second.
    pub crossing: Option<(Attribute, Attribute)>,
}

/// Something that lies in a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Lying {
    /// The name of its entry; empty for coins.
    pub item: String,
    /// How many.
    pub count: u8,
    /// What this one is called, if not as its entry.
    pub called: Option<String>,
    /// The usage die it still has, by its sides.
    pub left: u8,
    /// Silver coins.
    pub silver: u16,
}

/// Those who wait in a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Waiting {
    /// The name of their entry.
    pub foe: String,
    /// Where they stand: one square each.
    pub at: Vec<String>,
    /// Nobody sees them before they rise.
    pub hidden: bool,
    /// They have noticed the one who comes in.
    pub aware: bool,
    /// What wakes them: noise, loot, cross.
    pub wakes: Vec<String>,
}

/// A trap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Trap {
    /// What it is called.
    pub name: String,
    /// Its entry, if it has one.
    #[serde(default)]
    pub like: Option<RuleId>,
    /// What sets it off.
    pub when: Trigger,
    /// What it does to those it catches, read like an enemy's attack.
    #[schemars(with = "String")]
    pub attack: Notation,
    /// Whom it catches.
    #[serde(default)]
    pub catches: Catches,
    /// How it stands.
    pub state: TrapState,
}

/// What sets a trap off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// Walking there.
    Move,
    /// Looting.
    Loot,
    /// Opening something.
    Open,
    /// Touching it.
    Touch,
}

/// Whom a trap catches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Catches {
    /// The one who set it off.
    #[default]
    Actor,
    /// The first of the party list.
    FirstInLine,
    /// Everyone there.
    Everyone,
}

/// What is known of a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrapState {
    /// Nobody knows of it.
    Hidden,
    /// Found and armed.
    Known,
    /// Harmless.
    Disarmed,
    /// It went off.
    Sprung,
}

/// A way between two locations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Way {
    /// From and to.
    pub between: [String; 2],
    /// Turns it takes.
    pub turns: u8,
    /// Shut, until somebody opens it.
    pub locked: bool,
    /// What opens it without a roll.
    pub key: Option<String>,
    /// Nobody knows of it yet.
    pub secret: bool,
    /// Enemies need a test to get through.
    pub jammed: bool,
}

impl Way {
    /// Where it leads to from a location.
    pub fn from(&self, here: &str) -> Option<&str> {
        let [one, other] = &self.between;
        if one == here {
            Some(other)
        } else if other == here {
            Some(one)
        } else {
            None
        }
    }
}

/// A camp.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Camp {
    /// Action points left.
    pub points: u8,
    /// There is a fire.
    pub fire: bool,
    /// Camping supplies used.
    pub supplies: u8,
    /// It is a long rest.
    pub long: bool,
    /// Dice of the ambush pool so far; lookouts may outnumber them.
    pub ambush: i8,
    /// Prayers dropped in this camp that were exhausted.
    pub dropped: Vec<(Who, RuleId)>,
}

impl Expedition {
    /// The site the party is at.
    pub fn at_site(&self) -> Option<&Site> {
        self.sites.get(&self.site).filter(|_| self.under_way)
    }

    /// Where somebody is.
    pub fn place_of(&self, who: Who) -> &str {
        self.apart.iter().find(|(known, _)| *known == who).map_or(&self.here, |(_, place)| place)
    }

    /// A location of the site the party is at.
    pub fn room(&self, name: &str) -> Option<&Room> {
        self.at_site().and_then(|site| site.rooms.get(name))
    }
}

impl Room {
    /// Whether a flag holds here.
    pub fn is(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
    }
}
