//! A fight looked at from outside: who stands how and what is left of everybody, and playing it to its end with all
//! sides by instinct. Counting many of them and saying what they mean is the lab's.

use std::fmt;

use boneyard_dice::Rng;
use serde_json::Value;
use smallvec::SmallVec;

pub use crate::circumstance::{Circumstance, Scenery, Terms, of_places};
use crate::lookahead::{Effort, Strong};
use crate::pilot::fights;
use crate::stage::{Stage, StageError};
use crate::table::{AnyTable, PackName};
use crate::{At, Ended, Game, Playable, Seat, Sim, Who};

/// How somebody stands in or after a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Can go on fighting.
    Up,
    /// Ran, gave up or was led away.
    Gone,
    /// Lies there, and may live.
    Down,
    /// Dead.
    Dead,
}

/// What is counted of one creature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// How it stands.
    pub standing: Standing,
    /// What is left of each of the game's [`POOLS`](Encounter::POOLS), as far as it has them.
    pub pools: SmallVec<[i32; 6]>,
}

/// What a game says of its fights so that they can be simulated by the thousand.
pub trait Encounter: Playable {
    /// What is counted of a creature besides how it stands: hit points, armor, charges.
    const POOLS: &'static [&'static str];

    /// Those of the pools whose loss hurts, by their place: losing others is only a price.
    const HARM: &'static [usize] = &[0];

    /// The command by which everybody who is there, able to and not left out begins to fight.
    fn opening_with(at: At<'_, Self>, terms: &Terms) -> Self::Command;

    /// The same with everything as it stands.
    fn opening(at: At<'_, Self>) -> Self::Command {
        Self::opening_with(at, &Terms::default())
    }

    /// What can be different about a fight here.
    fn circumstances(_at: At<'_, Self>) -> Vec<Circumstance> {
        Vec::new()
    }

    /// What the game master does beforehand to make these terms so, as far as the opening does not say them.
    fn arrange(_at: At<'_, Self>, _terms: &Terms) -> Vec<Self::Command> {
        Vec::new()
    }

    /// The command by which the game master brings a creature in, by its entry; `None` where that takes more.
    fn bring(_like: &str, _name: &str) -> Option<Self::Command> {
        None
    }

    /// Gives somebody a rest as long as it takes: what time mends is mended, what is lost or used up stays so. `false`
    /// where the game does not say what that comes to.
    fn rest(_state: &mut Self::State, _book: &Self::Book, _who: Who) -> bool {
        false
    }

    /// Whether a fight is under way.
    fn fighting(at: At<'_, Self>) -> bool {
        Self::fight(at).is_some()
    }

    /// The round, counted from 1.
    fn round(at: At<'_, Self>) -> u16 {
        Self::fight(at).unwrap_or(0)
    }

    /// Who is to act now, if anybody is.
    fn acts(at: At<'_, Self>) -> Option<Who> {
        Self::awaits(at).creatures.first().copied()
    }

    /// Whether a creature is a player's.
    fn is_hero(at: At<'_, Self>, who: Who) -> bool;

    /// How a creature is now.
    fn condition(at: At<'_, Self>, who: Who) -> Condition;
}

/// Somebody in a fight, as it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Who.
    pub who: Who,
    /// What it is called.
    pub name: String,
    /// Its side; 0 is the heroes'.
    pub side: u8,
    /// Whether it is a player's.
    pub hero: bool,
    /// How it is before the fight.
    pub before: Condition,
}

/// A fight that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// How each of those who were there at the beginning is now, in their order.
    pub after: SmallVec<[Condition; 8]>,
    /// Rounds it took.
    pub rounds: u16,
    /// Commands that were carried out.
    pub acts: u32,
    /// Whether it came to an end.
    pub end: End,
}

/// Whether a fight came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It did.
    Over,
    /// Somebody was to act, and instinct knew nothing or was refused.
    Stuck,
    /// It went on for too long.
    Endless,
}

/// A fight that takes more commands than this will hardly end.
const LONGEST: u32 = 5_000;

/// A fight of any game, ready to be played as often as one likes.
pub trait AnyEncounter: Send + Sync + fmt::Debug {
    /// What is counted of each fighter.
    fn pools(&self) -> &'static [&'static str];
    /// Everybody in it.
    fn fighters(&self) -> &[Fighter];
    /// Plays it with the dice of this seed.
    fn fight(&self, seed: u64) -> Fought;
    /// The same with one side looking ahead before everything it does and answers.
    fn fight_strongly(&self, seed: u64, side: u8, effort: Effort) -> Fought;
    /// What somebody whose move it is would best do now, as the command is written; `None` where nothing comes to mind.
    fn best_now(&self, who: Who, effort: Effort) -> Option<Value>;
}

/// Where a fight begins.
#[derive(Clone, Copy, Debug)]
pub enum Ground<'a> {
    /// A scene as a stage describes it, with packs of content.
    Stage(&'a Stage, &'a [PackName]),
    /// A table as it stands but for these terms, with newcomers: the entry of each, and what it is called.
    Table(&'a dyn AnyTable, &'a [(String, String)], &'a Terms),
}

/// What a fight at a table could be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Everybody able to fight.
    pub fighters: Vec<Fighter>,
    /// What can be different.
    pub circumstances: Vec<Circumstance>,
}

/// Looks what a fight at a table could be made of.
pub fn survey<G: Encounter>(table: &dyn AnyTable) -> Result<Survey, StageError> {
    let (book, state) = as_it_stands::<G>(table)?;
    let at = At::<G> { state: &state, book: &book };
    let fighting = G::fighting(at);
    let circumstances = if fighting { Vec::new() } else { G::circumstances(at) };
    Ok(Survey { fighters: fighters(at, &Terms::default()), circumstances })
}

/// A fight made ready: everybody who is there and able to fight, against each other by their sides.
pub fn prepare<G: Encounter>(ground: Ground<'_>) -> Result<Box<dyn AnyEncounter>, StageError> {
    let as_it_is = Terms::default();
    let terms = match ground {
        Ground::Stage(..) => &as_it_is,
        Ground::Table(_, _, terms) => terms,
    };
    let (book, start) = match ground {
        Ground::Stage(stage, packs) => {
            let book = G::book(packs).map_err(|bad| StageError::Other(bad.to_string()))?;
            let start = G::stage(&book, stage, &Default::default())?;
            (book, start)
        }
        Ground::Table(table, newcomers, terms) => {
            let (book, mut state) = as_it_stands::<G>(table)?;
            make_so::<G>(&book, &mut state, terms)?;
            bring_in::<G>(&book, &mut state, newcomers)?;
            if terms.rested {
                rest_all::<G>(&book, &mut state)?;
            }
            (book, state)
        }
    };
    let at = At::<G> { state: &start, book: &book };
    let fighters = fighters(at, terms);
    let sides = |wanted: bool| fighters.iter().any(|fighter| (fighter.side == 0) == wanted);
    if !sides(true) || !sides(false) {
        return Err(StageError::Other("a fight takes heroes and somebody against them".into()));
    }
    let opening = (!G::fighting(at)).then(|| G::opening_with(at, terms));
    let prepared = Prepared::<G> { book, start, opening, fighters };
    // What cannot even begin is said now, not a thousand times.
    match prepared.begun(&mut Sim::new(0)) {
        Ok(_) => Ok(Box::new(prepared)),
        Err(why) => Err(StageError::Other(why)),
    }
}

/// Everybody who can fight and takes part.
fn fighters<G: Encounter>(at: At<'_, G>, terms: &Terms) -> Vec<Fighter> {
    let fighter = |(who, name)| Fighter {
        who,
        name,
        side: G::side(at.state, who),
        hero: G::is_hero(at, who),
        before: G::condition(at, who),
    };
    let able = |one: &Fighter| one.before.standing == Standing::Up && terms.has(one.who);
    G::creatures(at, Seat::GM).into_iter().map(fighter).filter(able).collect()
}

fn other(why: &dyn fmt::Display) -> StageError {
    StageError::Other(why.to_string())
}

fn as_it_stands<G: Encounter>(table: &dyn AnyTable) -> Result<(G::Book, G::State), StageError> {
    let packs: Vec<PackName> = table.packs().into_iter().cloned().collect();
    let book = G::book(&packs).map_err(|bad| other(&bad))?;
    let state = table.state().map_err(|error| other(&error))?;
    let state: G::State = serde_json::from_value(state).map_err(|error| other(&error))?;
    Ok((book, state))
}

/// Makes the terms so by the game's own commands, as far as they come before the opening.
fn make_so<G: Encounter>(book: &G::Book, state: &mut G::State, terms: &Terms) -> Result<(), StageError> {
    let at = At::<G> { state, book };
    if G::fighting(at) && (!terms.absent.is_empty() || !terms.given.is_empty()) {
        return Err(other(&"a fight is under way: who is in it and how it began cannot be changed"));
    }
    let known = G::circumstances(at);
    for (name, choice) in &terms.given {
        let Some(circumstance) = known.iter().find(|known| known.name == name) else {
            let names: Vec<&str> = known.iter().map(|known| known.name).collect();
            return Err(other(&format!("nothing here is called {name}; there is {}", listed(&names))));
        };
        if !circumstance.choices.iter().any(|(known, _)| known == choice) {
            let names: Vec<&str> = circumstance.choices.iter().map(|(known, _)| known.as_str()).collect();
            return Err(other(&format!("{name} cannot be {choice}; it can be {}", listed(&names))));
        }
    }
    let mut sim = Sim::new(0);
    for command in G::arrange(at, terms) {
        if let Ended::Refused(refusal) = sim.act::<G>(state, book, Seat::GM, command) {
            return Err(other(&refusal));
        }
    }
    Ok(())
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// The game master brings these in.
fn bring_in<G: Encounter>(
    book: &G::Book,
    state: &mut G::State,
    newcomers: &[(String, String)],
) -> Result<(), StageError> {
    if !newcomers.is_empty() && G::fighting(At { state, book }) {
        return Err(other(&"a fight is under way: who comes to it can only be told once it is over"));
    }
    let mut sim = Sim::new(0);
    for (like, name) in newcomers {
        let Some(command) = G::bring(like, name) else {
            return Err(other(&"this game cannot say yet what newcomers would do to a fight"));
        };
        if let Ended::Refused(refusal) = sim.act::<G>(state, book, Seat::GM, command) {
            return Err(other(&refusal));
        }
    }
    Ok(())
}

/// The heroes who live rest.
fn rest_all<G: Encounter>(book: &G::Book, state: &mut G::State) -> Result<(), StageError> {
    let at = At::<G> { state, book };
    let tired = |who: &Who| G::is_hero(at, *who) && G::condition(at, *who).standing != Standing::Dead;
    let heroes: Vec<Who> = G::creatures(at, Seat::GM).into_iter().map(|(who, _)| who).filter(tired).collect();
    for who in heroes {
        if !G::rest(state, book, who) {
            return Err(StageError::Other("this game does not say what a rest comes to".into()));
        }
    }
    Ok(())
}

struct Prepared<G: Game> {
    book: G::Book,
    start: G::State,
    opening: Option<G::Command>,
    fighters: Vec<Fighter>,
}

impl<G: Game> fmt::Debug for Prepared<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("fighters", &self.fighters).finish_non_exhaustive()
    }
}

impl<G: Encounter> Prepared<G> {
    fn begun(&self, sim: &mut Sim) -> Result<G::State, String> {
        let mut state = self.start.clone();
        if let Some(opening) = &self.opening
            && let Ended::Refused(refusal) = sim.act::<G>(&mut state, &self.book, Seat::GM, opening.clone())
        {
            return Err(refusal.to_string());
        }
        Ok(state)
    }
}

impl<G: Encounter> AnyEncounter for Prepared<G> {
    fn pools(&self) -> &'static [&'static str] {
        G::POOLS
    }

    fn fighters(&self) -> &[Fighter] {
        &self.fighters
    }

    fn fight(&self, seed: u64) -> Fought {
        let mut sim = Sim::new(seed);
        let start = self.begun(&mut sim).unwrap_or_else(|_| self.start.clone());
        self.fought(start, |state, who| {
            let command = G::instinct(At { state, book: &self.book }, who)?;
            Some(matches!(sim.act::<G>(state, &self.book, Seat::GM, command), Ended::Done))
        })
    }

    fn fight_strongly(&self, seed: u64, side: u8, effort: Effort) -> Fought {
        let mut sim = Sim::new(seed);
        let start = self.begun(&mut sim).unwrap_or_else(|_| self.start.clone());
        let fighters = self.sides();
        let mut strong = self.strong(&fighters, seed, side, effort);
        self.fought(start, |state, who| {
            let command = match G::side(state, who) == side {
                true => strong.command(state, who)?,
                false => G::instinct(At { state, book: &self.book }, who)?,
            };
            Some(matches!(strong.act(state, Seat::GM, command, sim.rng.word()), Ended::Done))
        })
    }

    fn best_now(&self, who: Who, effort: Effort) -> Option<Value> {
        let fighters = self.sides();
        let side = G::side(&self.start, who);
        let command = self.strong(&fighters, 0, side, effort).command(&self.start, who)?;
        // What is best may still be for a person to do.
        let at = At::<G> { state: &self.start, book: &self.book };
        fights::<G>(at, who, &command).then(|| serde_json::to_value(command).ok()).flatten()
    }
}

impl<G: Encounter> Prepared<G> {
    fn sides(&self) -> Vec<(Who, u8)> {
        self.fighters.iter().map(|one| (one.who, one.side)).collect()
    }

    /// A player of one side, with chance of its own: what it tries out has nothing to do with the dice that will fall.
    fn strong<'a>(&'a self, fighters: &'a [(Who, u8)], seed: u64, side: u8, effort: Effort) -> Strong<'a, G> {
        Strong { book: &self.book, fighters, side, effort, rng: Rng::new(seed ^ 0x5720_4E61) }
    }

    /// Plays on from `state`: `act` carries out what somebody does, and says whether that went well, if anything was
    /// done.
    fn fought(&self, mut state: G::State, mut act: impl FnMut(&mut G::State, Who) -> Option<bool>) -> Fought {
        let (mut rounds, mut acts, mut end) = (0, 0, End::Endless);
        while acts < LONGEST {
            let at = At::<G> { state: &state, book: &self.book };
            if !G::fighting(at) {
                end = End::Over;
                break;
            }
            rounds = rounds.max(G::round(at));
            let Some(who) = G::acts(at) else {
                end = End::Over;
                break;
            };
            acts += 1;
            if act(&mut state, who) != Some(true) {
                end = End::Stuck;
                break;
            }
        }
        let at = At::<G> { state: &state, book: &self.book };
        let after = self.fighters.iter().map(|fighter| G::condition(at, fighter.who)).collect();
        Fought { after, rounds, acts, end }
    }
}
