//! What a game means by the words of an adventure: the types it fills in, and the lists of words it knows.

use std::fmt::Debug;
use std::hash::Hash;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::sample::Sample;

/// What a game fills in, read from a table of fields.
pub trait Hole:
    Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static
{
}

impl<T> Hole for T where
    T: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static
{
}

/// What a game means by the words of an adventure.
pub trait Dialect: Copy + Debug + Eq + Hash + JsonSchema + Send + Sync + 'static {
    /// What is rolled: `{ skill = "Athletics", dc = 4 }`.
    type Check: Hole;
    /// What traps and hazards do.
    type Harm: Hole;
    /// What differs about a thing.
    type Ware: Hole;
    /// What differs about somebody.
    type Person: Hole;
    /// A condition only the game knows.
    type Test: Hole;
    /// An effect only the game knows.
    type Deed: Hole;
    /// What is paid at the end.
    type Reward: Hole;

    /// The name of the game, as adventures call it.
    const GAME: &'static str;
    /// Units of time.
    const UNITS: &'static [&'static str];
    /// What may stand after a span, such as the ground of so many miles.
    const GROUNDS: &'static [&'static str] = &[];
    /// Moments that come each day.
    const MOMENTS: &'static [&'static str];
    /// Flags of places its rules know.
    const FLAGS: &'static [&'static str];
    /// Signals its rules announce.
    const SIGNS: &'static [&'static str];
    /// What its rules use trackers and tables for.
    const ROLES: &'static [&'static str];
    /// What can come of its checks.
    const OUTCOMES: &'static [&'static str];
    /// Its kinds of coins; none if there is no money.
    const COINS: &'static [&'static str];
    /// Its bands of light; none if it knows no light.
    const LIGHTS: &'static [&'static str];
    /// Tables of its content that hold creatures.
    const PEOPLE: &'static [&'static str];
    /// Tables of its content that hold things.
    const THINGS: &'static [&'static str];
    /// Tables of its content that hold traps.
    const TRAPS: &'static [&'static str];
    /// Tables of its content that hold what stands about: chests, doors, pillars.
    const OBJECTS: &'static [&'static str];
    /// What a shop sells besides things: tables of services, or kinds of things.
    const GOODS: &'static [&'static str];
    /// Fields of what it fills in whose text names something of its content, where the types do not say so.
    const NAMED: &'static [&'static str] = &[];
    /// Words for a first adventure.
    const SAMPLE: Sample;
}
