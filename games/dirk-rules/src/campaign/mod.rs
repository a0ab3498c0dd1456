//! The running world in this game's terms: its people, things, checks and harm, and where everybody stands. What happens
//! there, and when, is in [`boneyard_world::run`]; what befalls bodies meanwhile is in [`crate::time`].

mod befalls;
mod clash;
mod doing;
mod going;
mod lookout;
mod person;
mod show;
mod stage;
mod table;
mod thing;

pub(crate) use clash::aftermath;
pub use doing::FallUpon;
pub use going::{BringAlong, Go};
pub(crate) use lookout::{foes_in, is_safe};
pub(crate) use person::free_name;
pub(crate) use show::{show, tell, values};
pub(crate) use stage::{at_home, joins, rouses, set_out};
pub use thing::Thing;
pub(crate) use thing::{heaps_within_reach, may_carry, move_thing, of_item};

use std::collections::BTreeSet;

use boneyard_table::clock::Time;
use boneyard_table::deed::{Lawful, May};
use boneyard_table::{At, Audience, Cx, Flow, RuleId, Seat, Who};
use boneyard_world::adventure::{Adventure, Lying, Mood, Person, Place as PlaceRow};
use boneyard_world::run::{
    Able, Act, Came, Goes, HOME, Id, NoDoing, Passed, PlaceKey, Provisions, Scope, Signal, Signals, Told,
    Waiting, World, WorldFact, WorldRules, Worldly,
};

use crate::DirkRules;
use crate::book::Book;
use crate::fact::Fact;
use crate::health::out;
use crate::rules;
use crate::state::State;
use crate::time;
use crate::world::{Asks, Befalls, Does, Gets, Part, Roll};
use serde_json::Value;

impl From<WorldFact<DirkRules>> for Fact {
    fn from(fact: WorldFact<DirkRules>) -> Self {
        Self::Campaign(Box::new(fact))
    }
}

/// Writes a fact down.
pub(crate) fn apply(state: &mut State, fact: &WorldFact<DirkRules>) {
    if let WorldFact::Waits(key, person, waiting) = fact {
        wakes(state, key, person, waiting);
    }
    boneyard_world::run::apply::<DirkRules>(state, fact);
    if let WorldFact::Retired(who) = fact {
        table::retires(state, *who);
    }
    if let WorldFact::Now { to, .. } = fact {
        state.clock = u32::try_from(to.0).unwrap_or(u32::MAX);
    }
}

/// Those who slept and are up now.
fn wakes(state: &mut State, key: &Id, person: &Id, waiting: &Waiting) {
    let before = state.campaign.running(key).and_then(|running| running.waits.get(person)?.mood);
    if before == Some(Mood::Asleep) && waiting.mood != before {
        for who in &waiting.who {
            if let Some(live) = state.live_mut(*who) {
                live.passed_out = false;
            }
        }
    }
}

/// Something happened that adventures may wait for.
pub(crate) fn signal(state: &mut State, signal: impl FnOnce(&State) -> Option<Signal>) {
    // At home nothing is waited for.
    if state.campaign.open.len() <= 1 {
        return;
    }
    if let Some(signal) = signal(state).filter(|signal| state.campaign.heeds() & signal.bit() != 0) {
        state.signals.0.push_back(signal);
    }
}

/// Where somebody stands.
pub(crate) fn place_of(state: &State, who: Who) -> Option<&PlaceKey> {
    state.campaign.stands.get(&who).map(|stand| &stand.place)
}

/// The row of a place.
fn row_of<'b>(state: &State, book: &'b Book, place: &PlaceKey) -> Option<&'b PlaceRow<DirkRules>> {
    let file = book.adventures.get(&state.campaign.running(&place.adventure)?.file)?;
    file.place.iter().find(|row| row.id.as_str() == &*place.place)
}

/// The rule of a place, if the book has one.
fn rule_of(state: &State, book: &Book, place: &PlaceKey) -> Option<RuleId> {
    RuleId::read(row_of(state, book, place)?.rule.as_ref()?.as_str())
}

/// A table of the place where the heroes are, by what these rules ask it for; the first of those who are away from home.
pub(crate) fn table_here<'b>(state: &State, book: &'b Book, role: &str) -> Option<&'b str> {
    // A place the referee made at home may have one too.
    state.campaign.heroes().find_map(|(_, stand)| {
        let row = row_of(state, book, &stand.place)?;
        row.tables.iter().find(|(known, _)| known.as_str() == role).map(|(_, table)| table.as_str())
    })
}

/// Whether two stand in the same place.
pub(crate) fn together(state: &State, one: Who, other: Who) -> bool {
    place_of(state, one) == place_of(state, other)
}

/// Whether the heroes of two seats are in the same places; at home everybody is.
pub(crate) fn same_places(state: &State, one: Seat, other: Seat) -> bool {
    let places = |seat: Seat| -> BTreeSet<&PlaceKey> {
        let own = |who: &Who| state.creature(*who).is_some_and(|one| one.sheet.seat == seat);
        state.campaign.heroes().filter(|(who, _)| own(who)).map(|(_, stand)| &stand.place).collect()
    };
    state.campaign.open.len() <= 1 || places(one) == places(other)
}

/// Who may know of a fact about the world: what the game master has prepared is theirs.
pub(crate) fn audience(at: At<'_, DirkRules>, fact: &WorldFact<DirkRules>) -> Audience {
    let state = at.state;
    match fact {
        // Who comes later reads nothing of what was said before.
        WorldFact::Told(Told { at: Some(place), gm: false, .. }) => {
            let hears = state.campaign.heroes_at(place).filter_map(|who| state.creature(who));
            Audience::seats(hears.map(|one| one.sheet.seat))
        }
        WorldFact::Now { .. }
        | WorldFact::Went { .. }
        | WorldFact::Left(_)
        | WorldFact::Found(_)
        | WorldFact::WayFound(..)
        | WorldFact::Searched(..)
        | WorldFact::HolderOpened(..)
        | WorldFact::Sprung(..)
        | WorldFact::Noticed(..)
        | WorldFact::Door { .. }
        | WorldFact::Unlocked(..)
        | WorldFact::Disarmed(..)
        | WorldFact::Follows(..)
        | WorldFact::WayOpened(..)
        | WorldFact::Joined(..)
        | WorldFact::Ended(..) => Audience::ALL,
        WorldFact::Moved { found, .. } if *found => Audience::ALL,
        WorldFact::Told(told) if !told.gm => Audience::ALL,
        _ => boneyard_world::run::audience(at, fact),
    }
}

impl Worldly for DirkRules {
    type Thing = Thing;
    type Doing = NoDoing;

    const CITES: WorldRules = WorldRules {
        adventure: rules::DK_SCEN_00H,
        going: rules::DK_SPEED_01,
        things: rules::DK_EQUIP_03,
        time: rules::DK_BASIC_10,
    };
    const SECONDS: &'static [(&'static str, u64)] =
        &[("round", 10), ("minute", 60), ("hour", 3_600), ("day", 86_400), ("week", 604_800)];
    // A campaign begins at dawn of its first day, and night falls twelve hours later.
    const HOURS: &'static [(&'static str, u64)] = &[("dawn", 0), ("nightfall", 43_200)];

    fn world(state: &State) -> &World<Self> {
        &state.campaign
    }

    fn world_mut(state: &mut State) -> &mut World<Self> {
        state.campaign.change()
    }

    fn signals(state: &State) -> &Signals {
        &state.signals
    }

    fn signals_mut(state: &mut State) -> &mut Signals {
        &mut state.signals
    }

    fn adventure<'b>(book: &'b Book, file: &str) -> Option<&'b Adventure<Self>> {
        book.adventures.get(file)
    }

    fn adventures(book: &Book) -> Vec<(String, String)> {
        let all = book.adventures.iter().filter(|(id, _)| id.as_str() != HOME);
        all.map(|(id, file)| (id.clone(), file.adventure.name.as_str().to_owned())).collect()
    }

    fn make(cx: &mut Cx<'_, Self>, adventure: &Id, person: &Person<Self>, at: &PlaceKey) -> Flow<Who> {
        person::make(cx, adventure, person, at)
    }

    fn change(cx: &mut Cx<'_, Self>, adventure: &Id, person: &str, met: &[Who], with: &Part) -> Flow {
        person::change(cx, adventure, person, met, with);
        Ok(())
    }

    fn able(at: At<'_, Self>, who: Who) -> Able {
        match at.state.creature(who) {
            Some(one) if !one.live.dead && out(at.state, who) => Able::Helpless,
            Some(one) if !one.live.dead => Able::Up,
            _ => Able::Dead,
        }
    }

    fn thing(cx: &mut Cx<'_, Self>, lying: &Lying<Self>, number: u32) -> Flow<Thing> {
        thing::made(cx, lying, number)
    }

    fn lift(state: &mut State, who: Who, thing: &Thing) {
        thing::lift(state, who, thing);
    }

    fn lay(state: &mut State, who: Who, thing: &Thing) {
        thing::lay(state, who, thing);
    }

    fn carried(at: At<'_, Self>, who: Who) -> Vec<Thing> {
        thing::carried(at.state, who)
    }

    fn items(at: At<'_, Self>, who: Who) -> Vec<(u8, Thing)> {
        thing::items(at.state, who)
    }

    fn fits(may: May<'_, Self>, who: Who, thing: &Thing) -> Lawful {
        may_carry(may, who, thing)
    }

    fn load(thing: &Thing) -> u32 {
        thing.weight()
    }

    fn lootable(at: At<'_, Self>, who: Who) -> bool {
        let surrendered = at.state.creature(who).is_some_and(|one| one.live.surrendered);
        surrendered || Self::able(at, who) != Able::Up
    }

    fn may_act(may: May<'_, Self>, who: Who, _: Act) -> Lawful {
        doing::may_do(may, who)
    }

    fn coins(_: &'static str, number: u32) -> Option<Thing> {
        Some(Thing::Gems(number))
    }

    fn check(cx: &mut Cx<'_, Self>, who: Who, check: &Roll) -> Flow<Came> {
        befalls::check(cx, who, check)
    }

    fn harm(cx: &mut Cx<'_, Self>, whom: &[Who], harm: &Befalls) -> Flow {
        befalls::harm(cx, whom, harm)
    }

    fn holds(at: At<'_, Self>, test: &Asks, scope: &Scope) -> bool {
        befalls::holds(at, test, scope)
    }

    fn does(cx: &mut Cx<'_, Self>, deed: &Does, _: &Scope) -> Flow {
        match deed {
            Does::Threat { name, step } => crate::world::stands_at(cx, name, *step),
            // Lessons ask what a teacher knows, and whether they are willing.
            Does::Teaches(_) => {}
        }
        Ok(())
    }

    fn lessened(harm: &Befalls) -> Option<Befalls> {
        match harm {
            Befalls::Damage { dice, to, past_armor, fire, .. } => {
                let (dice, to, past_armor, fire) = (dice.clone(), *to, *past_armor, *fire);
                Some(Befalls::Damage { dice, to, past_armor, fire, halved: true, then: None })
            }
            _ => None,
        }
    }

    fn wage(at: At<'_, Self>, who: Who) -> Option<u32> {
        table::wage(at, who)
    }

    fn export(at: At<'_, Self>, who: Who) -> Option<Value> {
        table::export(at, who)
    }

    fn import(cx: &mut Cx<'_, Self>, hero: &Value) -> Flow<Who> {
        table::import(cx, hero)
    }

    // Work is paid by the week. What people eat is the referee's to say.
    const UPKEEP: Option<&'static str> = Some("week");

    fn provisions(_: At<'_, Self>) -> Provisions {
        Provisions::Off
    }

    fn reward(cx: &mut Cx<'_, Self>, whom: &[Who], reward: &Gets) -> Flow {
        befalls::reward(cx, whom, reward);
        Ok(())
    }

    fn due(at: At<'_, Self>) -> Option<Time> {
        time::due(at).map(|at| Time(at.into()))
    }

    fn fell_due(cx: &mut Cx<'_, Self>) -> Flow {
        time::fell_due(cx)
    }

    fn passes(cx: &mut Cx<'_, Self>, to: Time) -> Flow<Passed> {
        time::passes(cx, u32::try_from(to.0).unwrap_or(u32::MAX / 2))?;
        let at = cx.state().campaign.now;
        Ok(if at >= to { Passed::Whole } else { Passed::Stopped { at } })
    }

    fn interrupted(_: At<'_, Self>) -> Goes {
        Goes::On
    }

    fn stops(at: At<'_, Self>) -> bool {
        !at.state.clash.is_empty()
    }

    fn clash(cx: &mut Cx<'_, Self>, _: &PlaceKey, foes: &[Who]) -> Flow {
        clash::comes(cx, foes);
        Ok(())
    }

    fn meets(cx: &mut Cx<'_, Self>, _: &PlaceKey, met: &[Who]) -> Flow {
        clash::met(cx, met)
    }
}
