//! What a game does for the running world.

use std::fmt::Debug;
use std::hash::Hash;

use boneyard_board::Square;
use boneyard_table::clock::Time;
use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Cx, Flow, Game, Refusal, RuleId, Who, refuse};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::act::{Act, Goes, Need, NeedKind, Provisions};
use super::fact::WorldFact;
use super::scope::Scope;
use super::signal::Signals;
use super::time::{Passed, Period, advance};
use super::world::{Id, PlaceKey, World};
use crate::adventure::{Adventure, Lying, Person, Trap};
use crate::dialect::{Dialect, Hole};

/// A game whose world runs here. Its `Fact` has a variant for [`WorldFact`], and its `apply` hands that to [`super::apply`].
/// Nothing a game does here may settle: what it signals is settled after it.
pub trait Worldly: Dialect + Game<Fact: From<WorldFact<Self>>> {
    /// A thing, as it is carried and as it lies about.
    type Thing: Stack;
    /// What its rules let people spend time on: [`NoDoing`](super::NoDoing) if they name nothing.
    type Doing: DoingKind<Self>;

    /// The rules facts of the world cite.
    const CITES: WorldRules;
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

    /// The adventures of the book, by id, with names: what the game master can open.
    fn adventures(_book: &Self::Book) -> Vec<(String, String)> {
        Vec::new()
    }

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
    /// What somebody carries, coins among it.
    fn carried(at: At<'_, Self>, who: Who) -> Vec<Self::Thing>;
    /// The same, each with the number its owner knows it by. A game whose things keep their numbers says them here.
    fn items(at: At<'_, Self>, who: Who) -> Vec<(u8, Self::Thing)> {
        (0..u8::MAX).zip(Self::carried(at, who)).collect()
    }
    /// Refuses what somebody has no room or strength for.
    fn fits(_may: May<'_, Self>, _who: Who, _thing: &Self::Thing) -> Lawful {
        Ok(())
    }
    /// How much of a holder's room a thing takes, in the game's unit of load.
    fn load(thing: &Self::Thing) -> u32 {
        thing.number()
    }
    /// Whether others may take from somebody what they want: from the dead and the helpless, if nothing else is said.
    fn lootable(at: At<'_, Self>, who: Who) -> bool {
        Self::able(at, who) != Able::Up
    }

    /// Refuses what somebody may not do now: it is not their turn, they have no action left. Those who are not up do nothing.
    fn may_act(may: May<'_, Self>, who: Who, _act: Act) -> Lawful {
        may.outright_if(Self::able(may.at(), who) != Able::Up, || {
            Refusal::new(Self::CITES.things, "not-able", "They can do nothing now.")
        })
    }
    /// What doing it costs, such as an action in a fight.
    fn acts(_cx: &mut Cx<'_, Self>, _who: Who, _act: Act) -> Flow {
        Ok(())
    }

    /// Whether what lies about has squares. The square of somebody is then said by [`square`](Worldly::square).
    const SQUARES: bool = false;
    /// The square somebody stands on, while they are on a map.
    fn square(_at: At<'_, Self>, _who: Who) -> Option<Square> {
        None
    }
    /// Whether somebody can reach what lies on a square of the place they are in.
    fn reaches(at: At<'_, Self>, who: Who, square: Square) -> bool {
        Self::square(at, who).is_none_or(|own| {
            own.level == square.level && own.x.abs_diff(square.x).max(own.y.abs_diff(square.y)) <= 1
        })
    }

    /// Coins as a thing, by kind. A game without money has none, and nothing is bought, sold or paid.
    fn coins(_kind: &'static str, _number: u32) -> Option<Self::Thing> {
        None
    }
    /// What a coin of each of its [`COINS`](Dialect::COINS) is worth, in the least of them.
    const WORTH: &'static [u32] = &[1];
    /// What a word of a shop means: an entry, or all entries of a kind.
    fn goods(_book: &Self::Book, word: &str) -> Vec<String> {
        vec![word.to_owned()]
    }
    /// What one of an entry costs now, in the least coin: the market has the last word. `None` is not for sale.
    fn price(_at: At<'_, Self>, _good: &str) -> Option<u32> {
        None
    }
    /// What a shop gives for one of a thing. `None`: it does not want it.
    fn worth(_at: At<'_, Self>, _thing: &Self::Thing) -> Option<u32> {
        None
    }
    /// What a service that was paid for does.
    fn serve(_cx: &mut Cx<'_, Self>, _who: Who, _service: &str) -> Flow {
        Ok(())
    }
    /// Something was bought or sold: markets move.
    fn traded(_cx: &mut Cx<'_, Self>, _who: Who, _good: &str, _number: u32, _bought: bool) -> Flow {
        Ok(())
    }

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
    /// Whether somebody finds what is hidden so well, by the game's own rule.
    fn finds(_cx: &mut Cx<'_, Self>, _who: Who, _level: u8) -> Flow<bool> {
        Ok(false)
    }
    /// Whether somebody picks so good a lock, by the game's own rule.
    fn picks(_cx: &mut Cx<'_, Self>, _who: Who, _level: u8) -> Flow<bool> {
        Ok(false)
    }
    /// Whether somebody makes a trap safe whose row names no check, by the game's own rule.
    fn disarms(_cx: &mut Cx<'_, Self>, _who: Who, _trap: &Trap<Self>) -> Flow<bool> {
        Ok(false)
    }
    /// Somebody has looked around: what only the game finds there.
    fn searched(_cx: &mut Cx<'_, Self>, _who: Who, _at: &PlaceKey) -> Flow {
        Ok(())
    }
    /// A trap went off, with what its row alone says: an entry of the game does here what is its own.
    fn sprung(
        _cx: &mut Cx<'_, Self>,
        _who: Who,
        _at: &PlaceKey,
        _trap: &Trap<Self>,
        _caught: &[Who],
    ) -> Flow {
        Ok(())
    }
    /// A fight begins in a place.
    fn clash(cx: &mut Cx<'_, Self>, place: &PlaceKey, foes: &[Who]) -> Flow;
    /// Whether nobody sits in the game master's seat: what waits for their word is offered to players then.
    fn without_gm(_at: At<'_, Self>) -> bool {
        false
    }
    /// Somebody in plain sight is met.
    fn meets(_cx: &mut Cx<'_, Self>, _place: &PlaceKey, _met: &[Who]) -> Flow {
        Ok(())
    }

    /// What somebody wants to be hired, in the least coin for each upkeep; `None`: they are not for hire.
    fn wage(_at: At<'_, Self>, _who: Who) -> Option<u32> {
        None
    }
    /// Somebody is off the table, with their things.
    fn retired(_cx: &mut Cx<'_, Self>, _who: Who) -> Flow {
        Ok(())
    }
    /// What harm is left to somebody who passes the check against it, such as half; nothing if nothing is said.
    fn lessened(_harm: &Self::Harm) -> Option<Self::Harm> {
        None
    }
    /// A hero without their things, for another table.
    fn export(_at: At<'_, Self>, _who: Who) -> Option<serde_json::Value> {
        None
    }
    /// A hero who comes from another table, without their things.
    fn import(_cx: &mut Cx<'_, Self>, _hero: &serde_json::Value) -> Flow<Who> {
        refuse(Refusal::new(
            Self::CITES.adventure,
            "no-import",
            "This game takes no heroes from other tables.",
        ))
    }

    /// What somebody could spend time on now, besides what the place offers.
    fn doings(_at: At<'_, Self>, _who: Who) -> Vec<Self::Doing> {
        Vec::new()
    }
    /// Whether people declare what they do, and time runs when all have; otherwise each doing runs at once while the
    /// others wait.
    fn together(_at: At<'_, Self>) -> bool {
        false
    }
    /// What is proposed when something interrupts what people do.
    fn interrupted(_at: At<'_, Self>) -> Goes {
        Goes::Pause
    }
    /// The unit or moment at which everybody's needs are seen to.
    const UPKEEP: Option<&'static str> = None;
    /// Who sees to it that people eat what they have.
    fn provisions(_at: At<'_, Self>) -> Provisions {
        Provisions::ByItself
    }
    /// What somebody needs then. Wages are not said here: they are what was agreed.
    fn needs(_at: At<'_, Self>, _who: Who) -> Vec<Need> {
        Vec::new()
    }
    /// Whether a thing serves a need.
    fn serves(_thing: &Self::Thing, _need: NeedKind) -> bool {
        false
    }
    /// Somebody had what they needed, or went without.
    fn cared(_cx: &mut Cx<'_, Self>, _who: Who, _need: Need, _had: bool) -> Flow {
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
    /// Time that people spend on something goes on until then. A game whose rules roll for events meanwhile does so here.
    fn passes(cx: &mut Cx<'_, Self>, to: Time) -> Flow<Passed> {
        advance(cx, to)
    }
    /// Whether something came that cannot wait, such as foes who strike: time stops there.
    fn stops(_at: At<'_, Self>) -> bool {
        false
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
    /// The kind of coin it is, if it is coins.
    fn coin(&self) -> Option<&'static str> {
        None
    }
}

/// What a game's rules let people spend time on.
pub trait DoingKind<G: Worldly>: Hole {
    /// What it is called.
    fn name(&self) -> String;
    /// How long it takes, in seconds; `None`: as long as people like, such as standing guard.
    fn takes(&self, at: At<'_, G>, who: Who) -> Option<u64>;
    /// Refuses to let somebody begin it.
    fn may(&self, _may: May<'_, G>, _who: Who) -> Lawful {
        Ok(())
    }
    /// Its time is up, or the span in which it was done is over.
    fn done(&self, cx: &mut Cx<'_, G>, who: Who, seconds: u64) -> Flow;
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
    /// As a number, for outcomes such as `success 17`: that of the highest number reached comes of it.
    pub total: Option<i32>,
}

impl Came {
    /// Passed or failed, and no more.
    pub fn of(passed: bool) -> Self {
        Self { passed, word: None, total: None }
    }
}
