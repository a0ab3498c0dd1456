//! The tiny game in play: heroes with points, things in a list, a check is a die.

use std::collections::BTreeMap;

use boneyard_table::clock::Time;
use boneyard_table::{Address, Ask, At, Awaits, By, Cx, Flow, Game, Lane, RuleId, Seat, Who};
use boneyard_world::adventure::{Adventure, Lying, Person};
use boneyard_world::run::{
    Able, Came, Id, PlaceKey, Scope, Signal, Signals, Stack, Where, World, WorldFact, WorldRules, Worldly,
    advance, apply, arrive, attempt, go, open, open_holder, put, search, settle, take,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Asks, Body, Does, Gets, Hurt, Roll, Tiny};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub world: World<Tiny>,
    pub signals: Signals,
    pub bodies: BTreeMap<Who, Being>,
    pub rain: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Being {
    pub name: String,
    pub hero: bool,
    pub points: u16,
    pub things: Vec<Thing>,
    /// Bleeding since, one point a minute.
    pub bleeds: Option<Time>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Thing {
    pub name: String,
    pub tag: Option<String>,
    pub number: u32,
}

impl Stack for Thing {
    fn name(&self) -> &str {
        &self.name
    }
    fn tag(&self) -> Option<&str> {
        self.tag.as_deref()
    }
    fn number(&self) -> u32 {
        self.number
    }
    fn of(&self, number: u32) -> Self {
        Self { number, ..self.clone() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    World(WorldFact<Tiny>),
    Made { who: Who, name: String, hero: bool, points: u16 },
    Hurt { who: Who, to: u16 },
    Rain(bool),
}

impl From<WorldFact<Tiny>> for Fact {
    fn from(fact: WorldFact<Tiny>) -> Self {
        Self::World(fact)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Join { name: String, at: PlaceKey },
    Open { file: String, key: String, out: Option<PlaceKey> },
    Go { who: Vec<Who>, to: PlaceKey },
    Take { who: Who, heap: u32, number: Option<u32> },
    Put { who: Who, name: String, number: Option<u32>, to: Where },
    Unlock { who: Who, holder: String },
    Attempt { who: Who, what: String },
    Search { who: Who },
    Wait { to: Time },
    Bleed { who: Who },
}

#[derive(Clone, Debug)]
pub enum Nothing {}

#[derive(Debug)]
pub struct Book(pub BTreeMap<String, Adventure<Tiny>>);

const RULE: RuleId = RuleId::of("R-1");

impl Game for Tiny {
    type State = State;
    type Book = Book;
    type Fact = Fact;
    type Command = Command;
    type Prompt = Nothing;
    type Answer = bool;

    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::World(fact) => apply::<Tiny>(state, fact),
            Fact::Made { who, name, hero, points } => {
                let being = Being {
                    name: name.clone(),
                    hero: *hero,
                    points: *points,
                    things: Vec::new(),
                    bleeds: None,
                };
                state.bodies.insert(*who, being);
            }
            Fact::Hurt { who, to } => {
                let now = state.world.now;
                if let Some(being) = state.bodies.get_mut(who) {
                    let died = being.points > 0 && *to == 0;
                    being.points = *to;
                    being.bleeds = (*to > 0).then_some(now);
                    if let Some(stand) = state.world.stands.get(who) {
                        state.signals.0.push_back(Signal::Blood(stand.place.clone(), *who));
                    }
                    if died {
                        state.signals.0.push_back(Signal::Dead(*who));
                    }
                }
            }
            Fact::Rain(rain) => state.rain = *rain,
        }
    }

    fn resolve(cx: &mut Cx<'_, Self>, _: Seat, command: Command) -> Flow {
        match command {
            Command::Join { name, at } => {
                let who = next(cx);
                cx.record(RULE, Fact::Made { who, name, hero: true, points: 6 });
                arrive(cx, who, &at)?;
                settle(cx)
            }
            Command::Open { file, key, out } => open(cx, &file, &key, out),
            Command::Go { who, to } => go(cx, &who, &to),
            Command::Take { who, heap, number } => {
                take(cx, who, heap, number)?;
                settle(cx)
            }
            Command::Put { who, name, number, to } => {
                put(cx, who, &name, number, to)?;
                settle(cx)
            }
            Command::Unlock { who, holder } => open_holder(cx, who, &holder),
            Command::Attempt { who, what } => attempt(cx, who, &what),
            Command::Search { who } => search(cx, who),
            Command::Wait { to } => {
                advance(cx, to)?;
                settle(cx)
            }
            Command::Bleed { who } => {
                hurt(cx, who, 1);
                settle(cx)
            }
        }
    }

    fn address(_: &Command) -> Address {
        Address { lane: Lane::Scene, by: By::Anyone }
    }
    fn speaker(_: &State, _: Who) -> Seat {
        Seat::GM
    }
    fn question(prompt: &Nothing) -> &dyn Ask<Self> {
        match *prompt {}
    }
    fn awaits(_: At<'_, Self>) -> Awaits {
        Awaits::default()
    }
    fn instinct(_: At<'_, Self>, _: Who) -> Option<Command> {
        None
    }
}

fn next(cx: &Cx<'_, Tiny>) -> Who {
    Who(cx.state().bodies.keys().last().map_or(1, |who| who.0 + 1))
}

fn hurt(cx: &mut Cx<'_, Tiny>, who: Who, by: u16) {
    let points = cx.state().bodies.get(&who).map_or(0, |being| being.points);
    if points > 0 {
        cx.record(RULE, Fact::Hurt { who, to: points.saturating_sub(by) });
    }
}

impl Worldly for Tiny {
    type Thing = Thing;
    const RULES: WorldRules = WorldRules { adventure: RULE, going: RULE, things: RULE, time: RULE };
    const SECONDS: &'static [(&'static str, u64)] =
        &[("round", 6), ("minute", 60), ("hour", 3_600), ("day", 86_400)];
    const HOURS: &'static [(&'static str, u64)] = &[("dawn", 6 * 3_600)];

    fn world(state: &State) -> &World<Self> {
        &state.world
    }
    fn world_mut(state: &mut State) -> &mut World<Self> {
        &mut state.world
    }
    fn signals(state: &State) -> &Signals {
        &state.signals
    }
    fn signals_mut(state: &mut State) -> &mut Signals {
        &mut state.signals
    }
    fn adventure<'b>(book: &'b Book, file: &str) -> Option<&'b Adventure<Self>> {
        book.0.get(file)
    }
    fn make(cx: &mut Cx<'_, Self>, _: &Id, person: &Person<Self>, _: &PlaceKey) -> Flow<Who> {
        let who = next(cx);
        let name = person.name.as_ref().map_or(person.id.as_str(), |name| name.as_str()).to_owned();
        let points = person.with.as_ref().map_or(3, |with: &Body| with.points);
        cx.record(RULE, Fact::Made { who, name, hero: false, points });
        Ok(who)
    }
    fn change(cx: &mut Cx<'_, Self>, _: &Id, _: &str, met: &[Who], with: &Body) -> Flow {
        met.iter().for_each(|who| cx.record(RULE, Fact::Hurt { who: *who, to: with.points }));
        Ok(())
    }
    fn able(at: At<'_, Self>, who: Who) -> Able {
        match at.state.bodies.get(&who) {
            Some(being) if being.points > 0 => Able::Up,
            _ => Able::Dead,
        }
    }
    fn thing(_: &mut Cx<'_, Self>, lying: &Lying<Self>, number: u32) -> Flow<Thing> {
        let named = lying.name.as_ref().map(|name| name.as_str()).or(lying.is.as_ref().map(|is| is.as_str()));
        let name = if lying.coins.is_some() { "coins" } else { named.unwrap_or("something") };
        let tag = lying.id.as_ref().map(|id| id.as_str().to_owned());
        Ok(Thing { name: name.to_owned(), tag, number })
    }
    fn lift(state: &mut State, who: Who, thing: &Thing) {
        let Some(being) = state.bodies.get_mut(&who) else { return };
        let same = |own: &Thing| own.name == thing.name && own.tag == thing.tag;
        if let Some(own) = being.things.iter_mut().find(|own| same(own)) {
            own.number = own.number.saturating_sub(thing.number);
        }
        being.things.retain(|own| own.number > 0);
    }
    fn lay(state: &mut State, who: Who, thing: &Thing) {
        let Some(being) = state.bodies.get_mut(&who) else { return };
        let same = |own: &&mut Thing| own.name == thing.name && own.tag == thing.tag;
        match being.things.iter_mut().find(same) {
            Some(own) => own.number += thing.number,
            None => being.things.push(thing.clone()),
        }
    }
    fn carried(at: At<'_, Self>, who: Who) -> Vec<Thing> {
        at.state.bodies.get(&who).map(|being| being.things.clone()).unwrap_or_default()
    }
    fn check(cx: &mut Cx<'_, Self>, who: Who, check: &Roll) -> Flow<Came> {
        let die = cx.die(RULE, who, 6)?;
        Ok(Came { passed: die >= check.least, word: (die == 6).then_some("great") })
    }
    fn harm(cx: &mut Cx<'_, Self>, whom: &[Who], harm: &Hurt) -> Flow {
        whom.iter().for_each(|who| hurt(cx, *who, harm.points));
        Ok(())
    }
    fn holds(at: At<'_, Self>, test: &Asks, _: &Scope) -> bool {
        let Asks::Rain(rain) = test;
        at.state.rain == *rain
    }
    fn does(cx: &mut Cx<'_, Self>, deed: &Does, _: &Scope) -> Flow {
        let Does::Rain(rain) = deed;
        cx.record(RULE, Fact::Rain(*rain));
        Ok(())
    }
    fn reward(cx: &mut Cx<'_, Self>, whom: &[Who], reward: &Gets) -> Flow {
        for who in whom {
            let thing = Thing { name: "coins".to_owned(), tag: None, number: reward.coins };
            let to = Where::Carried(*who);
            let fact =
                WorldFact::Moved { thing, from: Where::Outside, heap: None, to, into: None, found: true };
            cx.record(RULE, fact.into());
        }
        Ok(())
    }
    fn clash(cx: &mut Cx<'_, Self>, _: &PlaceKey, foes: &[Who]) -> Flow {
        // A fight is over at once: each foe is hit.
        foes.iter().for_each(|who| hurt(cx, *who, 3));
        Ok(())
    }
    fn due(at: At<'_, Self>) -> Option<Time> {
        let bleeding = at.state.bodies.values().filter(|being| being.hero).filter_map(|being| being.bleeds);
        bleeding.map(|since| since.later(60)).min()
    }
    fn fell_due(cx: &mut Cx<'_, Self>) -> Flow {
        let now = cx.state().world.now;
        let due = |being: &Being| being.hero && being.bleeds.is_some_and(|since| since.later(60) <= now);
        let who: Vec<Who> =
            cx.state().bodies.iter().filter(|(_, being)| due(being)).map(|(who, _)| *who).collect();
        who.into_iter().for_each(|who| hurt(cx, who, 1));
        Ok(())
    }
}
