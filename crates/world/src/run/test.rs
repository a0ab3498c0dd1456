//! Whether conditions hold. No dice, no changes.

use boneyard_table::{At, Who};

use super::doing::is_doing;
use super::fill::{as_written, holder_at};
use super::scope::{Scope, is_place, listed, place};
use super::time::{DAY, hour_of};
use super::world::Running;
use super::worldly::{Able, Stack, Worldly};
use crate::adventure::{Sky, Standing, Test};
use crate::part::Ref;

/// Whether all of them hold.
pub fn all_hold<G: Worldly>(at: At<'_, G>, tests: &[Test<G>], scope: &Scope) -> bool {
    tests.iter().all(|test| holds(at, test, scope))
}

/// Whether one holds.
pub(super) fn holds<G: Worldly>(at: At<'_, G>, test: &Test<G>, scope: &Scope) -> bool {
    let world = G::world(at.state);
    let Some(own) = &scope.adventure else { return false };
    let Some(running) = world.running(own) else { return false };
    let within = |value: i64, least: Option<i64>, most: Option<i64>| {
        least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)
    };
    match test {
        Test::Flag(flag) => {
            let here = scope.here.as_ref().filter(|here| here.adventure == *own);
            let place = here.and_then(|here| running.places.get(&here.place));
            running.flags.contains(flag.as_str())
                || place.is_some_and(|place| place.flags.contains(flag.as_str()))
        }
        Test::Tracker { is, least, most } => {
            let value = running.trackers.get(is.as_str()).map_or(0, |tracker| tracker.value);
            within(value.into(), least.map(i64::from), most.map(i64::from))
        }
        Test::Is { who, at: there } => {
            let stands = listed(at, who.as_str(), scope);
            if stands.is_empty() {
                // Who has not been met is where they wait.
                let waits = running.waits.get(who.as_str()).and_then(|waiting| waiting.at.as_ref());
                let there = place(world, there.as_str(), scope);
                return waits.is_some()
                    && there.is_some_and(|there| there.adventure == *own && Some(&there.place) == waits);
            }
            let is_there = |who: &Who| {
                world
                    .stands
                    .get(who)
                    .is_some_and(|stand| is_place(world, there.as_str(), &stand.place, scope))
            };
            stands.iter().any(is_there)
        }
        Test::Has { who, thing } => {
            let holder = who.as_ref().map_or("@all", |who| who.as_str());
            let called = |what: &G::Thing| is_called::<G>(at, scope, what, thing.as_str());
            let carried = listed(at, holder, scope).iter().any(|who| G::carried(at, *who).iter().any(called));
            let lies = place(world, holder, scope).is_some_and(|there| {
                world.heaps.values().any(|heap| heap.at.lies_at() == Some(&there) && called(&heap.what))
            });
            // A chest that can be led along is had like a thing.
            let led = G::adventure(at.book, &running.file).is_some_and(|file| {
                let row = file.holder.iter().find(|row| row.id.as_str() == thing.as_str());
                row.is_some_and(|row| {
                    let by = running.hauled.get(row.id.as_str()).and_then(|hauled| hauled.by);
                    by.is_some_and(|by| listed(at, holder, scope).contains(&by))
                        || place(world, holder, scope) == Some(holder_at(running, own, row))
                })
            });
            carried || lies || led
        }
        Test::Dead { of, least } => {
            let (mut all, mut dead) = (0_usize, 0_usize);
            for word in of {
                let who = listed(at, word.as_str(), scope);
                // Who has not been met is not dead.
                all += who.len().max(1);
                dead += who.iter().filter(|who| G::able(at, **who) == Able::Dead).count();
            }
            dead >= least.map_or(all, usize::from)
        }
        Test::Waits(person) => {
            let row = G::adventure(at.book, &running.file)
                .and_then(|file| file.person.iter().find(|row| row.id.as_str() == person.as_str()));
            let waits = running.waits.get(person.as_str()).cloned().or_else(|| row.map(as_written));
            waits.is_some_and(|waiting| waiting.who.is_empty() && waiting.at.is_some())
        }
        Test::Visited(word) => {
            let Some(there) = place(world, word.as_str(), scope) else { return false };
            let visits = world
                .running(&there.adventure)
                .and_then(|running| running.places.get(&there.place))
                .map_or(0, |now| now.visits);
            // Earlier visits count, and not this one.
            let now = world.heroes_at(&there).count() as u32;
            visits > now
        }
        Test::Fired(event) => running.fired.contains_key(event.as_str()),
        Test::Doing { what, at: there } => world.doings.iter().any(|(who, doing)| {
            let there =
                there.as_ref().is_none_or(|there| is_place(world, there.as_str(), &doing.place, scope));
            there && is_doing::<G>(at, *who, what.as_str())
        }),
        Test::Sky(sky) => (hour_of::<G>(world.now) == Sky::Day) == (*sky == Sky::Day),
        Test::Day { least, most } => {
            let day = i64::try_from(world.now.0 / DAY).unwrap_or(i64::MAX).saturating_add(1);
            within(day, least.map(i64::from), most.map(i64::from))
        }
        Test::Heroes { least, most } => {
            within(world.heroes().count() as i64, least.map(i64::from), most.map(i64::from))
        }
        Test::Goal { is, stands } => stands_so(running, is.as_str()) == *stands,
        Test::Goals { stand, least, most } => {
            let file = G::adventure(at.book, &running.file);
            let many = file.map_or(0, |file| {
                file.goal.iter().filter(|goal| stands_so(running, goal.id.as_str()) == *stand).count()
            });
            within(many as i64, least.map(i64::from), most.map(i64::from))
        }
        Test::Any(tests) => tests.iter().any(|test| holds(at, test, scope)),
        Test::Not(test) => !holds(at, test, scope),
        Test::Game(Ref::Written(test)) => G::holds(at, test, scope),
        Test::Game(Ref::Named(word)) => {
            let cast = G::adventure(at.book, &running.file)
                .and_then(|file| file.cast.own.as_ref()?.tests.get(word.as_str()));
            cast.is_some_and(|test| G::holds(at, test, scope))
        }
    }
}

/// How a goal stands.
pub(super) fn stands_so(running: &Running, goal: &str) -> Standing {
    running.goals.get(goal).copied().unwrap_or_default()
}

/// Whether a thing is what a file calls so: by its tag, its name, or a word of the cast.
pub(super) fn is_called<G: Worldly>(at: At<'_, G>, scope: &Scope, thing: &G::Thing, word: &str) -> bool {
    if thing.tag() == Some(word) || thing.name().eq_ignore_ascii_case(word) {
        return true;
    }
    let own = scope.adventure.as_ref().and_then(|own| G::world(at.state).running(own));
    let cast =
        own.and_then(|running| G::adventure(at.book, &running.file)?.cast.own.as_ref()?.things.get(word));
    cast.is_some_and(|name| thing.name().eq_ignore_ascii_case(name.as_str()))
}
