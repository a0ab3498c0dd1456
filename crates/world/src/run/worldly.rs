//! What a game does for the running world.

use std::fmt::Debug;
use std::hash::Hash;

use boneyard_table::clock::Time;
use boneyard_table::{At, Cx, Flow, Game, RuleId, Who};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fact::WorldFact;
use super::scope::Scope;
use super::signal::Signals;
use super::time::Period;
use super::world::{Id, PlaceKey, World};
use crate::adventure::{Adventure, Lying, Person};
use crate::dialect::Dialect;

/// A game whose world runs here. Its `Fact` has a variant for [`WorldFact`], and its `apply` hands that to [`super::apply`].
/// Nothing a game does here may settle: what it signals is settled after it.
pub trait Worldly: Dialect + Game<Fact: From<WorldFact<Self>>> {
    /// A thing, as it is carried and as it lies about.
    type Thing: Stack;

    /// The rules facts of the world cite.
    const RULES: WorldRules;
    /// How long its units are, in seconds; and moments of the day, in seconds after midnight, as `(name, seconds)`.
    const SECONDS: &'static [(&'static str, u64)];
    /// When the day's moments are.
    const HOURS: &'static [(&'static str, u64)];

    /// The world in the state.
    fn world(state: &Self::State) -> &World<Self>;
    /// The world in the state, for applying facts.
    fn world_mut(state: &mut Self::State) -> &mut World<Self>;
    /// What happened and is not settled.
    fn signals(state: &Self::State) -> &Signals;
    /// The same, for applying facts.
    fn signals_mut(state: &mut Self::State) -> &mut Signals;
    /// An adventure of the book.
    fn adventure<'b>(book: &'b Self::Book, file: &str) -> Option<&'b Adventure<Self>>;

    /// Makes a creature of somebody who is met.
    fn make(cx: &mut Cx<'_, Self>, adventure: &Id, person: &Person<Self>, at: &PlaceKey) -> Flow<Who>;
    /// People are not as their file says any more: those of them who were met already, and whoever is made of them later.
    fn change(cx: &mut Cx<'_, Self>, adventure: &Id, person: &str, met: &[Who], with: &Self::Person) -> Flow;
    /// How somebody is.
    fn able(at: At<'_, Self>, who: Who) -> Able;
    /// What a row of a file is as a thing, so many of it.
    fn thing(cx: &mut Cx<'_, Self>, lying: &Lying<Self>, number: u32) -> Flow<Self::Thing>;
    /// Takes a thing off somebody; for applying facts.
    fn lift(state: &mut Self::State, who: Who, thing: &Self::Thing);
    /// Gives somebody a thing; for applying facts.
    fn lay(state: &mut Self::State, who: Who, thing: &Self::Thing);
    /// What somebody carries.
    fn carried(at: At<'_, Self>, who: Who) -> Vec<Self::Thing>;

    /// Rolls a check.
    fn check(cx: &mut Cx<'_, Self>, who: Who, check: &Self::Check) -> Flow<Came>;
    /// Harm befalls people.
    fn harm(cx: &mut Cx<'_, Self>, whom: &[Who], harm: &Self::Harm) -> Flow;
    /// Whether a condition of its own holds.
    fn holds(at: At<'_, Self>, test: &Self::Test, scope: &Scope) -> bool;
    /// An effect of its own.
    fn does(cx: &mut Cx<'_, Self>, deed: &Self::Deed, scope: &Scope) -> Flow;
    /// Pays people.
    fn reward(cx: &mut Cx<'_, Self>, whom: &[Who], reward: &Self::Reward) -> Flow;
    /// A fight begins in a place.
    fn clash(cx: &mut Cx<'_, Self>, place: &PlaceKey, foes: &[Who]) -> Flow;
    /// Somebody in plain sight is met.
    fn meets(_cx: &mut Cx<'_, Self>, _place: &PlaceKey, _met: &[Who]) -> Flow {
        Ok(())
    }

    /// When its own bodies next need the clock to stop.
    fn due(_at: At<'_, Self>) -> Option<Time> {
        None
    }
    /// What its own bodies waited for is there.
    fn fell_due(_cx: &mut Cx<'_, Self>) -> Flow {
        Ok(())
    }
    /// Units its own rules settle.
    const UNITS_SETTLED: &'static [&'static str] = &[];
    /// One of those units is over. Whether time goes on.
    fn unit(_cx: &mut Cx<'_, Self>, _unit: &'static str) -> Flow<bool> {
        Ok(true)
    }
    /// What a span of its own means in seconds, such as so many miles over some ground.
    fn ground(_number: u64, _unit: &str, _ground: &str) -> Option<u64> {
        None
    }
    /// How often one of its units or moments comes.
    fn period(word: &str) -> Option<Period> {
        let day =
            Self::SECONDS.iter().find(|(unit, _)| *unit == "day").map_or(86_400, |(_, seconds)| *seconds);
        if let Some((_, at)) = Self::HOURS.iter().find(|(moment, _)| *moment == word) {
            return Some(Period { seconds: day, at: *at });
        }
        let one = word.strip_suffix('s').unwrap_or(word);
        let unit = Self::SECONDS.iter().find(|(unit, _)| *unit == word || *unit == one);
        unit.map(|(_, seconds)| Period { seconds: *seconds, at: 0 })
    }
}

/// A thing, or several alike.
pub trait Stack: Clone + Debug + Eq + Hash + Serialize + DeserializeOwned + JsonSchema + Send + Sync {
    /// What it is called.
    fn name(&self) -> &str;
    /// The tag by which a file finds it again.
    fn tag(&self) -> Option<&str>;
    /// How many.
    fn number(&self) -> u32;
    /// So many of them.
    #[must_use]
    fn of(&self, number: u32) -> Self;
}

/// The rules facts of the world cite.
#[derive(Clone, Copy, Debug)]
pub struct WorldRules {
    /// Opening, filling, events: what the game master has prepared.
    pub adventure: RuleId,
    /// Going.
    pub going: RuleId,
    /// Things that change hands.
    pub things: RuleId,
    /// Time.
    pub time: RuleId,
}

/// How somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Able {
    /// Can act.
    Up,
    /// Cannot.
    Helpless,
    /// Dead.
    Dead,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Came {
    /// Passed.
    pub passed: bool,
    /// In the game's own words.
    pub word: Option<&'static str>,
}
